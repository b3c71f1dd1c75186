"""The harness notices what it is there to notice, and makes every case again from its number."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hardening.fuzz import __main__ as fuzzing
from hardening.fuzz.child import rng_of
from hardening.fuzz.mutate_bytes import damaged
from hardening.fuzz.mutate_pickle import strange_opcodes
from hardening.fuzz.targets import TARGETS, Target

PROGRAM = """
import os, signal, sys, time
from hardening.fuzz import child, targets
from hardening.fuzz.seeds import Seed
from hardening.fuzz.truths import SilentlyWrongError
from trueness.errors import FormatError

def use(folder, seed, changed):
    number = int((folder / "n").read_text())
    if number == 3:
        raise FormatError("refused, as it should be.")
    if number == 4:
        raise IndexError("a foreign one")
    if number == 5:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number == 6:
        time.sleep(60)
    if number == 7:
        b"x" * (400 * 2**20)
    if number == 8:
        raise SilentlyWrongError("1 is 2")
    if number == 9:
        bytearray(2**40)
    if number == 11:
        try:
            bytearray(2**40)
        except MemoryError as error:
            raise FormatError("damaged.") from error
    if number == 10:
        raise SystemExit(0)
    if number == 2:
        time.sleep(1.0)
    if number == 12:
        compute(0.6)
    if number == 10**8:
        compute(60.0)
    if number > 12:
        time.sleep(0.05)  # the rest of the time is no work

def compute(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

child.SLOW, child.ENDLESS = 0.4, 2

cases = iter(range(10**9))
made = targets.Target(lambda: [Seed.of("n", "0")], (lambda rng, content: b"%d" % next(cases),), use, False)
targets.TARGETS["made"] = made
first = int(sys.argv[2])
cases = iter(range(first, 10**9))
# damage in passing would change the number
targets.Target.case = lambda self, sound, rng: (sound[0], "n", {"n": self.mutate[0](rng, b"")})
child.main(sys.argv[1:])
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    program = tmp_path / "child.py"
    program.write_text(PROGRAM)
    monkeypatch.setattr(fuzzing, "COMMAND", (sys.executable, str(program)))


@pytest.mark.usefixtures("made")
def test_what_computes_without_an_end_is_ended_long_before_the_wall_clock_would():
    report = fuzzing.fuzz("made", 0.5, 10**8)
    assert list(report.failures) == [("timeout", f"no end after {fuzzing.ENDLESS} s of processors", "")]


@pytest.mark.usefixtures("made")
@pytest.mark.skipif(sys.platform != "linux", reason="bounds on memory are of Linux")
def test_every_way_to_fail_is_noticed(monkeypatch):
    monkeypatch.setattr(fuzzing, "PATIENCE", 2.5)
    report = fuzzing.fuzz("made", 8.0, 0)
    found = {one["fail"]: (kind, error) for (kind, error, _), all_ in report.failures.items() for one in all_}
    assert found == {
        4: ("foreign", "IndexError"),
        5: ("crash", "SIGSEGV"),
        6: ("timeout", "nothing for 2 s"),
        7: ("memory", found[7][1]),
        8: ("wrong", "SilentlyWrongError: 1 is 2"),
        9: ("foreign", "MemoryError"),
        10: ("foreign", "SystemExit"),
        11: ("memory", "MemoryError, reported as another"),
        12: ("slow", "took 1 s of processors"),
    }
    assert report.cases > 12
    assert report.peak > 390 * 2**20


@pytest.mark.parametrize("name", ["csv", "jsonl", "arrow", "parquet", "pickle", "sidecar", "texts"])
def test_a_case_is_made_again_from_its_number(name):
    target = TARGETS[name]
    sound = target.seeds()
    made = [target.case(sound, rng_of(name, number))[2] for number in range(60)]
    assert made == [target.case(target.seeds(), rng_of(name, number))[2] for number in range(60)]
    different = {tuple(sorted(files.items())) for files in made}
    assert len(different) > 45
    assert sum(files not in [seed.files for seed in sound] for files in made) > 45


def test_no_mutator_fails_on_its_own_work():
    for name in ("jsonl", "csv", "mqm", "summeval", "pickle"):
        target = Target(TARGETS[name].seeds, TARGETS[name].mutate)
        (content, *_) = target.seeds()[0].files.values()
        rng = random.Random(1)
        for _ in range(40):
            again = rng.choice(target.mutate)(rng, content)
            for mutate in target.mutate:
                assert isinstance(mutate(rng, again), bytes)


def test_damage_to_nothing_is_bytes():
    rng = random.Random(2)
    assert all(isinstance(damaged(rng, b""), bytes) for _ in range(200))
    assert strange_opcodes(rng, b"no pickle") == b"no pickle"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system says nothing of processes")
@pytest.mark.parametrize(("code", "computes"), [("while True: pass", True), ("input()", False)])
def test_what_computes_is_told_from_what_waits(code, computes):
    with subprocess.Popen(
        [sys.executable, "-c", f"print(flush=True)\n{code}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        before = fuzzing.processor_seconds(process.pid)
        until = time.monotonic() + (60 if computes else 1)
        while time.monotonic() < until and not (
            grown := fuzzing.processor_seconds(process.pid) > before + 0.1
        ):
            time.sleep(0.05)
        process.kill()
    assert grown == computes
    assert fuzzing.processor_seconds(process.pid) == 0
