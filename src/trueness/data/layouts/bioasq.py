"""Read BioASQ's task B: questions with golden ideal answers, answers of systems, and what experts thought of these.

Golden and system files have the form of the challenge, ``{"questions": [{"id", "body", "ideal_answer", …}]}``; the
judgements that of its assessment tool, whose questions hold ``answer.ideal``: answers with their ``source``, whether
they are ``golden``, and ``scores`` from 1 to 5 for the four measures. What the tool writes is in its source, which is
public (BioASQ/AnnotationTool, ``merge.js`` and ``funcs.js``). Of equal answers it keeps the first: another system with
the same answer is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.files.open_file import COMPRESSIONS, open_bytes, starts_with
from trueness.data.files.strict_json import parse_strictly
from trueness.errors import DataError, DuplicateKeyError, FormatError, KeyMismatchError, counted, listing

MEASURES = ("recall", "precision", "repetition", "readability")
"""What experts score, from 1 to 5, more being better: information recall, information precision, that nothing is said
twice, and readability."""

LOWEST, HIGHEST = 1, 5

EXPERT = "expert"
"""The source of a golden answer that an expert wrote."""

MOST_BYTES = 128 * 1024 * 1024
"""A longer file is refused: what a year of the challenge has fits many times."""

LAYOUT = (
    "FOLDER/golden/*.json (or FOLDER/*golden*.json), FOLDER/systems/SYSTEM.json (or SYSTEM/*.json, a batch each), and "
    "FOLDER/assessments/*.json (or assessments.json); or one file of assessments"
)
"""What a folder of the task looks like, in words."""

_START = 4096
_QUESTIONS = re.compile(rb'"questions"\s*:\s*\[')
_QUESTION = re.compile(rb'^\[\s*\{.*("_id"\s*:\s*\{\s*"\$oid"|"answer"\s*:\s*\{)', re.DOTALL)
_REMEDY = "Give the JSON as the challenge, or its assessment tool, writes it."


class BioasqTexts(NamedTuple):
    """What the files of the task hold.

    Attributes
    ----------
    rows : tuple of (int, mapping)
        Canonical rows of texts with their numbers, from 1, question by question.
    notes : tuple of str
        What was left out and why.
    """

    rows: tuple[tuple[int, Mapping[str, Any]], ...]
    notes: tuple[str, ...]


def is_bioasq(path: str | Path) -> bool:
    """Return whether a path is a folder, or a JSON file, in the form of the task.

    Raises
    ------
    FormatError
        If the file cannot be read.
    """
    path = Path(path)
    if path.is_dir():
        return bool(_files(path, "golden")) and (
            (path / "systems").is_dir() or bool(_files(path, "assessments"))
        )
    if _bare(path).suffix.lower() != ".json":
        return False
    start = starts_with(path, _START).lstrip(b"\xef\xbb\xbf \t\r\n")
    return bool(start.startswith(b"{") and _QUESTIONS.search(start)) or bool(_QUESTION.match(start))


def open_bioasq(path: str | Path) -> BioasqTexts:
    """Read the answers of all systems, with golden answers as references and what experts thought.

    Inputs are the questions' ids; the references of a question are its golden answers by experts (a string, or a list
    of several); the source is the question and, where the golden file has them, its snippets, a line each. An answer of
    a system that an expert made golden, too, is an output and no reference. In the folder ``systems``, files are called
    after the systems.

    Parameters
    ----------
    path : str or Path
        A folder (see `LAYOUT`), or one file of assessments, which holds golden answers, answers of systems and scores.

    Raises
    ------
    FormatError
        If a file is no JSON of this form, a score is no whole number from 1 to 5, or there is nothing to read; the
        message names file, question and field.
    DuplicateKeyError
        If a system answers a question twice, or is judged twice for one.
    KeyMismatchError
        If no system answers a question with a golden answer, or an answer that was judged is not the one given.
    """
    path = Path(path)
    found = _Found()
    if path.is_dir():
        for file in _files(path, "golden"):
            found.add_golden(file)
        for system, file in _system_files(path / "systems"):
            found.add_answers(system, file)
        for file in _files(path, "assessments"):
            found.add_assessments(file)
    else:
        found.add_assessments(path)
        if not found.assessed:
            raise FormatError(
                "these are golden answers, or answers of one system, alone.",
                path=str(path),
                remedy=f"Give the folder that holds both: {LAYOUT}.",
            )
    return found.texts(str(path))


class _Question:
    """One question, put together from all files that have it."""

    def __init__(self) -> None:
        self.source: list[str] = []
        self.golden: list[str] = []
        self.answers: dict[str, str] = {}
        self.scores: dict[str, dict[str, float]] = {}


class _Found:
    """What files hold, question by question in the order in which they were met."""

    def __init__(self) -> None:
        self.questions: dict[str, _Question] = {}
        self.assessed = False
        self.unanswered = 0
        self.made_golden = 0

    def add_golden(self, path: Path) -> None:
        """Take the golden answers of a file."""
        for at, question in _questions(path):
            one = self.questions.setdefault(at.id(question), _Question())
            if one.golden:
                raise DuplicateKeyError(
                    f"{at}: the question has golden answers already. Give each file once."
                )
            one.golden = at.texts(question, "ideal_answer")
            one.source = at.source(question)

    def add_answers(self, system: str, path: Path) -> None:
        """Take the answers of a system."""
        for at, question in _questions(path):
            answers = at.texts(question, "ideal_answer")
            if not answers:
                self.unanswered += 1
                continue
            if len(answers) > 1:
                raise at.error(f"'{system}' gives {len(answers)} answers to one question.", "ideal_answer")
            one = self.questions.setdefault(at.id(question), _Question())
            if system in one.answers:
                raise DuplicateKeyError(
                    f"{at}: '{system}' has answered this question already. Give each file once."
                )
            one.answers[system] = answers[0]

    def add_assessments(self, path: Path) -> None:
        """Take what the assessment tool has of questions: golden answers, answers of systems, scores."""
        for at, question in _questions(path):
            answer = question.get("answer")
            if answer is None:
                continue
            ideal = answer.get("ideal", []) if isinstance(answer, dict) else None
            if isinstance(ideal, str):  # as the tool keeps an expert's answer until those of systems join it
                ideal = [{"body": ideal, "golden": True}]
            if not isinstance(ideal, list):
                raise at.error("'answer' has no list 'ideal' of answers.", "answer", _REMEDY)
            self.assessed = True
            one = self.questions.setdefault(at.id(question), _Question())
            one.source = one.source or at.source(question)
            for entry in ideal:
                self._add_assessed(at, one, entry)

    def _add_assessed(self, at: _Place, one: _Question, entry: Any) -> None:
        if not isinstance(entry, dict) or not isinstance(entry.get("body"), str):
            raise at.error("an ideal answer has no text 'body'.", "answer.ideal", _REMEDY)
        body, source, golden = entry["body"], entry.get("source"), entry.get("golden") is True
        if source == EXPERT or (source is None and golden):
            if body not in one.golden:
                one.golden.append(body)
            return
        if not isinstance(source, str) or not source.strip():
            remedy = "Name the system in 'source' of every answer that is not golden."
            raise at.error("whose an ideal answer is, is not said.", "answer.ideal.source", remedy)
        self.made_golden += golden
        if one.answers.setdefault(source, body).split() != body.split():
            raise KeyMismatchError(
                f"{at}: what was judged differs from the answer that '{source}' gave. Files of one run "
                "belong together: check the names of systems and batches."
            )
        if source in one.scores:
            raise DuplicateKeyError(f"{at}: '{source}' is judged a second time. Give each assessment once.")
        one.scores[source] = at.scores(entry.get("scores"))

    def texts(self, where: str) -> BioasqTexts:
        """Return canonical rows, and what was left out."""
        rows: list[tuple[int, Mapping[str, Any]]] = []
        orphans = 0
        golden = any(one.golden for one in self.questions.values())
        for name, one in self.questions.items():
            if golden and not one.golden:
                orphans += len(one.answers)
                continue
            for system, text in one.answers.items():
                row: dict[str, Any] = {"system": system, "input": name, "output": text}
                row |= {"references": list(one.golden), "source": one.source or None}
                rows.append((len(rows) + 1, row | one.scores.get(system, {})))
        if not rows:
            if orphans:
                raise KeyMismatchError(
                    f"{where}: all {orphans} answers are to questions that lack a golden answer. Do "
                    "golden and system files belong to the same batch?"
                )
            raise FormatError("answers of systems are missing.", path=where, remedy=f"Known: {LAYOUT}.")
        notes = []
        if self.unanswered:
            notes.append(f"{counted(self.unanswered, 'question')} of system files without an ideal answer")
        if orphans:
            notes.append(f"{counted(orphans, 'answer')} left out, to questions without a golden answer")
        if self.made_golden:
            notes.append(
                f"{counted(self.made_golden, 'answer')} of systems made golden by experts: outputs here, and no "
                "references"
            )
        return BioasqTexts(tuple(rows), tuple(notes))


class _Place(NamedTuple):
    """The file and the question that an error is about."""

    path: Path
    row: int

    def __str__(self) -> str:
        return f"{self.path}: question {self.row}"

    def error(self, problem: str, field: str, remedy: str | None = None) -> FormatError:
        return FormatError(problem, path=str(self.path), row=self.row, column=field, remedy=remedy)

    def id(self, question: Mapping[str, Any]) -> str:
        """Return the question's name."""
        given = question.get("id", question.get("_id"))
        if isinstance(given, dict):  # as databases write it
            given = given.get("$oid")
        if not isinstance(given, str) or not given.strip():
            raise self.error("the question has no id.", "id", _REMEDY)
        return given.strip()

    def texts(self, question: Mapping[str, Any], field: str) -> list[str]:
        """Return a text, or a list of texts, as a list; one of blanks alone is none."""
        given = question.get(field)
        listed = [given] if isinstance(given, str) else [] if given is None else given
        if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            raise self.error("this is neither a text nor a list of texts.", field, _REMEDY)
        return [text for text in listed if text.strip()]

    def source(self, question: Mapping[str, Any]) -> list[str]:
        """Return the question and its snippets, each once."""
        snippets = question.get("snippets") or []
        if not isinstance(snippets, list) or not all(isinstance(one, dict) for one in snippets):
            raise self.error("this is no list of objects.", "snippets", _REMEDY)
        parts = [
            *self.texts(question, "body"),
            *(text for one in snippets for text in self.texts(one, "text")),
        ]
        return list(dict.fromkeys(parts))

    def scores(self, given: Any) -> dict[str, float]:
        """Return the scores that an expert gave; one that is null or an empty text is missing."""
        if given is None:
            return {}
        if not isinstance(given, dict):
            raise self.error("the scores are no object.", "answer.ideal.scores", _REMEDY)
        found = {}
        for measure in MEASURES:
            value = given.get(measure)
            if value is None or value == "":
                continue
            number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]", value) else value
            if type(number) not in (int, float) or number not in range(LOWEST, HIGHEST + 1):
                remedy = "Leave out a score that was not given."
                problem = f"{value!r} is no whole number from {LOWEST} to {HIGHEST}."
                raise self.error(problem, f"scores.{measure}", remedy)
            found[measure] = float(number)
        return found


