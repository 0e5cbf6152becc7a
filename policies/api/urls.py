from django.urls.resolvers import URLPattern, URLResolver
from rest_framework.routers import DefaultRouter

from policies.api.views import PolicyViewSet

router = DefaultRouter()
router.include_root_view = False
router.register("policies", PolicyViewSet, basename="api-policy")
urlpatterns: list[URLPattern | URLResolver] = router.urls
