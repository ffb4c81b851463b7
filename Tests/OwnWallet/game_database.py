"""The database of a game: SQLite in the place of PostgreSQL, for both samples.

Run as a program it answers statements from its standard input, a line of JSON each, for the sample in
TypeScript.
"""
import contextlib
import json
import re
import sqlite3
import sys

SCHEMA = """
create table if not exists granted (
  id text primary key, revision bigint not null, account text, held bigint not null);
create table if not exists purse (
  account text, coin text, balance bigint not null, primary key (account, coin));
create table if not exists followed (position text not null);
insert into followed select '' where not exists (select from followed);
"""


class GameDatabase:
    def __init__(self, path):
        self.sqlite = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
        self.sqlite.execute("pragma journal_mode = wal")
        self.sqlite.execute("pragma synchronous = off")

    def create(self):
        self.sqlite.executescript(SCHEMA.replace("select from", "select 1 from"))

    def execute(self, sql, values=()):
        """Runs a statement as PostgreSQL's drivers write it."""
        sql = re.sub(r"\$(\d)", r"?\1", sql.replace("%s", "?")).replace(" for update", "")
        return self.sqlite.execute(sql, list(values))

    @contextlib.contextmanager
    def transaction(self):
        self.sqlite.execute("begin immediate")      # one at a time, as rows are locked elsewhere
        try:
            yield
        except BaseException:
            self.sqlite.execute("rollback")
            raise
        self.sqlite.execute("commit")


def answer(database, line):
    request = json.loads(line)
    found = database.execute(request["sql"], request.get("values") or [])
    names = [column[0] for column in found.description or []]
    return {"rows": [dict(zip(names, row)) for row in found.fetchall()]}


if __name__ == "__main__":
    database = GameDatabase(sys.argv[1])
    database.create()
    for line in sys.stdin:
        print(json.dumps(answer(database, line)), flush=True)
