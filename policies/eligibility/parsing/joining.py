"""Pieces of a clause brought together where they are one matter: lists of free words, brackets
in mid-sentence, amounts between groups, lists whose line breaks were lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeGuard

from policies.eligibility.parsing.content import content_words, names_a_group, names_other_aid
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.pieces import Paren, Piece, Sep, Token
from policies.eligibility.rule import AgeGroupCriterion, rule_leaves
from policies.vocabulary import AgeGroup

_AMOUNT = re.compile(
    r"(?:연|월|최대|각|인당|1인당|간)*\d[\d,.]*(?:만|천|백)?원(?:한도|이내|까지)?(?:/\d*인|/월|/년|씩)?"
)
# "수혜자 및 선정(예정)자": the second noun lives on what stands before the first.
_ELLIPSIS = re.compile(
    r"^기?(?:선정|수혜|신청|참여|이용|수급|수령|수료|졸업|이수|예정|대상)(?:\(예정\)|예정)?자$"
)
# How long something must last; the condition behind it does not say so by itself.
LASTING = re.compile(
    r"(?:최근|연속|계속|총)?\d+(?:개월|년|일|주|시간)(?:이상|초과|넘게)(?:계속|연속|동안|간)?"
)
_CHILDREN = frozenset(
    {AgeGroup.CHILD, AgeGroup.INFANT, AgeGroup.PRESCHOOLER, AgeGroup.ADOLESCENT, AgeGroup.BABY}
)


def joined(flat: Flat, stream: Sequence[Token], *, excluding: bool = False) -> list[Token]:
    """Unread words on both sides of a list sign become one piece unless each side names a
    group of people by itself: "정신건강, 진로, 대인관계" is one matter, "피해자, 유가족" are two.
    Words that say nothing of a person fall away."""
    result: list[Token] = []
    for token in stream:
        left = result[-2] if len(result) > 1 else None
        if (
            _is_child_word(token)
            and result
            and _is_free(last := result[-1])
            and last.end == token.start
            and not _is_empty(flat, last)
        ):
            result[-1] = Piece(last.start, token.end)
        elif (
            _is_free(token)
            and left is not None
            and _is_free(left)
            and (result[-1] is Sep.LIST or result[-1] is Sep.OR)
            and (
                _ELLIPSIS.match(flat.text[token.start : token.end])
                or not (_group(flat, left) and (_group(flat, token) or result[-1] is Sep.OR))
            )
        ):
            result[-2:] = [Piece(left.start, token.end)]
        else:
            result.append(token)
    kept = [
        each for each in result if not _is_empty(flat, each) or (excluding and _is_aid(flat, each))
    ]
    return _run_together(_without_amounts(flat, _bridged(flat, kept)))


def _bridged(flat: Flat, stream: list[Token]) -> list[Token]:
    """A bracket in the middle of unread words ("최근 12개월(신청일 전월 기준) 적립일수가 …") does
    not part them."""
    result: list[Token] = []
    for token in stream:
        if (
            _is_free(token)
            and len(result) > 1
            and isinstance(result[-1], Paren)
            and _is_free(first := result[-2])
            and not _group(flat, first)
        ):
            result[-2:] = [Piece(first.start, token.end)]
        else:
            result.append(token)
    return result


def _without_amounts(flat: Flat, stream: list[Token]) -> list[Token]:
    """Amounts between groups ("수급자 연 30만원 차상위계층 연 25만원") part them as commas do."""
    result: list[Token] = []
    for token in stream:
        words = flat.text[token.start : token.end] if _is_free(token) else ""
        result.append(Sep.LIST if _AMOUNT.fullmatch(words) else token)
    while result and isinstance(result[-1], Sep):
        result.pop()
    return result


def _run_together(stream: list[Token]) -> list[Token]:
    """A flattened list, its line breaks lost: "시민(신분증) 근로자(재직증명서) 임산부(…)". From the
    second bracket on, what follows one opens a new element."""
    closed = [i for i, token in enumerate(stream[:-1]) if isinstance(token, Paren)]
    fresh = [i for i in closed if isinstance(stream[i + 1], Piece)]
    if len(fresh) < 2:
        return stream
    result: list[Token] = []
    for index, token in enumerate(stream):
        result.append(token)
        if index in fresh:
            result.append(Sep.OR)
    return result


def _is_aid(flat: Flat, token: Token) -> bool:
    return _is_free(token) and names_other_aid(flat.text[token.start : token.end])


def _is_free(token: Token) -> TypeGuard[Piece]:
    return isinstance(token, Piece) and token.found is None


def _is_child_word(token: Token) -> TypeGuard[Piece]:
    """A word for children without an age, which only ends what stands before it ("결식우려
    아동")."""
    if not isinstance(token, Piece) or token.found is None:
        return False
    leaves = rule_leaves(token.found.rule)
    return any(isinstance(x, AgeGroupCriterion) and x.group in _CHILDREN for x in leaves)


def _group(flat: Flat, piece: Piece) -> bool:
    return names_a_group(flat.text[piece.start : piece.end])


def _is_empty(flat: Flat, token: Token) -> bool:
    if not isinstance(token, Piece) or token.found is not None:
        return False
    if LASTING.fullmatch(flat.text[token.start : token.end]):
        return False
    return not content_words(flat.words(token.start, token.end))
