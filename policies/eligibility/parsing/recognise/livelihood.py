"""기초생활수급자 and its four benefits, and 의료급여 수급권자 by class.

Terms: 국민기초생활 보장법 제2조 (1호 수급권자, 2호 수급자, 10호 차상위계층), 제7조 (급여의 종류);
의료급여법 제3조 (1종, 2종).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise.phrases import (
    after_bracket,
    is_priority,
    law_pattern,
    law_start,
    negation_end,
)
from policies.eligibility.rule import (
    AnyOf,
    BasicLivelihoodCriterion,
    HealthInsuranceCriterion,
    Rule,
)
from policies.vocabulary import BasicLivelihood, HealthInsurance

LAW = r"국민(?:기초생활(?:보장)?|생활기초)(?:보장)?법(?:률)?"
# "같은 법" carries on the law named before it, which the item's own words then settle.
LAWS = law_pattern(rf"{LAW}|기초생활보장법?|의료급여법|(?:같은|동)(?:법|조|항)")

_WHO = r"(?:수급(?:권자|자격자|대상자|자(?!격))|수금자|대상자)"
_HOME = r"(?:가구(?!당|원수)|세대(?!주|원)|가정)?"
_ONE = (
    r"(?:기초)?(?:생계|의료|주거|교육)(?!차상위|급여선정)(?:급여|보호)?(?:수급권자|수급자(?!격))?"
)
_KINDS = rf"{_ONE}(?:(?:[,·/.()~]|및|또는|와|과|이나|나|혹은)*{_ONE})*"
_BENEFIT = re.compile(r"생계|의료|주거|교육")

_RECIPIENT = re.compile(
    # 기초생활수급자, 국민기초생활보장 수급권자, 기초수급 가구, 생활보장수급자
    rf"(?:국민)?기초(?:생[활할]{{0,2}})?(?:보장)?(?:법)?(?:제도)?(?:상의?)?(?:맞춤형)?(?:급여)?(?:의)?"
    rf"(?:수[급금](?:권자|자격자|대상자|자(?!격)|계층|대상)?(?!여부|자격|비대상|비율|증명|기간|중지|탈락|액|품){_HOME}"
    rf"|생활자)"
    rf"|(?:국민)?생활(?:보장|보호)(?:법)?(?:수급권자|수급자|대상자){_HOME}"
    rf"|맞춤형급여수급(?:권)?자{_HOME}|기초생활보장에따른수급자{_HOME}"
    # a member of a list, where the noun is left out
    r"|(?:국민)?기초생활보장(?:대상자|가구|(?=[,·/)]|및차상위|$))"
    r"|(?:국민)?기초(?:생활)?(?=[,·/및]{1,2}(?:법정)?차상위)"
)
_BARE = re.compile(
    rf"(?:복지|비)?수급(?:권자|자)(?!격|별|비율|선정|에게|가(?!구|정|아닌)|의경우){_HOME}"
)
# Ends a word before a bare 수급자 that does not name what is received.
_BEFORE_BARE = re.compile(
    r"(?:^|[^가-힣]|의|인|는|른|한|은|및|또는|이나|거주|주민|시민|구민|군민|둔|관내"
    r"|이상|이하|미만|있는|사는|중|[시군구도])$"
)
_POVERTY = re.compile(
    r"차상위|기초생활|기초수급|생계|의료급여|한부모|저소득|주거급여|교육급여|독거|공공임대"
)
_BESIDE_NEAR_POOR = re.compile(r"(?:[,·/]|및|또는|와|과|이나)(?:법정)?차상위")
_OTHER_RECEIPT = re.compile(
    r"실업|구직|육아휴직|재취업|고용보험|유족|장해|산재|활동지원|이직|바우처|보훈|(?<!차상위)장애수당|국민연금"
)
_NARROWED = re.compile(
    rf"[(\[]?(?:중|중에서|가운데|인|의|-|:|,)?[(\[]?(?P<kinds>{_KINDS})(?:급여)?"
    rf"(?:{_WHO}|자(?![녀]))?{_HOME}(?:에한함|만|전체|모두|포함)?[)\]]?(?![가-힣]{{0,2}}제외)"
)
_BENEFITS = re.compile(
    rf"(?:(?:국민)?(?:기초생활보장|기초생활)(?:급여)?[(]?)?(?P<kinds>{_KINDS})(?P<word>[)·,]?급여)?[)]?"
    rf"(?P<who>(?:중(?:1개이상|어느하나에해당하는급여를받는)|등)?(?:{_WHO}|자(?=[로,·)]|$)|수급){_HOME}|를?받(?:고있)?는(?:자|가구|사람)?|{_HOME})"
)
_BLOCKED = re.compile(r"(?:수선유지|긴급|차상위|타법|타|기타|특례|자활|출산|해산)$|지원$")
_CLASS = r"(?:제?[12]종(?:[,·및또는/~]{1,2}2종|,2종)?|1[,·]2종)"
_MEDICAL = re.compile(
    rf"(?:(?P<first>{_CLASS})(?:의)?)?(?:기초)?(?:(?P<name>의료(?:급여|보호)))?(?:수급권자|수급자|대상자)?"
    rf"[(]?(?P<second>{_CLASS})?[)]?(?P<who>(?:수급권자|수급자|대상자)?{_HOME})"
)
_EXPLAINS = re.compile(
    r"(?!.*(?:제외|\d세|장애|한부모))(?:소득인정액)?(?:기준)?(?:중위소득)?(?:의)?\d{2}%(?:이하|이내|미만|내)?"
    r"|(?:맞춤형급여|증명서).{0,12}"
)


def basic(*benefits: BasicLivelihood) -> BasicLivelihoodCriterion:
    """Recipient of any of the benefits, of any at all when none is named."""
    wanted = list(benefits) or list(BasicLivelihood)
    return BasicLivelihoodCriterion(criterion="basic_livelihood", any_of=wanted)


def _named(words: str) -> list[BasicLivelihood]:
    return [BasicLivelihood(name) for name in dict.fromkeys(_BENEFIT.findall(words))]


def _found(
    flat: Flat, start: int, end: int, rule: Rule, confidence: float = 1.0
) -> Iterator[Found]:
    text = flat.text
    if is_priority(text, start, end):
        return
    begin = law_start(text, start, LAWS)
    end = after_bracket(text, end, _EXPLAINS)
    turned = negation_end(text, end)
    yield Found(
        begin,
        end if turned is None else turned,
        rule,
        Kind.GROUP,
        "recipient",
        confidence,
        negated=turned is not None or text.startswith("비수급", start),
    )


def _narrowed(text: str, end: int) -> tuple[list[BasicLivelihood], int]:
    """Benefits that follow a word for recipients: "(생계, 의료)", "중 생계급여 대상자"."""
    kinds = _NARROWED.match(text, end)
    if kinds is None:
        return [], end
    lead = text[end : kinds.start("kinds")]
    opened = "(" in lead or "[" in lead
    listed = "급여" in kinds.group() or re.search(_WHO, kinds.group()) is not None
    if not (opened or (lead and lead not in (",", "-") and listed)):
        return [], end
    if opened and text[kinds.end() - 1] not in ")]":
        return [], end
    return _named(kinds["kinds"]), kinds.end()


def recipients(flat: Flat, setting: Setting) -> Iterator[Found]:
    """기초생활수급자 under its names, narrowed to the benefits that follow."""
    text = flat.text
    for word in _RECIPIENT.finditer(text):
        if text[max(0, word.start() - 2) : word.start()] in ("차상", "노령"):
            continue
        benefits, end = _narrowed(text, word.end())
        confidence = 1.0 if "수" in word.group() or "자" in word.group() else 0.9
        yield from _found(flat, word.start(), end, basic(*benefits), confidence)


def _is_bare(flat: Flat, start: int, end: int) -> bool:
    """Whether a 수급자 without a benefit before it can only mean 기초생활수급자."""
    text = flat.text
    if law_start(text, start, LAWS) < start:
        law = text[law_start(text, start, LAWS) : start]
        return "의료급여법" not in law
    if not flat.starts_word(start) or not _BEFORE_BARE.search(text[:start]):
        return False
    if _BESIDE_NEAR_POOR.match(text, end) or negation_end(text, end):
        return True
    return bool(_POVERTY.search(text)) and not _OTHER_RECEIPT.search(text)


def bare_recipients(flat: Flat, setting: Setting) -> Iterator[Found]:
    """수급자 alone: by the law named before it, or among words for poor people."""
    for word in _BARE.finditer(flat.text):
        if _is_bare(flat, *word.span()):
            benefits, end = _narrowed(flat.text, word.end())
            yield from _found(flat, word.start(), end, basic(*benefits), 0.9)


def benefits(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Recipients of named benefits: "생계·의료급여 수급자", "기초생계, 의료"."""
    text = flat.text
    for match in _BENEFITS.finditer(text):
        kinds, who, words = match["kinds"], match["who"], match.group()
        start, end = match.span()
        who = who or (kinds.endswith("자") and kinds)
        begins = flat.starts_word(start) or _BEFORE_BARE.search(text[:start])
        if _BLOCKED.search(text[max(0, start - 6) : start]) or not begins:
            continue
        is_named = "급여" in words or "보호" in kinds or "수급" in words
        rest = text[end : end + 3]
        ends = not rest[:1].isalnum() or re.match(
            r"등|및|또는|와|과|중|인(?![가-힣])|의(?!료)|이상|이하", rest
        )
        if not who and not ((is_named or kinds.startswith("기초")) and ends):
            continue
        if who and not (is_named or kinds.startswith("기초")):
            continue
        if words.count(")") > words.count("("):
            # The bracket was opened before the kinds, so what follows it is not theirs.
            end = start + words.rindex(")")
        named = _named(kinds)
        rule: Rule = basic(*named)
        if named == [BasicLivelihood.MEDICAL]:
            rule = AnyOf(any_of=[rule, medical_aid(None)])
        yield from _found(flat, start, end, rule)


