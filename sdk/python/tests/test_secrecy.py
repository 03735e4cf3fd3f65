from __future__ import annotations

import contextlib
import http.client
import io
import logging
import os
import socket
import ssl
import threading
import traceback
import unittest
from typing import Any, Iterator, List
from unittest import mock

from earmark_budget import APIConnectionError, Earmark, EarmarkError
from earmark_budget._settings import Settings

from .scripted import KEY, SOON, Server, answer, client, cut, refusal, trickle


def everything_held(error: BaseException) -> Iterator[str]:
    """The error as logs and reporters of crashes show it, with the variables of every frame."""
    yield from traceback.TracebackException.from_exception(error, capture_locals=True).format()
    yield repr(error)
    yield str(vars(error))


@SOON
class Secrecy(unittest.TestCase):
    def test_the_key_shows_in_no_error_log_or_repr(self) -> None:
        seen: List[str] = []
        handler = logging.StreamHandler(io.StringIO())
        logging.getLogger().addHandler(handler)
        self.addCleanup(logging.getLogger().removeHandler, handler)
        logging.getLogger("earmark_budget").setLevel(logging.DEBUG)
        refused = refusal(401, "authentication_error", "invalid_api_key")
        printed = io.StringIO()
        debugging = mock.patch.object(http.client.HTTPConnection, "debuglevel", 1)
        with Server(cut, cut, trickle, refused) as server, debugging:
            for call in range(3):
                with client(server, attempts=2 - min(call, 1), timeout=0.2) as earmark:
                    with contextlib.redirect_stdout(printed):
                        with self.assertRaises(EarmarkError) as raised:
                            earmark.transactions.list(search="my secret purchase")
                    seen += [*everything_held(raised.exception), repr(earmark), repr(vars(earmark))]
                    sender: Any = vars(earmark)["_sender"]
                    settings: Settings = sender._settings
                    seen += [repr(settings), f"{settings.key}"]
        stream: Any = handler.stream
        log = stream.getvalue()
        self.assertIn("GET /transactions: attempt 1", log)
        self.assertNotIn("purchase", log)
        self.assertNotIn(KEY, "\n".join([*seen, log, printed.getvalue()]))

    def test_a_key_that_would_break_a_header_is_refused_without_being_shown(self) -> None:
        for wrong in [f"{KEY}\r\nX: y", f" {KEY}", f"{KEY}\n", "em_live_é"]:
            with self.assertRaises(ValueError) as raised:
                Earmark("https://a.example", api_key=wrong)
            self.assertNotIn("em_live_", str(raised.exception))


class Encryption(unittest.TestCase):
    """Run with the certificate of `EARMARK_TEST_CERTIFICATE`, which is for budget.example.com and trusted by nobody."""

    def setUp(self) -> None:
        self.files = os.environ.get("EARMARK_TEST_CERTIFICATE")
        if self.files is None:
            self.skipTest("there is no certificate")
        resolve = socket.getaddrinfo

        def here(host: Any, *rest: Any, **named: Any) -> Any:
            return resolve("127.0.0.1" if host == "budget.example.com" else host, *rest, **named)

        patched = mock.patch("socket.getaddrinfo", here)
        patched.start()
        self.addCleanup(patched.stop)

    def server(self, *steps: Any) -> Server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(str(self.files))
        return Server(*steps, context=context)

    @mock.patch.dict(os.environ, clear=True)
    def test_a_certificate_that_nobody_trusts_is_refused_unless_its_context_is_given(self) -> None:
        with self.server(answer([]), answer([])) as server:
            url = f"https://budget.example.com:{server.port}"
            with Earmark(url, api_key=KEY, attempts=1) as earmark:
                with self.assertRaisesRegex(APIConnectionError, "CERTIFICATE_VERIFY_FAILED"):
                    earmark.categories.list()
            self.assertEqual(server.received, [])
            trusting = ssl.create_default_context(cafile=self.files)
            with Earmark(url, api_key=KEY, attempts=1, ssl_context=trusting) as earmark:
                self.assertEqual(earmark.categories.list(), [])
                self.assertEqual(earmark.categories.list(), [])
            self.assertEqual({one.connection for one in server.received}, {1})
            other = f"https://127.0.0.1:{server.port}"
            with Earmark(other, api_key=KEY, attempts=1, ssl_context=trusting) as earmark:
                with self.assertRaisesRegex(APIConnectionError, "CERTIFICATE_VERIFY_FAILED"):
                    earmark.categories.list()

    def test_a_proxy_of_the_environment_tunnels_and_never_sees_the_key(self) -> None:
        with self.server(answer([])) as server, Server() as proxy:

            def tunnel(connection: socket.socket) -> None:
                connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                far = socket.create_connection(("127.0.0.1", server.port))
                both = [(connection, far), (far, connection)]
                threads = [threading.Thread(target=pump, args=pair, daemon=True) for pair in both]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()

            proxy._steps.append(tunnel)
            trusting = ssl.create_default_context(cafile=self.files)
            environment = {"HTTPS_PROXY": f"http://ada:word@127.0.0.1:{proxy.port}"}
            with mock.patch.dict(os.environ, environment, clear=True):
                earmark = Earmark("https://budget.example.com:9", api_key=KEY, ssl_context=trusting)
            with earmark:
                self.assertEqual(earmark.categories.list(), [])
            asked = proxy.received[0]
            self.assertEqual((asked.method, asked.target), ("CONNECT", "budget.example.com:9"))
            self.assertEqual(asked.headers["proxy-authorization"], "Basic YWRhOndvcmQ=")
            self.assertNotIn("authorization", asked.headers)
            self.assertNotIn("proxy-authorization", server.received[0].headers)


def pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            data = source.recv(65536)
            if not data:
                break
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
