"""The queue of files: nothing lost, nothing twice, the oldest first."""

from __future__ import annotations

import multiprocessing
import threading
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue

from novuss_site import celery
from novuss_site.fsatomic import Channel

WORK = Queue("work", Exchange("work", type="direct"), routing_key="work")
assert celery.TRANSPORT_ALIASES["fsatomic"]


def connection(folder: Path) -> Connection:
    return Connection("fsatomic://", transport_options={"data_folder": str(folder), "polling_interval": 0.01})


def publish(folder: Path, values: list[Any]) -> None:
    with connection(folder) as conn:
        producer = conn.Producer(serializer="json")
        for value in values:
            producer.publish(value, exchange=WORK.exchange, routing_key="work", declare=[WORK])


def take_all(folder: Path, taken: Any, *, until: int, counter: Any) -> None:
    """What a worker does: take and acknowledge, until all have been taken by anybody."""
    with connection(folder) as conn:

        def take(body: Any, message: Any) -> None:
            taken.append(body)
            message.ack()
            with counter.get_lock():
                counter.value += 1

        with conn.Consumer(WORK, callbacks=[take], prefetch_count=1):
            while counter.value < until:
                try:
                    conn.drain_events(timeout=0.2)
                except TimeoutError:
                    continue


def test_messages_come_in_order(tmp_path):
    publish(tmp_path, list(range(20)))
    taken: list[int] = []
    take_all(tmp_path, taken, until=20, counter=multiprocessing.Value("i", 0))

    assert taken == list(range(20))
    assert list(tmp_path.iterdir()) == []


def test_two_workers_and_three_writers_lose_and_double_nothing(tmp_path):
    """A worker that reads while others write: kombu's own transport loses messages here, and its workers end."""
    counter = multiprocessing.Value("i", 0)
    taken: list[int] = []
    workers = [
        threading.Thread(target=take_all, args=(tmp_path, taken), kwargs={"until": 600, "counter": counter})
        for _ in range(2)
    ]
    writers = [threading.Thread(target=publish, args=(tmp_path, list(range(n, n + 200)))) for n in (0, 200, 400)]
    for thread in workers + writers:
        thread.start()
    for thread in workers + writers:
        thread.join(60)

    assert sorted(taken) == list(range(600))
    assert list(tmp_path.iterdir()) == []


def test_half_written_message_is_not_seen(tmp_path):
    publish(tmp_path, ["whole"])
    (name,) = [path.name for path in tmp_path.iterdir()]
    (tmp_path / f".{name}.tmp").write_text('{"half')
    with connection(tmp_path) as conn:
        channel: Channel = conn.channel()
        assert channel._size("work") == 1
        channel._get("work")
        with pytest.raises(Empty):
            channel._get("work")


def test_purge_and_other_queues(tmp_path):
    publish(tmp_path, [1, 2, 3])
    (tmp_path / "00000000000000000001_x.work2.msg").write_text("{}")
    with connection(tmp_path) as conn:
        channel: Channel = conn.channel()
        assert (channel._size("work"), channel._purge("work"), channel._size("work"), channel._size("work2")) == (
            3,
            3,
            0,
            1,
        )


def test_wait_is_short_so_that_a_worker_ends_soon(tmp_path):
    import time

    with connection(tmp_path) as conn, conn.Consumer(WORK, callbacks=[print]):
        begin = time.monotonic()
        with pytest.raises(TimeoutError):
            conn.drain_events(timeout=2)

    assert time.monotonic() - begin < 0.5
