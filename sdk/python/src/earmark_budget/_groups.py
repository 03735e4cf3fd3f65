"""Expenses and webhooks with what the API's own requests do not offer: iterators, and a secret that is not lost."""

from __future__ import annotations

from typing import AsyncIterator, Iterator, Literal, Mapping, Optional, Union

from ._api.expenses import AsyncExpensesApi, ExpensesApi
from ._api.webhooks import AsyncWebhooksApi, WebhooksApi
from ._calls import OMITTED, Day, Id, Omitted
from .types import CreatedWebhook, ExpenseTransfer, WebhookDelivery

#: As many as the API gives at once.
_TRANSFERS = 500
_DELIVERIES = 200
#: How often a webhook is created whose secret was lost.
_TRIES = 5


class Expenses(ExpensesApi):
    """Expenses: money set aside, and its moves between Expenses."""

    def iterate_transfers(
        self,
        *,
        expense_id: Optional[Id] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[ExpenseTransfer]:
        """Iterates over all transfers between Expenses, newest first."""
        before: Optional[str] = None
        while True:
            found = self.list_transfers(
                expense_id=expense_id,
                from_=from_,
                to=to,
                limit=_TRANSFERS,
                before=before,
                timeout=timeout,
            )
            yield from found
            if len(found) < _TRANSFERS:
                return
            before = found[-1]["id"]


class AsyncExpenses(AsyncExpensesApi):
    """Expenses: money set aside, and its moves between Expenses."""

    async def iterate_transfers(
        self,
        *,
        expense_id: Optional[Id] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[ExpenseTransfer]:
        """Iterates over all transfers between Expenses, newest first."""
        before: Optional[str] = None
        while True:
            found = await self.list_transfers(
                expense_id=expense_id,
                from_=from_,
                to=to,
                limit=_TRANSFERS,
                before=before,
                timeout=timeout,
            )
            for transfer in found:
                yield transfer
            if len(found) < _TRANSFERS:
                return
            before = found[-1]["id"]


_Status = Literal["pending", "retrying", "delivered", "failed", "cancelled"]


class Webhooks(WebhooksApi):
    """Webhooks: requests that Earmark sends about new transactions."""

    def create(
        self,
        *,
        name: str,
        url: str,
        headers: Union[Mapping[str, str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedWebhook:
        """Create a webhook. The answer has its signing secret, which is shown this once.

        If the answer with the secret is lost on the way, nobody knows it: the webhook is removed and created again. Under
        an `idempotency_key` of yours, a repeated call gets the first webhook again, without its secret.

        `url`: http or https, leading to a public address. A fragment is dropped.
        `headers`: Sent to the destination with every delivery. Values are never shown again.

        `POST /webhooks`
        """
        for left in reversed(range(_TRIES)):
            created = super().create(
                name=name,
                url=url,
                headers=headers,
                idempotency_key=idempotency_key,
                timeout=timeout,
            )
            if "secret" in created or idempotency_key is not None or left == 0:
                return created
            self.remove(created["id"], timeout=timeout)
        raise AssertionError

    def iterate_deliveries(
        self,
        webhook_id: Id,
        *,
        status: Optional[_Status] = None,
        timeout: Optional[float] = None,
    ) -> Iterator[WebhookDelivery]:
        """Iterates over the deliveries of the last 30 days, newest first."""
        before: Optional[str] = None
        while True:
            found = self.list_deliveries(
                webhook_id, status=status, before=before, limit=_DELIVERIES, timeout=timeout
            )
            yield from found
            if len(found) < _DELIVERIES:
                return
            before = found[-1]["event_id"]


class AsyncWebhooks(AsyncWebhooksApi):
    """Webhooks: requests that Earmark sends about new transactions."""

    async def create(
        self,
        *,
        name: str,
        url: str,
        headers: Union[Mapping[str, str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedWebhook:
        """Create a webhook. The answer has its signing secret, which is shown this once.

        If the answer with the secret is lost on the way, nobody knows it: the webhook is removed and created again. Under
        an `idempotency_key` of yours, a repeated call gets the first webhook again, without its secret.

        `url`: http or https, leading to a public address. A fragment is dropped.
        `headers`: Sent to the destination with every delivery. Values are never shown again.

        `POST /webhooks`
        """
        for left in reversed(range(_TRIES)):
            created = await super().create(
                name=name,
                url=url,
                headers=headers,
                idempotency_key=idempotency_key,
                timeout=timeout,
            )
            if "secret" in created or idempotency_key is not None or left == 0:
                return created
            await self.remove(created["id"], timeout=timeout)
        raise AssertionError

    async def iterate_deliveries(
        self,
        webhook_id: Id,
        *,
        status: Optional[_Status] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[WebhookDelivery]:
        """Iterates over the deliveries of the last 30 days, newest first."""
        before: Optional[str] = None
        while True:
            found = await self.list_deliveries(
                webhook_id, status=status, before=before, limit=_DELIVERIES, timeout=timeout
            )
            for delivery in found:
                yield delivery
            if len(found) < _DELIVERIES:
                return
            before = found[-1]["event_id"]
