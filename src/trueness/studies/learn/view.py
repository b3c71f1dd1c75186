"""How learned metrics are shown: tables, figures and page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.wording import percent
from trueness.reporting.page import (
    Block,
    Part,
    Tile,
    counted_facts,
    figure_choice,
    pictures,
    whole_part,
)
from trueness.reporting.view import Table, View
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.learn.learned_lines import learned_lines
from trueness.studies.learn.learning_curves import calibration_plot, learning_curves
from trueness.studies.learn.rows import (
    CalibrationRow,
    FamilyRow,
    HeldOutRow,
    ImportanceRow,
    LabelsRow,
    LearnedTest,
    LearnResult,
    WorthRow,
)
from trueness.studies.learn.said import GENERALISES, best_learned
from trueness.study.number_words import counted, decimal, interval, significant
from trueness.study.words import CORRECTION_WORDS, coefficient_words

SHOWN_SINGLES = 3
"""Single metrics, the best ones, that a terminal shows beside the learned."""

SCORES = TableSpec.of(
    HeldOutRow,
    "scores",
    "Agreement on outputs that nothing was learned from",
    "",
    dispensable=(("n_splits",),),
)
TESTS = TableSpec.of(
    LearnedTest,
    "tests",
    "Learned metrics against single ones",
    "",
    dispensable=(("pvalue",),),
)
IMPORTANCE = TableSpec.of(
    ImportanceRow,
    "importance",
    "What is lost without knowing a feature",
    "",
)
FAMILIES = TableSpec.of(
    FamilyRow,
    "families",
    "Families of features",
    "",
)
LABELS = TableSpec.of(
    LabelsRow,
    "labels",
    "What more labels bring",
    "",
)
CALIBRATION = TableSpec.of(
    CalibrationRow,
    "calibration",
    "What people say where the learned metric says so",
    "",
)
WORTH = TableSpec.of(
    WorthRow,
    "worth",
    "What a label is worth beside a metric",
    "",
    ("human", "scorer", "n_inputs", "n_labelled", "worth", ("low", "high"), "n_undefined"),
    dispensable=(("n_undefined",),),
)


class LearningView(View[LearnResult]):
    """Tables, figures and page of learned metrics."""

    eyebrow: ClassVar[str] = "does a learned metric agree better than those it is made of?"
    shown: ClassVar[tuple[str, ...]] = ("tests", "scores")
    specs: ClassVar[tuple[TableSpec, ...]] = (SCORES, TESTS, IMPORTANCE, FAMILIES, LABELS, CALIBRATION, WORTH)

    def captions(self, result: LearnResult) -> dict[str, str]:
        """Return captions that say the settings."""
        settings = result.settings
        sure = percent(settings.confidence)
        what = f"{coefficient_words(settings.coefficient)}, {settings.level} level"
        means = (
            f"Means over {settings.repeats} × {settings.folds} splits, with {sure} intervals (resampled t)"
        )
        first, over = settings.learners[0], settings.over[0]
        return {
            "scores": f"{what}, of held-out outputs. {means}. '{BEST_SINGLE}' is the metric that was best in the part "
            "that is learned from, split by split.",
            "tests": f"Difference of correlations ({what}) on the same held-out outputs. {means}; "
            f"{CORRECTION_WORDS[settings.correction]}, once over those against '{BEST_SINGLE}', once over the others.",
            "importance": f"Correlation of '{first}' with people ({over} held out) minus that with a feature permuted.",
            "families": f"Correlation of '{first}' ({over} held out) with all features minus that without a family.",
            "labels": f"Correlation ({over} held out) by the number of inputs that are learned from.",
            "calibration": f"Held-out outputs ({over}) in bins of what '{first}' predicts, with {sure} intervals.",
            "worth": "How many labels alone would be as precise for the mean human score, by label, where few inputs "
            "are labelled, the metric is learned from these, and scores all (prediction-powered inference). Means "
            "over draws of the inputs; limits of nine in ten draws.",
        }

    def printed_by_default(self, result: LearnResult, name: str, width: int) -> Sequence[Table]:
        """Return a table; of many single metrics the best ones."""
        del width
        spec, rows = self.table(result, name)
        if name == "tests":
            rows = [row for row in rows if row.rival == BEST_SINGLE]
        elif name == "scores":
            rows = _best_singles(rows, SHOWN_SINGLES)
        return [(spec, rows)] if rows else []

    def title(self, result: LearnResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: metrics learned from people"

    def facts(self, result: LearnResult) -> str:
        """Return what was learned from, in one line."""
        _, systems, inputs = result.table.shape
        return counted_facts(
            (len(result.settings.learners), "learner"),
            (len(result.selection.metrics or ()), "metric"),
            (systems, "system"),
            (inputs, "input"),
        )

    def tiles(self, result: LearnResult) -> Iterable[Tile]:
        """Return the numbers of the first screen."""
        return _tiles(result)

    def figures(self, result: LearnResult) -> tuple[Figure, ...]:
        """Return learned beside single metrics; learning curves and calibration, where they were asked for."""
        return (
            *(learned_lines(result, *place) for place in _places(result)),
            *((learning_curves(result),) if result.labels else ()),
            *((calibration_plot(result),) if result.calibration else ()),
        )

    def pictured(self, result: LearnResult) -> tuple[Block, ...]:
        """Return the figures, the first of which has a choice of the human scorer and of what was held out."""
        places, drawn = _places(result), self.drawn(result)
        names = [f"{human}, {GENERALISES[over]}" for human, over in places]
        first = figure_choice("Human scores, and what is held out", names, drawn[: len(places)])
        return (*first, *pictures(drawn[len(places) :]))

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part for each human scorer, and where there is one for what is held out."""
        places: dict[tuple[str, ...], list[Any]] = {}
        for row in rows:
            place: tuple[str, ...] = (row.human, row.over) if hasattr(row, "over") else (row.human,)
            places.setdefault(place, []).append(row)
        for place, here in places.items():
            words = f"{place[0]}, {GENERALISES[place[1]]}" if len(place) > 1 else place[0]
            ordered: Sequence[Any] = here
            if spec.name == "scores":
                ordered = _best_singles(here, len(here))
            elif spec.name == "tests":
                ordered = sorted(here, key=_hardest_first)
            short = spec.without("human", "over") if len(place) > 1 else spec.without("human")
            yield whole_part(short, ordered, words)


