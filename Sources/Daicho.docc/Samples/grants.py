import http.client
import json
import os
import time
import urllib.parse

DAICHO = urllib.parse.urlsplit(os.environ["DAICHO"])
KEY = os.environ["DAICHO_KEY"]
COINS = {"ticket"}                  # the coins that the catalog declares with the game's wallet
ATTEMPTS_MAX = 20


class EpochChanged(Exception):
    """The ledger was restored. The argument is the position from which to go on."""


def ask(method, path, body=None, **query):
    """Asks the ledger until it answers itself: all that is asked here may be asked again."""
    words = urllib.parse.urlencode({name: word for name, word in query.items() if word is not None})
    for attempt in range(ATTEMPTS_MAX):
        if attempt > 0:
            time.sleep(min(10, 0.05 * 2 ** attempt))
        connection = http.client.HTTPConnection(DAICHO.hostname, DAICHO.port, timeout=10)
        try:
            connection.request(
                method, f"{path}?{words}", None if body is None else json.dumps(body),
                {"Authorization": f"Bearer {KEY}"})
            answer = connection.getresponse()
            told = json.loads(answer.read())
            if answer.status in (200, 202) or told.get("retryable") is False:
                return told
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass                    # no answer, half of one, or the page of a proxy
        finally:
            connection.close()
    raise TimeoutError(path)


def keep(connection, grant):
    """Keeps a grant as it was told last, and books what is owed by it."""
    if grant["coin"] not in COINS:
        return
    with connection.transaction():
        connection.execute(
            "insert into granted (id, revision, account, held) values (%s, -1, null, 0)"
            " on conflict (id) do nothing", [grant["id"]])
        revision, holder, held = connection.execute(
            "select revision, account, held from granted where id = %s for update",
            [grant["id"]]).fetchone()
        if grant["revision"] > revision:
            if grant.get("deliveredElsewhere") and holder is None:
                holder, held = grant["account"], grant["amount"]    # your former system gave these
            account = grant["account"] or holder    # no owner yet, or an erased one: nothing moves
            left = grant["amount"] - grant["revokedAmount"]
            if holder is not None:
                add_coins(connection, holder, grant["coin"], -held)
            if account is not None:
                add_coins(connection, account, grant["coin"], left)
            held = 0 if account is None else left
            connection.execute(
                "update granted set revision = %s, account = %s, held = %s where id = %s",
                [grant["revision"], account, held, grant["id"]])
    if grant["state"] == "pending" and grant["account"] is not None:
        ask("POST", f"/v1/grants/{grant['id']}/acknowledge", {"bookedAmount": held})


def add_coins(connection, account, coin, amount):
    connection.execute(
        "insert into purse (account, coin, balance) values (%s, %s, %s) on conflict (account, coin)"
        " do update set balance = purse.balance + excluded.balance", [account, coin, amount])


def keep_all(connection, **query):
    """Keeps the grants of all pages of a list. Returns the position of the list."""
    after = None
    while True:
        page = ask("GET", "/v1/grants", after=after, **query)
        if page.get("code") == "epoch_changed":
            raise EpochChanged(page["from"])
        for grant in page["grants"]:
            keep(connection, grant)
        after = page["next"]
        if after is None:
            return page["position"]


def follow(connection, position):
    """Keeps what was granted or changed after a position. Returns the next position."""
    try:
        return keep_all(connection, changedAfter=position)
    except EpochChanged as restored:
        keep_all(connection, state="pending")       # what was acknowledged after the backup
        return keep_all(connection, changedAfter=restored.args[0])


def work(connection):
    """Follows the grants for ever. Any number of workers may do so at once."""
    while True:
        position = connection.execute("select position from followed").fetchone()[0]
        position = follow(connection, position)
        connection.execute("update followed set position = %s", [position])
        time.sleep(1)


def post(connection, account, transaction):
    """Posts a transaction of StoreKit, and keeps what it grants at once."""
    answer = ask(
        "POST", "/v1/transactions", {"account": account, "signedTransactions": [transaction]})
    for item in answer["transactions"]:
        for grant in item["grants"] or []:          # null: they are late, and `follow` keeps them
            keep(connection, grant)
    return answer
