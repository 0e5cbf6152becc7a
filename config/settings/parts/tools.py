"""Tools of the agent: when one is used, how many steps a model gets with them."""

from typing import Any

from config.env import env_float, env_int

TOOLS: dict[str, Any] = {
    # Of all tools a model sees only those whose cards fit best.
    "offered": env_int("TOOLS_OFFERED", 5, minimum=1),
    "steps": env_int("TOOLS_STEPS", 3, minimum=1),
    # From here on the best card is used without a rule and without a model.
    "sure_score": env_float("TOOLS_SURE_SCORE", 0.6),
}
