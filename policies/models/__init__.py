"""Models of the app; every module is imported here so that Django registers it."""

from policies.models.case import SavedCase
from policies.models.chunk import Embedding, LexicalPosting, PolicyChunk
from policies.models.policy import Policy, PolicyRelation, PolicyVersion
from policies.models.reference import DataVersion, ReferenceValue
from policies.models.rule import EligibilityRule, RuleAction, RuleRevision, RuleStatus
from policies.models.taxonomy import Agency, LifeStage, Region, TargetGroup, Theme

__all__ = [
    "Agency",
    "DataVersion",
    "EligibilityRule",
    "Embedding",
    "LexicalPosting",
    "LifeStage",
    "Policy",
    "PolicyChunk",
    "PolicyRelation",
    "PolicyVersion",
    "ReferenceValue",
    "Region",
    "RuleAction",
    "RuleRevision",
    "RuleStatus",
    "SavedCase",
    "TargetGroup",
    "Theme",
]
