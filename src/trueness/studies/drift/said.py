"""What is said of two batches: whether the judge moved, what that leaves for the systems, and what to know of it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.decisions.moved_between_batches import (
    AGREEMENT_MOVED,
    FEWEST_ANCHORS,
    JUDGE_MOVED,
    SYSTEM_MOVED,
    SYSTEMS_MOVED,
)
from trueness.errors import listing, series
from trueness.studies.drift.decided import decision, withheld
from trueness.studies.drift.rows import ALL_OUTPUTS, AnchorRow, ChangeRow, DriftResult, DriftRow, PeopleRow
from trueness.study.number_words import bracketed, counted, decimal, percent, significant
from trueness.study.rows import Caution

FEW_ANCHORS = 30

MOST_JUDGES = 5

_SYMBOLS = {"kappa": "kappa", "weighted_kappa": "weighted kappa", "pearson": "Pearson's r"}

FIRST = {"moved": 0, "undecided": 1, "undefined": 2, "same": 3}


def drift_conclusions(found: DriftResult, batches: tuple[str, str]) -> tuple[str, ...]:
    """Return whether each judge moved, or the systems did, one paragraph each; those that moved first.

    Parameters
    ----------
    found : DriftResult
        Without its conclusions.
    batches : tuple of two str
    """
    changes = {row.metric: row for row in found.changes if row.system == ALL_OUTPUTS}
    people = {row.metric: row for row in found.people}
    said = []
    if len(found.drift) > 1:
        said.append(answer(found))
    for row in sorted(found.drift, key=lambda one: FIRST[one.verdict])[:MOST_JUDGES]:
        text = _judge(found, row, batches)
        if row.metric in changes:
            text += _systems(found, changes[row.metric])
        if row.metric in people:
            text += _agreement(found, people[row.metric])
        said.append(text)
    return tuple(said)


def answer(found: DriftResult) -> str:
    """Return which judges moved, which stayed, and of which it cannot be told and why, a sentence for each."""
    kinds: dict[str, list[str]] = {}
    for row in found.drift:
        kinds.setdefault(_kind(found, row), []).append(f"'{row.metric}'")
    words = {
        "moved": "{} moved",
        "same": "{} stayed within the margin",
        "": "We cannot tell whether {} moved: the change may be chance, or more than the margin",
        "few": "We cannot tell whether {} moved: there are too few anchors",
        "chosen": "We cannot tell whether {} moved: the anchors are no random sample of the earlier batch",
        "systems": "We cannot tell whether {} moved: most systems have no anchors",
        "undefined": "Whether {} moved is undefined",
    }
    return " ".join(f"{text.format(series(kinds[kind]))}." for kind, text in words.items() if kind in kinds)


def _kind(found: DriftResult, row: DriftRow) -> str:
    if row.verdict in ("moved", "same", "undefined"):
        return row.verdict
    known = decision(found.decisions, JUDGE_MOVED, row.metric)
    return "" if known is None else withheld(known)


def _judge(found: DriftResult, row: DriftRow, batches: tuple[str, str]) -> str:
    name = f"'{row.metric}'"
    anchors = f"{counted(row.n_outputs, 'output')} judged in '{batches[0]}' and in '{batches[1]}'"
    size = f"{decimal(row.estimate)}{bracketed(row.low, row.high)}"
    same = f"It gives {percent(1 - row.changed)} of them the same as before"
    if not math.isnan(row.agreement):
        limits = bracketed(row.agreement_low, row.agreement_high)
        same += f" ({_SYMBOLS[row.measure]} with itself {decimal(row.agreement)}{limits})"
    kind = _kind(found, row)
    if kind in ("chosen", "systems", "few"):
        sample = next(one for one in found.anchors if one.metric == row.metric)
        return f"We cannot tell whether {name} moved. {_why(kind, sample, batches[0])}"
    text = {
        "moved": f"{name} moved: on {anchors} its mean changed by {size}. Take that off before you compare the two "
        "batches.",
        "same": f"{name} stayed where it was: on {anchors} its mean changed by {size}, within ±{decimal(row.margin)}. "
        "Its scores of the two batches can be compared.",
        "undefined": f"Whether {name} moved is undefined: on {anchors} its mean changed by {size}.",
        "": f"We cannot tell whether {name} moved: on {anchors} its mean changed by {size}. That may be "
        f"chance{_among(found)}, or more than the margin of {decimal(row.margin)}. Have more outputs of "
        f"'{batches[0]}' judged again.",
    }[kind]
    return f"{text} {same}."


def _among(found: DriftResult) -> str:
    return f" among {len(found.drift)} judges" if len(found.drift) > 1 else ""


def _pvalue(value: float) -> str:
    return "p < .001" if value < 0.001 else f"p = {significant(value)}"


def _why(kind: str, sample: AnchorRow, batch: str) -> str:
    """Return why anchors say nothing of other outputs, and what to do."""
    if kind == "few":
        return (
            f"It takes {FEWEST_ANCHORS} independent outputs of '{batch}' that were judged again, and there are "
            f"{sample.n_clusters}. Have more judged again, chosen at random."
        )
    remedy = f"Choose outputs of '{batch}' at random, of every system, and have these judged again."
    if kind == "systems":
        return f"Only {percent(sample.covered)} of the other outputs of '{batch}' are of systems with anchors. {remedy}"
    return (
        f"The outputs judged again are no random sample of '{batch}': their mean was {decimal(sample.mean_anchors)} "
        f"there, that of the others {decimal(sample.mean_others)} ({_pvalue(sample.pvalue)}). Outputs chosen "
        f"for low or high scores come back towards the mean though nothing moved. {remedy}"
    )


def _systems(found: DriftResult, change: ChangeRow) -> str:
    known = decision(found.decisions, SYSTEMS_MOVED, change.metric)
    if known is None or withheld(known) in ("few", "chosen", "systems"):
        return " Nor can we tell whether the systems moved."
    if withheld(known) == "mix":
        return " No system wrote other outputs in both batches, so nothing is said of the systems."
    size = f"{decimal(change.estimate)}{bracketed(change.low, change.high)}"
    several = len({row.system for row in found.changes}) > 2
    mix = "at the same mix of systems and " if several else ""
    rest = f"other outputs changed by {size}, {mix}without the judge's part ({decimal(change.judge_part)})"
    if known.answer == "yes":
        text = f" The systems {'rose' if change.estimate > 0 else 'fell'}: {rest}."
    else:
        text = f" The systems are not shown to have moved: {rest}."
    single = decision(found.decisions, SYSTEM_MOVED, change.metric)
    if single is not None and single.names:
        text += f" Shown to have moved by themselves: {listing(single.names)}."
    return text


def _agreement(found: DriftResult, row: PeopleRow) -> str:
    known = decision(found.decisions, AGREEMENT_MOVED, row.metric)
    if known is None or withheld(known) or math.isnan(row.estimate):
        return ""
    size = f"{decimal(row.estimate)}{bracketed(row.low, row.high)}"
    numbers = (
        f"{_SYMBOLS[row.measure]} {decimal(row.after)} after {decimal(row.before)}, a difference of {size}"
    )
    if known.answer != "yes":
        return (
            f" It is not shown to agree with '{found.selection.human}' more or less than before ({numbers})."
        )
    more = "better" if row.estimate > 0 else "less"
    return f" It agrees {more} with '{found.selection.human}' than before ({numbers})."


def drift_cautions(found: DriftResult, *, declared: bool) -> tuple[Caution, ...]:
    """Return everything to be said, the gravest first.

    Parameters
    ----------
    found : DriftResult
        Without its cautions.
    declared : bool
        Whether the data say which outputs are anchors.
    """
    cautions = [*_about_anchors(found), *_about_outputs(found, declared=declared)]
    return tuple(sorted(dict.fromkeys(cautions), key=lambda caution: caution.severity != "warning"))


def _about_anchors(found: DriftResult) -> Iterator[Caution]:
    few = [row for row in found.drift if row.n_clusters < FEW_ANCHORS]
    if few:
        least = min(few, key=lambda row: row.n_clusters)
        yield Caution(
            "few_anchors",
            "warning",
            f"'{least.metric}' has {counted(least.n_clusters, 'independent anchor')}: intervals rest on very little. "
            "Have more outputs of the earlier batch judged again.",
        )
    if all(math.isnan(row.mean_others) for row in found.anchors):
        yield Caution(
            "all_anchors",
            "note",
            "All outputs of the earlier batch were judged again, so nothing shows how they were chosen. If the table "
            "holds only those that failed before, they come back towards the mean though nothing moved.",
        )


def _about_outputs(found: DriftResult, *, declared: bool) -> Iterator[Caution]:
    if not declared:
        yield Caution(
            "anchors_taken",
            "note",
            "Outputs of the same system for the same input in both batches are taken to be the same text. If a system "
            "wrote anew, say which inputs are anchors (--anchors COLUMN).",
        )
    if found.changes:
        mix = (
            ""
            if found.selection.mix
            else " If their mix changed, name the column of inputs that says so (--mix COLUMN)."
        )
        if found.selection.clusters is None:
            yield Caution(
                "independent_inputs",
                "note",
                "Inputs are taken as independent. If some belong together, such as those of one topic, name the column "
                "that says so (--clusters COLUMN).",
            )
        yield Caution(
            "same_shift",
            "note",
            "What is left for the systems assumes that the judge moved on other outputs as it did on the anchors, and "
            f"that both batches have inputs of the same kind.{mix}",
        )
    else:
        yield Caution(
            "only_anchors",
            "note",
            "There are no other outputs in both batches: nothing is said of the systems.",
        )
