from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = "프로필"
    default_auto_field = "django.db.models.BigAutoField"
