"""Where people live and what a name of a place means. Plain Python, no Django."""

from policies.geography.agencies import regions_of_agency, split_department
from policies.geography.codes import CodeRegions, code_regions, regions_of_codes
from policies.geography.mentions import NamedPlace, Role, places_in, question_region
from policies.geography.names import certain, gazetteer, resolve
from policies.geography.succession import known_region, lies_in, official_region, official_sido
from policies.geography.table import Region, region_table, todays_regions

__all__ = [
    "CodeRegions",
    "NamedPlace",
    "Region",
    "Role",
    "certain",
    "code_regions",
    "gazetteer",
    "known_region",
    "lies_in",
    "official_region",
    "official_sido",
    "places_in",
    "question_region",
    "region_table",
    "regions_of_agency",
    "regions_of_codes",
    "resolve",
    "split_department",
    "todays_regions",
]
