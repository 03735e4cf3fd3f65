"""Sends calls until they are answered: with threads that wait, and with tasks that do."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Set, TypeVar, cast

from ._attempts import Again, Done, Failed, judge
from ._calls import Call, Request, request_of
from ._connection import Cancel
from ._settings import Settings
from ._transport import Cut, Outcome, Transport

T = TypeVar("T")

_CLOSED = Cut("the client was closed", is_final=True)


class Sender:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._transport = Transport(settings)

    def send(self, call: Call[T]) -> T:
        request = request_of(call, self._settings.timeout)
        for attempt in count(1):
            outcome = self._transport.exchange(request)
            verdict = judge(request, outcome, attempt, self._settings)
            if isinstance(verdict, Again) and self._transport.closed.wait(verdict.seconds):
                verdict = judge(request, _CLOSED, attempt, self._settings)
            if isinstance(verdict, Failed):
                raise verdict.error
            if isinstance(verdict, Done):
                return cast(T, verdict.value)
        raise AssertionError

    def close(self) -> None:
        self._transport.close()


class AsyncSender:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._transport = Transport(settings)
        self._threads = ThreadPoolExecutor(settings.connections, thread_name_prefix="earmark")
        self._waits: Set[asyncio.Future[None]] = set()

    async def send(self, call: Call[T]) -> T:
        request = request_of(call, self._settings.timeout)
        for attempt in count(1):
            verdict = judge(request, await self._exchange(request), attempt, self._settings)
            if isinstance(verdict, Failed):
                raise verdict.error
            if isinstance(verdict, Done):
                return cast(T, verdict.value)
            await self._wait(verdict.seconds)
        raise AssertionError

    def close(self) -> None:
        self._transport.close()
        self._threads.shutdown(wait=False)
        for wait in list(self._waits):
            wait.get_loop().call_soon_threadsafe(wait.cancel)

    async def _exchange(self, request: Request) -> Outcome:
        if self._transport.closed.is_set():
            return _CLOSED
        cancel = Cancel()
        loop = asyncio.get_running_loop()
        exchange = loop.run_in_executor(self._threads, self._transport.exchange, request, cancel)
        try:
            return await exchange
        except asyncio.CancelledError:
            # The thread wakes up at once, and the connection is used no more.
            cancel.cut()
            raise

    async def _wait(self, seconds: float) -> None:
        """Waits so long, or until the client is closed."""
        wait: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waits.add(wait)
        try:
            await asyncio.wait({wait}, timeout=seconds)
        finally:
            self._waits.discard(wait)
