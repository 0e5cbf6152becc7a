"""Account pages, data export, deletion."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "long-enough-phrase-7"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("owner@example.com", PASSWORD)


@pytest.fixture
def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/accounts/login/", "로그인"),
        ("/accounts/signup/", "회원가입"),
        ("/accounts/password/reset/", "비밀번호 다시 정하기"),
        ("/accounts/password/reset/done/", "메일을 보냈어요"),
        ("/accounts/inactive/", "쓸 수 없는 계정"),
    ],
)
def test_open_pages_are_korean(client: Client, address: str, title: str) -> None:
    page = client.get(address).content.decode()
    assert f"<h1>{title}</h1>" in page
    assert "카카오" not in page


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/account/", "계정 관리"),
        ("/account/delete/", "계정을 지울까요?"),
        ("/accounts/password/change/", "비밀번호 바꾸기"),
        ("/accounts/email/", "이메일 관리"),
        ("/accounts/logout/", "로그아웃"),
        ("/accounts/social/connections/", "카카오·네이버 연결"),
        ("/accounts/reauthenticate/", "본인 확인"),
    ],
)
def test_own_pages_are_korean(signed_in: Client, address: str, title: str) -> None:
    assert f"<h1>{title}</h1>" in signed_in.get(address, follow=True).content.decode()


def test_sign_up_log_out_and_in_again(client: Client) -> None:
    data = {"email": "new@example.com", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/accounts/signup/", data).status_code == 302
    assert User.objects.get().email == "new@example.com"
    client.post("/accounts/logout/")
    login = {"login": "new@example.com", "password": PASSWORD}
    assert client.post("/accounts/login/", login).url == "/"


def test_wrong_password_is_told_and_the_address_stays(client: Client, user: User) -> None:
    page = client.post("/accounts/login/", {"login": user.email, "password": "wrong"})
    text = page.content.decode()
    assert 'value="owner@example.com"' in text
    assert 'role="alert"' in text


@pytest.mark.parametrize("address", ["/account/", "/account/delete/"])
def test_anonymous_people_are_sent_to_the_login(client: Client, address: str) -> None:
    assert client.get(address).url.startswith("/accounts/login/")
    assert client.post("/account/export/").url.startswith("/accounts/login/")


def test_export_holds_everything_of_the_person_and_nobody_else(
    signed_in: Client, user: User
) -> None:
    EmailAddress.objects.create(user=user, email=user.email)
    User.objects.create_user("stranger@example.com", PASSWORD)
    response = signed_in.post("/account/export/")
    assert "attachment" in response["Content-Disposition"]
    text = response.content.decode()
    kinds = json.loads(text)["자료"]
    assert kinds["사용자"][0]["이메일"] == "owner@example.com"
    assert len(kinds) == 2
    assert "stranger" not in text
    assert user.password not in text


def test_export_needs_a_post(signed_in: Client) -> None:
    assert signed_in.get("/account/export/").status_code == 405


def test_deletion_needs_the_tick(signed_in: Client) -> None:
    assert signed_in.post("/account/delete/").status_code == 422
    assert User.objects.exists()
    assert signed_in.post("/account/delete/", {"understood": "on"}).status_code == 302
    assert not User.objects.exists()
    assert signed_in.get("/account/").status_code == 302
