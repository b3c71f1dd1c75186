"""The page about judges: self-contained, repeatable, every name escaped, every number in it that of the result."""

from __future__ import annotations

import dataclasses
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from trueness.data.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError
from trueness.reporting import judge_report
from trueness.reporting import judge_tables as judge_tables_module
from trueness.reporting.judge_report import judge_report_html, write_judge_report
from trueness.reporting.judge_tables import judge_tables
from trueness.reporting.tables import as_rows
from trueness.result import jsonable
from trueness.studies.judge.judge import judge

HOSTILE = ("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "a_b%c&d#e{f}~^\\$ | `x`\nnew\u202eline--[g]")
HUMAN = "<img src=x onerror=alert(2)>"


def table(names, *, human=HUMAN, labelled=0.5, binary=False):
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(4, 1)) + rng.normal(size=(4, 24))
    scores = np.rint(2 * quality) / 2 if not binary else (quality > 0).astype(float)
    noise = [(k + 1) * rng.normal(size=quality.shape) for k in range(len(names))]
    flips = [rng.random(quality.shape) < 0.1 for _ in names]
    judges = [
        np.where(flip, 1 - scores, scores) if binary else quality + off
        for flip, off in zip(flips, noise, strict=True)
    ]
    length = rng.integers(3, 60, quality.shape).astype(float)
    scores[rng.random(quality.shape) > labelled] = np.nan
    return ScoreTable(
        (Scorer(human, "human"), *(Scorer(name, "metric") for name in names), Scorer("length", "metric")),
        tuple(f"<i>s{k}</i>" for k in range(4)),
        tuple(f"d&{k}" for k in range(24)),
        np.stack([scores, *judges, length]),
        input_groups={"place": tuple(str(k % 5) for k in range(24))},
        name='</title>T<&>"',
    )


@pytest.fixture(scope="module")
def hostile():
    return judge(table(HOSTILE), rng=1, resamples=40, coefficient="pearson", position="place")


class Reader(HTMLParser):
    """Collects elements, attributes and ids of a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.ids, self.links, self.handlers = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for key, value in attrs:
            if key == "id":
                self.ids.append(value)
            if key in ("href", "src"):
                self.links.append(value)
            if key.startswith("on"):
                self.handlers.append(key)


def read(page):
    reader = Reader()
    reader.feed(page)
    return reader


def test_the_page_needs_nothing_and_no_name_becomes_markup(hostile):
    page = judge_report_html(hostile)
    found = read(page)
    assert found.tags.count("script") == 2
    assert found.tags.count("img") == 2
    assert "i" not in found.tags
    assert found.handlers == []
    assert all(link.startswith(("#", "data:")) for link in found.links)
    assert len(set(found.ids)) == len(found.ids)
    assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)
    assert "<script>alert" not in page
    shown, _, inside = page.partition('<script type="application/json"')
    assert "\u202e" not in shown  # JSON keeps names as they are
    assert "\u202e" in inside
    assert not re.search(r"https?://(?!www\.w3\.org)", page)


def test_the_same_validation_gives_the_same_bytes(hostile, tmp_path):
    path = write_judge_report(hostile, tmp_path / "page.html", title="A & B")
    assert path.read_text(encoding="utf-8") == judge_report_html(hostile, title="A & B")
    assert "<h1>A &amp; B</h1>" in path.read_text(encoding="utf-8")
    with pytest.raises(DataError):
        write_judge_report(hostile, tmp_path / "x.html", sources=[tmp_path / "nothing.csv"])
    assert not (tmp_path / "x.html").exists()


def test_every_number_is_inside(hostile):
    page = judge_report_html(hostile)
    inside = json.loads(page.partition('id="manifest">')[2].partition("</script>")[0])
    for spec, rows in judge_tables(hostile):
        written = inside["results"][spec.name]
        assert [dict(zip(written["columns"], row, strict=True)) for row in written["rows"]] == [
            jsonable(row) for row in as_rows(rows)
        ]
    assert inside["signature"] == str(hostile.signature)
    assert inside["conclusions"] == list(hostile.conclusions)


def test_conclusions_and_cautions_are_shown():
    found = judge(table(("llm",), human="human"), rng=1, resamples=40, coefficient="pearson")
    text = re.sub(r"<[^>]+>", "", judge_report_html(found))
    for sentence in (*found.conclusions, *(caution.message for caution in found.cautions)):
        assert sentence.split(":")[0].replace("'", "&#39;") in text
    for heading in ("What judges reward beside quality", "Calibration", "Methods", "Reproduce"):
        assert heading in text


def test_parts_that_do_not_apply_are_absent():
    plain = judge(
        table(("llm",), human="human").select(scorers=["human", "llm"]),
        rng=1,
        resamples=40,
        coefficient="pearson",
    )
    ids = read(judge_report_html(plain)).ids
    assert not {"bias", "prevalence", "order", "annotators"} & set(ids)
    assert {"verdict", "agreement", "means", "differences", "calibration", "measures"} <= set(ids)
    binary = judge(table(("llm",), human="human", binary=True), rng=1, resamples=40, coefficient="pearson")
    assert "prevalence" in read(judge_report_html(binary)).ids


def test_many_judges_are_cut_on_the_page_and_whole_in_the_files(monkeypatch):
    for module in (judge_report, judge_tables_module):
        monkeypatch.setattr(module, "MOST_JUDGES", 2)
    found = judge(
        table(("a1", "b2", "c3"), human="human"), rng=1, resamples=10, coefficient="pearson", level="system"
    )
    page = judge_report_html(found)
    first, _, last = found.in_order()
    assert f"<summary>{first}</summary>" in page
    assert f"<summary>{last}</summary>" not in page
    assert "Shown for the 2 judges that agree best; the files hold all" in page
    assert page.count(f"{last},") > 10  # in the files


def test_annotators_have_their_place():
    rng = np.random.default_rng(2)
    quality = rng.normal(size=(4, 24))
    ratings = np.clip(np.rint(3 + quality + rng.normal(size=(3, 4, 24))), 1, 5)
    made = dataclasses.replace(
        table(("llm",), human="human", labelled=2),
        annotations={"human": Annotations(("<b>one</b>", "two", "three"), ratings)},
    )
    values = made.values.copy()
    values[0], values[1] = ratings.mean(axis=0), np.clip(np.rint(3 + quality), 1, 5)
    found = judge(dataclasses.replace(made, values=values), rng=1, resamples=40, coefficient="pearson")
    page = judge_report_html(found)
    ids = read(page).ids
    assert {"annotators", "annotators-agreement", "annotators-ceiling", "annotators-alt_tests"} <= set(ids)
    assert len(set(ids)) == len(ids)
    assert "<b>one" not in page.partition('<script type="application/json"')[0]
    for sentence in found.annotators.conclusions:
        assert sentence in found.conclusions
