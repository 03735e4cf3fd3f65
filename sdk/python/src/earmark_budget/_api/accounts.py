# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    List,
    Optional,
)

from .._calls import (
    Call,
    Id,
    segment,
)
from .._senders import AsyncSender, Sender
from ..types import (
    Account,
    AccountSummary,
    SubscriptionState,
)


class AccountsApi:
    """Accounts: balances, and which accounts are followed."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Account]:
        """List every visible account.

        Needs the scope `data.read`.

        `GET /accounts`
        """
        call: Call[List[Account]] = Call(
            "GET",
            "/accounts",
            timeout=timeout,
        )
        return self._sender.send(call)

    def summarize(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> AccountSummary:
        """Balance rollups across all accounts.

        Totals cover accounts in the household’s currency; others appear in `by_currency` only.
        `free_to_spend` = `spendable_balance` − `set_aside`.

        Needs the scope `data.read`.

        `GET /accounts/summary`
        """
        call: Call[AccountSummary] = Call(
            "GET",
            "/accounts/summary",
            timeout=timeout,
        )
        return self._sender.send(call)

    def set_subscription(
        self,
        account_id: Id,
        *,
        subscribed: bool,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SubscriptionState:
        """Start or stop following a bank account.

        Connection owner only. Unsubscribing stops imports and notifications and keeps stored
        transactions; subscribing again retrieves only those that the provider still has.

        Needs the scope `data.write`.

        `subscribed`: True follows the account, false stops following it.

        `PUT /accounts/{id}/subscription`
        """
        call: Call[SubscriptionState] = Call(
            "PUT",
            f"/accounts/{segment('account_id', account_id)}/subscription",
            body={
                "subscribed": subscribed,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncAccountsApi:
    """Accounts: balances, and which accounts are followed."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Account]:
        """List every visible account.

        Needs the scope `data.read`.

        `GET /accounts`
        """
        call: Call[List[Account]] = Call(
            "GET",
            "/accounts",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def summarize(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> AccountSummary:
        """Balance rollups across all accounts.

        Totals cover accounts in the household’s currency; others appear in `by_currency` only.
        `free_to_spend` = `spendable_balance` − `set_aside`.

        Needs the scope `data.read`.

        `GET /accounts/summary`
        """
        call: Call[AccountSummary] = Call(
            "GET",
            "/accounts/summary",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def set_subscription(
        self,
        account_id: Id,
        *,
        subscribed: bool,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> SubscriptionState:
        """Start or stop following a bank account.

        Connection owner only. Unsubscribing stops imports and notifications and keeps stored
        transactions; subscribing again retrieves only those that the provider still has.

        Needs the scope `data.write`.

        `subscribed`: True follows the account, false stops following it.

        `PUT /accounts/{id}/subscription`
        """
        call: Call[SubscriptionState] = Call(
            "PUT",
            f"/accounts/{segment('account_id', account_id)}/subscription",
            body={
                "subscribed": subscribed,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)
