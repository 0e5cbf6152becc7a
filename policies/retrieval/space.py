"""Identity of a vector space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class EmbeddingModel:
    """Identity of a vector space; vectors of different models never meet."""

    name: str
    version: str
    dimension: int

    @property
    def key(self) -> str:
        return f"{self.name}@{self.version}"
