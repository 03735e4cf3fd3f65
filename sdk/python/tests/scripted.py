"""A server on this machine that answers each request as a test says, over plain sockets."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Union
from unittest import mock

from earmark_budget import Earmark

#: As keys are, and none that opens anything.
KEY = "em_live_" + "0" * 56
#: Attempts follow each other at once.
SOON = mock.patch.multiple("earmark_budget._attempts", _BACKOFF_FIRST=0.001, _BACKOFF_MAX=0.001)


@dataclass
class Received:
    method: str
    target: str
    headers: Dict[str, str]
    body: bytes
    #: The number of the connection, from 0.
    connection: int


Act = Callable[[socket.socket], None]
Step = Union[bytes, Act]


def answer(body: Any, status: int = 200, **headers: Union[str, int]) -> bytes:
    """An answer of the API as bytes; `Retry_After=1` is a header."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(text)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + text


def refusal(status: int, type_: str, code: str, **headers: Union[str, int]) -> bytes:
    return answer({"error": {"type": type_, "code": code, "message": "No."}}, status, **headers)


def cut(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_RDWR)
    # Ends the server's thread too: it would still read what the client has sent meanwhile.
    raise ConnectionAbortedError


def trickle(connection: socket.socket) -> None:
    """An answer that does not end, a byte at a time."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    with contextlib.suppress(OSError):
        for _ in range(1000):
            connection.sendall(b" ")
            time.sleep(0.02)


class Server:
    """Answers with its steps in turn, whatever the connection; `received` has what was asked."""

    def __init__(self, *steps: Step, context: Optional[ssl.SSLContext] = None) -> None:
        self.received: List[Received] = []
        self._steps = list(steps)
        self._context = context
        self._lock = threading.Lock()
        self._connections: List[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for connection in self._connections:
            connection.close()

    @property
    def connections(self) -> int:
        return len(self._connections)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            number = len(self._connections)
            self._connections.append(connection)
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        try:
            if self._context is not None:
                connection = self._context.wrap_socket(connection, server_side=True)
            with connection, connection.makefile("rb") as lines:
                while True:
                    received = _read(lines, number)
                    if received is None:
                        return
                    with self._lock:
                        self.received.append(received)
                        step = self._steps.pop(0)
                    if isinstance(step, bytes):
                        connection.sendall(step)
                    else:
                        step(connection)
        except (OSError, IndexError):
            return


def _read(lines: Any, number: int) -> Optional[Received]:
    first = lines.readline().decode().split()
    if not first:
        return None
    headers: Dict[str, str] = {}
    while True:
        line = lines.readline().decode().rstrip("\r\n")
        if not line:
            break
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    body = lines.read(int(headers.get("content-length", 0)))
    return Received(first[0], first[1], headers, body, number)


def client(server: Server, **options: Any) -> Earmark:
    return Earmark(server.url, api_key=KEY, **options)
