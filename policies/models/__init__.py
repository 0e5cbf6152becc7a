"""Models of the app; every module is imported here so that Django registers it."""

from policies.models.attachment import PolicyAttachment
from policies.models.case import SavedCase
from policies.models.chunk import Embedding, LexicalPosting, LexicalTerm, PolicyChunk
from policies.models.embedding_run import EmbeddingFailure, EmbeddingModelState, EmbeddingRun
from policies.models.entity import Entity
from policies.models.facility import WelfareFacility
from policies.models.group import PolicyGroup, PolicySignature
from policies.models.housing import CompetitionStat, HousingNotice, RentalComplex
from policies.models.listing import Listing, ListingRound
from policies.models.policy import Policy, PolicyRelation, PolicyVersion
from policies.models.reference import DataVersion, ReferenceValue
from policies.models.rule import EligibilityRule, RuleAction, RuleRevision, RuleStatus
from policies.models.source_check import SourceCheck
from policies.models.taxonomy import Agency, Law, LifeStage, Region, TargetGroup, Theme
from policies.models.vocabulary import VocabularyEntry, VocabularyRevision

__all__ = [
    "Agency",
    "CompetitionStat",
    "DataVersion",
    "EligibilityRule",
    "Embedding",
    "EmbeddingFailure",
    "EmbeddingModelState",
    "EmbeddingRun",
    "Entity",
    "HousingNotice",
    "Law",
    "LexicalPosting",
    "LexicalTerm",
    "LifeStage",
    "Listing",
    "ListingRound",
    "Policy",
    "PolicyAttachment",
    "PolicyChunk",
    "PolicyGroup",
    "PolicyRelation",
    "PolicySignature",
    "PolicyVersion",
    "ReferenceValue",
    "Region",
    "RentalComplex",
    "RuleAction",
    "RuleRevision",
    "RuleStatus",
    "SavedCase",
    "SourceCheck",
    "TargetGroup",
    "Theme",
    "VocabularyEntry",
    "VocabularyRevision",
    "WelfareFacility",
]
