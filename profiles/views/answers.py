"""Answering the next best question: asked, confirmed, then saved; or declined."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from profiles.answers import AnswerForm, answer_save
from profiles.views.benefits import family_benefits
from profiles.views.declined import ask_again, decline, declined_of

_MOVED_ON = "그 사이 여쭤볼 것이 달라졌어요. 새 질문을 봐 주세요."
SAVE, EDIT = "save", "edit"


@login_required
@never_cache
@require_POST
def benefits_answer(request: HttpRequest) -> HttpResponse:
    """Checks an answer and shows what would be saved; saves it when that is confirmed.

    Only the question that is open now is taken, so nothing else gets into a profile.
    """
    family = family_benefits(request)
    question = family.question(declined_of(request)) if family.family else None
    if question is None or question.key != request.POST.get("key"):
        messages.warning(request, _MOVED_ON)
        return redirect("profiles:benefits")
    form = AnswerForm(request.POST, question=question, family=family.family, as_of=family.as_of)
    wanted = request.POST.get("do")
    context = {"question": question, "form": form, "asking": True}
    if not form.is_valid():
        return render(request, "profiles/answer.html", context, status=422)
    if wanted == EDIT:
        return render(request, "profiles/answer.html", context)
    chosen = form.chosen()
    if wanted != SAVE:
        context |= {"asking": False, "chosen": chosen, "sent": _sent(request)}
        return render(request, "profiles/answer.html", context)
    answer_save(profiles=chosen, values=form.answered())
    names = ", ".join(each.name for each in chosen)
    messages.success(request, f"{names}의 정보에 저장했어요. 바뀐 결과를 보여 드릴게요.")
    return redirect("profiles:benefits")


@login_required
@require_POST
def benefits_decline(request: HttpRequest) -> HttpResponse:
    """말하고 싶지 않아요: the question does not come back in this session."""
    key = request.POST.get("key", "")[:100]
    if key:
        decline(request, key)
        messages.info(request, "알겠어요. 이 질문은 다시 여쭤보지 않을게요.")
    return redirect("profiles:benefits")


@login_required
@require_POST
def benefits_ask_again(request: HttpRequest) -> HttpResponse:
    """Declined questions may be asked again."""
    ask_again(request)
    return redirect("profiles:benefits")


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What was sent, to be sent again with the confirmation."""
    skipped = {"csrfmiddlewaretoken", "do"}
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in skipped
        for value in values
    ]
