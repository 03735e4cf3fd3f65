# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.

from __future__ import annotations

from typing import (
    List,
    Optional,
)

from .._calls import (
    Call,
)
from .._senders import AsyncSender, Sender
from ..types import (
    Category,
)


class CategoriesApi:
    """Categories of transactions."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Category]:
        """List the catalog used for `category_id`.

        Needs the scope `data.read`.

        `GET /categories`
        """
        call: Call[List[Category]] = Call(
            "GET",
            "/categories",
            timeout=timeout,
        )
        return self._sender.send(call)


class AsyncCategoriesApi:
    """Categories of transactions."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> List[Category]:
        """List the catalog used for `category_id`.

        Needs the scope `data.read`.

        `GET /categories`
        """
        call: Call[List[Category]] = Call(
            "GET",
            "/categories",
            timeout=timeout,
        )
        return await self._sender.send(call)
