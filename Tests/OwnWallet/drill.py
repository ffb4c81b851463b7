"""Lives through schedules of a game with its own wallet, against a running ledger behind a breaking proxy.

Each schedule is of one guest and one account: purchases, posts, refunds and reversals of each, a merge and its
undo, all at random moments, while workers in both languages follow the grants and are killed now and then. In
the end each purse holds what is left of its grants, neither more nor less.

The argument is a file of JSON: `url`, `key`, `folder`, `samples`, `seed`, `node`, `schedules`, and `expected`, which
says of each transaction what is left of its tickets and who may have them. Prints a line of JSON with figures; exit
code 1 names each fault.
"""
import concurrent.futures
import contextlib
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
import urllib.parse

from game_database import GameDatabase
from strip_types import stripped

HERE = os.path.dirname(os.path.abspath(__file__))
AT_ONCE = 12
WORKERS = 3
REPEATS = 2
LATE_ANSWERS = 50
PATIENCE = 120


class Workers:
    """The workers of the game, which are killed at random moments and started again."""

    def __init__(self, order, environment):
        self.order, self.environment = order, environment
        self.random = random.Random(order["seed"])
        self.log = open(os.path.join(order["folder"], "workers.log"), "a")
        self.commands = [[sys.executable, os.path.join(HERE, "worker.py")]] * (WORKERS - 1)
        self.commands.append(self.typescript() if order["node"] else self.commands[0])
        self.processes = [self.start(command) for command in self.commands]
        self.kills, self.ended = 0, threading.Event()
        self.killer = threading.Thread(target=self.kill_some)
        self.killer.start()

    def typescript(self):
        path = os.path.join(self.order["folder"], "worker.mjs")
        sample = stripped(open(os.path.join(self.order["samples"], "grants.ts")).read())
        with open(path, "w") as file:
            file.write(sample + open(os.path.join(HERE, "worker.mjs")).read())
        return ["node", path]

    def start(self, command):
        return subprocess.Popen(
            command, env=self.environment, stderr=self.log, stdout=self.log)

    def kill_some(self):
        while not self.ended.wait(self.random.uniform(0.2, 1.5)):
            number = self.random.randrange(WORKERS)
            self.processes[number].kill()
            self.processes[number].wait()
            self.kills += 1
            self.processes[number] = self.start(self.commands[number])

    def leave_alone(self):
        self.ended.set()
        self.killer.join()
        for number, process in enumerate(self.processes):
            if process.poll() is not None:
                self.processes[number] = self.start(self.commands[number])

    def end(self):
        if not self.ended.is_set():
            self.leave_alone()
        for process in self.processes:
            process.kill()
            process.wait()


class Ledger:
    """The ledger itself, asked without the proxy, and again while it does not answer."""

    def __init__(self, order):
        self.place, self.key = urllib.parse.urlsplit(order["url"]), order["key"]

    def ask(self, method, path, body=None, key=None):
        headers = {"Authorization": f"Bearer {self.key}"}
        if key:
            headers["Idempotency-Key"] = f'"{key}"'
        connection = http.client.HTTPConnection(self.place.hostname, self.place.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def demand(self, method, path, body=None, key=None, accepting=(200,)):
        for _ in range(200):
            try:
                status, told = self.ask(method, path, body, key)
            except OSError as error:
                status, told = None, {"error": str(error)}
            if status in accepting:
                return told
            if told.get("retryable") is False and told.get("code") not in ("not_merged",):
                break
            time.sleep(0.05)
        raise AssertionError(f"{method} {path} was answered {status}: {told}")

    def grants(self):
        found, after = [], ""
        while True:
            page = self.demand("GET", f"/v1/grants?limit=1000{after}")
            found += page["grants"]
            if page["next"] is None:
                return found
            after = f"&after={page['next']}"


class Schedule:
    """One guest and one account."""

    def __init__(self, plan, game, ledger, seed):
        self.plan, self.game, self.ledger = plan, game, ledger
        self.random = random.Random(seed)

    def live(self):
        threads = [threading.Thread(target=self.guarded, args=(step, argument))
                   for step, argument in self.steps()]
        self.faults = []
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.faults

    def guarded(self, step, argument):
        try:
            step(argument)
        except Exception as fault:                              # told at the end, with its schedule
            self.faults.append(f"{self.plan['guest']}: {type(fault).__name__} {fault}")

    def steps(self):
        steps = [(self.buy, purchase) for purchase in self.plan["purchases"]]
        steps += [(self.repeat, purchase) for purchase in self.plan["purchases"]]
        return steps + [(self.merge, self.plan)] * (1 if self.plan["merges"] else 0)

    def pause(self):
        time.sleep(self.random.expovariate(30))

    def buy(self, purchase):
        account = self.plan["guest" if purchase["byGuest"] else "account"]
        told = [lambda step=step: self.tell(step) for step in purchase["steps"]]
        if purchase.get("transaction"):
            told.insert(0, lambda: self.game.post(account, purchase["transaction"]))
        if len(told) > 1 and self.random.random() < 0.3:        # Apple is heard before the game
            told.insert(self.random.randrange(len(told)), told.pop(0))
        for tell in told:
            self.pause()
            tell()

    def repeat(self, purchase):
        """Posts again, as a device does that was not heard: its answers may come long after others."""
        account = self.plan["guest" if purchase["byGuest"] else "account"]
        for _ in range(REPEATS if purchase.get("transaction") else 0):
            self.pause()
            self.game.post(account, purchase["transaction"])

    def tell(self, step):
        self.ledger.demand("POST", "/v1/apple/notifications", step["notification"])

    def merge(self, plan):
        """The names are known to the ledger: merging is no player's first write."""
        for name in ("guest", "account"):
            self.ledger.demand("POST", f"/v1/accounts/{plan[name]}/resume")
        self.pause()
        path, body = f"/v1/accounts/{plan['account']}/merge", json.dumps({"from": plan["guest"]})
        self.ledger.demand("POST", path, body, key=f"merge-{plan['guest']}")
        if plan["undoes"]:
            self.pause()
            body = json.dumps({"from": plan["guest"], "author": "kim", "reason": "a mistake"})
            self.ledger.demand("POST", path + "/undo", body)


class Game:
    """The posts of the game, by the sample and through the proxy, each on its own connection."""

    def __init__(self, environment):
        os.environ.update(environment)
        from worker import hurry, sample
        self.sample, self.path = sample(), environment["GAME_DATABASE"]
        hurry(self.sample)
        self.heard = []

    def keep(self, grant):
        database = GameDatabase(self.path)
        with contextlib.closing(database.sqlite):
            self.sample.keep(database, grant)

    def post(self, account, transaction):
        database = GameDatabase(self.path)
        with contextlib.closing(database.sqlite):
            answer = self.sample.post(database, account, transaction)
        for item in answer["transactions"]:
            self.heard += item["grants"] or []
        if any(not item["finish"] for item in answer["transactions"]):
            raise AssertionError(f"the post of {account} was answered {answer}")


def keep_late(game, seed):
    """Hands old answers to the sample once more, as if they had been under way until now."""
    late = random.Random(seed).sample(game.heard, min(LATE_ANSWERS, len(game.heard)))
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(game.keep, late))


