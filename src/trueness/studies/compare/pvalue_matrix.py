"""Which metric agrees better with the human than which, by the tests of every pair."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence

from trueness.errors import DataError, check_choice
from trueness.methods.registry import PAIR_TESTS, pair_test
from trueness.reporting.figures.drawing import Drawing, fitting, in_lines
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.marks import Said, Words
from trueness.reporting.figures.pair_squares import Cell, pair_squares, pair_squares_key
from trueness.reporting.figures.palette import INK
from trueness.reporting.figures.panel import Names
from trueness.reporting.figures.sheet import TEXT_SIZE
from trueness.reporting.figures.wording import levels_phrase
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import drawable, shortened
from trueness.result import Row
from trueness.studies.compare.figure_words import correction_phrase, phrase_of_tests
from trueness.studies.compare.marks import endings, legend, note
from trueness.studies.compare.metrics_in_order import leading_level, metrics_in_order
from trueness.studies.compare.rows import CompareResult, PairTest
from trueness.studies.compare.settings import Settings
from trueness.study.number_words import counted
from trueness.study.words import coefficient_words

_LABEL_ROOM = 1.9
_MOST_PRINTED = 20
_MOST_WIDTH = 15.0


def pvalue_matrix(comparison: CompareResult, coefficient: str, *, beside: str | None = None) -> Figure:
    """Draw the p-values of all pairs of metrics, one matrix per level.

    A cell speaks for "the row's metric agrees better than the column's". Filled blue: significant at alpha
    before any correction; with an orange outline: also after it (Figures 5 and 6 of Deutsch et al. 2021).
    Colours and numbers follow the same p-value, the test's own. A two-sided test prints it in both cells of a
    pair and colours the one whose row has the higher correlation; a one-sided test prints that of the cell's
    claim. Against a baseline there are two columns, better and worse than it.

    Parameters
    ----------
    comparison : CompareResult
    coefficient : str
        One that was computed.
    beside : str, optional
        What the test swaps, for one of those shown beside the main test (``both``: Perm-Both); default the
        main test.

    Returns
    -------
    Figure
        Its data have one row per cell.

    Raises
    ------
    ArgumentError
        If the coefficient was not computed or no such test was shown beside the main one.
    DataError
        If nothing was tested.
    """
    settings = comparison.settings
    check_choice("coefficient", coefficient, settings.coefficients)
    tests: Sequence[PairTest] = comparison.tests
    if beside is not None:
        check_choice("beside", beside, sorted({row.over for row in comparison.beside}))
        tests = [row for row in comparison.beside if row.over == beside]
    tests = [row for row in tests if row.coefficient == coefficient]
    if not tests:
        raise DataError("tests to draw need two metrics or more, and `tests`=True.")
    order = [name for name in metrics_in_order(comparison, coefficient) if name != settings.baseline]
    columns = order if settings.baseline is None else _heads(comparison)
    cells = _in_order(_cells(tests), order, settings)
    title = (
        f"Which metric agrees better with '{drawable(comparison.human)}'? {coefficient_words(coefficient)}"
    )
    kind = tests[0].test if len({row.test for row in tests}) == 1 else settings.test
    if kind in PAIR_TESTS:
        kind = pair_test(kind).label(tests[0].over)
    how = f"{_sides(tests[0])}, alpha = {settings.alpha:g}"
    test = phrase_of_tests(tests, has_systems=comparison.table.has_systems)
    marked = note(comparison, comparison.metrics)
    subtitle = f"{test}; {how}; {correction_phrase(settings)}{marked}"
    return Figure.of(
        name=f"pvalues-{coefficient}-{kind}".replace("_", "-"),
        title=title,
        caption=_caption(
            comparison,
            tests,
            cells,
            untested=any(
                places
                for level, places in _untested(cells, order, columns, settings).items()
                if any(cell["level"] == level for cell in cells)
            ),
        ),
        data=cells,
        drawing=functools.partial(
            _draw, comparison, order, columns, cells, subtitle[0].upper() + subtitle[1:]
        ),
    )


def _sides(row: PairTest) -> str:
    return row.alternative if row.alternative == "two-sided" else f"one-sided ({row.alternative})"


def _cells(tests: Sequence[PairTest]) -> list[Row]:
    """Return what the tests say in the direction of each claim.

    A two-sided test of a pair speaks in both directions, unless both orders of the pair are tests of their own
    (corrected in a family per metric).
    """
    ordered = {(row.level, row.metric, row.rival) for row in tests}
    cells = []
    for row in tests:
        if row.alternative != "less":
            cells.append(_cell(row, row.metric, row.rival, row.estimate))
        if row.alternative == "less" or (
            row.alternative == "two-sided" and (row.level, row.rival, row.metric) not in ordered
        ):
            cells.append(_cell(row, row.rival, row.metric, -row.estimate))
    return cells


def _cell(row: PairTest, better: str, worse: str, estimate: float) -> Row:
    return {
        "metric": better,
        "rival": worse,
        "level": row.level,
        "coefficient": row.coefficient,
        "estimate": estimate,
        "pvalue": row.pvalue,
        "pvalue_adjusted": row.pvalue_adjusted,
        "significant": row.significant and estimate > 0,
        "significant_adjusted": row.significant_adjusted and estimate > 0,
        "undefined": row.verdict == "undefined",
        "test": row.test,
        "over": row.over,
        "alternative": row.alternative,
    }


def _in_order(cells: list[Row], order: list[str], settings: Settings) -> list[Row]:
    place = {name: k for k, name in enumerate([*order, settings.baseline])}
    levels = settings.levels
    return sorted(
        cells, key=lambda cell: (levels.index(cell["level"]), place[cell["metric"]], place[cell["rival"]])
    )


def _caption(
    comparison: CompareResult, tests: Sequence[PairTest], cells: list[Row], *, untested: bool
) -> str:
    settings, test = comparison.settings, tests[0]
    has_systems = comparison.table.has_systems
    which = "the one-sided p-value of that claim"
    if test.alternative == "two-sided":
        which = "the two-sided p-value, the same for the opposite claim"
    alpha = f"{settings.alpha:g}"
    against = "" if settings.baseline is None else f", each against '{drawable(settings.baseline)}'"
    claim = "the row's metric agreeing better than the column's"
    if settings.baseline is not None:
        claim = "the claim at the head of its column"
    pairs = {frozenset((row.metric, row.rival)) for row in tests}
    sentences = [
        (
            f"Tests of {counted(len(pairs), 'pair')} of metrics{against}, "
            f"by {coefficient_words(test.coefficient)} with '{drawable(comparison.human)}' "
            f"{levels_phrase(settings.levels_of(test.coefficient))}: "
            f"{phrase_of_tests(tests, has_systems=has_systems)}, {_sides(test)}."
        ),
        f"A cell stands for {claim}. Its number is {which}, before correction.",
        f"Blue: that p-value is at most {alpha} and the difference is in the direction of the claim.",
    ]
    if settings.correction == "none":
        sentences.append("Nothing was corrected for the number of tests.")
    else:
        sizes = sorted({row.family_size for row in tests})
        family = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        sentences.append(
            f"Orange outline: still at most {alpha} after {correction_phrase(settings)} "
            f"({family} tests in a family)."
        )
    for level in settings.levels_of(test.coefficient):
        here = [cell for cell in cells if cell["level"] == level]
        if not here:
            sentences.append(f"{level.replace('_', '-').capitalize()} level: this test is undefined there.")
            continue
        sentences.append(
            f"{level.replace('_', '-').capitalize()} level: {sum(cell['significant'] for cell in here)} "
            f"significant before correction, {sum(cell['significant_adjusted'] for cell in here)} after."
        )
    undefined = sum(cell["undefined"] for cell in cells)
    if undefined:
        sentences.append(
            f"{undefined} of {counted(len(cells), 'cell')} are undefined, for want of a correlation."
        )
    if untested:
        sentences.append(
            "Hatched at the system level: this test is undefined for metrics whose system scores are not means."
        )
    if settings.baseline is None:
        level = leading_level(comparison, test.coefficient).replace("_", "-")
        sentences.append(f"Metrics are in the order of their estimates at the {level} level.")
    sentences += filter(None, [legend(comparison, comparison.metrics)])
    if has_systems and pair_test(test.test).permutes and test.over in {"both", "inputs"}:
        sentences.append("Swapping outputs or inputs tests a claim about these systems only.")
    return " ".join(sentences)


def _draw(
    comparison: CompareResult, order: list[str], columns: list[str], cells: list[Row], subtitle: str
) -> Drawing:
    settings = comparison.settings
    printed = len(order) <= _MOST_PRINTED
    side, size = (0.37, TEXT_SIZE) if printed else (0.16, 6.2)
    rows = Names(texts=order, endings=endings(comparison, order), longest=_LABEL_ROOM, size=size)
    heads = dataclasses.replace(rows, turned=True, far=True)
    if settings.baseline is not None:
        heads = dataclasses.replace(heads, texts=columns, endings=())
    untested = _untested(cells, order, columns, settings)
    panels = []
    for level in settings.levels_of(cells[0]["coefficient"]):
        here = [cell for cell in cells if cell["level"] == level]
        places = dict(zip(_places(here, order, columns, settings), here, strict=True))
        known = {place: cell for place, cell in places.items() if not cell["undefined"]}
        panels.append(
            pair_squares(
                filled=[place for place, cell in known.items() if cell["significant"]],
                outlined=[place for place, cell in known.items() if cell["significant_adjusted"]],
                undefined=[*untested[level], *(place for place in places if place not in known)],
                rows=rows,
                columns=heads,
                side=side,
                more=[_said(places), *([_printed(known, settings.alpha)] if printed else [])],
                heading=f"{level.replace('_', '-')} level",
                diagonal=settings.baseline is None,
            )
        )
    claim = "row better than column" if settings.baseline is None else "row as the head of the column says"
    return Drawing(
        subtitle=subtitle,
        lines=in_lines(panels, fitting(panels, _MOST_WIDTH)),
        key=pair_squares_key(
            settings,
            claim=claim,
            printed=printed,
            undefined=any(untested.values()) or any(cell["undefined"] for cell in cells),
        ),
        key_below=True,
    )


def _heads(comparison: CompareResult) -> list[str]:
    """Return the claims about a baseline that were tested, as heads of columns."""
    settings, baseline = comparison.settings, comparison.settings.baseline or ""
    name = shortened(baseline, TEXT_SIZE, _LABEL_ROOM - 0.9) + endings(comparison, [baseline])[0]
    claims = {"greater": ["better"], "less": ["worse"], "two-sided": ["better", "worse"]}[
        settings.alternative
    ]
    return [f"{claim} than {name}" for claim in claims]


def _places(cells: list[Row], order: list[str], columns: list[str], settings: Settings) -> list[Cell]:
    """Return the column and row of every cell."""
    place = {name: k for k, name in enumerate(order)}
    if settings.baseline is None:
        return [(place[cell["rival"]], place[cell["metric"]]) for cell in cells]
    return [
        (len(columns) - 1, place[cell["rival"]])
        if cell["metric"] == settings.baseline
        else (0, place[cell["metric"]])
        for cell in cells
    ]


def _untested(
    cells: list[Row], order: list[str], columns: list[str], settings: Settings
) -> dict[str, list[Cell]]:
    """Return, per level, the column and row of claims about which there is no test."""
    found = {}
    for level in settings.levels_of(cells[0]["coefficient"]) if cells else ():
        tested = set(_places([cell for cell in cells if cell["level"] == level], order, columns, settings))
        found[level] = [
            (x, y)
            for x in range(len(columns))
            for y in range(len(order))
            if (x, y) not in tested and (settings.baseline is not None or x != y)
        ]
    return found


def _printed(cells: Mapping[Cell, Row], alpha: float) -> Words:
    """Return the p-values that stand in the cells."""
    return Words(
        [x for x, _ in cells],
        [y + 0.02 for _, y in cells],
        [_pvalue(cell["pvalue"], alpha) for cell in cells.values()],
        colours=["white" if cell["significant"] else INK for cell in cells.values()],
    )


def _said(cells: Mapping[Cell, Row]) -> Said:
    """Return what is said of each claim."""
    return Said(
        [x for x, _ in cells],
        [y for _, y in cells],
        [_claim(cell) for cell in cells.values()],
        about=[("pair", cell["metric"], cell["rival"]) for cell in cells.values()],
        cells=[(1.0, 1.0)] * len(cells),
    )


def _claim(cell: Row) -> str:
    """Return what was found of a claim."""
    p, corrected = tables.pvalue(cell["pvalue"]), tables.pvalue(cell["pvalue_adjusted"])
    said = f"difference {tables.correlation(cell['estimate'])}, p {p}, corrected {corrected}"
    said = "undefined" if cell["undefined"] else said
    return f"{cell['metric']} against {cell['rival']}, {cell['level'].replace('_', '-')} level: {said}"


def _pvalue(pvalue: float, alpha: float) -> str:
    """Return a p-value in few characters, never rounded to 0, to alpha or to 1 unless it is that.

    So that the number and the colour of a cell agree, one close to alpha gets up to four digits.
    """
    if math.isnan(pvalue):
        return "–"
    if pvalue == 1:
        return "1"
    if pvalue < 0.001:
        return "<.001"
    shown = min(pvalue, 0.99)
    digits = 3 if pvalue < 0.0995 else 2
    while digits < 4 and float(f"{shown:.{digits}f}") == alpha != pvalue:
        digits += 1
    return f"{shown:.{digits}f}"[1:]
