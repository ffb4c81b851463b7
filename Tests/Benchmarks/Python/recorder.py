"""Events a second into the PostgreSQL recorder of `eventsourcing`, one event a call.

usage: recorder.py SOCKET_FOLDER PROCESSES STATE_BYTES SECONDS
"""

import multiprocessing
import os
import sys
import time
import uuid

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore


def open_recorder(socket):
    datastore = PostgresDatastore(
        dbname="postgres", host=socket, port=5432, user="postgres", password="", pool_size=1
    )
    return PostgresApplicationRecorder(datastore, events_table_name="python_events")


def record(socket, state_bytes, seconds, gate, counts):
    recorder = open_recorder(socket)
    state = os.urandom(state_bytes)
    append_one(recorder, state)
    gate.wait()
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        append_one(recorder, state)
        count += 1
    counts.put(count)
    recorder.datastore.close()


def append_one(recorder, state):
    event = StoredEvent(originator_id=uuid.uuid4(), originator_version=1, topic="T", state=state)
    recorder.insert_events([event])


def main():
    socket, processes, state_bytes, seconds = sys.argv[1:]
    recorder = open_recorder(socket)
    recorder.create_table()
    recorder.datastore.close()
    gate = multiprocessing.Barrier(int(processes) + 1)
    counts = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(
            target=record, args=(socket, int(state_bytes), float(seconds), gate, counts)
        )
        for _ in range(int(processes))
    ]
    for worker in workers:
        worker.start()
    gate.wait()
    start = time.monotonic()
    total = sum(counts.get() for _ in workers)
    elapsed = time.monotonic() - start
    for worker in workers:
        worker.join()
    print(total / elapsed)


main()
