"""What takes long to find out of models and their texts, kept from run to run: what is kept needs no model again."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from trueness.data.files.kept_file import KeptValues
from trueness.metrics.encoder.encoding_cache import opened
from trueness.metrics.encoder.parts import Kept


class ModelFacts(KeptValues[str]):
    """A cache of facts in one SQLite file that several runs may use at once (see `KeptFile`).

    Hashes of files, known by path, size, number and times of the file; how many tokens a model takes, and a text has;
    which gaps of long texts it fills rightly.
    """

    file_name = "models.sqlite"
    form = 1
    tables: ClassVar = {"facts": "about BLOB PRIMARY KEY NOT NULL, said BLOB NOT NULL"}
    content = "facts of models"
    without = "They are found out anew"

    @staticmethod
    def written(value: str) -> bytes:
        """Return a fact as `read` reads it."""
        return value.encode()

    @staticmethod
    def read(content: bytes) -> str:
        """Return what `written` has written."""
        return content.decode()


def kept_facts(
    about: Sequence[tuple[object, ...]], find: Callable[[Sequence[int]], Sequence[str]]
) -> list[str]:
    """Return facts, those from the cache that are in it.

    Parameters
    ----------
    about : sequence of tuples
        What each fact depends on: things that are told apart by their `repr`.
    find : callable
        Given the places of those that are not known, finds them out.
    """
    keys = [hashlib.blake2b(repr(one).encode(), digest_size=16).digest() for one in about]
    with opened(ModelFacts) as cache:
        known = {} if cache is None else cache.load(list(dict.fromkeys(keys)))
        missing = [k for k, key in enumerate(keys) if key not in known]
        if missing:
            found = dict(zip([keys[k] for k in missing], find(missing), strict=True))
            if cache is not None:
                cache.save(found)
            known |= found
    return [known[key] for key in keys]


@contextlib.contextmanager
def kept_flags() -> Iterator[Kept[NDArray[np.bool_]] | None]:
    """Let yes and no for parts of texts be kept as facts in a block (see `read_parts`); None where nothing is kept."""

    def load(keys: Sequence[bytes]) -> dict[bytes, NDArray[np.bool_]]:
        return (
            {} if cache is None else {key: np.array([*said]) == "1" for key, said in cache.load(keys).items()}
        )

    def save(made: Mapping[bytes, NDArray[np.bool_]]) -> None:
        if cache is not None:
            cache.save({key: "".join(map(str, flags.astype(int))) for key, flags in made.items()})

    with opened(ModelFacts) as cache:
        yield None if cache is None else Kept(load, save)


def file_hashes(paths: Sequence[Path]) -> list[str]:
    """Return the sha256 of files in hexadecimal; of a file that has not changed since, as it was."""

    def state(path: Path) -> tuple[object, ...]:
        facts = path.stat()
        # a copy of other content may be given the old size and time, but not the time of the change of the entry
        return (
            "sha256",
            os.path.realpath(path),
            facts.st_size,
            facts.st_ino,
            facts.st_mtime_ns,
            facts.st_ctime_ns,
        )

    def find(places: Sequence[int]) -> list[str]:
        found = []
        for k in places:
            with paths[k].open("rb") as file:
                found.append(hashlib.file_digest(file, "sha256").hexdigest())
        return found

    return kept_facts([state(path) for path in paths], find)
