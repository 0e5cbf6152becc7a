"""Every address has a name that leads back to it, and answers strangers."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, resolve, reverse

SAMPLES = {
    "uuid": UUID(int=1),
    "int": 1,
    "str": "a",
    "slug": "a",
    "app": "policies",
}


def named(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Name with its namespaces, pattern."""
    inside = f"{space}{resolver.namespace}:" if resolver.namespace else space
    for part in resolver.url_patterns:
        if isinstance(part, URLResolver):
            yield from named(part, inside)
        elif part.name:
            yield f"{inside}{part.name}", part


NAMED = list(named(get_resolver()))


def reversed_url(name: str) -> str | None:
    """Address of a name with made-up arguments of any of its forms."""
    for value in SAMPLES.values():
        space, _, last = name.rpartition(":")
        resolver = get_resolver()
        prefix = ""
        for part in filter(None, space.split(":")):
            extra, resolver = resolver.namespace_dict[part]
            prefix += extra
        for entry in resolver.reverse_dict.getlist(last):
            names = entry[0][0][1]
            try:
                return reverse(name, kwargs=dict.fromkeys(names, value))
            except NoReverseMatch:
                continue
    return None


def test_every_name_leads_to_an_address_that_resolves() -> None:
    assert len(NAMED) > 100
    for name, _ in NAMED:
        address = reversed_url(name)
        assert address is not None, name
        assert resolve(address).view_name


def test_names_of_ours_are_unique() -> None:
    names = [name for name, _ in NAMED if not name.startswith(("admin:", "account", "social"))]
    double = {name for name in names if names.count(name) > 1}
    # The list and the detail of a resource have one name a format at most.
    assert not {name for name in double if not name.startswith("api-")}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/policies/", "/accounts/login/", "/api/docs"])
def test_public_pages_answer_a_stranger(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/profiles/", "/admin/", "/account/"])
def test_private_pages_ask_a_stranger_to_sign_in(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 302
    assert "login" in response["Location"]


@pytest.mark.django_db
def test_unknown_address_is_told_in_korean(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert "없" in response.content.decode()


@pytest.mark.django_db
def test_schemas_of_both_apis_can_be_made(client: Client) -> None:
    schema = client.get("/api/openapi.json")
    assert schema.status_code == 200
    assert "/api/policies/search" in schema.json()["paths"]
    assert client.get("/api/schema/").status_code == 200
