"""The texts of SummEval (Fabbri et al. 2021), from the pickle with sources, references and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trueness.data.datasets.field_of import field_of
from trueness.data.texts import Texts
from trueness.data.texts_from_rows import texts_from_rows


def summeval_texts(path: str | Path) -> Texts:
    """Read the outputs of SummEval with articles, references and the experts' mean judgements.

    Parameters
    ----------
    path : str or Path
        ``data.pkl``: document id to ``src``, ``ref_summs`` (the original reference first) and ``sys_summs``
        (system to ``sys_summ`` and ``scores``). Only plain containers, text and numbers are loaded from it.

    Raises
    ------
    FormatError
        If the file is no such pickle.
    """
    from trueness.data.restricted_pickle import load

    rows: list[dict[str, Any]] = []
    for document, record in field_of(load(path), None, Mapping, path, "the file").items():
        outputs = field_of(record, "sys_summs", Mapping, path, f"document '{document}'")
        for system, entry in outputs.items():
            place = f"document '{document}', system '{system}'"
            rows.append(
                {
                    "system": system,
                    "input": document,
                    "output": field_of(entry, "sys_summ", str, path, place),
                    "references": field_of(record, "ref_summs", list, path, f"document '{document}'"),
                    "source": field_of(record, "src", str, path, f"document '{document}'"),
                    **field_of(entry, "scores", Mapping, path, place),
                }
            )
    return texts_from_rows(rows, name="summeval", path=str(path))
