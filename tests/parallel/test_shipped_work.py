"""What is shipped comes back: values, layouts, closures; memory is mapped, and nothing is left behind."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from trueness.parallel import shipped_work
from trueness.parallel.shipped_work import packed, shipped, unpacked


class Lookup:
    """Arrays that a caller asks for by name."""

    def __init__(self, **arrays):
        self.arrays = arrays

    def __call__(self, name):
        return self.arrays[name]


def layouts():
    whole = np.arange(2 * 3 * 4.0).reshape(2, 3, 4)
    return {
        "plain": whole,
        "fortran": np.asfortranarray(whole),
        "turned": whole.transpose(1, 2, 0),
        "swapped": whole.transpose(0, 2, 1),
        "part": whole[:, :, 1:3],
        "every other": whole[:, ::2],
        "backwards": whole[:, ::-1],
        "repeated": np.broadcast_to(whole[:1, :, :1], (2, 3, 4)),
        "nothing": whole[:0],
        "scalar": np.array(3.5),
        "bits": whole > 3,
    }


@pytest.mark.parametrize("name", layouts())
def test_arrays_keep_values_and_the_order_of_their_axes(name, tmp_path, monkeypatch):
    monkeypatch.setenv(shipped_work.FOLDER_VARIABLE, str(tmp_path))
    want = layouts()[name]
    work = Lookup(it=want)
    head, buffers = packed(work)
    with shipped(work) as there:
        for got in (unpacked(head, buffers)("it"), there("it")):
            assert got.dtype == want.dtype
            np.testing.assert_array_equal(got, want)
            if want.size > 1:
                lengthwise = np.argsort([-abs(stride) for stride in want.strides], kind="stable")
                again = np.argsort([-abs(stride) for stride in got.strides], kind="stable")
                assert lengthwise.tolist() == again.tolist()


def test_arrays_are_not_in_the_head():
    head, buffers = packed(Lookup(big=np.ones((300, 400)), turned=np.ones((30, 40, 50)).transpose(0, 2, 1)))
    assert len(head) < 5_000
    assert sorted(buffer.nbytes for buffer in buffers) == sorted([8 * 300 * 400, 8 * 30 * 40 * 50])


def test_functions_within_functions_can_be_shipped():
    offset = np.arange(3)
    with shipped(lambda item: offset + item) as work:
        assert work(1).tolist() == [1, 2, 3]


def test_arrays_are_mapped_can_be_written_to_and_change_nothing_in_the_file():
    with shipped(Lookup(it=np.zeros(1000))) as work:
        found = work("it")
        assert found.flags.writeable
        assert not found.flags.owndata
        found += 1
        shipped_work._READ.clear()
        assert work("it").sum() == 0


def test_nothing_stays_behind(tmp_path, monkeypatch):
    monkeypatch.setenv(shipped_work.FOLDER_VARIABLE, str(tmp_path))
    with shipped(Lookup(it=np.zeros(10))):
        assert len(list(tmp_path.iterdir())) == 1
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KeyboardInterrupt), shipped(Lookup(it=np.zeros(10))):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
def test_what_a_killed_run_left_is_swept(tmp_path, monkeypatch):
    program = """
import os
from trueness.parallel.shipped_work import shipped
with shipped(len):
    os.kill(os.getpid(), 9)
"""
    environment = {**os.environ, shipped_work.FOLDER_VARIABLE: str(tmp_path)}
    subprocess.run([sys.executable, "-c", program], env=environment, check=False)
    (left,) = tmp_path.iterdir()
    monkeypatch.setenv(shipped_work.FOLDER_VARIABLE, str(tmp_path))
    with shipped(len):
        assert not left.exists()
        with shipped(len):
            assert len(list(tmp_path.iterdir())) == 2  # that of a run that goes on stays
