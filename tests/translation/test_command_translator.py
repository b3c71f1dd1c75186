"""Programs as translators: what they are given, and every way in which they fail."""

from __future__ import annotations

import os
import resource
import shutil
import time

import pytest

from trueness.errors import ArgumentError, DataError, TruenessWarning
from trueness.translation.command_translator import CommandTranslator

LINES = ["one", "two words", "¡três!"]


def test_a_program_reads_lines_and_writes_lines():
    assert CommandTranslator("tr a-z A-Z").translate(LINES[:2]) == ["ONE", "TWO WORDS"]
    assert CommandTranslator(["sed", "s/o/ö/"]).translate(LINES) == ["öne", "twö words", "¡três!"]
    assert CommandTranslator("sed 's/two w/three w/'").translate(LINES) == ["one", "three words", "¡três!"]


def test_blank_lines_stand_between_lines_and_are_expected_back(tmp_path):
    kept = tmp_path / "given"
    found = CommandTranslator(f"tee {kept}", blank_lines=True).translate(LINES)
    assert found == LINES
    assert kept.read_text(encoding="utf-8") == "one\n\ntwo words\n\n¡três!\n"
    with pytest.raises(DataError, match="answered otherwise; the first line was 'one'"):
        CommandTranslator("sed s/^$/x/", blank_lines=True).translate(LINES)
    with pytest.raises(DataError, match="answered 2 lines to 3"):
        CommandTranslator("head -n 3", blank_lines=True).translate(LINES)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-program -x", "'no-such-program' is not installed. Install it, or name another `command`"),
        ("/etc", r"'/etc' cannot run \(Permission denied\)"),
        ("false", "'false' has failed with status 1, and says nothing"),
        ("sh -c 'cat; echo first >&2; echo no model >&2; exit 3'", "'sh' has failed with status 3: no model"),
        ("sh -c 'kill -9 $$'", "'sh' has failed with signal 9"),
        ("head -n 2", "answered 2 lines to 3, the first of which is 'one'"),
        ("sh -c 'cat; echo more'", "answered 4 lines to 3"),
        ("sh -c :", "answered 1 lines to 3"),
        (r"printf '\377\n\n\n'", "in UTF-8"),
    ],
)
def test_what_a_program_does_wrong_is_said(command, said):
    with pytest.raises(DataError, match=said):
        CommandTranslator(command).translate(LINES)


@pytest.mark.parametrize(
    "command", ["cat /dev/zero", "sh -c 'yes; exit 3'", "sh -c 'cat /dev/zero >&2 & yes'"]
)
def test_an_answer_without_end_is_not_waited_for(command):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.monotonic()
    with pytest.raises(DataError, match=r"was given 23 bytes and has answered with more than 1,000,000"):
        CommandTranslator(command, timeout=60).translate(LINES)
    assert time.monotonic() - start < 30
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB


def test_a_long_answer_to_long_lines_is_an_answer():
    lines = ["a" * 300_000, "b"]
    assert CommandTranslator("sed 's/./&&&&&&/g'").translate(lines) == ["a" * 1_800_000, "b" * 6]


def test_of_what_a_program_says_besides_the_last_is_kept():
    talks = "sh -c 'cat; head -c 5000000 /dev/zero | tr \\\\0 x >&2; echo >&2; echo the end >&2; exit 3'"
    with pytest.raises(DataError, match="has failed with status 3: the end"):
        CommandTranslator(talks).translate(LINES)


def test_a_program_that_reads_nothing_may_answer():
    lines = ["x" * 1_000_000] * 3
    assert CommandTranslator("printf 'a\\nb\\nc\\n'").translate(lines) == ["a", "b", "c"]


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path):
    pid = tmp_path / "pid"
    command = ["sh", "-c", f"sleep 30 & echo $! > {pid}; wait"]
    start = time.monotonic()
    with pytest.raises(DataError, match=r"'sh' took longer than 0.3 seconds. Allow more \(`timeout`\)"):
        CommandTranslator(command, timeout=0.3).translate(LINES)
    assert time.monotonic() - start < 20
    for _ in range(200):  # until the system has seen to it
        if not alive(int(pid.read_text())):
            return
        time.sleep(0.05)
    pytest.fail("it still sleeps")


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().split()[2] != "Z"
    except OSError:
        return False


def test_what_a_program_says_besides_is_passed_on():
    with pytest.warns(TruenessWarning, match="'sh' says: line 3690: index > limit"):
        assert CommandTranslator("sh -c 'cat; echo line 3690: index \\> limit >&2'").translate(["a"]) == ["a"]


def test_a_nul_is_refused():
    with pytest.raises(DataError, match="a NUL character"):
        CommandTranslator("cat").translate(["a\0b"])


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("", {}, "`command` is empty"),
        ("cat 'x", {}, "reading `command` failed"),
        ("cat", {"timeout": 0}, "`timeout` must be"),
        ("cat", {"timeout": float("nan")}, "`timeout` must be"),
        ("cat", {"batch": 0}, "`batch` must be"),
        ("cat", {"longest": 0}, "`longest` must be"),
    ],
)
def test_settings_are_checked(command, options, said):
    with pytest.raises(ArgumentError, match=said):
        CommandTranslator(command, **options)


def test_files_that_the_command_names_are_part_of_it(tmp_path):
    model = tmp_path / "model.txt"
    signatures = []
    for content in ("a", "a", "b"):
        model.write_text(content)
        signatures.append(CommandTranslator(f"sh {model}").signature())
    assert signatures[0] == signatures[1] != signatures[2]
    assert CommandTranslator("cat", blank_lines=True).signature() != CommandTranslator("cat").signature()


@pytest.mark.skipif(shutil.which("apertium") is None, reason="apertium is not installed")
@pytest.mark.skipif(not os.path.exists("/usr/share/apertium/modes/en-eo.mode"), reason="no apertium-eo-en")  # noqa: PTH110
def test_apertium_translates_there_and_back():
    lines = ["The cat sees a dog", "This is a house .", "Tom [sic] paid $5 ^ and {left}"]
    there = CommandTranslator("apertium -u en-eo", blank_lines=True).translate(lines)
    assert {"kato", "vidas", "hundon"} <= set(there[0].split())
    back = CommandTranslator("apertium -u eo-en", blank_lines=True).translate(there[:2])
    assert {"cat", "sees", "dog"} <= set(back[0].split())
    assert back[1].startswith("This is")
