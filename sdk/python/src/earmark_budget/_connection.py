"""One connection: HTTP/1.1 of the standard library, with a time limit for the whole answer and a way to cut it."""

from __future__ import annotations

import http.client
import io
import re
import select
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional

from ._calls import Request
from ._proxies import Proxy
from ._settings import Settings
from ._version import VERSION

#: Seconds for which an idle connection is kept where the service does not say; and at most, whatever it says.
_IDLE_SECONDS = 15.0
_IDLE_SECONDS_MAX = 60.0
#: Sent at a time, so that the time limit is looked at in between.
_SLICE = 65_536
#: An answer larger than this is not one of the API.
_ANSWER_BYTES_MAX = 256 * 1024 * 1024


@dataclass(frozen=True)
class Answer:
    """An answer that has been read to its end."""

    status: int
    #: With names in lower case.
    headers: Mapping[str, str]
    body: bytes


class RepeatedAnswerError(http.client.HTTPException):
    """The connection gave an answer again that it had given before: not the one to this request."""


class CancelledCall(Exception):
    """The caller gave up before anything was sent."""


class Cancel:
    """Cuts the connection that a call is using, from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Optional[Connection] = None
        self._is_cut = False

    def attach(self, connection: Optional[Connection]) -> None:
        with self._lock:
            self._connection = connection

    def check(self) -> None:
        if self._is_cut:
            raise CancelledCall

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            if self._connection is not None:
                self._connection.cut()


class _BoundedSocket:
    """A socket whose every step ends by one deadline, so that an answer that trickles does not last for ever."""

    def __init__(self, own: socket.socket) -> None:
        self.own = own
        self.deadline = 0.0

    def arm(self) -> None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise socket.timeout("the time is up")
        self.own.settimeout(left)

    def sendall(self, data: bytes) -> None:
        view = memoryview(data)
        for start in range(0, len(view), _SLICE):
            self.arm()
            self.own.sendall(view[start : start + _SLICE])

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_BoundedReader(self))

    def close(self) -> None:
        self.own.close()


class _BoundedReader(io.RawIOBase):
    def __init__(self, bounded: _BoundedSocket) -> None:
        super().__init__()
        self._bounded = bounded
        # It counts the readers of the socket, which closes after the last of them.
        self._raw = bounded.own.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._bounded.arm()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Plain(http.client.HTTPConnection):
    def connect(self) -> None:
        super().connect()
        self.sock = _BoundedSocket(self.sock)


class _Secure(http.client.HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        self.sock = _BoundedSocket(self.sock)


class Connection:
    """A connection to the service, or to the proxy before it. One thread at a time uses it; any thread may cut it."""

    def __init__(self, settings: Settings, proxy: Optional[Proxy], context: Optional[ssl.SSLContext]):
        self._settings = settings
        self._proxy = proxy
        self._last_id: Optional[str] = None
        self._idle_until = 0.0
        address = settings.address
        at = (proxy.host, proxy.port) if proxy else (address.host, address.port)
        self._http: http.client.HTTPConnection
        if address.scheme == "https":
            self._http = _Secure(at[0], at[1], context=context)
            if proxy:
                self._http.set_tunnel(address.host, address.port, proxy.headers())
        else:
            self._http = _Plain(at[0], at[1])
        # A debug level that somebody set for all connections would print the API key.
        self._http.set_debuglevel(0)
        # A connection that closed is not opened again without our knowledge.
        self._http.auto_open = 0

    def ask(
        self, request: Request, tag: Optional[str], deadline: float, check: Callable[[], None]
    ) -> Answer:
        """Sends one request and reads its answer. After any exception the connection is of no more use."""
        if self._http.sock is None:
            # For each step of connecting; the deadline holds from then on.
            self._http.timeout = max(0.001, deadline - time.monotonic())
            self._http.connect()
        bounded = self._bounded()
        assert bounded is not None
        bounded.deadline = deadline
        # Connecting cannot be cut. What was given up meanwhile is not sent.
        check()
        self._http.request(
            request.method, self._target(request), request.body, self._headers(request, tag)
        )
        response = self._http.getresponse()
        body = _read_whole(response)
        headers = {name.lower(): value for name, value in response.getheaders()}
        self._refuse_repeated(headers.get("x-request-id"))
        self._idle_until = time.monotonic() + _idle_seconds(headers)
        return Answer(response.status, headers, body)

    def is_fresh(self) -> bool:
        """Says if the connection is open, idle for a short time only, and has nothing to read, such as its end."""
        bounded = self._bounded()
        if bounded is None or time.monotonic() > self._idle_until:
            return False
        try:
            return not _has_input(bounded.own)
        except (OSError, ValueError):
            return False

    def cut(self) -> None:
        """Ends the connection while another thread uses it; that thread gets an error at once."""
        bounded = self._bounded()
        # While it connects, the socket is one of the standard library.
        own = self._http.sock if bounded is None else bounded.own
        if own is None:
            return
        try:
            # Not SSLSocket.shutdown: it takes the encryption off first, and the other thread may be sending.
            socket.socket.shutdown(own, socket.SHUT_RDWR)
        except OSError:
            pass

    def close(self) -> None:
        self._http.close()

    def _bounded(self) -> Optional[_BoundedSocket]:
        held: Any = self._http.sock
        return held if isinstance(held, _BoundedSocket) else None

    def _target(self, request: Request) -> str:
        address = self._settings.address
        if self._proxy is None or address.scheme == "https":
            return address.path + request.target
        return address.url + request.target

    def _headers(self, request: Request, tag: Optional[str]) -> Dict[str, str]:
        headers = {
            "Authorization": f"Bearer {self._settings.key.reveal()}",
            "Accept": "application/json",
            "User-Agent": f"earmark-budget-python/{VERSION}",
        }
        if request.body is not None:
            headers["Content-Type"] = "application/json"
        if tag is not None:
            headers["If-None-Match"] = tag
        if request.idempotency_key is not None:
            headers["Idempotency-Key"] = request.idempotency_key
        if self._proxy and self._settings.address.scheme == "http":
            headers.update(self._proxy.headers())
        return headers

    def _refuse_repeated(self, request_id: Optional[str]) -> None:
        if request_id is not None and request_id == self._last_id:
            raise RepeatedAnswerError("the connection repeated an earlier answer")
        self._last_id = request_id


def _read_whole(response: http.client.HTTPResponse) -> bytes:
    pieces: List[bytes] = []
    size = 0
    while True:
        piece = response.read(_SLICE)
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
        if size > _ANSWER_BYTES_MAX:
            raise http.client.HTTPException("the answer is larger than answers of the API are")
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return b"".join(pieces)


def _has_input(own: socket.socket) -> bool:
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(own, select.POLLIN)
        return bool(poll.poll(0))
    return bool(select.select([own], [], [], 0)[0])


def _idle_seconds(headers: Mapping[str, str]) -> float:
    said = re.search(r"timeout=(\d{1,6})", headers.get("keep-alive", ""))
    if said is None:
        return _IDLE_SECONDS
    # A second less, for what is on the way when the other side closes.
    return min(float(said.group(1)) - 1, _IDLE_SECONDS_MAX)
