"""Training of small networks with dropout, a penalty and early stopping; the same seed gives the same network."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from trueness.errors import DataError
from trueness.parallel.leaving import leaving
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import random_stream

RATE = 0.001
BATCH = 128
PATIENCE = 10
"""Epochs without a smaller validation loss after which training stops."""


class Design(NamedTuple):
    """A network and how it is held back.

    Attributes
    ----------
    depth, width : int
        Hidden layers, and units of each.
    dropout : float
        Share of units that are left out in each step, to the nearest 256th.
    penalty : float
        On squared weights.
    """

    depth: int
    width: int
    dropout: float = 0.0
    penalty: float = 0.0


class Trained(NamedTuple):
    """What training gives.

    Attributes
    ----------
    weights, biases : list of arrays of float32
        Of every layer, of shapes (units, units before) and (units,).
    training, validation : float
        Mean squared errors: of the last epoch, and the smallest; NaN without a validation part.
    epochs : int
    """

    weights: list[Any]
    biases: list[Any]
    training: float
    validation: float
    epochs: int


class Part(NamedTuple):
    """Outputs to train on, or to stop by.

    Attributes
    ----------
    features : array of shape (n, p)
    human : array of shape (n, T)
        NaN where missing.
    """

    features: FloatArray
    human: FloatArray


def train(
    design: Design,
    part: Part,
    validation: Part | None,
    epochs: int,
    seed: int,
    behind: Callable[[int, float], bool] | None = None,
) -> Trained:
    """Train a network on mean squared errors with Adam.

    All that is drawn (weights, order, what is left out) has streams of its own, so that fits side by side in one
    process do not disturb each other, and the same seed gives the same network.

    Parameters
    ----------
    design : Design
    part, validation : Part
        The loss of `validation` is that of its first target; with None all epochs are trained.
    epochs : int
        At most.
    seed : int
    behind : callable, optional
        Given the number of epochs and the smallest validation loss up to then, says whether to stop.

    Raises
    ------
    DataError
        If the loss is no number.

    References
    ----------
    Kingma and Ba (2015), ICLR. Srivastava et al. (2014), JMLR 15, 1929–1958.
    """
    import torch

    drawn = random_stream(seed, 91)
    sizes = [part.features.shape[1], *[design.width] * design.depth, part.human.shape[1]]
    weights, biases = [], []
    for before, units in itertools.pairwise(sizes):
        spread = np.sqrt(6.0 / (before + units))  # Glorot and Bengio 2010
        first = drawn.uniform(-spread, spread, (units, before)).astype(np.float32)
        weights.append(torch.from_numpy(first).requires_grad_())
        biases.append(torch.zeros(units, requires_grad=True))
    with _one_thread(), leaving() as check_end:
        return _trained(design, weights, biases, part, validation, epochs, drawn, behind, check_end)


def _trained(
    design: Design,
    weights: list[Any],
    biases: list[Any],
    part: Part,
    validation: Part | None,
    epochs: int,
    drawn: np.random.Generator,
    behind: Callable[[int, float], bool] | None,
    check_end: Callable[[], None],
) -> Trained:
    import torch

    # one pass over all weights in place of ten: without it a third of the time
    adam = torch.optim.Adam([*weights, *biases], lr=RATE, weight_decay=design.penalty, fused=True)
    x, y = (torch.from_numpy(np.asarray(one, dtype=np.float32)) for one in part)
    held = None if validation is None else torch.from_numpy(np.asarray(validation.features, dtype=np.float32))
    best, since, kept = np.inf, 0, None
    loss_now, epoch = np.nan, 0
    for epoch in range(1, epochs + 1):
        check_end()
        total = count = 0.0
        order = torch.from_numpy(drawn.permutation(len(x)))
        for start in range(0, len(x), BATCH):
            rows = order[start : start + BATCH]
            loss, n = _loss(_forward(x[rows], weights, biases, design.dropout, drawn), y[rows])
            adam.zero_grad()
            loss.backward()
            adam.step()
            total, count = total + float(loss.detach()) * n, count + n
        loss_now = total / count
        if not np.isfinite(loss_now):
            raise DataError(
                f"the loss of a network of {design.depth} x {design.width} units overflowed after "
                f"{epoch} epochs: features or human scores are too large, or too far apart. Look for "
                "outliers (trueness check)."
            )
        if validation is None:
            continue
        with torch.no_grad():
            found = _forward(held, weights, biases, 0.0, drawn)[:, 0].numpy()
        error = float(np.mean((found - validation.human[:, 0]) ** 2))
        if error < best:
            best, since = error, 0
            kept = [one.detach().clone() for one in (*weights, *biases)]
        else:
            since += 1
            if since >= PATIENCE:
                break
        if behind is not None and behind(epoch, best):
            break
    final = kept if kept is not None else [one.detach() for one in (*weights, *biases)]
    arrays = [one.numpy() for one in final]
    return Trained(
        weights=arrays[: len(weights)],
        biases=arrays[len(weights) :],
        training=loss_now,
        validation=best if validation is not None else np.nan,
        epochs=epoch,
    )


def _forward(
    x: Any, weights: list[Any], biases: list[Any], dropout: float, drawn: np.random.Generator
) -> Any:
    import torch

    left_out = round(256 * dropout)
    for place, (matrix, bias) in enumerate(zip(weights, biases, strict=True)):
        x = torch.nn.functional.linear(x, matrix, bias)
        if place < len(weights) - 1:
            x = torch.relu(x)
            if left_out:
                # a byte for each unit: a fifth of the time that a number would take
                kept = (
                    np.frombuffer(drawn.bytes(x.numel()), dtype=np.uint8).reshape(tuple(x.shape)) >= left_out
                )
                x = x * torch.from_numpy(kept * np.float32(256 / (256 - left_out)))
    return x


def _loss(found: Any, human: Any) -> tuple[Any, int]:
    """Return the mean squared error over what is known, and how much that is."""
    known = ~human.isnan()
    difference = (found - human)[known]
    return (difference**2).mean(), int(known.sum())


_working = [0, 0]
"""How many trainings are at it, and how many threads torch had before the first."""

_changing = threading.Lock()


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Let torch add up on one thread while networks are trained, so that sums do not depend on how many there are."""
    import torch

    with _changing:
        if not _working[0]:
            _working[1] = torch.get_num_threads()
        torch.set_num_threads(1)  # of the thread that says it
        _working[0] += 1
    try:
        yield
    finally:
        with _changing:
            _working[0] -= 1
            if not _working[0]:
                torch.set_num_threads(_working[1])
