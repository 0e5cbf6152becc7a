"""A caseworker at the correction form of a rule, as a browser shows it."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from policies.models import EligibilityRule
from policies.tests.admin_support import client_of, superuser
from policies.tests.browser_form import BrowserForm

CORRECT = "admin:policies_eligibilityrule_correct"


class Desk:
    """A caseworker at the correction form of a rule."""

    def __init__(self, rule: EligibilityRule, client: Client | None = None) -> None:
        self.url = reverse(CORRECT, args=[rule.pk])
        self.client = client or client_of(superuser())
        self.page = self.client.get(self.url).content.decode()
        self.form = BrowserForm(self.page, "poly-correct")

    def press(self, button: str) -> Desk:
        answer = self.client.post(self.url, self.form.press(button), follow=True)
        assert answer.status_code == 200
        self.page = answer.content.decode()
        name = "poly-correct" if 'class="poly-correct"' in self.page else "poly-full"
        if f'class="{name}"' in self.page and "<form" in self.page:
            self.form = BrowserForm(self.page, name)
        return self

    def save(self, reason: str = "원문과 다름") -> Desk:
        self.press("check")
        self.form.fill(reason=reason)
        return self.press("save")
