"""The findings of a comparison in plain sentences, made from its rows."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.errors import listing
from trueness.studies.rows import Estimate, PairTest, Rank
from trueness.studies.settings import Settings

LEVEL_WORDS = {
    "system": "ranking systems",
    "input": "ranking the outputs of one input",
    "global": "ranking outputs of any system and input",
    "per_system": "ranking the outputs of one system",
}
COEFFICIENT_WORDS = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall": "Kendall's tau-b",
    "tau_c": "Kendall's tau-c",
    "gamma": "gamma",
}
CORRECTION_WORDS = {
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli",
}
OVER_WORDS = {
    "systems": "other systems on these inputs",
    "inputs": "these systems on other inputs",
    "both": "other systems and other inputs",
}


def conclusions(
    human: str,
    settings: Settings,
    estimates: Sequence[Estimate],
    tests: Sequence[PairTest],
    ranks: Sequence[Rank],
) -> tuple[str, ...]:
    """Return one short paragraph per level, from the first coefficient that was asked for.

    Parameters
    ----------
    human : str
    settings : Settings
    estimates, tests, ranks : sequences of rows
        Of the main test.
    """
    coefficient = settings.coefficients[0]
    found: list[str] = []
    for level in settings.levels:
        here = [row for row in estimates if (row.level, row.coefficient) == (level, coefficient)]
        known = sorted((row for row in here if row.estimate == row.estimate), key=lambda row: -row.estimate)
        if not known:
            found.append(f"At the {level} level no metric has a defined correlation with '{human}'.")
            continue
        sentences = [_best(known[0], len(known), human)]
        if len(known) > 1:
            sentences.append(_separation(level, coefficient, tests, ranks, settings))
        wide = next((row for row in known if row.low == row.low), None)
        if wide is not None and settings.interval != "fisher":
            sentences.append(
                f"Intervals are {settings.confidence:.0%} and speak of {OVER_WORDS[settings.over]}."
            )
        found.append(" ".join(filter(None, sentences)))
    found.extend(_wrong_pairs(estimates))
    return tuple(found)


def _best(row: Estimate, n_metrics: int, human: str) -> str:
    interval = f" [{row.low:.2f}, {row.high:.2f}]" if row.low == row.low else ""
    lead = "agrees best" if n_metrics > 1 else "agrees"
    word = f"{COEFFICIENT_WORDS[row.coefficient]} {row.estimate:.2f}{interval}"
    return f"In {LEVEL_WORDS[row.level]} ({row.level} level), '{row.metric}' {lead} with '{human}': {word}."


def _separation(
    level: str, coefficient: str, tests: Sequence[PairTest], ranks: Sequence[Rank], settings: Settings
) -> str:
    here = [row for row in tests if (row.level, row.coefficient) == (level, coefficient)]
    if not here:
        return ""
    pairs = {frozenset((row.metric, row.rival)): row for row in here}
    separated = {frozenset((row.metric, row.rival)) for row in here if row.verdict in ("better", "worse")}
    top = [
        row.metric
        for row in ranks
        if (row.level, row.coefficient) == (level, coefficient) and row.not_outperformed
    ]
    family = (
        "" if settings.correction == "none" else f" after {CORRECTION_WORDS[settings.correction]} correction"
    )
    if settings.baseline is not None:
        better = [row.metric for row in here if row.verdict == "better"]
        worse = [row.metric for row in here if row.verdict == "worse"]
        return (
            f"Against '{settings.baseline}', {listing(better) if better else 'none'} "
            f"{'is' if len(better) < 2 else 'are'} better and {listing(worse) if worse else 'none'} "
            f"worse{family}; "
            f"{len(pairs) - len(better) - len(worse)} of {len(pairs)} are not separated."
        )
    sentence = f"The test separates {len(separated)} of {len(pairs)} pairs{family}"
    if not separated:
        return f"{sentence}: no ranking of these metrics is supported."
    return f"{sentence}; not significantly outperformed by any other: {listing(top, 12)}."


def _wrong_pairs(estimates: Sequence[Estimate]) -> list[str]:
    """Translate the best metric's Kendall interval at the system level (Deutsch et al. 2021, section 6.1)."""
    rows = [
        row
        for row in estimates
        if row.level == "system"
        and row.coefficient == "kendall"
        and row.wrong_pairs_low == row.wrong_pairs_low
    ]
    if not rows:
        return []
    best = max(rows, key=lambda row: row.estimate)
    low, high = max(0.0, best.wrong_pairs_low), min(1.0, best.wrong_pairs_high)
    if len(rows) > 1:
        subject = f"Even '{best.metric}', the best by Kendall's tau at the system level, orders"
    else:
        subject = f"At the system level '{best.metric}' orders"
    sentence = (
        f"{subject} between {low:.0%} and {high:.0%} of the pairs of systems against people, by its interval."
    )
    return [sentence]
