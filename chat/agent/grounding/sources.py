"""What a line may rest on: cited spans, what code says of each policy, the person's facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from chat.answer import Answer, CitationOut, PolicyItem
from policies.vocabulary import VERDICT_LABELS, Section


@dataclass(frozen=True)
class Source:
    """A text that belongs to one policy; `section` None when code wrote it."""

    policy_id: str
    text: str
    section: Section | None = None


@dataclass(frozen=True)
class Grounds:
    """Everything an answer's lines may rest on.

    `facts` are labels of what the person told ("나이: 만 72세"); `spoken` texts whose words,
    but not whose figures, may be repeated; `conclusion` may be repeated with its counts.
    """

    citations: dict[int, CitationOut]
    policies: dict[str, PolicyItem] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    conclusion: str = ""
    labels: tuple[str, ...] = tuple(VERDICT_LABELS.values())

    @property
    def only_policy(self) -> set[str]:
        """The policy meant where none is named: there is no other."""
        return set(self.policies) if len(self.policies) == 1 else set()

    @property
    def told(self) -> list[str]:
        """Texts whose words may be repeated without a source."""
        return [*self.spoken, *self.facts, self.conclusion, *self.labels]

    def by_length(self) -> list[tuple[str, str]]:
        """(id, name) of the policies, long names first: one inside another is not meant."""
        pairs = {key: item.name for key, item in self.policies.items()}
        for citation in self.citations.values():
            pairs.setdefault(citation.policy_id, citation.policy_name)
        return sorted(pairs.items(), key=lambda pair: -len(pair[1]))

    def told_of(self, policy_id: str) -> list[Source]:
        """What code itself says of a policy: verdict, reasons, dates, contacts, addresses."""
        item = self.policies.get(policy_id)
        if item is None:
            return []
        texts = [reason.text for reason in item.reasons]
        texts += [missing.question for missing in item.missing]
        texts += [item.deadline, item.apply_url, item.detail_url, item.verdict_label]
        texts += [f"문의 전화 {contact}" for contact in item.contacts]
        if item.year:
            texts.append(f"{item.year}년 기준")
        return [Source(policy_id, text) for text in texts if text]

    def names_in(self, ids: Iterable[str]) -> list[str]:
        """Names of policies, their agencies and regions."""
        ids = set(ids)
        names = [c.policy_name for c in self.citations.values() if c.policy_id in ids]
        for key in ids & set(self.policies):
            item = self.policies[key]
            names += [item.name, item.agency, item.region, *item.contacts]
        return names


def grounds_of(answer: Answer, *, facts: Iterable[str] = (), spoken: Iterable[str] = ()) -> Grounds:
    """The grounds of a structured answer."""
    return Grounds(
        citations={citation.ordinal: citation for citation in answer.citations},
        policies={item.policy_id: item for item in answer.items},
        facts=tuple(facts),
        spoken=tuple(spoken),
        conclusion=answer.conclusion,
    )
