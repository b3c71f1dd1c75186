"""A function, or what one is called with, as bytes and the memory of its arrays, for other processes."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


class Packed:
    """A function, or what one is called with, that arrives on another process as itself, its arrays apart."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        head, buffers = packed(self.thing)
        return _arrived, (head, *(pickle.PickleBuffer(buffer) for buffer in buffers))


def thing_of(arrived: Any) -> Any:
    """Return what was packed, whether it has travelled or not."""
    return arrived.thing if isinstance(arrived, Packed) else arrived


def _arrived(head: bytes, *buffers: Any) -> Any:
    return unpacked(head, buffers)


def packed(function: Any) -> tuple[bytes, list[memoryview]]:
    """Return a function, or anything, as bytes, and the memory of its arrays, which is not copied.

    Functions within functions can be packed, too. An array comes back with its axes in the same order in memory, also
    where that is neither C's nor Fortran's, since sums depend on it in their last bits.
    """
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        def reducer_override(self, thing: Any) -> Any:
            if type(thing) is np.ndarray and not (thing.flags.c_contiguous or thing.flags.f_contiguous):
                return _as_it_lies(thing)
            return super().reducer_override(thing)

    buffers: list[pickle.PickleBuffer] = []
    stream = io.BytesIO()
    Pickler(stream, protocol=5, buffer_callback=buffers.append).dump(function)
    return stream.getvalue(), [buffer.raw() for buffer in buffers]


def unpacked(head: bytes, buffers: Sequence[Any]) -> Any:
    """Return what was packed; its arrays lie in the buffers."""
    return pickle.loads(head, buffers=buffers)  # noqa: S301 - this program's own, moments ago


def _as_it_lies(array: np.ndarray) -> tuple[Callable[..., np.ndarray], tuple[Any, ...]]:
    """Return how to make an array again whose memory has gaps, repeats, or axes in an order of their own."""
    single = tuple(slice(0, 1) if stride == 0 else slice(None) for stride in array.strides)
    order = np.argsort([-abs(stride) for stride in array.strides], kind="stable")
    flat = np.ascontiguousarray(array[single].transpose(order))
    return _laid_out, (flat, tuple(np.argsort(order).tolist()), array.shape)


def _laid_out(flat: np.ndarray, axes: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    turned = flat.transpose(axes)
    return turned if turned.shape == shape else np.broadcast_to(turned, shape)
