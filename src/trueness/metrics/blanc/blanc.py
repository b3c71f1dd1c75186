"""BLANC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.metrics.blanc.cut_texts import CutTexts
from trueness.metrics.blanc.gaps import fitted, maskings
from trueness.metrics.encoder.encoder import shared_encoder
from trueness.metrics.encoder.encoder_metric import EncoderMetric
from trueness.metrics.encoder.gap_filling import Gapped
from trueness.metrics.encoder.masked_encoder import check_masked_encoder
from trueness.metrics.encoder.plain_words import STOPS, plain_sentences
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.named_options import whole

DEFAULT_MODEL = "bert-base-uncased"
KINDS = ("help", "tune")
MEASURES = ("relative", "improve")
DEFAULTS = {"model": DEFAULT_MODEL, "gap": 2, "measure": MEASURES[0], "sentences": STOPS, "seed": 1}

MOST_TOKENS = 512
"""Tokens that the program gives a model at once, those at the ends included."""
MOST_LETTERS = 2**20
"""Letters of sources whose gaps are held at once."""
FILLER = "."
"""What stands in place of the summary where BLANC-help asks without it."""

_DESCRIPTIONS = {
    "help": "BLANC-help: how many more gaps of the source a model fills rightly with the output before each sentence.",
    "tune": "BLANC-tune: how many more gaps of the source a model fills rightly after some training on the output.",
}


_Asked = tuple[Gapped, ...]  # the sentences of a source, each in every way in which it is masked


class Blanc(EncoderMetric):
    """BLANC: gaps of the source that a masked language model fills rightly with the output's help, less without it.

    Of each sentence of the source every second token of at least 4 letters (2 where further pieces of its word follow)
    is masked, then the others.

    - ``blanc_help``: with the output in front of the sentence, against as many full stops in front.
    - ``blanc_tune``: by a copy of the model that was trained for 10 epochs on the output, against the model itself.

    With counts S, by whether the gap is filled rightly without and with help, ``measure=relative`` (the default) is
    (S01 - S10) / all, from -1 to 1, and ``improve`` is S01 / (S00 + S01 + S11), from 0 to 1. The score of an output
    without words is 0: it is no help. Undefined where the source has nothing to mask.

    Parameters
    ----------
    part : {'help', 'tune'}
    model : str, Encoder or model
        As for `Encoder`; one of the family of BERT with its masked-LM head. The authors' is bert-base-uncased.
    gap : int
        From one masked token to the next. The paper has 6, the authors recommend 2.
    measure : {'relative', 'improve'}
    sentences : {'stops', 'newline', 'split'}
        Where sentences end (see `plain_sentences`).
    seed : int
        Of what training draws; for BLANC-tune, at least 0.

    Raises
    ------
    ArgumentError
        If a value is none of these.

    References
    ----------
    Vasilyev, Dharnidharka and Bohannon 2020. Numbers are those of their program blanc 0.3.4 for the same sentences; its
    own are those of NLTK's Punkt.
    """

    family: ClassVar = "blanc"
    parts: ClassVar = KINDS
    readers: ClassVar = {"model": str, "gap": whole(1), "measure": str, "sentences": str, "seed": whole()}
    defaults_of: ClassVar = DEFAULTS
    scheme: str = "blanc_<part>"
    options: str = (
        "blanc_help or blanc_tune, which trains and takes about ten times as long\n"
        f":model=<path or name>: of the family of BERT with a masked-LM head; without it {DEFAULT_MODEL}\n"
        ":gap=<k>: from one masked token to the next, 2 without it\n"
        ":measure=improve: in place of relative\n"
        ":sentences=newline or split: in place of a blank after a stop, question or exclamation mark\n"
        ":seed=<k>: of training, 1 without it"
    )
    note: str = "Parts are help and tune; needs the extra 'neural' and a model."
    needs: frozenset[Need] = frozenset({"source"})
    lower: float = -1.0
    upper: float = 1.0
    empty_output: float = 0.0
    citation: Citation = Citation(
        "vasilyev-etal-2020-blanc",
        "Vasilyev, Dharnidharka and Bohannon (2020): Fill in the BLANC: Human-free Quality Estimation of Document "
        "Summaries. Eval4NLP, 11–20.",
        """@inproceedings{vasilyev-etal-2020-blanc,
  title = {Fill in the {BLANC}: Human-free Quality Estimation of Document Summaries},
  author = {Vasilyev, Oleg and Dharnidharka, Vedant and Bohannon, John},
  booktitle = {Proceedings of the First Workshop on Evaluation and Comparison of NLP Systems},
  year = {2020},
  pages = {11--20},
  doi = {10.18653/v1/2020.eval4nlp-1.2}
}""",
    )

    def __init__(
        self,
        part: str = "help",
        model: Any = DEFAULT_MODEL,
        gap: int = 2,
        measure: str = "relative",
        sentences: str = STOPS,
        seed: int = 1,
    ) -> None:
        plain_sentences("", sentences)  # refuses what is no way
        self.part, self.sentences = part, sentences
        self.gap = check_integer("gap", gap, minimum=1)
        self.measure = check_choice("measure", measure, MEASURES)
        self.seed = check_integer("seed", seed, minimum=0)
        if part == "help" and seed != DEFAULTS["seed"]:
            raise ArgumentError("`seed` belongs to BLANC-tune: BLANC-help draws nothing.")
        self.encoder = shared_encoder(model)
        given = {
            "model": self.encoder.name,
            "gap": gap,
            "measure": measure,
            "sentences": sentences,
            "seed": seed,
        }
        self.name = self.name_of(part, given)
        if measure == "improve":
            self.lower = 0.0

    def description(self) -> str:
        """Return what helps (see `Metric.description`)."""
        return _DESCRIPTIONS[self.part]

    def signature(self) -> str:
        """Return the model and the settings."""
        settings = f"gap:{self.gap}|measure:{self.measure}|sentences:{self.sentences}"
        seed = f"|seed:{self.seed}" if self.part == "tune" else ""
        return f"{self.encoder.signature()}|{settings}{seed}"

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],  # noqa: ARG003 - the same for every metric
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs; what the model is asked without help is asked once for all outputs of a source.

        Raises
        ------
        DataError
            If the model has no masked-LM head, does not read masks from both sides, or cannot be read.
        MissingExtraError
            If transformers or torch is not installed.
        """
        given = [source or "" for source in sources]
        return np.column_stack([metric.scores(outputs, given) for metric in metrics])

    def scores(self, outputs: Sequence[str], sources: Sequence[str]) -> FloatArray:
        """Return the scores of outputs for sources, shape (n,)."""
        return np.array([self._measured(counts) for counts in self.counts(outputs, sources)])

    def counts(self, outputs: Sequence[str], sources: Sequence[str]) -> list[NDArray[np.int64]]:
        """Return how many gaps are filled rightly.

        Parameters
        ----------
        outputs, sources : sequence of str
            n texts each.

        Returns
        -------
        list of n arrays of shape (2, 2)
            By whether a gap is filled rightly without help, and with it.
        """
        if not outputs:
            return []
        check_masked_encoder(self.encoder, "BLANC", head=True)
        find = self._helped if self.part == "help" else self._trained
        found: dict[tuple[str, str], NDArray[np.int64]] = {}
        for pairs in _portions(list(dict.fromkeys(zip(outputs, sources, strict=True)))):
            found |= dict(zip(pairs, find(pairs), strict=True))
        return [found[pair] for pair in zip(outputs, sources, strict=True)]

    def _helped(self, pairs: Sequence[tuple[str, str]]) -> list[NDArray[np.int64]]:
        tokenizer = self.encoder.tokenizer
        (filler,) = tokenizer.convert_tokens_to_ids([FILLER])
        asked = []
        for output, source in pairs:
            summary = [self._ids(tokens) for tokens in self._sentences(output)]
            plain, helped = [], []
            for tokens in self._sentences(source):
                sentence, help_ids = fitted(self._ids(tokens), summary, self.limit)
                helped += self._gapped(tokens[: len(sentence)], help_ids)
                plain += self._gapped(tokens[: len(sentence)], [filler] * len(help_ids))
            asked.append((tuple(plain), tuple(helped)))
        right = self._right([some for both in asked for some in both])
        return [_table(right[plain], right[helped]) for plain, helped in asked]

    def _trained(self, pairs: Sequence[tuple[str, str]]) -> list[NDArray[np.int64]]:
        from trueness.metrics.blanc.tuning import examples, tuned

        encoder = self.encoder
        asked: dict[str, _Asked] = {}
        for _, source in pairs:
            if source not in asked:
                gapped: list[Gapped] = []
                for tokens in self._sentences(source):
                    sentence, _ = fitted(self._ids(tokens), [[]], self.limit)
                    gapped += self._gapped(tokens[: len(sentence)], [])
                asked[source] = tuple(gapped)
        before = self._right(list(asked.values()))
        sources_of: dict[str, list[str]] = {}
        for output, source in pairs:
            sources_of.setdefault(output, []).append(source)
        found = {}
        for output, sources in sources_of.items():
            given = examples(encoder, output, self.gap, self.seed)
            # one thread, and one summary after the other: torch has a single stream of random numbers
            (model,) = encoder.side_by_side(lambda one: tuned(encoder, one, self.seed), [given])
            after = self._right([asked[source] for source in sources], model, repr((given, self.seed)))
            for source in sources:
                found[output, source] = _table(before[asked[source]], after[asked[source]])
        return [found[pair] for pair in pairs]

    @property
    def limit(self) -> int:
        """How many tokens the model is given at once, those at the ends included."""
        return min(MOST_TOKENS, self.encoder.limit)

    def sentences_of(self, text: str) -> list[str]:
        """Return the sentences of a text."""
        return plain_sentences(text, self.sentences)

    def n_tokens(self, sentence: str) -> int:
        """Return how many tokens a sentence has."""
        return len(self.encoder.tokenizer.tokenize(sentence))

    def survey(self) -> CutTexts:
        """Count what cannot be given to the model whole."""
        return CutTexts(self)

    def _sentences(self, text: str) -> list[list[str]]:
        return [self.encoder.tokenizer.tokenize(sentence) for sentence in self.sentences_of(text)]

    def _ids(self, tokens: Sequence[str]) -> list[int]:
        ids: list[int] = self.encoder.tokenizer.convert_tokens_to_ids(list(tokens))
        return ids

    def _gapped(self, tokens: Sequence[str], help_ids: Sequence[int]) -> list[Gapped]:
        """Return a sentence in every way in which it is masked; nothing where none of its tokens is."""
        tokenizer = self.encoder.tokenizer
        own = self._ids(tokens)
        shift = 1 + len(help_ids)
        found = []
        for places in maskings(tokens, self.gap):
            masked = list(own)
            for place in places:
                masked[place] = tokenizer.mask_token_id
            ids = (tokenizer.cls_token_id, *help_ids, *masked, tokenizer.sep_token_id)
            answers = tuple(own[place] for place in places)
            found.append(Gapped(ids, tuple(place + shift for place in places), answers))
        return found

    def _right(
        self, asked: Sequence[_Asked], model: Any = None, trained: str = ""
    ) -> dict[_Asked, NDArray[np.bool_]]:
        """Return which gaps the model fills rightly; a copy of it, which was trained, may be asked in its place.

        A source with its gaps and one output, or none, goes through the model together, whatever else is asked.
        """
        distinct = list(dict.fromkeys(asked))
        found = self.encoder.filled_rightly(distinct, model=model, trained=trained)
        return dict(zip(distinct, found, strict=True))

    def _measured(self, counts: NDArray[np.int64]) -> float:
        (neither, gained), (lost, both) = counts.tolist()
        if self.measure == "improve":
            return gained / (neither + both + gained) if neither + both + gained else float("nan")
        whole = neither + gained + lost + both
        return (gained - lost) / whole if whole else float("nan")


def _portions(pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield neighbours whose gaps are held at once: those of many long sources would not fit into memory."""
    portion: list[tuple[str, str]] = []
    letters = 0
    for pair in pairs:
        if portion and letters + len(pair[1]) > MOST_LETTERS:
            yield portion
            portion, letters = [], 0
        portion.append(pair)
        letters += len(pair[1])
    if portion:
        yield portion


def _table(without: NDArray[np.bool_], helped: NDArray[np.bool_]) -> NDArray[np.int64]:
    counts = np.zeros((2, 2), dtype=np.int64)
    np.add.at(counts, (without.astype(int), helped.astype(int)), 1)
    return counts
