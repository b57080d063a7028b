"""Reads requests of Web Push: read_push.py FILE

Each line of the file has the browser's private key, its secret, the content of the request, its
Authorization and the contact, all but the last two in base64url. Prints the text and the claims, as
the browser and the push service read them, in JSON.
"""

import base64
import json
import sys

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives import serialization
from py_vapid import Vapid02


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


for line in open(sys.argv[1], encoding="utf-8"):
    key, secret, content, authorization = line.rstrip("\n").split("\t")
    browser = serialization.load_der_private_key(decoded(key), password=None)
    assert isinstance(browser.curve, ec.SECP256R1)
    text = http_ece.decrypt(
        decoded(content), private_key=browser, auth_secret=decoded(secret), version="aes128gcm"
    )
    assert Vapid02.verify(authorization)
    token = authorization.split("t=")[1].split(",")[0]
    print(
        json.dumps(
            {"text": text.decode(), "claims": json.loads(decoded(token.split(".")[1]))},
            sort_keys=True,
            ensure_ascii=False,
        )
    )
