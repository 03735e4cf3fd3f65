"""The proxies that the environment names: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, and the settings of the system."""

from __future__ import annotations

import base64
import urllib.request
from dataclasses import dataclass, field
from typing import Dict, Optional
from urllib.parse import unquote, urlsplit

from ._settings import Address, is_loopback


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    #: The value of Proxy-Authorization.
    credentials: Optional[str] = field(repr=False)

    def headers(self) -> Dict[str, str]:
        return {} if self.credentials is None else {"Proxy-Authorization": self.credentials}


def find_proxy(address: Address) -> Optional[Proxy]:
    """Finds the proxy for the service; None: it is asked directly, as this machine always is."""
    if is_loopback(address.host):
        return None
    url = urllib.request.getproxies().get(address.scheme)
    if not url or urllib.request.proxy_bypass(f"{address.host}:{address.port}"):
        return None
    # Like curl, a proxy is http where nothing is said.
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(
            f"the proxy for {address.scheme} must be an http:// address; "
            "name the host in NO_PROXY, or set use_environment_proxies=False"
        )
    credentials = None
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        credentials = "Basic " + base64.b64encode(pair).decode("ascii")
    return Proxy(parts.hostname, parts.port or 80, credentials)
