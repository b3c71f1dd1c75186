"""Bad input on the command line: one clear line and a status, nothing guessed and nothing lost."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from trueness.data.files import open_file
from trueness.errors import TruenessWarning
from trueness.metrics.scoring import registry

Run = Callable[..., tuple[int, str, str]]
QUICK = ("--human", "relevance", "--resamples", 50, "--seed", 3, "--coefficient", "pearson")
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def fails(outcome: tuple[int, str, str], status: int, *said: str) -> None:
    """Check that a run ended with one line that says all of this."""
    found, out, err = outcome
    assert (found, out) == (status, "")
    assert re.fullmatch(r"trueness: [^\n]+\n", err), err
    assert not STEERS.search(err)
    for words in said:
        assert words in err


def changed(scores: Path, change: Callable[[str], str | bytes], name: str = "bad.csv") -> Path:
    """Write a changed copy of the scores."""
    content = change(scores.read_text())
    path = scores.with_name(name)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("compare",), "scores"),
        (("frobnicate",), "frobnicate"),
        (("compare", "x.csv", "--frobnicate"), "--frobnicate"),
        (("compare", "x.csv", "--level"), "--level"),
        (("compare", "x.csv", "--resamples", "1.5"), "--resamples"),
        (("compare", "x.csv", "--seed", "\x1b[2J"), "--seed"),
        (("data", "frobnicate"), "frobnicate"),
    ],
)
def test_wrong_use_is_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    status, out, err = run(*words)
    fails(
        (status, out, err.casefold()), 2, said, "--help"
    )  # of a missing word the parser has written SCORES, too


def test_form_and_table_are_checked_before_any_work(run: Run, tmp_path: Path) -> None:
    # there is no such file: whoever reads it first complains about it
    fails(run("compare", "absent.csv", "--to", "xml"), 2, "'xml'")
    fails(run("compare", "absent.csv", "--table", "test"), 2, "Did you mean 'tests'?")
    fails(run("convert", "absent.csv", "--out", "x.xyz"), 2, "'x.xyz'")


@pytest.mark.parametrize("command", ["compare", "convert"])
def test_what_is_read_is_never_written_over(run: Run, scores: Path, command: str) -> None:
    before = scores.read_bytes()
    human = QUICK if command == "compare" else ()
    fails(run(command, scores, *human, "--out", scores), 3, "scores.csv", "read", "another name")
    fails(run(command, scores, *human, "--out", f"./{scores.name}"), 3, "read")
    assert scores.read_bytes() == before
    assert [path.name for path in scores.parent.iterdir()] == ["scores.csv"]


def test_a_report_that_cannot_be_written_is_not_computed(run: Run, scores: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    report = ("compare", scores, *QUICK)
    fails(run(*report, "--out", "absent/x.html"), 3, "absent/x.html", "the folder 'absent' is missing")
    fails(run(*report, "--out", "x.html", "--manifest", "absent/x.json"), 3, "absent/x.json")
    fails(run(*report, "--out", "folder.html"), 3, "folder.html", "a folder")
    fails(run(*report, "--out", ""), 2, "--out")
    fails(run(*report, "--out", "."), 2, "--out")
    fails(run(*report, "--out", "x.html", "--manifest", "x.html"), 2, "--manifest", "different")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.html", "scores.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipes_and_devices_are_neither_read_nor_replaced(run: Run, scores: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    fails(run("check", pipe), 3, "pipe.csv", "a file is needed")
    fails(run("convert", scores, "--out", pipe), 3, "pipe.csv", "a file is needed")
    fails(run("compare", scores, *QUICK, "--out", pipe), 3, "pipe.csv", "a file is needed")
    assert pipe.is_fifo()


def test_standard_input_and_empty_names_are_refused(run: Run) -> None:
    fails(run("check", "-"), 3, "standard input", "Save the data as a file")
    fails(run("check", ""), 2, "empty")


def test_a_folder_is_not_searched_before_it_is_recognised(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "many").mkdir()

    def never(*_: object) -> None:
        raise AssertionError("the whole folder was read")

    monkeypatch.setattr("trueness.sources.source.file_sha256", never)
    fails(run("check", "many"), 3, "many", "no data set")


def test_messages_cannot_steer_the_terminal_and_stay_short(run: Run, scores: Path) -> None:
    fails(run("compare", "a\x1b[31m\nb\u202e.csv"), 3, r"a\x1b[31m\nb\u202e.csv")
    long = "x" * 10_000
    named = changed(scores, lambda text: text.replace("good", long, 1))
    outcome = run("compare", named, "--human", "absent")
    fails(outcome, 3, "letters left out")
    assert len(outcome[2]) < 3000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("s3,d2,", "s3,d1,", 1), ("rows 33 and 34", "'s3'", "'d1'")),
        (lambda text: text.replace("s3,d2,", ",d2,", 1), ("row 34", "'system'", "empty")),
        (lambda text: re.sub("(s3,d2,doc1),[^,]*", r"\1,oops", text), ("row 34", "'relevance'", "'oops'")),
        (lambda text: re.sub("(s3,d2,doc1),[^,]*", r"\1,1e999", text), ("row 34", "'relevance'", "infinite")),
        (
            lambda text: re.sub("(s3,d2,doc1),[^,]*", r"\1,-1e300", text),
            ("'relevance'", "larger than 1e+100"),
        ),
        (lambda text: text.encode().replace(b"s3,d2", b"s\xff,d2", 1), ("row 34", "0xff", "UTF-8")),
        (lambda text: text.encode("utf-16-le"), ("row 1", "NUL")),
        (lambda text: text.replace("fair", "good"), ("'good'", "twice")),
        (lambda text: text.splitlines()[0], ("rows of scores are missing",)),
        (lambda _: "", ("empty",)),
    ],
)
def test_bad_cells_are_named(
    run: Run, scores: Path, change: Callable[[str], str | bytes], said: tuple[str, ...]
) -> None:
    fails(run("compare", changed(scores, change), *QUICK), 3, *said)


def test_half_a_surrogate_pair_is_no_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    rows = [{"system": s, "input": "1", "human": 1} for s in ("a", "\ud800")]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    fails(run("check", path, "--json"), 3, "x.jsonl", "row 2", "'system'", "Unicode")


def test_names_that_differ_in_blanks_are_noted(run: Run, scores: Path) -> None:
    path = changed(scores, lambda text: text.replace("s3,d2,", "s3 ,d2,", 1))
    status, out, _ = run("check", path)
    assert status == 0
    assert "1 system written in several ways: 's3' and 's3 '" in out
    assert "blanks" not in run("check", scores)[1]


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_small_file_cannot_unfold_to_one_endless_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(open_file, "LONGEST_LINE", 1000)
    path = tmp_path / f"bomb.{suffix}.gz"
    start = '{"a": ' if suffix == "jsonl" else "system,input,human\n"
    path.write_bytes(gzip.compress((start + "1" * 100_000).encode()))
    fails(run("check", path), 3, f"bomb.{suffix}.gz", "row", "more than 1,000 characters")


@pytest.mark.parametrize("selection", [("--metrics", "good"), ("--metrics", "goo*"), ()])
def test_nothing_in_common_with_the_human(run: Run, scores: Path, selection: tuple[str, ...]) -> None:
    rows = [line.split(",") for line in scores.read_text().splitlines()]
    for row in rows[1:]:  # the human judged the first five inputs, the metrics scored the others
        for column in [3] if row[1] > "d4" else [4, 5, 6]:
            row[column] = ""
    path = changed(scores, lambda _: "\n".join(map(",".join, rows)))
    outcome = run("compare", path, *QUICK, *selection)
    if "good" in selection:
        fails(outcome, 3, "good", "judged", "trueness check")
    else:  # a pattern promises nothing about any one metric
        assert (outcome[0], outcome[2]) == (0, "")
        assert (
            "'good' scored other outputs than 'relevance' judged, so its correlations are undefined."
            in " ".join(outcome[1].split())
        )


def test_a_human_without_scores(run: Run, scores: Path) -> None:
    path = changed(scores, lambda text: re.sub(r"(?m)^(s\d+,d\d,doc\d),[^,]*", r"\1,", text))
    fails(run("compare", "--no-tests", path, *QUICK), 3, "relevance", "lacks scores")


def test_unequal_keys_say_how_to_join(run: Run, scores: Path) -> None:
    other = changed(scores, lambda text: "\n".join(text.splitlines()[:-10]).replace("good", "other"))
    fails(run("compare", scores, other, *QUICK), 3, "'s11'", "--join outer", "--join inner")


def test_errors_of_the_system_name_the_file(run: Run, tmp_path: Path) -> None:
    fails(run("check", "x" * 5000), 3, "file name too long")


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own; ``trueness`` stands for it."""
    program = f"{sys.executable} -c 'from trueness.commands import main; main()'"
    return subprocess.run(
        [shutil.which("bash") or "bash", "-c", command.replace("trueness", program)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


ONE_AFTER_THE_OTHER = """
import io, sys
from trueness.commands import main

for words in sys.argv[1:]:
    sys.argv = ["trueness", *words.split()]
    plain, sys.stderr = sys.stderr, io.StringIO()
    status = 0
    try:
        main()
    except SystemExit as leaving:
        status = leaving.code or 0
    said, sys.stderr = sys.stderr.getvalue(), plain
    sys.stdout.write("\\0")
    sys.stderr.write(f"{status} {said}\\0")
"""
"""Runs commands and parts what they print; standard error begins with the status."""


def test_a_terminal_without_our_signs(scores: Path) -> None:
    words = "scores.csv --human relevance --resamples 50 --seed 3 --coefficient pearson"
    named = changed(scores, lambda text: text.replace("good", "güte", 1)).name
    other = words.replace(scores.name, named)
    commands = [
        f"compare --no-tests {words}",
        f"compare --no-tests {other} --json",
        f"compare --no-tests {other} --to csv",
    ]
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER, *commands],
        cwd=scores.parent,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        encoding="ascii",
        timeout=60,
        check=True,
    )
    (table, page, paper, rest), (*said, refused, _) = done.stdout.split("\0"), done.stderr.split("\0")
    warned = "These may not agree with people at all, since the interval contains zero: '=noise<b>'"
    warning = f"warning: {warned} (system and input level, Pearson's r).\n"
    assert said[0] == "0 "
    assert said[1].startswith("0 warning: The 10 inputs are in 5 clusters")
    assert said[1].endswith(warning)
    assert len(table.splitlines()) > 10
    assert "\\u" not in table
    assert {row["metric"] for row in json.loads(page)} == {"güte", "fair", "=noise<b>"}
    assert (paper, rest) == ("", "")
    assert refused.startswith("3 warning: ")
    assert f"\n{warning}trueness: " in refused
    assert "PYTHONIOENCODING=utf-8" in refused


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252", "shift_jis"])
def test_help_is_printed_in_letters_that_standard_output_takes(tmp_path: Path, encoding: str) -> None:
    asked = ("trueness --help", "trueness compare --help", "trueness compare --help-all", "trueness data")
    found = shell(
        f"({'; '.join(asked)}) | {sys.executable} -c '{AS_UTF8}'", tmp_path, PYTHONIOENCODING=encoding
    )
    assert found.stderr == ""
    assert found.stdout.count("Usage: ") == 4
    assert "SCORES" in found.stdout
    assert "\\u" not in found.stdout


