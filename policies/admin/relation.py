"""Relations of a policy on its page: where they are known from, added and rejected by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from policies.models import Policy, PolicyRelation
from policies.models.policy import SECTION_LABELS
from policies.services.relations import relation_add, relation_reject
from policies.vocabulary import Section


class RelationForm(forms.ModelForm[PolicyRelation]):
    """What is known keeps its other end and its kind; only whether it holds is decided."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["target"].disabled = True
            self.fields["kind"].disabled = True

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        target = self.cleaned_data.get("target")
        if target is not None and target.pk == self.instance.origin_id:
            raise forms.ValidationError("정책은 자기 자신과 관계를 맺을 수 없습니다.")
        return data

    class Meta:
        model = PolicyRelation
        fields = ["target", "kind", "rejected"]


class RelationInline(admin.TabularInline[PolicyRelation, Policy]):
    """Outgoing relations. Known ones are kept and may be rejected; new ones are the person's."""

    model = PolicyRelation
    form = RelationForm
    fk_name = "origin"
    verbose_name = "다른 정책과의 관계"
    verbose_name_plural = "다른 정책과의 관계"
    extra = 0
    autocomplete_fields = ["target"]
    fields = ["target", "kind", "known_from", "evidence", "rejected"]
    readonly_fields = ["known_from", "evidence"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="근거")
    def known_from(self, relation: PolicyRelation) -> str:
        if relation.pk is None:
            return "담당자"
        return f"{relation.get_provenance_display()} (확신도 {relation.confidence:.1f})"

    @admin.display(description="근거 문장")
    def evidence(self, relation: PolicyRelation) -> SafeString | str:
        if not relation.quote:
            return "–"
        label = SECTION_LABELS.get(Section(relation.section), relation.section)
        return format_html("{}: “{}”", label, relation.quote)


def relations_save(formset: Any) -> None:
    """Store what the inline says through the services; the lists are for the admin's history."""
    formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
    for form in formset.forms:
        if not form.has_changed():
            continue
        data = form.cleaned_data
        relation = form.instance
        if relation.pk is None:
            made = relation_add(
                origin=formset.instance,
                target=data["target"],
                kind=data["kind"],
                rejected=data["rejected"],
            )
            formset.new_objects.append(made)
        else:
            relation_reject(relation=relation, rejected=data["rejected"])
            formset.changed_objects.append((relation, form.changed_data))
