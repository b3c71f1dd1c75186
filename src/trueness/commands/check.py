"""`trueness check`: what a file holds, of scores, texts or preferences, and what to type next."""

from __future__ import annotations

import contextlib
import dataclasses
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import (
    HOW_PAIRS,
    HOW_TEXTS,
    JSON,
    LEAVING_ROWS,
    SCORE,
    SOURCES,
    option_flags,
    takes,
    typed_options,
)
from trueness.cli.showing import IN_JSON, console, own_reference_lines, say, say_next, write_json
from trueness.errors import listing
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row, fields_of, jsonable
from trueness.study.lights import LIGHTS
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.data.preferences.pair_facts import PairFacts
    from trueness.data.scores.score_table import ScoreTable
    from trueness.data.scores.support import Support
    from trueness.data.scores.support_apart import Question
    from trueness.data.texts.text_lengths import TextLength
    from trueness.parallel import TextProgress
    from trueness.study.human_facts import HumanPair
    from trueness.study.rows import Caution


@takes(SOURCES, JSON)
def check(**given: Any) -> None:
    """Say what a file holds, what it is enough for, and what to type next.

    Files hold scores, texts, or preferences.
    """
    from trueness.cli.reading import check_readable, read_settled
    from trueness.data.scores.listed_values import listing_outputs
    from trueness.data.scores.support import support
    from trueness.reporting.terminal import print_table, shown_progress

    as_json, options = given.pop("json"), typed_options(SOURCES, given)
    names: list[str] = given["scores"]
    for name in names:
        check_readable(name)
    with shown_progress(quiet=as_json) as (_, progress):
        if (pairs := _pairs_among(names, given, options)) is not None:
            _show_pairs(*pairs, as_json=as_json)
            return
        texts = TextsAmong.of(names, given, options, progress)
        names = given["scores"] = [name for name in names if name not in texts.unscored]
        with listing_outputs(), _questions_of_tables_apart(given, options, as_json=as_json):
            read = read_settled(given, options, progress) if names else None
    table, facts = None, None
    if read is not None:
        table, options = read.table, read.options
        supported = support(table, names, options, otherwise=texts.next, written=str(SCORE["out"][1]))
        supported = dataclasses.replace(supported, doubts=(*read.doubts, *supported.doubts))
        facts = TableFacts.of(table, supported)
    if as_json:
        of_table = {} if facts is None else jsonable(facts)
        of_texts = {"texts": jsonable(texts.lengths), "own_references": texts.own}
        write_json({**of_table, **of_texts, **({"next": texts.next} if facts is None else {})})
        return
    if table is not None and facts is not None:
        _show(table, facts)
    for line in own_reference_lines(texts.own):
        say(line)
    if texts.lengths:
        print_table(console(), LENGTHS, texts.lengths, rest=IN_JSON)
    if facts is None:
        _show_next(texts.next)
    else:
        _show_next(facts.support.next, facts.support.provided, facts.support.then)


@contextlib.contextmanager
def _questions_of_tables_apart(
    given: Mapping[str, Any], options: Sequence[tuple[str, str]], *, as_json: bool
) -> Iterator[None]:
    """Say of sources that are not one table, before the error that says why, what they are and what may be asked."""
    from trueness.cli.reading import read_settled
    from trueness.data.scores.support_apart import questions_apart, questions_of_parts
    from trueness.errors import DataError, SeveralTablesError, TruenessError

    names: list[str] = list(given["scores"])
    try:
        yield
    except DataError as error:
        tables: dict[str, ScoreTable] = {}
        questions: tuple[Question, ...] = ()
        if isinstance(error, SeveralTablesError) and len(names) == 1:
            questions = questions_of_parts(names[0], error.tables, options)
        elif len(names) > 1:
            with contextlib.suppress(TruenessError):
                tables = {name: read_settled({**given, "scores": [name]}, options).table for name in names}
                questions = questions_apart(tables, options)
        if questions:
            _show_apart(tables, questions, as_json=as_json)
        raise


def _show_apart(tables: Mapping[str, ScoreTable], questions: Sequence[Question], *, as_json: bool) -> None:
    """Print what each of several tables is, and what may be asked of them."""
    shapes = [
        ApartShape(source=name, systems=table.systems, inputs=len(table.inputs), scorers=table.scorer_names)
        for name, table in tables.items()
    ]
    if as_json:
        write_json({"tables": jsonable(shapes), "questions": [one._asdict() for one in questions]})
        return
    for one in shapes:
        systems = f"{counted(len(one.systems), 'system')}, " if tables[one.source].has_systems else ""
        say(f"{one.source}: {systems}{counted(one.inputs, 'input')}, scorers {listing(one.scorers)}")
    say("This is more than one table. What do you ask?")
    for asks, command in questions:
        say(f"{asks}:")
        say(f"  {command}")


