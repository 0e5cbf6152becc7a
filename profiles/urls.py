from django.urls import path

from profiles.views import matches, members

app_name = "profiles"
urlpatterns = [
    path("", members.profile_list, name="list"),
    path("new/", members.profile_new, name="new"),
    path("<uuid:profile_id>/", members.profile_edit, name="edit"),
    path("<uuid:profile_id>/main/", members.profile_main, name="main"),
    path("<uuid:profile_id>/delete/", members.profile_remove, name="delete"),
    path("<uuid:profile_id>/matches/", matches.profile_matches, name="matches"),
]
