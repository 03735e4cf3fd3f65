"""Everything that the client raises. Each error has a type, and the codes of the API as `code`."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Type

from .types import BulkResult, ErrorCode, ErrorType


class EarmarkError(Exception):
    """The base of every error of this package."""

    #: The `Idempotency-Key` of the write, None for a read. The same call with it is never booked twice.
    idempotency_key: Optional[str] = None
    #: The results so far, if a `record_many` in several requests failed in a later one.
    recorded: Optional[BulkResult] = None

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rebuild, (type(self), self.args, dict(self.__dict__))


def _rebuild(kind: Type[EarmarkError], args: Tuple[Any, ...], state: Dict[str, Any]) -> EarmarkError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ClientClosedError(EarmarkError):
    """The client was closed before or during the call. A write that was under way may have happened."""


class APIConnectionError(EarmarkError):
    """No answer of the API came, after every attempt. A write may have happened: repeat it with `idempotency_key`."""

    def __init__(self, message: str, *, attempts: int, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.attempts = attempts
        self.idempotency_key = idempotency_key


class APITimeoutError(APIConnectionError):
    """The last attempt took longer than `timeout`."""


class WebhookVerificationError(EarmarkError, ValueError):
    """This request is not one that Earmark signed within the tolerance: answer it with 400."""


class APIError(EarmarkError):
    """The API refused. Branch on the class or on `code`; `message` may change."""

    #: The status of the answer, such as 409.
    status: int
    #: Stable; None if something between the client and the service answered, such as a proxy.
    code: Optional[ErrorCode]
    #: What kind of error it is; the subclasses of this class say the same.
    type: Optional[ErrorType]
    message: str
    #: The field, the name in the query or the header at fault.
    param: Optional[str]
    #: Identifies the request, for the operator of the instance.
    request_id: Optional[str]
    #: Seconds after which the same call may succeed.
    retry_after: Optional[int]
    #: On `plan_upgrade_required`: the page where the plan can be changed.
    upgrade_url: Optional[str]

    def __init__(
        self,
        status: int,
        error: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        self.status = status
        self.code = error.get("code")
        self.type = error.get("type")
        self.message = str(error.get("message", ""))
        self.param = error.get("param")
        self.request_id = error.get("request_id", request_id)
        self.retry_after = retry_after
        self.upgrade_url = error.get("upgrade_url")
        self.idempotency_key = idempotency_key
        named = f"{self.code}: " if self.code else ""
        request = f" ({self.request_id})" if self.request_id else ""
        super().__init__(f"{status} {named}{self.message}{request}")


class InvalidRequestError(APIError):
    """400: the request is wrong, and is refused each time. `param` names the place."""


class AuthenticationError(APIError):
    """401: the key is missing, malformed, revoked or expired."""


class PermissionDeniedError(APIError):
    """402, 403, 410, 423: the key or the account may not do this."""


class NotFoundError(APIError):
    """404: there is no such object on this account."""


class ConflictError(APIError):
    """409: it conflicts with the present state; `code` says how."""


class RateLimitError(APIError):
    """429: too many requests. `retry_after` is exact."""


class ServerError(APIError):
    """5xx: the service failed, in every attempt."""


_BY_TYPE: Dict[str, Type[APIError]] = {
    "invalid_request": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "permission_error": PermissionDeniedError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "rate_limit_error": RateLimitError,
    "api_error": ServerError,
}


def error_class(status: int, type_: object) -> Type[APIError]:
    """Finds the class by the error's type, or by the status where a proxy answered."""
    named = _BY_TYPE.get(type_) if isinstance(type_, str) else None
    if named is not None:
        return named
    if status == 429:
        return RateLimitError
    return ServerError if status >= 500 else APIError
