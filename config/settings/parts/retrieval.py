"""Retrieval and conversation defaults (the forerunners' numbers where they held)."""

from typing import Any

from config.env import env_float, env_int, env_str

# The wanted model (local | openai); searches use the active one until the wanted one is complete.
EMBEDDER = env_str("EMBEDDER", "local")
OPENAI_EMBEDDING_MODEL = env_str("OPENAI_EMBEDDING_MODEL", "text-embedding-3-small")
# 0 = the model's own (known for OpenAI's models only).
OPENAI_EMBEDDING_DIMENSION = env_int("OPENAI_EMBEDDING_DIMENSION", 0, minimum=0)
# To be changed when another model answers to the same name.
OPENAI_EMBEDDING_VERSION = env_str("OPENAI_EMBEDDING_VERSION", "1")

EMBEDDING: dict[str, Any] = {
    # Chunks a step: small for the local engine (a few seconds), wide for a service.
    "batch": {"local": 32, "openai": env_int("EMBEDDING_BATCH", 256, minimum=1)},
    # Limits of one request (openai/types/embedding_create_params.py): 2,048 inputs and
    # 300,000 tokens. A byte-level tokenizer makes no more tokens than a text has bytes.
    "request_inputs": 2048,
    "request_bytes": 300_000,
    # Passages are computed in the background and may wait; a question must not.
    "passage_attempts": env_int("EMBEDDING_ATTEMPTS", 5, minimum=1),
    "passage_timeout_seconds": 60.0,
    "query_attempts": 2,
    "query_timeout_seconds": 5.0,
    # First pause between attempts, doubled each time; Retry-After goes first.
    "backoff_seconds": env_float("EMBEDDING_BACKOFF_SECONDS", 1.0),
    "passage_longest_wait_seconds": 120.0,
    "query_longest_wait_seconds": 1.0,
    # After a failed question the service is left alone: searches go on without it.
    "query_rest_seconds": 15.0,
    # Cosine of the probe sentence then and now below which it is another model.
    "probe_similarity": 0.98,
    # A text is tried so often by itself, a run so often in a row, before they count as failed.
    "text_attempts": 2,
    "run_attempts": 5,
    "run_pause_seconds": 60,
    # Longer than a step takes; a process that died keeps a run from others for so long.
    "lease_seconds": env_int("EMBEDDING_LEASE_SECONDS", 90, minimum=1),
    # A background task hands over to the next one after so long.
    "task_seconds": env_int("EMBEDDING_TASK_SECONDS", 20, minimum=1),
}

# Shared results (Redis). At most `slots` entries a namespace, none longer than `max_bytes`.
SHARED_CACHE: dict[str, Any] = {
    "seconds": {"vector": 86_400, "search": 3_600, "suggestion": 3_600, "coverage": 3_600},
    "slots": {"vector": 16_384, "search": 4_096, "suggestion": 4_096, "coverage": 64},
    "max_bytes": 131_072,
    # Redis out of reach is not asked again for so long.
    "rest_seconds": 10.0,
}

# A process looks at most so often whether the numbers on the citizens' pages have changed.
COVERAGE_SECONDS = 60.0

# A class with `scores(question, texts)` that reorders the best hits; none by default.
RERANKER = env_str("RERANKER", "")

RETRIEVAL: dict[str, Any] = {
    # Chunks (vectors) and policies (words) taken before fusion; policies handed on after it.
    "raw_top_k": 60,
    "context_top_k": 8,
    # Weight of the official terms that everyday words stand for, beside the words said.
    "vocabulary_weight": 0.6,
    # Postings read to find candidates; more frequent words only add to their scores.
    "essential_postings": 40_000,
    # Words of so many policies are counted at night, rarer ones at each search.
    "frequent_from": 2_000,
    # Ranking scores so far apart differ by the factor e in a hit's score (0..1).
    "score_scale": 8.0,
    # Hits that a cross-encoder puts in order where one is set.
    "rerank_top": 20,
    # Cosine below which a hit counts as no evidence, by model (e5 scores crowd at 0.8).
    "similarity_floor": {"multilingual-e5-small": 0.855, "text-embedding-3-small": 0.3},
    # A question of at most so many words, of whose weight less than `coverage` stands in the
    # best hits, has found nothing unless a hit is very similar.
    "weak": {"short_words": 6, "coverage": 0.3, "sure_similarity": 0.89},
    "bm25_k1": 1.5,
    "bm25_b": 0.75,
    # Repetition of a person's disease and treatment words by layer.
    "layer_weights": {"L0": 3, "L1": 2, "L2": 1},
    "query_cache_size": 512,
}

CONVERSATION: dict[str, Any] = {
    "idle_minutes": 15,
    "summary_every_turns": 15,
    "max_message_chars": 2000,
}