@dataclasses.dataclass(frozen=True)
class ApartShape:
    """One of several tables: what it was read from, and its size."""

    source: str
    systems: tuple[str, ...]
    inputs: int
    scorers: tuple[str, ...]


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
RATERS = TableSpec(
    "raters",
    "Raters",
    "Who gave how many verdicts, and how many of them prefer neither output.",
    (
        Column("rater", "Rater"),
        Column("role", "Role"),
        Column("n_verdicts", "Verdicts", "count"),
        Column("n_ties", "Ties", "count"),
    ),
)
MOST_NOTES = 3
"""Notes on a terminal; JSON has all."""

MOST_HUMANS = 12
"""Of more human scorers a terminal shows no correlations with each other; JSON has them."""


@dataclasses.dataclass(frozen=True)
class TextsAmong:
    """What is known of texts among the sources.

    Attributes
    ----------
    lengths : tuple of TextLength
    unscored : frozenset of str
        Sources that hold texts alone.
    own : mapping of str to float
        Systems that are their own references.
    next : str
        The command that scores the texts; empty where there are none.
    """

    lengths: tuple[TextLength, ...]
    unscored: frozenset[str]
    own: Mapping[str, float]
    next: str

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        given: Mapping[str, Any],
        options: Sequence[tuple[str, str]],
        progress: TextProgress | None,
    ) -> TextsAmong:
        """Look for texts in every source."""
        from trueness.data.reading.other_kinds import texts_in
        from trueness.data.scores.support import typed, with_columns
        from trueness.data.texts.text_lengths import text_lengths

        lengths: list[TextLength] = []
        own: dict[str, float] = {}
        unscored, command = [], ""
        for name in names:
            found = texts_in(name, **{key: given[key] for key in HOW_TEXTS}, progress=progress)
            if found is None:
                continue
            stream, columns = found
            lengths += text_lengths(stream.partitions())
            own |= stream.facts.own_references
            unscored += [] if stream.facts.dimensions or _holds_nested_scores(name, given) else [name]
            taken = [one for one in options if one[0] in option_flags(SCORE).values()]
            command = command or typed("score", [name], with_columns(taken, columns) if columns else taken)
        return cls(tuple(lengths), frozenset(unscored), own, command)


def _holds_nested_scores(name: str, given: Mapping[str, Any]) -> bool:
    """Return whether commands read what nests in the rows of a file of texts as scores, as in SummEval's."""
    from trueness.cli.reading import read_given
    from trueness.data.reading.text_records import first_row, holds_texts
    from trueness.errors import TruenessError

    if Path(name).is_dir() or holds_texts(name, **{key: given[key] for key in HOW_TEXTS}):
        return False
    row = first_row(name, given["format"], part=given["part"], header_row=given["header_row"]) or {}
    nests = [cell for cell in row.values() if isinstance(cell, dict) or (cell and isinstance(cell, list))]
    if not any(isinstance(cell, dict) or isinstance(cell[0], dict) for cell in nests):
        return False
    try:
        read_given({**given, "scores": [name]})
    except TruenessError:
        return False
    return True


def _pairs_among(
    names: Sequence[str], given: Mapping[str, Any], options: Sequence[tuple[str, str]]
) -> tuple[PairFacts, list[Caution]] | None:
    """Return what sources hold, and what is doubtful, if all of them hold verdicts on pairs of outputs; else None."""
    from trueness.data.reading.other_kinds import pairs_in

    if not all(
        Path(name).exists()
        and pairs_in(name, **{key: given[key] for key in HOW_PAIRS if key != "missing_values"})
        for name in names
    ):
        return None
    from trueness.data.preferences.alike_in_preferences import alike_in_preferences
    from trueness.data.preferences.pair_facts import pair_facts
    from trueness.data.preferences.read_preferences import read_preferences
    from trueness.study.shared_cautions import alike_names

    how = {key: given[key] for key in (*HOW_PAIRS, *LEAVING_ROWS, "join")}
    table = read_preferences(*names, **how)
    return pair_facts(table, names, options), list(alike_names(alike_in_preferences(table)))


