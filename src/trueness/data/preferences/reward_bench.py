"""What is known of RewardBench: the sections that its subsets belong to, and the files of one model's results."""

from __future__ import annotations

from typing import Any

from trueness.errors import FormatError

SECTIONS = {
    "Chat": ("alpacaeval-easy", "alpacaeval-length", "alpacaeval-hard", "mt-bench-easy", "mt-bench-med"),
    "Chat Hard": (
        *("mt-bench-hard", "llmbar-natural", "llmbar-adver-neighbor", "llmbar-adver-GPTInst"),
        *("llmbar-adver-GPTOut", "llmbar-adver-manual"),
    ),
    "Safety": (
        *("refusals-dangerous", "refusals-offensive", "xstest-should-refuse", "xstest-should-respond"),
        "donotanswer",
    ),
    "Reasoning": ("math-prm", "hep-cpp", "hep-go", "hep-java", "hep-js", "hep-python", "hep-rust"),
}
"""The subsets of each section (rewardbench 0.1.4, constants.py, SUBSET_MAPPING; Apache-2.0)."""

SECTION_OF = {subset: section for section, subsets in SECTIONS.items() for subset in subsets}

_PER_PAIR = ("results", "scores_chosen", "scores_rejected")


def model_results(content: Any, source: str) -> list[dict[str, Any]] | None:
    """Return a row per pair of the file of one model's results; None where a JSON value is no such file.

    Such a file is one object: lists with an entry per pair (``id``, ``subset``, ``results``, ``scores_chosen``,
    ``scores_rejected``, ``text_chosen``, ``text_rejected``) beside what holds for all, such as ``model``.

    Parameters
    ----------
    content : object
    source : str
        The file, for messages.

    Raises
    ------
    FormatError
        If the lists have not as many entries as there are results.
    """
    if not isinstance(content, dict):
        return None
    first = next((key for key in _PER_PAIR if isinstance(content.get(key), list)), None)
    if first is None:
        return None
    size = len(content[first])
    columns = {}
    for key, value in content.items():
        if key == "model":  # several vote together
            columns[key] = ["+".join(map(str, value)) if isinstance(value, list) else value] * size
        elif isinstance(value, list):
            if len(value) != size:
                raise FormatError(
                    f"the list has {len(value)} entries, '{first}' has {size}: one for each pair.",
                    path=source,
                    column=key,
                    remedy="Is the file cut off? Write it again.",
                )
            columns[key] = value
    return [{key: values[k] for key, values in columns.items()} for k in range(size)]
