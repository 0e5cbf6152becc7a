"""Retrieval and conversation defaults (the forerunners' numbers where they held)."""

from typing import Any

from config.env import env_str

EMBEDDER = env_str("EMBEDDER", "local")  # local | openai
OPENAI_EMBEDDING_MODEL = env_str("OPENAI_EMBEDDING_MODEL", "text-embedding-3-small")

RETRIEVAL: dict[str, Any] = {
    # Chunks (vectors) and policies (words) taken before fusion; policies handed on after it.
    "raw_top_k": 60,
    "context_top_k": 8,
    # Weight of the vector arm; the lexical arm has the rest. Measured: docs/RESULTS.md.
    "vector_weight": 0.7,
    # Cosine below which a hit counts as no evidence, by model (e5 scores crowd at 0.8).
    "similarity_floor": {"multilingual-e5-small": 0.855, "text-embedding-3-small": 0.3},
    # Cosine that unrelated texts have in the model's space: the zero of its score scale.
    "similarity_background": {"multilingual-e5-small": 0.79, "text-embedding-3-small": 0.05},
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
    "tools_offered": 5,
    "max_message_chars": 2000,
}
