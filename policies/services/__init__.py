"""Services write. One verb a function, keyword-only, safe to run twice."""

from policies.services.catalogue import CatalogueInvalid, catalogue_load
from policies.services.embed import policies_embed
from policies.services.load import LoadResult, policy_load

__all__ = ["CatalogueInvalid", "LoadResult", "catalogue_load", "policies_embed", "policy_load"]
