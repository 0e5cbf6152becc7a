"""Chunks and morpheme postings of policy versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

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
_MOST = 32_000
# By term: rows that belong together in the index of all policies are written together.
_POSTINGS = """
INSERT INTO policies_lexicalposting (version_id, term, frequency)
SELECT * FROM unnest(%s::bigint[], %s::text[], %s::smallint[]) AS p (version, term, frequency)
ORDER BY p.term, p.version
"""


@dataclass(frozen=True)
class Words:
    """Terms of a version as `words_of` counts them, and those of the files of its record."""

    counts: Mapping[str, int]
    of_files: Collection[str] = ()

    @property
    def length(self) -> int:
        """Length of the version for BM25: attachments do not count."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class Indexing:
    """A version to be indexed. `words` None: its texts are analysed now."""

    policy: Policy
    version: PolicyVersion
    words: Words | None = None


def words_of(
    *,
    name: str,
    everyday: Iterable[str],
    sections: Mapping[str, str],
    files: Sequence[PolicyAttachment],
) -> Words:
    """Title and everyday words count once, the sections as they are: BM25 works on the whole."""
    # In one order, whatever way the sections took: JSON of the database has an order of its own.
    texts = (sections[section] for section in Section if section in sections)
    return Words(term_counts("\n".join([name, *everyday, *texts])), _file_words(files))


def version_index(*, version: PolicyVersion, policy: Policy) -> int:
    """`versions_index` of one version."""
    return versions_index(rows=[Indexing(policy, version)])


def versions_index(*, rows: Sequence[Indexing]) -> int:
    """Chunks with postings for versions, each of another policy; those of older versions go.
    Returns the number of chunks.

    Unchanged texts keep their vectors: embedding looks them up by content hash.
    """
    files: dict[int, list[PolicyAttachment]] = {}
    for file in PolicyAttachment.objects.filter(
        version__in=[row.version.pk for row in rows], status=PolicyAttachment.Status.PARSED
    ):
        files.setdefault(file.version_id, []).append(file)
    chunks: list[PolicyChunk] = []
    for row in rows:
        chunks += _chunks(row, files.get(row.version.pk, []))
    PolicyChunk.objects.bulk_create(chunks)
    _words_store([(row.version, _words(row, files.get(row.version.pk, []))) for row in rows])
    _older_drop({row.policy.pk: row.version.pk for row in rows})
    return len(chunks)


def _words(row: Indexing, files: Sequence[PolicyAttachment]) -> Words:
    if row.words is None:
        policy = row.policy
        return words_of(
            name=policy.name,
            everyday=[*policy.aliases, *policy.keywords],
            sections=row.version.sections,
            files=files,
        )
    # What caseworkers uploaded is no part of the record.
    uploaded = any(file.file for file in files)
    return Words(row.words.counts, _file_words(files)) if uploaded else row.words


def _file_words(files: Sequence[PolicyAttachment]) -> list[str]:
    parsed = [file for file in files if file.status == PolicyAttachment.Status.PARSED]
    return list(term_counts("\n".join(file.text[:ATTACHMENT_CHARS] for file in parsed)))


def _words_store(rows: Sequence[tuple[PolicyVersion, Words]]) -> None:
    versions: list[int] = []
    terms: list[str] = []
    numbers: list[int] = []
    for version, words in rows:
        # Words of the attachments are found, but a long guide must not make its policy's own
        # words count less: each stands once, and does not count into the version's length.
        counts = {**dict.fromkeys(words.of_files, 1), **words.counts}
        versions += [version.pk] * len(counts)
        terms += counts.keys()
        numbers += [min(count, _MOST) for count in counts.values()]
    with connection.cursor() as cursor:
        cursor.execute(_POSTINGS, [versions, terms, numbers])
    moved = [version for version, words in rows if version.term_count != words.length]
    for version, words in rows:
        version.term_count = words.length
    PolicyVersion.objects.bulk_update(moved, ["term_count"])


def _chunks(row: Indexing, files: Sequence[PolicyAttachment]) -> list[PolicyChunk]:
    policy, version = row.policy, row.version
    sections = {Section(name): text for name, text in version.sections.items()}
    pieces = chunk_policy(policy.name, sections, keywords=[*policy.aliases, *policy.keywords])
    chunks = [_chunk(row, piece) for piece in pieces]
    for file in files:
        read = ReadAttachment(file.name, file.text, file.read_blocks())
        found = attachment_chunks(policy.name, read, first=len(chunks))
        for piece in found[:ATTACHMENT_CHUNKS]:
            place = {"attachment": file, "page": piece.page, "place": piece.label[:120]}
            chunks.append(_chunk(row, piece.chunk, **place))
    return chunks


def _chunk(row: Indexing, chunk: Chunk, **place: Any) -> PolicyChunk:
    return PolicyChunk(
        policy=row.policy,
        version=row.version,
        section=chunk.section,
        ordinal=chunk.ordinal,
        start=chunk.start,
        end=chunk.end,
        text=chunk.text,
        content_hash=chunk.content_hash,
        **place,
    )


def _older_drop(versions: Mapping[UUID, int]) -> None:
    """Take older versions of the policies out of the index; where a text is the same its vector
    goes over to its new chunk first."""
    # By their ids: with a join the planner may walk the whole table where statistics are young.
    found = PolicyVersion.objects.filter(policy__in=versions).exclude(pk__in=versions.values())
    older = list(found.order_by().values_list("pk", flat=True))
    if not older:
        return
    LexicalPosting.objects.filter(version_id__in=older).delete()
    chunks = PolicyChunk.objects.filter(version_id__in=older)
    hashes = list(chunks.values_list("content_hash", flat=True).order_by().distinct())
    if hashes:
        vectors_copy(hashes=hashes)
    chunks.delete()
