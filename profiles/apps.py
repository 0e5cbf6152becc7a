from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = "프로필"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from policies.people import people_from
        from profiles.people import family_people

        people_from(family_people)
