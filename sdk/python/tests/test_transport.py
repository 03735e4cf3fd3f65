from __future__ import annotations

import os
import socket
import threading
import time
import unittest
from typing import List

from earmark_budget import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    ClientClosedError,
    EarmarkError,
    NotFoundError,
)

from .scripted import KEY, SOON, Server, Step, answer, client, cut, refusal, trickle


@SOON
class Connections(unittest.TestCase):
    def test_one_connection_is_kept_for_many_requests(self) -> None:
        with Server(*[answer([])] * 5) as server, client(server) as earmark:
            for _ in range(5):
                self.assertEqual(earmark.categories.list(), [])
            self.assertEqual(server.connections, 1)
            first = server.received[0]
            self.assertEqual((first.method, first.target), ("GET", "/v1/categories"))
            self.assertEqual(first.headers["authorization"], f"Bearer {KEY}")
            self.assertNotIn("idempotency-key", first.headers)

    def test_a_connection_that_was_closed_meanwhile_is_not_used(self) -> None:
        def say_and_close(connection: socket.socket) -> None:
            connection.sendall(answer([]))
            cut(connection)

        with Server(say_and_close, answer([])) as server, client(server, attempts=1) as earmark:
            earmark.categories.list()
            earmark.categories.list()
            self.assertEqual(len(server.received), 2)

    def test_a_kept_connection_that_ends_with_the_request_is_no_failed_attempt(self) -> None:
        made = {"event_id": "evt_1", "queued_at": "2026-01-05T00:00:00.000Z"}
        with Server(answer([]), cut, answer(made, 202)) as server:
            with client(server, attempts=1) as earmark:
                earmark.categories.list()
                earmark.webhooks.test("id")
            keys = [one.headers["idempotency-key"] for one in server.received[1:]]
            self.assertEqual((len(keys), len(set(keys))), (2, 1))

    def test_connections_end_when_the_service_says_how_long_they_last(self) -> None:
        with Server(answer([], Keep_Alive="timeout=1"), answer([])) as server:
            with client(server) as earmark:
                earmark.categories.list()
                earmark.categories.list()
            self.assertEqual(server.connections, 2)

    def test_an_answer_that_a_connection_repeats_is_not_taken_for_the_next(self) -> None:
        first = answer([{"id": "first"}], X_Request_Id="req_1")
        with Server(first, first, answer([{"id": "second"}], X_Request_Id="req_2")) as server:
            with client(server, attempts=1) as earmark:
                earmark.categories.list()
                self.assertEqual(earmark.accounts.list()[0]["id"], "second")

    def test_every_attempt_of_a_write_sends_the_same_key_and_body(self) -> None:
        torn = answer({"id": "1"})[:-3]

        def tear(connection: socket.socket) -> None:
            connection.sendall(torn)
            cut(connection)

        portal = answer(b"<h1>Sign in to this network</h1>")
        busy = refusal(500, "api_error", "internal_error")
        running = refusal(409, "conflict", "idempotency_key_in_progress", Retry_After=0)
        steps: List[Step] = [cut, tear, portal, busy, running, answer({"id": "1"})]
        with Server(*steps) as server, client(server, attempts=6) as earmark:
            made = earmark.transactions.record(
                account_id="a", amount=-1, concept="Café", booked_at="2026-01-05"
            )
            self.assertEqual(made["id"], "1")
            sent = {(one.headers["idempotency-key"], one.body) for one in server.received}
            self.assertEqual((len(server.received), len(sent)), (6, 1))

    def test_a_refusal_is_not_sent_again(self) -> None:
        refused = refusal(401, "authentication_error", "invalid_api_key")
        with Server(refused, answer([])) as server, client(server) as earmark:
            with self.assertRaises(AuthenticationError):
                earmark.categories.list()
            self.assertEqual(len(server.received), 1)

    def test_a_redirect_is_not_followed(self) -> None:
        with Server(answer(b"", 301, Location="https://elsewhere.example/")) as server:
            with client(server) as earmark, self.assertRaisesRegex(EarmarkError, "leads elsewhere"):
                earmark.categories.list()

    def test_a_read_is_answered_from_what_was_kept_while_nothing_has_changed(self) -> None:
        same = answer(b"", 304, ETag='"1"')
        first = answer([{"id": "a"}], ETag='"1"')
        steps = [first, same, answer([{"id": "b"}], ETag='"2"'), answer([], ETag='"2"'), first, first]
        with Server(*steps) as server:
            with client(server, keep_answers=1) as earmark:
                read = earmark.categories.list()
                read.clear()
                self.assertEqual(earmark.categories.list()[0]["id"], "a")
                self.assertEqual(earmark.categories.list()[0]["id"], "b")
                earmark.accounts.list()
                earmark.categories.list()
            with client(server) as forgetful:
                forgetful.categories.list()
            tags = [one.headers.get("if-none-match") for one in server.received]
            self.assertEqual(tags, [None, '"1"', '"1"', None, None, None])

    def test_retry_after_is_waited_for(self) -> None:
        limited = refusal(429, "rate_limit_error", "rate_limit_exceeded", Retry_After=1)
        with Server(limited, answer([])) as server, client(server) as earmark:
            begin = time.monotonic()
            earmark.categories.list()
            self.assertGreaterEqual(time.monotonic() - begin, 1)

    def test_an_answer_that_trickles_ends_with_the_time_limit(self) -> None:
        with Server(trickle, trickle) as server, client(server, attempts=2) as earmark:
            begin = time.monotonic()
            with self.assertRaises(APITimeoutError) as raised:
                earmark.categories.list(timeout=0.1)
            self.assertLess(time.monotonic() - begin, 10)
            self.assertEqual(raised.exception.attempts, 2)

    def test_a_server_that_says_nothing_is_left_after_the_time_limit(self) -> None:
        with Server(lambda _: None) as server, client(server, attempts=1) as earmark:
            begin = time.monotonic()
            with self.assertRaises(APITimeoutError):
                earmark.sync.request(timeout=0.1)
            self.assertLess(time.monotonic() - begin, 4)

    def test_a_refusal_that_is_torn_is_asked_for_again(self) -> None:
        refused = refusal(404, "not_found", "resource_not_found")

        def tear(connection: socket.socket) -> None:
            connection.sendall(refused[:-9])
            cut(connection)

        with Server(tear, refused) as server, client(server) as earmark:
            with self.assertRaises(NotFoundError):
                earmark.transactions.show("a")
            self.assertEqual(len(server.received), 2)

    def test_where_nobody_listens_the_error_says_so(self) -> None:
        with Server() as server:
            pass
        with client(server, attempts=2) as earmark:
            with self.assertRaisesRegex(APIConnectionError, r"127\.0\.0\.1.*2 attempts.*refused"):
                earmark.categories.list()

    def test_closing_ends_calls_of_other_threads(self) -> None:
        asked, errors = threading.Event(), []

        def hold(_: socket.socket) -> None:
            asked.set()

        with Server(hold) as server:
            earmark = client(server)

            def call() -> None:
                try:
                    earmark.sync.request(idempotency_key="of-this-call")
                except ClientClosedError as error:
                    errors.append(error)

            thread = threading.Thread(target=call)
            thread.start()
            self.assertTrue(asked.wait(10))
            earmark.close()
            thread.join(10)
            self.assertEqual([error.idempotency_key for error in errors], ["of-this-call"])
            with self.assertRaises(ClientClosedError):
                earmark.categories.list()

    def test_closing_ends_a_wait(self) -> None:
        limited = refusal(429, "rate_limit_error", "rate_limit_exceeded", Retry_After=60)
        with Server(limited) as server:
            earmark = client(server)
            threading.Timer(0.1, earmark.close).start()
            with self.assertRaises(ClientClosedError):
                earmark.categories.list()

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
    def test_a_forked_process_does_not_share_connections(self) -> None:
        with Server(answer([]), answer([]), answer([])) as server, client(server) as earmark:
            earmark.categories.list()
            child = os.fork()
            if child == 0:
                earmark.categories.list()
                os._exit(0)
            os.waitpid(child, 0)
            earmark.categories.list()
            self.assertEqual([one.connection for one in server.received], [0, 1, 0])
