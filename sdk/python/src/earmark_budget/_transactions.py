"""Transactions with what the API's own requests do not offer: iterators, the feed, recording in several requests."""

from __future__ import annotations

from typing import AsyncIterator, Iterable, Iterator, Literal, Optional

from ._api.transactions import AsyncTransactionsApi, TransactionsApi
from ._bulk import Recording
from ._calls import OMITTED, Day, Id, Moment
from ._reading import AsyncChangeFeed, ChangeFeed, Seen
from .errors import EarmarkError
from .types import BulkResult, NewTransaction, Transaction, TransactionPage

#: As many as the API gives at once.
_PAGE = 200


def _transaction_id(transaction: Transaction) -> str:
    return transaction["id"]


class Transactions(TransactionsApi):
    """Transactions: list, search, record, change, follow."""

    def iterate(
        self,
        *,
        limit: int = _PAGE,
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
    ) -> Iterator[Transaction]:
        """Iterates over all transactions of a list, newest first, a page of `limit` at a time; none comes twice.

        A transaction that is removed meanwhile moves others over the edge of a page. For an exact copy use `changes`.
        """
        seen = Seen(_transaction_id)
        page, has_more = 1, True
        while has_more:
            found = self.list(
                page=page,
                limit=limit,
                type=type,
                account_id=account_id,
                category_id=category_id,
                without_category=without_category,
                expense_goal_id=expense_goal_id,
                search=search,
                from_=from_,
                to=to,
                sort=sort,
                timeout=timeout,
            )
            yield from seen.unseen(found["data"])
            page, has_more = page + 1, found["has_more"]

    def changes(
        self,
        *,
        updated_since: Optional[Moment] = None,
        cursor: Optional[str] = None,
        limit: int = _PAGE,
        timeout: Optional[float] = None,
    ) -> ChangeFeed:
        """Follows changes: transactions in the order of their last change, deleted ones with `deleted_at`.

        Begins at a moment, at a `cursor` that an earlier feed has left, or with everything. Keep the feed's `cursor`:
        nothing is missed from there on.
        """

        def fetch(since: Optional[Moment], at: Optional[str]) -> TransactionPage:
            return self.list(updated_since=since, cursor=at, limit=limit, timeout=timeout)

        return ChangeFeed(fetch, updated_since, cursor)

    def record_many(
        self,
        transactions: Iterable[NewTransaction],
        *,
        dry_run: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BulkResult:
        """Records any number of transactions, 500 a request, and says of each what became of it.

        Valid ones of a request are stored together, invalid ones reported. If a later request fails, its error has the
        results so far in `recorded`; the same call with the error's `idempotency_key` records the rest, and nothing twice.
        """
        recording = Recording(list(transactions), idempotency_key)
        for part, key in recording.parts():
            try:
                result = self.record_batch(
                    transactions=part,
                    dry_run=True if dry_run else OMITTED,
                    idempotency_key=key,
                    timeout=timeout,
                )
            except EarmarkError as error:
                recording.note(error)
                raise
            recording.add(result)
        return recording.result


class AsyncTransactions(AsyncTransactionsApi):
    """Transactions: list, search, record, change, follow."""

    async def iterate(
        self,
        *,
        limit: int = _PAGE,
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
    ) -> AsyncIterator[Transaction]:
        """Iterates over all transactions of a list, newest first, a page of `limit` at a time; none comes twice.

        A transaction that is removed meanwhile moves others over the edge of a page. For an exact copy use `changes`.
        """
        seen = Seen(_transaction_id)
        page, has_more = 1, True
        while has_more:
            found = await self.list(
                page=page,
                limit=limit,
                type=type,
                account_id=account_id,
                category_id=category_id,
                without_category=without_category,
                expense_goal_id=expense_goal_id,
                search=search,
                from_=from_,
                to=to,
                sort=sort,
                timeout=timeout,
            )
            for transaction in seen.unseen(found["data"]):
                yield transaction
            page, has_more = page + 1, found["has_more"]

    def changes(
        self,
        *,
        updated_since: Optional[Moment] = None,
        cursor: Optional[str] = None,
        limit: int = _PAGE,
        timeout: Optional[float] = None,
    ) -> AsyncChangeFeed:
        """Follows changes: transactions in the order of their last change, deleted ones with `deleted_at`.

        Begins at a moment, at a `cursor` that an earlier feed has left, or with everything. Keep the feed's `cursor`:
        nothing is missed from there on.
        """

        async def fetch(since: Optional[Moment], at: Optional[str]) -> TransactionPage:
            return await self.list(updated_since=since, cursor=at, limit=limit, timeout=timeout)

        return AsyncChangeFeed(fetch, updated_since, cursor)

    async def record_many(
        self,
        transactions: Iterable[NewTransaction],
        *,
        dry_run: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BulkResult:
        """Records any number of transactions, 500 a request, and says of each what became of it.

        Valid ones of a request are stored together, invalid ones reported. If a later request fails, its error has the
        results so far in `recorded`; the same call with the error's `idempotency_key` records the rest, and nothing twice.
        """
        recording = Recording(list(transactions), idempotency_key)
        for part, key in recording.parts():
            try:
                result = await self.record_batch(
                    transactions=part,
                    dry_run=True if dry_run else OMITTED,
                    idempotency_key=key,
                    timeout=timeout,
                )
            except EarmarkError as error:
                recording.note(error)
                raise
            recording.add(result)
        return recording.result
