"""How a study of preferences is shown: tables, page and figure hold what was found."""

from __future__ import annotations

import dataclasses
import re

import pytest

from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html, result_figure, result_html, result_text
from trueness.studies.preferences.study import preferences
from trueness.studies.preferences.view import PreferenceView

JUDGE = "<judge>"


@pytest.fixture(scope="module")
def study():
    rows = [
        PairRow(k, f"q{j}", a, b, who, verdict, groups=(("topic", f"t{j % 2}"),))
        for k, (j, a, b, who, verdict) in enumerate(
            (
                j,
                a,
                b,
                who,
                (j + len(who.strip("<>")) + len(a) + ord(a[-1])) % 3 - (1 if (a, j % 2) != ("x", 0) else 0)
                or 1,
            )
            for j in range(30)
            for a, b in (("x", "<y>"), ("<y>", "z"), ("x", "z"))
            for who in ("ann", "bob", JUDGE)
        )
    ]
    rows = [row._replace(verdict=max(-1, min(1, row.verdict))) for row in rows]
    rows += [row._replace(input=f"{row.input}'", verdict=-row.verdict) for row in rows[:40]]
    return preferences(Preferences.of(rows), judges=[JUDGE], by="topic", rng=1)


@pytest.mark.usefixtures("outlined")
def test_the_page_says_the_answer_first(study):
    view = PreferenceView()
    first, rank, worst = study.answers
    assert first.startswith(
        f"? We cannot tell whether '{JUDGE}' agrees with people more often than a guess does: "
    )
    assert rank.startswith(
        f"? We cannot tell whether '{JUDGE}' may rank systems: there are 3 systems, and it takes 8 to"
    )
    assert worst.startswith(f"By 'topic', '{JUDGE}' agrees least in '")
    assert next(iter(view.head(study).tiles)).label == "Rank systems: cannot tell"
    assert [chapter.name for chapter in view.chapters(study)] == [
        "agreement",
        "strengths",
        "categories",
    ]


def test_captions_say_the_settings(study):
    view = PreferenceView()
    captions = {spec.name: spec.caption for spec, _ in view.tables(study)}
    assert "95%" in captions["agreement"]
    assert "adjusted by holm" in captions["differences"]
    assert "'topic'" in captions["categories"]
    text = study.methods().text
    assert "Davidson" in text
    changed = dataclasses.replace(
        study,
        settings=dataclasses.replace(study.settings, both_bad="excluded", model="rao_kupper", prior=0.5),
    )
    text = changed.methods().text
    assert "‘Both bad’ verdicts are left out" in text
    assert "(Rao and Kupper, 1967)" in text
    assert "0.5 wins" in text


def test_names_from_data_are_escaped(study):
    assert "<judge>" not in result_html(study)
    assert "&lt;judge&gt;" in result_html(study)
    page = report_html(study, manifest_of(study))
    for name in ("y", "judge"):
        assert f"<{name}>" not in page
        assert f"&lt;{name}&gt;" in page


@pytest.mark.parametrize("width", [80, 120])
def test_a_terminal_shows_what_fits(study, width):
    text = result_text(study, width)
    assert max(map(len, text.split("\n"))) <= width
    flat = " ".join(text.split())
    assert all(" ".join(said.split()) in flat for said in study.answers)
    assert "Agreement with one person" in text
    assert "Strengths of systems" not in text
    assert re.search(r"Tables: [a-z, ]*strengths", flat)


def test_the_figure_holds_people_and_judge(study):
    figure = result_figure(study)
    assert {row["metric"] for row in figure.rows()} == {"people", JUDGE}
    assert figure.svg.startswith("<svg")
    assert "95% intervals" in figure.caption


def test_without_strengths_there_is_no_figure(study):
    assert PreferenceView().figures(dataclasses.replace(study, strengths=())) == ()
