"""`trueness check`: what a file of scores holds."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import HOW_TEXTS, JSON, SOURCES, option_flags, takes
from trueness.cli.showing import IN_JSON, console, own_reference_lines, say, write_json
from trueness.errors import listing
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row, fields_of, jsonable
from trueness.study.lights import LIGHTS
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.data.scores.score_table import ScoreTable
    from trueness.data.scores.sentinels import Sentinel
    from trueness.data.scores.support import Support
    from trueness.data.texts.text_lengths import TextLength
    from trueness.parallel import TextProgress
    from trueness.study.human_facts import HumanPair


@takes(SOURCES, JSON)
def check(**given: Any) -> None:
    """Say what a file holds: systems, inputs, scorers, texts, copies."""
    from trueness.cli.reading import read_given
    from trueness.data.scores.support import support
    from trueness.reporting.terminal import print_table, shown_progress

    as_json, options = given.pop("json"), _repeated(given)
    with shown_progress(quiet=as_json) as (_, progress):
        lengths, unscored, own = _lengths_of_texts(given, progress)
        names = given["scores"] = [name for name in given["scores"] if name not in unscored]
        table = read_given(given, progress)[0] if names else None
    facts = None if table is None else TableFacts.of(table, support(table, names, options))
    if as_json:
        of_table = {} if facts is None else jsonable(facts)
        write_json({**of_table, "texts": jsonable(lengths), "own_references": own})
        return
    if table is not None and facts is not None:
        _show(table, facts)
    for line in own_reference_lines(own):
        say(line)
    if lengths:
        print_table(console(), LENGTHS, lengths, rest=IN_JSON)


COVERAGE = TableSpec(
    "coverage",
    "Scores",
    "How many outputs each scorer has a score for, and how these are spread over outputs.",
    (
        Column("scorer", "Scorer"),
        Column("role", "Role"),
        Column("better", "Better"),
        Column("n_annotators", "Annotators", "count"),
        Column("n_present", "Present", "count"),
        Column("n_missing", "Missing", "count"),
        Column("share", "Share", "share"),
        Column("mean", "Mean", "threshold"),
        Column("sd", "SD", "threshold"),
        Column("minimum", "Smallest", "threshold"),
        Column("maximum", "Largest", "threshold"),
    ),
    dispensable=(("share",), ("minimum", "maximum"), ("n_missing",), ("n_annotators",)),
)


LENGTHS = TableSpec(
    "texts",
    "Texts",
    "How many texts there are, for an input on average, and how long they are.",
    (
        Column("part", "Texts"),
        Column("n_texts", "Number", "count"),
        Column("per_input_low", "Fewest", "count"),
        Column("per_input", "Per input", "statistic"),
        Column("per_input_high", "Most", "count"),
        Column("words_low", "Shortest", "count"),
        Column("words", "Words", "statistic"),
        Column("words_high", "Longest", "count"),
        Column("characters", "Letters", "statistic"),
    ),
    dispensable=(("words_low", "words_high"),),
)
MOST_NOTES = 3
"""Notes on a terminal; JSON has all."""

MOST_HUMANS = 12
"""Of more human scorers a terminal shows no correlations with each other; JSON has them."""


def _lengths_of_texts(
    given: dict[str, Any], progress: TextProgress | None
) -> tuple[tuple[TextLength, ...], set[str], dict[str, float]]:
    """Return lengths of texts among the sources, which sources hold texts alone, and systems that are references."""
    from trueness.cli.reading import check_readable
    from trueness.data.reading.stream_texts import stream_texts
    from trueness.data.reading.text_records import holds_texts
    from trueness.data.texts.text_lengths import text_lengths

    found: list[TextLength] = []
    own: dict[str, float] = {}
    unscored = set()
    for name in given["scores"]:
        check_readable(name)
        reading = {key: given[key] for key in HOW_TEXTS}
        if not Path(name).exists() or not holds_texts(name, **reading):
            continue
        stream = stream_texts(name, **reading, progress=progress)
        found += text_lengths(stream.partitions())
        own |= stream.facts.own_references
        if not stream.facts.dimensions:
            unscored.add(name)
    return tuple(found), unscored, own


@dataclasses.dataclass(frozen=True)
class OutputsPerInput:
    """How many systems have an output for an input."""

    fewest: int
    mean: float
    most: int


@dataclasses.dataclass(frozen=True)
class TableFacts:
    """What a score table holds, as JSON says it: a row for every scorer, groups with their sizes, doubts, support."""

    rows: list[Row]
    systems: tuple[str, ...]
    inputs: int
    outputs_per_input: OutputsPerInput
    human_pairs: Sequence[HumanPair]
    input_groups: Mapping[str, Mapping[str, int]]
    system_groups: Mapping[str, Mapping[str, int]]
    identical_systems: Sequence[Sequence[str]]
    no_score_values: Sequence[Sentinel]
    fingerprint: str
    notes: tuple[str, ...]
    support: Support

    @classmethod
    def of(cls, table: ScoreTable, supported: Support) -> TableFacts:
        """Look at a table."""
        from trueness.data.scores.duplicate_systems import identical_systems
        from trueness.data.scores.sentinels import sentinels
        from trueness.study.human_facts import human_pairs

        rows, outputs = _scorer_rows(table)
        humans = [scorer.name for scorer in table.scorers if scorer.role == "human"]
        return cls(
            rows=rows,
            systems=table.systems,
            inputs=len(table.inputs),
            outputs_per_input=outputs,
            human_pairs=human_pairs(table, humans),
            input_groups={name: Counter(labels) for name, labels in table.input_groups.items()},
            system_groups={name: Counter(labels) for name, labels in table.system_groups.items()},
            identical_systems=identical_systems(table),
            no_score_values=sentinels(table),
            fingerprint=table.fingerprint,
            notes=table.notes,
            support=supported,
        )


def _scorer_rows(table: ScoreTable) -> tuple[list[Row], OutputsPerInput]:
    from trueness.data.scores.coverage import coverage
    from trueness.study.human_facts import human_facts

    cover = coverage(table)
    spread = human_facts(table, table.scorer_names)
    rows = [
        {
            **row,
            "role": scorer.role,
            "better": "higher" if scorer.higher_is_better else "lower",
            "n_annotators": len(table.annotations[scorer.name].annotators)
            if scorer.name in table.annotations
            else 0,
            **{key: value for key, value in fields_of(facts).items() if key not in ("human", "n_cells")},
        }
        for row, scorer, facts in zip(cover.rows(), table.scorers, spread, strict=True)
    ]
    outputs = cover.present.any(axis=0).sum(axis=0)
    return rows, OutputsPerInput(int(outputs.min()), float(outputs.mean()), int(outputs.max()))


def _repeated(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the options by which the sources were read: the next command has to have them, too."""
    flags = option_flags(SOURCES)
    return [
        (flags[name], "" if value is True else word)
        for name, (_, default) in SOURCES.items()
        if name in flags and (value := given[name]) != default and value is not None
        for word in (value if isinstance(value, list) else [str(value)])
    ]


