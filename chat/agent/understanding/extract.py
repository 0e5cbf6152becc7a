"""Facts about the asker and the family out of what somebody says (no model needed)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from chat.agent.understanding import care, health, residual
from chat.agent.understanding.ages import ages
from chat.agent.understanding.assign import Ledger
from chat.agent.understanding.clauses import Piece, Reader, raised_children
from chat.agent.understanding.describing import HONOURED
from chat.agent.understanding.english import english, korean_words
from chat.agent.understanding.household import household
from chat.agent.understanding.life import life
from chat.agent.understanding.money import money
from chat.agent.understanding.moods import Mood, is_dead
from chat.agent.understanding.people import Family
from chat.agent.understanding.region import region
from chat.agent.understanding.spacing import spaced
from chat.agent.understanding.types import NOBODY, SELF, Extraction, Found
from chat.agent.understanding.work import medical_aid_kind, work
from policies.numerals import FULL_WIDTH

MAX_LENGTH = 2000
# Told of somebody dead: 79세였어요, 농사 지으셨어요.
_PAST = re.compile(r"[였셨었았]")
_RAISES = re.compile(
    r"(?:제가|내가|저\s?혼자|나\s?혼자|혼자)\s?(?:\S+\s){0,3}?(?:키[우워웁]|기르|길러|"
    r"데리고\s?(?:살|있))"
)
_NUMBER = re.compile(r"[\s,]*\d{2}[\s.~!]*")
# A run without a space of this length states no fact and would only cost time.
_ENDLESS = re.compile(r"\S{150,}")
# Endings as they are often mistyped; what is read instead is as long.
_MISTYPED = {"햇": "했", "됫": "됐", "됬": "됐", "됏": "됐", "셧": "셨", "렷": "렸", "졋": "졌",
             "엿": "였", "앗": "았", "엇": "었", "왓": "왔", "갓": "갔", "잇": "있", "업": "없",
             "여": "요", "오": "요"}  # fmt: skip
_TYPED = re.compile(
    r"[햇됫됬됏셧렷졋엿앗엇왓갓잇](?=[어으는습지고다네던을음데])|(?<![가-힣])업(?=어요|[는습])|"
    r"(?<=[어아해돼봐에예이세네데가나고구지죠래])여(?=[\s.,?!~ㅋㅎㅠㅜ]|$)|"
    r"(?<=[이에])오(?=[\s.,?!~]|$)"
)
# Facts that a piece about a condition or another person never gives, whatever it says.
_SILENT = frozenset({Mood.HYPOTHETICAL, Mood.THIRD, Mood.HEARSAY})


def extract(
    text: str,
    *,
    as_of: date,
    focus: str = SELF,
    known: Mapping[str, Mapping[str, Any]] | None = None,
) -> Extraction:
    """What `text` states about whom on `as_of`; never raises on any text.

    `focus`: member the conversation is about (the last turn's `focus`). `known`: facts of the
    session by member, so that 딸 is the daughter already spoken of and not another child.
    Only the first 2,000 characters are read. Several turns may be joined by line breaks.
    """
    loose = spaced(text[:MAX_LENGTH])
    if loose is not None:
        return loose.restored(_extract(loose.text, as_of, focus, known or {}))
    return _extract(text, as_of, focus, known or {})


def _extract(
    text: str, as_of: date, focus: str, known: Mapping[str, Mapping[str, Any]]
) -> Extraction:
    text, reader, pieces = read_pieces(text, focus=focus, known=known)
    plain, family = reader.text, reader.family
    ledger = Ledger(text, family, as_of, known)
    ledger.bury(reader.lost)
    for piece in pieces:
        _read(piece, ledger, plain)
    ledger.take_people(reader, plain)
    ledger.finish(plain)
    return Extraction(
        facts=ledger.facts(),
        evidence=ledger.evidence(),
        triples=ledger.triples(),
        residual=korean_words(
            plain,
            residual.residual(plain, pieces, ledger.spans(), ledger.spans(removable=True)),
        ),
        members=ledger.members(reader),
        focus=_focus(pieces, ledger, reader, focus),
        denied=ledger.denied,
    )


def read_pieces(
    text: str, *, focus: str, known: Mapping[str, Mapping[str, Any]]
) -> tuple[str, Reader, list[Piece]]:
    """The text with composed Hangul, who is spoken of in it, and its pieces; the reader's text
    is as long as the pieces' offsets count."""
    plain = _plain(text)
    if unicodedata.is_normalized("NFD", plain) and not unicodedata.is_normalized("NFC", plain):
        text = unicodedata.normalize("NFC", text)
        plain = _plain(text)
    reader = Reader(plain, focus, _family(known))
    reader.recent = [*known, focus]
    return text, reader, reader.pieces()


def extract_turns(turns: Iterable[str], *, as_of: date, focus: str = SELF) -> Extraction:
    """One extraction over several turns of one person, later statements correcting earlier."""
    return extract(joined_turns(turns), as_of=as_of, focus=focus)


def joined_turns(turns: Iterable[str]) -> str:
    """Several turns as one text, a line each."""
    return "\n".join(turn.replace("\n", " ") for turn in turns)


def _plain(text: str) -> str:
    """What is read: as long as the text up to the limit, sign for sign."""
    plain = text[:MAX_LENGTH].translate(FULL_WIDTH)
    plain = _TYPED.sub(lambda match: _MISTYPED[match[0]], plain)
    return _ENDLESS.sub(lambda match: " " * len(match[0]), plain)


def _focus(pieces: list[Piece], ledger: Ledger, reader: Reader, focus: str) -> str:
    """Whom the text is about at its end: whoever is asked about, else whose facts were told."""
    alive = [
        one for one in pieces if not (ledger.is_dead(one.subjects[0]) or NOBODY in one.subjects)
    ]
    asked = [one for one in alive if one.asks and one.explicit and len(one.subjects) == 1]
    if asked:
        return asked[-1].subjects[0]
    told = [member for member, keys in ledger.told().items() if keys]
    if told == [SELF] or (SELF in told and focus == SELF):
        return SELF
    last = reader.current[0] if len(reader.current) == 1 else focus
    others = [member for member in told if member != SELF]
    if len(others) == 1:
        return others[0]
    return focus if ledger.is_dead(last) or last == NOBODY else last


def _family(known: Mapping[str, Mapping[str, Any]]) -> Family:
    family = Family()
    for member, facts in known.items():
        if member != SELF:
            family.sexes[member] = facts.get("sex")
    return family


def _read(piece: Piece, ledger: Ledger, text: str) -> None:
    """Take the facts of one piece."""
    if piece.mood in _SILENT:
        return
    if is_dead(piece.text):
        ledger.take_death(piece)
        return
    if not piece.fresh and all(ledger.is_dead(one) for one in piece.subjects):
        gone, honoured = piece.subjects[0], HONOURED.search(piece.text)
        if _PAST.search(piece.text) and not (honoured and ledger.is_heir_told(gone, piece)):
            return
        # 아내 먼저 보내고 혼자 삽니다; 할아버지는 돌아가심 혼자 사심
        left = ledger.left_behind(gone) if honoured else SELF
        piece = replace(piece, subjects=(left,))
    ledger.hand_over(piece, text)
    _take_children(piece, ledger)
    subject = piece.subjects[0]
    named = piece.explicit or piece.subjects != (SELF,)
    words = _without_mention(piece)
    values: list[Found] = [*ages(words, ledger.as_of, subject, first=_bare_counts(piece, ledger))]
    values += region(piece.text)
    values += english(piece.text)
    line_start = max(text.rfind("\n", 0, piece.start) + 1, piece.start - 200)
    told = text[line_start : piece.end]
    values += life(piece.text, ledger.as_of, subject, told)
    values += money(
        piece.text,
        told,
        has_ratio="중위" in text[: piece.start] or ledger.has("median_income_ratio"),
        has_income=ledger.has("monthly_income"),
    )
    values += household(piece.text, piece.clause)
    minor = subject.startswith("child")
    values += work(words if minor else piece.text, told, piece.clause, several=minor)
    values += care.disability(piece.text, told)
    values += care.care_grade(piece.text, told)
    values += care.healthy(piece.text)
    if ledger.has("health_insurance"):
        values += medical_aid_kind(words)
    ahead = not named and ledger.belongs_ahead(piece, text)
    ledger.settle(piece)
    ledger.take(piece, values, ahead=ahead)
    _read_health(piece, ledger, text, ahead=ahead)


def _read_health(piece: Piece, ledger: Ledger, text: str, *, ahead: bool) -> None:
    line_start = max(text.rfind("\n", 0, piece.start) + 1, piece.start - 200)
    told = bool(
        re.search(r"(?<![가-힣])(?:나|저|전|저는|나는|제가|내가)\s", text[line_start : piece.start])
    )
    for said in health.diseases(
        piece.text,
        named=piece.explicit or told,
        asks=piece.asks,
        told=ledger.described(piece.subjects, line_start, piece.end),
    ):
        if ahead and said.stated:
            ledger.wait(said, piece.start)
        elif not ahead:
            ledger.take_disease(piece, said)
    name = ledger.last_disease(piece)
    if name and (unsure := health.UNCONFIRMED.search(piece.text)):
        ledger.take_disease(piece, health.Said("disease", name, None, *unsure.span(), False))
    for said in health.treatments(
        piece.text, ledger.last_disease(piece), text[line_start : piece.end]
    ):
        ledger.take_treatment(piece, said)


def _without_mention(piece: Piece) -> str:
    """The piece with its person word blanked, so that "아빠 59" reads as a bare age."""
    mention = piece.mention
    if mention is None:
        return piece.text
    pattern = re.compile(rf"(?<![가-힣])(?:우리|울|저희|제|내)?\s?{re.escape(mention.word)}")
    match = pattern.search(piece.text)
    return (
        piece.text[: match.start()]
        + " " * (match.end() - match.start())
        + piece.text[match.end() :]
        if match
        else piece.text
    )


def _bare_counts(piece: Piece, ledger: Ledger) -> bool:
    """Whether a bare number may be an age here: right after a person word or 나이."""
    mention = piece.mention
    line = ledger.text[ledger.text.rfind("\n", 0, piece.start) + 1 :].split("\n", 1)[0]
    alone = _NUMBER.fullmatch(piece.text) and line.strip() != piece.text.strip()
    if alone and not ledger.has_age(piece.subjects):
        return True  # 저는 이모예요 47
    return bool(re.search(r"나이", piece.text)) or (
        mention is not None and mention.word in piece.text and not ledger.has_age(piece.subjects)
    )


def _take_children(piece: Piece, ledger: Ledger) -> None:
    if all(one.startswith(("child", "grandchild")) for one in piece.subjects):
        if _RAISES.search(piece.clause) and not ledger.raised:
            ledger.raised = list(piece.subjects)  # 혼자 애 둘 키우는 엄마예요 9살 7살
        return
    if piece.subjects != (SELF,):
        return
    if count := raised_children(piece):
        ledger.raised = ledger.family.several("child", count)
    elif _RAISES.search(piece.text) and not ledger.raised:
        grandchildren = ledger.family.keys_of("grandchild")
        ledger.raised = (
            ledger.family.keys_of("child") or grandchildren
        )  # 아이 둘은 제가 키워요 9살 6살


__all__ = ["extract", "extract_turns"]
