# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    Literal,
    Optional,
)

from .._calls import (
    Call,
    Day,
)
from .._senders import AsyncSender, Sender
from ..types import (
    NetWorth,
    Spending,
)


class AnalyticsApi:
    """Net worth and spending."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def show_net_worth(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> NetWorth:
        """Net worth today and at the last twelve month ends.

        A past balance is today’s balance less later transactions. The settings define when
        months begin.

        Needs the scope `data.read`.

        `GET /analytics/net-worth`
        """
        call: Call[NetWorth] = Call(
            "GET",
            "/analytics/net-worth",
            timeout=timeout,
        )
        return self._sender.send(call)

    def show_spending(
        self,
        *,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        group_by: Optional[Literal["category", "merchant", "month"]] = None,
        timeout: Optional[float] = None,
    ) -> Spending:
        """Spending by category, merchant or month.

        By default this month to today, by category. The settings define when months begin; a
        month is named after the calendar month in which it begins. Only transactions of type
        `expense` in the household’s currency.

        Needs the scope `data.read`.

        `from_`: First day, inclusive. By default the first day of the month of `to`.
        `to`: Last day, inclusive. By default today.
        `group_by`: What the groups are.

        `GET /analytics/spending`
        """
        call: Call[Spending] = Call(
            "GET",
            "/analytics/spending",
            query={
                "from": from_,
                "to": to,
                "group_by": group_by,
            },
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncAnalyticsApi:
    """Net worth and spending."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def show_net_worth(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> NetWorth:
        """Net worth today and at the last twelve month ends.

        A past balance is today’s balance less later transactions. The settings define when
        months begin.

        Needs the scope `data.read`.

        `GET /analytics/net-worth`
        """
        call: Call[NetWorth] = Call(
            "GET",
            "/analytics/net-worth",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def show_spending(
        self,
        *,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        group_by: Optional[Literal["category", "merchant", "month"]] = None,
        timeout: Optional[float] = None,
    ) -> Spending:
        """Spending by category, merchant or month.

        By default this month to today, by category. The settings define when months begin; a
        month is named after the calendar month in which it begins. Only transactions of type
        `expense` in the household’s currency.

        Needs the scope `data.read`.

        `from_`: First day, inclusive. By default the first day of the month of `to`.
        `to`: Last day, inclusive. By default today.
        `group_by`: What the groups are.

        `GET /analytics/spending`
        """
        call: Call[Spending] = Call(
            "GET",
            "/analytics/spending",
            query={
                "from": from_,
                "to": to,
                "group_by": group_by,
            },
            timeout=timeout,
        )
        return await self._sender.send(call)
