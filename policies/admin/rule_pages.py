"""What the pages of a rule share: finding it, who may decide, the frame of the site."""

from __future__ import annotations

from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import URLPattern, path

from accounts.models import User
from policies.admin.base import KeptAdmin
from policies.models import EligibilityRule

CHANGE = "admin:policies_eligibilityrule_change"
CHANGELIST = "admin:policies_eligibilityrule_changelist"


class RulePages(KeptAdmin[EligibilityRule]):
    """Base of the views on one rule; each names its own paths in `rule_urls`."""

    def rule_urls(self) -> list[URLPattern]:
        """Paths below a rule's address, before those of the admin."""
        return []

    def get_urls(self) -> list[URLPattern]:
        return [*self.rule_urls(), *super().get_urls()]

    def rule_path(self, name: str, view: Any) -> URLPattern:
        """`<rule>/<name>/` as admin:policies_eligibilityrule_<name>."""
        found: URLPattern = path(
            f"<path:object_id>/{name}/",
            self.admin_site.admin_view(view),
            name=f"policies_eligibilityrule_{name}",
        )
        return found

    def rule_seen(self, request: HttpRequest, object_id: str) -> EligibilityRule:
        """The rule, for who may see it."""
        rule = self.get_object(request, object_id)
        if rule is None:
            raise Http404
        if not self.has_view_permission(request, rule):
            raise PermissionDenied
        return rule

    def rule_decided(self, request: HttpRequest, object_id: str) -> EligibilityRule:
        """The rule, for who may decide on it."""
        rule = self.rule_seen(request, object_id)
        if not self.has_change_permission(request, rule):
            raise PermissionDenied
        return rule

    def caseworker(self, request: HttpRequest) -> User:
        return cast(User, request.user)
