"""The YAML files of `policies/reference/guides`, read into models."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict

from policies.same import squeezed_name

FOLDER = Path(__file__).resolve().parent.parent / "reference" / "guides"
Model = TypeVar("Model", bound=BaseModel)


class Part(BaseModel):
    """A part of a file; a field that nobody knows is a mistake in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def read_guide(name: str, model: type[Model]) -> Model:
    """The file `name` as a model. Raises ValidationError for a wrong file."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    return model.model_validate(yaml.safe_load(text))


def longest_said(text: str, names: tuple[str, ...]) -> int:
    """Length of the longest of `names` that stands in `text`, spaces and signs aside; 0 where
    none does."""
    said = squeezed_name(text)
    forms = (squeezed_name(name) for name in names)
    return max((len(form) for form in forms if form and form in said), default=0)