def differences(expected, ledger, database):
    """Compares the ledger's grants with the plans, and the game's rows and purses with the grants."""
    faults, purses, unheard = [], {}, set(expected)
    rows = {row[0]: row[1:] for row in
            database.execute("select id, revision, account, held from granted")}
    for grant in ledger.grants():
        if grant["coin"] != "ticket":
            continue
        left, owners = expected[grant["transactionId"]]
        unheard.discard(grant["transactionId"])
        if grant["amount"] - grant["revokedAmount"] != left or grant["account"] not in owners:
            faults.append(f"{grant} should be {left} of {owners}")
        revision, *kept = rows.pop(grant["id"], [-1, None, None])
        if kept != [grant["account"], left] or revision > grant["revision"]:
            faults.append(f"{grant} is kept as {kept} by revision {revision}")
        if grant["state"] == "pending":
            faults.append(f"{grant} is not acknowledged")
        purses[grant["account"]] = purses.get(grant["account"], 0) + left
    for account, balance in database.execute("select account, balance from purse"):
        if balance != purses.pop(account, 0):
            faults.append(f"{account} has {balance} tickets")
    faults += [f"{account} has none of {left} tickets" for account, left in purses.items() if left]
    faults += [f"transaction {name} is not granted" for name in unheard]
    return faults + [f"grant {name} is kept, and no grant of the ledger" for name in rows]


def settled(order, ledger, database):
    """Waits until the workers have followed everything. Returns the differences that are left."""
    deadline = time.monotonic() + PATIENCE
    while True:
        left = differences(order["expected"], ledger, database)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.2)


def main():
    order = json.load(open(sys.argv[1]))
    ledger = Ledger(order)
    proxy = subprocess.Popen(
        [sys.executable, os.path.join(HERE, "proxy.py"), str(ledger.place.port),
         str(order["seed"])], stdout=subprocess.PIPE, text=True)
    environment = dict(
        os.environ, DAICHO=f"http://127.0.0.1:{int(proxy.stdout.readline())}",
        DAICHO_KEY=order["key"], GAME_DATABASE=os.path.join(order["folder"], "game.db"),
        GAME_DATABASE_PROGRAM=os.path.join(HERE, "game_database.py"),
        GAME_SAMPLE=os.path.join(order["samples"], "grants.py"), PYTHONPATH=HERE)
    database = GameDatabase(environment["GAME_DATABASE"])
    database.create()
    workers = Workers(order, environment)
    try:
        game = Game(environment)
        schedules = [Schedule(plan, game, ledger, order["seed"] + number)
                     for number, plan in enumerate(order["schedules"])]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            faults = sum(pool.map(Schedule.live, schedules), [])
        workers.leave_alone()
        left = settled(order, ledger, database)
        workers.end()
        keep_late(game, order["seed"])
        left += differences(order["expected"], ledger, database)
    finally:
        workers.end()
        proxy.kill()
    print("\n".join((faults + left)[:20]), file=sys.stderr)
    grants = database.execute("select count(*) from granted").fetchone()[0]
    print(json.dumps({"grants": grants, "kills": workers.kills, "faults": len(faults) + len(left)}))
    sys.exit(1 if faults or left else 0)


if __name__ == "__main__":
    main()