def _show(table: ScoreTable, facts: TableFacts) -> None:
    """Print what a score table holds, what it supports, and what to type next."""
    from trueness.reporting.terminal import print_sentences, print_table

    _show_shape(table, facts)
    print_table(console(), COVERAGE, facts.rows, rest=IN_JSON)
    pairs, supported = facts.human_pairs, facts.support
    names = list(dict.fromkeys(name for pair in pairs for name in (pair.human, pair.other)))
    if 1 < len(names) <= MOST_HUMANS:
        print_table(console(), *_with_each_other(names, pairs), rest=IN_JSON)
    _show_doubts(facts)
    say("")
    print_sentences(console(), _support_lines(supported))
    say("")
    if supported.next:
        say(f"Next{f', if {supported.provided}' if supported.provided else ''}:")
        say(f"  {supported.next}")
    else:
        say(
            "Next: add a column with the scores of a metric or a judge, or score the texts (trueness score --help)."
        )


def _show_shape(table: ScoreTable, facts: TableFacts) -> None:
    parts = [counted(len(table.inputs), "input"), counted(len(table.scorers), "scorer")]
    if table.has_systems:
        parts.insert(0, counted(len(table.systems), "system"))
        outputs = facts.outputs_per_input
        if outputs.fewest < outputs.most:
            parts.append(f"{outputs.fewest} to {outputs.most} outputs an input")
    say(f"{table.name}: {', '.join(parts)}")
    if table.has_systems:
        say(f"Systems: {listing(table.systems)}")
    for of, groups in (("Inputs", facts.input_groups), ("Systems", facts.system_groups)):
        for name, sizes in groups.items():
            say(f"{of} by '{name}': {_said(sizes)}")


