"""A pretrained model of transformers: its files, its tokenizer, and how it is read once and run by threads."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import math
import os
import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, Self, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from trueness.errors import (
    ArgumentError,
    FormatError,
    MissingExtraError,
    TruenessError,
    check_choice,
    import_extra,
)
from trueness.metrics.encoder.model_facts import kept_facts
from trueness.metrics.encoder.pretrained import NO_CODE, find_model, folder_hash, quiet, reading, software
from trueness.metrics.encoder.tokenizer_rules import read_tokenizer
from trueness.parallel import Execution, chosen_workers, executing, run_each, watched
from trueness.parallel.leaving import leaving

DType = Literal["float32", "bfloat16", "float16"]

DEVICE_VARIABLE = "TRUENESS_DEVICE"

_NO_LIMIT = 1_000_000  # tokenizers without a limit give a number far above this
_TOKENS = 512  # where neither the model nor its tokenizer says what it takes
_OFFSET_POSITIONS = ("roberta", "xlm-roberta", "camembert", "longformer", "mpnet", "bertweet")
_PREFIX_SPACE = ("roberta", "gpt2", "bart", "longformer", "led")
_PACKAGES = ("transformers", "torch", "tokenizers")
_FEATURE = "a metric of a pretrained model"

_LAYERS = 1000
"""So many layers a model may have whatever its files hold: they may share their weights."""

_TIMES, _WEIGHTS = 4, 2**26
"""So many times the weights of its files a model may have, or so many: what is missing is then told by name."""

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class PretrainedModel:
    """A pretrained model of any kind; nothing is read before it is asked for.

    Parameters
    ----------
    model : str, path or torch module
        A folder, a name on the hub whose files are on this machine (nothing is fetched), or a model of transformers.
    tokenizer : tokenizer of transformers, optional
        With a model that is given as it is.
    dtype : {'float32', 'bfloat16', 'float16'}
        In which precision the model computes.
    device : str, optional
        Where the model runs, as torch calls it; by default the variable TRUENESS_DEVICE, else a GPU if there is one.
        No part of what the results are known by.

    Attributes
    ----------
    name : str
        What the user calls it.
    given : torch module or None
        The model, where it was given as it is.

    Raises
    ------
    ArgumentError
        If an argument is none of its options.
    """

    def __init__(
        self, model: Any, *, tokenizer: Any = None, dtype: DType = "float32", device: str | None = None
    ) -> None:
        check_choice("dtype", dtype, get_args(DType))
        self.dtype = dtype
        self._device = device
        self._tokenizer = tokenizer
        self.lock = threading.RLock()
        self.given = None if isinstance(model, (str, os.PathLike)) else model
        if self.given is None:
            self.name = os.fspath(model)
        elif tokenizer is None:
            raise ArgumentError("`tokenizer` has to be given with a model that is given as it is.")
        else:
            self.name = type(model).__name__

    @classmethod
    def of(cls, model: Any) -> Self:
        """Return a model as it is, or that of a folder or name."""
        return model if isinstance(model, cls) else cls(model)

    def signature(self) -> str:
        """Return what stands for the model in a signature; its name alone where it is not on this machine."""
        try:
            return f"model:{self.identity()}"
        except MissingExtraError:
            return f"model:{self.name} (needs the extra 'neural')"
        except TruenessError:
            return f"model:{self.name} (not on this machine)"

    def identity(self) -> str:
        """Return what stands for the model, its tokenizer, the precision and the software, on one line.

        Raises
        ------
        DataError
            If there is no such model.
        """
        name = Path(self.name).name if Path(self.name).is_dir() else self.name
        return f"{name}@{self.contents_hash}|{self.dtype}|{software(_PACKAGES)}"

    @functools.cached_property
    def folder(self) -> Path:
        """Where the files of the model lie.

        Raises
        ------
        DataError
            If it is not on this machine; the message says how to fetch it.
        """
        return find_model(self.name)

    @functools.cached_property
    def contents_hash(self) -> str:
        """16 hexadecimal digits that stand for weights, settings and tokenizer."""
        if self.given is None:
            return folder_hash(self.folder)
        digest = hashlib.sha256(self.given.config.to_json_string().encode())
        backend = getattr(self._tokenizer, "backend_tokenizer", None)
        digest.update((backend.to_str() if backend is not None else repr(self._tokenizer)).encode())
        for name, weights in sorted(self.given.state_dict().items()):
            digest.update(name.encode() + weights.detach().cpu().float().numpy().tobytes())
        return digest.hexdigest()[:16]

    @functools.cached_property
    def config(self) -> Any:
        """The settings of the model, as transformers has them."""
        if self.given is not None:
            return self.given.config
        with self.reading_files("a folder, or the name on the hub, of a model that transformers can read"):
            return self.transformers.AutoConfig.from_pretrained(self.folder, **NO_CODE)

    @functools.cached_property
    def tokenizer(self) -> Any:
        """The tokenizer of transformers."""
        if self._tokenizer is not None:
            return self._tokenizer
        with self.reading_files("a folder, or the name on the hub, of a model with its tokenizer"):
            found = read_tokenizer(self.transformers, self.folder, self.name)
        if len(found) <= len(set(found.all_special_ids)):  # what transformers makes of no files at all
            raise FormatError(
                f"the tokenizer of the model '{self.name}' knows special tokens only.",
                remedy="Put its files into the folder, such as tokenizer.json or vocab.txt.",
            )
        return found

    @functools.cached_property
    def limit(self) -> int:
        """How many tokens the model takes, those that stand for the ends of a text included."""
        if self.given is not None:
            return self._found_limit()
        (found,) = kept_facts([("limit", self.tokens_of)], lambda _: [str(self._found_limit())])
        return int(found)

    @functools.cached_property
    def tokens_of(self) -> str:
        """What the tokens of a text depend on besides the text."""
        return f"{self.contents_hash}|{software(('transformers', 'tokenizers'))}"

    def _found_limit(self) -> int:
        positions = getattr(self.config, "max_position_embeddings", None)
        if positions and self.config.model_type in _OFFSET_POSITIONS:
            positions -= 1 + (self.config.pad_token_id or 0)
        said = (positions, getattr(self.tokenizer, "model_max_length", None))
        return min((int(one) for one in said if one and 0 < one < _NO_LIMIT), default=_TOKENS)

    def ids(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """Return the token ids of texts, special ones included, however long; blanks at the ends are left out.

        Texts of tokenizers that know words by the blank before them (RoBERTa's) get one before the first word, as
        everywhere else in the text.
        """
        if not texts:
            return []
        space = " " if self.config.model_type in _PREFIX_SPACE else ""
        given = [space + stripped if (stripped := text.strip()) else "" for text in texts]
        with quiet(self.transformers):
            found = self.tokenizer(given, verbose=False)["input_ids"]
        return [tuple(ids) for ids in found]

    def n_beyond_limit(self, texts: Iterable[str]) -> int:
        """Return how many texts are longer than the model takes; what was counted once is kept."""
        long = [text for text in texts if len(text) >= self.limit - 2]  # a token has a letter at least

        def counted(places: Sequence[int]) -> list[str]:
            return [str(len(ids)) for ids in self.ids([long[k] for k in places])]

        if self.given is not None:
            lengths = counted(range(len(long)))
        else:
            lengths = kept_facts([("tokens", self.tokens_of, text) for text in long], counted) if long else []
        return sum(int(length) > self.limit for length in lengths)

    def special(self, ids: Sequence[int] | NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which tokens are special."""
        return np.isin(np.asarray(ids, dtype=np.int64), self._special_ids)

    @functools.cached_property
    def _special_ids(self) -> NDArray[np.int64]:
        unknown = self.tokenizer.unk_token_id  # stands for a word
        return np.array([one for one in self.tokenizer.all_special_ids if one != unknown], dtype=np.int64)

    @property
    def device(self) -> str:
        """Where the model runs."""
        chosen = self._device or os.environ.get(DEVICE_VARIABLE)
        return chosen or ("cuda" if self.torch.cuda.is_available() else "cpu")

    def side_by_side(self, function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """Call a function of the model on items, each on one thread of torch; on a GPU one after the other.

        As many threads work as the execution says (see `trueness.parallel`); each item has the same result for any
        number of them.
        """
        torch = self.torch
        workers = chosen_workers() if self.device.startswith("cpu") else 1
        before = torch.get_num_threads()
        torch.set_num_threads(1)

        def at_once(item: Item) -> Result:
            with leaving():  # a run that is interrupted ends when the passes in hand have
                return function(item)

        try:
            with executing(Execution(workers=workers)), watched(None):
                return run_each(at_once, items)
        finally:
            torch.set_num_threads(before)

    def each_once(self, function: Callable[[Key], Result], items: Sequence[Key]) -> dict[Key, Result]:
        """Return what a function gives for each distinct item (see `side_by_side`)."""
        distinct = list(dict.fromkeys(items))
        return dict(zip(distinct, self.side_by_side(function, distinct), strict=True))

    def read_model(self, kind: Any, wanted: str) -> Any:
        """Read the model, all of whose weights have to be there and finite.

        Parameters
        ----------
        kind : class of transformers
            Such as AutoModel.
        wanted : str
            What the model has to be, to follow "It has to be".

        Raises
        ------
        FormatError
            If it is something else, or its files are damaged.
        """
        with self.lock, self.reading_files(wanted):
            return self._read(kind, wanted)

    def _read(self, kind: Any, wanted: str) -> Any:
        torch = self.torch
        if not any(self.folder.glob("*.safetensors")) and any(self.folder.glob("*.bin")):
            raise FormatError(
                f"the weights of the model '{self.name}' are a pickle, which is not read: it may run what it says.",
                remedy='Where you trust it, write them anew: python -c "from transformers import AutoModel as M; '
                f"M.from_pretrained('{self.name}').save_pretrained('{self.name}')\".",
            )
        self._check_size(kind)
        model, found = kind.from_pretrained(
            self.folder,
            **NO_CODE,
            use_safetensors=True,
            dtype=getattr(torch, self.dtype),
            output_loading_info=True,
            ignore_mismatched_sizes=True,  # said below
        )
        lacking = sorted(name for name in found["missing_keys"] if not name.startswith("pooler."))
        lacking += sorted(name for name, *_ in found["mismatched_keys"])
        if lacking:
            raise FormatError(
                f"the files of the model '{self.name}' lack weights that fit for {len(lacking)} parts of "
                f"it, the first being '{lacking[0]}': it must be {wanted}, with whole files."
            )
        for name, weights in model.named_parameters():
            if not torch.isfinite(weights).all():
                raise FormatError(
                    f"the model '{self.name}' has infinite weights, the first in '{name}': its files are "
                    "damaged, or its training has failed."
                )
        return model

    def _check_size(self, kind: Any) -> None:
        """Refuse settings of a model that is far larger than its files: it would be made before weights are missed.

        Raises
        ------
        FormatError
            If it would have more layers, or more weights, than files with these weights can be of.
        """
        from safetensors import safe_open

        shapes: list[list[int]] = []
        for path in sorted(self.folder.glob("*.safetensors")):
            with safe_open(path, "numpy") as file:
                shapes += [file.get_slice(name).get_shape() for name in file.keys()]  # noqa: SIM118 - no mapping
        held = sum(map(math.prod, shapes))
        sizes = {name: size for name, size in self.config.to_dict().items() if isinstance(size, int)}
        layers = max((size for name, size in sizes.items() if "layer" in name), default=0)
        if layers <= max(len(shapes), _LAYERS):
            with self.torch.device("meta"):  # without memory for weights
                made = kind.from_config(self.config, trust_remote_code=False)
            if sum(one.numel() for one in made.parameters()) <= max(_TIMES * held, _WEIGHTS):
                return
        raise FormatError(
            f"config.json of the model '{self.name}' is of a larger model than its files, which have {held:,} weights."
        )

    def reading_files(self, wanted: str) -> contextlib.AbstractContextManager[None]:
        """Say in one line why files of the model cannot be read (see `reading`)."""
        return reading(self.transformers, self.name, wanted)

    @functools.cached_property
    def transformers(self) -> Any:
        """The package."""
        return import_extra("transformers", extra="neural", feature=_FEATURE)

    @functools.cached_property
    def torch(self) -> Any:
        """The package."""
        return import_extra("torch", extra="neural", feature=_FEATURE)
