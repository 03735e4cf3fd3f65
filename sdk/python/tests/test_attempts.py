from __future__ import annotations

import email.utils
import json
import pickle
import time
import unittest
from typing import Any, Dict

from earmark_budget import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    ClientClosedError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
)
from earmark_budget._attempts import Again, Done, Failed, judge
from earmark_budget._calls import Call, request_of
from earmark_budget._connection import Answer
from earmark_budget._settings import read_settings
from earmark_budget._transport import Cut

from .scripted import KEY

SETTINGS = read_settings(
    "https://budget.example",
    KEY,
    timeout=1,
    attempts=3,
    longest_wait=60,
    connections=1,
    keep_answers=0,
    allow_http=False,
    use_environment_proxies=False,
    ssl_context=None,
)
REQUEST = request_of(Call("POST", "/transactions", body={}, idempotency_key="a key of mine".replace(" ", "-")), 1)


def refused(status: int, type_: str, code: str, headers: Dict[str, str] = {}, **more: Any) -> Answer:
    error = {"type": type_, "code": code, "message": "No.", **more}
    return Answer(status, headers, json.dumps({"error": error}).encode())


class Attempts(unittest.TestCase):
    def again(self, outcome: Any, attempt: int = 1) -> float:
        verdict = judge(REQUEST, outcome, attempt, SETTINGS)
        assert isinstance(verdict, Again), verdict
        return verdict.seconds

    def error(self, outcome: Any, attempt: int = 1) -> Any:
        verdict = judge(REQUEST, outcome, attempt, SETTINGS)
        assert isinstance(verdict, Failed), verdict
        return verdict.error

    def test_retry_after_is_waited_for_exactly(self) -> None:
        limited = refused(429, "rate_limit_error", "rate_limit_exceeded", {"retry-after": "37"})
        self.assertEqual(self.again(limited), 37)
        down = refused(503, "api_error", "service_unavailable", {"retry-after": "2"})
        self.assertEqual(self.again(down), 2)
        moment = email.utils.formatdate(time.time() + 30, usegmt=True)
        self.assertAlmostEqual(self.again(Answer(503, {"retry-after": moment}, b"")), 30, delta=3)

    def test_a_wait_longer_than_accepted_is_an_error_that_says_how_long(self) -> None:
        hour = refused(429, "rate_limit_error", "account_rate_limit_exceeded", {"retry-after": "61"})
        error = self.error(hour)
        self.assertIsInstance(error, RateLimitError)
        self.assertEqual((error.retry_after, error.code), (61, "account_rate_limit_exceeded"))

    def test_without_retry_after_the_pause_grows_and_is_never_long(self) -> None:
        for attempt, most in {1: 0.5, 2: 1.0}.items():
            for outcome in [Cut("cut"), Answer(500, {}, b""), Answer(502, {"retry-after": "soon"}, b"x")]:
                self.assertTrue(most / 2 <= self.again(outcome, attempt) <= most)

    def test_a_conflict_is_waited_for_only_if_waiting_resolves_it(self) -> None:
        running = refused(409, "conflict", "idempotency_key_in_progress", {"retry-after": "1"})
        self.assertEqual(self.again(running), 1)
        self.assertIsInstance(self.error(refused(409, "conflict", "webhook_paused")), ConflictError)

    def test_the_last_attempt_is_an_error_with_the_key_to_repeat_it_with(self) -> None:
        error = self.error(Cut("the line is dead"), 3)
        self.assertIs(type(error), APIConnectionError)
        self.assertEqual((error.attempts, error.idempotency_key), (3, "a-key-of-mine"))
        self.assertIn("the line is dead", str(error))
        late = self.error(Cut("it took too long", is_timeout=True), 3)
        self.assertIs(type(late), APITimeoutError)
        self.assertIsInstance(self.error(Answer(500, {}, b"{}"), 3), ServerError)
        closed = self.error(Cut("closed", is_final=True))
        self.assertIsInstance(closed, ClientClosedError)
        self.assertEqual(closed.idempotency_key, "a-key-of-mine")

    def test_every_type_of_error_has_its_class_and_is_not_repeated(self) -> None:
        for status, type_, code, kind in [
            (400, "invalid_request", "invalid_parameter", InvalidRequestError),
            (401, "authentication_error", "invalid_api_key", AuthenticationError),
            (402, "permission_error", "subscription_required", PermissionDeniedError),
            (403, "permission_error", "insufficient_scope", PermissionDeniedError),
            (404, "not_found", "resource_not_found", NotFoundError),
            (409, "conflict", "insufficient_expense_balance", ConflictError),
            (410, "permission_error", "account_closed", PermissionDeniedError),
            (423, "permission_error", "account_read_only", PermissionDeniedError),
        ]:
            error = self.error(refused(status, type_, code, param="amount", request_id="req_1"))
            self.assertIs(type(error), kind)
            self.assertEqual(
                (error.status, error.type, error.code, error.param, error.request_id, error.message),
                (status, type_, code, "amount", "req_1", "No."),
            )
            self.assertEqual(str(error), f"{status} {code}: No. (req_1)")

    def test_an_answer_of_something_in_between_has_no_code(self) -> None:
        for status, body, kind in [
            (301, b"", APIError),
            (404, b"<h1>nginx</h1>", APIError),
            (403, b'["error"]', APIError),
            (413, b'{"error": "too large"}', APIError),
            (413, b"\xff", APIError),
            (400, b'{"error": {"code": 7}}', APIError),
        ]:
            error = self.error(Answer(status, {}, body))
            self.assertIs(type(error), kind)
            self.assertEqual((error.status, error.code), (status, None))

    def test_an_error_survives_the_way_to_another_process(self) -> None:
        for error in [
            self.error(refused(404, "not_found", "resource_not_found", request_id="req_1")),
            self.error(Cut("cut"), 3),
        ]:
            copy = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copy), str(copy), vars(copy)), (type(error), str(error), vars(error)))

    def test_a_success_is_its_json(self) -> None:
        self.assertEqual(judge(REQUEST, Answer(201, {}, b'{"id":1}'), 3, SETTINGS), Done({"id": 1}))
