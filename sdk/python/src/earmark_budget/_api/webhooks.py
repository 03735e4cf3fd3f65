# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    List,
    Literal,
    Mapping,
    Optional,
    Union,
)

from .._calls import (
    OMITTED,
    Call,
    Id,
    Moment,
    Omitted,
    segment,
)
from .._senders import AsyncSender, Sender
from ..types import (
    CreatedWebhook,
    QueuedEvent,
    QueuedEvents,
    Success,
    Webhook,
    WebhookDelivery,
)


class WebhooksApi:
    """Webhooks: requests that Earmark sends about new transactions."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def create(
        self,
        *,
        name: str,
        url: str,
        headers: Union[Mapping[str, str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedWebhook:
        """Create a webhook.

        Only this answer contains the signing secret; a replay of it does not. URL and secret
        never change: create another webhook and remove this one. At most 10 webhooks per member
        and account, paused ones included.

        Needs the scope `data.write`.

        `name`: A name for people.
        `url`: http or https, leading to a public address. A fragment is dropped.
        `headers`: Sent to the destination with every delivery. Values are never shown again.

        `POST /webhooks`
        """
        call: Call[CreatedWebhook] = Call(
            "POST",
            "/webhooks",
            body={
                "name": name,
                "url": url,
                "headers": headers,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Webhook]:
        """List your webhooks and the state of their deliveries.

        Needs the scope `data.read`.

        `GET /webhooks`
        """
        call: Call[List[Webhook]] = Call(
            "GET",
            "/webhooks",
            timeout=timeout,
        )
        return self._sender.send(call)

    def change(
        self,
        webhook_id: Id,
        *,
        headers: Union[Mapping[str, str], Omitted] = OMITTED,
        enabled: Union[bool, Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Webhook:
        """Change the headers of a webhook, pause it or resume it.

        Without `headers` the saved ones stay; `{}` clears them; an object replaces them all.
        Pausing cancels waiting deliveries; after resuming, only new events are delivered.

        Needs the scope `data.write`.

        `headers`: Sent to the destination with every delivery. Values are never shown again.
        `enabled`: False pauses the webhook, true resumes it.

        `PATCH /webhooks/{id}`
        """
        call: Call[Webhook] = Call(
            "PATCH",
            f"/webhooks/{segment('webhook_id', webhook_id)}",
            body={
                "headers": headers,
                "enabled": enabled,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def remove(
        self,
        webhook_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Success:
        """Remove a webhook and its waiting deliveries.

        Needs the scope `data.write`.

        `DELETE /webhooks/{id}`
        """
        call: Call[Success] = Call(
            "DELETE",
            f"/webhooks/{segment('webhook_id', webhook_id)}",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def test(
        self,
        webhook_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueuedEvent:
        """Send a test event.

        At most once a minute for each webhook.

        Needs the scope `data.write`.

        `POST /webhooks/{id}/test`
        """
        call: Call[QueuedEvent] = Call(
            "POST",
            f"/webhooks/{segment('webhook_id', webhook_id)}/test",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def list_deliveries(
        self,
        webhook_id: Id,
        *,
        status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = None,
        event_id: Optional[str] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> List[WebhookDelivery]:
        """List deliveries with their attempts, newest event first.

        Deliveries are kept for 30 days.

        An extension of the specification.

        Needs the scope `data.read`.

        `status`: Only deliveries with this status.
        `event_id`: Only the delivery of this event.
        `before`: Continues after this event: the last one listed so far.
        `limit`: The most deliveries to list.

        `GET /webhooks/{id}/deliveries`
        """
        call: Call[List[WebhookDelivery]] = Call(
            "GET",
            f"/webhooks/{segment('webhook_id', webhook_id)}/deliveries",
            query={
                "status": status,
                "event_id": event_id,
                "before": before,
                "limit": limit,
            },
            timeout=timeout,
        )
        return self._sender.send(call)

    def redeliver(
        self,
        webhook_id: Id,
        delivery_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueuedEvent:
        """Deliver one event again.

        Immediately, under the same event id and with eight new attempts, even if it was
        delivered before.

        An extension of the specification.

        Needs the scope `data.write`.

        `POST /webhooks/{id}/deliveries/{delivery_id}/redeliver`
        """
        call: Call[QueuedEvent] = Call(
            "POST",
            f"/webhooks/{segment('webhook_id', webhook_id)}/deliveries/{segment('delivery_id', delivery_id)}/redeliver",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def replay(
        self,
        webhook_id: Id,
        *,
        since: Moment,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueuedEvents:
        """Deliver all transaction events since a moment again.

        Under the same event ids, so that a receiver that deduplicates takes only the events it
        lacks. Waiting deliveries stay as they are.

        An extension of the specification.

        Needs the scope `data.write`.

        `since`: Events from this moment on.

        `POST /webhooks/{id}/replay`
        """
        call: Call[QueuedEvents] = Call(
            "POST",
            f"/webhooks/{segment('webhook_id', webhook_id)}/replay",
            body={
                "since": since,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncWebhooksApi:
    """Webhooks: requests that Earmark sends about new transactions."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def create(
        self,
        *,
        name: str,
        url: str,
        headers: Union[Mapping[str, str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedWebhook:
        """Create a webhook.

        Only this answer contains the signing secret; a replay of it does not. URL and secret
        never change: create another webhook and remove this one. At most 10 webhooks per member
        and account, paused ones included.

        Needs the scope `data.write`.

        `name`: A name for people.
        `url`: http or https, leading to a public address. A fragment is dropped.
        `headers`: Sent to the destination with every delivery. Values are never shown again.

        `POST /webhooks`
        """
        call: Call[CreatedWebhook] = Call(
            "POST",
            "/webhooks",
            body={
                "name": name,
                "url": url,
                "headers": headers,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Webhook]:
        """List your webhooks and the state of their deliveries.

        Needs the scope `data.read`.

        `GET /webhooks`
        """
        call: Call[List[Webhook]] = Call(
            "GET",
            "/webhooks",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def change(
        self,
        webhook_id: Id,
        *,
        headers: Union[Mapping[str, str], Omitted] = OMITTED,
        enabled: Union[bool, Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Webhook:
        """Change the headers of a webhook, pause it or resume it.

        Without `headers` the saved ones stay; `{}` clears them; an object replaces them all.
        Pausing cancels waiting deliveries; after resuming, only new events are delivered.

        Needs the scope `data.write`.

        `headers`: Sent to the destination with every delivery. Values are never shown again.
        `enabled`: False pauses the webhook, true resumes it.

        `PATCH /webhooks/{id}`
        """
        call: Call[Webhook] = Call(
            "PATCH",
            f"/webhooks/{segment('webhook_id', webhook_id)}",
            body={
                "headers": headers,
                "enabled": enabled,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def remove(
        self,
        webhook_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Success:
        """Remove a webhook and its waiting deliveries.

        Needs the scope `data.write`.

        `DELETE /webhooks/{id}`
        """
        call: Call[Success] = Call(
            "DELETE",
            f"/webhooks/{segment('webhook_id', webhook_id)}",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def test(
        self,
        webhook_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueuedEvent:
        """Send a test event.

        At most once a minute for each webhook.

        Needs the scope `data.write`.

        `POST /webhooks/{id}/test`
        """
        call: Call[QueuedEvent] = Call(
            "POST",
            f"/webhooks/{segment('webhook_id', webhook_id)}/test",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def list_deliveries(
        self,
        webhook_id: Id,
        *,
        status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = None,
        event_id: Optional[str] = None,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> List[WebhookDelivery]:
        """List deliveries with their attempts, newest event first.

        Deliveries are kept for 30 days.

        An extension of the specification.

        Needs the scope `data.read`.

        `status`: Only deliveries with this status.
        `event_id`: Only the delivery of this event.
        `before`: Continues after this event: the last one listed so far.
        `limit`: The most deliveries to list.

        `GET /webhooks/{id}/deliveries`
        """
        call: Call[List[WebhookDelivery]] = Call(
            "GET",
            f"/webhooks/{segment('webhook_id', webhook_id)}/deliveries",
            query={
                "status": status,
                "event_id": event_id,
                "before": before,
                "limit": limit,
            },
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def redeliver(
        self,
        webhook_id: Id,
        delivery_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueuedEvent:
        """Deliver one event again.

        Immediately, under the same event id and with eight new attempts, even if it was
        delivered before.

        An extension of the specification.

        Needs the scope `data.write`.

        `POST /webhooks/{id}/deliveries/{delivery_id}/redeliver`
        """
        call: Call[QueuedEvent] = Call(
            "POST",
            f"/webhooks/{segment('webhook_id', webhook_id)}/deliveries/{segment('delivery_id', delivery_id)}/redeliver",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def replay(
        self,
        webhook_id: Id,
        *,
        since: Moment,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> QueuedEvents:
        """Deliver all transaction events since a moment again.

        Under the same event ids, so that a receiver that deduplicates takes only the events it
        lacks. Waiting deliveries stay as they are.

        An extension of the specification.

        Needs the scope `data.write`.

        `since`: Events from this moment on.

        `POST /webhooks/{id}/replay`
        """
        call: Call[QueuedEvents] = Call(
            "POST",
            f"/webhooks/{segment('webhook_id', webhook_id)}/replay",
            body={
                "since": since,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)