def _places(result: LearnResult) -> list[tuple[str, str]]:
    """Return the human scorers with what was held out."""
    return list(dict.fromkeys((row.human, row.over) for row in result.scores))


def _hardest_first(row: LearnedTest) -> tuple[bool, float]:
    """Return where a test stands: the metric that was chosen first, then those that are hard to beat."""
    return row.rival != BEST_SINGLE, row.estimate if row.estimate == row.estimate else math.inf


def _best_singles(rows: Sequence[HeldOutRow], most: int) -> list[HeldOutRow]:
    """Return learned and chosen ones, and of every part the best single metrics."""
    found: list[HeldOutRow] = []
    for place in dict.fromkeys((row.human, row.over) for row in rows):
        here = [row for row in rows if (row.human, row.over) == place]
        singles = sorted(
            (row for row in here if row.kind == "single" and row.estimate == row.estimate),
            key=lambda row: -row.estimate,
        )
        found += [row for row in here if row.kind != "single"] + singles[:most]
    return found


def _tiles(result: LearnResult) -> Iterator[Tile]:
    human, over = result.scores[0].human, result.settings.over[0]
    test = best_learned(result, human, over)
    if test is None:
        return
    rows = {row.scorer: row for row in result.scores if (row.human, row.over) == (human, over)}
    learned, chosen = rows[test.metric], rows[BEST_SINGLE]
    where = f"with ‘{human}’, {GENERALISES[over]}"
    yield Tile(
        f"Learned: ‘{test.metric}’", decimal(learned.estimate), where, interval(learned.low, learned.high)
    )
    yield Tile(
        "The best single metric",
        decimal(chosen.estimate),
        "chosen where it is learned, as a user would",
        interval(chosen.low, chosen.high),
    )
    yield Tile(
        "Difference",
        decimal(test.estimate),
        f"{test.verdict}: p = {significant(test.pvalue_adjusted, 2)}",
        interval(test.low, test.high),
    )
    worth = [row for row in result.worth if row.human == human and row.scorer != BEST_SINGLE]
    for row in worth[:1]:
        if row.worth == row.worth:
            yield Tile(
                "What a label counts",
                f"{decimal(row.worth, 1)} times",
                f"beside ‘{row.scorer}’, {counted(row.n_inputs, 'input')} labelled (from, to: nine in ten draws)",
                interval(row.low, row.high),
            )
