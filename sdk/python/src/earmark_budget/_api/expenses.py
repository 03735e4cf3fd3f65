# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    List,
    Optional,
    Union,
)

from .._calls import (
    OMITTED,
    Call,
    Day,
    Id,
    Omitted,
)
from .._senders import AsyncSender, Sender
from ..types import (
    Expense,
    ExpenseGroup,
    ExpenseSummary,
    ExpenseTransfer,
)


class ExpensesApi:
    """Expenses: money set aside, and its moves between Expenses."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Expense]:
        """List Expenses, Goals and credit card Expenses.

        Needs the scope `data.read`.

        `GET /expenses`
        """
        call: Call[List[Expense]] = Call(
            "GET",
            "/expenses",
            timeout=timeout,
        )
        return self._sender.send(call)

    def summarize(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> ExpenseSummary:
        """Totals over every Expense, including the total set aside.

        Needs the scope `data.read`.

        `GET /expenses/summary`
        """
        call: Call[ExpenseSummary] = Call(
            "GET",
            "/expenses/summary",
            timeout=timeout,
        )
        return self._sender.send(call)

    def list_groups(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[ExpenseGroup]:
        """List the groups of Expenses.

        Needs the scope `data.read`.

        `GET /expense-groups`
        """
        call: Call[List[ExpenseGroup]] = Call(
            "GET",
            "/expense-groups",
            timeout=timeout,
        )
        return self._sender.send(call)

    def list_transfers(
        self,
        *,
        expense_id: Optional[Id] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        limit: Optional[int] = None,
        before: Optional[Id] = None,
        timeout: Optional[float] = None,
    ) -> List[ExpenseTransfer]:
        """List past movements between Expenses, newest first.

        At most 500. `before` continues from the last one listed.

        Needs the scope `data.read`.

        `expense_id`: Extension. Movements from or to this Expense.
        `from_`: Extension. First day, inclusive, in the household’s time zone.
        `to`: Extension. Last day, inclusive, in the household’s time zone.
        `limit`: Extension. The most movements to list.
        `before`: Extension. Continues after this movement: the last one listed so far.

        `GET /expense-transfers`
        """
        call: Call[List[ExpenseTransfer]] = Call(
            "GET",
            "/expense-transfers",
            query={
                "expense_id": expense_id,
                "from": from_,
                "to": to,
                "limit": limit,
                "before": before,
            },
            timeout=timeout,
        )
        return self._sender.send(call)

    def transfer(
        self,
        *,
        from_expense_id: Id,
        to_expense_id: Id,
        amount: int,
        note: Union[Optional[str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ExpenseTransfer:
        """Move money from one Expense to another.

        Nothing leaves the bank; only the earmarking changes. Send an Idempotency-Key: a repeat
        without one moves the money twice.

        Needs the scope `data.write`.

        `from_expense_id`: The Expense that gives the money.
        `to_expense_id`: The Expense that gets the money; another one.
        `amount`: The amount to move, in cents; positive.
        `note`: A note for people; null: none.

        `POST /expense-transfers`
        """
        call: Call[ExpenseTransfer] = Call(
            "POST",
            "/expense-transfers",
            body={
                "from_expense_id": from_expense_id,
                "to_expense_id": to_expense_id,
                "amount": amount,
                "note": note,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncExpensesApi:
    """Expenses: money set aside, and its moves between Expenses."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Expense]:
        """List Expenses, Goals and credit card Expenses.

        Needs the scope `data.read`.

        `GET /expenses`
        """
        call: Call[List[Expense]] = Call(
            "GET",
            "/expenses",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def summarize(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> ExpenseSummary:
        """Totals over every Expense, including the total set aside.

        Needs the scope `data.read`.

        `GET /expenses/summary`
        """
        call: Call[ExpenseSummary] = Call(
            "GET",
            "/expenses/summary",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def list_groups(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[ExpenseGroup]:
        """List the groups of Expenses.

        Needs the scope `data.read`.

        `GET /expense-groups`
        """
        call: Call[List[ExpenseGroup]] = Call(
            "GET",
            "/expense-groups",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def list_transfers(
        self,
        *,
        expense_id: Optional[Id] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        limit: Optional[int] = None,
        before: Optional[Id] = None,
        timeout: Optional[float] = None,
    ) -> List[ExpenseTransfer]:
        """List past movements between Expenses, newest first.

        At most 500. `before` continues from the last one listed.

        Needs the scope `data.read`.

        `expense_id`: Extension. Movements from or to this Expense.
        `from_`: Extension. First day, inclusive, in the household’s time zone.
        `to`: Extension. Last day, inclusive, in the household’s time zone.
        `limit`: Extension. The most movements to list.
        `before`: Extension. Continues after this movement: the last one listed so far.

        `GET /expense-transfers`
        """
        call: Call[List[ExpenseTransfer]] = Call(
            "GET",
            "/expense-transfers",
            query={
                "expense_id": expense_id,
                "from": from_,
                "to": to,
                "limit": limit,
                "before": before,
            },
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def transfer(
        self,
        *,
        from_expense_id: Id,
        to_expense_id: Id,
        amount: int,
        note: Union[Optional[str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ExpenseTransfer:
        """Move money from one Expense to another.

        Nothing leaves the bank; only the earmarking changes. Send an Idempotency-Key: a repeat
        without one moves the money twice.

        Needs the scope `data.write`.

        `from_expense_id`: The Expense that gives the money.
        `to_expense_id`: The Expense that gets the money; another one.
        `amount`: The amount to move, in cents; positive.
        `note`: A note for people; null: none.

        `POST /expense-transfers`
        """
        call: Call[ExpenseTransfer] = Call(
            "POST",
            "/expense-transfers",
            body={
                "from_expense_id": from_expense_id,
                "to_expense_id": to_expense_id,
                "amount": amount,
                "note": note,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)
