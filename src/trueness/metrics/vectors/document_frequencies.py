"""In how many documents of a corpus words occur."""

from __future__ import annotations

import functools
import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from trueness.data.files.open_file import checked_path, file_state, lines_of, open_text
from trueness.data.reading.read_texts import read_texts
from trueness.errors import DataError
from trueness.metrics.metric import FloatArray
from trueness.metrics.vectors.word_bags import words_of

LINES = (".txt", ".txt.gz", ".txt.zst")


class DocumentFrequencies(NamedTuple):
    """How many of the documents of a corpus have each word.

    Attributes
    ----------
    documents : int
        How many documents there are.
    counts : mapping of str to int
        Word to the number of documents that have it.
    signature : str
        Which corpus this is.
    """

    documents: int
    counts: Mapping[str, int]
    signature: str

    def idf(self, words: Sequence[str]) -> FloatArray:
        """Return log(N / df) of words, shape (n,); a word that no document has counts as in one.

        References
        ----------
        Manning, Raghavan and Schütze 2008, equation 6.7.
        """
        return np.array([math.log(self.documents / max(self.counts.get(word, 0), 1)) for word in words])


class DocumentCounter:
    """Counts the documents that have each word, one after another, in any order.

    Parameters
    ----------
    tokens, case : str
        How documents are cut into words (see `words_of`).
    """

    def __init__(self, tokens: str, case: str) -> None:
        self._tokens, self._case = tokens, case
        self._counts: Counter[str] = Counter()
        self._seen: set[bytes] = set()
        self.documents = 0

    def add(self, document: str) -> None:
        """Count a document."""
        self.documents += 1
        self._counts.update(set(words_of(document, tokens=self._tokens, case=self._case)))

    def add_once(self, document: str) -> None:
        """Count a document unless it was counted: rows of one input share references and source."""
        key = hashlib.blake2b(document.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key not in self._seen:
            self._seen.add(key)
            self.add(document)

    def result(self, name: str, kind: str) -> DocumentFrequencies:
        """Return the frequencies, with a signature of name, kind of documents, and what was counted."""
        content = repr((self.documents, sorted(self._counts.items())))
        digest = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
        said = f"idf {name} ({self.documents:,} {kind}, sha256 {digest[:12]})"
        return DocumentFrequencies(self.documents, dict(self._counts), said)


def load_document_frequencies(
    path: str, documents: str | None, tokens: str, case: str
) -> DocumentFrequencies:
    """Count the documents that have each word.

    Parameters
    ----------
    path : str
        A text file with a document on each line, or texts that `read_texts` reads.
    documents : {'lines', 'references', 'sources'} or None
        What a document is: a line, or each different reference or source of the texts. None: lines of files called
        ``.txt``, references of others.
    tokens, case : str
        How documents are cut into words (see `words_of`).

    Raises
    ------
    FormatError
        If the file cannot be read.
    DataError
        If it has no documents.
    """
    place = checked_path(Path(path).expanduser())
    kind = documents or ("lines" if place.name.lower().endswith(LINES) else "references")
    return _counted(str(place), file_state(place), kind, tokens, case)


@functools.lru_cache(maxsize=4)
def _counted(
    path: str, state: tuple[int, ...] | None, documents: str, tokens: str, case: str
) -> DocumentFrequencies:
    del state  # part of the key: a file that has changed is another
    counter = DocumentCounter(tokens, case)
    if documents == "lines":
        with open_text(path) as file:
            for line in lines_of(file, path):
                if line.strip():
                    counter.add(line)
    else:
        for row in read_texts(path).rows:
            for text in row.references if documents == "references" else filter(None, [row.source]):
                counter.add_once(text)
    if not counter.documents:
        raise DataError(f"{path} lacks {documents} to count words in.")
    return counter.result(Path(path).name, documents)
