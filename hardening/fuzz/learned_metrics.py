"""Learned metrics: sound ones of every form, and what has to be true of any."""

from __future__ import annotations

import functools
import json
import random
import tempfile
import zlib
from pathlib import Path

import numpy as np

from hardening.fuzz.mutate_bytes import damaged
from hardening.fuzz.seeds import Seed
from hardening.fuzz.truths import SilentlyWrongError
from trueness.metrics.learned.card import ARRAYS, CARD, SEAL, Card, Feature, seal, write_learned
from trueness.metrics.learned.features import probe_scores
from trueness.metrics.learned.predictors import (
    LinearPredictor,
    NetworkPredictor,
    Predictor,
    StepsPredictor,
    TreesPredictor,
)

FEATURES = ("length", "compression", "novel1")
OUTPUTS, REFERENCES, SOURCES = ["a cat sat", "", "the dog ran on the mat"], [["a cat"]] * 3, ["a b c d"] * 3


def _predictors() -> list[Predictor]:
    scaling = np.array([3.0, 0.5, 0.2]), np.array([2.0, 0.25, np.inf])
    zero = np.asarray(0.0)
    single = np.float32
    return [
        LinearPredictor(*scaling, np.array([1.0, -2.0, 0.5]), zero),
        StepsPredictor(
            *scaling,
            np.array([0, 2, 3, 5]),
            np.array([0.0, 1.0, 0.0, -1.0, 1.0]),
            np.array([0.0, 2.0, 1.0, 0.0, 3.0]),
            np.ones(3),
            zero,
        ),
        TreesPredictor(
            *scaling,
            np.array([0, 3]),
            np.array([1, -1, -1, 0, -1, -1]),
            np.array([0.5, 0, 0, 0.1, 0, 0]),
            np.array([1, 0, 0, 4, 0, 0]),
            np.array([2, 0, 0, 5, 0, 0]),
            np.array([0.0, 1.0, 3.0, 0.0, 0.5, -1.0]),
            zero,
        ),
        NetworkPredictor(
            *scaling,
            np.array([3, 2, 1]),
            np.linspace(-1, 1, 8, dtype=single),
            np.array([0, 0.25, 0.5], dtype=single),
            np.asarray(1.0),
            np.asarray(2.0),
        ),
    ]


def folders() -> list[Seed]:
    """A learned metric of every form."""
    from trueness.metrics.scoring.registry import get_metric

    metrics = [get_metric(name) for name in FEATURES]
    probes = probe_scores(metrics)
    features = tuple(
        Feature(one.name, one.higher_is_better, one.signature(), probes[one.name]) for one in metrics
    )
    seeds = []
    with tempfile.TemporaryDirectory() as temporary:
        for predictor in _predictors():
            card = Card("good", "by hand", predictor.FORM, features, "", "", {"seed": 1})
            folder = write_learned(Path(temporary, predictor.FORM), card, predictor)
            seeds.append(Seed({name: (folder / name).read_bytes() for name in (CARD, ARRAYS)}, (".",)))
    return seeds


def strange_arrays(rng: random.Random, content: bytes) -> bytes:
    """Return safetensors with other numbers, kinds or shapes of one to three arrays; anything else is damaged."""
    from safetensors import numpy as tensors

    try:
        arrays = tensors.load(content)
    except Exception:  # noqa: BLE001 - it is the card, or already damaged
        return damaged(rng, content)
    for name in rng.sample(sorted(arrays), min(len(arrays), rng.choice((1, 1, 2, 3)))):
        changed = rng.choice((_renamed, _other_kind, _other_shape, _other_value, _other_value))
        arrays = changed(rng, arrays, name)
    return bytes(tensors.save(arrays))


Arrays = dict[str, "np.typing.NDArray[np.generic]"]


def _renamed(rng: random.Random, arrays: Arrays, name: str) -> Arrays:
    found = dict(arrays)
    held = found.pop(name)
    return found if rng.random() < 0.5 else {**found, rng.choice(("", "weights", "means", "x")): held}


def _other_kind(rng: random.Random, arrays: Arrays, name: str) -> Arrays:
    kind = rng.choice(
        (np.float16, np.float32, np.float64, np.int8, np.int64, np.uint64, np.bool_, np.complex64)
    )
    with np.errstate(all="ignore"):
        return {**arrays, name: arrays[name].astype(kind)}


def _other_shape(rng: random.Random, arrays: Arrays, name: str) -> Arrays:
    held = arrays[name]
    flat = held.ravel()
    shapes = (flat[:0], flat[:-1], flat[None], np.concatenate([flat, flat]), flat[::-1].copy())
    return {**arrays, name: rng.choice(shapes)}


def _other_value(rng: random.Random, arrays: Arrays, name: str) -> Arrays:
    held = arrays[name].copy()
    if held.size:
        value = rng.choice(
            (0, -1, 1, 2, 7, 2**31, 2**62, -(2**63), 0.5, 1e38, 1e308, -1e308, 5e-324, np.nan, np.inf)
        )
        with np.errstate(all="ignore"):
            held.flat[rng.randrange(held.size)] = np.asarray(value).astype(held.dtype)
    return {**arrays, name: held}


def score_learned(folder: Path, seed: Seed, changed: str) -> None:
    """Score texts with a learned metric, whose seal is made anew in half of the cases.

    Raises
    ------
    SilentlyWrongError
        If scores are no numbers, or, the seal being the one that was written, others than those of the sound metric.
    """
    from trueness.metrics.learned.learned import Learned

    sealed_anew = bool(changed) and zlib.crc32((folder / changed).read_bytes()) % 2 == 1 and _seal(folder)
    found = _scores(folder)
    if found.dtype != np.float64 or found.shape != (len(OUTPUTS),) or np.isinf(found).any():
        raise SilentlyWrongError(f"{Learned.__name__} gives {found!r}")
    if np.isnan(found[[0, 2]]).any() or not np.isnan(found[1]):
        raise SilentlyWrongError("a score is missing, or one of an output without words is not")
    if not sealed_anew and not np.array_equal(
        found, _sound(*(seed.files[name] for name in (CARD, ARRAYS))), equal_nan=True
    ):
        raise SilentlyWrongError("other scores than those of the metric that was written")


def _scores(folder: Path) -> np.typing.NDArray[np.float64]:
    from trueness.metrics.scoring.registry import get_metric

    return get_metric(f"learned:{folder}").score(OUTPUTS, REFERENCES, SOURCES)


@functools.cache
def _sound(card: bytes, arrays: bytes) -> np.typing.NDArray[np.float64]:
    with tempfile.TemporaryDirectory() as temporary:
        for name, content in ((CARD, card), (ARRAYS, arrays)):
            Path(temporary, name).write_bytes(content)
        return _scores(Path(temporary))


def _seal(folder: Path) -> bool:
    """Write the seal of files as they are now; return whether the card is one that can have a seal."""
    try:
        said = json.loads((folder / CARD).read_bytes())
        said[SEAL] = seal(said, (folder / ARRAYS).read_bytes())
        (folder / CARD).write_text(json.dumps(said), encoding="utf-8")
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False
    return True
