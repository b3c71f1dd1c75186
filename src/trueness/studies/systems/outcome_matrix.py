"""Which system is significantly better than which by one scorer, by the tests of every pair."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.pair_squares import pair_squares, pair_squares_key
from trueness.reporting.figures.panel import Names
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.figures.sheet import TEXT_SIZE
from trueness.reporting.figures.wording import quoted
from trueness.reporting.writing.labels import drawable
from trueness.reporting.writing.orientation import lower_is_better
from trueness.result import Row
from trueness.studies.systems.rows import SystemPairTest, SystemRank, SystemsResult
from trueness.studies.systems.said import how_tested
from trueness.study.number_words import counted
from trueness.study.words import CORRECTION_NAMES, CORRECTION_WORDS

_MOST_LARGE = 30


def outcome_matrix(comparison: SystemsResult, scorer: str) -> Figure:
    """Draw the outcomes of the tests of all pairs of systems by a scorer, as Figure 4 of Graham (2015) does.

    A cell speaks for "the row's system is better than the column's". Filled blue: significant at alpha before any
    correction; with an orange outline: also after it. Systems are in the order of their scores, so that conclusions
    that the order suggests lie above the diagonal; a row's name in bold is of a system that no other significantly
    outperforms. Beside the names stand the limits of ranks.

    Parameters
    ----------
    comparison : SystemsResult
    scorer : str
        One by which systems were compared.

    Returns
    -------
    Figure
        Its data have one row per cell, with the limits of the rank of the row's system.
    """
    settings = comparison.settings
    tests = [row for row in comparison.pairs if row.scorer == scorer]
    standing = sorted(
        (row for row in comparison.standing if row.scorer == scorer),
        key=lambda row: (math.isnan(row.estimate), -row.estimate),
    )
    order = [row.system for row in standing]
    place = {name: k for k, name in enumerate(order)}
    limits = {row.system: {"rank_low": row.rank_low, "rank_high": row.rank_high} for row in standing}
    cells = sorted(_cells(tests), key=lambda cell: (place[cell["system"]], place[cell["rival_system"]]))
    sides = "two-sided" if settings.alternative == "two-sided" else f"one-sided ({settings.alternative})"
    test = how_tested(settings, tests[0].resamples, exact=tests[0].exact)
    correction = "no correction for several tests"
    if settings.correction != "none":
        correction = f"{CORRECTION_NAMES[settings.correction]} correction over {tests[0].family_size} tests"
    lower = "; lower is better, negated" if scorer in lower_is_better(comparison.table) else ""
    subtitle = f"{test}; {sides}, alpha = {settings.alpha:g}; {correction}{lower}"
    title = f"Which system is better by '{drawable(scorer)}'?"
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in scorer.lower())
    return Figure.of(
        name=f"systems-{plain[:40].strip('-') or 'scorer'}-{settings.test}".replace("_", "-"),
        title=title,
        caption=_caption(comparison, scorer, tests, cells, standing, test, sides),
        data=[cell | limits[cell["system"]] for cell in cells],
        drawing=functools.partial(_draw, comparison, standing, cells, subtitle[0].upper() + subtitle[1:]),
    )


def _cells(tests: list[SystemPairTest]) -> list[Row]:
    """Return what the tests say in the direction of each claim; a two-sided test speaks in both."""
    cells = []
    for row in tests:
        if row.alternative != "less":
            cells.append(
                _cell(row, row.system, row.rival_system, row.estimate, row.pvalue_greater < row.pvalue_less)
            )
        if row.alternative != "greater":
            cells.append(
                _cell(row, row.rival_system, row.system, -row.estimate, row.pvalue_less < row.pvalue_greater)
            )
    return cells


def _cell(row: SystemPairTest, better: str, worse: str, estimate: float, favours: bool) -> Row:  # noqa: FBT001
    return {
        "scorer": row.scorer,
        "system": better,
        "rival_system": worse,
        "estimate": estimate,
        "pvalue": row.pvalue,
        "pvalue_adjusted": row.pvalue_adjusted,
        "significant": row.significant and favours,
        "significant_adjusted": row.significant_adjusted and favours,
        "undefined": row.verdict == "undefined",
        "n_inputs": row.n_inputs,
        "test": row.test,
        "alternative": row.alternative,
    }


def _caption(
    comparison: SystemsResult,
    scorer: str,
    tests: list[SystemPairTest],
    cells: list[Row],
    standing: list[SystemRank],
    test: str,
    sides: str,
) -> str:
    settings = comparison.settings
    n_pairs = len({frozenset((row.system, row.rival_system)) for row in tests})
    inputs = sorted({row.n_inputs for row in tests})
    on = counted(inputs[0], "input") if len(inputs) == 1 else f"{inputs[0]} to {inputs[-1]} inputs"
    alpha = f"{settings.alpha:g}"
    before, after = (sum(cell[key] for cell in cells) for key in ("significant", "significant_adjusted"))
    sentences = [
        (
            f"Tests of {counted(n_pairs, 'pair')} of systems by '{drawable(scorer)}', each on the inputs both systems "
            f"have ({on}): {test}, {sides}."
        ),
        "A cell stands for the row's system being better than the column's.",
        f"Blue: p is at most {alpha} and the test is in the direction of the claim ({before} cells).",
    ]
    if settings.correction == "none":
        sentences.append("Nothing was corrected for the number of tests.")
    else:
        sentences.append(
            f"Orange outline: still at most {alpha} after {CORRECTION_WORDS[settings.correction]} over "
            f"{tests[0].family_size} tests ({after} cells)."
        )
    undefined = sum(cell["undefined"] for cell in cells)
    if undefined:
        sentences.append(f"Hatched: {undefined} of {counted(len(cells), 'cell')} are undefined.")
    sentences.append("Systems are in the order of their scores.")
    ranks = _rank_column(standing).sentence("systems", settings.alpha, settings.correction)
    sentences += filter(None, [ranks])
    best = [row.system for row in standing if row.not_outperformed]
    if best:
        kind = "" if settings.correction == "none" else " after the correction"
        sentences.append(f"Bold: not significantly outperformed by any other{kind}: {quoted(best)}.")
    sentences.append("The tests are about these systems on other inputs.")
    return " ".join(sentences)


def _rank_column(standing: Sequence[SystemRank], size: float = TEXT_SIZE) -> RankColumn:
    return RankColumn([(row.rank_low, row.rank_high) for row in standing], size)


def _draw(comparison: SystemsResult, standing: list[SystemRank], cells: list[Row], subtitle: str) -> Drawing:
    order = [row.system for row in standing]
    side, size = (0.24, TEXT_SIZE) if len(order) <= _MOST_LARGE else (0.14, 5.6)
    place = {name: k for k, name in enumerate(order)}
    at = [((place[cell["rival_system"]], place[cell["system"]]), cell) for cell in cells]
    undefined = [where for where, cell in at if cell["undefined"]]
    panel = pair_squares(
        filled=[where for where, cell in at if cell["significant"]],
        outlined=[where for where, cell in at if cell["significant_adjusted"]],
        undefined=undefined,
        rows=Names(
            texts=order,
            size=size,
            bold=[k for k, row in enumerate(standing) if row.not_outperformed],
            ranks=_rank_column(standing, size),
        ),
        columns=Names(texts=order, size=size, turned=True, far=True),
        side=side,
    )
    key = pair_squares_key(comparison.settings, claim="row better than column", undefined=bool(undefined))
    return Drawing(subtitle=subtitle, lines=[[panel]], key=key, key_below=True)
