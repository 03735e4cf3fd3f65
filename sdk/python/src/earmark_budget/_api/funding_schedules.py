# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    List,
    Optional,
)

from .._calls import (
    Call,
)
from .._senders import AsyncSender, Sender
from ..types import (
    FundingSchedule,
)


class FundingSchedulesApi:
    """Paydays that fund Expenses."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[FundingSchedule]:
        """List the paydays that fund Expenses and when each next runs.

        Needs the scope `data.read`.

        `GET /funding-schedules`
        """
        call: Call[List[FundingSchedule]] = Call(
            "GET",
            "/funding-schedules",
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncFundingSchedulesApi:
    """Paydays that fund Expenses."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[FundingSchedule]:
        """List the paydays that fund Expenses and when each next runs.

        Needs the scope `data.read`.

        `GET /funding-schedules`
        """
        call: Call[List[FundingSchedule]] = Call(
            "GET",
            "/funding-schedules",
            timeout=timeout,
        )
        return await self._sender.send(call)
