from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "계정"
    default_auto_field = "django.db.models.BigAutoField"