def _show_pairs(facts: PairFacts, cautions: Sequence[Caution], *, as_json: bool) -> None:
    """Print what verdicts hold, and what to type next."""
    from trueness.reporting.terminal import print_table

    if as_json:
        write_json({"preferences": {**jsonable(facts), "cautions": jsonable(cautions)}})
        return
    say(
        f"{counted(facts.n_verdicts, 'verdict')} on pairs of outputs: {counted(len(facts.systems), 'system')}, "
        f"{counted(facts.n_inputs, 'input')}, {counted(len(facts.raters), 'rater')}"
    )
    say(f"Systems: {listing(facts.systems)}")
    print_table(console(), RATERS, [fields_of(one) for one in facts.raters], rest=IN_JSON)
    for one in cautions:
        say(f"{one.severity}: {one.message}")
    for note in facts.notes:
        say(f"note: {note}")
    _show_next(facts.next, facts.provided)


def _show_next(command: str, provided: str = "", then: str = "") -> None:
    if command:
        say_next(command, provided, then)
        return
    say("")
    say(
        "Next: add a column with the scores of a metric or a judge, or score the texts (trueness score --help)."
    )


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
    cautions: Sequence[Caution]
    fingerprint: str
    notes: tuple[str, ...]
    support: Support

    @classmethod
    def of(cls, table: ScoreTable, supported: Support) -> TableFacts:
        """Look at a table."""
        from trueness.study.human_facts import human_pairs
        from trueness.study.people_among import system_cautions
        from trueness.study.shared_cautions import Scope, table_cautions

        rows, outputs = _scorer_rows(table)
        humans = [scorer.name for scorer in table.scorers if scorer.role == "human"]
        # whatever is asked: what a study would say of other systems and inputs is its own
        scope = Scope(table.scorer_names, None, frozenset(), clusters=None, options=frozenset())
        return cls(
            rows=rows,
            systems=table.systems,
            inputs=len(table.inputs),
            outputs_per_input=outputs,
            human_pairs=human_pairs(table, humans),
            input_groups={name: Counter(labels) for name, labels in table.input_groups.items()},
            system_groups={name: Counter(labels) for name, labels in table.system_groups.items()},
            cautions=[
                one
                for one in (*system_cautions(table), *table_cautions(table, scope))
                if one.severity == "warning"
            ],
            fingerprint=table.fingerprint,
            notes=table.notes,
            support=supported,
        )


def _scorer_rows(table: ScoreTable) -> tuple[list[Row], OutputsPerInput]:
    from trueness.study.human_facts import human_facts

    _, n, m = table.shape
    rows: list[Row] = [
        {
            "scorer": scorer.name,
            "n_present": facts.n_cells,
            "n_missing": n * m - facts.n_cells,
            "share": facts.n_cells / (n * m),
            "role": scorer.role,
            "better": None if scorer.nominal else "higher" if scorer.higher_is_better else "lower",
            "n_annotators": len(table.annotations[scorer.name].annotators)
            if scorer.name in table.annotations
            else 0,
            **{key: value for key, value in fields_of(facts).items() if key not in ("human", "n_cells")},
        }
        for scorer, facts in zip(table.scorers, human_facts(table, table.scorer_names), strict=True)
    ]
    outputs = table.scored().sum(axis=0)
    return rows, OutputsPerInput(int(outputs.min()), float(outputs.mean()), int(outputs.max()))


def _show(table: ScoreTable, facts: TableFacts) -> None:
    """Print what a score table holds, and what it supports."""
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
    for one in facts.cautions:
        say(f"{one.severity}: {one.message}")
    for note in facts.notes[:MOST_NOTES]:
        say(f"note: {note}")
    if len(facts.notes) > MOST_NOTES:
        say(f"and {len(facts.notes) - MOST_NOTES} more notes (--json)")


ANNOTATORS = "judge --annotators"
"""What takes single annotators."""


def _support_lines(supported: Support) -> list[str]:
    """Return what the table supports, what it does not and why, and what may have to be said of it."""
    from trueness.study.facets.annotators import Annotators

    by = f"; by group: --by {shlex.quote(supported.by[0])}" if supported.by else ""
    of_annotators = [name for name in supported.can if name == ANNOTATORS]
    if of_annotators and "compare" in supported.can:
        of_annotators.append(f"compare --by {Annotators.word}")
    others = [name for name in supported.can if name not in of_annotators]
    said = f"With --columns {shlex.quote(supported.annotators)} also" if supported.annotators else ""
    if not said:
        others, of_annotators = [*others, *of_annotators], []
    lines = [f"{LIGHTS['yes']} This is enough for {_commands(others)}{by}"] if others else []
    lines += [f"{LIGHTS['yes']} {said} for {_commands(of_annotators)}"] if of_annotators else []
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
