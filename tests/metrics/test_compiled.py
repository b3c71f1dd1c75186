"""Compiled functions: kept from one process to the next, and usable where nothing can be kept."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from numba.core.caching import IndexDataCacheFile

import trueness
from trueness.metrics.compiled import compiled

SCORE = """
import json, sys
from trueness.metrics.rouge import lcs_columns
from trueness.metrics.rouge.rouge import Rouge
scores = Rouge.from_name("rougeLsent_f").score(["a b c"], [["a c"]], [None])
kernel = lcs_columns._measure_all.stats
print(json.dumps([scores[0], sum(kernel.cache_hits.values()), sum(kernel.cache_misses.values())]))
"""


def run(cache: Path) -> list[float]:
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(cache),
        "PYTHONPATH": str(Path(trueness.__file__).parents[1]),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCORE], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_second_process_compiles_nothing(tmp_path):
    assert run(tmp_path) == [0.8, 0, 1]
    assert run(tmp_path) == [0.8, 1, 0]


def test_works_where_no_folder_can_be_written(monkeypatch):
    really = numba.njit

    def without_folder(*, cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return really(**options)

    with monkeypatch.context() as patched:
        patched.setattr(numba, "njit", without_folder)
        double = compiled(lambda value: 2 * value)
    assert double(21) == 42


def test_works_where_the_disk_is_full(monkeypatch):
    asked = []

    def full(*_):
        asked.append(1)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    treble = compiled(lambda value: 3 * value)
    assert treble(14) == 42
    assert asked
