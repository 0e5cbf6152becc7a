"""Wrong input told in Korean, every fault at once, each with the field it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Self

from django.utils import timezone
from ninja import Schema
from pydantic import ModelWrapValidatorHandler, ValidationError, WrapValidator, model_validator
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from policies.eligibility.casefile import FactsInvalid, facts_from_case
from policies.eligibility.facts import ApplicantFacts

# Faults that are told in Korean already.
TOLD = "facts_invalid"
_MESSAGES = {
    "missing": "값이 있어야 합니다.",
    "extra_forbidden": "알 수 없는 항목입니다.",
    "uuid_parsing": "정책의 식별자(UUID)가 아닙니다.",
    "uuid_type": "정책의 식별자(UUID)가 아닙니다.",
    "int_type": "정수여야 합니다.",
    "int_parsing": "정수여야 합니다.",
    "int_from_float": "정수여야 합니다.",
    "string_type": "글자여야 합니다.",
    "float_type": "수여야 합니다.",
    "float_parsing": "수여야 합니다.",
    "bool_type": "예(true)나 아니요(false)여야 합니다.",
    "bool_parsing": "예(true)나 아니요(false)여야 합니다.",
    "date_type": "날짜(YYYY-MM-DD)여야 합니다.",
    "date_parsing": "날짜(YYYY-MM-DD)여야 합니다.",
    "date_from_datetime_parsing": "날짜(YYYY-MM-DD)여야 합니다.",
    "enum": "쓸 수 있는 값은 {expected}입니다.",
    "literal_error": "쓸 수 있는 값은 {expected}입니다.",
    "list_type": "목록이어야 합니다.",
    "dict_type": "이름과 값의 묶음이어야 합니다.",
    "model_attributes_type": "이름과 값의 묶음이어야 합니다.",
    "greater_than_equal": "{ge} 이상이어야 합니다.",
    "less_than_equal": "{le} 이하여야 합니다.",
    "too_short": "{min_length}개 이상이어야 합니다.",
    "too_long": "{max_length}개 이하여야 합니다.",
    "string_too_short": "{min_length}자 이상이어야 합니다.",
    "string_too_long": "{max_length}자 이하여야 합니다.",
}
_OTHERWISE = "값이 올바르지 않습니다."


class KoreanIn(Schema):
    """A body whose faults are told in Korean."""

    @model_validator(mode="wrap")
    @classmethod
    def _in_korean(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(value)
        except ValidationError as error:
            faults = [_fault(each) for each in error.errors(include_url=False)]
            raise ValidationError.from_exception_data(cls.__name__, faults) from None


def korean_problem(error: ErrorDetails) -> str:
    """A fault of a validation in one Korean sentence."""
    if error["type"] == TOLD:
        return error["msg"]
    return _MESSAGES.get(error["type"], _OTHERWISE).format(**error.get("ctx", {}))


def _fault(error: ErrorDetails) -> InitErrorDetails:
    return _told(error["loc"], korean_problem(error))


def _told(loc: tuple[int | str, ...], message: str) -> InitErrorDetails:
    # The value is left out: it may be personal.
    return InitErrorDetails(type=PydanticCustomError(TOLD, message), loc=loc, input=None)


def facts_faults(error: FactsInvalid, *place: str) -> ValidationError:
    """Faults of facts, each at its key under `place`."""
    faults = []
    for text in error.errors:
        key, found, message = text.partition(": ")
        parts = tuple(int(part) if part.isdecimal() else part for part in key.split("."))
        faults.append(_told((*place, *parts), message if found else text))
    return ValidationError.from_exception_data("facts", faults)


def _read(value: Any, handler: Callable[[Any], ApplicantFacts]) -> ApplicantFacts:
    """Facts out of their JSON form; the day of the question is today unless it is named."""
    if not isinstance(value, Mapping):
        return handler(value)
    try:
        return facts_from_case(value, as_of=timezone.localdate())
    except FactsInvalid as error:
        raise facts_faults(error) from None


Facts = Annotated[ApplicantFacts, WrapValidator(_read)]
