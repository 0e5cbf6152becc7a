"""Correction of a rule by a form: edit, see what it does, save."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern

from policies.admin.editor import edited, kind_choices
from policies.admin.impact import impact_view
from policies.admin.labels import GROUPS
from policies.admin.review import ReviewViews
from policies.admin.rule_pages import CHANGE
from policies.admin.sketch import (
    SketchInvalid,
    Workbench,
    sketch_of_post,
    sketch_of_tree,
    unread_node,
)
from policies.admin.tree import marked_sections, rule_view, unread_spans
from policies.models import EligibilityRule
from policies.services.impact import rule_impact
from policies.services.rule_audit import tree_in_force
from policies.services.rules import ReviewRefused, RuleChanged, rule_correct, rule_tokens

EDIT, CHECK, RENEW, SAVE, STAY = "edit", "check", "renew", "save", "stay"


class CorrectViews(ReviewViews):
    def rule_urls(self) -> list[URLPattern]:
        return [self.rule_path("correct", self.correct_view), *super().rule_urls()]

    def correct_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The form; its buttons are named `do`, as "action" or "action:place"."""
        rule = self.rule_decided(request, object_id)
        desk = _Desk(rule)
        if request.method != "POST":
            # Quotes that a changed source does not have any more are shown at once.
            return self._form(request, desk, check=rule.version_id != desk.version.pk)
        desk.token = request.POST.get("token", "")
        desk.reason = request.POST.get("reason", "")
        action, _, place = request.POST.get("do", STAY).partition(":")
        try:
            desk.sketch = sketch_of_post(request.POST)
            if action in (CHECK, RENEW, SAVE):
                return self._proceed(request, desk, action)
            desk.act(action, place, request.POST.get(f"{place}-new", ""))
        except SketchInvalid:
            self.message_user(request, "그렇게 바꿀 수 없습니다.", messages.ERROR)
        return self._form(request, desk, check=False)

    def _proceed(self, request: HttpRequest, desk: _Desk, action: str) -> HttpResponse:
        """To the preview or past it; back to the form while anything is wrong."""
        result = edited(desk.sketch, desk.texts, check=True)
        if result.tree is None:
            return self._form(request, desk, check=True)
        if action == RENEW:
            desk.token = rule_tokens([desk.rule.pk])[desk.rule.pk]
        if action != SAVE:
            return self._preview(request, desk, result.tree)
        try:
            made = rule_correct(
                rule=desk.rule,
                tree=result.tree,
                user=self.caseworker(request),
                reason=desk.reason,
                token=desk.token,
            )
        except ReviewRefused as error:
            stale = isinstance(error, RuleChanged)
            return self._preview(request, desk, result.tree, error=str(error), stale=stale)
        self.log_decision(request, made, "규칙을 수정했습니다.", desk.reason)
        self.message_user(request, "고친 규칙을 저장하고 적용했습니다.", messages.SUCCESS)
        return redirect(CHANGE, made.pk)

    def _form(self, request: HttpRequest, desk: _Desk, *, check: bool) -> HttpResponse:
        result = edited(desk.sketch, desk.texts, check=check)
        view = rule_view(desk.rule.tree, desk.texts, unparsed=desk.rule.unparsed)
        context = self.framed(
            request,
            f"규칙 수정: {desk.rule.policy.name}",
            rule=desk.rule,
            version=desk.version,
            token=desk.token,
            reason=desk.reason,
            root=result.root,
            wrong=result.wrong,
            kinds=kind_choices(),
            group_kinds=list(GROUPS.items()),
            sections=marked_sections(desk.texts, view),
            unread=view.unread,
            outdated=desk.rule.version_id != desk.version.pk,
        )
        return TemplateResponse(request, "admin/policies/eligibilityrule/correct.html", context)

    def _preview(
        self,
        request: HttpRequest,
        desk: _Desk,
        tree: dict[str, Any],
        *,
        error: str = "",
        stale: bool = False,
    ) -> HttpResponse:
        before = tree_in_force(desk.rule.policy_id)
        impact = rule_impact(policy_id=desk.rule.policy_id, before=before, after=tree)
        context = self.framed(
            request,
            f"저장하기 전에 확인: {desk.rule.policy.name}",
            rule=desk.rule,
            token=desk.token,
            reason=desk.reason,
            pairs=desk.sketch.posted(),
            old=rule_view(desk.rule.tree, desk.texts, against=tree),
            new=rule_view(tree, desk.texts, against=desk.rule.tree),
            impact=impact_view(impact.to_data()),
            error=error,
            stale=stale,
        )
        return TemplateResponse(request, "admin/policies/eligibilityrule/preview.html", context)


class _Desk:
    """A rule under correction, beside the source as it is now."""

    def __init__(self, rule: EligibilityRule) -> None:
        self.rule = rule
        self.version = rule.policy.current_version or rule.version
        self.texts: dict[str, str] = self.version.sections
        self.token = rule_tokens([rule.pk])[rule.pk]
        self.reason = ""
        self.sketch = sketch_of_tree(rule.tree)

    def act(self, action: str, place: str, kind: str) -> None:
        """What a button of the form does to the sketch. Raises SketchInvalid."""
        if action in (EDIT, STAY):
            return
        bench = Workbench(self.sketch)
        if action == "unread":
            spans = unread_spans(self.texts, self.rule.unparsed)
            if not place.isdecimal() or int(place) >= len(spans):
                raise SketchInvalid(place)
            section, _, text = spans[int(place)]
            bench.append(unread_node(section.value, text))
        else:
            bench.do(action, place, kind)
        self.sketch = bench.root
