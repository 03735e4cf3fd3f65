from __future__ import annotations

import asyncio
import socket
import threading
import unittest

from earmark_budget import AsyncEarmark, ClientClosedError

from .scripted import KEY, SOON, Server, answer, refusal


@SOON
class Asynchronous(unittest.IsolatedAsyncioTestCase):
    async def test_a_cancelled_task_ends_its_connection_at_once(self) -> None:
        ended, asked = threading.Event(), threading.Event()

        def hold(connection: socket.socket) -> None:
            asked.set()
            if connection.recv(1) == b"":
                ended.set()

        with Server(hold, answer([])) as server:
            async with AsyncEarmark(server.url, api_key=KEY) as earmark:
                call = asyncio.create_task(earmark.sync.request())
                await asyncio.to_thread(asked.wait, 10)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                self.assertTrue(await asyncio.to_thread(ended.wait, 10))
                # The client is as good as before.
                self.assertEqual(await earmark.categories.list(), [])
                self.assertEqual(server.connections, 2)

    async def test_wait_for_ends_a_call(self) -> None:
        with Server(lambda _: None) as server:
            async with AsyncEarmark(server.url, api_key=KEY) as earmark:
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(earmark.categories.list(), 0.05)

    async def test_closing_ends_calls_and_waits(self) -> None:
        limited = refusal(429, "rate_limit_error", "rate_limit_exceeded", Retry_After=60)
        with Server(limited, lambda _: None) as server:
            earmark = AsyncEarmark(server.url, api_key=KEY)
            calls = [asyncio.create_task(earmark.categories.list()) for _ in range(2)]
            while len(server.received) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            await earmark.close()
            for call in calls:
                with self.assertRaises(ClientClosedError):
                    await asyncio.wait_for(call, 10)
            with self.assertRaises(ClientClosedError):
                await earmark.categories.list()

    async def test_calls_wait_side_by_side(self) -> None:
        # Nothing is answered before all of them were asked.
        barrier = threading.Barrier(4, timeout=30)

        def together(connection: socket.socket) -> None:
            barrier.wait()
            connection.sendall(answer([]))

        with Server(*[together] * 4) as server:
            async with AsyncEarmark(server.url, api_key=KEY) as earmark:
                found = await asyncio.gather(*(earmark.categories.list() for _ in range(4)))
                self.assertEqual(found, [[]] * 4)

    def test_a_client_serves_one_loop_after_another(self) -> None:
        with Server(answer([]), answer([])) as server:
            earmark = AsyncEarmark(server.url, api_key=KEY)
            for _ in range(2):
                self.assertEqual(asyncio.run(earmark.categories.list()), [])
            asyncio.run(earmark.close())
