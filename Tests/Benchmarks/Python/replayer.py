"""Events a second read again from the PostgreSQL recorder of `eventsourcing`, in order, and folded.

usage: replayer.py SOCKET_FOLDER EVENTS

Each event is a period of service of one of its chains, as a JSON text of 500 bytes; the fold adds the
days of each chain. It writes nothing.
"""

import json
import sys
import time
import uuid

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

PAGE = 1000
PERIODS = 50


def open_recorder(socket):
    datastore = PostgresDatastore(
        dbname="postgres", host=socket, port=5432, user="postgres", password="", pool_size=1
    )
    return PostgresApplicationRecorder(datastore, events_table_name="python_replayed")


def fill(recorder, count):
    for first in range(0, count, PERIODS):
        chain = uuid.uuid4()
        recorder.insert_events(
            [
                StoredEvent(
                    originator_id=chain,
                    originator_version=version + 1,
                    topic="Period",
                    state=json.dumps({"days": 30, "text": "x" * 470}).encode(),
                )
                for version in range(min(PERIODS, count - first))
            ]
        )


def replay(recorder):
    days = {}
    count = 0
    start = 1
    while True:
        page = recorder.select_notifications(start=start, limit=PAGE)
        for notification in page:
            state = json.loads(notification.state)
            chain = notification.originator_id
            days[chain] = days.get(chain, 0) + state["days"]
        count += len(page)
        if len(page) < PAGE:
            return count
        start = page[-1].id + 1


def main():
    socket, events = sys.argv[1:]
    recorder = open_recorder(socket)
    recorder.create_table()
    if recorder.max_notification_id() in (None, 0):
        fill(recorder, int(events))
    start = time.monotonic()
    count = replay(recorder)
    print(count / (time.monotonic() - start))
    recorder.datastore.close()


main()
