# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    Literal,
    Optional,
    Union,
)

from .._calls import (
    OMITTED,
    Call,
    Omitted,
)
from .._senders import AsyncSender, Sender
from ..types import (
    SyncRequest,
    SyncStatus,
)


class SyncApi:
    """Imports from banks."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def show_status(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SyncStatus:
        """Show the state of every provider.

        Needs the scope `data.read`.

        `GET /sync/status`
        """
        call: Call[SyncStatus] = Call(
            "GET",
            "/sync/status",
            timeout=timeout,
        )
        return self._sender.send(call)

    def request(
        self,
        *,
        provider: Union[Union[Literal["provider_a", "provider_b"], Literal["provider_c"]], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SyncRequest:
        """Ask connected providers for new transactions.

        Without `provider`, every connected one. Answers at once; the import runs in the
        background.

        Needs the scope `data.write`.

        `provider`: Asks the connections of this provider only.

        `POST /sync`
        """
        call: Call[SyncRequest] = Call(
            "POST",
            "/sync",
            body={
                "provider": provider,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncSyncApi:
    """Imports from banks."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def show_status(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SyncStatus:
        """Show the state of every provider.

        Needs the scope `data.read`.

        `GET /sync/status`
        """
        call: Call[SyncStatus] = Call(
            "GET",
            "/sync/status",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def request(
        self,
        *,
        provider: Union[Union[Literal["provider_a", "provider_b"], Literal["provider_c"]], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SyncRequest:
        """Ask connected providers for new transactions.

        Without `provider`, every connected one. Answers at once; the import runs in the
        background.

        Needs the scope `data.write`.

        `provider`: Asks the connections of this provider only.

        `POST /sync`
        """
        call: Call[SyncRequest] = Call(
            "POST",
            "/sync",
            body={
                "provider": provider,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)
