from __future__ import annotations

import asyncio
import inspect
import unittest
from typing import Any, Dict, List, cast

from earmark_budget import APIConnectionError, AsyncEarmark, Earmark
from earmark_budget._bulk import part_key
from earmark_budget._calls import Call
from earmark_budget._groups import AsyncWebhooks, Expenses, Webhooks
from earmark_budget._transactions import AsyncTransactions, Transactions
from earmark_budget.types import NewTransaction

from .scripted import KEY


class Recorder:
    """Answers calls from a list, and keeps them."""

    def __init__(self, *answers: Any) -> None:
        self.calls: List[Call[Any]] = []
        self._answers = list(answers)

    def send(self, call: Call[Any]) -> Any:
        self.calls.append(call)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class AsyncRecorder(Recorder):
    async def send(self, call: Call[Any]) -> Any:
        return super().send(call)


def page(*ids: str, more: bool, cursor: Any = None) -> Dict[str, Any]:
    return {"data": [{"id": id_} for id_ in ids], "has_more": more, "next_cursor": cursor}


def recorded(count: int, status: str = "created") -> Dict[str, Any]:
    results = [{"index": index, "status": status} for index in range(count)]
    return {"created": count, "duplicates": 0, "invalid": 0, "results": results}


def new(count: int) -> List[NewTransaction]:
    return [
        {"account_id": "a", "amount": -index, "concept": "x", "booked_at": "2026-01-05"}
        for index in range(count)
    ]


