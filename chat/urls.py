from django.urls import path

from chat import views

app_name = "chat"
urlpatterns = [
    path("", views.room, name="room"),
    path("chat/ask/", views.ask, name="ask"),
    path("chat/correct/", views.correct, name="correct"),
    path("chat/<uuid:conversation_id>/", views.conversation, name="conversation"),
    path("chat/<uuid:conversation_id>/delete/", views.delete, name="delete"),
    path("chat/history/", views.history, name="history"),
]
