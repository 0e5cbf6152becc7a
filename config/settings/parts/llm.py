"""The language model: optional, every path works without it."""

from config.env import env_float, env_int, env_str

OPENAI_API_KEY = env_str("OPENAI_API_KEY")
OPENAI_BASE_URL = env_str("OPENAI_BASE_URL")
LLM_MODEL = env_str("LLM_MODEL", "gpt-4o-mini")
LLM_EXTRACTION_TEMPERATURE = 0.0
LLM_ANSWER_TEMPERATURE = env_float("LLM_ANSWER_TEMPERATURE", 0.3)
LLM_TIMEOUT_SECONDS = env_float("LLM_TIMEOUT_SECONDS", 30.0)
# Of a whole answer, retries included; then the composer takes over. Below TURN_TIMEOUT_SECONDS.
LLM_ANSWER_SECONDS = env_float("LLM_ANSWER_SECONDS", 60.0)
# For reading an answer's lines once more beside their sources; then they stay unchecked.
LLM_VERIFY_SECONDS = env_float("LLM_VERIFY_SECONDS", 15.0)
# For reading the facts of an utterance; then those that the rules have read stand alone.
LLM_FACTS_SECONDS = env_float("LLM_FACTS_SECONDS", 10.0)
LLM_MAX_TOKENS = env_int("LLM_MAX_TOKENS", 1200, minimum=64)
