"""Iterators over pages and over the feed of changes, for both kinds of client."""

from __future__ import annotations

from typing import (
    AsyncIterator,
    Awaitable,
    Callable,
    Generic,
    Iterator,
    List,
    Optional,
    Sequence,
    Set,
    TypeVar,
)

from ._calls import Moment
from .types import Transaction, TransactionPage

R = TypeVar("R")

#: The first moment of all: a feed from here has everything.
EVERYTHING = "1970-01-01T00:00:00Z"


class _Feed:
    def __init__(self, since: Optional[Moment], cursor: Optional[str]) -> None:
        if since is not None and cursor is not None:
            raise ValueError("give updated_since or cursor, not both: the cursor contains the moment")
        self._since: Optional[Moment] = None if cursor is not None else (since or EVERYTHING)
        #: Where the feed continues. It moves on only after the last transaction of a page was processed, so that a
        #: program which stops in the middle reads some again, and misses none. None: nothing was read yet.
        self.cursor: Optional[str] = cursor

    def _take(self, page: TransactionPage) -> bool:
        self._since, self.cursor = None, page["next_cursor"]
        return page["has_more"]


class ChangeFeed(_Feed):
    """Iterates over the changes up to now. Iterate again later, from `cursor`, for those since."""

    def __init__(
        self,
        fetch: Callable[[Optional[Moment], Optional[str]], TransactionPage],
        since: Optional[Moment],
        cursor: Optional[str],
    ) -> None:
        super().__init__(since, cursor)
        self._fetch = fetch

    def __iter__(self) -> Iterator[Transaction]:
        for page in self.pages():
            yield from page["data"]

    def pages(self) -> Iterator[TransactionPage]:
        """Iterates over the pages instead: store each together with its `next_cursor`."""
        has_more = True
        while has_more:
            page = self._fetch(self._since, self.cursor)
            yield page
            has_more = self._take(page)


class AsyncChangeFeed(_Feed):
    """Iterates over the changes up to now. Iterate again later, from `cursor`, for those since."""

    def __init__(
        self,
        fetch: Callable[[Optional[Moment], Optional[str]], Awaitable[TransactionPage]],
        since: Optional[Moment],
        cursor: Optional[str],
    ) -> None:
        super().__init__(since, cursor)
        self._fetch = fetch

    async def __aiter__(self) -> AsyncIterator[Transaction]:
        async for page in self.pages():
            for transaction in page["data"]:
                yield transaction

    async def pages(self) -> AsyncIterator[TransactionPage]:
        """Iterates over the pages instead: store each together with its `next_cursor`."""
        has_more = True
        while has_more:
            page = await self._fetch(self._since, self.cursor)
            yield page
            has_more = self._take(page)


class Seen(Generic[R]):
    """Leaves out records that an earlier page had: a new one moves all others one place on."""

    def __init__(self, id_of: Callable[[R], str]) -> None:
        self._id_of = id_of
        self._ids: Set[str] = set()

    def unseen(self, records: Sequence[R]) -> List[R]:
        fresh = [record for record in records if self._id_of(record) not in self._ids]
        self._ids.update(map(self._id_of, fresh))
        return fresh
