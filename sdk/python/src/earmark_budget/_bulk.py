"""Many transactions in several requests: the parts, their keys, and one result of all."""

from __future__ import annotations

import hashlib
from typing import Iterator, List, Optional, Sequence, Tuple

from ._calls import new_key
from .errors import EarmarkError
from .types import BulkResult, NewTransaction

#: The API takes so many at once.
MOST_AT_ONCE = 500


class Recording:
    """Splits transactions into requests, and adds their results up."""

    def __init__(self, transactions: Sequence[NewTransaction], key: Optional[str]) -> None:
        self._transactions = transactions
        self._key = new_key() if key is None else key
        self._start = 0
        self.result: BulkResult = {"created": 0, "duplicates": 0, "invalid": 0, "results": []}

    def parts(self) -> Iterator[Tuple[List[NewTransaction], str]]:
        for start in range(0, len(self._transactions), MOST_AT_ONCE):
            self._start = start
            yield list(self._transactions[start : start + MOST_AT_ONCE]), part_key(self._key, start)

    def add(self, part: BulkResult) -> None:
        """Adds the results of the part that `parts` gave last, counted from the first transaction of all."""
        for result in part["results"]:
            result["index"] += self._start
        self.result["created"] += part["created"]
        self.result["duplicates"] += part["duplicates"]
        self.result["invalid"] += part["invalid"]
        self.result["results"] += part["results"]

    def note(self, error: EarmarkError) -> None:
        """Writes into an error what was recorded before it, and the key with which all of it may be repeated."""
        error.idempotency_key = self._key
        error.recorded = self.result


def part_key(key: str, start: int) -> str:
    """Derives a part's key: the same for the same part of the same call.

    The first part has the key itself. So a call that is repeated under its key with more transactions than before is
    refused as another request, instead of being recorded again.
    """
    if start == 0:
        return key
    digest = hashlib.sha256(f"{key}\n{start}".encode()).hexdigest()
    return f"{key[:60]}-{digest[:40]}"