class Groups(unittest.TestCase):
    def sync(self, recorder: Recorder) -> Transactions:
        return Transactions(cast(Any, recorder))

    def test_pages_are_read_to_the_last_and_none_comes_twice(self) -> None:
        # A new transaction has moved "b" to the second page.
        pages = [page("a", "b", more=True), page("b", "c", more=True), page("d", more=False)]
        recorder = Recorder(*pages)
        found = [one["id"] for one in self.sync(recorder).iterate(limit=2, search="x")]
        self.assertEqual(found, ["a", "b", "c", "d"])
        self.assertEqual([call.query["page"] for call in recorder.calls], [1, 2, 3])
        self.assertEqual({call.query["search"] for call in recorder.calls}, {"x"})

        async def collect() -> List[str]:
            group = AsyncTransactions(cast(Any, AsyncRecorder(*pages)))
            return [one["id"] async for one in group.iterate(limit=2)]

        self.assertEqual(asyncio.run(collect()), found)

    def test_a_feed_that_stops_in_the_middle_continues_with_the_page_it_was_in(self) -> None:
        first, last = page("a", "b", more=True, cursor="1"), page("c", more=False, cursor="2")
        feed = self.sync(Recorder(first, last)).changes(updated_since="2026-01-05T00:00:00Z")
        read = iter(feed)
        next(read), next(read)
        self.assertIsNone(feed.cursor)
        next(read)
        self.assertEqual(feed.cursor, "1")
        self.assertEqual(list(read), [])
        self.assertEqual(feed.cursor, "2")

        recorder = Recorder(last, page(more=False, cursor="3"))
        feed = self.sync(recorder).changes(cursor="1")
        self.assertEqual([one["id"] for one in feed], ["c"])
        self.assertEqual(list(feed), [])
        asked = [(call.query["cursor"], call.query["updated_since"]) for call in recorder.calls]
        self.assertEqual((asked, feed.cursor), ([("1", None), ("2", None)], "3"))
        with self.assertRaises(ValueError):
            self.sync(recorder).changes(cursor="1", updated_since="2026-01-05T00:00:00Z")

    def test_a_feed_without_a_beginning_has_everything(self) -> None:
        recorder = Recorder(page(more=False, cursor="1"))
        self.assertEqual(list(self.sync(recorder).changes()), [])
        self.assertEqual(recorder.calls[0].query["updated_since"], "1970-01-01T00:00:00Z")

    def test_other_lists_continue_from_their_last_record(self) -> None:
        full = [{"id": str(index)} for index in range(500)]
        recorder = Recorder(full, full[:1])
        self.assertEqual(len(list(Expenses(cast(Any, recorder)).iterate_transfers())), 501)
        self.assertEqual([call.query["before"] for call in recorder.calls], [None, "499"])
        events = [{"event_id": f"evt_{index}"} for index in range(200)]
        recorder = Recorder(events, [])
        self.assertEqual(len(list(Webhooks(cast(Any, recorder)).iterate_deliveries("w"))), 200)
        self.assertEqual([call.query["before"] for call in recorder.calls], [None, "evt_199"])

    def test_more_than_five_hundred_are_recorded_in_several_requests_with_one_result(self) -> None:
        recorder = Recorder(recorded(500), recorded(500), recorded(1, "invalid"))
        result = self.sync(recorder).record_many(iter(new(1001)), idempotency_key="import-7")
        self.assertEqual([one["index"] for one in result["results"]], list(range(1001)))
        self.assertEqual(result["created"], 1001)
        keys = [call.idempotency_key for call in recorder.calls]
        self.assertEqual((keys[0], len(set(keys))), ("import-7", 3))
        sent = [one for call in recorder.calls for one in (call.body or {})["transactions"]]
        self.assertEqual(sent, new(1001))
        again = Recorder(recorded(500), recorded(500), recorded(1))
        self.sync(again).record_many(new(1001), idempotency_key="import-7")
        self.assertEqual([call.idempotency_key for call in again.calls], keys)

    def test_a_failure_in_a_later_request_says_what_was_recorded_and_how_to_go_on(self) -> None:
        failure = APIConnectionError("cut", attempts=5, idempotency_key="of the part")
        for given in ["import-7", None]:
            recorder = Recorder(recorded(500), failure)
            with self.assertRaises(APIConnectionError) as raised:
                self.sync(recorder).record_many(new(501), idempotency_key=given)
            results = raised.exception.recorded
            assert results is not None
            self.assertEqual(len(results["results"]), 500)
            self.assertEqual(raised.exception.idempotency_key, recorder.calls[0].idempotency_key)

    def test_a_webhook_whose_secret_was_lost_on_the_way_is_created_again(self) -> None:
        answers: List[Any] = [{"id": "1"}, {"success": True}, {"id": "2", "secret": "whsec_x"}]
        recorder = Recorder(*answers)
        created = Webhooks(cast(Any, recorder)).create(name="Mine", url="https://example.com/x")
        self.assertEqual(created.get("secret"), "whsec_x")
        asked = [(call.method, call.path) for call in recorder.calls]
        self.assertEqual(asked, [("POST", "/webhooks"), ("DELETE", "/webhooks/1"), ("POST", "/webhooks")])
        again = AsyncWebhooks(cast(Any, AsyncRecorder(*answers)))
        self.assertEqual(asyncio.run(again.create(name="Mine", url="https://example.com/x")), created)
        # A key of the caller's own asks for the first webhook, whoever has its secret.
        mine = Recorder(answers[0])
        Webhooks(cast(Any, mine)).create(name="Mine", url="https://e.example", idempotency_key="mine-1234")
        self.assertEqual(len(mine.calls), 1)

    def test_none_at_all_ask_nothing(self) -> None:
        self.assertEqual(self.sync(Recorder()).record_many([])["results"], [])

    def test_keys_of_parts_are_keys_however_long_the_given_one_is(self) -> None:
        for key in ["12345678", "x" * 128]:
            parts = [part_key(key, start) for start in (0, 500, 1000)]
            self.assertEqual(len(set(parts)), 3)
            for part in parts:
                self.assertRegex(part, r"^[\x21-\x7e]{8,128}$")

    def test_both_clients_have_the_same_groups_methods_and_arguments(self) -> None:
        one, other = Earmark("https://a.example", api_key=KEY), AsyncEarmark("https://a.example", api_key=KEY)
        self.assertEqual(public(one), public(other))
        groups = [name for name in public(one) if name != "close"]
        self.assertGreater(len(groups), 10)
        for group in groups:
            mine, theirs = getattr(one, group), getattr(other, group)
            self.assertEqual(public(mine), public(theirs))
            for name in public(mine):
                same = inspect.signature(getattr(mine, name)), inspect.signature(getattr(theirs, name))
                self.assertEqual(same[0].parameters, same[1].parameters, f"{group}.{name}")


def public(thing: object) -> List[str]:
    return [name for name in dir(thing) if not name.startswith("_")]
