"""Chunks and morpheme postings of a policy version."""

from __future__ import annotations

from typing import Any

from policies.documents.chunks import ReadAttachment, attachment_chunks
from policies.models import (
    LexicalPosting,
    Policy,
    PolicyAttachment,
    PolicyChunk,
    PolicyVersion,
)
from policies.retrieval.chunking import Chunk, chunk_policy
from policies.retrieval.morphemes import term_counts
from policies.services.embed import vectors_copy
from policies.vocabulary import Section

# Of one attachment: a guide of 300 pages has about 1,000 pieces, each of which is embedded.
ATTACHMENT_CHUNKS = 1_500
ATTACHMENT_CHARS = 500_000


def version_index(*, version: PolicyVersion, policy: Policy) -> int:
    """Chunks with postings for `version`; those of older versions go. Returns the count.

    Unchanged texts keep their vectors: embedding looks them up by content hash.
    """
    sections = {Section(name): text for name, text in version.sections.items()}
    extra = [*policy.aliases, *policy.keywords]
    pieces = chunk_policy(policy.name, sections, keywords=extra)
    files = list(version.attachments.filter(status=PolicyAttachment.Status.PARSED))
    chunks = PolicyChunk.objects.bulk_create(
        [
            *(_chunk(policy, version, piece) for piece in pieces),
            *_attachment_chunks(policy, version, files, first=len(pieces)),
        ]
    )
    # Title and everyday words count once, the sections as they are: BM25 works on the whole.
    counts = term_counts("\n".join([policy.name, *extra, *sections.values()]))
    version.term_count = counts.total()
    # Words of the attachments are found, but a long guide must not make its policy's own words
    # count less: each stands once, and the length of the version stays that of its sections.
    for term in term_counts("\n".join(file.text[:ATTACHMENT_CHARS] for file in files)):
        counts.setdefault(term, 1)
    LexicalPosting.objects.bulk_create(
        (
            LexicalPosting(version=version, term=term, frequency=min(count, 32_000))
            for term, count in counts.items()
        ),
        batch_size=2000,
    )
    version.save(update_fields=["term_count"])
    # By their ids: with a join the planner may walk the whole table where statistics are young.
    older = list(policy.versions.exclude(pk=version.pk).values_list("pk", flat=True))
    if older:
        LexicalPosting.objects.filter(version_id__in=older).delete()
    _carry_vectors(policy, version)
    PolicyChunk.objects.filter(policy=policy).exclude(version=version).delete()
    return len(chunks)


def _chunk(policy: Policy, version: PolicyVersion, chunk: Chunk, **place: Any) -> PolicyChunk:
    return PolicyChunk(
        policy=policy,
        version=version,
        section=chunk.section,
        ordinal=chunk.ordinal,
        start=chunk.start,
        end=chunk.end,
        text=chunk.text,
        content_hash=chunk.content_hash,
        **place,
    )


def _attachment_chunks(
    policy: Policy, version: PolicyVersion, files: list[PolicyAttachment], *, first: int
) -> list[PolicyChunk]:
    chunks: list[PolicyChunk] = []
    for file in files:
        read = ReadAttachment(file.name, file.text, file.read_blocks())
        pieces = attachment_chunks(policy.name, read, first=first + len(chunks))
        for piece in pieces[:ATTACHMENT_CHUNKS]:
            place = {"attachment": file, "page": piece.page, "place": piece.label[:120]}
            chunks.append(_chunk(policy, version, piece.chunk, **place))
    return chunks


def _carry_vectors(policy: Policy, version: PolicyVersion) -> None:
    """Copy vectors of the policy's older chunks whose text is the same."""
    hashes = list(
        PolicyChunk.objects.filter(policy=policy)
        .exclude(version=version)
        .values_list("content_hash", flat=True)
    )
    if hashes:
        vectors_copy(hashes=hashes)