AS_UTF8 = "import sys; sys.stdout.buffer.write(sys.stdin.read().encode())"
"""A program that reads the encoding of its surroundings."""


def test_a_folder_that_is_gone_is_said(scores: Path) -> None:
    gone = f"mkdir gone; cd gone; rmdir ../gone; trueness compare {scores} --human relevance --out page.html; echo $?"
    found = shell(gone, scores.parent)
    assert found.stdout.endswith("3\n")
    assert found.stderr.endswith("trueness: the current folder: no such file or directory.\n")


@pytest.mark.parametrize("width", [0, 1])
def test_a_terminal_without_width_still_shows_everything(run: Run, scores: Path, width: int) -> None:
    status, out, err = run("check", scores.name, width=width)
    assert (status, err) == (0, "")
    assert "relevance" in out


def test_output_that_nobody_takes(scores: Path) -> None:
    first = shell("trueness check scores.csv | head -1", scores.parent)
    assert (len(first.stdout.splitlines()), first.stderr) == (1, "")
    closed = shell("trueness check scores.csv >&-; echo $?", scores.parent)
    assert (closed.stdout, closed.stderr) == ("0\n", "")


@pytest.mark.parametrize(
    "asked",
    ["check scores.csv", "check scores.csv --json", "compare scores.csv --human relevance --table all"],
)
def test_a_pipe_that_nobody_reads_has_one_status(scores: Path, asked: str) -> None:
    found = shell(f"{{ sleep .1; trueness {asked}; echo $? >status; }} | true", scores.parent)
    assert (found.stdout, found.stderr) == ("", "")
    assert (scores.parent / "status").read_text() == "141\n"


