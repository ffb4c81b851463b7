import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

DAICHO = os.environ["DAICHO"]
KEY = os.environ["DAICHO_KEY"]
ATTEMPTS_MAX = 8
TRANSACTIONS_MAX = 100              # of one post


class Refused(Exception):
    """The ledger said no, and would say so again. The argument is its code: insufficient_coins, …"""


def deliver(account, transactions, restore=False, patience=10):
    """Records what StoreKit gave the game. The game finishes the items with `finish: true`, and no other."""
    told = ask("POST", "/v1/transactions", {
        "account": account, "signedTransactions": transactions, "restore": restore})
    end = time.monotonic() + patience
    while time.monotonic() < end and any(map(waits, told["transactions"])):
        time.sleep(0.5)
        told = ask("GET", f"/v1/receipts/{told['id']}")
    return told["transactions"]


def waits(item):
    """True while an item is saved and not settled, or its coins are not granted yet."""
    return item["state"] == "pending" or item["grants"] is None


def restore(account, transactions):
    """Moves purchases to the account of the player who pressed Restore, as the app's policy allows."""
    return [item for first in range(0, len(transactions), TRANSACTIONS_MAX)
            for item in deliver(account, transactions[first:first + TRANSACTIONS_MAX], restore=True)]


def spend(account, coin, amount, order):
    """Spends coins once for an order, however often it is asked. Returns the entry of the wallet."""
    path = f"/v1/accounts/{urllib.parse.quote(account, safe='')}/wallet/spend"
    return ask("POST", path, {"coin": coin, "amount": amount, "reference": order}, key=order)


def ask(method, path, body=None, key=None):
    """Asks until the ledger itself answers. What is asked here may be asked again, a spend under its key."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = f'"{key}"'
    content = None if body is None else json.dumps(body).encode()
    for attempt in range(ATTEMPTS_MAX):
        if attempt > 0:
            time.sleep(max(min(60, asked), min(10, 0.25 * 2 ** (attempt - 1))))
        asked = 0
        request = urllib.request.Request(DAICHO + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as answer:
            wait = answer.headers.get("Retry-After", "")
            asked = int(wait) if wait.isdecimal() else 0
            problem = parsed(answer)
            if problem.get("retryable") is False:
                raise Refused(problem["code"])
        except (OSError, http.client.HTTPException, ValueError):
            pass                    # no answer, half of one, or the page of a proxy
    raise TimeoutError(path)


def parsed(answer):
    """Reads the ledger's problem. A proxy may answer with a page, or break off."""
    try:
        problem = json.load(answer)
    except (OSError, http.client.HTTPException, ValueError):
        problem = None
    return problem if isinstance(problem, dict) else {}
