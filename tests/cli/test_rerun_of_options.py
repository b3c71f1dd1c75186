"""Whatever a command can be told of reading data, `rerun` can read from the manifest: every study, every option."""

from __future__ import annotations

import csv
import json
import random

import openpyxl
import pytest

from trueness.cli.options import SOURCES
from trueness.study.folders import STUDIES

READ_SO = {
    "nothing": ("a.csv",),
    "format": ("a.csv", "--format", "csv"),
    "part": ("a.xlsx", "--part", "second"),
    "columns": ("a.csv", "--columns", "groups=topic,ignore=document"),
    "labels": ("a.csv", "--labels", "fail<pass"),
    "labels_without_order": ("a.csv", "--labels", "fail|pass"),
    "join": ("a.csv", "c.csv", "--join", "outer"),
    "keep": ("a.csv", "--keep", "all"),
    "lower_is_better": ("a.csv", "--lower-is-better", "j1"),
    "drop_duplicates": ("a.csv", "--drop-duplicates"),
    "drop_repeated": ("r.csv", "--drop-repeated"),
    "without": ("a.csv", "--without", "s3"),
    "missing_values": ("a.csv", "--missing-values", "unknown,-99"),
    "header_row": ("a.csv", "--header-row", 1),
    "mqm_weights": ("a.csv", "mqm.tsv", "--mqm-weights", "Major=10,Minor=2"),
    "only": ("a.csv", "--only", "s[0-2],inputs=*"),
}
"""What is said of reading, by the option it is about, with the names of files."""

NO_READING = {"scores", "mirror", "no_cache"}
"""Where data are, and what is kept of them."""

TOGETHER = tuple(
    word
    for option in ("format", "columns", "labels", "keep", "lower_is_better", "drop_duplicates", "without")
    for word in READ_SO[option][1:]
)

HUMAN, SEED = ("--human", "human"), ("--seed", 1)
ASKED = {
    "compare": ("compare", "a.csv", *TOGETHER, *HUMAN, *SEED),
    "annotators": ("judge", "--annotators", "a.csv", *TOGETHER, *HUMAN, *SEED),
    "conditions": (
        "compare",
        "--conditions",
        "a.csv",
        "--against",
        "b.csv",
        *TOGETHER,
        *HUMAN,
        *SEED,
        "--resamples",
        50,
    ),
    "disagreements": ("disagreements", "a.csv", *TOGETHER, *HUMAN, "--metrics", "j1"),
    "drift": ("judge", "--drift", "a.csv", "b.csv", *TOGETHER, *HUMAN),
    "equivalence": ("compare", "--equivalence", "a.csv", *TOGETHER, *HUMAN, *SEED, "--margin", 0.1),
    "facets": ("compare", "a.csv", *TOGETHER, *HUMAN, *SEED, "--by", "topic", "--level", "input"),
    "judge": ("judge", "a.csv", *TOGETHER, *HUMAN, *SEED),
    "learn": ("learn", "n.csv", "--lower-is-better", "j1", "--without", "s3", *HUMAN, *SEED, "--repeats", 1),
    "multiverse": ("multiverse", "a.csv", *TOGETHER, *HUMAN, *SEED, "--metrics", "j1,j2", "--splits", 2),
    "partial": ("compare", "--partial", "a.csv", *TOGETHER, *HUMAN, "--metrics", "j1", "--given", "j2"),
    "panel": ("judge", "--panel", "a.csv", *TOGETHER, *HUMAN),
    "plan": ("plan", "a.csv", *TOGETHER, *HUMAN, *SEED, "--systems", 5, "--inputs", 6, "--runs", 6),
    "pool": (
        "compare",
        "--pool",
        "n.csv",
        "--tables-by",
        "topic",
        "--lower-is-better",
        "j1",
        "--without",
        "s3",
        *HUMAN,
        *SEED,
    ),
    "preferences": (
        *("judge", "--preferences", "p.csv", "--judge", "llm", "--verdicts", "1=A,2=B", "--a-first", *SEED),
        *("--columns", "verdicts=choice", "--scores", "n.csv", "--lower-is-better", "j1"),
    ),
    "ranges": ("compare", "--ranges", "a.csv", *TOGETHER, *HUMAN, *SEED, "--resamples", 9),
    "references": (
        *(
            "compare",
            "--references",
            "n.csv",
            "--texts",
            "t.jsonl",
            "--text-columns",
            "output=said",
            *HUMAN,
            *SEED,
        ),
        *("--columns", "ignore=document", "--metrics", "rouge1_f", "--resamples", 9, "--over", "inputs"),
    ),
    "sequential": ("judge", "--sequential", "a.csv", *TOGETHER, *HUMAN, *SEED, "--applies-to", "these"),
    "systems": ("systems", "a.csv", *TOGETHER, "--scorer", "human", *SEED),
    "variants": (
        "compare",
        "--variants",
        "a.csv",
        *TOGETHER,
        *HUMAN,
        *SEED,
        "--varied",
        "j1,j2",
        "--splits",
        9,
    ),
    "worth": ("compare", "--worth", "a.csv", *TOGETHER, *HUMAN, *SEED),
}

