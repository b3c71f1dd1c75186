"""Work on the workers of a Dask cluster: one that runs somewhere, or one of this machine for the time being."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import itertools
import json
import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import trueness
from trueness.errors import ArgumentError, UnsupportedMethodError, import_extra
from trueness.parallel.execution import current_session
from trueness.parallel.packing import Packed, thing_of
from trueness.parallel.process_workers import MOST_DEATHS, WorkersLostError, ignore_interruptions, lost

SECONDS_TO_CONNECT = 10.0
"""How long a scheduler may take to answer: it is there, or the address is wrong."""

SECONDS_TO_WAIT = 300.0
"""How long a cluster may take until its first worker is there; a queue may hold it back for longer."""


PIECES_IN_HAND = 3
"""For each thread of a worker, of pieces that bring their data along: what is under way the scheduler holds, too."""


class OtherVersionError(UnsupportedMethodError, WorkersLostError):
    """A worker of a cluster has another version of this package."""


def on_dask(
    function: Callable[[Any], Any], items: Sequence[Any], workers: int
) -> Generator[tuple[int, Any], None, None]:
    """Yield the place of each item and its result as they are finished.

    The function is placed on every worker once. What a dying worker had in hand Dask gives to another; where the
    function itself got lost it is placed again.

    Raises
    ------
    MissingExtraError
        If Dask is not installed.
    WorkersLostError
        If there is no scheduler or no worker, or workers die `MOST_DEATHS` times in a row without finishing anything.
    OtherVersionError
        If a worker has another version of this package.
    """
    client = _client(workers)
    pending = dict(enumerate(items))
    deaths = 0
    while pending:
        before = len(pending)
        with contextlib.closing(_finished(client, function, dict(pending))) as finished:
            for place, result in finished:
                del pending[place]
                yield place, result
        if pending:
            deaths = 1 if len(pending) < before else deaths + 1
            if deaths >= MOST_DEATHS:
                raise lost(len(pending))


def _finished(
    client: Any, function: Callable[[Any], Any], pending: dict[int, Any]
) -> Generator[tuple[int, Any], None, None]:
    """Yield what is finished; what workers took with them is left out."""
    distributed = _distributed()
    places: dict[Any, int] = {}
    failure: BaseException | None = None
    try:
        work = client.scatter(Packed(function), broadcast=True, hash=False)
        waiting, under_way = iter(pending.items()), distributed.as_completed()
        most = _most_in_hand(client, pending)
        _hand_out(client, work, itertools.islice(waiting, most()), places, under_way)
        for future in under_way:
            try:
                failure = future.exception()
                result = None if failure else future.result()
            except (asyncio.CancelledError, concurrent.futures.CancelledError):
                continue  # lost with the function that was placed on the last of its workers
            if failure is None:
                yield places.pop(future), result
            elif isinstance(failure, distributed.KilledWorker):
                failure = None
            else:
                break
            _hand_out(
                client, work, itertools.islice(waiting, max(1, most() - len(places))), places, under_way
            )
    except OSError as error:
        raise _unreachable(str(error)) from error
    finally:
        if places:
            with contextlib.suppress(Exception):  # the cluster may be what got lost
                client.cancel(list(places), force=True)
    if failure is not None:
        raise failure


def _hand_out(
    client: Any, work: Any, some: Iterator[tuple[int, Any]], places: dict[Any, int], under_way: Any
) -> None:
    """Give items to the workers, and note the places of what they will return."""
    for place, item in some:
        future = client.submit(_run, work, trueness.__version__, item, pure=False, priority=-place)
        places[future] = place
        under_way.add(future)


def _most_in_hand(client: Any, pending: dict[int, Any]) -> Callable[[], int]:
    """Return what tells how many items may be under way: all, unless they bring data along; more workers may come."""
    if not any(isinstance(item, Packed) for item in pending.values()):
        return lambda: len(pending)
    return lambda: max(1, PIECES_IN_HAND * sum(client.nthreads().values()))


def _run(work: Any, version: str, item: Any) -> Any:
    if version != trueness.__version__:
        raise OtherVersionError(
            f"a worker of the Dask cluster has trueness {trueness.__version__}, this is {version}. Install the same "
            "version on the workers."
        )
    return thing_of(work)(item)


def _client(workers: int) -> Any:
    """Return the client of the cluster; it is closed when the block of `executing` ends."""
    session = current_session()
    if session is None:
        raise ArgumentError("a Dask cluster needs a block that says so: with executing(Execution('dask')).")
    address = session.execution.address
    key = ("dask", workers if address is None else address)
    if key not in session.opened:
        opening = _local_cluster(workers) if address is None else _running_cluster(address)
        session.opened[key] = session.closing.enter_context(opening)
    return session.opened[key]


def _distributed() -> Any:
    return import_extra("distributed", extra="distributed", feature="The engine 'dask'")


@contextlib.contextmanager
def _local_cluster(workers: int) -> Iterator[Any]:
    distributed = _distributed()
    with (
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=0,  # what resampling may hold is bounded by itself
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.register_plugin(_patient(distributed))
        yield client


def _patient(distributed: Any) -> Any:
    class Patient(distributed.WorkerPlugin):  # type: ignore[misc]
        """A worker of this machine that leaves Ctrl-C to the process that started it."""

        def setup(self, worker: Any) -> None:
            del worker
            ignore_interruptions()

    return Patient()


@contextlib.contextmanager
def _running_cluster(address: str) -> Iterator[Any]:
    where = {"address": address} if "://" in address else {"scheduler_file": address}
    if "scheduler_file" in where and not Path(address).is_file():
        raise ArgumentError(
            f"`engine`: '{address}' must be an address such as tcp://host:8786, or a scheduler file."
        )
    if "scheduler_file" in where:
        _check_scheduler_file(address)
    distributed = _distributed()
    try:
        client = distributed.Client(**where, set_as_default=False, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise _unreachable(f"{address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS_TO_WAIT)
        except TimeoutError as error:
            raise _unreachable(f"{address}: no worker within {SECONDS_TO_WAIT:.0f} seconds") from error
        yield client


def _check_scheduler_file(path: str) -> None:
    """Check that a file says where a scheduler is."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))["address"]
    except (OSError, ValueError, KeyError, TypeError):
        found = None
    if not isinstance(found, str) or "://" not in found:
        raise ArgumentError(
            f"`engine`: '{path}' must be a scheduler file: JSON with the `address` of a scheduler, as "
            "`dask scheduler --scheduler-file` writes it."
        )


def _unreachable(why: str) -> WorkersLostError:
    return WorkersLostError(
        f"using the Dask cluster failed ({why}). Look at its scheduler and workers, or use another --engine."
    )
