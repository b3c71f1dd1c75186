"""Fingerprints differ where anything differs, and only there."""

from __future__ import annotations

import dataclasses
import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from trueness.parallel.fingerprint import fingerprint


@dataclasses.dataclass
class Plan:
    seed: int
    units: np.ndarray | None = None


DIFFERENT = [
    (),
    (None,),
    (0,),
    (False,),
    (0.0,),
    (-0.0,),
    ("0",),
    ("a", "b"),
    ("ab",),
    (("a", "b"),),
    (["a", "b"],),
    (["a"], ["b"]),
    (np.zeros(2),),
    (np.zeros(3),),
    (np.zeros((2, 1)),),
    (np.zeros(2, dtype=np.float32),),
    (np.array([0.0, 1e-300]),),
    (np.float64(0),),
    (range(2),),
    (Path("a"),),
    ({"a": 1},),
    ({"a": "1"},),
    (frozenset({"a"}),),
    (Plan(1),),
    (Plan(2),),
    (Plan(1, np.zeros(2)),),
]


def test_different_things_differ():
    for one, other in itertools.combinations(DIFFERENT, 2):
        assert fingerprint(*one) != fingerprint(*other), (one, other)


def test_equal_things_do_not():
    for thing in DIFFERENT:
        assert fingerprint(*thing) == fingerprint(*thing)
    matrix = np.arange(6.0).reshape(2, 3)
    assert fingerprint(matrix) == fingerprint(np.asfortranarray(matrix)) == fingerprint(matrix[:, ::1].copy())
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})


def test_it_is_the_same_in_another_process():
    """Sets of texts have another order in every process."""
    program = (
        "from trueness.parallel.fingerprint import fingerprint; import sys; "
        "sys.stdout.write(fingerprint(frozenset('abcdef'), {'x': 1, 'y': 2}, 'é'))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {fingerprint(frozenset("abcdef"), {"x": 1, "y": 2}, "é")}


@pytest.mark.parametrize("thing", [object(), len, np.array([None])], ids=["object", "function", "objects"])
def test_what_has_no_fingerprint(thing):
    with pytest.raises(TypeError, match="no fingerprint of"):
        fingerprint(thing)
