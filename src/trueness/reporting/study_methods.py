"""What a paper has to say of a study: a methods paragraph, and answers to what a reviewer asks."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, Generic, TypeVar

import numpy as np

import trueness
from trueness.data.preferences.preferences import Preferences
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing, series
from trueness.methods.interval import IntervalMethod
from trueness.methods.registry import interval_method
from trueness.reporting.citation import Answer, Methods, Part, Sentence, cite, cited
from trueness.reporting.writing.tables import count
from trueness.result import Result
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.study.folders import STUDIES, has_file
from trueness.study.number_words import systems_in_all
from trueness.study.registry import only_class
from trueness.study.setting import NothingDrawn
from trueness.study.study import StudyResult
from trueness.study.words import CALIBRATION_WORDS, CORRECTION_WORDS, OVER_WORDS, coefficient_words

ResultT = TypeVar("ResultT", bound=StudyResult)

MOST_NAMED = 6
"""Of more names the number is said."""

CORRECTION_SOURCES = {
    "bonferroni": "dunn-1961-multiple",
    "holm": "holm-1979-simple",
    "bh": "benjamini-hochberg-1995-controlling",
    "by": "benjamini-yekutieli-2001-control",
    "shaffer": "shaffer-1986-modified",
}
"""The works to cite for corrections."""

JACKKNIFE = cite("owen-2007-pigeonhole", "cameron-etal-2011-robust")
"""Of variances that leave out one unit of each kind at a time."""

MISSING_POLICIES = {
    "pairwise": "a comparison uses the outputs that both metrics and the human scores cover",
    "complete": "only outputs that every scorer covers were used",
}
"""What becomes of outputs without all scores."""

OVERS = {
    frozenset({"systems", "inputs"}): "both",
    frozenset({"systems"}): "systems",
    frozenset({"inputs"}): "inputs",
}
"""The short word for what a study applies to."""

NONE_MADE = "none was made"
NOT_ASKED = "not a part of this study"


@dataclasses.dataclass(frozen=True)
class Reported:
    """Answers of one study to what a reviewer asks; an empty one is made from its data and settings.

    Attributes
    ----------
    human, units, level, coefficient, interval, applies_to, test, correction, ties, missing : str
    """

    human: str = ""
    units: str = ""
    level: str = ""
    coefficient: str = ""
    interval: str = ""
    applies_to: str = ""
    test: str = ""
    correction: str = ""
    ties: str = ""
    missing: str = ""


class StudyMethods(Generic[ResultT]):
    """How the results of one study came about, in sentences with citations.

    A study says what is its own. Data, missing scores, program, seed and fingerprint are said here, for all.
    """

    def sentences(self, result: ResultT) -> Iterator[Sentence]:
        """Yield what was done: only that, each work cited where it was used."""
        del result
        yield from ()

    def reported(self, result: ResultT) -> Reported:
        """Return what data and settings do not say, or not as this study means it."""
        del result
        return Reported()

    def draws(self, result: ResultT) -> bool:
        """Whether chance has a part in it, and so a seed."""
        return not isinstance(result.settings, NothingDrawn)

    def data(self, result: ResultT) -> Iterator[Sentence]:
        """Yield what the numbers rest on."""
        humans = f"; the human scores are {names_of(humans_of(result))}" if humans_of(result) else ""
        for words in units_of(result):
            yield (f"The data are {words}{humans}.",)

    def missing(self, result: ResultT) -> Iterator[Sentence]:
        """Yield how many scores were missing, and what became of their outputs."""
        yield from map(sentence_of, missing_parts(result))

    def methods(self, result: ResultT) -> Methods:
        """Return the methods paragraph, and what a reviewer asks."""
        seed = result.settings.seed if self.draws(result) else None
        prints = [part.fingerprint[:12] for part in result.data.values()]
        sentences = (
            *self.data(result),
            *left_out_sentence(result),
            *self.sentences(result),
            *self.missing(result),
            software_sentence(seed, prints[0] if len(prints) == 1 else ""),
        )
        return Methods(sentences, tuple(self._asked(result, seed)))

    def _asked(self, result: ResultT, seed: int | None) -> Iterator[Answer]:
        """Yield what a paper must say of its meta-evaluation, filled in."""
        own, settings = self.reported(result), result.settings
        levels = words_of(settings, "levels", "level")
        names = words_of(settings, "coefficients", "coefficient")
        method = interval_of(settings)
        yield Answer("Data", data_words(result) or "drawn from models; no data were read")
        yield Answer("Human scores", own.human or names_of(humans_of(result)) or NOT_ASKED)
        yield Answer("Sizes", own.units or "; ".join(units_of(result)) or NOT_ASKED)
        yield Answer("Left out", "; ".join(left_out_notes(result)) or "nothing")
        yield Answer("Level", own.level or (level_words(levels) if levels else NOT_ASKED))
        coefficients = own.coefficient or (
            series([coefficient_words(one) for one in names]) if names else NOT_ASKED
        )
        yield Answer("Agreement", coefficients)
        confidence = getattr(settings, "confidence", None)
        interval = own.interval or ("" if method is None else method.words)
        if interval and confidence is not None:
            interval = f"{100 * confidence:.6g}%, {interval}"
        yield Answer("Intervals", interval or NONE_MADE)
        over = OVERS.get(result.applies_to_others(), "these")
        yield Answer("Applies to", own.applies_to or OVER_WORDS[over])
        yield Answer("Test", own.test or NONE_MADE)
        correction = getattr(settings, "correction", "none") if own.test else "none"
        yield Answer("Correction", own.correction or CORRECTION_WORDS[correction])
        yield Answer("Ties", own.ties or ties_words(names, settings) or NOT_ASKED)
        yield Answer("Missing scores", own.missing or "; ".join(missing_parts(result)) or NOT_ASKED)
        yield Answer("Decided", " ".join(result.decision_words) if result.decisions else NOT_ASKED)
        warnings = [one.message for one in result.cautions if one.severity == "warning"]
        yield Answer("Warnings", " ".join(warnings) or "none")
        yield Answer("Program", f"trueness {trueness.__version__}")
        yield Answer("Seed", "nothing was drawn at random" if seed is None else str(seed))


_OUTPUTS_LEFT_OUT = re.compile(r"[\d,]+ (?!column|field)(\w+)(.*?) left out\b")
"""How a note begins that says how much of the data was left out; columns that hold no scores are none of them."""


def left_out_notes(result: StudyResult) -> tuple[str, ...]:
    """Return what notes of the data say that was left out of them: systems, inputs, people, rows."""
    notes = (note for part in result.data.values() for note in part.notes)
    return tuple(note for note in dict.fromkeys(notes) if _OUTPUTS_LEFT_OUT.match(note))


def left_out_sentence(result: StudyResult) -> tuple[Sentence, ...]:
    """Return how much of the data was left out, and by which patterns, as a sentence; nothing where all was kept."""
    said = [note.partition(": ")[0].replace(" left out", "", 1) for note in left_out_notes(result)]
    if not said:
        return ()
    tables = [part for part in result.data.values() if isinstance(part, ScoreTable)]
    patterns = {name: ",".join(asked) for table in tables for name, asked in table.left_out.items()}
    by = " and ".join(f"--{name} {asked}" for name, asked in patterns.items())
    return ((f"Left out beforehand were {series(said)}{f' ({by})' if by else ''}.",),)


def find_methods(result: Result) -> StudyMethods[Any]:
    """Return how the results of a study came about, as its folder says; of others what all share."""
    name = getattr(result, "STUDY", "")
    found: StudyMethods[Any] = (
        only_class(name, "methods", StudyMethods)()
        if name in STUDIES and has_file(name, "methods")
        else StudyMethods()
    )
    return found


def software_sentence(seed: int | None, fingerprint: str) -> Sentence:
    """Return which program computed it, with which seed, from which data.

    Parameters
    ----------
    seed : int or None
        None where nothing was drawn.
    fingerprint : str
        Its beginning; empty where there are several tables, or none.
    """
    drawn = "" if seed is None else f" with seed {seed}"
    data = f"; the fingerprint of the data begins {fingerprint}" if fingerprint else ""
    return (
        f"All numbers were computed with trueness {trueness.__version__}",
        cite("trueness"),
        f"{drawn}{data}.",
    )


def corrected(correction: str, over: str) -> Sentence:
    """Return that p-values were adjusted, over what and by which rule, as a sentence of its own.

    Parameters
    ----------
    correction : str
    over : str
        ``over all pairs of a scorer``.
    """
    if correction == "none":
        return ("P-values were not corrected for the number of tests.",)
    return (
        f"P-values were adjusted by {CORRECTION_WORDS[correction]}",
        cite(CORRECTION_SOURCES[correction]),
        f" {over}.",
    )


DRAWN = {
    "both": "systems and inputs were resampled with replacement",
    "systems": "systems were resampled with replacement, inputs kept",
    "inputs": "inputs were resampled with replacement, systems kept",
    "these": "",
}
"""What bootstrap intervals do, by what they are over."""


def interval_sentence(
    method: IntervalMethod, settings: Any, *, applies_to: str, has_systems: bool
) -> Sentence:
    """Return how intervals were made, in the words of their method.

    Parameters
    ----------
    method : IntervalMethod
    settings : Checked
        With ``confidence``, ``resamples`` and ``over``.
    applies_to : str
    has_systems : bool
    """
    return cited(
        method.sentence,
        confidence=f"{100 * settings.confidence:.6g}%",
        resamples=count(settings.resamples),
        drawn=DRAWN[settings.over] if has_systems else "items were resampled with replacement",
        applies_to=applies_to,
        sources="",
        off="",
    )


def coefficients_cited(names: Iterable[str]) -> tuple[Part, ...]:
    """Return coefficients in words, each with its source, as parts of a sentence."""
    found = list(names)
    parts: list[Part] = []
    for place, name in enumerate(found):
        facts = coefficient_facts(name)
        parts.append("" if place == 0 else " and " if place == len(found) - 1 else ", ")
        parts.append(facts.words)
        if facts.source:
            parts.append(cite(facts.source))
    return tuple(parts)


def ties_words(names: Sequence[str], settings: Any) -> str:
    """Return what becomes of ties by coefficients; empty where there is none.

    Parameters
    ----------
    names : sequence of str
    settings : Checked
        Where a coefficient is calibrated, with ``tie_calibration``.
    """
    said = {}
    for name in names:
        facts = coefficient_facts(name)
        ties = facts.ties or "no rule is needed"
        if facts.calibrated:
            rule = settings.tie_calibration
            within = CALIBRATION_WORDS.get(rule, f"of {rule} for every metric")
            ties = f"{ties}; scores of a metric tie within a threshold {within}"
        said[facts.words] = ties
    return "; ".join(f"{name}: {ties}" for name, ties in said.items())


def missing_parts(result: StudyResult) -> tuple[str, ...]:
    """Return how many scores are missing, and what became of their outputs; empty without scores."""
    scores = [(part, result.scope(part)) for part in result.data.values() if isinstance(part, ScoreTable)]
    if not scores:
        return ()
    values = [
        table.values[[table.index(name) for name in dict.fromkeys(scope.scorers)]] for table, scope in scores
    ]
    missing, whole = (sum(map(one, values)) for one in (_n_missing, np.size))
    if not missing:
        return ("no score was missing",)
    rule = MISSING_POLICIES.get(getattr(result.settings, "missing", ""), "")
    counted_ones = f"of {count(whole)} scores {count(missing)} were missing and were not filled in"
    return tuple(filter(None, (counted_ones, rule)))


def sentence_of(part: str) -> Sentence:
    """Return a part as a sentence of its own."""
    return (f"{part[:1].upper()}{part[1:]}.",)


def _n_missing(values: Any) -> int:
    return int(np.isnan(values).sum())


def humans_of(result: StudyResult) -> tuple[str, ...]:
    """Return the human scores that a study was put to, each once; empty where there are none."""
    found: list[str] = []
    for field in ("human", "humans"):
        named = getattr(result.selection, field, None) or ()
        found += (
            [named] if isinstance(named, str) else list(named.values() if isinstance(named, dict) else named)
        )
    return tuple(dict.fromkeys(found))


def names_of(names: Sequence[str]) -> str:
    """Return names in quotation marks, of many the first."""
    return listing(names, MOST_NAMED, "‘’")


def units_of(result: StudyResult) -> tuple[str, ...]:
    """Return how many systems, inputs and people the data have: of several tables together, and of preferences."""
    tables = [part for part in result.data.values() if isinstance(part, ScoreTable)]
    found = [_preferences(part) for part in result.data.values() if isinstance(part, Preferences)]
    if tables and not found:
        found = [_outputs(tables[0], humans_of(result)) if len(tables) == 1 else _several(tables)]
    return tuple(found)


def _preferences(pairs: Preferences) -> str:
    systems = f" of {counted(len(pairs.systems), 'system')}" if pairs.has_systems else ""
    return (
        f"{counted(len(pairs), 'verdict')} by {counted(len(pairs.raters), 'rater')} on pairs of outputs{systems} for "
        f"{counted(len(pairs.inputs), 'input')}"
    )


def _outputs(table: ScoreTable, humans: Sequence[str]) -> str:
    _, n_systems, n_inputs = table.shape
    people = {len(table.annotations[name].annotators) for name in humans if name in table.annotations}
    rated = f", rated by {counted(max(people), 'annotator')}" if people else ""
    if not table.has_systems:
        return f"{counted(n_inputs, 'item')}{rated}"
    return f"the outputs of {counted(n_systems, 'system')} for {counted(n_inputs, 'input')}{rated}"


def _several(tables: Sequence[ScoreTable]) -> str:
    return f"{len(tables)} tables with {systems_in_all(table.systems for table in tables)}"


def data_words(result: StudyResult) -> str:
    """Return what the data are called, each with the beginning of its fingerprint; empty without data."""
    parts = [part for part in result.data.values() if isinstance(part, ScoreTable | Preferences)]
    found = [
        f"‘{PurePath(part.name).name}’ (fingerprint {part.fingerprint[:12]})" for part in parts[:MOST_NAMED]
    ]
    more = f" and {len(parts) - MOST_NAMED} more" if len(parts) > MOST_NAMED else ""
    return f"{', '.join(found)}{more}"


def words_of(settings: Any, *fields: str) -> tuple[str, ...]:
    """Return the values of the first of some fields that settings have, as a tuple; empty where they have none."""
    for field in fields:
        value = getattr(settings, field, None)
        if value is not None:
            return (value,) if isinstance(value, str) else tuple(value)
    return ()


def interval_of(settings: Any) -> IntervalMethod | None:
    """Return the interval that settings ask for; None where they offer no choice, or none was asked for."""
    name = getattr(settings, "interval", None) if hasattr(settings, "interval_method") else None
    found = None if name is None else interval_method(name)
    return found if found is not None and found.words else None


def level_words(levels: Sequence[str]) -> str:
    """Return levels as they stand in a sentence: ``system and input level``."""
    return f"{series([level.replace('_', '-') for level in levels])} level{'s' * (len(levels) > 1)}"
