"""What is compared after a kill, and what is killed."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import closing

import pytest
from hardening.kills.__main__ import Run, differences
from hardening.kills.commands import COMMANDS, write_data
from hardening.kills.copies import Copies
from hardening.kills.full_disk import problems

from trueness.study.folders import STUDIES, listed

PLAIN = Run(
    0, 1.0, "out", "", {"out/a.csv": b"1", "kept/a.json": b'{"seconds": 1.5, "x": 1}', "kept/a.sqlite": b"x"}
)


def changed(**files):
    return PLAIN._replace(
        files={name.replace("_", "/", 1).replace("_", "."): text for name, text in files.items()}
    )


def test_the_same_but_for_how_long_it_took_and_how_a_database_lies():
    found = changed(out_a_csv=b"1", kept_a_json=b'{"seconds": 2e-3, "x": 1}', kept_a_sqlite=b"y")
    assert differences(PLAIN, found) == []


def test_what_a_cache_knew_is_not_compared_and_notes_after_it_are():
    def said(known, note):
        return PLAIN._replace(
            out=f"12 outputs by a metric: {12 - known} scores computed\nq (m): 3 calls\nnote: {note}"
        )

    assert differences(said(0, "x"), said(7, "x")) == []
    assert differences(said(0, "x"), said(0, "y")) == ["prints something else"]


def test_what_differs_is_named():
    sound = PLAIN.files
    found = PLAIN._replace(
        out="else", files={**sound, "out/a.csv": b"2", "out/a.csv.0123456789abcdef.part": b""}
    )
    assert differences(PLAIN, found) == [
        "prints something else",
        "writes another out/a.csv",
        "leaves out/a.csv.….part",
    ]
    assert differences(PLAIN, PLAIN._replace(files={})) == [
        f"does not write {name}" for name in sorted(sound)
    ]
    other = {**sound, "kept/a.json": b'{"seconds": 1.5, "x": 2}', "kept/a-2.sqlite": b"x"}
    assert differences(PLAIN, PLAIN._replace(files=other)) == [
        "leaves kept/a-2.sqlite",
        "writes another kept/a.json",
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"status": 6, "err": "out/a.csv: no space\nleft on device.", "files": {}}, []),
        ({"status": 1, "err": "Traceback", "files": {}}, ["it ends with a traceback: Traceback"]),
        ({"status": 6, "err": "no", "files": {}}, ["it does not say what is wrong: no"]),
        ({"files": {}}, ["it ends well without out/a.csv"]),
        ({"files": {"out/a.csv": b""}}, ["out/a.csv is there and not whole"]),
        ({}, []),
    ],
)
def test_what_a_full_disk_may_do(changed, said):
    assert problems(PLAIN._replace(**{"err": "", **changed}), PLAIN) == said


@pytest.mark.parametrize("study", [name for name in STUDIES if listed(name) is not None])
def test_every_study_is_killed(study):
    one = listed(study)
    assert any(words[0] == one.command and one.asks in ("", *words) for words in COMMANDS.values())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not copied here")
def test_a_copy_runs_a_command_and_ends_as_it_does_or_is_killed(tmp_path):
    folder = tmp_path / "convert"
    folder.mkdir()
    write_data(folder)
    with closing(Copies(["trueness.commands", "nowhere"], os.environ)) as copies:
        assert copies.started(folder, ["convert", "nowhere.csv", "--out", "out/x.csv"], {}).wait(300) == 3
        assert "nowhere.csv" in (folder / "first" / "err").read_text()
        assert copies.started(folder, list(COMMANDS["convert"]), {}).wait(300) == 0
        assert (folder / "out" / "converted.csv").is_file()
        slow = copies.started(folder, list(COMMANDS["certify"]), {})
        with pytest.raises(subprocess.TimeoutExpired):
            slow.wait(0.2)
        slow.kill()
        assert slow.wait(300) == -signal.SIGKILL
        slow.kill()  # it has ended
        assert slow.wait(300) == -signal.SIGKILL
