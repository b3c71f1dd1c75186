"""How a study of preferences is shown: its tables, its figure and its page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trueness.decisions.decision import decision_of
from trueness.decisions.may_rank import MAY_RANK
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import (
    Block,
    Chapter,
    Part,
    Tile,
    counted_facts,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.view import Table, View, without_empty
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.preferences.answers import leading
from trueness.studies.preferences.decided import IN_ORDER
from trueness.studies.preferences.methods import TIES
from trueness.studies.preferences.rows import (
    AgreementDifference,
    CategoryAgreement,
    CategoryDifference,
    PairAgreement,
    PairBias,
    PersonAgreement,
    PositionRow,
    PreferencesResult,
    RankingAgreement,
    Strength,
    TriadRow,
    WinRate,
)
from trueness.studies.preferences.said import order_is_told
from trueness.studies.preferences.strength_plot import strength_plot
from trueness.study.number_words import decimal, interval, interval_of_shares, percent
from trueness.study.words import answer_words

AGREEMENT = TableSpec.of(
    PairAgreement,
    "agreement",
    "Agreement with one person",
    "",
    dispensable=(
        ("n_annotators",),
        ("n_both",),
        ("kind",),
        (("ceiling_low", "ceiling_high"),),
        ("n_pairs",),
        (("difference_low", "difference_high"),),
        ("difference",),
    ),
)
RATERS = TableSpec.of(
    PersonAgreement,
    "raters",
    "Each person left out",
    "",
)
DIFFERENCES = TableSpec.of(
    AgreementDifference,
    "differences",
    "Who predicts people's preferences better",
    "",
    dispensable=(("n_pairs",), ("pvalue",)),
)
CATEGORIES = TableSpec.of(
    CategoryAgreement,
    "categories",
    "Agreement in categories",
    "",
)
CATEGORY_DIFFERENCES = TableSpec.of(
    CategoryDifference,
    "category_differences",
    "Differences in categories",
    "",
    dispensable=(("n_pairs",), ("pvalue",)),
)
POSITION = TableSpec.of(
    PositionRow,
    "position",
    "The order in which outputs are shown",
    "",
    dispensable=(
        ("n_verdicts",),
        (("order_low", "order_high"),),
        ("order_effect",),
        ("n_both",),
        (("consistent_low", "consistent_high"),),
    ),
)
BIAS = TableSpec.of(
    PairBias,
    "bias",
    "What judges prefer beside quality",
    "",
    dispensable=(("n_pairs",),),
)
STRENGTHS = TableSpec.of(
    Strength,
    "strengths",
    "Strengths of systems",
    "",
    dispensable=(
        ("n_comparisons",),
        (("difference_low", "difference_high"),),
        ("difference",),
        ("pvalue_adjusted",),
    ),
)
RANKING = TableSpec.of(
    RankingAgreement,
    "ranking",
    "The judge's ranking beside people's",
    "",
)
WINS = TableSpec.of(
    WinRate,
    "wins",
    "Win rates by people, with the judge's help",
    "",
    (
        *("metric", "system", "estimate", ("low", "high"), "estimate_human", ("low_human", "high_human")),
        *("estimate_judge", "lam", "labels_worth", "n_labelled", "n_unlabelled"),
    ),
    dispensable=(
        ("lam",),
        ("n_labelled", "n_unlabelled"),
        ("labels_worth",),
        (("low_human", "high_human"),),
    ),
)
TRIADS = TableSpec.of(
    TriadRow,
    "triads",
    "Preferences that go in a circle",
    "",
)


class PreferenceView(View[PreferencesResult]):
    """Tables, figure and page of a study of preferences."""

    eyebrow: ClassVar[str] = "do judges and metrics prefer what people prefer?"
    shown: ClassVar[tuple[str, ...]] = (
        *("agreement", "strengths", "ranking", "differences", "categories", "position", "bias", "triads"),
    )
    specs: ClassVar[tuple[TableSpec, ...]] = (
        *(AGREEMENT, RATERS, DIFFERENCES, CATEGORIES, CATEGORY_DIFFERENCES, POSITION, BIAS),
        *(STRENGTHS, RANKING, WINS, TRIADS),
    )
    needs: ClassVar[Mapping[str, str]] = {
        "agreement": "It takes a judge or a metric beside people (--judge, --people).",
        "raters": "It takes two people on the same pairs, as many as --smallest-rater says.",
        "differences": "It takes two judges or metrics.",
        "categories": "Name a grouping column (--by); categories have --smallest-category pairs or more.",
        "category_differences": "It takes two judges or metrics, and a grouping column (--by).",
        "position": "Say which output was shown first: a column 'shown_first' with A or B.",
        "bias": "It takes texts (columns 'text_a' and 'text_b'), the judge's own family (--own), or pairs of which "
        "both systems stand first (A) in turn.",
        "strengths": "It takes names of systems, and a finite strength of each (--prior 0.5).",
        "ranking": "It takes three systems or more, with a finite strength of each (--prior 0.5).",
        "wins": "It takes three systems or more, and pairs that people judged.",
        "triads": "It takes inputs for which three systems or more were compared.",
    }

    def tables(self, result: PreferencesResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; columns without a value are left out."""
        found = super().tables(result)
        return tuple((without_empty(rows, spec), rows) for spec, rows in found)

    def data(self, result: PreferencesResult) -> str:
        """Return the name of the data."""
        return f"{result.pairs.name}."

    def captions(self, result: PreferencesResult) -> dict[str, str]:
        """Return captions that say the settings."""
        return _captions(result)

    def printed_by_default(self, result: PreferencesResult, name: str, width: int) -> Sequence[Table]:
        """Return a table; agreement under the rule for ties that was asked for, and the first differences."""
        del width
        spec, rows = self.table(result, name)
        if name == "agreement":
            here = [row for row in rows if row.ties == result.settings.ties]
            return [
                (spec.without("ties"), sorted(here, key=lambda row: (row.kind != "judge", -row.estimate)))
            ]
        return [(spec, rows)]

    def title(self, result: PreferencesResult) -> str:
        """Return the heading of the page."""
        judges = result.selection.judges or result.selection.metrics or ()
        return f"Preferences of {', '.join(judges[:3])}{' and others' if len(judges) > 3 else ''} beside people's"

    def facts(self, result: PreferencesResult) -> str:
        """Return who said how much, in one line."""
        pairs, chosen = result.pairs, result.selection
        return counted_facts(
            (len(pairs), "verdict"),
            (len(pairs.systems), "system"),
            (len(pairs.inputs), "input"),
            *([(len(chosen.judges), "judge")] if chosen.judges else []),
            *([(len(chosen.metrics), "metric")] if chosen.metrics else []),
            more=(f"people: {len(chosen.people or ())}",),
        )

    def figures(self, result: PreferencesResult) -> tuple[Figure, ...]:
        """Return the strengths, where there are some."""
        return (strength_plot(result),) if result.strengths else ()

    def tiles(self, result: PreferencesResult) -> Iterable[Tile]:
        """Return the numbers of the judge that agrees most with people."""
        first = leading(result)
        return _people_alone(result) if first is None else _tiles(result, first.metric)

    def chapters(self, result: PreferencesResult) -> Iterator[Chapter]:
        """Yield agreement, strengths, categories, biases and what else there is."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result)}

        def blocks(*names: str) -> tuple[Block, ...]:
            return tuple(
                section(found[name][0], found[name][1], self._parts(*found[name]), heading=k > 0)
                for k, name in enumerate(name for name in names if found[name][1])
            )

        groups = (
            ("agreement", ("agreement", "differences", "raters")),
            ("strengths", ("strengths", "ranking", "wins", "triads")),
            ("categories", ("categories", "category_differences")),
            ("bias", ("bias", "position")),
        )
        for name, names in groups:
            made = blocks(*names)
            if name == "strengths":
                made = (*pictures(self.drawn(result)), *made)
            if made:
                first = next(one for one in names if found[one][1])
                yield Chapter(name, found[first][0].title, made)

    def _parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield a part per rule for ties, or per judge of strengths and win rates."""
        key = {"agreement": "ties", "strengths": "metric", "wins": "metric"}.get(spec.name)
        if key is None:
            yield whole_part(spec, rows)
            return
        for value in dict.fromkeys(getattr(row, key) for row in rows):
            here = [row for row in rows if getattr(row, key) == value]
            summary = f"Ties: {value}" if key == "ties" else f"By {value}"
            yield whole_part(spec.without(key), here, summary)


