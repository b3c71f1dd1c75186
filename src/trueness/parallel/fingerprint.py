"""Hashes of what a piece of work depends on, so that kept results are found for the same work only."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib.metadata
import platform
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import numpy as np

import trueness


def fingerprint(*parts: Any) -> str:
    """Return a hash of values, of this package's code, and of the libraries and the kind of machine that compute.

    Parameters
    ----------
    parts : None, bool, int, float, str, Path, numpy arrays and numbers, dataclasses
        Also tuples, lists, ranges, sets and mappings of these. Mappings and sets are taken in no order.

    Raises
    ------
    TypeError
        If a part is something else.
    """
    return _digest((_software(), parts)).hex()


@functools.cache
def _software() -> tuple[str, ...]:
    libraries = [f"{name} {importlib.metadata.version(name)}" for name in ("numpy", "scipy", "numba")]
    code = hashlib.sha256()
    package = Path(trueness.__file__).parent
    for path in sorted(package.rglob("*.py")):
        code.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return trueness.__version__, code.hexdigest(), *libraries, platform.machine(), platform.python_version()


def _digest(part: Any) -> bytes:
    """Return the hash of one value; its kind and the hashes of its parts go in, so that no two read the same."""
    digest = hashlib.blake2b(type(part).__qualname__.encode() + b"\0", digest_size=20)
    if part is None or isinstance(part, bool | int | float | str | Path | range | np.generic):
        digest.update(repr(part).encode(errors="surrogatepass"))
    elif isinstance(part, np.ndarray) and not part.dtype.hasobject:
        digest.update(f"{part.dtype.str}{part.shape}".encode())
        digest.update(np.ascontiguousarray(part).reshape(-1).view(np.uint8).data)
    else:
        for member in _members(part):
            digest.update(member)
    return digest.digest()


def _members(part: Any) -> Iterable[bytes]:
    if isinstance(part, AbstractSet):
        return sorted(map(_digest, part))
    if isinstance(part, Mapping):
        return sorted(_digest(key) + _digest(value) for key, value in part.items())
    if isinstance(part, tuple | list):
        return map(_digest, part)
    if dataclasses.is_dataclass(part):
        names = [field.name for field in dataclasses.fields(part)]
        return [_digest(name) + _digest(getattr(part, name)) for name in names]
    raise TypeError(f"no fingerprint of {type(part).__qualname__}.")
