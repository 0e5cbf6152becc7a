"""Searchable pieces of a version: text, morpheme postings and vectors."""

from __future__ import annotations

from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast
from pgvector.django import HnswIndex, VectorField

from policies.models.attachment import PolicyAttachment
from policies.models.policy import Policy, PolicyVersion
from policies.vocabulary import Section

SECTION_CHOICES = [(section.value, section.value) for section in Section]


class PolicyChunk(models.Model):
    """A piece of one section of a policy's current version, or of one of its attachments.

    `start`/`end` are character offsets into that section's or attachment's text; `text` is
    what is embedded and indexed, with the title in front. `page` and `place` say where in the
    attachment it stands.
    """

    policy = models.ForeignKey(Policy, models.CASCADE, related_name="chunks", verbose_name="정책")
    version = models.ForeignKey(
        PolicyVersion, models.CASCADE, related_name="chunks", verbose_name="버전"
    )
    section = models.CharField("항목", max_length=20, choices=SECTION_CHOICES)
    ordinal = models.PositiveIntegerField("순서")
    start = models.PositiveIntegerField("시작")
    end = models.PositiveIntegerField("끝")
    text = models.TextField("본문")
    content_hash = models.CharField("내용 해시", max_length=64, db_index=True)
    attachment = models.ForeignKey(
        PolicyAttachment,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="chunks",
        verbose_name="붙임",
    )
    page = models.PositiveIntegerField("쪽", null=True, blank=True)
    place = models.CharField("자리", max_length=120, blank=True)

    class Meta:
        verbose_name = "검색 조각"
        verbose_name_plural = "검색 조각"
        ordering = ["version", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "ordinal"], name="policies_chunk_ordinal_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section} {self.ordinal}"


class LexicalPosting(models.Model):
    """Term of the lexical index: `frequency` times in the whole version."""

    version = models.ForeignKey(
        PolicyVersion, models.CASCADE, related_name="postings", verbose_name="버전"
    )
    term = models.CharField("형태소", max_length=60)
    frequency = models.PositiveSmallIntegerField("빈도")

    class Meta:
        verbose_name = "형태소 색인"
        verbose_name_plural = "형태소 색인"
        indexes = [
            models.Index(
                fields=["term"], include=["version", "frequency"], name="policies_posting_term"
            ),
            models.Index(
                fields=["version", "term"],
                include=["frequency"],
                name="policies_posting_version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.term}×{self.frequency}"


class LexicalTerm(models.Model):
    """A frequent word with the number of policies it stands in, as counted last.

    The row of the empty term holds the number of all policies and their average length.
    """

    term = models.CharField("형태소", max_length=60, primary_key=True)
    policies = models.PositiveIntegerField("정책 수")
    average_length = models.FloatField("평균 길이", default=0)

    class Meta:
        verbose_name = "잦은 형태소"
        verbose_name_plural = "잦은 형태소"

    def __str__(self) -> str:
        return f"{self.term}×{self.policies}"


class Embedding(models.Model):
    """Vector of a chunk by one embedding model.

    Each model has a partial HNSW index of its own: a query never meets vectors of another.
    """

    chunk = models.ForeignKey(
        PolicyChunk, models.CASCADE, related_name="embeddings", verbose_name="조각"
    )
    model_name = models.CharField("모델", max_length=60)
    model_version = models.CharField("모델 버전", max_length=30)
    dimension = models.PositiveSmallIntegerField("차원")
    vector = VectorField("벡터")

    class Meta:
        verbose_name = "임베딩"
        verbose_name_plural = "임베딩"
        constraints = [
            models.UniqueConstraint(
                fields=["chunk", "model_name", "model_version"], name="policies_embedding_unique"
            ),
        ]
        indexes = [
            HnswIndex(
                OpClass(Cast("vector", VectorField(dimensions=384)), name="vector_cosine_ops"),
                name="policies_emb_e5small",
                m=16,
                ef_construction=64,
                condition=Q(model_name="multilingual-e5-small"),
            ),
            HnswIndex(
                OpClass(Cast("vector", VectorField(dimensions=1536)), name="vector_cosine_ops"),
                name="policies_emb_openai3s",
                m=16,
                ef_construction=64,
                condition=Q(model_name="text-embedding-3-small"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chunk_id} {self.model_name}"
