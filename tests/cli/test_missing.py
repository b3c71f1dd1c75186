"""What means that there is no score can be said to every command that reads, and a value that looks so is warned of."""

from __future__ import annotations

import json
import shlex

import pytest

import trueness


@pytest.fixture
def scores(tmp_path):
    rows = [
        f"s{i},{j},{1 + (i + j) % 5},{-1 if (i + 3 * j) % 10 == 0 else 1 + (i + j * 2) % 10}"
        for i in range(5)
        for j in range(20)
    ]
    (tmp_path / "s.csv").write_text("\n".join(["system,input,human,judge", *rows]) + "\n", encoding="utf-8")


def test_check_and_studies_warn_and_what_they_say_works(run, scores):
    found = run("check", "s.csv", width=400)
    (warning,) = [line for line in found.out.splitlines() if line.startswith("warning:")]
    assert warning.startswith("warning: 'judge' is -1 10 times, and from 1 to 10 otherwise.")
    option = shlex.split(warning.partition("must not count as one: ")[2].rstrip("."))
    assert option == ["--missing-values", "judge=-1"]
    again = run("check", "s.csv", *option, width=400)
    assert "warning:" not in again.out
    assert "10 scores of 'judge' taken for missing, as declared: '-1' (10)" in again.out
    (caution,) = json.loads(run("check", "s.csv", "--json").out)["cautions"]
    assert (caution["code"], warning) == ("no_score_value", f"warning: {caution['message']}")
    asked = ("compare", "--no-tests", "s.csv", "--human", "human", "--seed", 1, "--coefficient", "pearson")
    printed = [line for line in run(*asked, width=400).out.splitlines() if line.startswith("warning: ")]
    assert printed[0] == warning  # ahead of few systems, which is printed too
    table = run(*asked, "--table", "cautions", width=400).out
    assert table.count(warning.removeprefix("warning: ")) == 1
    assert "warning: " not in table
    assert "--missing-values" not in run(*asked, *option, width=400).out


def test_it_is_kept_in_the_manifest_and_repeated(run, scores):
    asked = (
        "compare",
        "--no-tests",
        "s.csv",
        "--human",
        "human",
        "--seed",
        1,
        "--missing-values",
        "-1",
        "--out",
        "p.html",
    )
    assert run(*asked, "--manifest", "m.json").status == 0
    assert run("rerun", "m.json").status == 0


def test_texts_and_preferences(run, tmp_path):
    (tmp_path / "t.csv").write_text(
        "Round 2\nsystem,input,output,references,quality\n"
        'a,1,one two,"[""one""]",N/A\nb,1,one,"[""one""]",2\n',
        encoding="utf-8",
    )
    words = ("--missing-values", "n/a", "--header-row", 2)
    assert run("score", "t.csv", "--metrics", "length", *words, "-o", "o.csv").status == 0
    assert "a,1,," in (tmp_path / "o.csv").read_text()
    assert "quality" in run("check", "t.csv", *words).out
    rows = [f"{k},x,y,{'A' if k % 3 else 'unclear'},ann" for k in range(30)]
    (tmp_path / "p.csv").write_text("\n".join(["input,a,b,verdict,rater", *rows]) + "\n", encoding="utf-8")
    refused = run("judge", "--preferences", "p.csv")
    assert "--missing-values 'unclear'" in refused.err
    pairs = trueness.read_preferences(tmp_path / "p.csv", missing_values="unclear")
    assert any("10 rows without a verdict left out" in note for note in pairs.notes)


def test_a_sheet_is_named_alike_everywhere(run, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for title, rows in {
        "Labels": [
            ["Round 2"],
            ["system", "input", "output", "human"],
            ["a", 1, "one", 3],
            ["b", 1, "two", 4],
        ],
        "Guide": [["how", "to"], ["do", "it"]],
    }.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.remove(book.worksheets[0])
    book.save(tmp_path / "b.xlsx")
    for words in (
        ("check", "b.xlsx"),
        ("score", "b.xlsx", "--metrics", "length", "-o", "o.csv"),
        ("convert", "b.xlsx", "-o", "c.csv"),
    ):
        assert "it holds 2 sheets" in run(*words).err
        assert run(*words, "--part", "Labels").status == 0