def _captions(study: PreferencesResult) -> dict[str, str]:
    settings = study.settings
    level = percent(settings.confidence)
    over = {"both": "other inputs and systems", "inputs": "other inputs", "systems": "other systems"}[
        settings.over
    ]
    ties = TIES[settings.ties]
    adjusted = "" if settings.correction == "none" else f", adjusted by {settings.correction}"
    return {
        "agreement": f"Share of verdicts of one person that it agrees with; of ties (half: agree with a "
        f"decision by half; "
        f"class: a third class; else left out). Chance: of one that ties as often and guesses. Beside it another "
        f"person, on the pairs that two people judged. Intervals: {level}, for {over}.",
        "raters": f"A person's agreement with all others, and the judge's with the same others on the same "
        f"pairs ({ties}). "
        f"Of people with {settings.smallest_rater} pairs or more. Intervals: {level}.",
        "differences": f"Agreement with people, the first minus the second, on the pairs that both judged ({ties}). "
        f"Intervals: {level}, for {over}; p: Student's t{adjusted}.",
        "categories": f"Agreement with people by '{study.selection.by}' ({ties}). Categories of "
        f"{settings.smallest_category} pairs or more. Intervals: {level}.",
        "category_differences": f"The first minus the second in each category ({ties}). Intervals: {level}; p: "
        f"Student's "
        f"t{adjusted} over all categories and pairs.",
        "position": "Share of verdicts for the output shown first, a tie being half of one; log odds that being "
        "first adds "
        "at equal strength; share of the pairs shown in both orders with the same verdict. "
        f"Intervals: {level}, for other inputs.",
        "bias": "Share of pairs in which the judge, and people, prefer the longer output, or that of the judge's own "
        f"family; a tie is half. Intervals of the difference: {level}, for {over}.",
        "strengths": f"In log odds, the mean is 0. Intervals: {level}, for these systems and people on other inputs. "
        f"Limits of ranks "
        "hold for all systems at once. Minus people: how far a judge's strength is from people's, p adjusted "
        "over systems.",
        "ranking": "In order: share of pairs of systems that both order the same way, "
        f"{level} interval for other systems and other inputs. Correlation: of the strengths, without the noise of the "
        "verdicts, for these systems on other inputs; with noise: as they are. Kendall's tau with p over orders of the "
        "systems. Pairs of systems that both are shown to order: alike, and reversed; separated: pairs that people are "
        "shown to order.",
        "wins": "Share of its comparisons that a system wins by people, a tie being half: from their verdicts and the "
        f"judge's on all pairs (prediction-powered), and from theirs alone. Intervals: {level}. Assumes that the pairs "
        "people judged are a random sample.",
        "triads": "Of three systems for one input, A over B, B over C and C over A. Expected: of independent "
        "verdicts with "
        f"the strengths above. People: what most of them say. Intervals: {level}, for other inputs.",
    }


