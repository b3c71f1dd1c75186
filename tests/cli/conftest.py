"""A small file of scores, and a way to run the command line in this process."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from trueness.commands import main
from trueness.parallel import compiling
from trueness.study.study import Study


class Outcome(NamedTuple):
    """What a run of the command line left."""

    status: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        """The lines on standard error, without the warnings that stand there beside rows as data."""
        return [line for line in self.err.splitlines() if not line.startswith("warning: ")]


@pytest.fixture(autouse=True)
def nothing_said_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said once in a process, by whichever test is the first to compile."""
    monkeypatch.setattr(compiling, "announce", lambda said: None)


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., Outcome]:
    """Run the command line with words in an empty folder, on a terminal of a given width, with a cache elsewhere."""
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path_factory.mktemp("cache")))

    def run_it(*words: object, width: int = 100) -> Outcome:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setattr(sys, "argv", ["trueness", *map(str, words)])
        status = 0
        try:
            main()
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run_it


_ANSWERS: dict[str, Any] = {}


@pytest.fixture
def answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a question that was asked before in the same words, of the same data, keep its answer.

    For tests of how answers are printed, which ask the same many times. Words for where work runs count as well, so
    that what they must not change is computed again.
    """
    ask = Study.run

    @functools.wraps(ask)  # the arguments of studies are read off it
    def run(study: Study[Any, Any, Any, Any], data: Any, *, watch: Any = None, **given: Any) -> Any:
        drawn = given.get("rng") is None and study.usual_seed is None
        key = repr((study.name, study.identity(data), sorted(given.items())))
        if drawn or key not in _ANSWERS:
            _ANSWERS[key] = ask(study, data, watch=watch, **given)
        return _ANSWERS[key]

    monkeypatch.setattr(Study, "run", run)


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    """Twelve systems, ten inputs, three metrics: good, fair, and noise with a hostile name."""
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(12, 1)) + rng.normal(size=(12, 10))
    columns = {
        "relevance": np.clip(np.round(3 + quality), 1, 5),
        "good": quality + 0.3 * rng.normal(size=quality.shape),
        "fair": quality + 2 * rng.normal(size=quality.shape),
        "=noise<b>": rng.normal(size=quality.shape),
    }
    lines = ["system,input,document," + ",".join(columns)]
    for i in range(12):
        for j in range(10):
            values = ",".join(repr(float(column[i, j])) for column in columns.values())
            lines.append(f"s{i},d{j},doc{j // 2},{values}")
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path
