from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = "대화"
    default_auto_field = "django.db.models.BigAutoField"
