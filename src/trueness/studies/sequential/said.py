"""What is said of labels that come one after another: settled or not, how many more, and what to know of it."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Iterator, Sequence

from trueness.decisions.decision import Decision
from trueness.decisions.may_grade import MINUS_PEOPLE, OUTPUTS, PEOPLE, agreement_with_people
from trueness.errors import listing
from trueness.studies.judge.decided_words import beside_people_words
from trueness.studies.sequential.rows import ApartRow, SequentialResult, SettledRow
from trueness.studies.sequential.settings import THESE
from trueness.study.lights import lit
from trueness.study.number_words import bracketed, counted, decimal
from trueness.study.rows import Caution

SYMBOLS = {"kappa": "kappa", "weighted_kappa": "weighted kappa"}

NEXT = 50
"""So many outputs are proposed to be drawn, where the file has them."""

PRICE = (
    "Limits that hold after every label are wider than those of one look: `trueness judge` without --sequential may "
    "say more of these labels, and its promise holds if nobody looked before."
)

MOST_RUNS = 5
"""So many runs of missing turns are named."""


def sequential_conclusions(found: SequentialResult) -> tuple[str, ...]:
    """Return whether it is settled for each judge, and which judges are told apart."""
    said = [
        lit(row.answer, " ".join(_judge(found, row, decision)))
        for row, decision in zip(found.settled, found.decisions, strict=True)
    ]
    return (*said, *map(_apart, found.apart), *_drawn(found))


def _judge(found: SequentialResult, row: SettledRow, decision: Decision) -> Iterator[str]:
    name = f"'{row.metric}'"
    if not row.n_labelled:
        yield f"Nothing is known of {name} yet: no output has a label by a person.{_to_draw(found, row)}"
        return
    several = decision.of(PEOPLE) is not None
    whose = "these outputs" if found.settings.applies_to == THESE else "outputs like these"
    after = counted(row.n_labelled, "label")
    unsure = f"Not settled after {after} whether {name} may grade {whose}"
    settled = f"Settled after {counted(row.settled_after or 0, 'label')}: {name}"
    if row.answer == "yes":
        yield f"{settled} may grade {whose} in place of a person. {_numbers(row, decision)}."
    elif row.answer == "no":
        yield f"{settled} should not grade {whose} alone. {_numbers(row, decision)}."
    elif decision.reason == PEOPLE:
        floor = decision.ground
        yield (
            f"{unsure}. People have to agree first: by "
            f"{decimal(floor.estimate)}{bracketed(floor.low, floor.high)}, and it takes {decimal(floor.bar)}."
        )
        yield _more(found, row, several=several)
    elif decision.reason == OUTPUTS:
        of = " that two people labelled" if several else ""
        yield f"{unsure}: it takes {decision.ground.bar:.0f} at least{of}.{_to_draw(found, row, several=several)}"
    else:
        yield f"{unsure}: {_numbers(row, decision, first=False)}."
        yield _more(found, row, several=several)


def _numbers(row: SettledRow, decision: Decision, *, first: bool = True) -> str:
    its = "Its" if first else "its"
    agreement = agreement_with_people(decision)
    symbol = SYMBOLS[row.measure]
    if decision.of(MINUS_PEOPLE) is None:
        limits = bracketed(agreement.low, agreement.high)
        return f"{its} {symbol} with people is {decimal(agreement.estimate)}{limits}, and the bar is {decimal(row.bar)}"
    return beside_people_words(decision, f"{its} {symbol}")


def _more(found: SequentialResult, row: SettledRow, *, several: bool) -> str:
    """Return how many more labels it takes, or how to get some, and how many outputs there are for them."""
    if row.more_low is None:
        return _to_draw(found, row, several=several).lstrip()
    if row.more_high is None:
        takes = f"It takes {counted(row.more_low, 'more label')} at least: the truth may lie near the bar."
    else:
        takes = f"It likely takes {row.more_low:,} to {counted(row.more_high, 'more label')}."
    left = row.n_left
    if (row.more_high or row.more_low) <= left:
        return takes + _to_draw(found, row, several=True) if several else takes  # a sheet would be of no use
    there = counted(left, "output") if left else "No output"
    scarce = f"{takes} {there} {'is' if left < 2 else 'are'} left"
    if row.more_low <= left:
        return f"{scarce}."
    return f"{scarce}: {_add_outputs(found)}. {PRICE}"


def _add_outputs(found: SequentialResult) -> str:
    if found.settings.applies_to == THESE:
        return "add outputs to the file"
    return "add outputs to the file, or ask about these alone: --applies-to these"


def _to_draw(found: SequentialResult, row: SettledRow, *, several: bool = False) -> str:
    """Return what to type to draw the next outputs, after a blank; nothing where some were drawn just now.

    Where two people labelled some outputs, only those count that two people labelled: a sheet has one column of labels.
    """
    if found.next:
        return ""
    if row.n_waiting or found.missing_turns:
        return " Label first what was drawn."
    if not row.n_left:
        return f" No output is left: {_add_outputs(found)}."
    more = f"--next {min(NEXT, row.n_left)}"
    if not several:
        return f" Draw the next outputs: {more} --sheet next.csv."
    known = found.table.annotations.get(found.selection.human)
    names = known.annotators if known is not None and len(known.annotators) > 1 else ("NAME1", "NAME2")
    people = shlex.quote(",".join(names))
    page = f"{more} --label-page next.html --texts FILE --people {people} --overlap 1"
    return f" Draw the next outputs for all of them: {page}."


def _apart(row: ApartRow) -> str:
    by = f"{SYMBOLS[row.measure]} differs by {decimal(row.estimate)}{bracketed(row.low, row.high)}"
    if row.low > 0:
        return lit("yes", f"'{row.metric}' agrees better with people than '{row.rival}': {by}.")
    if row.high < 0:
        return lit("yes", f"'{row.rival}' agrees better with people than '{row.metric}': {by}.")
    return lit("cannot_tell", f"Not settled which of '{row.metric}' and '{row.rival}' agrees better: {by}.")


def _drawn(found: SequentialResult) -> Iterator[str]:
    if found.next:
        first, last = found.next[0].turn, found.next[-1].turn
        yield f"{counted(len(found.next), 'output')} to label next: turns {first} to {last} (--table next)."


def missing_turns_words(turns: Sequence[int]) -> str:
    """Return that turns are missing, which, and what to do.

    Parameters
    ----------
    turns : sequence of int
        In their order; not empty.
    """
    gaps = [place for place in range(1, len(turns)) if turns[place] != turns[place - 1] + 1]
    runs = [turns[start:end] for start, end in itertools.pairwise([0, *gaps, len(turns)])]
    said = listing(
        [str(run[0]) if len(run) == 1 else f"{run[0]}\u2013{run[-1]}" for run in runs[:MOST_RUNS]], quotes=""
    )
    more = " and further ones" if len(runs) > MOST_RUNS else ""
    one = len(turns) == 1
    return (
        f"turn{'' if one else 's'} {said}{more} {'is' if one else 'are'} missing: what comes after does not count. "
        "Give all sheets and the files of all people, with every row. If rows were deleted, the command that drew the "
        "sheet writes them again, with the --seed that its signature has; label them."
    )


def sequential_cautions(found: SequentialResult) -> tuple[Caution, ...]:
    """Return what is to be known of labels in their order."""
    return tuple(_cautions(found))


def _cautions(found: SequentialResult) -> Iterator[Caution]:
    row = found.settled[0]
    if found.missing_turns:
        yield Caution("missing_turns", "warning", missing_turns_words(found.missing_turns))
    if row.n_waiting:
        yield Caution(
            "waiting",
            "warning",
            f"{counted(row.n_waiting, 'output')} of the sheet wait for a label, or come after one that does. They do "
            "not count yet: label them in their order.",
        )
    if row.n_left_out:
        yield Caution(
            "alike",
            "warning",
            f"{counted(row.n_left_out, 'label')} are of inputs of which another output was labelled before. They do "
            "not count for other inputs. Ask about these outputs alone to count all: --applies-to these.",
        )
    asked, drawn = found.settings.next_outputs, len(found.next)
    if asked > drawn:
        left = f"{counted(row.n_left, 'output')} {'is' if row.n_left == 1 else 'are'} left"
        why = (
            "all of them were drawn"
            if drawn == row.n_left
            else f"{drawn} could be drawn before those of one label by the judge were used up"
        )
        yield Caution(
            "used_up",
            "warning",
            f"{left}, and {asked:,} were asked for: {why}. For more {_add_outputs(found)}.",
        )
    yield Caution(
        "looks",
        "note",
        "limits hold together after every label, if labels came in the order in which outputs were drawn and none was "
        "changed after a look. Labels without a turn count as chosen by lot, in the order of the file.",
    )
