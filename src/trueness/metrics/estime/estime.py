"""ESTIME."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from trueness.errors import check_integer
from trueness.metrics.encoder.encoder import Encoder, shared_encoder
from trueness.metrics.encoder.encoder_metric import EncoderMetric
from trueness.metrics.encoder.masked_encoder import check_masked_encoder
from trueness.metrics.encoder.plain_words import STOPS, plain_sentences, plain_words
from trueness.metrics.estime.masking import Ends, Words, masked_pieces
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.named_options import whole

DEFAULT_MODEL = "bert-large-uncased-whole-word-masking"
MOST_PRODUCTS = 2**24
"""Dot products that are held at once."""
PARTS = ("alarms", "adjusted", "all", "soft", "coherence")

_DESCRIPTIONS = {
    "alarms": "ESTIME: words of the output, of those the source has, in whose context the source has another one.",
    "adjusted": "ESTIME's alarms extrapolated to all words of the output.",
    "all": "ESTIME's alarms counted over all words of the output.",
    "soft": "Soft ESTIME: the mean cosine of a token of the output and that of its context in the source.",
    "coherence": "ESTIME's coherence: whether contexts come in the order of the source (Kendall's tau-c).",
}


class Estime(EncoderMetric):
    """ESTIME: masked, each token of the output is compared with all masked ones of the source by their hidden states.

    The token of the source whose state has the largest dot product stands for what the source says in such a context.
    Where it is another token, that is an alarm. `words` are those of NLTK, states those of a word's first token, and a
    word is masked with all its tokens at least 8 words from the next one that is masked with it.

    - ``estime_alarms``: alarms at words that the source has; less is better. Where it has none of them, all count.
    - ``estime_adjusted``: these times the output's words over its words that the source has; less is better.
    - ``estime_all``: alarms at all words; less is better.
    - ``estime_soft``: the mean cosine of the input embeddings of token and counterpart.
    - ``estime_coherence``: Kendall's tau-c of the places of tokens and counterparts.

    Undefined where output or source has no words, coherence also where all counterparts are one token.

    Parameters
    ----------
    part : {'alarms', 'adjusted', 'all', 'soft', 'coherence'}
    model : str, Encoder or model
        As for `Encoder`; one of the family of BERT. The authors' is bert-large-uncased-whole-word-masking.
    layer : int, optional
        Of the states; by default 21 of 24, and as far up in others.
    sentences : {'stops', 'newline', 'split'}
        Where sentences end, which NLTK's words depend on (see `plain_sentences`).

    Raises
    ------
    ArgumentError
        If a value is none of these.

    References
    ----------
    Vasilyev and Bohannon 2021, ESTIME; and 2022 for the soft score and coherence. Numbers are those of their program
    blanc 0.3.4, except where a "word" is longer than what it reads at once, where that does not end, and for words of
    which no token is left, which are passed over.
    """

    family: ClassVar = "estime"
    parts: ClassVar = PARTS
    readers: ClassVar = {"model": str, "layer": whole(), "sentences": str}
    defaults_of: ClassVar = {"model": DEFAULT_MODEL, "layer": None, "sentences": STOPS}
    scheme: str = "estime_<part>"
    options: str = (
        "estime_alarms, estime_adjusted, estime_all, estime_soft or estime_coherence\n"
        f":model=<path or name>: of the family of BERT; without it {DEFAULT_MODEL}\n"
        ":layer=<k>: of the states; without it 21 of 24 layers, and as far up in others\n"
        ":sentences=newline or split: in place of a blank after a stop, question or exclamation mark"
    )
    note: str = "Parts are alarms, adjusted, all, soft and coherence; needs the extra 'neural' and a model."
    needs: frozenset[Need] = frozenset({"source"})
    lower: float = 0.0
    upper: float = math.inf
    empty_output: float = math.nan
    citation: Citation = Citation(
        "vasilyev-bohannon-2021-estime",
        "Vasilyev and Bohannon (2021): ESTIME: Estimation of Summary-to-Text Inconsistency by Mismatched Embeddings. "
        "Eval4NLP, 94–103.",
        """@inproceedings{vasilyev-bohannon-2021-estime,
  title = {{ESTIME}: Estimation of Summary-to-Text Inconsistency by Mismatched Embeddings},
  author = {Vasilyev, Oleg and Bohannon, John},
  booktitle = {Proceedings of the 2nd Workshop on Evaluation and Comparison of NLP Systems},
  year = {2021},
  pages = {94--103},
  doi = {10.18653/v1/2021.eval4nlp-1.10}
}""",
    )

    def __init__(
        self,
        part: str = "alarms",
        model: Any = DEFAULT_MODEL,
        layer: int | None = None,
        sentences: str = STOPS,
    ) -> None:
        plain_sentences("", sentences)  # refuses what is no way
        self.part = part
        self.given_layer = None if layer is None else check_integer("layer", layer, minimum=0)
        self.sentences = sentences
        self.encoder = shared_encoder(model)
        given = {"model": self.encoder.name, "layer": layer, "sentences": sentences}
        self.name = self.name_of(part, given)
        self.higher_is_better = part in {"soft", "coherence"}
        if self.higher_is_better:
            self.lower, self.upper = -1.0, 1.0

    def survey(self) -> None:
        """Look at no text beforehand: each is read as a whole, however long."""

    def description(self) -> str:
        """Return what is counted (see `Metric.description`)."""
        return _DESCRIPTIONS[self.part]

    def signature(self) -> str:
        """Return the model, the layer and how sentences end."""
        layer = "21 of 24" if self.given_layer is None else self.given_layer
        return f"{self.encoder.signature()}|layer:{layer}|sentences:{self.sentences}"

    @property
    def layer(self) -> int:
        """The layer of the states."""
        return round(self.encoder.depth * 21 / 24) if self.given_layer is None else self.given_layer

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],  # noqa: ARG003 - the same for every metric
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs; every masked text is read once for all parts, and a source once for all its outputs.

        Raises
        ------
        ArgumentError
            If the model has no such layer.
        DataError
            If the model does not read masks from both sides, or cannot be read.
        MissingExtraError
            If transformers, torch or NLTK is not installed.
        """
        found = np.full((len(outputs), len(metrics)), np.nan)
        ways = (
            dict.fromkeys((id(one.encoder), one.layer, one.sentences) for one in metrics)
            if len(outputs)
            else {}
        )
        for way in ways:
            members = [
                k for k, one in enumerate(metrics) if (id(one.encoder), one.layer, one.sentences) == way
            ]
            found[:, members] = _scored([metrics[k] for k in members], outputs, sources)
        return found


