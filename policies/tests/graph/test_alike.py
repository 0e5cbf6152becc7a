"""A name alone never makes one thing of two policies."""

from __future__ import annotations

from uuid import UUID

import pytest

from policies.graph.alike import Member, clusters, likeness, overlap

WORDS = dict.fromkeys("abcdefghijklmnop", 1.0)
BOKJIRO = "bokjiro"


def member(
    number: int, terms: str, *places: int, key: str = "출산장려금", **more: object
) -> Member:
    fields: dict[str, object] = {"source": BOKJIRO, "external_id": f"WLF{number}", "keys": (key,)}
    fields |= more
    return Member(
        id=UUID(int=number),
        terms=frozenset(terms),
        places=frozenset(places),
        **fields,  # type: ignore[arg-type]
    )


def ids(groups: list[list[Member]]) -> list[set[int]]:
    return sorted(({each.id.int for each in group} for group in groups), key=min)


def test_overlap_weighs_rare_words_and_the_shorter_text() -> None:
    assert overlap(frozenset("ab"), frozenset("abcdef"), WORDS) == 1.0
    assert overlap(frozenset("ab"), frozenset("bc"), {"a": 3.0, "b": 1.0, "c": 1.0}) == 0.5
    assert overlap(frozenset(), frozenset("a"), WORDS) == 0.0


def test_copies_of_two_places_with_one_name_and_like_texts_are_one_thing() -> None:
    assert likeness(member(1, "abcd", 1), member(2, "abxy", 2), WORDS)


def test_one_name_with_other_texts_stays_two_things() -> None:
    assert likeness(member(1, "abcd", 1), member(2, "ijkl", 2), WORDS) is None


def test_one_text_under_another_name_elsewhere_stays_two_things() -> None:
    assert likeness(member(1, "abcd", 1), member(2, "abcd", 2, key="결혼장려금"), WORDS) is None


def test_a_further_name_counts_only_in_one_place() -> None:
    alias = {"keys": ("자산형성", "출산장려금"), "source": "gov24"}
    assert likeness(member(1, "abcd", 1), member(2, "abcd", 1, **alias), WORDS)
    assert likeness(member(1, "abcd", 1), member(2, "abcd", 2, **alias), WORDS) is None


def test_one_source_that_lists_two_things_in_one_place_means_two() -> None:
    twice = [member(1, "abcd", 1), member(2, "abef", 1)]
    assert clusters(twice, WORDS) == []
    again = [member(1, "abcd", 1), member(2, "abcd", 1)]
    assert ids(clusters(again, WORDS)) == [{1, 2}]


def test_two_of_one_source_and_place_do_not_meet_through_a_third() -> None:
    found = clusters([member(1, "abcd", 1), member(2, "abef", 1), member(3, "abcd", 2)], WORDS)
    assert ids(found) == [{1, 3}]


def test_a_link_to_the_official_identifier_joins_records_with_one_name_part() -> None:
    linking = member(
        2, "abij", key="국토부청년월세", source="youthcenter", official_ids=frozenset({"WLF1"})
    )
    assert likeness(member(1, "abcdefgh", key="청년월세"), linking, WORDS) is not None
    stranger = member(
        3, "xyij", key="국토부청년월세", source="youthcenter", official_ids=frozenset({"WLF1"})
    )
    assert likeness(member(1, "abcdefgh", key="청년월세"), stranger, WORDS) is None


def test_two_sources_that_link_to_one_service_mean_that_service() -> None:
    one = {"official_ids": frozenset({"WLF9"})}
    first = member(1, "abcd", key="청년월세", source="gov24", **one)
    second = member(2, "abij", key="청년월세지원", source="youthcenter", **one)
    assert likeness(first, second, WORDS) is not None
    # A page that links to many services is none of them, and a source that says a thing twice
    # means two.
    many = {"official_ids": frozenset({"WLF8", "WLF9"})}
    overview = member(3, "abij", key="청년월세지원", source="youthcenter", **many)
    assert likeness(first, overview, WORDS) is None
    again = member(4, "abij", key="청년월세지원", source="gov24", **one)
    assert likeness(first, again, WORDS) is None
    other = member(5, "klij", key="청년월세지원", source="youthcenter", **one)
    assert likeness(first, other, WORDS) is None


def test_a_chain_of_half_alike_neighbours_is_cut() -> None:
    """1–2 and 3–4 are alike and so are 2–3, but hardly any of the pairs across are."""
    chain = [
        member(1, "abcdefghij", 1),
        member(2, "abcdefghkl", 2),
        member(3, "klmnopqrst", 3),
        member(4, "mnopqrstuv", 4),
    ]
    words = dict.fromkeys("abcdefghijklmnopqrstuv", 1.0)
    assert ids(clusters(chain, words)) == [{1, 2}, {3, 4}]


def test_an_alias_that_one_source_gives_to_several_names_none_of_them() -> None:
    aid = [
        member(1, "abcd", key="긴급생계", keys=("긴급생계", "긴급복지"), source="catalogue"),
        member(2, "ijkl", key="긴급의료", keys=("긴급의료", "긴급복지"), source="catalogue"),
        member(3, "abcd", key="긴급복지"),
    ]
    assert clusters(aid, WORDS) == []


def test_groups_of_caseworkers_are_kept_and_never_joined() -> None:
    settled = {"settled": True}
    members = [
        member(1, "abij", 1, group=7, **settled),
        member(2, "ijkl", 2, group=7, **settled),
        member(3, "abcd", 3, group=8, **settled),
        member(4, "abcd", 4, group=8, **settled),
        member(5, "abcd", 5),
    ]
    found = ids(clusters(members, WORDS))
    assert {1, 2} <= found[0]
    assert {3, 4, 5} in found
    assert not any({1, 3} <= group for group in found)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_the_order_of_the_policies_does_not_matter(order: tuple[int, ...]) -> None:
    members = [
        member(1, "abcd", 1),
        member(2, "abxy", 2),
        member(3, "cdxy", 3),
        member(4, "ijkl", 4),
    ]
    assert ids(clusters([members[place] for place in order], WORDS)) == [{1, 2, 3}]
