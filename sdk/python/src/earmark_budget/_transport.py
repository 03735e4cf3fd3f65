"""The connections of a client: kept between requests, checked before each, cut when the client is closed.

Threads and http.client serve the asynchronous client too. The API allows 60 requests a minute, so thousands of
connections at a time never arise, and both clients keep one set of promises, by one implementation.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import List, Optional, Set, Tuple, Union

from ._calls import Request
from ._connection import Answer, Cancel, CancelledCall, Connection
from ._kept import KeptAnswers
from ._proxies import find_proxy
from ._settings import Settings


@dataclass(frozen=True)
class Cut:
    """No answer came to an attempt. The service may have done what it was asked."""

    reason: str
    is_timeout: bool = False
    #: The client was closed, or the caller gave up: nothing is tried again.
    is_final: bool = False


Outcome = Union[Answer, Cut]


class Transport:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        uses_proxies = settings.use_environment_proxies
        self._proxy = find_proxy(settings.address) if uses_proxies else None
        self._context = settings.ssl_context
        if self._context is None and settings.address.scheme == "https":
            self._context = ssl.create_default_context()
        self._kept = KeptAnswers(settings.keep_answers)
        self._lock = threading.Lock()
        self._idle: List[Connection] = []
        self._busy: Set[Connection] = set()
        self._process = os.getpid()
        #: Set once the client is closed.
        self.closed = threading.Event()

    def exchange(self, request: Request, cancel: Optional[Cancel] = None) -> Outcome:
        """Makes one attempt. A failure is returned as a value: no frame that has seen the key is kept by an error."""
        deadline = time.monotonic() + request.timeout
        given = Cancel() if cancel is None else cancel
        outcome, is_stale = self._attempt(request, deadline, given, reuse=True)
        if is_stale:
            # A kept connection had ended. A write has its key, so that sending it again does nothing twice.
            outcome, _ = self._attempt(request, deadline, given, reuse=False)
        return outcome

    def close(self) -> None:
        with self._lock:
            self.closed.set()
            idle, self._idle = self._idle, []
            for connection in self._busy:
                connection.cut()
        for connection in idle:
            connection.close()

    def _attempt(
        self, request: Request, deadline: float, cancel: Cancel, *, reuse: bool
    ) -> Tuple[Outcome, bool]:
        taken = self._take(reuse)
        if taken is None:
            return Cut("the client is closed", is_final=True), False
        connection, is_reused = taken
        is_kept_open = False
        kept = self._kept.find(request)
        try:
            cancel.attach(connection)
            self._check(cancel)
            tag = None if kept is None else kept.tag
            answer = connection.ask(request, tag, deadline, lambda: self._check(cancel))
            is_kept_open = answer.headers.get("connection", "").lower() != "close"
            outcome = _unless_foreign(answer)
            if isinstance(outcome, Answer):
                outcome = self._kept.settle(request, kept, outcome)
            return outcome, False
        except CancelledCall:
            return Cut("given up before it was sent", is_final=True), False
        except (OSError, http.client.HTTPException) as error:
            if self.closed.is_set():
                return Cut("the client was closed", is_final=True), False
            is_timeout = isinstance(error, (socket.timeout, TimeoutError))
            reason = "it took too long" if is_timeout else _in_words(error)
            return Cut(reason, is_timeout=is_timeout), is_reused and not is_timeout
        finally:
            cancel.attach(None)
            self._give_back(connection, is_kept_open)

    def _check(self, cancel: Cancel) -> None:
        if self.closed.is_set():
            raise CancelledCall
        cancel.check()

    def _take(self, reuse: bool) -> Optional[Tuple[Connection, bool]]:
        with self._lock:
            if self.closed.is_set():
                return None
            if self._process != os.getpid():
                # After a fork the connections belong to the parent, which keeps them open: only copies are closed here.
                for connection in [*self._idle, *self._busy]:
                    connection.close()
                self._process, self._idle, self._busy = os.getpid(), [], set()
            while reuse and self._idle:
                connection = self._idle.pop()
                if connection.is_fresh():
                    self._busy.add(connection)
                    return connection, True
                connection.close()
            connection = Connection(self._settings, self._proxy, self._context)
            self._busy.add(connection)
            return connection, False

    def _give_back(self, connection: Connection, is_kept_open: bool) -> None:
        with self._lock:
            self._busy.discard(connection)
            if is_kept_open and not self.closed.is_set() and len(self._idle) < self._settings.connections:
                self._idle.append(connection)
                return
        connection.close()


def _unless_foreign(answer: Answer) -> Outcome:
    """Takes a success that is not JSON for no answer: a portal or a proxy has sent it, or it was cut short."""
    if not 200 <= answer.status < 300:
        return answer
    try:
        json.loads(answer.body)
        return answer
    except ValueError:
        return Cut(f"the answer {answer.status} is not JSON, so the API did not send it")


def _in_words(error: Exception) -> str:
    text = str(error) if isinstance(error, OSError) else ""
    return text or type(error).__name__