NO_DATA = {"certify"}


@pytest.fixture
def files(tmp_path):
    """Two batches of labels by two annotators and two judges, some rows of the first again, and numbers for all."""
    draw = random.Random(5)
    rows, numbers, pairs = [], [], []
    for i in range(6):
        for k in range(24):
            quality = draw.random()
            scores = [round(quality + draw.gauss(0, noise), 3) for noise in (0.1, 0.1, 0.2, 0.3)]
            place = [f"s{i}", f"i{k}", f"d{k // 4}", f"t{k // 12}"]
            rows.append([*place, *("pass" if score > 0.4 else "fail" for score in scores)])
            numbers.append([*place, *scores])
            pairs += [[f"i{k}", f"s{i}", f"s{(i + 1) % 6}", draw.choice("12"), who] for who in ("ann", "llm")]
    head = ["system", "input", "document", "topic", "human@ann", "human@bob", "j1", "j2"]
    for name, kept in (("a", rows), ("b", rows), ("c", rows[:40]), ("n", numbers), ("r", rows + rows[:9])):
        _write(tmp_path / f"{name}.csv", head, kept)
    errors = ["system\tdoc\tseg_id\trater\tcategory\tseverity"]
    errors += [
        f"{row[0]}\t{row[2]}\t{row[1]}\tr\tStyle\t{'Major' if 'fail' in row else 'Minor'}" for row in rows
    ]
    (tmp_path / "mqm.tsv").write_text("\n".join(errors) + "\n")
    book = openpyxl.Workbook()
    for name in ("first", "second"):
        sheet = book.create_sheet(name)
        for row in [head, *rows]:
            sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    _write(tmp_path / "p.csv", ["input", "a", "b", "choice", "rater"], pairs)
    words = ("a b c d", "a c e g", "b d f h", "a e f h", "c d g h")
    texts = [
        {
            "system": f"s{i}",
            "input": f"i{k}",
            "said": words[(2 * i + k) % 5],
            "references": words[k % 3 :][:2],
        }
        for i in range(6)
        for k in range(24)
    ]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in texts))


def _write(path, head, rows):
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)


def _is_repeated(run, words):
    status, _, err = run(*words, "--out", "p.html")
    assert status == 0, err
    status, out, err = run("rerun", "p.html")
    assert (status, "the page shows what was found" in out) == (0, True), out + err


def test_every_study_and_every_option_of_reading_is_tried():
    assert set(ASKED) | NO_DATA == set(STUDIES)
    assert set(SOURCES) - NO_READING <= set(READ_SO)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("study", ASKED)
def test_every_study_is_repeated_however_its_data_were_read(run, study):
    _is_repeated(run, ASKED[study])


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("option", READ_SO)
def test_a_study_is_repeated_whatever_was_said_of_reading(run, option):
    _is_repeated(run, ("judge", *READ_SO[option], *HUMAN, *SEED))
