"""Chunks and morpheme postings of a policy version."""

from __future__ import annotations

from policies.models import LexicalPosting, Policy, PolicyChunk, PolicyVersion
from policies.retrieval.chunking import chunk_policy
from policies.retrieval.morphemes import term_counts
from policies.services.embed import vectors_copy
from policies.vocabulary import Section


def version_index(*, version: PolicyVersion, policy: Policy) -> int:
    """Chunks with postings for `version`; those of older versions go. Returns the count.

    Unchanged texts keep their vectors: embedding looks them up by content hash.
    """
    sections = {Section(name): text for name, text in version.sections.items()}
    extra = [*policy.aliases, *policy.keywords]
    chunks = PolicyChunk.objects.bulk_create(
        PolicyChunk(
            policy=policy,
            version=version,
            section=chunk.section,
            ordinal=chunk.ordinal,
            start=chunk.start,
            end=chunk.end,
            text=chunk.text,
            content_hash=chunk.content_hash,
        )
        for chunk in chunk_policy(policy.name, sections, keywords=extra)
    )
    # Title and everyday words count once, the sections as they are: BM25 works on the whole.
    counts = term_counts("\n".join([policy.name, *extra, *sections.values()]))
    LexicalPosting.objects.bulk_create(
        (
            LexicalPosting(version=version, term=term, frequency=min(count, 32_000))
            for term, count in counts.items()
        ),
        batch_size=2000,
    )
    version.term_count = counts.total()
    version.save(update_fields=["term_count"])
    # By their ids: with a join the planner may walk the whole table where statistics are young.
    older = list(policy.versions.exclude(pk=version.pk).values_list("pk", flat=True))
    if older:
        LexicalPosting.objects.filter(version_id__in=older).delete()
    _carry_vectors(policy, version)
    PolicyChunk.objects.filter(policy=policy).exclude(version=version).delete()
    return len(chunks)


def _carry_vectors(policy: Policy, version: PolicyVersion) -> None:
    """Copy vectors of the policy's older chunks whose text is the same."""
    hashes = list(
        PolicyChunk.objects.filter(policy=policy)
        .exclude(version=version)
        .values_list("content_hash", flat=True)
    )
    if hashes:
        vectors_copy(hashes=hashes)
