"""The decision after each attempt of a call: the value, another attempt and when, or an error. It asks nobody."""

from __future__ import annotations

import email.utils
import json
import logging
import math
import random
import time
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Union

from ._calls import Request
from ._connection import Answer
from ._settings import Settings
from ._transport import Outcome
from .errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    ClientClosedError,
    EarmarkError,
    error_class,
)

_log = logging.getLogger("earmark_budget")

#: Seconds before the second attempt; doubled for each one more.
_BACKOFF_FIRST = 0.5
_BACKOFF_MAX = 8.0


@dataclass(frozen=True)
class Again:
    """Another attempt is made after so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Done:
    value: Any


@dataclass(frozen=True)
class Failed:
    error: EarmarkError


Verdict = Union[Again, Done, Failed]


def judge(request: Request, outcome: Outcome, attempt: int, settings: Settings) -> Verdict:
    """Decides what follows from the outcome of an attempt; the first is 1.

    Every write has an Idempotency-Key, so each call may be sent again: after a cut connection, 429, 5xx, and a 409 that
    waiting resolves. An answer that asks for a longer wait than the client accepts is an error at once.
    """
    is_last = attempt >= settings.attempts
    if not isinstance(outcome, Answer):
        _log.debug("%s %s: attempt %d: %s", request.method, request.path, attempt, outcome.reason)
        if not outcome.is_final and not is_last:
            return Again(_backoff(attempt))
        if outcome.is_final:
            closed = ClientClosedError(outcome.reason)
            closed.idempotency_key = request.idempotency_key
            return Failed(closed)
        kind = APITimeoutError if outcome.is_timeout else APIConnectionError
        times = "1 attempt" if attempt == 1 else f"{attempt} attempts"
        text = f"no answer from {settings.address.url} after {times}: {outcome.reason}"
        return Failed(kind(text, attempts=attempt, idempotency_key=request.idempotency_key))
    request_id = outcome.headers.get("x-request-id")
    _log.debug(
        "%s %s: attempt %d: %d %s", request.method, request.path, attempt, outcome.status, request_id
    )
    if 200 <= outcome.status < 300:
        return Done(json.loads(outcome.body))
    asked = _asked_pause(outcome.headers)
    if not is_last and _is_passing(outcome):
        pause = _backoff(attempt) if asked is None else asked
        if pause <= settings.longest_wait:
            return Again(pause)
    return Failed(_refusal(request, outcome, asked, settings))


def _is_passing(answer: Answer) -> bool:
    if answer.status == 409:
        return "retry-after" in answer.headers
    return answer.status == 429 or answer.status >= 500


def _asked_pause(headers: Mapping[str, str]) -> Optional[float]:
    """Reads Retry-After: seconds, or a moment if a proxy wrote it."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    return max(0.0, moment.timestamp() - time.time())


def _backoff(attempt: int) -> float:
    """Doubles from attempt to attempt, with a share of chance, so that many clients do not return at one moment."""
    most: float = min(_BACKOFF_MAX, _BACKOFF_FIRST * 2 ** (attempt - 1))
    return most * random.uniform(0.5, 1)


def _refusal(
    request: Request, answer: Answer, asked: Optional[float], settings: Settings
) -> APIError:
    error = _error_object(answer.body)
    if error is None:
        text = f"this answer is not one of the API; is {settings.address.url} its address?"
        error = {"message": text}
        if 300 <= answer.status < 400:
            error = {"message": f"{settings.address.url} leads elsewhere; give the address it leads to"}
    return error_class(answer.status, error.get("type"))(
        answer.status,
        error,
        request_id=answer.headers.get("x-request-id"),
        retry_after=None if asked is None else math.ceil(asked),
        idempotency_key=request.idempotency_key,
    )


def _error_object(body: bytes) -> Optional[Mapping[str, Any]]:
    try:
        error: Any = json.loads(body)["error"]
        return error if isinstance(error["code"], str) else None
    except (ValueError, TypeError, KeyError):
        return None
