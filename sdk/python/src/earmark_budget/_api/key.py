# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    Optional,
)

from .._calls import (
    Call,
)
from .._senders import AsyncSender, Sender
from ..types import (
    KeyDescription,
)


class KeyApi:
    """The API key itself."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def describe(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> KeyDescription:
        """Describe the key that makes the call.

        A connectivity check: the owning account, the scopes of the key and the current state of
        both rate limits.

        Needs the scope `data.read`.

        `GET /me`
        """
        call: Call[KeyDescription] = Call(
            "GET",
            "/me",
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncKeyApi:
    """The API key itself."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def describe(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> KeyDescription:
        """Describe the key that makes the call.

        A connectivity check: the owning account, the scopes of the key and the current state of
        both rate limits.

        Needs the scope `data.read`.

        `GET /me`
        """
        call: Call[KeyDescription] = Call(
            "GET",
            "/me",
            timeout=timeout,
        )
        return await self._sender.send(call)
