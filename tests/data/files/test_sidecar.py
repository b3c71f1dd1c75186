"""The description beside a file: whatever interrupts a writer, it is never taken for that of other rows."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from trueness.data.files.sidecar import parse_description, read_sidecar, sidecar_path
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.writing.score_writer import ScorePart, writing_scores
from trueness.data.writing.write import write_scores
from trueness.errors import FormatError


def test_it_lies_beside_the_file_under_its_whole_name(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    assert sidecar_path(path) == tmp_path / "a.csv.gz.meta.json"
    assert read_sidecar(path) is None
    sidecar_path(path).write_text('{"format": 1}')
    assert read_sidecar(path) == {"fingerprint": None, "format": 1}


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b"{", b"null", b"\xff", b"[" * 100_000, b'{"format": NaN}', b'{"a": 1, "a": 1}']
)
def test_what_is_no_object_is_refused(content: bytes) -> None:
    with pytest.raises(
        FormatError, match=r"^f.*: the description of the scores (?:is n|must be).* Write the scores again"
    ):
        parse_description(content, "f")


def test_a_link_to_nothing_is_no_missing_description(tmp_path: Path) -> None:
    sidecar_path(tmp_path / "a.csv").symlink_to(tmp_path / "gone")
    with pytest.raises(FormatError, match=r"a.csv.meta.json: .* a link to one"):
        read_sidecar(tmp_path / "a.csv")
    sidecar_path(tmp_path / "b.csv").mkdir()
    with pytest.raises(FormatError, match=r"b.csv.meta.json: .* must be a file"):
        read_sidecar(tmp_path / "b.csv")


HUMAN = np.array([[1.0, 2], [4, 3], [6, 5]])


def table(**metrics: bool) -> ScoreTable:
    """Return people's scores, and metrics that agree with them as declared: as they are, or turned round."""
    scorers = (Scorer("good", "human"), *(Scorer(name, "metric", up) for name, up in metrics.items()))
    values = [HUMAN, *(HUMAN if up else -HUMAN for up in metrics.values())]
    return ScoreTable(scorers, ("a", "b", "c"), ("1", "2"), np.stack(values))


TABLES = {
    "higher": table(m=True),
    "lower": table(m=False),
    "one more": table(m=True, t=False),
    "of other columns": table(t=False),
}


def write_parts(scores: ScoreTable, path: Path) -> None:
    with writing_scores(path, scores.select(systems=scores.systems[:1], inputs=scores.inputs[:1])) as writer:
        for i, system in enumerate(scores.systems):
            values = {name: scores.matrix(name)[i] for name in scores.scorer_names}
            writer.write(ScorePart([system] * 2, list(scores.inputs), {}, values, {}, {}))


def fingerprint_or_refused(path: Path) -> str:
    try:
        return read_scores(path).fingerprint
    except FormatError:
        return "refused"


SUFFIXES = ("csv", "tsv", "jsonl", "csv.gz", "jsonl.zst", "parquet", "arrow")
KILLED = [
    (first, second, suffix, (write_scores, write_parts)[(i + j + k) % 2])
    for i, first in enumerate(TABLES)
    for j, second in enumerate(TABLES)
    for k, suffix in enumerate(SUFFIXES)
]
"""Both writers meet every kind of file, and every table before and after."""


@pytest.mark.parametrize(("first", "second", "suffix", "write"), KILLED)
def test_a_writer_that_is_killed_leaves_what_is_right_or_refused(
    tmp_path, monkeypatch, first, second, suffix, write
):
    folder, path = tmp_path / "now", tmp_path / "now" / f"a.{suffix}"
    folder.mkdir()
    write(TABLES[first], path)
    moments: list[Path] = []
    real = os.replace

    def looked_at(*arguments):
        moments.append(Path(shutil.copytree(folder, tmp_path / f"moment {len(moments)}")))
        real(*arguments)

    monkeypatch.setattr("os.replace", looked_at)
    write(TABLES[second], path)
    monkeypatch.undo()
    assert len(moments) == (1 if suffix in ("parquet", "arrow") else 3)
    right = {TABLES[first].fingerprint, TABLES[second].fingerprint}
    assert {fingerprint_or_refused(moment / path.name) for moment in moments} <= {*right, "refused"}
    assert read_scores(moments[0] / path.name).fingerprint == TABLES[first].fingerprint
    assert (
        read_scores(moments[-1] / path.name).fingerprint
        == TABLES[first if suffix in ("parquet", "arrow") else second].fingerprint
    )
    assert read_scores(path).fingerprint == TABLES[second].fingerprint


@pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are of POSIX")
@pytest.mark.parametrize("write", [write_scores, write_parts])
def test_a_disk_that_is_full_for_the_description_leaves_both(tmp_path, write):
    import resource

    path = tmp_path / "a.csv"
    write(TABLES["higher"], path)
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    long = dataclasses.replace(TABLES["lower"], notes=("x" * 9000,))
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, limits[1]))
        with pytest.raises(OSError, match=r"a\.csv\.meta\.json"):
            write(long, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


@pytest.mark.parametrize("error", [PermissionError("it is open elsewhere"), KeyboardInterrupt()])
@pytest.mark.parametrize("there", [True, False])
def test_rows_that_cannot_take_their_place_take_their_description_back(tmp_path, monkeypatch, there, error):
    path = tmp_path / "a.csv"
    if there:
        write_scores(TABLES["higher"], path)
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    real = os.replace

    def refuse(source, target):
        if Path(target) == path:
            raise error
        real(source, target)

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(type(error)):
        write_scores(TABLES["lower"], path)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_the_mark_that_is_left_by_a_full_disk_does_no_harm(tmp_path, monkeypatch):
    path = write_scores(TABLES["higher"], tmp_path / "a.csv")
    real, calls = os.replace, []

    def full(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        real(*arguments)

    monkeypatch.setattr("os.replace", full)
    write_scores(TABLES["lower"], path)
    assert json.loads(sidecar_path(path).read_text())["replacing"] is True
    assert read_scores(path).fingerprint == TABLES["lower"].fingerprint
    assert {one.name for one in tmp_path.iterdir()} == {"a.csv", "a.csv.meta.json"}


CHANGES = {
    "other line ends": lambda text: text.replace("\n", "\r\n"),
    "all quoted": lambda text: "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in text.splitlines()
    ),
    "rows in another order": lambda text: "\n".join(
        [text.split("\n")[0], *sorted(text.split("\n")[1:])[::-1]]
    ),
    "columns in another order": lambda text: "\n".join(
        ",".join(line.split(",")[::-1]) for line in text.splitlines()
    ),
    "numbers spelt in another way": lambda text: text.replace(".0", "").replace("-6", "-0.6e1"),
    "a byte order mark": lambda text: "\ufeff" + text,
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_same_rows_in_another_spelling_keep_their_description(tmp_path, change):
    path = write_scores(TABLES["lower"], tmp_path / "a.csv")
    before = path.read_text()
    path.write_text(CHANGES[change](before), newline="")
    assert path.read_bytes() != before.encode()
    found = read_scores(path)
    assert (found.fingerprint, found.notes) == (TABLES["lower"].fingerprint, ())


EDITS = {
    "a value": lambda text: text.replace("-6.0", "-7.0"),
    "a value gone": lambda text: text.replace("-6.0", ""),
    "a row gone": lambda text: "\n".join(text.splitlines()[:-1]),
    "a row twice": lambda text: text + text.splitlines()[-1],
    "a system renamed": lambda text: text.replace("a,", "A,"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_other_rows_are_refused_until_someone_says_that_the_description_holds(tmp_path, edit):
    path = write_scores(TABLES["lower"], tmp_path / "a.csv")
    path.write_text(EDITS[edit](path.read_text()))
    with pytest.raises(
        FormatError,
        match=r"a.csv: the description saved with the scores .a.csv.meta.json. was written for other rows: .* remove "
        r'the lines "fingerprint"',
    ):
        read_scores(path)
    if edit == "a row twice":
        return
    lines = sidecar_path(path).read_text().splitlines(keepends=True)
    sidecar_path(path).write_text("".join(line for line in lines if '"fingerprint"' not in line))
    found = read_scores(path)
    assert not found.scorer("m").higher_is_better
    assert "the description of a.csv does not say for which rows it was written" in found.notes


def test_another_file_copied_over_the_rows_is_refused(tmp_path):
    path = write_scores(TABLES["lower"], tmp_path / "a.csv")
    shutil.copy(write_scores(TABLES["higher"], tmp_path / "b.csv"), path)
    with pytest.raises(FormatError, match="was written for other rows"):
        read_scores(path)


def test_a_description_without_a_fingerprint_is_taken_on_trust(tmp_path):
    path = write_scores(TABLES["lower"], tmp_path / "a.csv")
    old = json.loads(sidecar_path(path).read_text())
    del old["fingerprint"]
    sidecar_path(path).write_text(json.dumps(old))
    found = read_scores(path)
    assert found.fingerprint == TABLES["lower"].fingerprint
    assert found.notes == ("the description of a.csv does not say for which rows it was written",)


def test_columns_that_were_added_are_read_and_told_except_while_rows_are_replaced(tmp_path):
    path = write_scores(TABLES["lower"], tmp_path / "a.csv")
    path.write_text("\n".join(f"{line},{k or 'new'}" for k, line in enumerate(path.read_text().splitlines())))
    found = read_scores(path)
    assert (found.scorer_names, found.scorer("m").higher_is_better) == (("good", "m", "new"), False)
    assert found.notes == (
        "1 column that the description does not have, read as scores for which higher is better: 'new'",
    )
    description = json.loads(sidecar_path(path).read_text())
    sidecar_path(path).write_text(json.dumps({**description, "replacing": True}))
    with pytest.raises(FormatError, match=r"was written for other rows: it does not have the columns 'new'"):
        read_scores(path)