def _questions(path: Path) -> Iterator[tuple[_Place, Mapping[str, Any]]]:
    """Yield the questions of a file."""
    with open_bytes(path) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise FormatError(f"the file holds more than {MOST_BYTES >> 20} MiB.", path=str(path), remedy=_REMEDY)
    value = parse_strictly(content, str(path), what="the file", remedy=_REMEDY)
    questions = value.get("questions") if isinstance(value, dict) else value
    if not isinstance(questions, list):
        raise FormatError("the list of questions is missing.", path=str(path), remedy=_REMEDY)
    for row, question in enumerate(questions, start=1):
        at = _Place(path, row)
        if not isinstance(question, dict):
            raise at.error("this is no object.", "questions", _REMEDY)
        if question:  # lists that scripts put together may end in an empty one
            yield at, question


def _files(folder: Path, kind: str) -> list[Path]:
    """Return the files of golden answers, or of assessments, by name."""
    inside = folder / kind
    if inside.is_dir():
        return _json_files(inside)
    return [file for file in _json_files(folder) if kind in file.name.lower()]


def _json_files(folder: Path) -> list[Path]:
    found = (file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    return sorted(file for file in found if _bare(file).suffix.lower() == ".json")


def _system_files(folder: Path) -> list[tuple[str, Path]]:
    """Return the files of systems with these systems' names."""
    if not folder.is_dir():
        return []
    found = [(_bare(file).stem, file) for file in _json_files(folder)]
    for inside in sorted(one for one in folder.iterdir() if one.is_dir() and not one.name.startswith(".")):
        found += [(inside.name, file) for file in _json_files(inside)]
    alone = {_bare(file).stem for file in _json_files(folder)}
    both = sorted({system for system, file in found if file.parent != folder} & alone)
    if both:
        raise DataError(
            f"{folder}: {listing(both)}: both a file and a folder are called so. Keep one of them."
        )
    return found


def _bare(path: Path) -> Path:
    return path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
