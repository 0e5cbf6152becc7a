"""Which way a turn goes: rules as data (`data/routes.yaml`), each with its reason in Korean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any

import yaml

from chat.agent.understanding.extract import extract_turns
from chat.agent.understanding.files import DATA
from chat.agent.understanding.guard import crisis_kinds, is_off_topic
from chat.agent.understanding.types import SELF, Route, RouteDecision
from policies.structured.asking import asks_fields

MAX_LENGTH = 1000
_ANY_DAY = date(2026, 1, 1)  # routing only asks which facts were said, never how old they make one
_FOLLOW_UP = re.compile(
    r"^(?:아니\s|그럼\s|그러면\s|근데\s)?\S{1,14}(?:\s\S{1,10})?(?:은요|는요|은|는|도요|꺼|"
    r"거)[?~!.]*$"
)
_AGAIN = re.compile(r"다시\s?찾|기준으로|말고|우리\s?지역|다른\s?거|더\s?없")
_ABOUT = re.compile(r"(?:그|이|저)\s?(?:거|것|게|건|제도|정책|지원)|그거|이거|그건")
_PERSONAL = re.compile(
    r"(?<![가-힣])(?:저|나|제|내|우리|저희|난|전)(?:는|은|도|가|희|같은|처럼)?(?=[\s,]|$)|제가|"
    r"내가|엄마|어머니|아빠|아버지|남편|아내|"
    r"아들|딸|할머니|할아버지|부모님|부부|동생|낳았|임신\s?(?:\d|중|했)|(?:차상위|수급자|한부모|"
    r"외국인|장애인|임산부|다문화|새터민|탈북민|무직|백수|대학생|직장인|프리랜서|자영업자?|"
    r"미혼모|노인)(?:인데|예요|이에요|입니다|이고|고|라서?|인디)|애\s|애가|애는|아이가|우리"
)
_NUMBERS = re.compile(
    r"\d+\s?(?:살|세|만\s?원|만원|인\s?가구|%|개월)|소득인정액\s?\d|(?:재산|소득)(?:이|은)?\s?\d|"
    r"\d억|혼자\s?(?:사|살)|월급\s?\d|나온|나왔|썼으면|"
    r"받는데|일흔|예순|단독가구"
)
_ASKED = re.compile(
    r"[?？]|(?:나요|까요|가요|는지|은지|을지|려나|죠|니|냐|줘|줘요|주세요|달라|달라고|궁금\S*|"
    r"알고\s?싶\S*|뭐|얼마|어떻게|언제|어디)\s*[.~!ㅠㅜ]*$"
)
_NEARBY = re.compile(
    r"우리\s?(?:지역|동네|시|구|군|도|집\s?근처)|근처|가까운|동네|주변|집\s?근처|집근처"
)
CRISIS_REASON = "위험하실 수 있는 말씀이라 도움받을 곳을 먼저 안내합니다."
ANSWER_REASON = "앞의 질문에 필요한 내용을 알려 주셨습니다."
# Confidence of a decision that no rule took.
UNSURE = 0.5
_CARRIED = frozenset({Route.SEARCH, Route.ELIGIBILITY, Route.APPLICATION_ASSIST})
FOLLOW_REASON = "앞의 질문을 이어서 물으셨습니다."


@dataclass(frozen=True)
class _Rule:
    route: Route
    tool: str | None
    reason: str
    any: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    before: re.Pattern[str] | None
    short: int | None
    follow: bool
    personal: bool
    policies: int
    topic: str | None
    guard: str | None


@dataclass(frozen=True)
class _Turn:
    """What the rules look at."""

    text: str
    context: tuple[str, ...]
    policies: list[str]
    topics: list[str]
    personal: bool


def _compile(pattern: str | None) -> re.Pattern[str] | None:
    return re.compile(pattern, re.IGNORECASE) if pattern else None


@cache
def _rules() -> tuple[tuple[_Rule, ...], RouteDecision]:
    data: dict[str, Any] = yaml.safe_load((DATA / "routes.yaml").read_text(encoding="utf-8"))
    rules = tuple(
        _Rule(
            route=Route(one["route"]), tool=one.get("tool"), reason=one["reason"],
            any=_compile(one.get("any")), unless=_compile(one.get("not")),
            before=_compile(one.get("before")), short=one.get("short"),
            follow=one.get("follow", False), personal=one.get("personal", False),
            policies=int(one.get("policy", 0)), topic=one.get("topic"), guard=one.get("guard"),
        )
        for one in data["rules"]
    )  # fmt: skip
    last = data["fallback"]
    reason, tool = last["reason"], last["tool"]
    fallback = RouteDecision(Route(last["route"]), reason, [], tool, None, UNSURE)
    return rules, fallback


@cache
def _policy_names() -> tuple[re.Pattern[str], dict[str, str]]:
    names: dict[str, str] = {}
    for line in (DATA / "policies.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            said, _, name = line.partition("=")
            names[re.sub(r"\s", "", said)] = name or said
    ordered = sorted(names, key=len, reverse=True)
    return re.compile("|".join(r"\s?".join(map(re.escape, one)) for one in ordered)), names


def policy_mentions(text: str) -> list[str]:
    """Official names of the programmes a text names, in order."""
    pattern, names = _policy_names()
    found = [names[re.sub(r"\s", "", match[0])] for match in pattern.finditer(text)]
    return list(dict.fromkeys(found))


@cache
def ruled_tools() -> frozenset[str]:
    """Tools that some rule chooses; a question for any other is a stranger to the rules."""
    rules, fallback = _rules()
    return frozenset({rule.tool for rule in rules if rule.tool} | {fallback.tool or ""})


def without_policy_names(text: str, *, instead: str) -> str:
    """The text with the names of programmes replaced: what is asked, not what about."""
    return _policy_names()[0].sub(instead, text)


def route(text: str, *, context: Sequence[str] = ()) -> RouteDecision:
    """Where a turn goes, why, and with which tool. `context`: earlier turns, oldest first."""
    text = text.strip()[:MAX_LENGTH]
    if crisis_kinds(text):
        return RouteDecision(Route.CRISIS, CRISIS_REASON)
    before = [turn[:MAX_LENGTH] for turn in context if turn.strip()][-6:]
    turn = _turn(text, tuple(before))
    rules, fallback = _rules()
    decision = next((_decide(rule, turn) for rule in rules if _matches(rule, turn)), None)
    if before and (decision is None or decision.route is Route.SEARCH) and _continues(turn):
        earlier = route(before[-1], context=before[:-1])
        if earlier.route in _CARRIED and (
            decision is None or decision.tool in {None, "search_welfare"}
        ):
            decision = replace(earlier, reason=FOLLOW_REASON, policy_mentions=turn.topics)
    if before and decision is None and _only_tells(text):
        # A bare answer keeps the way of the question it answers.
        earlier = route(before[-1], context=before[:-1])
        if earlier.route in _CARRIED:
            decision = replace(earlier, reason=ANSWER_REASON, policy_mentions=turn.topics)
    decision = decision or replace(fallback, policy_mentions=turn.policies)
    lookup = decision.route in _CARRIED and asks_fields(text)
    return replace(decision, ask=_ask(decision, turn), lookup=lookup)


def first_ask(way: Route, tool: str | None, text: str, context: Sequence[str] = ()) -> str | None:
    """The one fact (or "policy") without which a tool cannot start on a turn."""
    before = tuple(turn[:MAX_LENGTH] for turn in context if turn.strip())[-6:]
    turn = _turn(text.strip()[:MAX_LENGTH], before)
    return _ask(RouteDecision(way, "", turn.topics, tool), turn)


def _only_tells(text: str) -> bool:
    """Whether a turn states facts and asks nothing."""
    told = extract_turns([text], as_of=_ANY_DAY)
    return bool(told.facts) and not told.residual


def tells(text: str) -> bool:
    """Whether a turn states facts and has no form of a question or a request."""
    return not _ASKED.search(text) and bool(extract_turns([text], as_of=_ANY_DAY).facts)


def _turn(text: str, context: tuple[str, ...]) -> _Turn:
    here = policy_mentions(text)
    topics = here or policy_mentions(" ".join((*context, text)))
    return _Turn(text, context, here, topics, is_personal(text, context))


def is_personal(text: str, context: Sequence[str] = ()) -> bool:
    """Whether a turn or one before it speaks of somebody's own case."""
    said = " ".join((*context, text))
    return bool(_PERSONAL.search(said) or _NUMBERS.search(said))


