"""Fixtures and settings shared by all tests."""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import html
import http.server
import importlib.util
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from trueness.parallel import Execution, executing, execution, step
from trueness.parallel.checkpoint import keeping

settings.register_profile(
    "quick",
    max_examples=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=200)
settings.load_profile("quick")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # of a job in the background, and of all that it starts
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
DATA_VARIABLE = "TRUENESS_TEST_DATA"


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Keep the collector of garbage from what stays to the end: thousands of tests, walked through again and again."""
    gc.disable()
    _read_from_the_other_end(session.config)
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(
            50_000, 20, 20
        )  # drawings are full of circles, and small: collecting takes a tenth of their time


def pytest_unconfigure() -> None:
    """Collect once: pytest does so five times at its end, through all that thousands of tests have left in caches."""
    gc.collect()
    gc.freeze()


def _read_from_the_other_end(config: pytest.Config) -> None:
    """Let every other worker start with the last folder: files whose assertions one has rewritten the rest take over.

    From a fresh checkout rewriting takes longer than all else of a collection, and workers that go through the files
    side by side would all do all of it.
    """
    worker = getattr(config, "workerinput", {}).get("workerid", "gw0")
    if int(worker.removeprefix("gw")) % 2 and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        left_out = {Path(path).resolve() for path in config.getoption("ignore") or ()}
        places = [path for path in TESTS.iterdir() if path.is_dir() or path.match("test_*.py")]
        config.args = [str(path) for path in sorted(places, reverse=True) if path not in left_out]


SECOND_HALF = ("metrics", "data", "studies")
"""Folders whose tests come last: where a second worker begins, other loops are compiled than at the beginning. Two that
need the same ones at the same time both compile them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests into one order, wherever reading began: workers must agree."""

    def place(item: pytest.Item) -> tuple[int, tuple[str, ...]]:
        parts = item.path.relative_to(TESTS).parts
        return SECOND_HALF.index(parts[0]) + 1 if parts[0] in SECOND_HALF else 0, parts

    items.sort(key=place)


@pytest.fixture(scope="module")
def collector_paused() -> Iterator[None]:
    """For tests that parse all source: its trees hold no garbage, and are large to walk through."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def one_worker() -> Iterator[None]:
    """Tests share the processors already: what names no number of workers takes one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(execution, "available_workers", lambda: 1)
        yield


@pytest.fixture
def outlined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what Matplotlib draws, for tests of what stands around figures: their words and data remain."""
    from trueness.reporting.figures.figure import Figure

    def outline(figure: Figure) -> str:
        said = [html.escape(text) for text in (figure.title, figure.caption)]
        title, caption = (
            f'<{tag} id="{figure.name}-{tag}">{text}</{tag}>'
            for tag, text in zip(("title", "desc"), said, strict=True)
        )
        data = hashlib.sha256(repr(figure.data).encode()).hexdigest()
        named = f'id="{figure.name}" role="img" aria-labelledby="{figure.name}-title {figure.name}-desc"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {named}>{title}{caption}<!--{data}--></svg>\n'

    monkeypatch.setattr(Figure, "svg", property(outline))


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The folder of real benchmarks and recorded answers; skips where the variable that names it is not set."""
    named = os.environ.get(DATA_VARIABLE)
    if not named:
        pytest.skip(f"{DATA_VARIABLE} is not set: no real benchmark data here")
    folder = Path(named)
    if not (folder / "data").is_dir():
        pytest.fail(f"{DATA_VARIABLE} is set to '{folder}', which has no folder 'data'")
    return folder.resolve()


@pytest.fixture(scope="session")
def program() -> Callable[[str], ModuleType]:
    """What loads a program that lies beside the package, by its path from the root: once."""

    @functools.cache
    def load(path: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(
            path.removesuffix(".py").replace("/", "_"), TESTS.parent / path
        )
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # dataclasses look theirs up
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def serving() -> Iterator[Callable[[type[http.server.BaseHTTPRequestHandler]], Any]]:
    """Start a server on this machine, which has its address as `base` and an empty list `asked` for its handler."""
    with contextlib.ExitStack() as open_ones:

        def start(handler: type[http.server.BaseHTTPRequestHandler]) -> Any:
            running: Any = open_ones.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
            running.asked = []
            running.base = f"http://127.0.0.1:{running.server_address[1]}"
            thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            open_ones.callback(thread.join)
            open_ones.callback(running.shutdown)
            return running

        yield start


class Stopped(Exception):  # noqa: N818 - no error, an interruption
    """What kills a run."""


@pytest.fixture
def killed_and_resumed(tmp_path: Path) -> Callable[..., tuple[Any, list[tuple[int, int]]]]:
    """Run something under a checkpoint, kill it after some tiles, and run it again.

    Returns the result of the second run, and what that reports: (done, of) for the tiles that were kept, then for each
    that it computes.
    """

    def go(work: Callable[[], Any], *, after: int) -> tuple[Any, list[tuple[int, int]]]:
        reported: list[tuple[int, int]] = []

        def stop(done: int, total: int) -> None:
            if done == after:
                raise Stopped

        def run(report: Callable[[int, int], None]) -> Any:
            execution = Execution(workers=1, checkpoint=tmp_path / "kept")
            with executing(execution, lambda _: report), keeping("a run"), step("the work"):
                return work()

        with pytest.raises(Stopped) as stopped:
            run(stop)
        assert "finished work is kept" in stopped.value.__notes__[0]
        found = run(lambda *now: reported.append(now))
        assert list((tmp_path / "kept").iterdir()) == []
        return found, reported

    return go
