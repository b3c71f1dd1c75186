"""Programs of others: answers, and every way in which they fail."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.originals.foreign_program import AnsweringProgram, run_program

ECHO = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"


def program(source, timeout=20.0):
    return AnsweringProgram([sys.executable, "-c", source], install="Install it.", timeout=timeout)


def test_every_line_is_answered_by_one_program():
    echo = program("import os\n" + ECHO.replace("line.strip().upper()", "line.strip().upper(), os.getpid()"))
    answers = [answer.split() for answer in echo.ask([f"w{k}" for k in range(200)])]
    answers += [answer.split() for answer in echo.ask(["again"])]
    assert [word for word, _ in answers] == [*[f"W{k}" for k in range(200)], "AGAIN"]
    assert len({number for _, number in answers}) == 1
    echo.close()
    assert echo.ask([]) == []


def test_threads_get_their_own_answers():
    echo = program(ECHO)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda k: echo.ask([f"a{k}", f"b{k}"]), range(50)))
    assert found == [[f"A{k}", f"B{k}"] for k in range(50)]
    echo.close()


def test_a_long_line_is_no_trouble():
    echo = program(ECHO)
    assert echo.ask(["x" * 1_000_000]) == ["X" * 1_000_000]
    echo.close()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys; sys.exit('out of luck')", r"ended with status 1 \(it says: out of luck\)"),
        ("pass", r"ended with status 0 \(it says nothing\)"),
        (ECHO.replace("upper()", "upper()[:int(line)]"), r"ended with status 1 \(it says: ValueError"),
    ],
)
def test_a_program_that_ends_is_said_and_started_anew(source, said):
    failing = program(source)
    for _ in range(2):
        with pytest.raises(DataError, match=said):
            failing.ask(["a", "b"])


def test_a_program_that_hangs_is_ended(tmp_path):
    pid = tmp_path / "pid"
    hanging = program(
        f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)", 1.0
    )
    start = time.monotonic()
    with pytest.raises(DataError, match=r"took longer than 1 seconds"):
        hanging.ask(["a"])
    assert time.monotonic() - start < 20
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_no_such_program():
    with pytest.raises(MissingExtraError, match=r"'no-such-program' is not installed. Install it."):
        AnsweringProgram(["no-such-program"], install="Install it.", timeout=1).ask(["a"])
    with pytest.raises(MissingExtraError, match=r"'/etc' cannot run \(Permission denied\). Install it."):
        run_program(["/etc"], install="Install it.", timeout=1)


def test_a_program_that_works_and_ends(tmp_path):
    said = run_program(
        [sys.executable, "-c", "import os; print(os.getcwd(), os.environ['MINE'])"],
        install="",
        timeout=20,
        folder=tmp_path,
        environment={"MINE": "here"},
    )
    assert said.split() == [str(tmp_path), "here"]
    with pytest.raises(DataError, match=r"has failed with status 3 \(it says: nothing\)"):
        run_program(["sh", "-c", "echo nothing; exit 3"], install="", timeout=20)
    with pytest.raises(DataError, match=r"'sleep' took longer than 0.2 seconds"):
        run_program(["sleep", "30"], install="", timeout=0.2)