def _continues(turn: _Turn) -> bool:
    short = len(turn.text) <= 30
    return short and bool(_FOLLOW_UP.search(turn.text) or _AGAIN.search(turn.text))


def _matches(rule: _Rule, turn: _Turn) -> bool:
    if rule.guard == "off_topic":
        return is_off_topic(turn.text)
    before = " ".join(turn.context)
    return (
        (rule.any is None or bool(rule.any.search(turn.text)))
        and not (rule.unless and rule.unless.search(turn.text))
        and not (rule.short and len(turn.text) > rule.short)
        and not (rule.follow and not turn.context)
        and not (rule.before and not rule.before.search(before))
        and not (rule.personal and not turn.personal)
        and len(turn.policies) >= rule.policies
        and not (rule.topic and rule.topic not in turn.topics)
    )


def _decide(rule: _Rule, turn: _Turn) -> RouteDecision:
    return RouteDecision(rule.route, rule.reason, turn.topics, rule.tool)


def _ask(decision: RouteDecision, turn: _Turn) -> str | None:
    """The one fact (or "policy") without which the tool cannot start."""
    tool = decision.tool
    said = extract_turns([*turn.context, turn.text], as_of=_ANY_DAY).facts
    known = {key for facts in said.values() for key in facts}
    if tool in {"search_welfare_facility", "search_housing_subscription"}:
        return None if "region" in known else "region" if _wants_place(decision, turn) else None
    if tool in {"search_youth_policy", "search_welfare"} and _NEARBY.search(turn.text):
        return None if "region" in known else "region"
    unnamed = not turn.topics and not turn.context
    if tool == "get_policy_detail" or decision.route is Route.APPLICATION_ASSIST:
        return "policy" if unnamed and _nameless(turn.text) else None
    return _ask_personal(tool, turn, known, said.get(SELF, {}))


