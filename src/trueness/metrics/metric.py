"""What a metric is: facts that reports and checks read, and a function from texts to scores."""

from __future__ import annotations

import abc
import contextlib
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.errors import UnsupportedMethodError
from trueness.metrics.score_array import score_array

Need = Literal["references", "source"]
FloatArray = NDArray[np.float64]


JOINS = {
    "best": "best: of the scores against single references the best one",
    "max": "max: the largest precision, recall and F against single references, each by itself",
    "mean": "mean: of the scores against single references the mean",
    "jackknife": "jackknife: the mean of best scores, each with one reference left out",
    "pooled": "pooled: what is counted in all references, taken together",
    "merged": "merged: all references made one",
    "mean and merged": "mean and merged: one part is the mean over single references, the other is of all made one",
    "units": "units: each reference is a unit of content",
    "program": "program: as the program joins them",
    "parts": "parts: as the metrics that it is made of do",
    "file": "file: as its file says",
}
"""How several references become one score."""


class Citation(NamedTuple):
    """Where a metric comes from.

    Attributes
    ----------
    key : str
        The BibTeX key.
    text : str
        The reference in words, on one line.
    bibtex : str
        The BibTeX entry.
    """

    key: str
    text: str
    bibtex: str


class Survey(Protocol):
    """A look at all texts, for a metric whose scores depend on them or that has something to say of them."""

    def add(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> None:
        """Look at some rows; each is shown once, in any order.

        Parameters
        ----------
        outputs, references, sources
            As in `Metric.score`.
        """

    def result(self) -> tuple[Metric, Sequence[str]]:
        """Return the metric as it is for these texts, and what a reader of its scores has to know."""


class Metric(abc.ABC):
    """A metric: attributes say what it is, `score` computes it.

    Most classes are one metric. A class that is a whole family (every variant of ROUGE) gives its instances names of
    their own: it overrides `names`, `defaults`, `from_name` and `description`, and `score_together` where the members
    share work.

    Attributes
    ----------
    name : str
        The name used in columns, flags and reports; options are spelled in it.
    scheme : str
        For a family, how the names of its members are spelled; empty for a class that is one metric.
    options : str
        How a name may be extended, one line for an option; empty where it cannot be.
    note : str
        What a list of families has to say besides, such as files that a member needs.
    listed : bool
        Whether `names` has it. What needs weights, a program or a file of the user's, or asks a service, is not listed:
        no pattern finds it by chance, and it is computed where it is named.
    required : tuple of str
        Keys of options without which a name of this class stands for no metric, such as a file of vectors: its names
        are listed, and patterns that give such an option choose among them, others do not.
    needs : frozenset of {'references', 'source'}
        What a row must have besides its output.
    higher_is_better : bool
        The declared orientation. It is never guessed from a sign.
    lower, upper : float
        Bounds of the scores, up to rounding in the last bits; infinite where there is none.
    empty_output : float
        The score of an output without any words, NaN where it is undefined.
    deterministic : bool
        Whether the same texts always get the same score.
    slow : bool
        Whether thousands of outputs take minutes; such a metric is computed for them only when it is named.
    shared_model : bool
        Whether scores come from a model that takes long to read, or much memory. Such a metric is never scored in other
        processes, each of which would need the model: it is computed in this one, on a few rows at a time together with
        others of its kind, and may use threads itself.
    remote : bool
        Whether it asks a service, to which texts go and which may cost: it is computed where texts are scored and never
        within a study, in this process, and keeps itself what it gets, so that the cache of scores does not.
    runs_program : bool
        Whether it runs a program that the user has, or code that comes with weights: only the user's own word names it,
        and no file that may be another's.
    declared_by_file : bool
        Whether a file of the user's says all there is to say, so that the class itself stands for no metric.
    corpus_formula : str or None
        For a metric whose score of a whole system is no mean of its outputs' scores: the name of the formula (see
        `trueness.data.scores.corpus_formulas`) that turns the sums of `statistics` into that score. Scores of outputs
        are then computed by `scores_from_statistics`, so that nothing is counted twice.
    words_between_blanks : bool
        Whether words are what stands between blanks, so that a text of a script without them is one word.
    unspaced_variant : str
        The metric that fits such texts, where there is one.
    joins : str
        How several references of an output become one score, a word of `JOINS`; empty where none is read.
    citation : Citation
        Where it comes from.
    """

    name: str
    scheme: str = ""
    options: str = ""
    note: str = ""
    listed: bool = True
    required: tuple[str, ...] = ()
    needs: frozenset[Need] = frozenset()
    higher_is_better: bool = True
    lower: float
    upper: float
    empty_output: float
    deterministic: bool = True
    slow: bool = False
    shared_model: bool = False
    remote: bool = False
    runs_program: bool = False
    declared_by_file: bool = False
    corpus_formula: str | None = None
    words_between_blanks: bool = False
    unspaced_variant: str = ""
    joins: str = ""
    citation: Citation

    @abc.abstractmethod
    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs.

        Parameters
        ----------
        outputs : sequence of str
            n texts.
        references : sequence of sequences of str
            The references of each output, not empty where the metric needs them.
        sources : sequence of str or None
            The source of each output, not None where the metric needs it.

        Returns
        -------
        array of shape (n,)
            The scores, NaN (or masked) where undefined.
        """

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs with several metrics of this class, which may share their work.

        Parameters
        ----------
        metrics : sequence of metrics of this class
            k of them.
        outputs, references, sources
            As in `score`.

        Returns
        -------
        array of shape (n, k)

        Raises
        ------
        DataError
            If a metric gives something else than real numbers.
        """
        columns = [score_array(metric.score(outputs, references, sources), metric.name) for metric in metrics]
        return np.column_stack(columns) if columns else np.empty((len(outputs), 0))

    def survey(self) -> Survey | None:
        """Return what looks at all texts before any is scored, None where scores do not depend on them.

        What it gives in the end is scored in place of this metric, and its signature says what was seen.
        """
        return None

    def working(self) -> contextlib.AbstractContextManager[None]:
        """Return what is entered while rows are scored, before the first: with all metrics that are scored together.

        So a metric can say what it will ask of that which it shares with others.
        """
        return contextlib.nullcontext()

    def resolve(self, find: Callable[[str], Metric]) -> None:  # noqa: B027 - most metrics need none
        """Look up, by their names, the metrics that this one is made of; most are made of none.

        Parameters
        ----------
        find : callable
            Given a name, returns its metric or raises (see `scoring.registry.get_metric`).
        """

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Return what a system's score is computed from, summed over its outputs; only with a `corpus_formula`.

        Parameters
        ----------
        outputs, references, sources
            As in `score`.

        Returns
        -------
        array of shape (n, s)
            The sufficient statistics of every output, in the order of the formula.

        Raises
        ------
        UnsupportedMethodError
            If the metric has none.
        """
        del outputs, references, sources
        raise UnsupportedMethodError(f"metric '{self.name}' lacks sufficient statistics.")

    def scores_from_statistics(self, statistics: FloatArray) -> FloatArray:
        """Return the scores of single outputs from their statistics: by the corpus formula, where nothing else is said.

        Parameters
        ----------
        statistics : array of shape (n, s)
            As `statistics` returns them.

        Returns
        -------
        array of shape (n,)

        Raises
        ------
        UnsupportedMethodError
            If the metric has none.
        """
        if self.corpus_formula is None:
            raise UnsupportedMethodError(f"metric '{self.name}' lacks sufficient statistics.")
        return corpus_score(self.corpus_formula, statistics)

    def description(self) -> str:
        """Return what this metric is, in one sentence: the first line of the class, which a family overrides."""
        return (type(self).__doc__ or "").strip().partition("\n")[0].replace("``", "")

    def signature(self) -> str:
        """Return the settings needed to redo the scores, on one line; empty where the name says it all."""
        return ""

    def take_notes(self) -> list[str]:
        """Return what a reader has to know of the scores computed since the last call, each a part of a sentence."""
        return []

    def check_scored(self) -> None:  # noqa: B027 # most metrics have nothing to check
        """Raise where that no output at all has a score is a fault, and not a fact about the outputs."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the metrics of this class, as lists show them and patterns choose among them."""
        return (cls.name,) if cls.listed else ()

    @classmethod
    def named_with(cls) -> dict[str, tuple[str, ...]]:
        """Return the names that patterns find only where they give certain options, each with the keys of these."""
        return dict.fromkeys(cls.names(), cls.required) if cls.required else {}

    @classmethod
    def unlisted(cls) -> tuple[str, ...]:
        """Return the names of what needs more than texts, or how they are spelled where a file decides."""
        if cls.required:
            return cls.names()
        return () if cls.names() else (cls.scheme or cls.name,)

    @classmethod
    def needs_of(cls, name: str) -> frozenset[Need]:
        """Return what a row must have besides its output for one of the names of `unlisted`."""
        del name
        return cls.needs

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return what is needed beside texts, each with whether it is on this machine; None where the user names it."""
        return {f"{key}=PATH": None for key in cls.required}

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the names that are computed where nobody names a metric."""
        return cls.names()

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name, which may be a spelling that `names` does not list; None if it is another's.

        Raises
        ------
        ArgumentError
            If the name is of this class and an option in it makes no sense.
        """
        return cls() if name == cls.name else None
