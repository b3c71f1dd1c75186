"""What simulations say about the tests and intervals of a comparison."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from trueness.methods.applies_to import APPLIES_TO, USUAL
from trueness.methods.registry import pair_test
from trueness.methods.studied import studied_intervals
from trueness.statistics.proportion_interval import proportion_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.certified_table import (
    ALPHA,
    BAND,
    CertifiedCoverage,
    CertifiedRate,
    certified_coverage,
    certified_coverages,
    certified_size,
)
from trueness.studies.certify.looks import LOOKS, looks_of
from trueness.studies.certify.score_type import score_type
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.study.number_words import percent
from trueness.study.rows import Caution
from trueness.study.words import RESAMPLED_WORDS

MUCH = 2 * ALPHA
"""A test that rejects a true null this often gives a warning; below, a note."""

SCORE_WORDS = {
    "normal": "normal scores",
    "likert": "human scores of a few values",
    "skewed": "skewed scores",
    "heavy_tailed": "scores with outliers",
}


def certified_cautions(
    arrays: ScoreArrays,
    settings: Settings,
    tests: Sequence[PairTest],
    *,
    rates: Sequence[CertifiedRate] | None = None,
) -> Iterable[Caution]:
    """Yield one caution per main test that rejected true nulls too often in simulations.

    Too often is: the worst null truth is rejected in more than .065, and, allowing for its being the worst of several,
    clearly in more than .05; of truths that no data can be told from, half of them are rejected in more than .065, too.
    Truths that can be seen in data count where they are seen. Certified are two-sided tests, so that of one-sided ones
    nothing is said; nor of tests shown beside, which are no recommendation.

    Parameters
    ----------
    arrays : ScoreArrays
    settings : Settings
    tests : sequence of PairTest
    rates : sequence of CertifiedRate, optional
        By default those that come with the package.
    """
    kind, looks = score_type(arrays.human), looks_of(arrays)
    used = dict.fromkeys(
        (row.test, row.over, row.level, row.coefficient)
        for row in tests
        if row.alternative == "two-sided" and settings.is_main(row)
    )
    worst: dict[str, tuple[CertifiedRate, list[str]]] = {}
    for test, over, level, coefficient in used:
        name = pair_test(test).studied_as(over, settings.standardize)
        if name is None:
            continue
        size = arrays.n_systems, arrays.n_inputs
        rate = certified_size(name, level, coefficient, *size, kind, looks=looks, rates=rates)
        if rate is None or not _too_often(rate):
            continue
        kept, places = worst.get(name, (rate, []))
        place = f"{coefficient}, {level} level"
        worst[name] = (max(kept, rate, key=lambda one: one.size), [*places, place])
    for name, (rate, places) in worst.items():
        yield Caution(
            "certified_size",
            "warning" if rate.size > MUCH else "note",
            f"Take p-values near .05 with care ({'; '.join(places)}). In simulations with {rate.n_systems} systems and "
            f"{rate.n_inputs} inputs ({_data_words(rate)}), the test ({name.replace('_', ' ')}) raised false alarms in "
            f"up to {percent(rate.size, 1)} of tables, where {percent(ALPHA)} are allowed.",
        )


def _too_often(rate: CertifiedRate) -> bool:
    rejected = round(rate.size * rate.runs)
    low, _ = proportion_interval(rejected, rate.runs, 1 - 0.05 / rate.truths)
    usual = rate.size if rate.look or math.isnan(rate.median) else rate.median
    return usual > ALPHA + BAND and low > ALPHA


def _data_words(rate: CertifiedRate) -> str:
    seen = f", {LOOKS[rate.look]}" if rate.look else ""
    return f"{SCORE_WORDS[rate.scores]}{seen}; the worst: {rate.truth}"


TARGET = 0.95
TOO_FEW = 0.925
"""An interval that holds the population value less often gives a note, where that is clear."""

FAR_TOO_FEW = 0.90
"""Below, a warning."""

TOO_MANY = 0.975
"""An interval that holds it more often is wider than needed."""

BETTER = 0.01
"""Another interval is named if it holds the value enough, and so much more often or in less width."""

Place = tuple[str, str]
"""(level, coefficient)."""


def certified_coverage_cautions(
    arrays: ScoreArrays,
    settings: Settings,
    *,
    coverages: Sequence[CertifiedCoverage] | None = None,
) -> Iterable[Caution]:
    """Yield a caution if the intervals were too narrow in simulations like these data, and one if they were too wide.

    Too narrow is: fewer than .925 hold the population value, the mean over truths, and under the worst one, allowing
    for its being the worst of several, clearly fewer than .95. By the worst truth alone every interval would be warned
    of. Too wide: even under the worst more than .975 do, clearly more than .95. Certified are 95% intervals, so that
    nothing is said of others.

    Parameters
    ----------
    arrays : ScoreArrays
    settings : Settings
    coverages : sequence of CertifiedCoverage, optional
        By default those that come with the package.
    """
    name = settings.interval_method.studied_as(settings.over)
    rows = certified_coverages() if coverages is None else coverages
    if name is None or settings.confidence != TARGET or not rows:
        return
    kind, looks = score_type(arrays.human), looks_of(arrays)
    narrow: dict[Place, CertifiedCoverage] = {}
    wide: dict[Place, CertifiedCoverage] = {}
    for place in settings.keys:
        size = arrays.n_systems, arrays.n_inputs
        found = certified_coverage(name, *place, *size, kind, looks=looks, coverages=rows)
        if found is not None and _too_seldom(found):
            narrow[place] = found
        elif found is not None and found.coverage > TOO_MANY and found.low > TARGET:
            wide[place] = found
    start = (
        f"There are {arrays.n_systems} systems, {arrays.n_inputs} inputs and {SCORE_WORDS[kind]}{{}}. In simulations "
        f"of such scores{{}}, the {_interval_words(settings)} held the population value in "
    )
    if narrow:
        scope = " It applies to these systems only." if settings.over == "inputs" else ""
        yield Caution(
            "certified_coverage",
            "warning" if min(row.mean_coverage for row in narrow.values()) < FAR_TOO_FEW else "note",
            f"{start.format(_seen(narrow), _size(narrow))}{_shares(narrow, mean=True)} of tables on average, and in "
            f"as few as {percent(min(row.coverage for row in narrow.values()), 1)} under the worst truth, instead of "
            f"{percent(TARGET)}: take it for too narrow.{scope}{_better(narrow, settings, rows)}",
        )
    if wide:
        yield Caution(
            "certified_coverage",
            "note",
            f"{start.format(_seen(wide), _size(wide))}{_shares(wide)} of tables or more instead of {percent(TARGET)}: "
            "it is wider than "
            f"needed.{_better(wide, settings, rows)}",
        )


def _too_seldom(found: CertifiedCoverage) -> bool:
    covered = round(found.coverage * found.runs)
    _, high = proportion_interval(covered, found.runs, 1 - 0.05 / found.truths)
    return found.mean_coverage < TOO_FEW and high < TARGET


def _interval_words(settings: Settings) -> str:
    method = settings.interval_method
    words = f"{method.words} interval"
    return f"{words} over {RESAMPLED_WORDS[settings.over]}" if method.resampled else words


def _seen(found: dict[Place, CertifiedCoverage]) -> str:
    """Return what of the truths was seen in the data, in words."""
    looks = dict.fromkeys(LOOKS[row.look] for row in found.values() if row.look)
    return "".join(f", {words}" for words in looks)


def _size(found: dict[Place, CertifiedCoverage]) -> str:
    """Return of which size the nearest data are, if that is one."""
    sizes = {(row.n_systems, row.n_inputs) for row in found.values()}
    if len(sizes) > 1:
        return ""
    ((systems, inputs),) = sizes
    return f" with {systems} systems and {inputs} inputs"


def _shares(found: dict[Place, CertifiedCoverage], *, mean: bool = False) -> str:
    """Return the shares in words, the lowest first: under the worst truth, or the mean over truths."""
    one_size = _size(found) != ""
    shares = {place: row.mean_coverage if mean else row.coverage for place, row in found.items()}
    ordered = sorted(found.items(), key=lambda item: shares[item[0]])
    return ", ".join(
        f"{percent(shares[level, coefficient], 1)} ({coefficient}, {level} level"
        f"{'' if one_size else f', {row.n_systems} systems and {row.n_inputs} inputs'})"
        for (level, coefficient), row in ordered
    )


def _better(
    found: dict[Place, CertifiedCoverage], settings: Settings, rows: Sequence[CertifiedCoverage]
) -> str:
    """Return the narrowest other interval of systems that covers enough in the same data at all of these places."""
    lowest = min(row.coverage for row in found.values())
    width = sum(row.width for row in found.values())
    better: list[tuple[float, str, float]] = []
    for name, one in studied_intervals().items():
        method, over = one.interval, one.over
        off = method.closed_form and set(settings.computed_levels) != {"system"}
        if not method.proposed or over == "inputs" or off:
            continue
        others = [_same_data(name, row, rows) for row in found.values()]
        known = [row for row in others if row is not None]
        if len(known) < len(others):
            continue
        covered, wide = min(row.coverage for row in known), sum(row.width for row in known)
        enough = covered >= TOO_FEW
        if not enough or (wide >= width if lowest > TARGET else covered < lowest + BETTER):
            continue
        option = f"--interval {method.name}" + (f" --over {over}" if method.resampled else "")
        if len(method.overs) > 1 and not method.resampled and over != APPLIES_TO[USUAL]:
            option += f" --applies-to {over}"
        better.append((wide, option, covered))
    if not better:
        return " All other certified intervals contain it too seldom there."
    _, option, covered = min(better)
    return f" There {option} held it in {percent(covered, 1)} or more."


def _same_data(
    name: str, of: CertifiedCoverage, rows: Sequence[CertifiedCoverage]
) -> CertifiedCoverage | None:
    wanted = (name, of.level, of.coefficient, of.scores, of.look, of.n_systems, of.n_inputs)
    for row in rows:
        key = (row.interval, row.level, row.coefficient, row.scores, row.look, row.n_systems, row.n_inputs)
        if key == wanted:
            return row
    return None
