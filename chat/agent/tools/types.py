"""What a tool is given and what it gives back; serialised to text only at the model's edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from chat.querysets import Owner
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.types import Estimate
from policies.retrieval.types import RegionFilter
from policies.vocabulary import Section


class ResultStatus(StrEnum):
    """How a call ended; the kinds of "nothing" are told apart."""

    OK = "ok"
    NEEDS_USER_INPUT = "needs_user_input"
    INVALID = "invalid"  # an argument is wrong; `problems` says which in Korean
    NOT_FOUND = "not_found"  # looked for in the data, nothing there
    NO_SUCH_POLICY = "no_such_policy"  # no policy goes by the name that was said
    UNAVAILABLE = "unavailable"  # the data or a part of the system is away
    SIGN_IN = "sign_in"  # a personal tool without an account


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class UserInput(_Frozen):
    """The one thing the person must say first: argument, question and reason in Korean."""

    argument: str
    question: str
    reason: str = ""


class ResultItem(_Frozen):
    """One thing found. `kind`: policy, section, office, document, benefit, member, term,
    notice, figure …; `score` 0..1 within the call; a policy's `section` with `start`/`end`
    points at the sentence `content` was taken from."""

    id: str
    title: str
    content: str = ""
    kind: str = "policy"
    score: float = 1.0
    url: str = ""
    version_id: int | None = None
    section: Section | None = None
    start: int | None = None
    end: int | None = None
    metadata: dict[str, Any] = {}


class RetrievalResult(_Frozen):
    """Result of a tool. `source` names the tool, `query` what was looked for, `summary` the
    result in one or two Korean sentences; `graph_summary` the relations walked, if any."""

    source: str
    status: ResultStatus = ResultStatus.OK
    query: str = ""
    summary: str = ""
    items: list[ResultItem] = []
    total: int | None = None
    estimate: Estimate | None = None
    graph_summary: str = ""
    notices: list[str] = []
    problems: dict[str, str] = {}
    needs_user_input: UserInput | None = None


@dataclass(frozen=True)
class ToolContext:
    """Who asks and what is known: facts by family member, where they live, the whole question.

    A stranger (MCP, HTTP without a token) has `owner` None and no facts.
    """

    as_of: date
    owner: Owner | None = None
    members: dict[str, ApplicantFacts] = field(default_factory=dict)
    focus: str = "self"
    region: RegionFilter | None = None
    question: str = ""
    policies: tuple[str, ...] = ()  # names of policies in talk, the nearest first
    named: tuple[str, ...] = ()  # those that turns were about, one by one, the last one first

    @property
    def facts(self) -> ApplicantFacts:
        """Facts of the member in focus; nothing known but the day where there are none."""
        return self.members.get(self.focus) or ApplicantFacts(as_of=self.as_of)

    def kept(self) -> dict[str, Any]:
        """All but the account, as JSON: a call can be made again from it (`of_kept`)."""
        return {
            "as_of": self.as_of.isoformat(),
            "members": {
                member: facts.model_dump(mode="json", exclude_defaults=True)
                for member, facts in self.members.items()
            },
            "focus": self.focus,
            "region": None if self.region is None else vars(self.region),
            "question": self.question,
            "policies": list(self.policies),
            "named": list(self.named),
        }

    @classmethod
    def of_kept(cls, kept: Mapping[str, Any]) -> ToolContext:
        """A stranger's context with what was kept of another."""
        region = kept["region"]
        return cls(
            as_of=date.fromisoformat(kept["as_of"]),
            members={
                member: ApplicantFacts.model_validate(facts)
                for member, facts in kept["members"].items()
            },
            focus=kept["focus"],
            region=None if region is None else RegionFilter(**region),
            question=kept["question"],
            policies=tuple(kept["policies"]),
            named=tuple(kept["named"]),
        )
