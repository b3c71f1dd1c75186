"""Groups as tables and as a page."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.studies.facets.view import FacetsView


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(7)
    quality = rng.normal(size=(8, 24))
    noise = np.array([0.3, 2.5])[:, None, None] * rng.normal(size=(2, 8, 24))
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("fine", "metric"), Scorer("poor", "metric")),
        tuple(f"s{i}" for i in range(8)),
        tuple(f"d{j}" for j in range(24)),
        np.concatenate([quality[None], quality + noise]),
        input_groups={"language": ("<de>",) * 12 + ("en",) * 12},
        name="made",
    )
    return trueness.facets(table, by="language", level=["system", "input"], coefficient="pearson", rng=1)


def test_a_terminal_shows_groups_and_metrics_side_by_side(found):
    view = FacetsView()
    ((spec, rows),) = view.printed_by_default(found, "highest", 80)
    assert spec.name == "highest"
    assert [row.facet for row in rows] == ["all", "<de>", "en"] * 2
    side = view.printed_by_default(found, "estimates", 80)
    assert len(side) == 2
    spec, rows = side[1]
    assert [column.heading for column in spec.columns] == ["Metric", "all", "<de>", "en"]
    assert "by Pearson's r in all" in spec.title
    assert rows[0]["metric"] == "fine"
    estimate = found.of("en").estimate("fine", "input", "pearson").estimate
    assert rows[0]["facet_2"].startswith(f"{estimate:.3f}")
    ((_, best),) = FacetsView(top=1).printed_by_default(found, "estimates", 80)[:1]
    assert len(best) == 1


def test_of_many_groups_a_first_screen_has_a_line_each(found):
    assert FacetsView().shown_of(found) == ("estimates", "highest")
    many = {f"g{k}": found.of("en") for k in range(7)} | dict(found.comparisons)
    assert FacetsView().shown_of(dataclasses.replace(found, comparisons=many)) == ("highest", "estimates")


def test_the_table_of_a_paper_has_all_groups(found):
    spec, rows = FacetsView().table(found, "paper")
    assert list(dict.fromkeys(column.above for column in spec.columns[1:])) == [
        (group, level) for group in ("all", "<de>", "en") for level in ("System level", "Input level")
    ]
    estimate = found.of("en").estimate("fine", "input", "pearson").estimate
    assert next(row for row in rows if row["metric"] == "fine")["en_input_pearson"] == estimate
    assert spec.data.endswith("together, and by language. In groups tests are at α/2.")


@pytest.mark.usefixtures("outlined")
def test_the_page_has_every_group_and_escapes_its_name(found):
    page = report_html(found, manifest_of(found))
    for chapter in ("The highest metrics", "Metrics by all groups", "Intervals"):
        assert chapter in page
    assert "<de>" not in page
    assert (
        "This was done for all inputs and in each of 2 groups by language, there with tests at level 0.05/2."
        in page
    )
    assert found.table.name in FacetsView().title(found)
    assert len(FacetsView().figures(found)) == 6


def test_what_a_reader_of_ranks_has_to_know_is_of_every_group(found):
    name = next(iter(found.parts))
    row = found.comparisons[name].ranks[0]
    ruled_out = dataclasses.replace(row, may_be_best=False, rank_low=1)
    best = {
        group: dataclasses.replace(
            one, ranks=tuple(dataclasses.replace(row, may_be_best=True, rank_low=1) for row in one.ranks)
        )
        for group, one in found.comparisons.items()
    }
    for comparisons, said in (
        (best, False),
        (best | {name: dataclasses.replace(best[name], ranks=(ruled_out,))}, True),
    ):
        tables = FacetsView().tables(dataclasses.replace(found, comparisons=comparisons))
        assert bool(next(spec.note for spec, _ in tables if spec.name == "ranks")) == said
