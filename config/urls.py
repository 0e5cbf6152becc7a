"""Addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.api import api
from config.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("policies/", include("policies.urls")),
    path("profiles/", include("profiles.urls")),
    path("account/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("_allauth/", include("allauth.headless.urls")),
    path("api/v1/", include("policies.api.urls")),
    path("api/v1/", include("profiles.api")),
    path("api/v1/", include("chat.resources")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/", api.urls),
    path("", include("chat.urls")),
]
if settings.ADMIN_ENABLED:
    urlpatterns.append(path("admin/", admin.site.urls))
