from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    name = "policies"
    verbose_name = "정책"
    default_auto_field = "django.db.models.BigAutoField"