def _tiles(study: PreferencesResult, name: str) -> Iterator[Tile]:
    rank = decision_of(study.decisions, MAY_RANK, name)
    order = None if rank is None else next(one for one in rank.grounds if one.measure == IN_ORDER)
    if rank is not None and order is not None and not math.isnan(order.estimate):
        yield Tile(
            f"Rank systems: {answer_words(rank.answer)}",
            percent(order.estimate),
            f"of pairs of systems {name} orders as people do; bar {percent(order.bar)}",
            interval_of_shares(order.low, order.high),
        )
    one = next(row for row in study.agreement if (row.metric, row.ties) == (name, study.settings.ties))
    yield Tile(
        f"{name} agrees with a person",
        percent(one.estimate),
        f"of {one.n_pairs:,} pairs; chance {percent(one.chance)}",
        interval_of_shares(one.low, one.high),
    )
    if one.n_both:
        yield Tile(
            "Another person does",
            percent(one.ceiling),
            f"where two or more judged ({one.n_both:,} pairs)",
            interval_of_shares(one.ceiling_low, one.ceiling_high),
        )
    place = next((row for row in study.position if row.metric == name), None)
    if place is not None and order_is_told(study, place):
        yield Tile(
            "What is shown first wins",
            percent(place.estimate),
            f"of {place.n_verdicts:,} verdicts of {name}; a tie is half",
            interval_of_shares(place.low, place.high),
        )


def _people_alone(study: PreferencesResult) -> Iterator[Tile]:
    for strength in [row for row in study.strengths if row.metric == "people"][:1]:
        yield Tile(
            "People prefer most",
            strength.system,
            f"strength {decimal(strength.estimate)} {interval(strength.low, strength.high)}; rank "
            f"{strength.rank_low} to {strength.rank_high}",
        )
