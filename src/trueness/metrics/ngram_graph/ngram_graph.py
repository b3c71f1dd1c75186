"""AutoSummENG, MeMoG and NPowER."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Literal, Self, cast, get_args

import numpy as np

from trueness.errors import ArgumentError, check_choice, listing
from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.named_options import canonical_name, one_of, read_options
from trueness.metrics.single_references import mean_over_references

Definition = Literal["papers", "program"]

REFS = ("all", "mean")

_USUAL = {"definition": "papers", "refs": "all"}
_JOINS = {"autosummeng": "mean", "memog": "merged", "npower": "mean and merged"}

AUTOSUMMENG_WEIGHT = 5.2905
MEMOG_WEIGHT = 3.0053
INTERCEPT = 0.5866
"""The regression of NPowER, fitted by its authors to the grades of TAC 2009 and the A part of TAC 2010."""

CITATIONS = {
    "autosummeng": Citation(
        "giannakopoulos-etal-2008-autosummeng",
        "Giannakopoulos, Karkaletsis, Vouros and Stamatopoulos (2008): Summarization System Evaluation Revisited: "
        "N-Gram Graphs. ACM Transactions on Speech and Language Processing 5(3), 5:1–5:39.",
        """@article{giannakopoulos-etal-2008-autosummeng,
  title = {Summarization System Evaluation Revisited: {N}-Gram Graphs},
  author = {Giannakopoulos, George and Karkaletsis, Vangelis and Vouros, George and Stamatopoulos, Panagiotis},
  journal = {ACM Transactions on Speech and Language Processing},
  volume = {5},
  number = {3},
  pages = {5:1--5:39},
  year = {2008},
  doi = {10.1145/1410358.1410359}
}""",
    ),
    "memog": Citation(
        "giannakopoulos-karkaletsis-2010-memog",
        "Giannakopoulos and Karkaletsis (2010): Summarization System Evaluation Variations Based on N-Gram Graphs. "
        "TAC.",
        """@inproceedings{giannakopoulos-karkaletsis-2010-memog,
  title = {Summarization System Evaluation Variations Based on {N}-Gram Graphs},
  author = {Giannakopoulos, George and Karkaletsis, Vangelis},
  booktitle = {Proceedings of the Third Text Analysis Conference (TAC 2010)},
  publisher = {NIST},
  year = {2010}
}""",
    ),
    "npower": Citation(
        "giannakopoulos-karkaletsis-2013-npower",
        "Giannakopoulos and Karkaletsis (2013): Summary Evaluation: Together We Stand NPowER-ed. CICLing, 436–450.",
        """@inproceedings{giannakopoulos-karkaletsis-2013-npower,
  title = {Summary Evaluation: Together We Stand {NPowER}-ed},
  author = {Giannakopoulos, George and Karkaletsis, Vangelis},
  booktitle = {Computational Linguistics and Intelligent Text Processing (CICLing 2013)},
  series = {Lecture Notes in Computer Science},
  volume = {7817},
  pages = {436--450},
  publisher = {Springer},
  year = {2013},
  doi = {10.1007/978-3-642-37256-8_36}
}""",
    ),
}
"""Name to where it comes from."""

_DESCRIPTIONS = {
    "papers": {
        "autosummeng": "AutoSummENG: the mean similarity of the output's graph of character 3-grams to those of the "
        "references.",
        "memog": "MeMoG: the similarity of the output's graph of character 3-grams to one graph merged from all "
        "references.",
        "npower": f"NPowER: ({AUTOSUMMENG_WEIGHT} autosummeng + {MEMOG_WEIGHT} memog + {INTERCEPT}) / 10.",
    },
    "program": {
        "autosummeng": "AutoSummENG as NPowERBatch prints it: the mean similarity to the graphs of the references, the "
        "first of which has the others merged into it.",
        "memog": "MeMoG as NPowERBatch prints it: the similarity to the graph of the last reference.",
        "npower": f"NPowER as NPowERBatch prints it: ({AUTOSUMMENG_WEIGHT} autosummeng + {MEMOG_WEIGHT} memog + "
        f"{INTERCEPT}) / 10 of what it prints as these.",
    },
}
"""Definition and name to a sentence."""


class NGramGraph(FamilyMetric):
    """Similarity of character n-gram graphs of output and references, and a regression on two of them.

    Vertices are the character 3-grams of a text, edges join those that begin within 3 characters of each other, a
    weight is how often they do (see `graph.graphs_of_texts`); two graphs are compared by value similarity.

    - ``autosummeng``: the mean similarity to the graphs of the references.
    - ``memog``: the similarity to one graph merged from all references, in the order in which they are given.
    - ``npower``: (5.2905 autosummeng + 3.0053 memog + 0.5866) / 10.

    With one reference all three put outputs into the same order. An output too short for two 3-grams has
    similarity 0, also to itself.

    With ``:refs=mean`` each is the mean of its scores against single references.

    With ``:definition=program`` these are the numbers that the program NPowERBatch prints, which SacreROUGE calls:
    it merges the other references into the graph of the first and compares with that graph in place of the first
    reference's; and what it prints as MeMoG is the similarity to the last reference.

    Parameters
    ----------
    name : {'autosummeng', 'memog', 'npower'}
    definition : {'papers', 'program'}
    refs : {'all', 'mean'}
        Whether all references are compared with as defined, or one by one.

    Raises
    ------
    ArgumentError
        If one is another.

    References
    ----------
    Giannakopoulos et al. 2008 (AutoSummENG); Giannakopoulos and Karkaletsis 2010 (MeMoG), 2013 (NPowER).
    """

    options: str = (
        ":definition=program: what the program NPowERBatch prints, in place of what the papers define\n"
        ":refs=mean: of several references the mean of the scores against each alone"
    )
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    citation: Citation = CITATIONS["autosummeng"]

    def __init__(self, name: str = "autosummeng", definition: str = "papers", refs: str = "all") -> None:
        if name not in CITATIONS:
            raise ArgumentError(f"`name` must be one of {listing(CITATIONS)}; it is {name!r}.")
        self.kind = name
        self.definition = cast("Definition", check_choice("definition", definition, get_args(Definition)))
        self.refs = check_choice("refs", refs, REFS)
        self.name = canonical_name(name, {"definition": definition, "refs": refs}, _USUAL)
        self.joins = "mean" if refs == "mean" else _JOINS[name] if definition == "papers" else "program"
        self.citation = CITATIONS[name]
        if name == "npower":
            self.lower = self.empty_output = npower(0.0, 0.0)
            self.upper = npower(1.0, 1.0)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the three names."""
        return tuple(CITATIONS)

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return one of the three: against a single reference they give one ranking, and more would count it thrice."""
        return ("autosummeng",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        base, _, _ = name.partition(":")
        if base not in CITATIONS:
            return None
        return cls(
            base, **read_options(name, {"definition": one_of(*get_args(Definition)), "refs": one_of(*REFS)})
        )

    def description(self) -> str:
        """Return what is compared with what (see `Metric.description`)."""
        said = _DESCRIPTIONS[self.definition][self.kind]
        return f"The mean over single references of {said}" if self.refs == "mean" else said

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG003 - the same for every metric
    ) -> FloatArray:
        """Score outputs; their graphs and those of the references are built once for all metrics."""
        scores = np.empty((len(outputs), len(metrics)))
        for refs in dict.fromkeys(metric.refs for metric in metrics):
            places = [k for k, metric in enumerate(metrics) if metric.refs == refs]
            some = [metrics[k] for k in places]
            if refs == "mean":
                score = functools.partial(_scored, some)
                scores[:, places] = mean_over_references(score, outputs, references) if len(outputs) else 0.0
            else:
                scores[:, places] = _scored(some, outputs, references)
        return scores


def _scored(
    metrics: Sequence[NGramGraph], outputs: Sequence[str], references: Sequence[Sequence[str]]
) -> FloatArray:
    from trueness.metrics.ngram_graph.similarities import similarities

    definitions = list(dict.fromkeys(metric.definition for metric in metrics))
    found = similarities(outputs, references, definitions)
    scores = np.empty((len(outputs), len(metrics)))
    for k, metric in enumerate(metrics):
        autosummeng, memog = found[metric.definition].T
        scores[:, k] = {
            "autosummeng": autosummeng,
            "memog": memog,
            "npower": npower(autosummeng, memog),
        }[metric.kind]
    return scores


def npower(autosummeng: FloatArray | float, memog: FloatArray | float) -> Any:
    """Return NPowER from the two similarities it is a regression on, elementwise."""
    return (AUTOSUMMENG_WEIGHT * autosummeng + MEMOG_WEIGHT * memog + INTERCEPT) / 10
