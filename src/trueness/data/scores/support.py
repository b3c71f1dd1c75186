"""What a score table can answer, what it cannot and why, what looks doubtful, and the command to type next."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Sequence

import numpy as np

from trueness.data.scores.copies import annotators_means
from trueness.data.scores.proposed_human import LABELS, proposed_by_name, proposed_human
from trueness.data.scores.run_columns import run_columns
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing

_LOWER = re.compile(
    r"(^|[_\W])(ter|wer|cer|ppl|perplexity|nll|loss|mse|rmse|mae|error|errors|penalty|toxicity|latency|rank)([_\W]|$)",
    re.IGNORECASE,
)
"""Names of measures of which less is better."""

FEWEST_SYSTEMS = 3
"""Over fewer, correlations say nothing."""

FEWEST_TO_LEARN = 4
"""Systems that learning and planning take."""


@dataclasses.dataclass(frozen=True)
class Lack:
    """Why some commands cannot answer.

    Attributes
    ----------
    commands : tuple of str
    reason : str
    remedy : str
        What to add, a sentence; empty where the reason says it.
    """

    commands: tuple[str, ...]
    reason: str
    remedy: str = ""

    @property
    def words(self) -> str:
        """The reason and the remedy."""
        return f"{self.reason}. {self.remedy}" if self.remedy else f"{self.reason}."


@dataclasses.dataclass(frozen=True)
class Support:
    """What a table can answer.

    Attributes
    ----------
    can : tuple of str
        Commands, with their question where it is an option: ``judge --panel``.
    cannot : tuple of Lack
    by : tuple of str
        Groups of inputs and systems, for ``--by``; of several labels.
    doubts : tuple of str
        What may have to be said of the columns, a sentence each.
    next : str
        The command to type next, ready to be pasted; empty where the table is not enough for one.
    provided : str
        What that command takes for granted: ``people gave 'label'``; empty for nothing.
    annotators : str
        What has to be said of columns so that they are those of single annotators, which some of `can` take for
        granted; empty where it is known.
    then : str
        The command after it, which asks about what that one writes; empty where it is the last.
    """

    can: tuple[str, ...]
    cannot: tuple[Lack, ...]
    by: tuple[str, ...]
    doubts: tuple[str, ...]
    next: str
    provided: str
    annotators: str = ""
    then: str = ""


Options = Sequence[tuple[str, str]]
"""Options of the command line: flags and what stands after each, empty where nothing does."""


def support(
    table: ScoreTable,
    sources: Sequence[str],
    options: Options = (),
    *,
    otherwise: str = "",
    written: str = "",
) -> Support:
    """Return what a table supports, what is doubtful about it, and the command to give next.

    Parameters
    ----------
    table : ScoreTable
    sources : sequence of str
        What the table was read from, as it is typed.
    options : sequence of (str, str)
        How it was read, which the next command needs, too.
    otherwise : str
        The command where there is nothing to compare with people, such as the one that scores the texts.
    written : str
        The file that it writes.
    """
    options = list(options)
    proposed = proposed_human(table)
    if otherwise and proposed.people and proposed.provided:
        proposed = proposed_by_name(())._replace(doubt=proposed.doubt)
    doubts = [doubt for doubt in (proposed.doubt, run_columns(table)) if doubt]
    people = proposed.people
    if proposed.columns:
        options = with_columns(options, proposed.columns)
    # people's too: a rate of errors by people and one by a judge are turned both, or neither
    higher = [scorer for scorer in table.scorers if scorer.higher_is_better and not scorer.nominal]
    lower = list(dict.fromkeys(people.get(one.name, one.name) for one in higher if _LOWER.search(one.name)))
    runs = _with_runs(table)
    annotated = any(not table.scorer(name).nominal for name in people) or any(
        len(one.annotators) > 1 and not table.scorer(name).nominal
        for name, one in table.annotations.items()
        if name not in runs
    )
    given = (*proposed.names, *people)
    left = {one.name for one in table.scorers if not table.given(one.name).size} | set(
        annotators_means(table)
    )
    others = [one.name for one in table.scorers if one.name not in (*given, *left)]
    if not given and not proposed.missing:
        others = others[1:]  # one of them has to be of people
    scored_first = bool(otherwise) and not others
    if scored_first and len(table.scorers) == 1 and not given:
        proposed = proposed_by_name(table.scorer_names)
        given = proposed.names
    if proposed.missing:
        sources = [*sources, LABELS]
    can, cannot = _supported(table, annotated=annotated, n_judges=len(others), missing=proposed.missing)
    command = _next(table, given, others, annotated=annotated)
    then = _next(table, given, ["a metric"], annotated=annotated) if scored_first and written else ""
    asked = scored_first or bool(command and command != "systems")
    more = proposed.typed(several=(then or command) == "compare") if asked else []
    if command == "compare --pool":
        more = ["--tables-by", str(_apart(table)), *more]
    if lower:
        said = shlex.quote(",".join(lower))
        if scored_first or not command:
            doubts.append(f"Less may be better for {listing(lower)}. If so: --lower-is-better {said}")
        else:
            doubts.append(
                f"Less may be better for {listing(lower)}: the command below says --lower-is-better {said}. If more "
                "is better, leave that out"
            )
            options = [*options, ("--lower-is-better", ",".join(lower))]
    return Support(
        can=can,
        cannot=cannot,
        by=tuple(
            name
            for name, labels in (*table.input_groups.items(), *table.system_groups.items())
            if len(set(labels) - {""}) > 1
        ),
        doubts=tuple(doubts),
        next=otherwise if scored_first or not command else typed(command, sources, options, more),
        provided=proposed.provided if asked else "",
        annotators=proposed.columns,
        then=typed(then, [written], (), more) if then else "",
    )


def typed(command: str, sources: Sequence[str], options: Options, more: Sequence[str] = ()) -> str:
    """Return a command as it is typed, with the options by which its sources were read.

    Parameters
    ----------
    command : str
        With its question: ``judge --annotators``.
    sources : sequence of str
    options : sequence of (str, str)
    more : sequence of str
        What it asks beside.
    """
    words = [*sources, *(word for one in options for word in one if word), *more]
    return f"trueness {command} {shlex.join(words)}"


def _next(table: ScoreTable, people: Sequence[str], others: Sequence[str], *, annotated: bool) -> str:
    """Return which command comes next: by what people gave, beside what, on how many systems; empty for none."""
    n = len(table.systems) if table.has_systems else 0
    if not others:
        if annotated:
            return "judge --annotators"
        return "systems" if n > 1 and len(table.inputs) > 1 else ""
    labelled = any(table.scorer(name).labels for name in people if name in table.scorer_names)
    if labelled or n < FEWEST_SYSTEMS:
        return "judge"
    return "compare" if _apart(table) is None else "compare --pool"


def _apart(table: ScoreTable) -> str | None:
    """Return the grouping column whose groups are test sets apart, with systems of their own; None where none is."""
    for column, labels in table.input_groups.items():
        groups = set(labels)
        if "" in groups or not 1 < len(groups) <= len(table.systems) // FEWEST_SYSTEMS:
            continue
        scored, label = table.scored(), np.array(labels, dtype=object)
        there = np.array([scored[:, label == one].any(axis=1) for one in groups])
        if (there.sum(axis=0) <= 1).all() and (there.sum(axis=1) >= FEWEST_SYSTEMS).all():
            return column
    return None


def _supported(
    table: ScoreTable, *, annotated: bool, n_judges: int, missing: str
) -> tuple[tuple[str, ...], tuple[Lack, ...]]:
    """Return the commands that a table of human scores and metrics is enough for, and the others by what is missing."""
    n, m = (len(table.systems) if table.has_systems else 0), len(table.inputs)
    there = counted(n, "system")
    there = f"there {'is' if n == 1 else 'are'} {there}"
    name_them = "Name the column of systems: --columns system=COL"

    def systems(fewest: int) -> tuple[str, str] | None:
        if not table.has_systems:
            return "no column names systems", name_them
        return (f"{there}, and it takes {fewest}", "") if n < fewest else None

    one = (f"there is {counted(m, 'input')}, and it takes 2", "") if m < 2 else None
    nobody = (
        None
        if n_judges > 0
        else ("there is no metric and no judge beside people", "Add a column of its scores.")
    )
    if missing:
        nobody = (missing, "")
    ranked = nobody
    if ranked is None and sum(not one.nominal for one in table.scorers) < 2:
        ranked = ("labels have no order", "If they have one: --labels 'WORST<…<BEST'")
    second = (
        None
        if _with_runs(table) or n_judges > 1
        else ("there is no second judge, and no second run", "Add a column, or runs as NAME@run1, NAME@run2.")
    )
    alone = None
    if not annotated and any(scorer.nominal for scorer in table.scorers if scorer.name in table.annotations):
        alone = ("the labels of annotators have no order", "If they have one: --labels 'WORST<…<BEST'")
    elif not annotated:
        alone = (
            "there are no single annotators of ordered scores",
            "Name them: --columns 'annotators=PREFIX_*', or one by one: --columns annotators=ANN,BOB",
        )
    lacks = {
        "compare": ranked,
        "judge": nobody,
        "disagreements": ranked,
        "multiverse": ranked,
        "systems": systems(2) or one,
        "compare --equivalence": ranked,
        "compare --worth": ranked or systems(FEWEST_SYSTEMS),
        "compare --ranges": ranked or systems(FEWEST_SYSTEMS),
        "compare --variants": ranked or systems(FEWEST_SYSTEMS),
        "learn": ranked or systems(FEWEST_TO_LEARN) or one,
        "plan": ranked or systems(FEWEST_TO_LEARN) or one,
        "judge --panel": (None if missing else nobody) or second,
        "judge --annotators": alone,
    }
    reasons: dict[tuple[str, str], list[str]] = {}
    for name, reason in lacks.items():
        if reason is not None:
            reasons.setdefault(reason, []).append(name)
    can = tuple(name for name, reason in lacks.items() if reason is None)
    return can, tuple(Lack(tuple(names), *reason) for reason, names in reasons.items())


def with_columns(options: Options, more: str) -> list[tuple[str, str]]:
    """Return options that say one thing more about columns; what they say of them is one word.

    Parameters
    ----------
    options : sequence of (str, str)
    more : str
        As it stands after ``--columns``.
    """
    said = [word for flag, word in options if flag == "--columns"]
    others = [one for one in options if one[0] != "--columns"]
    return [*others, ("--columns", ",".join([*said, more]))]


def _with_runs(table: ScoreTable) -> list[str]:
    """Return the metrics that scored more than once."""
    return [name for name in table.annotations if table.scorer(name).role == "metric"]
