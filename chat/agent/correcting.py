"""Facts as they were understood, and what becomes of them when the person corrects one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from chat.agent.asking import OPTIONS
from chat.agent.describe import NOTHING, fact_label, free_label
from chat.agent.facts import member_name
from chat.agent.understanding import merge_member, reply
from chat.answer import HeardOut
from chat.protocol import Correction
from policies.korean import particle

# Never shown: it belongs to the income beside it.
_HIDDEN = {"income_is_recognised"}
# Whose sex the word for them says: nobody needs to confirm that a mother is a woman.
_SEX_IN_NAME = {
    "mother",
    "father",
    "grandmother",
    "grandfather",
    "mother_in_law",
    "father_in_law",
}
_YES_NO = {"near_poor", "veteran", "owns_home", "infertility_treatment"}
CONFIRM = "맞는지 확인해 주세요"
_SAVED_STAYS = "저장된 가족 정보는 바꾸지 않았어요."
Members = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Corrected:
    """The member's facts after a correction. `before` is what was struck, `after` what was
    put in its place, {} where nothing was."""

    facts: dict[str, Any]
    before: Any
    after: dict[str, Any]


def heard(
    said: Members, *, asked: Mapping[str, str] = NOTHING, unsure: Iterable[Sequence[str]] = ()
) -> list[HeardOut]:
    """The facts of a turn one by one; `asked`: by key, Poly's question that a free fact answers,
    `unsure` the member, key and item of facts that the person is asked to confirm."""
    found = [one for member, facts in said.items() for one in _heard_of(member, facts, asked)]
    open_ones = {tuple(one) for one in unsure}
    return [
        one.model_copy(update={"confirm": CONFIRM})
        if (one.member, one.key, one.item) in open_ones
        else one
        for one in found
    ]


def _heard_of(
    member: str, facts: Mapping[str, Any], asked: Mapping[str, str]
) -> Iterator[HeardOut]:
    whose = "" if member == "self" else f"{member_name(member)} · "
    for key, value in facts.items():
        if key in _HIDDEN or (key == "sex" and member in _SEX_IN_NAME):
            continue
        for item, label in _labels(key, value, asked):
            yield HeardOut(
                member=member,
                key=key,
                item=item,
                label=f"{whose}{label}",
                options=_options(key, label),
            )


def _labels(key: str, value: Any, asked: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(item, label) of a fact: one of each entry of a list, of each free fact."""
    if key == "other":
        for name, answer in value.items():
            yield name, free_label(name, answer, asked)
    elif isinstance(value, list) and value:
        for entry in value:
            yield str(entry), fact_label(key, [entry])
    else:
        yield "", fact_label(key, value)


def _options(key: str, label: str) -> list[str]:
    """The other answers of a question with few."""
    choices = ["네", "아니요"] if key in _YES_NO or key == "other" else OPTIONS.get(key, [])
    return [one for one in choices if not label.endswith(f": {one}")]


def corrected(known: Mapping[str, Any], correction: Correction, *, as_of: date) -> Corrected | None:
    """One member's facts after a correction; None where its value cannot be read."""
    key, item = correction.key, correction.item
    new: dict[str, Any] = {}
    if correction.value:
        asked = f"other.{item}" if key == "other" else key
        new = reply(asked, correction.value, as_of=as_of)
        if not new:
            return None
    facts, before = without(known, key, item)
    if isinstance(new.get(key), list):
        # One entry was corrected: the others stay.
        rest = facts.get(key, [])
        new[key] = [*rest, *(one for one in new[key] if one not in rest)]
        facts.pop(key, None)
    return Corrected(merge_member(facts, new), before, new)


def without(known: Mapping[str, Any], key: str, item: str = "") -> tuple[dict[str, Any], Any]:
    """The facts without one of them, or without one entry of it, and what was taken out."""
    facts = dict(known)
    value = facts.pop(key, None)
    if key == "monthly_income":
        facts.pop("income_is_recognised", None)
    if not item:
        return facts, value
    if isinstance(value, dict):
        rest: Any = {name: one for name, one in value.items() if name != item}
        taken = value.get(item)
    elif isinstance(value, list):
        rest = [one for one in value if str(one) != item]
        taken = next((one for one in value if str(one) == item), None)
    else:
        return facts, value
    if rest:
        facts[key] = rest
    return facts, taken


def with_struck(struck: Any, correction: Correction, before: Any) -> dict[str, Any]:
    """The values that are not so, with one more: a saved profile that says the same must not
    bring it back."""
    if before is None:
        return dict(struck)
    of_member = dict(struck.get(correction.member, {}))
    value = {correction.item: before} if correction.key == "other" else before
    of_member[correction.key] = [*of_member.get(correction.key, []), value]
    return {**struck, correction.member: of_member}


def correction_note(correction: Correction, result: Corrected | None) -> str:
    """What became of a correction, in a sentence."""
    if result is None:
        return (
            f"‘{correction.value}’{particle(correction.value, '이/가')} 무엇을 뜻하는지 알 수 없어 "
            "아직 고치지 않았어요. 조금 다르게 적어 주시겠어요?"
        )
    label = correction.label
    if not result.after:
        return f"‘{label}’{particle(label, '은/는')} 빼고 다시 답할게요. {_SAVED_STAYS}"
    names = [one.label for one in heard({correction.member: result.after})]
    shown = correction.value if correction.key == "other" else ", ".join(names)
    return (
        f"‘{label}’{particle(label, '을/를')} ‘{shown}’{particle(shown, '으로/로')} 고쳐서 "
        f"다시 답할게요. {_SAVED_STAYS}"
    )
