"""Conversations as a resource: the owner's own, to read and to delete."""

from __future__ import annotations

from typing import ClassVar

from django.db.models import QuerySet
from django.urls.resolvers import URLPattern, URLResolver
from rest_framework import mixins, serializers, viewsets
from rest_framework.permissions import IsAuthenticated
from rest_framework.routers import DefaultRouter

from chat.models import Conversation, Message


class MessageSerializer(serializers.ModelSerializer[Message]):
    """What was said; `answer` is the structured answer of an assistant message."""

    class Meta:
        model = Message
        fields: ClassVar = ["id", "turn", "role", "text", "answer", "created_at"]


class ConversationSerializer(serializers.ModelSerializer[Conversation]):
    class Meta:
        model = Conversation
        fields: ClassVar = ["id", "title", "created_at", "last_active_at"]


class ConversationDetailSerializer(ConversationSerializer):
    messages = MessageSerializer(many=True, read_only=True)

    class Meta(ConversationSerializer.Meta):
        fields: ClassVar = [*ConversationSerializer.Meta.fields, "messages"]


class ConversationViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    viewsets.GenericViewSet[Conversation],
):
    """List, read and delete one's own conversations; asking is an operation (`/api/chat`)."""

    permission_classes = (IsAuthenticated,)
    queryset = Conversation.objects.none()

    def get_queryset(self) -> QuerySet[Conversation]:
        return Conversation.objects.for_user(self.request.user).prefetch_related("messages")

    def get_serializer_class(self) -> type[ConversationSerializer]:
        return ConversationSerializer if self.action == "list" else ConversationDetailSerializer


router = DefaultRouter()
router.include_root_view = False
router.register("conversations", ConversationViewSet, basename="api-conversation")
urlpatterns: list[URLPattern | URLResolver] = router.urls
