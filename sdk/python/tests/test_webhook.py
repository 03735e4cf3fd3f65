from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any, Dict, List, Union

from earmark_budget import WebhookVerificationError, verify_webhook

NOW = 1_795_000_000
BODY = json.dumps({"eventId": "evt_test_1", "name": "webhook.test", "data": {}}).encode()


def secret(filling: int) -> str:
    return "whsec_" + base64.b64encode(bytes([filling]) * 32).decode()


def signature(key: str, at: int = NOW, body: bytes = BODY) -> str:
    signed = f"evt_test_1.{at}.".encode() + body
    mac = hmac.new(base64.b64decode(key[6:]), signed, hashlib.sha256).digest()
    return "v1," + base64.b64encode(mac).decode()


def headers(signatures: str, at: int = NOW) -> Dict[str, str]:
    return {
        "Webhook-Id": "evt_test_1",
        "WEBHOOK-TIMESTAMP": str(at),
        "webhook-signature": signatures,
    }


class Webhooks(unittest.TestCase):
    # The cases that the verifiers in the documentation pass are run by test/verify-webhooks.test.ts.

    def test_a_genuine_request_is_its_event_as_bytes_and_as_text(self) -> None:
        kinds: Any = [BODY, bytearray(BODY), memoryview(BODY), BODY.decode()]
        for body in kinds:
            event = verify_webhook(body, headers(signature(secret(1))), secret(1), now=NOW)
            self.assertEqual(event["eventId"], "evt_test_1")

    def test_one_of_several_secrets_and_one_of_several_signatures_is_enough(self) -> None:
        signed = headers(f"v1,AAAA v1a,{signature(secret(3))[3:]} {signature(secret(2))}")
        verify_webhook(BODY, signed, [secret(1), secret(2)], now=NOW)
        verify_webhook(BODY, signed, (one for one in (secret(2), secret(1))), now=NOW)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, signed, [secret(1), secret(3)], now=NOW)

    def test_the_tolerance_is_as_given(self) -> None:
        old = headers(signature(secret(1), NOW - 600), NOW - 600)
        verify_webhook(BODY, old, secret(1), tolerance=600, now=NOW)
        with self.assertRaisesRegex(WebhookVerificationError, "599 seconds"):
            verify_webhook(BODY, old, secret(1), tolerance=599, now=NOW)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, old, secret(1), tolerance=float("nan"), now=NOW)

    def test_a_secret_that_is_none_is_refused_without_being_shown(self) -> None:
        unfit: List[Union[str, List[str]]] = ["", "whsec_", "whsec_YWJj", "em_live_1234567890"]
        unfit += [[], ["whsec_??"], [secret(1), ""]]
        for wrong in unfit:
            with self.assertRaises(ValueError) as raised:
                verify_webhook(BODY, headers(signature(secret(1))), wrong, now=NOW)
            self.assertNotIn("em_live_", str(raised.exception))

    def test_a_body_that_is_signed_and_not_an_event_is_refused(self) -> None:
        for body in [b"", b"[]", b"7", b"\xff"]:
            with self.assertRaisesRegex(WebhookVerificationError, "not an event"):
                verify_webhook(body, headers(signature(secret(1), body=body)), secret(1), now=NOW)

    def test_a_signature_beyond_ascii_is_only_wrong(self) -> None:
        for text in ["v1,é", "", " ", "v1,\udcff"]:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(BODY, headers(text), secret(1), now=NOW)
