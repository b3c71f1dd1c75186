"""How a multiverse is shown: its tables, figures and page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.methods.applies_to import APPLIES_TO
from trueness.methods.registry import RECOMMENDED_NAME, pair_test
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import (
    MOST_PRINTED_ROWS,
    Block,
    Chapter,
    Folded,
    Part,
    Text,
    Tile,
    counted_facts,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.view import Table, View
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.multiverse.analyses import AbsentRow
from trueness.studies.multiverse.rank_map import rank_map
from trueness.studies.multiverse.rows import (
    INTERACTIONS,
    AnalysisRow,
    ChoiceRow,
    ClaimRow,
    EstimateRow,
    MultiverseResult,
    OutcomeRow,
    RankRow,
    RankValueRow,
    ValueRow,
)
from trueness.studies.multiverse.said import analyses_words, choice_words, share_words, weakest
from trueness.studies.multiverse.specification_curve import specification_curve
from trueness.study.number_words import decimal
from trueness.study.words import CORRECTION_WORDS, OVER_WORDS

MOST_CLAIMS = 3
"""Declared claims with a number of their own."""


MOST_CURVES = 6
"""More claims are in the tables."""

CLAIMS = TableSpec.of(
    ClaimRow,
    "claims",
    "Claims over all analyses",
    "",
    (
        *("metric", "rival", "share_better", "share_significant", "share_significantly_worse"),
        *("estimate", ("smallest", "largest"), "choice", "share", "n_analyses", "n_undefined"),
    ),
    dispensable=(("n_undefined",), (("smallest", "largest"),), ("n_analyses",), ("metric",), ("share",)),
)
PAIRS = dataclasses.replace(
    CLAIMS,
    name="pairs",
    title="All pairs of metrics",
    dispensable=tuple(keys for keys in CLAIMS.dispensable if keys != ("metric",)),
)
CHOICES = TableSpec.of(
    ChoiceRow,
    "choices",
    "Which choice moves a claim",
    "",
    ("metric", "rival", "choice", "share", "lowest", "smallest", "highest", "largest", "n_values"),
    dispensable=(("n_values",), ("metric",)),
)
VALUES = TableSpec.of(
    ValueRow,
    "values",
    "Claims under each choice",
    "",
    (
        *("metric", "rival", "choice", "value", "estimate", "share_better", "share_significant"),
        *("share_significantly_worse", "n_analyses"),
    ),
    dispensable=(("n_analyses",), ("metric",)),
)
RANKS = TableSpec.of(
    RankRow,
    "ranks",
    "Ranks of metrics over all analyses",
    "",
    dispensable=(("n_undefined",), ("n_analyses",)),
)
RANKS_BY_CHOICE = TableSpec.of(
    RankValueRow,
    "ranks_by_choice",
    "Mean ranks under each choice",
    "",
    dispensable=(("n_analyses",),),
)
ABSENT = TableSpec.of(
    AbsentRow,
    "absent",
    "Combinations that do not exist",
    "Combinations of choices that were asked for and are no analyses, or none by themselves.",
)
ANALYSES = TableSpec.of(
    AnalysisRow,
    "analyses",
    "The analyses",
    "Every combination of choices that is an analysis, with the metric that has the highest correlation.",
    dispensable=(("n_undefined",), ("n_inputs",), ("n_systems",), ("variants",)),
)
ESTIMATES = TableSpec.of(
    EstimateRow,
    "estimates",
    "Correlations in every analysis",
    "The correlation of every metric with people, and its rank; of averages over inputs or systems, how many of these "
    "have none.",
)
OUTCOMES = TableSpec.of(
    OutcomeRow,
    "outcomes",
    "What every analysis says of the claims",
    "",
    (
        *("analysis", "metric", "rival", "estimate_metric", "estimate_rival", "estimate"),
        *("pvalue", "pvalue_adjusted", "verdict"),
    ),
    dispensable=(("estimate_metric", "estimate_rival"), ("pvalue",)),
)


class MultiverseView(View[MultiverseResult]):
    """Tables, figures and page of a multiverse."""

    eyebrow: ClassVar[str] = "how far does the conclusion depend on choices?"
    specs: ClassVar[tuple[TableSpec, ...]] = (
        *(CLAIMS, CHOICES, VALUES, RANKS, RANKS_BY_CHOICE, PAIRS, ABSENT, ANALYSES, ESTIMATES, OUTCOMES),
    )

    def data(self, result: MultiverseResult) -> str:
        """Return how many metrics and analyses there are."""
        return f"{result.table.name}, {len(result.ranks)} metrics, {len(result.analyses)} analyses."

    def captions(self, result: MultiverseResult) -> dict[str, str]:
        """Return captions that say the settings."""
        return _captions(result)

    def printed_by_default(self, result: MultiverseResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: claims of one metric without its name, the weakest first."""
        spec, rows = self.table(result, name)
        if name != CLAIMS.name or result.declared:
            return self.printed(result, name, width)
        ordered = sorted(rows, key=lambda row: (row.share_better, row.share_significant))
        return [(dataclasses.replace(spec.without("metric"), title=_best_called(result)), ordered)]

    def title(self, result: MultiverseResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: claims about {len(result.ranks)} metrics under all choices"

    def facts(self, result: MultiverseResult) -> str:
        """Return what was compared on what, in one line."""
        _, systems, inputs = result.table.shape
        return counted_facts(
            (len(result.ranks), "metric"),
            (systems, "system"),
            (inputs, "input"),
            more=(
                f"{len(result.analyses):,} analyses",
                f"human scores: {', '.join(result.selection.human)}",
            ),
        )

    def figures(self, result: MultiverseResult) -> tuple[Figure, ...]:
        """Return the ranks over the choices, and the curve of each claim that is drawn."""
        return (rank_map(result), *(specification_curve(result, claim) for claim in drawn_claims(result)))

    def tiles(self, result: MultiverseResult) -> Iterable[Tile]:
        """Return the numbers of the first screen."""
        return _declared(result) if result.declared else _of_best(result)

    def leading(self, result: MultiverseResult) -> str:
        """Return the ranks under all choices, or the curve of the first claim that was declared."""
        ranks, *curves = self.drawn(result)
        return curves[0].name if result.declared and curves else ranks.name

    def chapters(self, result: MultiverseResult) -> Iterator[Chapter]:
        """Yield claims, what moves them, ranks, all pairs, and single analyses."""
        tables = {spec.name: (spec, rows) for spec, rows in self.tables(result)}
        ranks, *curves = pictures(self.drawn(result))

        def block(name: str, **more: Any) -> Block:
            spec, rows = tables[name]
            return section(spec, rows, self._parts(result, spec, rows), **more)

        more = (Folded("The curves of other claims", tuple(curves[1:])),) if curves[1:] else ()
        yield Chapter("claims", CLAIMS.title, (*curves[:1], block("claims"), *more), "Claims")
        moved: tuple[Block, ...] = (
            (block("choices"), block("values", heading=True, open=0))
            if result.choices
            else (Text("No choice has several values here."),)
        )
        yield Chapter("choices", CHOICES.title, moved, "Choices")
        yield Chapter("ranks", RANKS.title, (ranks, block("ranks")), "Ranks")
        yield Chapter("pairs", PAIRS.title, (block("pairs", open=0),), "All pairs")
        listed = [name for name in ("absent", "analyses", "estimates", "outcomes") if tables[name][1]]
        yield Chapter(
            "analyses",
            "Single analyses",
            tuple(block(name, heading=True, open=0) for name in listed),
            "Analyses",
        )

    def _parts(self, result: MultiverseResult, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield what is read together."""
        if spec.name == "claims" and not result.declared:
            yield whole_part(spec.without("metric"), rows, _best_called(result))
        elif spec.name in ("choices", "values"):
            for claim in result.claims:
                if here := _of(rows, claim):
                    remark = _remark(claim) if spec.name == "choices" else ""
                    yield whole_part(spec.without("metric", "rival"), here, _title(claim), remark)
        elif spec.name == "pairs":
            yield whole_part(spec, rows, "All pairs, the one that ranks better first")
        elif len(rows) > MOST_PRINTED_ROWS:
            yield Part(f"{len(rows):,} rows", "in the files to download", "")
        else:
            yield whole_part(spec, rows, spec.title if spec.name in ("absent", "analyses") else "")


def drawn_claims(result: MultiverseResult) -> list[ClaimRow]:
    """Return the claims that are drawn: those declared, or the weakest of the others."""
    if result.declared:
        return [row for row in result.claims if row.n_analyses][:MOST_CURVES]
    return weakest(result.claims)


def _of(rows: Sequence[Any], claim: ClaimRow) -> list[Any]:
    return [row for row in rows if (row.metric, row.rival) == (claim.metric, claim.rival)]


def _title(claim: ClaimRow) -> str:
    return f"{claim.metric} > {claim.rival}"


def _best_called(result: MultiverseResult) -> str:
    return f"{result.best}, which ranks best, against every other metric"


def _remark(claim: ClaimRow) -> str:
    return "" if claim.choice is None else f"depends on {claim.choice}"


def _test_words(result: MultiverseResult) -> str:
    over = APPLIES_TO[result.settings.applies_to]
    return f"a {pair_test(RECOMMENDED_NAME).noun} that applies to {OVER_WORDS[over]}"


def _family(result: MultiverseResult) -> str:
    correction = CORRECTION_WORDS[result.settings.correction]
    of = "the claims" if result.declared else "all pairs of metrics"
    return f"{correction} for {of} of an analysis"


def _captions(result: MultiverseResult) -> dict[str, str]:
    claims = (
        "Share of the analyses in which the metric agrees better with people than its rival, and in which that is "
        f"significant, or significantly the other way round: by {_test_words(result)}, with {_family(result)}, at "
        f"level {result.settings.alpha:g}. Then the difference of the two correlations, and the choice that explains "
        "most of its variance. Analyses share their data: percentages of them are no probabilities."
    )
    return {
        "claims": claims,
        "pairs": claims
        if not result.declared
        else claims.replace("for the claims", "for all pairs of metrics"),
        "choices": "Share of the variance of the difference over all analyses that each choice explains by itself; "
        f"{INTERACTIONS}: what only several choices explain together. Beside it the values with the lowest and the "
        "highest mean difference.",
        "values": "The claim in those analyses in which a choice has one value.",
        "ranks": "Rank of a metric by its correlation with people, 1 for the highest; first: the share of analyses in "
        "which none is higher.",
        "ranks_by_choice": "Mean rank of a metric in those analyses in which a choice has one value.",
        "outcomes": f"Difference of the two correlations, and {_test_words(result)}, with {_family(result)}; of each "
        "computation once.",
    }


def _declared(found: MultiverseResult) -> Iterator[Tile]:
    claims = [row for row in found.claims if row.n_analyses][:MOST_CLAIMS]
    for row in claims:
        yield _claim(row, f"‘{row.metric}’ better than ‘{row.rival}’")
    for row in claims[:1]:
        yield from _moved(found, row)


def _of_best(found: MultiverseResult) -> Iterator[Tile]:
    best = found.ranks[0]
    if not math.isnan(best.mean_rank):
        yield Tile(
            f"‘{best.metric}’ is first in",
            share_words(best.share_first),
            f"of {analyses_words(len(found.analyses))}: mean rank {decimal(best.mean_rank, 1)} of {len(found.ranks)}, "
            f"at worst {best.worst_rank:g}",
        )
    claims = [row for row in found.claims if row.n_analyses]
    if len(claims) > 1:
        mostly = sum(row.share_significant > 1 / 2 for row in claims)
        yield Tile(
            "Better in every analysis than",
            f"{sum(row.share_better == 1 for row in claims)} of {len(claims)}",
            f"others; significantly so in more than half of the analyses: {mostly or 'none'}",
        )
    for row in weakest(found.claims)[:1]:
        yield _claim(row, f"Better than ‘{row.rival}’", ", its weakest claim" if len(claims) > 1 else "")
        yield from _moved(found, row)


def _claim(row: ClaimRow, label: str, what: str = "") -> Tile:
    return Tile(
        label,
        share_words(row.share_better),
        f"of {analyses_words(row.n_analyses)}{what}: significantly in {share_words(row.share_significant)}, "
        f"significantly worse in {share_words(row.share_significantly_worse)}",
    )


def _moved(found: MultiverseResult, claim: ClaimRow) -> Iterator[Tile]:
    """Yield which choice moves a claim most."""
    rows = {
        row.choice: row for row in found.choices if (row.metric, row.rival) == (claim.metric, claim.rival)
    }
    most = None if claim.choice is None else rows.get(claim.choice)
    if most is not None:
        yield Tile(
            f"Depends on {choice_words(most)}",
            share_words(most.share),
            f"of the variance of the difference; {share_words(rows[INTERACTIONS].share)} is due to choices only "
            "together",
        )
