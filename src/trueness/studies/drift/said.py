"""What is said of two batches: whether the judge moved, what that leaves for the systems, and what to know of it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.studies.drift.rows import ALL_OUTPUTS, ChangeRow, Drift, DriftRow, PeopleRow
from trueness.studies.number_words import bracketed, counted, decimal, percent, significant
from trueness.studies.rows import Caution

FEW_ANCHORS = 30

MOST_JUDGES = 5

_SYMBOLS = {"kappa": "kappa", "weighted_kappa": "weighted kappa", "pearson": "Pearson's r"}


def drift_conclusions(found: Drift, batches: tuple[str, str]) -> tuple[str, ...]:
    """Return whether each judge moved, or the systems did, one paragraph each.

    Parameters
    ----------
    found : Drift
        Without its conclusions.
    batches : tuple of two str
    """
    changes = {row.metric: row for row in found.changes if row.system == ALL_OUTPUTS}
    people = {row.metric: row for row in found.people}
    said = []
    for row in found.drift[:MOST_JUDGES]:
        text = _judge(row, batches)
        if row.metric in changes:
            text += _systems(found, row, changes[row.metric])
        if row.metric in people:
            text += _agreement(found, people[row.metric])
        said.append(text)
    return tuple(said)


def _judge(row: DriftRow, batches: tuple[str, str]) -> str:
    size = f"{decimal(row.estimate)}{bracketed(row.low, row.high)}"
    anchors = f"on {counted(row.n_outputs, 'output')} that it judged in '{batches[0]}' and in '{batches[1]}'"
    head = {
        "moved": f"The judge '{row.metric}' moved: {anchors} its mean changed by {size}, p = {significant(row.pvalue)}",
        "same": f"The judge '{row.metric}' stayed where it was, within ±{decimal(row.margin)}: {anchors} its mean "
        f"changed by {size}",
        "undecided": f"Whether the judge '{row.metric}' moved is undecided: {anchors} its mean changed by {size}, "
        f"which may be chance, and may be more than {decimal(row.margin)}",
        "undefined": f"Whether the judge '{row.metric}' moved cannot be said: {anchors} its mean changed by {size}",
    }[row.verdict]
    text = f"{head}. It gives {percent(1 - row.changed)} of them the same as before"
    if not math.isnan(row.agreement):
        limits = bracketed(row.agreement_low, row.agreement_high)
        text += f" ({_SYMBOLS[row.measure]} with itself {decimal(row.agreement)}{limits})"
    return f"{text}."


def _systems(found: Drift, row: DriftRow, change: ChangeRow) -> str:
    raw = change.after - change.before
    size = f"{decimal(change.estimate)}{bracketed(change.low, change.high)}"
    moved = "" if math.isnan(change.pvalue) else _shown(found, change)
    text = (
        f" Other outputs are {decimal(abs(raw))} {'higher' if raw >= 0 else 'lower'} than before; without what the "
        f"judge did to the anchors ({decimal(change.judge_part)}) that is {size}{moved}."
    )
    systems = [one for one in found.changes if one.metric == row.metric and one.system != ALL_OUTPUTS]
    apart = [one for one in systems if one.pvalue_adjusted <= 1 - found.settings.confidence]
    if systems:
        text += f" After correction (Holm) {len(apart)} of {counted(len(systems), 'system')} changed."
    return text


def _shown(found: Drift, change: ChangeRow) -> str:
    if change.pvalue > 1 - found.settings.confidence:
        return ", which may be chance: the systems are not shown to have changed"
    return f", p = {significant(change.pvalue)}: the systems {'rose' if change.estimate > 0 else 'fell'}"


def _agreement(found: Drift, row: PeopleRow) -> str:
    if math.isnan(row.estimate):
        return ""
    size = f"{decimal(row.estimate)}{bracketed(row.low, row.high)}"
    text = (
        f" With '{found.selection.human}' it agreed by {_SYMBOLS[row.measure]} {decimal(row.before)} and agrees by "
        f"{decimal(row.after)}, a difference of {size}"
    )
    if math.isnan(row.pvalue) or row.pvalue > 1 - found.settings.confidence:
        return f"{text}, which may be chance."
    return f"{text}: it agrees {'better' if row.estimate > 0 else 'less'} than before."


def drift_cautions(found: Drift, *, declared: bool) -> tuple[Caution, ...]:
    """Return everything to be said, the gravest first.

    Parameters
    ----------
    found : Drift
        Without its cautions.
    declared : bool
        Whether the data say which outputs are anchors.
    """
    cautions = [*_about_anchors(found), *_about_outputs(found, declared=declared)]
    return tuple(sorted(dict.fromkeys(cautions), key=lambda caution: caution.severity != "warning"))


def _about_anchors(found: Drift) -> Iterator[Caution]:
    few = [row for row in found.drift if row.n_clusters < FEW_ANCHORS]
    if few:
        least = min(few, key=lambda row: row.n_clusters)
        yield Caution(
            "few_anchors",
            "warning",
            f"'{least.metric}' has {counted(least.n_clusters, 'independent anchor')}: intervals rest on very little. "
            "Have more outputs of the earlier batch judged again.",
        )


def _about_outputs(found: Drift, *, declared: bool) -> Iterator[Caution]:
    if not declared:
        yield Caution(
            "anchors_taken",
            "note",
            "Outputs of the same system for the same input in both batches are taken to be the same text. If a system "
            "wrote anew, say which inputs are anchors (--anchors COLUMN).",
        )
    if found.changes:
        yield Caution(
            "same_shift",
            "note",
            "What is left for the systems takes the judge to have moved on other outputs as it did on the anchors: "
            "these have to be like the others.",
        )
    else:
        yield Caution(
            "only_anchors",
            "note",
            "There are no other outputs in both batches: nothing is said of the systems.",
        )
