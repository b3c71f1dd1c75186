"""The pocket benchmark: short annotated articles, simple systems, a pyramid score.

It is a small teaching benchmark and no evidence about metrics; see ``docs/pocket.md``.
"""

from __future__ import annotations

from trueness.data.pocket.articles import load_articles
from trueness.data.pocket.pyramid import coverage, redundancy
from trueness.data.pocket.systems import SYSTEMS

__all__ = ["POCKET_NOTE", "load_pocket_texts"]

POCKET_NOTE = (
    "The pocket benchmark is for learning and no evidence about metrics: coverage and redundancy are computed from an "
    "annotation of the texts by their own author; nobody read the outputs (docs/pocket.md)."
)
"""What whoever sees a number from the benchmark has to know."""


def load_pocket_texts() -> list[dict[str, object]]:
    """Return the pocket benchmark as rows, one per output.

    Returns
    -------
    list of dict
        Sorted by input, then system, each with the keys

        ``system``, ``input`` : str
            Which system wrote it, for which article.
        ``output`` : str
            The text, one sentence (or piece of one) per line.
        ``references`` : list of str
            The three reference summaries, one sentence per line.
        ``source`` : str
            The article, one sentence per line.
        ``document`` : str
            The unit to resample: the id of the article.
        ``coverage``, ``redundancy`` : float
            The two dimensions that stand for human scores; of coverage more is better, of redundancy less.
    """
    rows: list[dict[str, object]] = []
    for article in load_articles():
        for name in sorted(SYSTEMS):
            pieces = SYSTEMS[name](article)
            rows.append(
                {
                    "system": name,
                    "input": article.id,
                    "output": "\n".join(piece.text for piece in pieces),
                    "references": [reference.text for reference in article.references],
                    "source": article.text,
                    "document": article.id,
                    "coverage": coverage(article, pieces),
                    "redundancy": redundancy(article, pieces),
                }
            )
    return rows
