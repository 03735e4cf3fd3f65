"""Earmark, the self-hosted budgeting service, from Python.

    with Earmark("https://earmark.example", api_key="em_live_…") as earmark:
        for transaction in earmark.transactions.iterate(search="coffee"):
            print(transaction["booked_at"], transaction["amount"])

`AsyncEarmark` is the same for asyncio. `verify_webhook` verifies the requests that Earmark sends.
"""

from __future__ import annotations

from . import types
from ._calls import OMITTED, Omitted
from ._client import AsyncEarmark, Earmark
from ._reading import AsyncChangeFeed, ChangeFeed
from ._version import VERSION as __version__
from ._webhook import verify_webhook
from .errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    ClientClosedError,
    ConflictError,
    EarmarkError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    WebhookVerificationError,
)

__all__ = [
    "OMITTED",
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AsyncChangeFeed",
    "AsyncEarmark",
    "AuthenticationError",
    "ChangeFeed",
    "ClientClosedError",
    "ConflictError",
    "Earmark",
    "EarmarkError",
    "InvalidRequestError",
    "NotFoundError",
    "Omitted",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "WebhookVerificationError",
    "__version__",
    "types",
    "verify_webhook",
]
