from django.urls import path

from profiles.views import answers, benefits, ledger, matches, members, what_if

app_name = "profiles"
urlpatterns = [
    path("", members.profile_list, name="list"),
    path("benefits/", benefits.benefits, name="benefits"),
    path("benefits/question/", benefits.benefits_question, name="benefits_question"),
    path("benefits/answer/", answers.benefits_answer, name="benefits_answer"),
    path("benefits/decline/", answers.benefits_decline, name="benefits_decline"),
    path("benefits/ask-again/", answers.benefits_ask_again, name="benefits_ask_again"),
    path("benefits/what-if/", what_if.benefits_what_if, name="benefits_what_if"),
    path("benefits/<uuid:profile_id>/", benefits.benefits_member, name="benefits_member"),
    path(
        "benefits/<uuid:profile_id>/<slug:group>/", benefits.benefits_group, name="benefits_group"
    ),
    path("received/", ledger.ledger, name="ledger"),
    path("received/new/", ledger.ledger_add, name="ledger_add"),
    path("received/<uuid:benefit_id>/", ledger.ledger_edit, name="ledger_edit"),
    path("received/<uuid:benefit_id>/end/", ledger.ledger_end, name="ledger_end"),
    path("received/<uuid:benefit_id>/delete/", ledger.ledger_delete, name="ledger_delete"),
    path("new/", members.profile_new, name="new"),
    path("<uuid:profile_id>/", members.profile_edit, name="edit"),
    path("<uuid:profile_id>/main/", members.profile_main, name="main"),
    path("<uuid:profile_id>/delete/", members.profile_remove, name="delete"),
    path("<uuid:profile_id>/matches/", matches.profile_matches, name="matches"),
]
