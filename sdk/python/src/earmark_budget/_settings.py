"""Where the API is, with which key it is asked, and how patiently."""

from __future__ import annotations

import ipaddress
import os
import re
import ssl
from dataclasses import dataclass, field
from typing import Optional
from urllib.parse import urlsplit

from ._calls import positive


class Secret:
    """A text that shows in no repr, log or traceback with variables."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled")


@dataclass(frozen=True)
class Address:
    """The base address of the API."""

    scheme: str
    host: str
    port: int
    #: The path, `/v1` included, without a slash at its end.
    path: str
    #: As it is shown.
    url: str


@dataclass(frozen=True)
class Settings:
    address: Address
    key: Secret
    timeout: float
    attempts: int
    longest_wait: float
    connections: int
    keep_answers: int
    use_environment_proxies: bool
    ssl_context: Optional[ssl.SSLContext] = field(repr=False)


def read_settings(
    base_url: Optional[str],
    api_key: Optional[str],
    *,
    timeout: float,
    attempts: int,
    longest_wait: float,
    connections: int,
    keep_answers: int,
    allow_http: bool,
    use_environment_proxies: bool,
    ssl_context: Optional[ssl.SSLContext],
) -> Settings:
    url = base_url if base_url is not None else os.environ.get("EARMARK_URL")
    if url is None:
        raise ValueError("give the address of your Earmark, or set EARMARK_URL")
    if attempts < 1 or connections < 1:
        raise ValueError("attempts and connections must be 1 or more")
    if not longest_wait >= 0 or keep_answers < 0:
        raise ValueError("longest_wait and keep_answers must be 0 or more")
    return Settings(
        address=read_address(url, allow_http=allow_http),
        key=_read_key(api_key if api_key is not None else os.environ.get("EARMARK_API_KEY")),
        timeout=positive(timeout, "timeout"),
        attempts=attempts,
        longest_wait=longest_wait,
        connections=connections,
        keep_answers=keep_answers,
        use_environment_proxies=use_environment_proxies,
        ssl_context=ssl_context,
    )


def _read_key(given: Optional[str]) -> Secret:
    if given is None or given == "":
        raise ValueError("give an API key, or set EARMARK_API_KEY")
    # A line break would start a header of its own. The text is not repeated in the error: it may be a key.
    if not re.fullmatch(r"[\x21-\x7e]+", given):
        raise ValueError("the API key has characters that no key has, such as a space or a line break")
    return Secret(given)


def read_address(url: str, *, allow_http: bool) -> Address:
    """Reads a base address with or without `/v1`. Plain http is for this machine, unless it is asked for."""
    # urlsplit drops line breaks and tabs, and would read another address than the one that is meant.
    if not re.fullmatch(r"[\x21-\x7e]+", url):
        raise ValueError("the base address has a space or a character that addresses do not have")
    parts = urlsplit(url)
    if parts.username is not None or parts.password is not None:
        raise ValueError("the base address must not contain a name or a password")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("the base address must begin with https:// and name a host")
    if parts.query or parts.fragment:
        raise ValueError("the base address must not have a query or a fragment")
    if parts.scheme == "http" and not allow_http and not is_loopback(parts.hostname):
        raise ValueError(
            "plain http would show the API key to everyone on the way: use https, or allow_http=True"
        )
    path = parts.path.rstrip("/")
    if not path.endswith("/v1"):
        path += "/v1"
    port = parts.port if parts.port is not None else (443 if parts.scheme == "https" else 80)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown = f"{parts.scheme}://{host}{'' if parts.port is None else f':{parts.port}'}{path}"
    return Address(parts.scheme, parts.hostname, port, path, shown)


def is_loopback(host: str) -> bool:
    """Says if a host is this machine, without asking a resolver."""
    name = host.rstrip(".").lower()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
