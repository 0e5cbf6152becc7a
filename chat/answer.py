"""The structured answer: the same whether the composer or a model wrote it."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, computed_field

from policies.vocabulary import Section, Verdict


class Outcome(StrEnum):
    """How a turn ended; the three kinds of absence are kept apart."""

    ANSWERED = "answered"
    ASKED = "asked"
    NOT_FOUND_IN_DATA = "not_found_in_data"
    NO_SUCH_POLICY = "no_such_policy"
    SOURCE_UNAVAILABLE = "source_unavailable"
    SMALLTALK = "smalltalk"
    OUT_OF_SCOPE = "out_of_scope"
    CRISIS = "crisis"
    BLOCKED = "blocked"
    SAVED = "saved"
    RESET = "reset"


class RuleBasis(StrEnum):
    """What a verdict rests on."""

    APPROVED = "approved"
    CATALOGUED = "catalogued"
    DRAFT = "draft"
    NO_RULE = "no_rule"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class CitationOut(_Model):
    """A stored span of a section, or of the attachment `attachment_id`, which `section_label`
    then names with its place. `verified` False shows as "확인하지 못함", never as passed."""

    ordinal: int
    policy_id: str
    policy_name: str
    version_id: int
    section: Section
    section_label: str
    attachment_id: int | None = None
    start: int
    end: int
    quote: str
    source_title: str = ""
    source_url: str = ""
    collected_on: date | None = None
    verified: bool = True


class ClaimCheck(StrEnum):
    """What became of a claim's check; `NOT_CHECKED` shows as "확인하지 못함"."""

    SUPPORTED = "supported"
    NOT_CHECKED = "not_checked"


class Claim(_Model):
    """A sentence with the ordinals of the citations that support it. In `Answer.lines` the
    text carries its citations as [n]; elsewhere they are only listed."""

    text: str
    citations: list[int] = []
    check: ClaimCheck = ClaimCheck.SUPPORTED

    @computed_field  # type: ignore[prop-decorator]
    @property
    def unchecked(self) -> str:
        """What the page says beside a claim whose check did not run."""
        return "확인하지 못함" if self.check is ClaimCheck.NOT_CHECKED else ""


class ReasonOut(_Model):
    """One criterion's state in a whole sentence."""

    state: str
    text: str
    citations: list[int] = []
    exclusion: bool = False


class MissingOut(_Model):
    """A fact that would decide, with the question that asks for it."""

    key: str
    question: str


class LinkOut(_Model):
    """Another policy that this one leads to, with the reason in a sentence; `quote` is the
    sentence of the source that says so, "" where none does."""

    id: str
    name: str
    reason: str
    quote: str = ""


class PolicyItem(_Model):
    """Card of one policy for one person."""

    policy_id: str
    name: str
    agency: str
    region: str
    verdict: Verdict
    verdict_label: str
    basis: RuleBasis
    basis_label: str
    outdated: bool = False
    reasons: list[ReasonOut] = []
    missing: list[MissingOut] = []
    benefit: list[Claim] = []
    application: list[Claim] = []
    documents: list[Claim] = []
    deadline: str = ""
    contacts: list[str] = []
    apply_url: str = ""
    detail_url: str = ""
    collected_on: date | None = None
    year: int | None = None
    stale: str = ""
    flip_on: date | None = None
    exclusive: list[LinkOut] = []
    related: list[LinkOut] = []


class AskOption(_Model):
    label: str
    value: str


class AskOut(_Model):
    """One question back, with the reason it is asked and quick replies."""

    key: str
    question: str
    reason: str = ""
    options: list[AskOption] = []


class HeardOut(_Model):
    """One fact as a turn understood it, to be struck or changed by the person. `item` is the
    entry meant of a list, or the name of a free fact; `options` answers ready to be tapped.
    `confirm` is said beside a fact that only a model has read, "" beside the others."""

    member: str
    key: str
    item: str = ""
    label: str
    confirm: str = ""
    options: list[str] = []


class Answer(_Model):
    """Conclusion first, then cards, steps and sources. `lines` are the text of the answer,
    whoever wrote it; `differences` what sources of one programme state differently. `note`
    stands before everything else: that a fact was corrected, or that a rested talk goes on,
    with what can be chosen then."""

    outcome: Outcome
    member: str = "self"
    note: str = ""
    note_options: list[AskOption] = []
    heard: list[HeardOut] = []
    conclusion: str
    lines: list[Claim] = []
    differences: list[Claim] = []
    items: list[PolicyItem] = []
    next_steps: list[str] = []
    notices: list[str] = []
    citations: list[CitationOut] = []
    suggestions: list[str] = []
    understood: list[str] = []
    ask: AskOut | None = None
    composer: str = "extractive"
