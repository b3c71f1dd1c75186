"""What a score table can answer, what it cannot and why, and what looks as if it had still to be said."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing

_LOWER = re.compile(
    r"(^|[_\W])(ter|wer|cer|ppl|perplexity|nll|loss|mse|rmse|mae|error|errors|penalty|toxicity|latency)([_\W]|$)",
    re.IGNORECASE,
)
"""Names of measures of which less is better."""

_PERSON = re.compile(r"^(human|annotator|rater|expert|worker)[_\-. ]\S+$", re.IGNORECASE)
"""Names of columns that look like those of single annotators."""


_HUMAN = re.compile(
    r"^(human|gold|people|expert|mos|mqm|esa|da|likert|rating|label)([_\W].*)?$", re.IGNORECASE
)
"""What scores by people are called, as a rule."""

_QUALITY = re.compile(
    r"^(adequacy|fluency|coherence|consistency|relevance|readability|informativeness|helpfulness|overall|quality)$",
    re.IGNORECASE,
)
"""Qualities that people are asked for, and judges, too."""

OTHERS = (
    "compare --conditions and --pool, judge --drift (other tables), judge --preferences (pairs), "
    "compare --references, score, generate (texts)"
)


def supported(table: ScoreTable) -> tuple[tuple[str, ...], dict[str, list[str]]]:
    """Return the commands that a table of human scores and metrics is enough for, and the others by what is missing.

    Parameters
    ----------
    table : ScoreTable
    """
    n, m = (len(table.systems) if table.has_systems else 0), len(table.inputs)
    there = "there is 1 system" if n == 1 else f"there are {n} systems"
    few = there if table.has_systems else "no column names systems"
    one = f"there is {m} input" if m == 1 else ""
    repeated = _with_runs(table)
    judged = any(
        len(people.annotators) > 1 for name, people in table.annotations.items() if name not in repeated
    )
    humans = sum(scorer.role == "human" for scorer in table.scorers) or 1  # one is, though nobody said
    several = repeated or len(table.scorers) - humans > 1
    missing = {
        "compare": "",
        "compare --equivalence": "",
        "judge": "",
        "multiverse": "",
        "disagreements": "",
        "judge --panel": "" if several else "there is no second judge, and no second run",
        "systems": few if n < 2 else one,
        "compare --worth": few if n < 3 else "",
        "compare --ranges": few if n < 3 else "",
        "compare --variants": few if n < 3 else "",
        "learn": few if n < 4 else one,
        "plan": few if n < 4 else one,
        "judge --annotators": "" if judged else "there are no two single annotators",
    }
    reasons: dict[str, list[str]] = {}
    for name, reason in missing.items():
        if reason:
            reasons.setdefault(reason, []).append(name)
    return tuple(name for name, reason in missing.items() if not reason), reasons


def support(
    table: ScoreTable, sources: Sequence[str], options: Sequence[tuple[str, str]] = ()
) -> tuple[str, ...]:
    """Return lines on the levels and commands that a table supports, on what is doubtful, and the command to give next.

    Parameters
    ----------
    table : ScoreTable
    sources : sequence of str
        What the table was read from, as it is typed.
    options : sequence of (str, str)
        How it was read: flags and what stands after each, which the next command needs, too.
    """
    n, m = len(table.systems), len(table.inputs)
    humans = [scorer.name for scorer in table.scorers if scorer.role == "human"]
    options = list(options)
    lines = []
    if not table.has_systems:
        lines.append("levels: global only, since no column names systems (--columns system=COL)")
    elif n < 3:
        lines.append(f"levels: global and per_system; over {counted(n, 'system')} a correlation says nothing")
    elif m < 2:
        lines.append("levels: system and input; there is one input, so that nothing is known of others")
    else:
        lines.append("levels: system, input, global and per_system")
    runs = _with_runs(table)
    several = [
        name for name, people in table.annotations.items() if len(people.annotators) > 1 and name not in runs
    ]
    lines.append(
        f"annotators: {listing(several)} (trueness judge --annotators; human ceilings)"
        if several
        else "annotators: none, so that there is no human ceiling "
        "(--columns 'annotators=COL,annotators=COL' or 'annotators=PREFIX_*')"
    )
    if runs:
        lines.append(f"runs: {listing(runs)} (trueness judge --panel)")
    alike = [scorer.name for scorer in table.scorers if _PERSON.match(scorer.name)]
    if len(alike) > 1 and len({re.split(r"[_\-. ]", name)[0] for name in alike}) == 1:
        stem = re.split(r"[_\-. ]", alike[0])[0]
        prefix = alike[0][: len(stem) + 1]
        options = _with_columns(options, f"annotators={prefix}*")
        humans = humans or [stem]
        lines.append(f"look like annotators: {listing(alike)}; if so: --columns 'annotators={prefix}*'")
    metrics = [scorer for scorer in table.scorers if scorer.role != "human" and scorer.higher_is_better]
    lower = [scorer.name for scorer in metrics if _LOWER.search(scorer.name)]
    if lower:
        lines.append(
            f"less may be better: {listing(lower)}; if so: --lower-is-better {shlex.quote(','.join(lower))}"
        )
    can, cannot = supported(table)
    groups = [*table.input_groups, *table.system_groups]
    by = f"; compare by groups: --by {groups[0]}" if groups else ""
    lines.append(f"commands: {', '.join(can)}{by}")
    lines += [f"not {', '.join(names)}: {reason}" for reason, names in cannot.items()]
    lines.append(f"with more than these scores: {OTHERS}")
    guessed = [] if humans else _guessed([one.name for one in table.scorers])
    human = shlex.quote(humans[0] if humans else ",".join(guessed) or "NAME")
    command = "compare" if table.has_systems else "judge"
    given = "them" if len(guessed) > 1 else "it"
    asked = (
        "" if humans else f", if people gave {given}" if guessed else ", with the name of the human scores"
    )
    read = "".join(f" {flag} {shlex.quote(word)}" if word else f" {flag}" for flag, word in options)
    lines.append(f"next: trueness {command} {shlex.join(sources)}{read} --human {human}{asked}")
    return tuple(lines)


def _with_columns(options: Sequence[tuple[str, str]], more: str) -> list[tuple[str, str]]:
    """Return options that say one thing more about columns; what they say of them is one word."""
    said = [word for flag, word in options if flag == "--columns"]
    others = [one for one in options if one[0] != "--columns"]
    return [*others, ("--columns", ",".join([*said, more]))]


def _guessed(names: Sequence[str]) -> list[str]:
    """Return the scores that people may have given: the first called so, or all that are called after a quality."""
    called = [name for name in names if _HUMAN.match(name)]
    return called[:1] or [name for name in names if _QUALITY.match(name)]


def _with_runs(table: ScoreTable) -> list[str]:
    """Return the metrics that scored more than once."""
    return [name for name in table.annotations if table.scorer(name).role == "metric"]
