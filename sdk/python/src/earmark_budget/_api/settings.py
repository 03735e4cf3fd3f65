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
    Settings,
)


class SettingsApi:
    """Settings of the household."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def show(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Settings:
        """Show the household’s settings.

        Needs the scope `data.read`.

        `GET /settings`
        """
        call: Call[Settings] = Call(
            "GET",
            "/settings",
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncSettingsApi:
    """Settings of the household."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def show(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Settings:
        """Show the household’s settings.

        Needs the scope `data.read`.

        `GET /settings`
        """
        call: Call[Settings] = Call(
            "GET",
            "/settings",
            timeout=timeout,
        )
        return await self._sender.send(call)
