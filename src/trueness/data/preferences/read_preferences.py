"""Read preferences: tables of pairs, arena files, files of benchmarks, best of n, chosen and rejected."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from trueness.data.cells.columns import plain_name
from trueness.data.cells.missing import Missing
from trueness.data.cells.names import as_name
from trueness.data.cells.raw_rows import Unreadable, shown_cell, source_stem
from trueness.data.cells.resolve_columns import PROMPT_NAMES
from trueness.data.layouts.exports import mt_bench_pair, mt_bench_rater
from trueness.data.preferences.alike_in_preferences import join_alike_preferences
from trueness.data.preferences.llmbar import RESULTS, subset_and_judge, verdicts_of
from trueness.data.preferences.pair_records import Record, pair_records
from trueness.data.preferences.preference_columns import (
    ONE_HOT,
    PUBLISHED,
    PairColumns,
    PairLayout,
    VerdictReader,
    by_places,
    number_of,
    pair_layout,
    scores_of_both,
    text_of,
    verdict_words,
    verdicts_by_content,
)
from trueness.data.preferences.preferences import (
    CHOSEN,
    REJECTED,
    TIE,
    A,
    B,
    PairRow,
    Preferences,
    joined_preferences,
    leave_out_of_preferences,
)
from trueness.data.preferences.published_pairs import GOLD, published_pairs
from trueness.data.preferences.raters_of_files import OfFile, raters_of_files
from trueness.data.preferences.reward_bench import SECTION_OF
from trueness.data.scores.leave_out import Leaving
from trueness.errors import ArgumentError, FormatError, check_choice, counted, listing


def read_preferences(
    *sources: Any,
    format: str | None = None,
    columns: PairColumns | str | Mapping[str, str | Iterable[str]] | None = None,
    verdicts: str | Mapping[str, str] | None = None,
    a_first: bool = False,
    part: str | None = None,
    missing_values: str | Iterable[str] | None = None,
    header_row: int | None = None,
    only: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    join: Literal["exact", "alike"] = "exact",
) -> Preferences:
    """Read verdicts on pairs of outputs; several sources are put together.

    What a file is, is told by its columns: a row per verdict (``input``, ``a``, ``b``, ``verdict``, ``rater``), arena
    files (``model_a``, ``model_b``, ``winner``), the same one-hot (``winner_model_a``, …), judgements of MT-Bench,
    verdicts that `write_verdicts` wrote, ``chosen`` and ``rejected`` texts with the scores or the verdict of a reward
    model (RewardBench's pairs, and its files of one model's results, also of RewardBench 2), LLMBar's ``output_1``,
    ``output_2`` and ``label``, JudgeBench's pairs and judgements, annotations of AlpacaEval, rankings that Appraise
    wrote (XML), or a row per output with ``system`` and ``best``. Where no column names the rater, it is called after
    the file. Where two systems are named and no name says who won, every column of words that say so is a rater's; so
    is ``judge_winner`` beside ``winner``. Two outputs without names of systems (``response_a``, ``response_b``) are
    called A and B. Where nothing else names the input, a ``prompt``, ``question``, ``instruction`` or ``query`` does.

    Parameters
    ----------
    *sources : str, Path, dataframe or Preferences
        CSV, TSV, JSON lines, JSON, Parquet, Arrow or spreadsheets, compressed or not.
    format : str, optional
        One of `PAIR_FORMATS`, for all files; by default by the extension.
    columns : PairColumns, str or mapping, optional
        What columns mean, where their names do not say it: ``"input=ID,a=LEFT,b=RIGHT,verdicts=CHOICE"``.
    verdicts : str or mapping, optional
        What words or numbers mean, where that is not known: ``"1=A,2=B,3=tie,4=both bad"``.
    a_first : bool
        Whether A was shown first in every row that does not say it.
    part : str, optional
        The sheet of a spreadsheet.
    missing_values : str or iterable of str, optional
        Words and numbers that mean that there is no verdict, as in `read_scores`.
    header_row : int, optional
        Which row of CSV, TSV or a spreadsheet is the header, as in `read_scores`.
    only, without : str or iterable of str, optional
        Systems, inputs and raters to keep, and to leave out, as in `read_scores`: ``'bart*'``, ``'raters=bob'``. A
        verdict stays whose two systems do.
    join : {'exact', 'alike'}
        Whether names of systems, inputs and raters that are written in several ways are taken for the same (see
        `join_alike_preferences`).

    Returns
    -------
    Preferences
        Its notes say how words were understood and what was left out.

    Raises
    ------
    FormatError
        If a file does not hold what it promises: file, row, column and remedy are named.
    ArgumentError
        If there is no source, or an argument is not one of its options.
    DataError
        If there are no verdicts, or none is left.
    UnknownNameError
        If a pattern of `only` or `without` matches nothing.
    MissingExtraError
        If a format needs a package that is not installed.
    """
    if not sources:
        raise ArgumentError("`sources` must name at least one file or dataframe.")
    check_choice("join", join, ("exact", "alike"))
    leaving = Leaving.of_rows(only, without, ("systems", "inputs", "annotators"))
    asked, words = PairColumns.of(columns), verdict_words(verdicts)
    gone = Missing.of(missing_values)
    found = []
    for source in sources:
        if isinstance(source, Preferences):
            found.append(OfFile(source))
            continue
        name, records = pair_records(source, format, part=part, header_row=header_row)
        found.append(_Reader(name, list(records), asked, words, a_first, gone).of_file())
    table = joined_preferences(raters_of_files(found))
    return leave_out_of_preferences(join_alike_preferences(table) if join == "alike" else table, leaving)


class _Reader:
    """Reads the rows of one source."""

    def __init__(
        self,
        source: str,
        records: list[Record],
        asked: PairColumns,
        words: Mapping[str, int],
        a_first: bool,  # noqa: FBT001 # of one private call
        missing: Missing,
    ) -> None:
        if not records:
            raise FormatError("rows are missing.", path=source)
        self.source, self.words, self.missing = source, words, missing
        self.records = [(row, mt_bench_pair(record)) for row, record in records]
        self.names = names = tuple(dict.fromkeys(name for _, record in self.records for name in record))
        self.called = verdicts_by_content([record for _, record in self.records], names, asked)
        self.asked = dataclasses.replace(asked, verdicts=self.called) if self.called else asked
        self.layout: PairLayout = pair_layout(names, self.asked, source)
        self.columns = self.layout.columns
        self.by_text = self._input_by_text(names)
        self.by_turn = self._several_turns()
        self.shown = 1 if a_first or self.layout.kind in ("arena", "one-hot") else 0
        self.stem = source_stem(source)
        self.notes: list[str] = []
        self.left_out = 0

    def of_file(self) -> OfFile:
        """Return the verdicts, and which raters are called after columns or the file."""
        called = {*self.names, GOLD, *([self.stem] if self.columns.rater is None else [])}
        return OfFile(self.table(), called, self.source)

    def table(self) -> Preferences:
        """Return the verdicts."""
        ways: dict[str, Callable[[], Iterator[PairRow]]] = {
            "one-hot": self._one_hot,
            "chosen-rejected": self._chosen,
            "llmbar": self._llmbar,
            "best-of": self._best_of,
            "judge-pairs": self._judged,
        }
        kind = self.layout.kind
        rows = list(self._published() if kind in PUBLISHED else ways.get(kind, self._pairs)())
        said = [f"read as {kind}"]
        if self.by_text is not None:
            said.append(f"inputs are called by their text in '{self.by_text}'")
        elif self.columns.input is None and kind not in (*PUBLISHED, "llmbar"):
            said.append("no column names the input: every row is one of its own")
        if self.by_turn is not None and kind != "mt-bench":
            said.append("every turn of a question is an input of its own")
        if self.shown and self.columns.first is None:
            said.append("A is taken for the output shown first")
        if self.columns.metrics and kind in (*ways, *PUBLISHED):
            raise FormatError(
                "metrics beside verdicts are read of tables of pairs alone.",
                path=self.source,
                remedy="Leave metrics= out, and name their scores of outputs: --scores FILE.",
            )
        if self.left_out:
            said.append(f"{counted(self.left_out, 'row')} without a verdict left out")
        if not rows:
            raise FormatError("every row lacks a verdict.", path=self.source)
        of_two = [row for row in rows if row.a != row.b]
        itself = len({row.row for row in rows} - {row.row for row in of_two})
        if of_two and itself:
            rows = of_two
            said.append(f"{counted(itself, 'row')} left out: both outputs are of one system")
        return Preferences.of(
            rows, name=self.source, notes=[f"{self.stem}: {note}" for note in (*said, *self.notes)]
        )

    def _published(self) -> Iterator[PairRow]:
        for found in published_pairs(self.layout.kind, self.records, self.source):
            if found is None:
                self.left_out += 1
            else:
                yield found

    def _input_by_text(self, names: Iterable[str]) -> str | None:
        """Return the column whose texts name the inputs of pairs where nothing else does; None where there is none."""
        if self.columns.input is not None or self.layout.kind not in ("pairs", "arena", "one-hot"):
            return None
        found = [name for name in names if plain_name(name) in PROMPT_NAMES]
        if len(found) != 1:
            return None
        groups: dict[str, object] = {}
        for _, record in self.records:
            cell = record.get(found[0])
            if not isinstance(cell, str) or not cell.strip():
                return None
            if groups.setdefault(cell.strip(), labels := self._groups(record)) != labels:
                return None  # of an input every group has one label
        return found[0]

    def _several_turns(self) -> str | None:
        """Return the column of turns where one question has several, each an input of its own; else None."""
        turns = next((name for name in self.columns.groups if plain_name(name) == "turn"), None)
        if self.layout.kind == "mt-bench":
            return "turn"
        if turns is None or self.columns.input is None or self.layout.kind not in ("pairs", "arena"):
            return None
        columns = (self.columns.input, turns)
        found = {tuple(as_name(record.get(one)).strip() for one in columns) for _, record in self.records}
        return turns if len(found) > len({question for question, _ in found}) else None

    def _name(self, record: Mapping[str, Any], row: int, column: str) -> str:
        cell = record.get(column)
        text = "" if isinstance(cell, Unreadable | dict | list) else as_name(cell).strip()
        if not text:
            raise FormatError(
                f"{shown_cell(cell)} must be a name.",
                path=self.source,
                row=row,
                column=column,
                remedy="Every row needs one here.",
            )
        return text

    def _compared(self, record: Mapping[str, Any], row: int) -> tuple[str, str]:
        """Return the two systems; where none is named, their places."""
        if by_places(self.columns):
            return "A", "B"
        one, other = (self._name(record, row, str(name)) for name in (self.columns.a, self.columns.b))
        return one, other

    def _input(self, record: Mapping[str, Any], row: int) -> str:
        if self.by_text is not None:
            return self._name(record, row, self.by_text)
        if self.columns.input is None:
            return str(row)
        name = self._name(record, row, self.columns.input)
        if self.layout.kind == "chosen-rejected" and "subset" in self.columns.groups:
            return (
                f"{self._name(record, row, 'subset')}/{name}"  # ids are those of the data behind each subset
            )
        return name

    def _groups(self, record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        found = [(column, as_name(record.get(column)).strip()) for column in self.columns.groups]
        if self.layout.kind == "chosen-rejected":
            found += [("section", SECTION_OF.get(label, "")) for column, label in found if column == "subset"]
        return tuple((column, label) for column, label in found if label)

    def _rater(self, record: Mapping[str, Any], row: int) -> str:
        return self.stem if self.columns.rater is None else self._name(record, row, self.columns.rater)

    def _first(self, record: Mapping[str, Any], row: int, a: str, b: str) -> int:
        column = self.columns.first
        if column is None:
            return self.shown
        text = as_name(record.get(column)).strip()
        word = text.casefold()
        if text == a or word in ("a", "ab", "1", "left", "model_a"):
            return 1
        if text == b or word in ("b", "ba", "2", "right", "model_b"):
            return -1
        if not word:
            return 0
        raise FormatError(
            f"{shown_cell(text)} must be A, B or one of the two systems.",
            path=self.source,
            row=row,
            column=column,
            remedy="Say which output was shown first, or leave the cell empty.",
        )

    def _readers(self, columns: Iterable[str]) -> dict[str, VerdictReader]:
        places = by_places(self.columns)
        cells = {column: [record.get(column) for _, record in self.records] for column in columns}
        if places:  # which all raters number alike
            together = [*itertools.chain(*cells.values())]
            cells = dict.fromkeys(cells, together)
        return {
            column: VerdictReader(self.source, column, found, self.words, self.missing, places=places)
            for column, found in cells.items()
        }

    def _pairs(self) -> Iterator[PairRow]:
        columns = self.columns
        scored = not columns.verdicts and columns.score_a is not None
        readers = self._readers(() if scored else columns.verdicts)
        bench = self.layout.kind == "mt-bench"
        compared: set[tuple[str, str, str]] = set()
        for row, record in self.records:
            a, b = self._compared(record, row)
            input, groups = self._input(record, row), self._groups(record)
            role = None
            if self.by_turn is not None:
                groups = (*groups, ("question", input))
                input = f"{input}/{self._name(record, row, self.by_turn)}"
            if bench:
                judge = record.get("judge")  # a list of a model and its prompt, or a name
                rater, role = mt_bench_rater(judge or self._name(record, row, "judge"))
            else:
                rater = self._rater(record, row)
            plain = PairRow(
                row=row,
                input=input,
                a=a,
                b=b,
                rater=rater,
                verdict=TIE,
                first=self._first(record, row, a, b),
                role=role,
                text_a=None if columns.text_a is None else text_of(record.get(columns.text_a)),
                text_b=None if columns.text_b is None else text_of(record.get(columns.text_b)),
                families=self._families(record, a, b),
                groups=groups,
            )
            if (input, a, b) not in compared:
                yield from self._by_metrics(plain, record)
            compared.add((input, a, b))
            if scored:
                yield from self._given(plain, self._by_score(record, row))
            for column, reader in readers.items():
                cell = record.get(column)
                verdict = None if bench and cell == "error" else reader.read(cell, row, a, b)
                is_rater = len(readers) > 1 or (self.called and self.columns.rater is None)
                named = plain._replace(rater=column) if is_rater else plain
                yield from self._given(named, verdict)
        self.notes += [reader.note() for reader in readers.values()]

    def _given(self, plain: PairRow, verdict: int | None) -> Iterator[PairRow]:
        if verdict is None:
            self.left_out += 1
        else:
            yield plain._replace(verdict=verdict)

    def _families(self, record: Mapping[str, Any], a: str, b: str) -> tuple[tuple[str, str], ...]:
        found = ((a, self.columns.family_a), (b, self.columns.family_b))
        return tuple(
            (name, as_name(record.get(column)).strip()) for name, column in found if column is not None
        )

    def _by_metrics(self, plain: PairRow, record: Mapping[str, Any]) -> Iterator[PairRow]:
        """Yield what metrics prefer whose scores stand beside the verdicts of a pair, once for each pair."""
        for metric in self.columns.metrics:
            verdict = self._higher(record, plain.row, scores_of_both(metric))
            if verdict is not None:
                yield plain._replace(rater=metric, role="judge", verdict=verdict, first=0)

    def _by_score(self, record: Mapping[str, Any], row: int) -> int | None:
        return self._higher(record, row, (str(self.columns.score_a), str(self.columns.score_b)))

    def _higher(self, record: Mapping[str, Any], row: int, columns: tuple[str, str]) -> int | None:
        scores = []
        for column in columns:
            cell = record.get(column)
            number = number_of(cell)
            if number is None and as_name(cell).strip().casefold() not in ("", "nan", "na", "none", "null"):
                raise FormatError(
                    f"{shown_cell(cell)} is no number.",
                    path=self.source,
                    row=row,
                    column=column,
                    remedy="Give scores of both outputs, or leave both empty.",
                )
            scores.append(number)
        one, other = scores
        if one is None or other is None:
            return None
        return A if one > other else B if one < other else TIE

    def _one_hot(self) -> Iterator[PairRow]:
        names = {name.casefold(): name for _, record in self.records[:1] for name in record}
        wins = {names[word]: code for word, code in ONE_HOT.items() if word in names}
        for row, record in self.records:
            a, b = self._compared(record, row)
            marked = [code for column, code in wins.items() if number_of(record.get(column)) == 1]
            if len(marked) != 1:
                raise FormatError(
                    f"{len(marked)} of {listing(wins)} are 1.",
                    path=self.source,
                    row=row,
                    remedy="Exactly one of them says who won.",
                )
            texts = [
                None if column is None else text_of(record.get(column))
                for column in (self.columns.text_a, self.columns.text_b)
            ]
            yield PairRow(
                row=row,
                input=self._input(record, row),
                a=a,
                b=b,
                rater=self._rater(record, row),
                verdict=marked[0],
                first=self._first(record, row, a, b),
                text_a=texts[0],
                text_b=texts[1],
                groups=self._groups(record),
            )

    def _chosen(self) -> Iterator[PairRow]:
        """Yield that the chosen text is better, and what scores or verdicts of somebody say."""
        columns = self.columns
        if all(
            number_of(self.records[0][1].get(str(name))) is not None
            for name in (columns.chosen, columns.rejected)
        ):
            columns = dataclasses.replace(columns, score_a=columns.chosen, score_b=columns.rejected)
            self.columns = columns  # rewards alone
        scored = columns.score_a is not None and columns.score_b is not None
        first = self.records[0][1]
        named = next((name for name in first if name.casefold() in ("results", "correct")), None)
        column = None if scored else (columns.verdicts[0] if columns.verdicts else named)
        reader = None if column is None else self._readers((column,))[column]
        seen: dict[str, tuple[int, list[str | None]]] = {}
        for row, record in self.records:
            input = self._input(record, row)
            texts = [text_of(record.get(str(name))) for name in (columns.chosen, columns.rejected)]
            before, other = seen.get(input, (row, texts))
            if other != texts:
                raise FormatError(
                    f"input '{input}' has other texts than in row {before}.",
                    path=self.source,
                    row=row,
                    column=columns.input,
                    remedy="Give every pair a name of its own.",
                )
            # with the prompt before them they are no outputs, but the longer one is
            alone = columns.chosen is None or columns.chosen.casefold() != "text_chosen"
            words = [math.nan if alone or text is None else float(len(text.split())) for text in texts]
            plain = PairRow(
                row=row,
                input=input,
                a=CHOSEN,
                b=REJECTED,
                rater=GOLD,
                verdict=A,
                role="human",
                text_a=texts[0] if alone else None,
                text_b=texts[1] if alone else None,
                words_a=words[0],
                words_b=words[1],
                groups=self._groups(record),
            )
            if input not in seen:
                yield plain
            seen[input] = row, texts
            if scored or reader is not None:
                rater = self._rater(record, row)
                said = (
                    self._by_score(record, row)
                    if reader is None
                    else reader.read(record.get(str(column)), row, CHOSEN, REJECTED)
                )
                yield from self._given(plain._replace(rater=rater, role="judge"), said)
        if reader is not None:
            self.notes.append(reader.note())

    def _llmbar(self) -> Iterator[PairRow]:
        """Yield that the output of the label is better, and what a judge says, or columns named as verdicts.

        Of columns output 1 counts as shown first. Inputs are called after the instruction and both outputs, so that
        files of several judges belong together.
        """
        fields = {name.casefold(): name for _, record in self.records for name in record}
        readers = self._readers(self.columns.verdicts if self.asked.verdicts else ())
        subset, judge = subset_and_judge(self.source)
        seen: set[str] = set()
        for row, record in self.records:
            outputs = [text_of(record.get(fields[name])) for name in ("output_1", "output_2")]
            label = number_of(record.get(fields["label"]))
            if None in outputs or label not in (1.0, 2.0):
                raise FormatError(
                    "the row needs two outputs, and a label that is 1 or 2.",
                    path=self.source,
                    row=row,
                    column=fields["label"],
                    remedy="LLMBar has input, output_1, output_2 and label, the number of the better output.",
                )
            instruction = str(record.get(fields["input"])).encode("utf-8", "replace").decode()
            told = "\0".join([instruction, *sorted(map(str, outputs))])
            better = outputs if label == 1 else outputs[::-1]
            mark = hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:8]
            plain = PairRow(
                row=row,
                input=f"{' '.join(instruction.split())[:40]} #{mark}",
                a=CHOSEN,
                b=REJECTED,
                rater=GOLD,
                verdict=A,
                first=1 if label == 1 else -1,
                role="human",
                text_a=better[0],
                text_b=better[1],
                groups=(("subset", subset),) if subset else (),
            )
            if plain.input not in seen:
                yield plain._replace(first=0)  # nobody was shown them in an order
            seen.add(plain.input)
            for column, reader in readers.items():
                verdict = reader.read(record.get(column), row, "1", "2")
                turned = _turned(verdict, label == 1)
                yield from self._given(plain._replace(rater=column, role="judge"), turned)
            if not readers and RESULTS in fields:
                for verdict, first in verdicts_of(record.get(fields[RESULTS]), self.source, row):
                    shown = plain._replace(
                        rater=judge or self.stem, role="judge", first=first if label == 1 else -first
                    )
                    yield from self._given(shown, _turned(verdict, label == 1))
        self.notes += [reader.note() for reader in readers.values()]

    def _best_of(self) -> Iterator[PairRow]:
        """Yield that the chosen output of an input is better than each of the others; of those nothing is known."""
        columns = self.columns
        lists: dict[tuple[str, str], list[tuple[int, dict[str, Any], bool]]] = {}
        for row, record in self.records:
            mark = number_of(record.get(str(columns.best)))
            word = as_name(record.get(str(columns.best))).strip().casefold()
            if mark not in (0.0, 1.0) and word not in ("true", "false", "yes", "no", ""):
                raise FormatError(
                    f"{shown_cell(record.get(str(columns.best)))} must say whether the output was chosen.",
                    path=self.source,
                    row=row,
                    column=columns.best,
                    remedy="Write 1 for the chosen one and 0 for the others.",
                )
            key = self._input(record, row), self._rater(record, row)
            lists.setdefault(key, []).append((row, record, mark == 1.0 or word in ("true", "yes")))
        for (input, rater), found in lists.items():
            best = [one for one in found if one[2]]
            if len(best) != 1:
                raise FormatError(
                    f"{len(best)} outputs for input '{input}' are chosen by '{rater}'.",
                    path=self.source,
                    row=found[0][0],
                    column=columns.best,
                    remedy="Exactly one is, of those that stand together.",
                )
            ((first_row, chosen, _),) = best
            for row, record, _ in found:
                if row != first_row:
                    a, b = (self._name(one, row, str(columns.system)) for one in (chosen, record))
                    yield PairRow(
                        row=row, input=input, a=a, b=b, rater=rater, verdict=A, groups=self._groups(record)
                    )

    def _judged(self) -> Iterator[PairRow]:
        """Yield what `write_verdicts` wrote."""
        for row, record in self.records:
            value = number_of(record.get("preference"))
            if value is None:
                self.left_out += 1
                continue
            yield PairRow(
                row=row,
                input=self._name(record, row, "input"),
                a=self._name(record, row, "first"),
                b=self._name(record, row, "second"),
                rater=self._name(record, row, "judge"),
                verdict=A if value > 0.5 else B if value < 0.5 else TIE,
                first=1,
                role="judge",
            )


def _turned(verdict: int | None, first_is_better: bool) -> int | None:  # noqa: FBT001 # of two calls beside it
    """Return a verdict on outputs 1 and 2 as one on the better and the worse."""
    return verdict if verdict not in (A, B) or first_is_better else -verdict
