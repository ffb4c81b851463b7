"""Processor microseconds of one verification by Apple's `app-store-server-library`, offline.

usage: verifier.py SAMPLES_FOLDER transaction|notification cached|uncached SECONDS

The library keeps a chain only with its online checks on. For `cached` they are on, and its own
store is filled with this chain beforehand, so that nothing is asked of the network.
"""

import json
import pathlib
import sys
import time

import jwt
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


def make_verifier(samples, cached, jws):
    app = json.loads((samples / "app.json").read_text())
    verifier = SignedDataVerifier(
        [(samples / "root.der").read_bytes()],
        cached,
        Environment.PRODUCTION,
        app["bundleId"],
        app["appAppleId"],
    )
    chains = verifier._chain_verifier
    if cached:
        certificates = jwt.get_unverified_header(jws)["x5c"]
        key = chains._verify_chain_without_caching(certificates, False, int(time.time()))
        chains.put_verified_public_key(certificates, key)
    return verifier


def main():
    folder, kind, caching, seconds = sys.argv[1:]
    samples = pathlib.Path(folder)
    notifications = [
        json.loads(line) for line in (samples / "notifications.jsonl").read_text().splitlines()
    ]
    verifier = make_verifier(samples, caching == "cached", notifications[0]["transaction"])

    def verify(sample):
        if kind == "transaction":
            verifier.verify_and_decode_signed_transaction(sample["transaction"])
            return
        decoded = verifier.verify_and_decode_notification(sample["notification"])
        verifier.verify_and_decode_signed_transaction(decoded.data.signedTransactionInfo)
        verifier.verify_and_decode_renewal_info(decoded.data.signedRenewalInfo)

    for sample in notifications[:10]:
        verify(sample)
    count = 0
    end = time.monotonic() + float(seconds)
    start = time.process_time()
    while time.monotonic() < end:
        verify(notifications[count % len(notifications)])
        count += 1
    print((time.process_time() - start) / count * 1e6)


main()
