from django.urls import path

from policies import views

app_name = "policies"
urlpatterns = [
    path("", views.policy_list, name="list"),
    path("<uuid:policy_id>/", views.policy_detail, name="detail"),
]
