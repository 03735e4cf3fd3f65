# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    Literal,
    Optional,
    Sequence,
    Union,
)

from .._calls import (
    OMITTED,
    Call,
    Day,
    Id,
    Moment,
    Omitted,
    segment,
)
from .._senders import AsyncSender, Sender
from ..types import (
    BulkResult,
    NewTransaction,
    Success,
    Transaction,
    TransactionPage,
    TransactionSummary,
)


class TransactionsApi:
    """Transactions: list, search, record, change, follow."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        type: Optional[Literal["expense", "income", "transfer"]] = None,
        account_id: Optional[Id] = None,
        category_id: Optional[Id] = None,
        without_category: Optional[Literal[True]] = None,
        expense_goal_id: Optional[Id] = None,
        search: Optional[str] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        sort: Optional[Literal["booked_at", "created_at"]] = None,
        updated_since: Optional[Moment] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> TransactionPage:
        """List transactions, a page at a time.

        Needs the scope `data.read`.

        `page`: The page to list, from 1.
        `limit`: The number of transactions on a page.
        `type`: Only transactions of this type.
        `account_id`: Only transactions of this account.
        `category_id`: Only transactions of this category, or with a part of it.
        `without_category`: Extension. `true`: only transactions that have no category.
        `expense_goal_id`: Only transactions that are spent from this Expense, or have a part
        that is.
        `search`: Part of the concept, the raw descriptor or the notes, in any case.
        `from_`: First day, inclusive.
        `to`: Last day, inclusive.
        `sort`: Always newest first.
        `updated_since`: Extension. A change feed: transactions changed at or after this moment,
        deleted ones included, oldest change first.
        `cursor`: Extension. Continues a change feed from the `next_cursor` of its last page.

        `GET /transactions`
        """
        call: Call[TransactionPage] = Call(
            "GET",
            "/transactions",
            query={
                "page": page,
                "limit": limit,
                "type": type,
                "account_id": account_id,
                "category_id": category_id,
                "without_category": without_category,
                "expense_goal_id": expense_goal_id,
                "search": search,
                "from": from_,
                "to": to,
                "sort": sort,
                "updated_since": updated_since,
                "cursor": cursor,
            },
            timeout=timeout,
        )
        return self._sender.send(call)

    def summarize(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        type: Optional[Literal["expense", "income", "transfer"]] = None,
        account_id: Optional[Id] = None,
        category_id: Optional[Id] = None,
        without_category: Optional[Literal[True]] = None,
        expense_goal_id: Optional[Id] = None,
        search: Optional[str] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        sort: Optional[Literal["booked_at", "created_at"]] = None,
        timeout: Optional[float] = None,
    ) -> TransactionSummary:
        """Totals for the selected filters.

        `page`, `limit` and `sort` are accepted and change nothing.

        Needs the scope `data.read`.

        `page`: The page to list, from 1.
        `limit`: The number of transactions on a page.
        `type`: Only transactions of this type.
        `account_id`: Only transactions of this account.
        `category_id`: Only transactions of this category, or with a part of it.
        `without_category`: Extension. `true`: only transactions that have no category.
        `expense_goal_id`: Only transactions that are spent from this Expense, or have a part
        that is.
        `search`: Part of the concept, the raw descriptor or the notes, in any case.
        `from_`: First day, inclusive.
        `to`: Last day, inclusive.
        `sort`: Always newest first.

        `GET /transactions/summary`
        """
        call: Call[TransactionSummary] = Call(
            "GET",
            "/transactions/summary",
            query={
                "page": page,
                "limit": limit,
                "type": type,
                "account_id": account_id,
                "category_id": category_id,
                "without_category": without_category,
                "expense_goal_id": expense_goal_id,
                "search": search,
                "from": from_,
                "to": to,
                "sort": sort,
            },
            timeout=timeout,
        )
        return self._sender.send(call)

    def show(
        self,
        transaction_id: Id,
        *,
        timeout: Optional[float] = None,
    ) -> Transaction:
        """Show one transaction.

        Needs the scope `data.read`.

        `GET /transactions/{id}`
        """
        call: Call[Transaction] = Call(
            "GET",
            f"/transactions/{segment('transaction_id', transaction_id)}",
            timeout=timeout,
        )
        return self._sender.send(call)

    def record(
        self,
        *,
        account_id: Id,
        amount: int,
        concept: str,
        booked_at: Day,
        type: Union[Literal["expense", "income", "transfer"], Omitted] = OMITTED,
        category_id: Union[Optional[Id], Omitted] = OMITTED,
        expense_goal_id: Union[Optional[Id], Omitted] = OMITTED,
        notes: Union[Optional[str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Transaction:
        """Record a manual transaction.

        Needs the scope `data.write`.

        `account_id`: The account that it belongs to, from `GET /accounts`.
        `amount`: Cents, negative for spending.
        `concept`: The name of the merchant or the purpose, for people.
        `booked_at`: The day on which it was booked.
        `type`: By default `expense` below zero, else `income`.
        `category_id`: The category, from `GET /categories`; null: it has none.
        `expense_goal_id`: The Expense to spend it from, from `GET /expenses`; null:
        free-to-spend pays it.
        `notes`: Private notes; null: none.

        `POST /transactions`
        """
        call: Call[Transaction] = Call(
            "POST",
            "/transactions",
            body={
                "account_id": account_id,
                "amount": amount,
                "concept": concept,
                "booked_at": booked_at,
                "type": type,
                "category_id": category_id,
                "expense_goal_id": expense_goal_id,
                "notes": notes,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def record_batch(
        self,
        *,
        transactions: Sequence[NewTransaction],
        dry_run: Union[bool, Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BulkResult:
        """Record up to 500 manual transactions.

        Valid items are stored together, invalid ones reported. An `external_id` is unique within
        its account: an item that repeats one is a duplicate and changes nothing. `dry_run`
        reports what would happen.

        An extension of the specification.

        Needs the scope `data.write`.

        `transactions`: The transactions to record: 1 to 500.
        `dry_run`: True reports what would happen, and stores nothing. By default false.

        `POST /transactions/bulk`
        """
        call: Call[BulkResult] = Call(
            "POST",
            "/transactions/bulk",
            body={
                "transactions": transactions,
                "dry_run": dry_run,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def edit(
        self,
        transaction_id: Id,
        *,
        amount: Union[int, Omitted] = OMITTED,
        concept: Union[str, Omitted] = OMITTED,
        booked_at: Union[Day, Omitted] = OMITTED,
        type: Union[Literal["expense", "income", "transfer"], Omitted] = OMITTED,
        category_id: Union[Optional[Id], Omitted] = OMITTED,
        notes: Union[Optional[str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Success:
        """Change a transaction.

        Only the fields sent change. A change of the amount settles the assigned Expense again.
        The assignment itself is changed with `POST /transactions/{id}/expense`. In a split
        transaction the largest part takes a difference of the amount, and `category_id` is
        refused: its parts have categories of their own.

        Needs the scope `data.write`.

        `amount`: Cents, negative for spending.
        `concept`: The name of the merchant or the purpose, for people.
        `booked_at`: The day on which it was booked.
        `type`: The type. A change settles the transaction again.
        `category_id`: The category, from `GET /categories`; null: it has none.
        `notes`: Private notes; null: none.

        `PATCH /transactions/{id}`
        """
        call: Call[Success] = Call(
            "PATCH",
            f"/transactions/{segment('transaction_id', transaction_id)}",
            body={
                "amount": amount,
                "concept": concept,
                "booked_at": booked_at,
                "type": type,
                "category_id": category_id,
                "notes": notes,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)

    def assign(
        self,
        transaction_id: Id,
        *,
        expense_goal_id: Optional[Id],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Success:
        """Spend a transaction from an Expense, or clear the assignment.

        Refused for a split transaction (`splits`), because each of its parts has an assignment
        of its own.

        Needs the scope `data.write`.

        `expense_goal_id`: The Expense to spend it from, from `GET /expenses`; null clears the
        assignment.

        `POST /transactions/{id}/expense`
        """
        call: Call[Success] = Call(
            "POST",
            f"/transactions/{segment('transaction_id', transaction_id)}/expense",
            body={
                "expense_goal_id": expense_goal_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncTransactionsApi:
    """Transactions: list, search, record, change, follow."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        type: Optional[Literal["expense", "income", "transfer"]] = None,
        account_id: Optional[Id] = None,
        category_id: Optional[Id] = None,
        without_category: Optional[Literal[True]] = None,
        expense_goal_id: Optional[Id] = None,
        search: Optional[str] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        sort: Optional[Literal["booked_at", "created_at"]] = None,
        updated_since: Optional[Moment] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> TransactionPage:
        """List transactions, a page at a time.

        Needs the scope `data.read`.

        `page`: The page to list, from 1.
        `limit`: The number of transactions on a page.
        `type`: Only transactions of this type.
        `account_id`: Only transactions of this account.
        `category_id`: Only transactions of this category, or with a part of it.
        `without_category`: Extension. `true`: only transactions that have no category.
        `expense_goal_id`: Only transactions that are spent from this Expense, or have a part
        that is.
        `search`: Part of the concept, the raw descriptor or the notes, in any case.
        `from_`: First day, inclusive.
        `to`: Last day, inclusive.
        `sort`: Always newest first.
        `updated_since`: Extension. A change feed: transactions changed at or after this moment,
        deleted ones included, oldest change first.
        `cursor`: Extension. Continues a change feed from the `next_cursor` of its last page.

        `GET /transactions`
        """
        call: Call[TransactionPage] = Call(
            "GET",
            "/transactions",
            query={
                "page": page,
                "limit": limit,
                "type": type,
                "account_id": account_id,
                "category_id": category_id,
                "without_category": without_category,
                "expense_goal_id": expense_goal_id,
                "search": search,
                "from": from_,
                "to": to,
                "sort": sort,
                "updated_since": updated_since,
                "cursor": cursor,
            },
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def summarize(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        type: Optional[Literal["expense", "income", "transfer"]] = None,
        account_id: Optional[Id] = None,
        category_id: Optional[Id] = None,
        without_category: Optional[Literal[True]] = None,
        expense_goal_id: Optional[Id] = None,
        search: Optional[str] = None,
        from_: Optional[Day] = None,
        to: Optional[Day] = None,
        sort: Optional[Literal["booked_at", "created_at"]] = None,
        timeout: Optional[float] = None,
    ) -> TransactionSummary:
        """Totals for the selected filters.

        `page`, `limit` and `sort` are accepted and change nothing.

        Needs the scope `data.read`.

        `page`: The page to list, from 1.
        `limit`: The number of transactions on a page.
        `type`: Only transactions of this type.
        `account_id`: Only transactions of this account.
        `category_id`: Only transactions of this category, or with a part of it.
        `without_category`: Extension. `true`: only transactions that have no category.
        `expense_goal_id`: Only transactions that are spent from this Expense, or have a part
        that is.
        `search`: Part of the concept, the raw descriptor or the notes, in any case.
        `from_`: First day, inclusive.
        `to`: Last day, inclusive.
        `sort`: Always newest first.

        `GET /transactions/summary`
        """
        call: Call[TransactionSummary] = Call(
            "GET",
            "/transactions/summary",
            query={
                "page": page,
                "limit": limit,
                "type": type,
                "account_id": account_id,
                "category_id": category_id,
                "without_category": without_category,
                "expense_goal_id": expense_goal_id,
                "search": search,
                "from": from_,
                "to": to,
                "sort": sort,
            },
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def show(
        self,
        transaction_id: Id,
        *,
        timeout: Optional[float] = None,
    ) -> Transaction:
        """Show one transaction.

        Needs the scope `data.read`.

        `GET /transactions/{id}`
        """
        call: Call[Transaction] = Call(
            "GET",
            f"/transactions/{segment('transaction_id', transaction_id)}",
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def record(
        self,
        *,
        account_id: Id,
        amount: int,
        concept: str,
        booked_at: Day,
        type: Union[Literal["expense", "income", "transfer"], Omitted] = OMITTED,
        category_id: Union[Optional[Id], Omitted] = OMITTED,
        expense_goal_id: Union[Optional[Id], Omitted] = OMITTED,
        notes: Union[Optional[str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Transaction:
        """Record a manual transaction.

        Needs the scope `data.write`.

        `account_id`: The account that it belongs to, from `GET /accounts`.
        `amount`: Cents, negative for spending.
        `concept`: The name of the merchant or the purpose, for people.
        `booked_at`: The day on which it was booked.
        `type`: By default `expense` below zero, else `income`.
        `category_id`: The category, from `GET /categories`; null: it has none.
        `expense_goal_id`: The Expense to spend it from, from `GET /expenses`; null:
        free-to-spend pays it.
        `notes`: Private notes; null: none.

        `POST /transactions`
        """
        call: Call[Transaction] = Call(
            "POST",
            "/transactions",
            body={
                "account_id": account_id,
                "amount": amount,
                "concept": concept,
                "booked_at": booked_at,
                "type": type,
                "category_id": category_id,
                "expense_goal_id": expense_goal_id,
                "notes": notes,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def record_batch(
        self,
        *,
        transactions: Sequence[NewTransaction],
        dry_run: Union[bool, Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BulkResult:
        """Record up to 500 manual transactions.

        Valid items are stored together, invalid ones reported. An `external_id` is unique within
        its account: an item that repeats one is a duplicate and changes nothing. `dry_run`
        reports what would happen.

        An extension of the specification.

        Needs the scope `data.write`.

        `transactions`: The transactions to record: 1 to 500.
        `dry_run`: True reports what would happen, and stores nothing. By default false.

        `POST /transactions/bulk`
        """
        call: Call[BulkResult] = Call(
            "POST",
            "/transactions/bulk",
            body={
                "transactions": transactions,
                "dry_run": dry_run,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def edit(
        self,
        transaction_id: Id,
        *,
        amount: Union[int, Omitted] = OMITTED,
        concept: Union[str, Omitted] = OMITTED,
        booked_at: Union[Day, Omitted] = OMITTED,
        type: Union[Literal["expense", "income", "transfer"], Omitted] = OMITTED,
        category_id: Union[Optional[Id], Omitted] = OMITTED,
        notes: Union[Optional[str], Omitted] = OMITTED,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Success:
        """Change a transaction.

        Only the fields sent change. A change of the amount settles the assigned Expense again.
        The assignment itself is changed with `POST /transactions/{id}/expense`. In a split
        transaction the largest part takes a difference of the amount, and `category_id` is
        refused: its parts have categories of their own.

        Needs the scope `data.write`.

        `amount`: Cents, negative for spending.
        `concept`: The name of the merchant or the purpose, for people.
        `booked_at`: The day on which it was booked.
        `type`: The type. A change settles the transaction again.
        `category_id`: The category, from `GET /categories`; null: it has none.
        `notes`: Private notes; null: none.

        `PATCH /transactions/{id}`
        """
        call: Call[Success] = Call(
            "PATCH",
            f"/transactions/{segment('transaction_id', transaction_id)}",
            body={
                "amount": amount,
                "concept": concept,
                "booked_at": booked_at,
                "type": type,
                "category_id": category_id,
                "notes": notes,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)

    async def assign(
        self,
        transaction_id: Id,
        *,
        expense_goal_id: Optional[Id],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Success:
        """Spend a transaction from an Expense, or clear the assignment.

        Refused for a split transaction (`splits`), because each of its parts has an assignment
        of its own.

        Needs the scope `data.write`.

        `expense_goal_id`: The Expense to spend it from, from `GET /expenses`; null clears the
        assignment.

        `POST /transactions/{id}/expense`
        """
        call: Call[Success] = Call(
            "POST",
            f"/transactions/{segment('transaction_id', transaction_id)}/expense",
            body={
                "expense_goal_id": expense_goal_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._sender.send(call)
