"""Small word vectors."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.datasets.load import load_dataset_texts
from trueness.metrics.rouge.line_words import modern_words


@pytest.fixture(scope="session")
def pocket_vectors(tmp_path_factory):
    """A file with vectors of eight dimensions for two words of three of the pocket benchmark."""
    rows = load_dataset_texts("pocket").rows[::16]
    words = sorted(
        {word for row in rows for text in (row.output, *row.references) for word in modern_words(text)}
    )
    rng = np.random.default_rng(11)
    path = tmp_path_factory.mktemp("vectors") / "pocket.txt"
    kept = [word for k, word in enumerate(words) if k % 3]
    with path.open("w", encoding="utf-8") as file:
        for word in kept:
            file.write(f"{word} {' '.join(f'{x:.6f}' for x in rng.normal(size=8))}\n")
    return str(path)


@pytest.fixture(scope="session")
def toy_vectors(tmp_path_factory):
    """Five words in the plane, whose distances are plain to see."""
    path = tmp_path_factory.mktemp("vectors") / "toy.txt"
    path.write_text("a 0 0\nb 3 4\nc 6 8\nd 0 1\ne 1 0\n", encoding="utf-8")
    return str(path)
