"""How learned metrics are shown."""

from __future__ import annotations

import pytest

from trueness import learn, result_text
from trueness.learning import label_worth
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.studies.learn.said import GENERALISES
from trueness.studies.learn.view import LearningView


@pytest.fixture(scope="module")
def result(pocket):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(label_worth, "DRAWS", 3)
        return learn(pocket, human=["coverage", "redundancy"], repeats=1, folds=2, rng=1)


def test_tables_fit_a_terminal_and_name_what_generalises_to_what(result):
    text = result_text(result, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "for other systems and inputs" in " ".join(text.split())
    shown = list(LearningView().printed_by_default(result, "tests", 80)[0][1])
    assert {row.rival for row in shown} == {"best_single"}
    ((_, rows),) = LearningView().printed_by_default(result, "scores", 80)
    assert sum(row.kind == "single" for row in rows) == 3 * 2 * 3


@pytest.mark.usefixtures("outlined")
def test_the_page_has_figures_tables_and_sources(result):
    view = LearningView()
    names = [figure.name for figure in view.drawn(result)]
    assert names[0] == "learned-1-inputs"
    assert names[6:] == ["learning-curves", "learned-calibration"]
    made = view.page(result)
    (shown,) = made.head.glance
    assert [name for name, _ in shown.choices] == [
        f"{human}, {GENERALISES[over]}"
        for human in ("coverage", "redundancy")
        for over in result.settings.over
    ]
    (left,) = [chapter for chapter in made.chapters if chapter.name == "figures"]
    assert [picture.figure.name for picture in left.blocks] == names[6:]
    page = report_html(result, manifest_of(result, {}), view=view)
    for said in ("Nadeau and Bengio", "Does more annotation help?", "Hoerl and Kennard"):
        assert said in page


def test_on_a_page_the_best_single_metrics_and_the_hardest_rivals_come_first(result):
    view = LearningView()
    for name, sign in (("scores", -1), ("tests", 1)):
        spec, rows = view.table(result, name)
        html = next(iter(view.parts(spec, rows))).html
        here = [row for row in rows if (row.human, row.over) == ("coverage", "inputs")]
        named = "scorer" if name == "scores" else "rival"
        singles = [row for row in here if getattr(row, named) not in ("ridge", "best_single")]
        order = [getattr(row, named) for row in sorted(singles, key=lambda row: sign * row.estimate)]
        body = html[html.index("<tbody>") :].replace("<wbr>", "")
        places = [body.index(f">{one}<") for one in ("best_single", *order)]
        assert places == sorted(places)