def _show_doubts(facts: TableFacts) -> None:
    for group in facts.identical_systems:
        say(f"warning: these systems are identical: {listing(group)}")
    for one in facts.no_score_values:
        say(f"warning: {one.words}")
    for note in facts.notes[:MOST_NOTES]:
        say(f"note: {note}")
    if len(facts.notes) > MOST_NOTES:
        say(f"and {len(facts.notes) - MOST_NOTES} more notes (--json)")


def _support_lines(supported: Support) -> list[str]:
    """Return what the table supports, what it does not and why, and what may have to be said of it."""
    from trueness.study.facets.annotators import Annotators

    by = f"; by group: --by {supported.by[0]}" if supported.by else ""
    if {"compare", "judge --annotators"} <= set(supported.can):
        by += f"; by annotator: --by {Annotators.word}"
    lines = [f"{LIGHTS['yes']} This is enough for {_commands(supported.can)}{by}"] if supported.can else []
    lines += [f"{LIGHTS['no']} Not for {_commands(lack.commands)}: {lack.words}" for lack in supported.cannot]
    return [*lines, *(f"{LIGHTS['cannot_tell']} {doubt}" for doubt in supported.doubts)]


def _commands(names: Sequence[str]) -> str:
    """Return commands, each with its questions: ``compare (--worth, --ranges), judge``."""
    asks: dict[str, list[str]] = {}
    for name in names:
        command, _, question = name.partition(" ")
        asks.setdefault(command, []).append(question)
    return ", ".join(
        f"{command} ({', '.join(filter(None, questions))})"
        if "" in questions and len(questions) > 1
        # without the command itself
        else " and ".join(f"{command} {question}".rstrip() for question in questions)
        for command, questions in asks.items()
    )


def _with_each_other(names: list[str], pairs: Sequence[HumanPair]) -> tuple[TableSpec, list[Row]]:
    """Return how human scorers agree with those before them, all outputs pooled."""
    values = {(pair.human, pair.other): pair.estimate for pair in pairs}
    rows = [
        {"human": name} | {f"with_{k}": values.get((names[k], name)) for k in range(len(names) - 1)}
        for name in names[1:]
    ]
    columns = (
        Column("human", "Human"),
        *(Column(f"with_{k}", names[k], "correlation") for k in range(len(names) - 1)),
    )
    return TableSpec("between", "Human scores with each other: Pearson's r over outputs", "", columns), rows


MOST_NAMED = 8
"""Groups that are named with their sizes; of more, their number is said."""


def _said(sizes: Mapping[str, int]) -> str:
    named = ", ".join(f"{label or '(none)'} {size}" for label, size in sizes.items())
    if len(sizes) <= MOST_NAMED:
        return f"{len(sizes)} ({named})"
    return f"{len(sizes)} of {min(sizes.values())} to {max(sizes.values())}"
