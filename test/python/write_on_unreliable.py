"""Writes through a proxy that loses, tears, delays and repeats: how many calls came through, as JSON."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any, Dict, List

import earmark_budget._attempts as attempts
from earmark_budget import AsyncEarmark, Earmark
from earmark_budget.types import NewTransaction

given: Dict[str, Any] = json.loads(os.environ["GIVEN"])
account, rent, food, kind = given["account"], given["rent"], given["food"], given["kind"]
options: Dict[str, Any] = {"api_key": given["key"], "timeout": given["timeout"], "attempts": 30}
# As quick as a test needs it; the decisions are the same.
attempts._BACKOFF_FIRST = 0.005
attempts._BACKOFF_MAX = 0.05


def concepts(number: int) -> List[str]:
    return [f"{kind} {number} {index}" for index in range(5)]


def batch(number: int) -> List[NewTransaction]:
    return [
        {"account_id": account, "amount": -7, "concept": concept, "booked_at": "2026-01-05"}
        for concept in concepts(number)
    ]


def write(earmark: Earmark, number: int) -> None:
    made = earmark.transactions.record(
        account_id=account, amount=-100, concept=f"{kind} {number}", booked_at="2026-01-05"
    )
    earmark.expenses.transfer(from_expense_id=rent, to_expense_id=food, amount=3)
    earmark.transactions.edit(made["id"], notes=f"note {number}")
    result = earmark.transactions.record_many(batch(number))
    assert result["created"] == 5, result
    seen = earmark.transactions.show(made["id"])
    assert (seen["id"], seen["notes"]) == (made["id"], f"note {number}"), seen


async def write_async(earmark: AsyncEarmark, number: int) -> None:
    made = await earmark.transactions.record(
        account_id=account, amount=-100, concept=f"{kind} {number}", booked_at="2026-01-05"
    )
    await earmark.expenses.transfer(from_expense_id=rent, to_expense_id=food, amount=3)
    await earmark.transactions.edit(made["id"], notes=f"note {number}")
    result = await earmark.transactions.record_many(batch(number))
    assert result["created"] == 5, result
    seen = await earmark.transactions.show(made["id"])
    assert (seen["id"], seen["notes"]) == (made["id"], f"note {number}"), seen


def run() -> List[str]:
    with Earmark(given["url"], **options) as earmark:
        for number in range(given["times"]):
            write(earmark, number)
        return [one["concept"] for one in earmark.transactions.iterate(search=kind, limit=7)]


async def run_async() -> List[str]:
    async with AsyncEarmark(given["url"], connections=4, **options) as earmark:
        await asyncio.gather(*(write_async(earmark, number) for number in range(given["times"])))
        feed = earmark.transactions.changes(limit=7)
        return [one["concept"] async for one in feed if one["concept"].startswith(kind)]


found = run() if kind == "sync" else asyncio.run(run_async())
print(json.dumps(found))