class _Side(NamedTuple):
    """A text with the states of its masked words."""

    words: Words
    places: NDArray[np.int64]
    states: NDArray[np.float32]


def _scored(metrics: Sequence[Estime], outputs: Sequence[str], sources: Sequence[str | None]) -> FloatArray:
    first = metrics[0]
    given = [source or "" for source in sources]
    texts = list(dict.fromkeys([*given, *outputs]))
    sides = dict(zip(texts, _sides(first, texts), strict=True))
    found = np.full((len(outputs), len(metrics)), np.nan)
    known: dict[tuple[str, str], dict[str, float]] = {}
    for row, (output, source) in enumerate(zip(outputs, given, strict=True)):
        if (output, source) not in known:
            wanted = {metric.part for metric in metrics}
            known[output, source] = _parts(sides[output], sides[source], first.encoder, wanted)
        found[row] = [known[output, source][metric.part] for metric in metrics]
    return found


def _sides(metric: Estime, texts: Sequence[str]) -> list[_Side]:
    """Return texts with the states of their masked words, in the order in which these are masked."""
    encoder = metric.encoder
    tokenizer = encoder.tokenizer
    check_masked_encoder(encoder, "ESTIME")
    ends = Ends(tokenizer.cls_token_id, tokenizer.sep_token_id, tokenizer.mask_token_id)
    tokens_of: dict[str, tuple[int, ...]] = {}
    words = [_words(text, metric.sentences, tokenizer, tokens_of) for text in texts]
    pieces = [masked_pieces(text, ends, encoder.limit) for text in words]
    states = encoder.states_at(
        [[piece.ids for piece in some] for some in pieces],
        [[tuple(at for _, at in piece.places) for piece in some] for some in pieces],
        metric.layer,
    )
    return [
        _Side(text, np.array([place for piece in some for place, _ in piece.places], dtype=np.int64), one)
        for text, some, one in zip(words, pieces, states, strict=True)
    ]


def _words(text: str, sentences: str, tokenizer: Any, known: dict[str, tuple[int, ...]]) -> Words:
    words = list(itertools.chain.from_iterable(map(plain_words, plain_sentences(text, sentences))))
    tokens: list[int] = []
    spans = []
    for word in words:
        if word not in known:
            known[word] = tuple(tokenizer.convert_tokens_to_ids(tokenizer.tokenize(word)))
        spans.append((len(tokens), len(tokens) + len(known[word])))
        tokens += known[word]
    return Words(tuple(words), tuple(tokens), tuple(spans))


def _nearest(states: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return which of others has the largest dot product with each of some states, the first of several."""
    rows = max(1, MOST_PRODUCTS // len(others))
    starts = range(0, len(states), rows)
    return np.concatenate([np.argmax(states[k : k + rows] @ others.T, axis=1) for k in starts])


def _parts(output: _Side, source: _Side, encoder: Encoder, wanted: set[str]) -> dict[str, float]:
    """Return the parts of the score, as the program's `_evaluate` does."""
    if not len(output.places) or not len(source.places):
        return dict.fromkeys(PARTS, math.nan)
    nearest = source.places[_nearest(output.states, source.states)]
    own = np.array(output.words.tokens)[output.places]
    counterpart = np.array(source.words.tokens)[nearest]
    alarms = own != counterpart
    has = set(source.words.words)
    spans = zip(output.words.words, output.words.spans, strict=True)
    shared = {span[0] for word, span in spans if word in has and span[1] > span[0]}
    counted = [place in shared for place in output.places.tolist()] if shared else [True] * len(alarms)
    n_alarms = float(alarms[counted].sum())
    found = {
        "alarms": n_alarms,
        "adjusted": n_alarms * len(alarms) / len(shared) if shared else float(len(alarms)),
        "all": float(alarms.sum()),
        "soft": math.nan,
        "coherence": math.nan,
    }
    if "soft" in wanted:
        vectors = encoder.input_embeddings
        one, other = vectors[own], vectors[counterpart]
        lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
        found["soft"] = float(np.mean((one * other).sum(axis=1) / lengths))
    if "coherence" in wanted and len(set(nearest.tolist())) > 1:
        from scipy.stats import kendalltau

        found["coherence"] = float(kendalltau(output.places, nearest, variant="c").statistic)
    return found
