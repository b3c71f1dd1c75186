"""`rerun` with a page says what was decided, and whether the page shows what was found."""

from __future__ import annotations

import json
import random

import pytest

ASKED = ("judge", "a.csv", "--human", "human", "--seed", 1, "--out", "p.html")


@pytest.fixture(autouse=True)
def scores(tmp_path):
    draw = random.Random(3)
    rows = ["system,input,human,judge"]
    for i in range(6):
        for k in range(20):
            quality = draw.random()
            rows.append(f"s{i},d{k},{int(quality > 0.4)},{int(quality + draw.gauss(0, 0.2) > 0.4)}")
    (tmp_path / "a.csv").write_text("\n".join(rows) + "\n")


def test_the_decisions_are_said_again(run):
    _, asked, _ = run(*ASKED)
    status, out, err = run("rerun", "p.html")
    assert (status, err) == (0, "")
    first = out.splitlines()[0]
    assert first[0] in "✓✗?"
    assert first[:60] in " ".join(asked.split())
    assert out.endswith("all equal; the page shows what was found\n")


def test_a_sentence_that_was_rewritten_is_named(run, tmp_path):
    run(*ASKED)
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    start = page.index('<p class="lead">')
    end = page.index("</p>", start)
    forged = f'{page[:start]}<p class="lead">The judge is perfect.{page[end:]}'
    (tmp_path / "p.html").write_text(forged, encoding="utf-8")
    status, out, _ = run("rerun", "p.html")
    assert status == 7
    assert "page, verdict, shown: recorded 'The judge is perfect.'" in out
    assert "all equal; the page shows something else in 1 place\n" in out
    status, out, _ = run("rerun", "p.html", "--json")
    found = json.loads(out)
    assert status == 7
    assert found["conclusions"]
    assert [(one["table"], one["row"]) for one in found["differences"]] == [("page", "verdict")]


def test_that_a_page_is_of_other_software_is_said_beside_differences_alone(run, tmp_path):
    run(*ASKED)
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    older = page.replace('"matplotlib":"', '"matplotlib":"0')
    assert older != page
    (tmp_path / "p.html").write_text(older, encoding="utf-8")
    assert "other software" not in run("rerun", "p.html").out
    (tmp_path / "p.html").write_text(older.replace("Verdict</h2>", "Answer</h2>"), encoding="utf-8")
    status, out, _ = run("rerun", "p.html")
    assert (status, "It was made by other software: matplotlib 0" in out) == (7, True)


@pytest.mark.parametrize(
    "form",
    [
        ("--title", "Mine"),
        ("--sort", "kendall", "--show", "error", "--name", "judge=Ours"),
        ("--by", "half", "--top", 1),
    ],
)
def test_what_a_page_was_asked_to_show_is_shown_anew(run, tmp_path, form):
    text = (tmp_path / "a.csv").read_text().splitlines()
    halves = [f"{line},{'half' if k == 0 else k % 20 // 10},{k % 7}" for k, line in enumerate(text)]
    halves[0] = halves[0].removesuffix(",0") + ",other"
    (tmp_path / "a.csv").write_text("\n".join(halves) + "\n")
    asked = (
        "compare",
        "a.csv",
        "--human",
        "human",
        "--seed",
        1,
        "--columns",
        "groups=half",
        "--resamples",
        99,
    )
    status, _, err = run(*asked, *form, "--level", "input", "--out", "p.html")
    assert status == 0, err
    status, out, err = run("rerun", "p.html")
    assert status == 0, out + err
    if "--by" not in form:
        run(*asked, "--level", "input", "--out", "q.html")
        assert (tmp_path / "q.html").read_bytes() != (tmp_path / "p.html").read_bytes()


def test_a_form_that_no_page_has_is_refused(run, tmp_path):
    run(*ASKED, "--title", "Mine")
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert '"title":"Mine"' in page
    for wrong in ('"title":3', '"colour":"red"'):
        (tmp_path / "p.html").write_text(page.replace('"title":"Mine"', wrong), encoding="utf-8")
        status, _, err = run("rerun", "p.html")
        assert (status, "form." in err) == (3, True), err
