"""Family profiles as a resource: the user's own, nobody else's."""

from __future__ import annotations

from typing import Any

from django.urls.resolvers import URLPattern, URLResolver
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter
from rest_framework.serializers import BaseSerializer

from profiles.errors import BenefitRefused
from profiles.ledger import benefits_of
from profiles.ledger_services import benefit_add, benefit_delete, benefit_update
from profiles.models import Profile, ReceivedBenefit
from profiles.querysets import ProfileQuerySet, ReceivedBenefitQuerySet
from profiles.selectors import family_of
from profiles.serializers import ProfileSerializer, ReceivedBenefitSerializer
from profiles.services import profile_create, profile_delete, profile_set_main, profile_update


class ProfileViewSet(viewsets.ModelViewSet[Profile]):
    """List, read, add, change and delete members of one's own family."""

    serializer_class = ProfileSerializer
    permission_classes = (IsAuthenticated,)
    queryset = Profile.objects.none()

    def get_queryset(self) -> ProfileQuerySet:
        return family_of(self.request.user)

    def perform_create(self, serializer: BaseSerializer[Profile]) -> None:
        user: Any = self.request.user
        serializer.instance = profile_create(user=user, values=serializer.validated_data)

    def perform_update(self, serializer: BaseSerializer[Profile]) -> None:
        profile = self.get_object()
        profile_update(profile=profile, values=serializer.validated_data)
        serializer.instance = self.get_object()

    def perform_destroy(self, instance: Profile) -> None:
        profile_delete(profile=instance)

    @action(detail=True, methods=["post"], url_path="set-main")
    def set_main(self, request: Request, pk: str) -> Response:
        """Make this member the one conversations start with."""
        profile = profile_set_main(profile=self.get_object())
        return Response(self.get_serializer(profile).data)


class ReceivedBenefitViewSet(viewsets.ModelViewSet[ReceivedBenefit]):
    """List, read, add, change and delete what one's own family receives."""

    serializer_class = ReceivedBenefitSerializer
    permission_classes = (IsAuthenticated,)
    queryset = ReceivedBenefit.objects.none()

    def get_queryset(self) -> ReceivedBenefitQuerySet:
        return benefits_of(self.request.user)

    def perform_create(self, serializer: BaseSerializer[ReceivedBenefit]) -> None:
        values = dict(serializer.validated_data)
        profile = values.pop("profile")
        try:
            serializer.instance = benefit_add(profile=profile, values=values)
        except BenefitRefused as refused:
            raise ValidationError({refused.field: [refused.message]}) from None

    def perform_update(self, serializer: BaseSerializer[ReceivedBenefit]) -> None:
        benefit = self.get_object()
        try:
            serializer.instance = benefit_update(
                benefit=benefit, values=dict(serializer.validated_data)
            )
        except BenefitRefused as refused:
            raise ValidationError({refused.field: [refused.message]}) from None

    def perform_destroy(self, instance: ReceivedBenefit) -> None:
        benefit_delete(benefit=instance)


router = DefaultRouter()
router.include_root_view = False
router.register("profiles", ProfileViewSet, basename="api-profile")
router.register("received-benefits", ReceivedBenefitViewSet, basename="api-received-benefit")
urlpatterns: list[URLPattern | URLResolver] = router.urls
