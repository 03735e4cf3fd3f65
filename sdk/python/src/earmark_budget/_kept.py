"""Answers that are kept, so that a repeated read costs a few bytes while nothing has changed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Optional

from ._calls import Request
from ._connection import Answer


@dataclass(frozen=True)
class Kept:
    #: As the service has named this state.
    tag: str
    body: bytes = field(repr=False)


class KeptAnswers:
    """The latest answers to reads, as many as are wanted; those asked for least recently go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._answers: OrderedDict[str, Kept] = OrderedDict()

    def find(self, request: Request) -> Optional[Kept]:
        if self._most == 0 or request.method != "GET":
            return None
        with self._lock:
            if request.target in self._answers:
                self._answers.move_to_end(request.target)
            return self._answers.get(request.target)

    def settle(self, request: Request, kept: Optional[Kept], answer: Answer) -> Answer:
        """Puts the kept body into a 304, and keeps a new one."""
        if kept is not None and answer.status == 304:
            return Answer(200, answer.headers, kept.body)
        tag = answer.headers.get("etag")
        if self._most > 0 and request.method == "GET" and answer.status == 200 and tag is not None:
            with self._lock:
                self._answers[request.target] = Kept(tag, answer.body)
                self._answers.move_to_end(request.target)
                while len(self._answers) > self._most:
                    self._answers.popitem(last=False)
        return answer