def _ask_personal(
    tool: str | None, turn: _Turn, known: set[str], own: dict[str, Any]
) -> str | None:
    if tool == "estimate_long_term_care_copay" and "long_term_care_grade" not in known:
        return "long_term_care_grade"
    if (
        tool == "estimate_basic_livelihood"
        and not {"monthly_income", "median_income_ratio"} & known
    ):
        return None if "소득인정액" in turn.text else "monthly_income"
    by_age = {"부모급여", "아동수당"} & set(turn.topics)
    if tool == "estimate_benefit_amount" and by_age and not {"age", "birth_date"} & known:
        return "birth_date"
    return None


def _wants_place(decision: RouteDecision, turn: _Turn) -> bool:
    return decision.tool == "search_welfare_facility" or bool(_NEARBY.search(turn.text))


def _nameless(text: str) -> bool:
    """Whether a question names nothing it could be about ("서류 뭐 떼가면 돼요?")."""
    rest = re.sub(
        r"그거|이거|그건|그|제도|정책|지원|서류|신청|어떻게|하는|거였죠|뭐|뭘|떼가면|가져가|돼요|"
        r"되나요|좀|자세히|알려\S*|"
        r"어디\S*|방법|어떤|얼마\S*|언제\S*|하나요|해요|해야|준비물|필요\S*|[\s?!.~]", "", text,
    )  # fmt: skip
    return len(rest) <= 3 or bool(_ABOUT.search(text))
