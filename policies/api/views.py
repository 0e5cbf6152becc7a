"""Policies as a resource: list and detail. Searching is an operation of its own."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from policies.api.serializers import PolicyDetailSerializer, PolicySerializer
from policies.forms import PolicySearchForm
from policies.models import Policy
from policies.querysets import PolicyQuerySet
from policies.selectors import policies_matching, with_list_relations

_FILTERS = ("sido", "sigungu", "life_stage", "target_group", "theme", "status")


class PolicyViewSet(viewsets.ReadOnlyModelViewSet[Policy]):
    """Published policies, open to everybody."""

    permission_classes = (AllowAny,)
    queryset = Policy.objects.none()

    def get_queryset(self) -> PolicyQuerySet:
        if self.action != "list":
            return with_list_relations(Policy.objects.published())
        form = PolicySearchForm({name: self.request.GET.get(name, "") for name in _FILTERS})
        if not form.is_valid():
            raise ValidationError(form.errors.get_json_data())
        found = policies_matching(form.wanted()).once_each()
        return with_list_relations(found.order_by("name", "id"))

    def get_serializer_class(self) -> type[BaseSerializer[Policy]]:
        return PolicySerializer if self.action == "list" else PolicyDetailSerializer

    @extend_schema(parameters=[OpenApiParameter(name, str) for name in _FILTERS])
    def list(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Policies that have not ended, or those of one status, narrowed by the filters; of one
        programme that several sources hold the record that leads."""
        return super().list(request, *args, **kwargs)
