"""The two clients: `Earmark` for programs that wait, `AsyncEarmark` for asyncio."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Optional, Type

from ._api.accounts import AccountsApi, AsyncAccountsApi
from ._api.analytics import AnalyticsApi, AsyncAnalyticsApi
from ._api.categories import AsyncCategoriesApi, CategoriesApi
from ._api.connections import AsyncConnectionsApi, ConnectionsApi
from ._api.funding_schedules import AsyncFundingSchedulesApi, FundingSchedulesApi
from ._api.key import AsyncKeyApi, KeyApi
from ._api.settings import AsyncSettingsApi, SettingsApi
from ._api.sync import AsyncSyncApi, SyncApi
from ._groups import AsyncExpenses, AsyncWebhooks, Expenses, Webhooks
from ._senders import AsyncSender, Sender
from ._settings import read_settings
from ._transactions import AsyncTransactions, Transactions


class Earmark:
    """A client of one Earmark, for one API key. Any number of threads may use it at the same time.

    `base_url` is the address of the instance, with or without `/v1`; without it `EARMARK_URL` is read, and
    `EARMARK_API_KEY` for the key. `timeout` is in seconds, for each attempt. A call is tried `attempts` times: after a cut
    connection, 429, 5xx, and a 409 that waiting resolves; if the answer asks for a wait longer than `longest_wait`
    seconds, it is an error at once. At most `connections` are kept open. With `keep_answers`, so many answers to reads are kept, and a
    read that is repeated while nothing has changed is answered from them. Use it with `with`, or close it.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        *,
        api_key: Optional[str] = None,
        timeout: float = 60.0,
        attempts: int = 5,
        longest_wait: float = 65.0,
        connections: int = 10,
        keep_answers: int = 0,
        allow_http: bool = False,
        use_environment_proxies: bool = True,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        settings = read_settings(
            base_url,
            api_key,
            timeout=timeout,
            attempts=attempts,
            longest_wait=longest_wait,
            connections=connections,
            keep_answers=keep_answers,
            allow_http=allow_http,
            use_environment_proxies=use_environment_proxies,
            ssl_context=ssl_context,
        )
        self._url = settings.address.url
        self._sender = Sender(settings)
        self.key = KeyApi(self._sender)
        self.accounts = AccountsApi(self._sender)
        self.connections = ConnectionsApi(self._sender)
        self.transactions = Transactions(self._sender)
        self.expenses = Expenses(self._sender)
        self.categories = CategoriesApi(self._sender)
        self.funding_schedules = FundingSchedulesApi(self._sender)
        self.settings = SettingsApi(self._sender)
        self.analytics = AnalyticsApi(self._sender)
        self.sync = SyncApi(self._sender)
        self.webhooks = Webhooks(self._sender)

    def close(self) -> None:
        """Closes the connections. Calls that are under way in other threads end with `ClientClosedError`."""
        self._sender.close()

    def __enter__(self) -> Earmark:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Earmark({self._url!r})"


class AsyncEarmark:
    """A client of one Earmark, for one API key and for asyncio. A task that is cancelled ends its connection.

    `base_url` is the address of the instance, with or without `/v1`; without it `EARMARK_URL` is read, and
    `EARMARK_API_KEY` for the key. `timeout` is in seconds, for each attempt. A call is tried `attempts` times: after a cut
    connection, 429, 5xx, and a 409 that waiting resolves; if the answer asks for a wait longer than `longest_wait`
    seconds, it is an error at once. At most `connections` calls are made at the same time, the others wait. With
    `keep_answers`, so many answers to reads are kept, and a read that is repeated while nothing has changed is answered
    from them. Use it with `async with`, or close it.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        *,
        api_key: Optional[str] = None,
        timeout: float = 60.0,
        attempts: int = 5,
        longest_wait: float = 65.0,
        connections: int = 10,
        keep_answers: int = 0,
        allow_http: bool = False,
        use_environment_proxies: bool = True,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        settings = read_settings(
            base_url,
            api_key,
            timeout=timeout,
            attempts=attempts,
            longest_wait=longest_wait,
            connections=connections,
            keep_answers=keep_answers,
            allow_http=allow_http,
            use_environment_proxies=use_environment_proxies,
            ssl_context=ssl_context,
        )
        self._url = settings.address.url
        self._sender = AsyncSender(settings)
        self.key = AsyncKeyApi(self._sender)
        self.accounts = AsyncAccountsApi(self._sender)
        self.connections = AsyncConnectionsApi(self._sender)
        self.transactions = AsyncTransactions(self._sender)
        self.expenses = AsyncExpenses(self._sender)
        self.categories = AsyncCategoriesApi(self._sender)
        self.funding_schedules = AsyncFundingSchedulesApi(self._sender)
        self.settings = AsyncSettingsApi(self._sender)
        self.analytics = AsyncAnalyticsApi(self._sender)
        self.sync = AsyncSyncApi(self._sender)
        self.webhooks = AsyncWebhooks(self._sender)

    async def close(self) -> None:
        """Closes the connections. Calls that are under way end with `ClientClosedError`."""
        self._sender.close()

    async def __aenter__(self) -> AsyncEarmark:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncEarmark({self._url!r})"
