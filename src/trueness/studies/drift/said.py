"""What is said of two batches: whether the judge moved, what that leaves for the systems, and what to know of it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.decisions.decision import Answer, decision_of
from trueness.decisions.moved_between_batches import (
    AGREEMENT_MOVED,
    FEWEST_ANCHORS,
    JUDGE_MOVED,
    SYSTEM_MOVED,
    SYSTEMS_MOVED,
)
from trueness.errors import listing, series
from trueness.statistics.judging.labels_to_settle import labels_to_settle_change
from trueness.studies.drift.decided import withheld
from trueness.studies.drift.rows import ALL_OUTPUTS, AnchorRow, ChangeRow, DriftResult, DriftRow, PeopleRow
from trueness.study.lights import lit
from trueness.study.number_words import bracketed, counted, decimal, percent, significant
from trueness.study.rows import Caution
from trueness.study.settled_words import takes_to_settle

FEW_ANCHORS = 30

MOST_JUDGES = 5

_SYMBOLS = {"kappa": "kappa", "weighted_kappa": "weighted kappa", "pearson": "Pearson's r"}

FIRST = {"moved": 0, "undecided": 1, "undefined": 2, "same": 3}


def drift_conclusions(found: DriftResult, batches: tuple[str, str]) -> tuple[str, ...]:
    """Return whether each judge moved, those that moved first, and then what that leaves for systems and people.

    Parameters
    ----------
    found : DriftResult
        Without its conclusions.
    batches : tuple of two str
    """
    changes = {row.metric: row for row in found.changes if row.system == ALL_OUTPUTS}
    people = {row.metric: row for row in found.people}
    said = [_all_judges(found)] if len(found.drift) > 1 else []
    for row in sorted(found.drift, key=lambda one: FIRST[one.verdict])[:MOST_JUDGES]:
        said.append(_judge(found, row, batches))
        if row.metric in changes:
            said.append(_systems(found, changes[row.metric]))
        if row.metric in people:
            said.append(_agreement(found, people[row.metric]))
        said.append(_itself(found, row))
    return tuple(filter(None, said))


def _all_judges(found: DriftResult) -> str:
    """Return which judges moved, which stayed, and of which it cannot be told and why, a sentence for each."""
    kinds: dict[str, list[str]] = {}
    for row in found.drift:
        kinds.setdefault(_kind(found, row), []).append(f"'{row.metric}'")
    unsure = "We cannot tell whether {} moved"
    words = {
        "moved": "{} moved.",
        "same": "{} stayed within the margin.",
        "": f"{unsure}: the change may be chance, or more than the margin.",
        "few": f"{unsure}: there are too few anchors.",
        "chosen": f"{unsure}: the anchors are no random sample of the earlier batch.",
        "systems": f"{unsure}: most systems have no anchors.",
        "undefined": f"{unsure}: its change is undefined.",
    }
    return " ".join(
        lit(_light(kind), text.format(series(kinds[kind]))) for kind, text in words.items() if kind in kinds
    )


def _kind(found: DriftResult, row: DriftRow) -> str:
    if row.verdict in ("moved", "same", "undefined"):
        return row.verdict
    known = decision_of(found.decisions, JUDGE_MOVED, row.metric)
    return "" if known is None else withheld(known)


def _light(kind: str) -> Answer:
    """Return whether scores of the two batches can be compared as they are."""
    return "yes" if kind == "same" else "no" if kind == "moved" else "cannot_tell"


def _judge(found: DriftResult, row: DriftRow, batches: tuple[str, str]) -> str:
    name = f"'{row.metric}'"
    anchors = f"{counted(row.n_outputs, 'output')} judged in both '{batches[0]}' and '{batches[1]}'"
    size = f"its mean changed by {decimal(row.estimate)}{bracketed(row.low, row.high)} on {anchors}"
    kind = _kind(found, row)
    unsure = f"We cannot tell whether {name} moved"
    if kind in ("chosen", "systems", "few"):
        sample = next(one for one in found.anchors if one.metric == row.metric)
        return lit(_light(kind), f"{unsure}: {_why(kind, sample, batches[0])}")
    margin = decimal(row.margin)
    text = {
        "moved": f"{name} moved: {size}. Take that off before you compare the two batches.",
        "same": f"{name} stayed where it was: {size}, within ±{margin}. Compare the two batches as they are.",
        "undefined": f"{unsure}: the interval of its change is undefined.",
        "": f"{unsure}: {size}. That may be chance{_among(found)}, or more than the margin of {margin}. "
        f"{_more(found, row, batches[0])}",
    }[kind]
    return lit(_light(kind), text)


def _more(found: DriftResult, row: DriftRow, batch: str) -> str:
    """Say how many outputs judged in both batches settle whether a judge moved or stayed."""
    needed = labels_to_settle_change(
        row.low, row.high, row.margin, row.n_outputs, confidence=found.settings.confidence
    )
    again = f"Have more outputs of '{batch}' judged again"
    if math.isnan(needed.likely):
        return f"{again}."
    return f"{again}: in all it {takes_to_settle(needed, row.n_outputs)}."


def _among(found: DriftResult) -> str:
    return f" among {len(found.drift)} judges" if len(found.drift) > 1 else ""


def _itself(found: DriftResult, row: DriftRow) -> str:
    """Return how a judge agrees with itself; empty where anchors say nothing of others."""
    if _kind(found, row) in ("chosen", "systems", "few"):
        return ""
    same = (
        f"'{row.metric}' gives {percent(1 - row.changed)} of these outputs the same score or label as before"
    )
    if math.isnan(row.agreement):
        return f"{same}."
    limits = bracketed(row.agreement_low, row.agreement_high)
    return f"{same}. With itself it agrees by {_SYMBOLS[row.measure]} {decimal(row.agreement)}{limits}."


def _pvalue(value: float) -> str:
    return "p < .001" if value < 0.001 else f"p = {significant(value)}"


def _why(kind: str, sample: AnchorRow, batch: str) -> str:
    """Return why anchors say nothing of other outputs, and what to do."""
    if kind == "few":
        return (
            f"{counted(sample.n_clusters, 'independent output')} of '{batch}' "
            f"{'was' if sample.n_clusters == 1 else 'were'} judged again, and it takes {FEWEST_ANCHORS}. Have more "
            "judged again, chosen at random."
        )
    remedy = f"Choose outputs of '{batch}' at random, of every system, and have these judged again."
    if kind == "systems":
        return f"only {percent(sample.covered)} of the other outputs of '{batch}' are of systems with anchors. {remedy}"
    return (
        f"the outputs judged again are no random sample of '{batch}'. Their mean was {decimal(sample.mean_anchors)} "
        f"there, that of the others {decimal(sample.mean_others)} ({_pvalue(sample.pvalue)}). Outputs chosen "
        f"for low or high scores come back towards the mean even if nothing moves. {remedy}"
    )


def _systems(found: DriftResult, change: ChangeRow) -> str:
    known = decision_of(found.decisions, SYSTEMS_MOVED, change.metric)
    unsure = "We cannot tell whether the systems moved"
    by = f" by '{change.metric}'" if len(found.drift) > 1 else ""
    if known is None or withheld(known) in ("few", "chosen", "systems"):
        return lit("cannot_tell", f"{unsure}{by}: that takes anchors like the other outputs.")
    if withheld(known) == "mix":
        return lit("cannot_tell", f"{unsure}{by}: none of them wrote other outputs in both batches.")
    size = f"{decimal(change.estimate)}{bracketed(change.low, change.high)}"
    mix = " at the same mix of systems" if len({row.system for row in found.changes}) > 2 else ""
    rest = (
        f"other outputs changed by {size}{mix}, after the judge's own change ({decimal(change.judge_part)}) is taken "
        "off"
    )
    if known.answer == "yes":
        text = f"The systems {'rose' if change.estimate > 0 else 'fell'}{by}: {rest}."
    else:
        text = f"{unsure}{by}: {rest}."
    single = decision_of(found.decisions, SYSTEM_MOVED, change.metric)
    if single is not None and single.names:
        text += f" By themselves {listing(single.names)} moved."
    return lit(known.answer, text)


def _agreement(found: DriftResult, row: PeopleRow) -> str:
    known = decision_of(found.decisions, AGREEMENT_MOVED, row.metric)
    if known is None or withheld(known) or math.isnan(row.estimate):
        return ""
    numbers = (
        f"{_SYMBOLS[row.measure]} was {decimal(row.before)} and is {decimal(row.after)}, a change of "
        f"{decimal(row.estimate)}{bracketed(row.low, row.high)}"
    )
    with_people = f"agrees with '{found.selection.human}'"
    if known.answer != "yes":
        text = f"We cannot tell whether '{row.metric}' {with_people} more or less than before: {numbers}."
    else:
        text = (
            f"'{row.metric}' {with_people} {'more' if row.estimate > 0 else 'less'} than before: {numbers}."
        )
    return lit(known.answer, text)


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
            f"'{least.metric}' has {counted(least.n_clusters, 'independent anchor')}, so its intervals rest on very "
            "little. Have more outputs of the earlier batch judged again.",
        )
    if all(math.isnan(row.mean_others) for row in found.anchors):
        yield Caution(
            "all_anchors",
            "note",
            "All outputs of the earlier batch were judged again, which leaves open how they were "
            "chosen. If only those that failed before were, they come back towards the mean by "
            "themselves.",
        )


def _about_outputs(found: DriftResult, *, declared: bool) -> Iterator[Caution]:
    if not declared:
        yield Caution(
            "anchors_taken",
            "note",
            "Outputs of one system for one input are taken to be the same text in both batches. If a system wrote "
            "anew, say which inputs are anchors (--anchors COLUMN).",
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
            "The change of the systems assumes that the judge moved on other outputs as it did on the anchors. It also "
            f"assumes inputs of the same kind in both batches.{mix}",
        )
    else:
        yield Caution(
            "only_anchors",
            "note",
            "We cannot tell whether the systems moved: one of the batches has no other outputs.",
        )