WHERE_A_FILE_GOES = """
import os, sys
from trueness.commands import main

sys.argv = ["trueness", "check", "scores.csv"]
try:
    main()
except SystemExit:
    pass
opened = os.open("scores.csv", os.O_RDONLY)
print(opened, file=open("number", "w"))
"""


def test_streams_that_the_caller_closed_give_their_numbers_to_no_file(scores: Path) -> None:
    (scores.parent / "asked.py").write_text(WHERE_A_FILE_GOES)
    shell(f"{sys.executable} asked.py <&- >&- 2>&-", scores.parent)
    assert int((scores.parent / "number").read_text()) > 2


def test_workers_start_where_standard_error_is_closed(scores: Path) -> None:
    asked = "plan scores.csv --human relevance --metrics good,fair --runs 2 --workers 2"
    found = shell(f"trueness {asked} 2>&- >printed; echo $?", scores.parent)
    assert found.stdout == "0\n"
    assert "interval" in (scores.parent / "printed").read_text()


READY_WHEN_IT_RESAMPLES = """
import sys
from trueness.commands import main
from trueness.statistics.resampling.bootstrap import BootstrapTiles

plain = BootstrapTiles.tile

def tile(self, number):
    if number == 1:
        print("ready", file=sys.stderr, flush=True)
    return plain(self, number)

BootstrapTiles.tile = tile
main()
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_leaves_one_line_and_no_file(scores: Path, workers: int) -> None:
    words = [
        "compare",
        scores.name,
        "--human",
        "relevance",
        "--interval",
        "percentile",
        "--resamples",
        "2000000",
        "--workers",
        str(workers),
        "--no-checkpoint",
    ]
    started = subprocess.Popen(
        [sys.executable, "-c", READY_WHEN_IT_RESAMPLES, *words],
        cwd=scores.parent,
        env={**os.environ, "TRUENESS_CACHE": str(scores.parent / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stderr is not None
    before = "".join(iter(started.stderr.readline, "ready\n"))
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=30)
    # of the first run on a machine
    said = re.sub(r"^before it starts: loops.*?disk\.\n", "", before + err, flags=re.DOTALL)
    assert (started.returncode, out, said) == (130, "", "trueness: interrupted\n")
    assert [path.name for path in scores.parent.iterdir()] == ["scores.csv"]


def test_a_warning_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def warn() -> tuple[type, ...]:
        warnings.warn("a plug-in is\nskipped", TruenessWarning, stacklevel=1)
        return ()

    monkeypatch.setattr("trueness.metrics.scoring.registry.plugin_classes", warn)
    warnings.simplefilter("always")
    registry.metric_classes.cache_clear()
    status, _, err = run("metrics", "show", "length")
    registry.metric_classes.cache_clear()
    assert (status, err) == (0, "trueness: warning: a plug-in is\\nskipped\n")


def test_pairs_of_outputs_are_told_from_scores(run, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("question,model_a,model_b,winner,judge\nq1,x,y,model_b,ann\nq2,x,y,tie,bob\n")
    status, out, err = run("check", path)
    assert (status, err) == (0, "")
    assert f"trueness judge --preferences {path} --people ann,bob" in " ".join(out.split())
    path.write_text("question,model_a,winner\nq1,x,none of these\n")
    status, out, err = run("check", path)
    assert status == 3
    assert "--preferences" not in out + err
