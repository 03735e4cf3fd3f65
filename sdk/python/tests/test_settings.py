from __future__ import annotations

import os
import unittest
from datetime import date, datetime, timedelta, timezone
from typing import Any
from unittest import mock

from earmark_budget import AsyncEarmark, Earmark
from earmark_budget._calls import OMITTED, Call, request_of, segment
from earmark_budget._proxies import find_proxy
from earmark_budget._settings import read_address

from .scripted import KEY


class Addresses(unittest.TestCase):
    def test_an_address_may_have_its_version_or_leave_it_out(self) -> None:
        for given, path in {
            "https://budget.example": "/v1",
            "https://budget.example/": "/v1",
            "https://budget.example/v1/": "/v1",
            "https://budget.example/earmark": "/earmark/v1",
            "http://localhost:3000": "/v1",
            "http://[::1]:3000/v1": "/v1",
        }.items():
            self.assertEqual(read_address(given, allow_http=False).path, path, given)

    def test_plain_http_is_for_this_machine_unless_it_is_asked_for(self) -> None:
        for given in ["http://budget.example", "http://192.168.1.2:3000", "http://localhost.example"]:
            with self.assertRaisesRegex(ValueError, "https"):
                read_address(given, allow_http=False)
            self.assertEqual(read_address(given, allow_http=True).scheme, "http")

    def test_what_is_not_an_address_is_refused(self) -> None:
        for given in [
            "",
            "budget.example",
            "ftp://budget.example",
            "https://",
            "https://ada:word@budget.example",
            "https://budget.example/?key=1",
            "https://budget.example/#x",
            "https://budget.example\r\n",
            "https://budget.example:99999",
        ]:
            with self.assertRaises(ValueError, msg=given):
                read_address(given, allow_http=True)

    def test_address_and_key_come_from_the_environment_where_they_are_not_given(self) -> None:
        with mock.patch.dict(os.environ, {"EARMARK_URL": "https://a.example", "EARMARK_API_KEY": KEY}):
            self.assertEqual(repr(Earmark()), "Earmark('https://a.example/v1')")
            self.assertIn("b.example", repr(AsyncEarmark("https://b.example")))
        with mock.patch.dict(os.environ, clear=True):
            with self.assertRaisesRegex(ValueError, "EARMARK_URL"):
                Earmark(api_key=KEY)
            with self.assertRaisesRegex(ValueError, "EARMARK_API_KEY"):
                Earmark("https://a.example")

    def test_numbers_that_would_never_answer_are_refused(self) -> None:
        for wrong in [
            {"timeout": 0},
            {"timeout": float("nan")},
            {"attempts": 0},
            {"connections": 0},
            {"keep_answers": -1},
            {"longest_wait": -1},
            {"longest_wait": float("nan")},
        ]:
            given: Any = wrong
            with self.assertRaises(ValueError, msg=str(wrong)):
                Earmark("https://a.example", api_key=KEY, **given)

    def test_the_proxy_of_the_environment_is_used_except_for_this_machine(self) -> None:
        proxies = {"HTTPS_PROXY": "http://ada:w%40rd@proxy.example:3128", "NO_PROXY": "near.example"}
        with mock.patch.dict(os.environ, {**proxies, "HTTP_PROXY": "proxy.example:1"}, clear=True):
            found = find_proxy(read_address("https://far.example", allow_http=False))
            assert found is not None
            self.assertEqual((found.host, found.port), ("proxy.example", 3128))
            self.assertEqual(found.headers(), {"Proxy-Authorization": "Basic YWRhOndAcmQ="})
            self.assertNotIn("YWRh", repr(found))
            for direct in ["https://near.example", "http://localhost:3000", "http://127.0.0.1:3000"]:
                self.assertIsNone(find_proxy(read_address(direct, allow_http=False)), direct)
        with mock.patch.dict(os.environ, {"HTTPS_PROXY": "socks5://proxy.example"}, clear=True):
            with self.assertRaisesRegex(ValueError, "NO_PROXY"):
                Earmark("https://far.example", api_key=KEY)
            Earmark("https://far.example", api_key=KEY, use_environment_proxies=False)


class Calls(unittest.TestCase):
    def written(self, **body: Any) -> bytes:
        written = request_of(Call("POST", "/x", body=body), 1).body
        assert written is not None
        return written

    def test_what_is_omitted_is_not_sent_and_none_is_null(self) -> None:
        self.assertEqual(self.written(notes=None, type=OMITTED), b'{"notes":null}')

    def test_days_and_moments_may_be_those_of_the_standard_library(self) -> None:
        summer = timezone(timedelta(hours=2))
        moment = datetime(2026, 7, 1, 1, 30, tzinfo=summer)
        self.assertEqual(
            self.written(day=date(2026, 1, 5), at=moment),
            b'{"day":"2026-01-05","at":"2026-06-30T23:30:00.000Z"}',
        )
        query = {"from": date(2026, 1, 5), "updated_since": moment, "search": "a b+&=é", "page": None}
        self.assertEqual(
            request_of(Call("GET", "/x", query=query), 1).target,
            "/x?from=2026-01-05&updated_since=2026-06-30T23%3A30%3A00.000Z&search=a%20b%2B%26%3D%C3%A9",
        )
        with self.assertRaisesRegex(ValueError, "time zone"):
            self.written(at=datetime(2026, 7, 1))

    def test_what_is_not_json_is_refused_before_it_is_sent(self) -> None:
        for wrong in [float("nan"), object(), {1, 2}]:
            with self.assertRaises((TypeError, ValueError)):
                self.written(amount=wrong)

    def test_texts_are_sent_as_they_are(self) -> None:
        self.assertEqual(self.written(concept="Café 😀"), '{"concept":"Café 😀"}'.encode())

    def test_an_identifier_cannot_lead_to_another_path(self) -> None:
        self.assertEqual(segment("id", "a/../b?c#d%"), "a%2F..%2Fb%3Fc%23d%25")
        for wrong in ["", ".", ".."]:
            with self.assertRaises(ValueError):
                segment("id", wrong)

    def test_a_write_has_a_key_of_its_own_or_the_given_one_and_a_read_has_none(self) -> None:
        write: Call[Any] = Call("POST", "/x", body={})
        self.assertNotEqual(
            request_of(write, 1).idempotency_key, request_of(write, 1).idempotency_key
        )
        given: Call[Any] = Call("DELETE", "/x", idempotency_key="of the 5".replace(" ", "-"))
        self.assertEqual(request_of(given, 1).idempotency_key, "of-the-5")
        self.assertIsNone(request_of(Call("GET", "/x"), 1).idempotency_key)
        for wrong in ["short", "a" * 129, "with a space", "line\r\nbreak"]:
            with self.assertRaises(ValueError):
                request_of(Call("POST", "/x", body={}, idempotency_key=wrong), 1)
