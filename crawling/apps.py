from django.apps import AppConfig


class CrawlingConfig(AppConfig):
    name = "crawling"
    verbose_name = "수집"
    default_auto_field = "django.db.models.BigAutoField"
