"""Verifies the requests that Earmark sends to webhooks, by the rules of Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, List, Mapping, Optional, Union, cast

from .errors import WebhookVerificationError
from .types import WebhookEvent

TOLERANCE_SECONDS = 300


def verify_webhook(
    body: Union[bytes, bytearray, memoryview, str],
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Returns the event, or raises `WebhookVerificationError` unless Earmark signed exactly this body just now.

    `body` is the raw body, before anything has parsed it. `headers` is the framework's own mapping, or any with the
    names in upper or lower case. `secret` begins with `whsec_`; several are accepted while one is replaced by another.
    Events come at least once: ignore an `eventId` that was processed already.
    """
    found = {name.lower(): value for name, value in headers.items()}
    id_ = found.get("webhook-id")
    timestamp = found.get("webhook-timestamp")
    signatures = found.get("webhook-signature")
    if not id_ or not timestamp or not signatures:
        raise WebhookVerificationError("a webhook header is missing")
    clock = time.time() if now is None else now
    # fullmatch with [0-9]: no sign, no space, no digits of other scripts.
    if not re.fullmatch("[0-9]{1,12}", timestamp) or not abs(clock - int(timestamp)) <= tolerance:
        raise WebhookVerificationError(f"the timestamp is not within {tolerance:g} seconds of now")
    raw = _bytes(body) if isinstance(body, str) else bytes(body)
    signed = _bytes(f"{id_}.{timestamp}.") + raw
    # Every pair is compared, so that the time taken says nothing of which one fits.
    fits = [
        hmac.compare_digest(_bytes(given), expected)
        for expected in [_signature(key, signed) for key in _keys(secret)]
        for given in signatures.split(" ")
    ]
    if not any(fits):
        raise WebhookVerificationError("no signature matches")
    try:
        event = json.loads(raw)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("the body is signed, and is not an event")
    return cast(WebhookEvent, event)


def _bytes(text: str) -> bytes:
    # A text that is not Unicode matches no signature.
    return text.encode("utf-8", "replace")


def _keys(secret: Union[str, Iterable[str]]) -> List[bytes]:
    secrets = [secret] if isinstance(secret, str) else list(secret)
    keys = [_key(one) for one in secrets]
    if not keys:
        raise ValueError("give the secret of the webhook")
    return keys


def _key(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else ""
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    # A variable that is not set would be a key that anybody has. The text is not repeated: it may be the secret.
    if len(key) < 24:
        raise ValueError("the secret is not that of a webhook: it begins with whsec_") from None
    return key


def _signature(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
