"""Calls as values: the method, the path, the query and the body of one operation, and how they are written."""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from enum import Enum
from typing import Any, Dict, Generic, Mapping, Optional, TypeVar, Union
from urllib.parse import quote, urlencode

T = TypeVar("T")

#: An identifier as text, or as the standard library has it.
Id = Union[str, uuid.UUID]
#: A calendar day: `YYYY-MM-DD`, or a date.
Day = Union[str, date]
#: A moment: ISO 8601 with its offset, or an aware datetime.
Moment = Union[str, datetime]


class Omitted(Enum):
    """The type of `OMITTED`."""

    OMITTED = "OMITTED"

    def __repr__(self) -> str:
        return "OMITTED"


#: A field that is not sent. None is sent as `null`, which clears a field.
OMITTED = Omitted.OMITTED


@dataclass(frozen=True)
class Call(Generic[T]):
    """One operation with its input. T is the type of its answer."""

    method: str
    #: Below the base address, with its parameters filled in.
    path: str
    query: Mapping[str, Any] = field(default_factory=lambda: {}, repr=False)
    #: None: no body.
    body: Optional[Mapping[str, Any]] = field(default=None, repr=False)
    idempotency_key: Optional[str] = None
    #: Seconds for each attempt; None: as the client has it.
    timeout: Optional[float] = None


@dataclass(frozen=True)
class Request:
    """What is sent in each attempt of a call, the same every time. It does not contain the API key."""

    method: str
    #: The path below the base address, without the query.
    path: str
    #: The path with the query.
    target: str = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    #: None for a read. Every write has one, so that an attempt that is repeated does nothing twice.
    idempotency_key: Optional[str]
    timeout: float


def request_of(call: Call[Any], timeout: float) -> Request:
    """Writes a call down once, with an Idempotency-Key if it writes, so that every attempt sends the same."""
    query = urlencode(
        [(name, _query_text(value)) for name, value in call.query.items() if value is not None],
        quote_via=quote,
    )
    seconds = timeout if call.timeout is None else positive(call.timeout, "timeout")
    return Request(
        method=call.method,
        path=call.path,
        target=f"{call.path}?{query}" if query else call.path,
        body=None if call.body is None else _json_body(call.body),
        idempotency_key=None if call.method == "GET" else _write_key(call.idempotency_key),
        timeout=seconds,
    )


def segment(name: str, value: Id) -> str:
    """Writes an identifier into a path. One that would change the path's meaning is refused."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{name} must be an identifier, not {text!r}")
    return quote(text, safe="")


def positive(seconds: float, name: str) -> float:
    """Checks a number of seconds. NaN is not greater than zero either."""
    if not seconds > 0:
        raise ValueError(f"{name} must be more than 0 seconds")
    return seconds


def new_key() -> str:
    """Makes an Idempotency-Key that nobody else has."""
    return str(uuid.uuid4())


_KEY = re.compile(r"[\x21-\x7e]{8,128}")


def _write_key(given: Optional[str]) -> str:
    if given is None:
        return new_key()
    if not _KEY.fullmatch(given):
        raise ValueError("idempotency_key must be 8 to 128 visible ASCII characters")
    return given


def _json_body(body: Mapping[str, Any]) -> bytes:
    sent: Dict[str, Any] = {name: value for name, value in body.items() if value is not OMITTED}
    # UTF-8 and no escapes: 500 long texts stay below the size that the service accepts.
    text = json.dumps(sent, ensure_ascii=False, allow_nan=False, default=_plain, separators=(",", ":"))
    return text.encode("utf-8")


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return _moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(f"a {type(value).__name__} cannot be sent as JSON")


def _query_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime, date, uuid.UUID)):
        return str(_plain(value))
    return str(value)


def _moment_text(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("a moment needs a time zone: datetime.now(timezone.utc), for one")
    # Milliseconds are as exact as the service is.
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