def medical_aid(classes: str | None) -> HealthInsuranceCriterion:
    """Medical-aid classes named in the words, both when none is."""
    kinds = [
        kind
        for sign, kind in (
            ("1", HealthInsurance.MEDICAL_AID_1),
            ("2", HealthInsurance.MEDICAL_AID_2),
        )
        if classes is None or sign in classes
    ]
    return HealthInsuranceCriterion(criterion="health_insurance", one_of=kinds)


def medical_aid_classes(flat: Flat, setting: Setting) -> Iterator[Found]:
    """의료급여 with its class: "의료급여 1종", "1종 수급권자", "의료급여 수급권자(1종, 2종)"."""
    text = flat.text
    for match in _MEDICAL.finditer(text):
        classes = (match["first"] or "") + (match["second"] or "")
        named = match["name"] or (match["first"] and "자" in match.group())
        if not classes or not named or not flat.starts_word(match.start()):
            continue
        end = match.end()
        words = match.group()
        if words.endswith(")") and "(" not in words:
            end -= 1
        yield from _found(flat, match.start(), end, medical_aid(classes))


def medical_aid_by_law(flat: Flat, setting: Setting) -> Iterator[Found]:
    """「의료급여법」에 따른 수급권자."""
    for word in _BARE.finditer(flat.text):
        start = law_start(flat.text, word.start(), LAWS)
        if "의료급여법" in flat.text[start : word.start()]:
            rule = AnyOf(any_of=[basic(BasicLivelihood.MEDICAL), medical_aid(None)])
            yield from _found(flat, word.start(), word.end(), rule)


READERS = (recipients, bare_recipients, benefits, medical_aid_classes, medical_aid_by_law)
