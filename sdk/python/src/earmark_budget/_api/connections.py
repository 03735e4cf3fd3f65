# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    List,
    Optional,
    Sequence,
)

from .._calls import (
    Call,
    Id,
    segment,
)
from .._senders import AsyncSender, Sender
from ..types import (
    AggregatorSelection,
    Connection,
)


class ConnectionsApi:
    """Connections to banks, and the accounts that they offer."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Connection]:
        """List provider connections with their sync state.

        Needs the scope `data.read`.

        `GET /connections`
        """
        call: Call[List[Connection]] = Call(
            "GET",
            "/connections",
            timeout=timeout,
        )
        return self._sender.send(call)

    def list_catalog(
        self,
        item_id: Id,
        *,
        timeout: Optional[float] = None,
    ) -> AggregatorSelection:
        """Read the saved selection.

        The provider is not contacted.

        Needs the scope `data.read`.

        `GET /aggregator/items/{id}/accounts`
        """
        call: Call[AggregatorSelection] = Call(
            "GET",
            f"/aggregator/items/{segment('item_id', item_id)}/accounts",
            timeout=timeout,
        )
        return self._sender.send(call)

    def replace_selection(
        self,
        item_id: Id,
        *,
        account_ids: Sequence[Id],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AggregatorSelection:
        """Replace the selection of accounts to import.

        Connection owner only. Keeps history and cursors and schedules imports; an empty
        selection pauses all requests.

        Needs the scope `data.write`.

        `account_ids`: The catalog ids of all accounts to import; an empty list selects none.

        `PUT /aggregator/items/{id}/accounts`
        """
        call: Call[AggregatorSelection] = Call(
            "PUT",
            f"/aggregator/items/{segment('item_id', item_id)}/accounts",
            body={
                "account_ids": account_ids,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def discover_accounts(
        self,
        item_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AggregatorSelection:
        """Ask the provider which accounts there are.

        Connection owner only. Balances only: consumes one request of the provider’s quota,
        subscribes nothing, imports nothing.

        Needs the scope `data.write`.

        `POST /aggregator/items/{id}/discover`
        """
        call: Call[AggregatorSelection] = Call(
            "POST",
            f"/aggregator/items/{segment('item_id', item_id)}/discover",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncConnectionsApi:
    """Connections to banks, and the accounts that they offer."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Connection]:
        """List provider connections with their sync state.

        Needs the scope `data.read`.

        `GET /connections`
        """
        call: Call[List[Connection]] = Call(
            "GET",
            "/connections",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def list_catalog(
        self,
        item_id: Id,
        *,
        timeout: Optional[float] = None,
    ) -> AggregatorSelection:
        """Read the saved selection.

        The provider is not contacted.

        Needs the scope `data.read`.

        `GET /aggregator/items/{id}/accounts`
        """
        call: Call[AggregatorSelection] = Call(
            "GET",
            f"/aggregator/items/{segment('item_id', item_id)}/accounts",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def replace_selection(
        self,
        item_id: Id,
        *,
        account_ids: Sequence[Id],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AggregatorSelection:
        """Replace the selection of accounts to import.

        Connection owner only. Keeps history and cursors and schedules imports; an empty
        selection pauses all requests.

        Needs the scope `data.write`.

        `account_ids`: The catalog ids of all accounts to import; an empty list selects none.

        `PUT /aggregator/items/{id}/accounts`
        """
        call: Call[AggregatorSelection] = Call(
            "PUT",
            f"/aggregator/items/{segment('item_id', item_id)}/accounts",
            body={
                "account_ids": account_ids,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def discover_accounts(
        self,
        item_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AggregatorSelection:
        """Ask the provider which accounts there are.

        Connection owner only. Balances only: consumes one request of the provider’s quota,
        subscribes nothing, imports nothing.

        Needs the scope `data.write`.

        `POST /aggregator/items/{id}/discover`
        """
        call: Call[AggregatorSelection] = Call(
            "POST",
            f"/aggregator/items/{segment('item_id', item_id)}/discover",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)
