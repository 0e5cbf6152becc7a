"""Trying a rule with facts, and keeping the person as a test case."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse
from pydantic import ValidationError

from policies.admin.correct import CorrectViews
from policies.admin.decision import decision_view
from policies.admin.trial import CaseForm, TrialForm
from policies.eligibility.evaluate import evaluate
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import Rule, rule_from_data
from policies.korean import josa
from policies.models import EligibilityRule, SavedCase
from policies.services.cases import CaseInvalid, case_facts, case_save, cases_for

TRY = "admin:policies_eligibilityrule_try"
SAVE_NEW, SAVE_OVER = "save_new", "save_over"


class TrialViews(CorrectViews):
    def rule_urls(self) -> list[URLPattern]:
        return [self.rule_path("try", self.try_view), *super().rule_urls()]

    def try_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Evaluate the rule for the facts of the form; they are stored only when asked for."""
        rule = self.rule_seen(request, object_id)
        try:
            tree = rule_from_data(rule.tree)
        except ValidationError:
            error = "규칙의 형식이 올바르지 않아 시험할 수 없습니다."
            context = self.framed(request, _title(rule), rule=rule, error=error)
            return TemplateResponse(request, "admin/policies/eligibilityrule/try.html", context)
        case = _case(request, rule)
        form, case_form = _forms(request, rule, tree, case)
        context = self.framed(
            request,
            _title(rule),
            rule=rule,
            form=form,
            case=case,
            case_form=case_form,
            cases=cases_for([rule.policy_id]),
            may_add=request.user.has_perm("policies.add_savedcase"),
            may_change=_may_rewrite(request, case),
        )
        if case is not None and request.method != "POST":
            decision = evaluate(tree, case_facts(case.facts), bundled_tables())
            context["decision"] = decision_view(decision)
        if form.is_valid():
            if request.POST.get("do") in (SAVE_NEW, SAVE_OVER):
                saved = self._save_case(request, rule, form, case_form, case)
                if saved is not None:
                    return redirect(f"{reverse(TRY, args=[rule.pk])}?case={saved.pk}")
            context["decision"] = decision_view(evaluate(tree, form.facts(), bundled_tables()))
        return TemplateResponse(request, "admin/policies/eligibilityrule/try.html", context)

    def _save_case(
        self,
        request: HttpRequest,
        rule: EligibilityRule,
        form: TrialForm,
        case_form: CaseForm,
        case: SavedCase | None,
    ) -> SavedCase | None:
        """The stored case; None, with what is wrong said, where it was not stored."""
        over = request.POST.get("do") == SAVE_OVER
        allowed = _may_rewrite(request, case) if over else self._may_add(request)
        if not allowed:
            self.message_user(request, "시험 사례를 저장할 권한이 없습니다.", messages.ERROR)
            return None
        if not case_form.is_valid():
            return None
        data = case_form.cleaned_data
        try:
            saved = case_save(
                facts=form.facts(),
                name=data["name"],
                family=data["family"],
                user=self.caseworker(request),
                policy=rule.policy if data["only_here"] else None,
                expected={str(rule.policy_id): data["expected"]},
                case=case if over else None,
            )
        except CaseInvalid as error:
            case_form.add_error("name", str(error))
            return None
        said = f"시험 사례 {josa(str(saved), '을/를')} 저장했습니다."
        self.message_user(request, said, messages.SUCCESS)
        return saved

    def _may_add(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("policies.add_savedcase"))


def _title(rule: EligibilityRule) -> str:
    return f"이 규칙 시험해 보기: {rule.policy.name}"


def _case(request: HttpRequest, rule: EligibilityRule) -> SavedCase | None:
    """The saved case named in the address, of those that are tried on this policy."""
    wanted = request.GET.get("case", "")
    if not wanted.isdecimal():
        return None
    ids = [case.pk for case in cases_for([rule.policy_id])]
    return get_object_or_404(SavedCase, pk=int(wanted), pk__in=ids)


def _may_rewrite(request: HttpRequest, case: SavedCase | None) -> bool:
    """Imported gold cases stay as they were imported."""
    return (
        case is not None and not case.case_id and request.user.has_perm("policies.change_savedcase")
    )


def _forms(
    request: HttpRequest, rule: EligibilityRule, tree: Rule, case: SavedCase | None
) -> tuple[TrialForm, CaseForm]:
    """Facts and name as they were sent, or as the case has them; a loaded case is judged."""
    known: dict[str, Any] = case.facts if case is not None else {}
    naming: dict[str, Any] = {}
    if case is not None:
        naming = {
            "name": case.name,
            "family": case.family,
            "expected": case.expected.get(str(rule.policy_id), ""),
            "only_here": case.policy_id is not None,
        }
    sent = request.POST if request.method == "POST" else None
    case_form = CaseForm(sent, prefix="case", initial=naming, label_suffix="")
    return TrialForm(tree, sent, known=known), case_form
