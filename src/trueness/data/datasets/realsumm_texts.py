"""The texts of REALSumm (Bhandari et al. 2020), from its pickles of abstractive and extractive systems."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trueness.data.datasets.field_of import field_of
from trueness.data.texts import Texts
from trueness.data.texts_from_rows import texts_from_rows
from trueness.errors import listing

HUMAN = "litepyramid_recall"
"""The one human score among the scores of the pickles."""


def realsumm_texts(*paths: str | Path) -> Texts:
    """Read the outputs of REALSumm with their reference and LitePyramid recall; these files hold no articles.

    Systems are called as `read_realsumm` calls them: with several files ``abs/NAME`` and ``ext/NAME``, so
    that texts and scores can be joined. ``bart_out`` is in both files with the same texts; it is kept twice,
    with a note.

    Parameters
    ----------
    *paths : str or Path
        ``abs.pkl`` and ``ext.pkl``: document to ``ref_summ`` and ``system_summaries`` (system to
        ``system_summary`` and ``scores``). Only plain containers, text and numbers are loaded from them.

    Raises
    ------
    FormatError
        If a file is no such pickle.
    DuplicateKeyError
        If two files have the same name.
    """
    from trueness.data.restricted_pickle import load

    rows: list[dict[str, Any]] = []
    for path in paths:
        prefix = f"{Path(path).name.split('.')[0]}/" if len(paths) > 1 else ""
        for document, record in field_of(load(path), None, Mapping, path, "the file").items():
            reference = sentence_lines(field_of(record, "ref_summ", str, path, f"document '{document}'"))
            outputs = field_of(record, "system_summaries", Mapping, path, f"document '{document}'")
            for system, entry in outputs.items():
                place = f"document '{document}', system '{system}'"
                rows.append(
                    {
                        "system": prefix + str(system).removesuffix(".txt"),
                        "input": document,
                        "output": sentence_lines(field_of(entry, "system_summary", str, path, place)),
                        "references": [reference],
                        HUMAN: field_of(entry, "scores", Mapping, path, place).get(HUMAN),
                    }
                )
    texts = texts_from_rows(rows, name="realsumm", path=", ".join(str(path) for path in paths))
    return dataclasses.replace(texts, notes=(*texts.notes, *_repeated(texts)))


def sentence_lines(text: str) -> str:
    """Turn ``<t> one </t> <t> two </t>`` into one sentence per line; a cut-off last one is kept."""
    parts = (part.strip() for part in re.split(r"</?t>", text))
    return "\n".join(part for part in parts if part)


def _repeated(texts: Texts) -> list[str]:
    """Say which systems wrote exactly what another wrote."""
    written: dict[str, set[tuple[str, str]]] = {}
    for row in texts.rows:
        written.setdefault(row.system, set()).add((row.input, row.output))
    first: dict[frozenset[tuple[str, str]], str] = {}
    pairs = []
    for system, outputs in written.items():
        same = first.setdefault(frozenset(outputs), system)
        if same != system:
            pairs.append(f"{system} (same as {same})")
    return [f"{len(pairs)} system(s) with the outputs of another: {listing(pairs)}"] if pairs else []
