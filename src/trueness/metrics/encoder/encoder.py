"""A pretrained encoder that all metrics of a run share: each text is encoded once, alone, and kept.

What a metric needs of it::

    encoder = shared_encoder("roberta-large")         # nothing is read yet; the same object for the same arguments
    for one in encoder.encode(texts, layers=[17]):    # in the order of the texts, each distinct one computed once
        one.ids, one.special, one.cut                 # token ids, which are special, whether the end was left out
        one.layers[17]                                # states, shape (tokens, width)

    encoder.hidden_states(sequences, layers=[5, 6])   # the same for token ids that a metric has made itself
    encoder.states_at(texts, places, layer)           # hidden states at chosen places only, faster
    encoder.filled_rightly(texts)                     # which gaps the masked-LM head fills with what belongs there
    encoder.masked_lm                                 # the torch module with its head, to be copied before training
    encoder.side_by_side(function, items)             # the model on threads, each item on one of them
    encoder.tokenizer, encoder.limit, encoder.depth   # of transformers; tokens that it takes; layers
    encoder.identity()                                # what a signature has to name

Layers are numbered as in transformers: 0 is the embeddings, k the output of block k. Work is not done before it is
asked for, states of `encode` and `hidden_states` come from memory or from the file of `encoding_cache` where they are
known, and the forward pass ends after the highest layer. A metric derives from `EncoderMetric` so that the layers that
others want of the same texts are computed in the same pass.

**A score never depends on the batch.** On a CPU every text runs through the model alone and on one thread, several
texts side by side: nothing is padded, and no kernel sees how many texts there are. The same text gives the same bits in
any order, beside any others, and for any number of workers. On a GPU the same holds with `batch` 1, the default; with a
larger one texts of equal length go together, still without padding, and the last bits may depend on how many.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, DataError, FormatError, check_choice, check_integer
from trueness.metrics.encoder.blocks import Blocks
from trueness.metrics.encoder.encoding_cache import (
    EncodingCache,
    States,
    encoding_key,
    opened,
)
from trueness.metrics.encoder.gap_filling import GapFilling, Gapped
from trueness.metrics.encoder.model_facts import kept_flags
from trueness.metrics.encoder.packed import Packed
from trueness.metrics.encoder.parts import Kept, parts_of, read_parts
from trueness.metrics.encoder.pretrained import on_device, quiet, software
from trueness.metrics.encoder.pretrained_model import DType, PretrainedModel
from trueness.metrics.encoder.windows import windows

Long = Literal["cut", "windows"]

MEMORY = 256 * 2**20
"""Bytes of states that an encoder holds for metrics that come to the same texts later."""

_PIECE = 64  # sequences that are computed before they are kept

_Places = tuple[
    Sequence[tuple[int, ...]], Sequence[tuple[int, ...]]
]  # token ids, and which of each are asked for


class Encoded(NamedTuple):
    """A text as a model sees it.

    Attributes
    ----------
    ids : array of shape (n,)
        Token ids, the special ones at the ends included.
    special : array of shape (n,)
        Which of them are special.
    layers : mapping of int to array of shape (n, width)
        Layer to hidden states, in single precision; not to be written to.
    cut : bool
        Whether the text was longer than the model takes, so that its end was left out.
    """

    ids: NDArray[np.int64]
    special: NDArray[np.bool_]
    layers: Mapping[int, States]
    cut: bool

    @property
    def empty(self) -> bool:
        """Whether there are special tokens only."""
        return bool(self.special.all())


class Encoder(PretrainedModel):
    """A pretrained encoder; its model is read when the first text has to be encoded.

    Parameters
    ----------
    model : str, path or torch module
        A folder, a name on the hub whose files are on this machine (nothing is fetched), or a model of transformers.
    tokenizer : tokenizer of transformers, optional
        With a model that is given as it is.
    dtype : {'float32', 'bfloat16', 'float16'}
        In which precision the model computes.
    long : {'cut', 'windows'}
        What happens to texts beyond the model's limit: their end is left out, or they are read in windows that half
        overlap, each token having its states from the window in whose middle it is.
    device : str, optional
        Where the model runs, as torch calls it; by default the variable TRUENESS_DEVICE, else a GPU if there is one.
        No part of what the results are known by.
    batch : int, default: 1
        Texts of equal length that go through the model together.

    Raises
    ------
    ArgumentError
        If an argument is none of its options.
    """

    def __init__(
        self,
        model: Any,
        *,
        tokenizer: Any = None,
        dtype: DType = "float32",
        long: Long = "cut",
        device: str | None = None,
        batch: int = 1,
    ) -> None:
        super().__init__(model, tokenizer=tokenizer, dtype=dtype, device=device)
        check_choice("long", long, get_args(Long))
        self.long = long
        self.batch = check_integer("batch", batch, minimum=1)
        self._held: collections.OrderedDict[bytes, States] = collections.OrderedDict()
        self._held_bytes = 0
        self._expected: collections.Counter[int] = collections.Counter()
        self._both_ways: bool | None = None

    def identity(self) -> str:
        """Return what stands for the model and for what becomes of long texts (see `PretrainedModel.identity`)."""
        return f"{super().identity()}|long:{self.long}"

    @property
    def depth(self) -> int:
        """How many layers there are above the embeddings."""
        found = getattr(self.config, "num_hidden_layers", None)
        if not isinstance(found, int):
            raise FormatError(
                f"the model '{self.name}' lacks layers of hidden states ({type(self.config).__name__})."
            )
        return found

    def encode(self, texts: Sequence[str], layers: Iterable[int]) -> list[Encoded]:
        """Return texts as the model sees them, each distinct one being computed once.

        Parameters
        ----------
        texts : sequence of str
            All that is returned is in memory: give as many as that suits.
        layers : iterable of int
            From 0 to `depth`.

        Raises
        ------
        ArgumentError
            If there is no such layer.
        DataError
            If the model is not there, cannot be read, or gives numbers that are not finite.
        MissingExtraError
            If transformers or torch is not installed.
        """
        wanted = self._checked_layers(layers)
        place = {text: k for k, text in enumerate(dict.fromkeys(texts))}
        whole = self.ids(list(place))
        pieces: list[tuple[int, ...]] = []
        cuts = [self._cut(ids) for ids in whole]
        for _, parts in cuts:
            pieces += parts
        states = iter(self.hidden_states(pieces, wanted))
        found = []
        for ids, (kept, parts) in zip(whole, cuts, strict=True):
            given = [next(states) for _ in parts]
            stitched = given[0] if len(parts) == 1 else self._stitched(ids, given)
            shown = np.asarray(kept, dtype=np.int64)
            found.append(
                Encoded(
                    shown, self.special(shown), dict(zip(wanted, stitched, strict=True)), len(kept) < len(ids)
                )
            )
        return [found[place[text]] for text in texts]

    def kept_ids(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """Return the token ids of texts that are encoded: without what is cut."""
        return [self._cut(ids)[0] for ids in self.ids(texts)]

    def _cut(self, ids: tuple[int, ...]) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        """Return the ids of a text that are encoded, and the sequences that the model is given for them."""
        if len(ids) <= self.limit:
            return ids, [ids]
        before, after, room = self._ends(ids)
        content = ids[before : len(ids) - after]
        ends = ids[:before], ids[len(ids) - after :]
        if self.long == "cut":
            kept = (*ends[0], *content[:room], *ends[1])
            return kept, [kept]
        parts = [(*ends[0], *content[one.start : one.stop], *ends[1]) for one in windows(len(content), room)]
        return ids, parts

    def _ends(self, ids: tuple[int, ...]) -> tuple[int, int, int]:
        """Return how many special tokens a text has before and after its own, and how many of its own fit."""
        special = self.special(ids)
        before = int(np.argmin(special))
        after = int(np.argmin(special[::-1]))
        return before, after, self.limit - before - after

    def _stitched(self, ids: tuple[int, ...], given: list[list[States]]) -> list[States]:
        before, after, room = self._ends(ids)
        parts = windows(len(ids) - before - after, room)
        found = []
        for k in range(len(given[0])):
            pieces = [given[0][k][:before]]
            for one, states in zip(parts, given, strict=True):
                shift = before - one.start
                pieces.append(states[k][one.first + shift : one.last + shift])
            pieces.append(given[-1][k][len(given[-1][k]) - after :])
            found.append(np.concatenate(pieces))
        return found

    def hidden_states(self, sequences: Sequence[Sequence[int]], layers: Iterable[int]) -> list[list[States]]:
        """Return the hidden states of token ids.

        Parameters
        ----------
        sequences : sequence of sequences of int
            Token ids, special ones included, each at most `limit` long and not empty.
        layers : iterable of int
            k of them.

        Returns
        -------
        list of lists of k arrays of shape (tokens, width)

        Raises
        ------
        ArgumentError
            If there is no such layer, or a sequence is empty or too long.
        DataError, MissingExtraError
            As `encode`.
        """
        wanted = self._checked_layers(layers)
        given = [tuple(ids) for ids in sequences]
        self._check_ids(given)
        keys = {
            ids: [encoding_key(self._key, layer, ids) for layer in wanted] for ids in dict.fromkeys(given)
        }
        with contextlib.ExitStack() as stack:
            cache = stack.enter_context(opened(EncodingCache)) if keys else None
            found = self._known([key for some in keys.values() for key in some], cache)
            missing = [ids for ids, some in keys.items() if any(key not in found for key in some)]
            computed = sorted({*wanted, *(layer for layer in self._expected if layer <= self.depth)})
            for start in range(0, len(missing), _PIECE):
                piece = missing[start : start + _PIECE]
                made: dict[bytes, States] = {}
                for ids, states in zip(piece, self._computed(piece, computed), strict=True):
                    for layer, one in zip(computed, states, strict=True):
                        made[encoding_key(self._key, layer, ids)] = one
                if cache is not None:
                    cache.save(made)
                self._hold(made)
                found |= {key: made[key] for ids in piece for key in keys[ids]}
        return [[found[key] for key in keys[ids]] for ids in given]

    def states_at(
        self,
        texts: Sequence[Sequence[tuple[int, ...]]],
        places: Sequence[Sequence[tuple[int, ...]]],
        layer: int,
    ) -> list[States]:
        """Return hidden states at some places of token ids. Those of long texts are kept, part by part (see `parts`).

        Parameters
        ----------
        texts : sequence of sequences of tuple of int
            Token ids, as for `hidden_states`. Those of a text go through the model together, up to `TOKENS` tokens; no
            others matter to them.
        places : sequence of sequences of tuple of int
            Of each sequence of each text, ascending.
        layer : int

        Returns
        -------
        list of arrays of shape (places, width)
            For each text those of all its sequences, one after the other.

        Raises
        ------
        ArgumentError
            If there is no such layer, or a sequence is empty or too long.
        DataError, MissingExtraError
            As `encode`.
        """
        self._checked_layers([layer])
        for sequences in texts:
            self._check_ids(sequences)
        packed, blocks, torch = self._packed, self._blocks, self.torch

        def at_places(one: _Places) -> States:
            with torch.inference_mode():
                if packed.fits:
                    states = packed.states(*one, layer)
                else:
                    device = self.device
                    whole = (blocks.states(torch.tensor([ids], device=device), [layer]) for ids in one[0])
                    states = torch.cat(
                        [given[0][0][list(at)] for given, at in zip(whole, one[1], strict=True)]
                    )
                found: States = states.float().cpu().numpy()
            return found

        def read(some: Sequence[_Places]) -> list[States]:
            found = self.side_by_side(at_places, some)
            self._check_finite(found)
            return found

        parts = []
        for sequences, wanted in zip(texts, places, strict=True):
            item = functools.partial(_some_places, sequences, wanted)
            parts.append(parts_of(item, [len(ids) for ids in sequences], (self._key, layer)))
        found = read_parts(parts, read, self._kept_states(), self.name)
        return [np.concatenate([np.zeros((0, self._width), np.float32), *some]) for some in found]

    @contextlib.contextmanager
    def _kept_states(self) -> Iterator[Kept[States] | None]:
        with opened(EncodingCache) as cache:
            yield None if cache is None else Kept(lambda keys: cache.load(keys, self._width), cache.save)

    def filled_rightly(
        self, texts: Sequence[Sequence[Gapped]], *, model: Any = None, trained: str = ""
    ) -> list[NDArray[np.bool_]]:
        """Return which gaps the model fills with the tokens that belong there (see `GapFilling`).

        Parameters
        ----------
        texts : sequence of sequences of Gapped
            Sequences that go through the model together, up to `TOKENS` tokens. No others matter to them.
        model : torch module, optional
            A copy of `masked_lm` to ask in place of it, such as one that was trained further.
        trained : str, optional
            What tells this copy from others.

        Returns
        -------
        list of arrays of shape (gaps,)
            Those of all sequences, one after the other. What was found out of long texts is kept (see `parts`).

        Raises
        ------
        ArgumentError
            If a sequence is empty or too long.
        DataError
            If the model has no masked-LM head.
        """
        for sequences in texts:
            self._check_ids(one.ids for one in sequences)
        filling = self._filling if model is None else GapFilling(model, self.depth, self.torch)
        about = (self._key, "gaps", trained)
        parts = [parts_of(some.__getitem__, [len(one.ids) for one in some], about) for some in texts]
        read = functools.partial(self.side_by_side, filling.right)
        found = read_parts(parts, read, kept_flags(), self.name)
        return [np.concatenate([np.zeros(0, np.bool_), *some]) for some in found]

    def reads_both_ways(self, *, head: bool = False) -> bool:
        """Return whether the state of a token depends on what follows; with `head` that of `masked_lm` is asked.

        Raises
        ------
        DataError, MissingExtraError
            As `encode`.
        """
        if self._both_ways is None:
            model = self.masked_lm.base_model if head else self._model
            ids = self.torch.tensor([[1, 2, 3, 4], [1, 2, 3, 5]], device=self.device)
            with self.torch.inference_mode():
                one, other = (model(input_ids=some[None]).last_hidden_state[0, 0] for some in ids)
            self._both_ways = not self.torch.equal(one, other)
        return self._both_ways

    @functools.cached_property
    def input_embeddings(self) -> NDArray[np.float32]:
        """The vectors of the vocabulary before any context, shape (vocabulary, width).

        Raises
        ------
        DataError, MissingExtraError
            As `encode`.
        """
        found: NDArray[np.float32] = self._blocks.embedding_weights().float().cpu().numpy()
        return found

    @functools.cached_property
    def masked_lm(self) -> Any:
        """The model with its masked-LM head, on its device; copy it before you change it.

        Raises
        ------
        DataError
            If the model has no such head.
        """
        wanted = "a model with a masked-LM head"
        if self.given is None:
            model = self.read_model(self.transformers.AutoModelForMaskedLM, wanted)
        elif self.given.get_output_embeddings() is None:
            raise FormatError(f"the model '{self.name}' must be {wanted}.")
        else:
            model = self.given
        return on_device(model, self.device)

    @functools.cached_property
    def _filling(self) -> GapFilling:
        return GapFilling(self.masked_lm, self.depth, self.torch)

    @contextlib.contextmanager
    def expecting(self, layers: Iterable[int]) -> Iterator[None]:
        """Let these layers be computed within the block whenever a text is encoded, as somebody will ask for them."""
        wanted = self._checked_layers(layers)
        self._expected.update(wanted)
        try:
            yield
        finally:
            self._expected.subtract(wanted)
            self._expected += collections.Counter()

    def _checked_layers(self, layers: Iterable[int]) -> list[int]:
        wanted = list(dict.fromkeys(layers))
        for layer in wanted:
            if not 0 <= layer <= self.depth:
                raise ArgumentError(
                    f"`layer` must be from 0 to {self.depth}, the layers of the model '{self.name}'; it "
                    f"is {layer!r}."
                )
        return wanted

    def _check_ids(self, sequences: Iterable[tuple[int, ...]]) -> None:
        known = getattr(self.config, "vocab_size", None)
        for ids in sequences:
            if not 0 < len(ids) <= self.limit:
                raise ArgumentError(
                    f"the model '{self.name}' takes 1 to {self.limit} tokens at once; it is given {len(ids)}."
                )
            if known is not None and max(ids) >= known:
                raise FormatError(
                    f"the tokenizer of the model '{self.name}' makes tokens up to number {max(ids)}, and "
                    f"the model knows {known}, from 0: they belong to different models."
                )

    @functools.cached_property
    def _key(self) -> str:
        return f"{self.contents_hash}|{self.dtype}|{software(('transformers', 'torch'))}"

    def _known(self, keys: Sequence[bytes], cache: EncodingCache | None) -> dict[bytes, States]:
        """Return what is held in memory or kept in the file."""
        with self.lock:
            found = {key: self._held[key] for key in keys if key in self._held}
            for key in found:
                self._held.move_to_end(key)
        others = [key for key in keys if key not in found]
        if cache is not None and others:
            loaded = cache.load(others, self._width)
            self._hold(loaded)
            found |= loaded
        return found

    def _hold(self, states: Mapping[bytes, States]) -> None:
        """Hold states in memory, those used last while there is room."""
        with self.lock:
            for key, one in states.items():
                if key not in self._held:
                    one.setflags(write=False)
                    self._held[key] = one
                    self._held_bytes += one.nbytes
            while self._held_bytes > MEMORY:
                _, gone = self._held.popitem(last=False)
                self._held_bytes -= gone.nbytes

    def forget(self) -> None:
        """Forget the states that are held in memory."""
        with self.lock:
            self._held.clear()
            self._held_bytes = 0

    @property
    def _width(self) -> int:
        return int(self.config.hidden_size)

    def _computed(self, sequences: Sequence[tuple[int, ...]], layers: Sequence[int]) -> list[list[States]]:
        """Return the states of sequences, the longest being computed first."""
        blocks = self._blocks
        torch, device = self.torch, self.device
        order = sorted(range(len(sequences)), key=lambda k: -len(sequences[k]))
        batches: list[list[int]] = []
        for k in order:
            last = batches[-1] if batches else []
            if last and len(last) < self.batch and len(sequences[last[0]]) == len(sequences[k]):
                last.append(k)
            else:
                batches.append([k])

        def forward(batch: list[int]) -> list[list[States]]:
            with torch.inference_mode():
                ids = torch.tensor([sequences[k] for k in batch], device=device)
                states = [one.float().cpu().numpy() for one in blocks.states(ids, layers)]
            return [[np.ascontiguousarray(one[row]) for one in states] for row in range(len(batch))]

        found: list[list[States]] = [[] for _ in sequences]
        for batch, given in zip(batches, self.side_by_side(forward, batches), strict=True):
            for k, states in zip(batch, given, strict=True):
                found[k] = states
        self._check_finite(one for states in found for one in states)
        return found

    def _check_finite(self, states: Iterable[States]) -> None:
        if not all(np.isfinite(one).all() for one in states):
            raise DataError(
                f"the model '{self.name}' gives infinite numbers, or NaN"
                + (f" in {self.dtype}; float32 has a wider range." if self.dtype != "float32" else ".")
            )

    @functools.cached_property
    def _model(self) -> Any:
        wanted = "a model that turns texts into hidden states"
        if self.given is None:
            model = self.read_model(self.transformers.AutoModel, wanted)
        else:
            model = getattr(self.given, "base_model", self.given)
        if getattr(self.config, "is_encoder_decoder", False):
            model = model.get_encoder()
        model = on_device(model, self.device)
        with (
            self.reading_files(wanted),
            self.torch.inference_mode(),
        ):  # settings that do not go together fail here
            model(input_ids=self.torch.tensor(self.ids(["a"]), device=self.device))
        return model

    @functools.cached_property
    def _blocks(self) -> Blocks:
        with self.lock, quiet(self.transformers):
            return Blocks(self._model, self.depth, self.torch)

    @functools.cached_property
    def _packed(self) -> Packed:
        with self.lock, quiet(self.transformers):
            return Packed(self._model, self.depth, self.torch)


def _some_places(
    sequences: Sequence[tuple[int, ...]], places: Sequence[tuple[int, ...]], cut: slice
) -> _Places:
    return sequences[cut], places[cut]


_SHARED: weakref.WeakValueDictionary[tuple[str, ...], Encoder] = weakref.WeakValueDictionary()
_SHARING = threading.Lock()


def shared_encoder(model: Any, *, dtype: DType = "float32", long: Long = "cut") -> Encoder:
    """Return the encoder that a metric is to use.

    Parameters
    ----------
    model : str, path, Encoder or model
        Of a folder or name it is the same object as long as anyone has it, so that its model is read once; an encoder
        stays as it is.
    dtype, long
        As for `Encoder`.

    Raises
    ------
    ArgumentError
        If an argument is none of its options.
    """
    if isinstance(model, Encoder):
        return model
    if not isinstance(model, (str, os.PathLike)):
        return Encoder(model, dtype=dtype, long=long)
    key = (os.fspath(model), dtype, long)
    with _SHARING:
        found = _SHARED.get(key)
        if found is None:
            found = _SHARED[key] = Encoder(os.fspath(model), dtype=dtype, long=long)
        return found
