"""The alternatives of a pattern: `rouge{1,2}_f` is `rouge1_f` and `rouge2_f`, as a shell writes it out."""

from __future__ import annotations

from trueness.errors import ArgumentError

MOST = 10_000


def alternatives(pattern: str) -> list[str]:
    """Return a pattern with each alternative between braces written out.

    Parameters
    ----------
    pattern : str
        Braces may nest, ``{1..4}`` counts; without braces it is returned as it is.

    Returns
    -------
    list of str

    Raises
    ------
    ArgumentError
        If a brace is not closed, or there are more than 10,000 alternatives.
    """
    from bracex import ExpansionLimitException, expand

    if pattern.count("{") != pattern.count("}"):
        raise ArgumentError(
            f"the pattern '{pattern}' must close every brace that it opens, and open every one that it "
            "closes."
        )
    try:
        return expand(pattern, limit=MOST)
    except ExpansionLimitException:
        raise ArgumentError(f"the pattern '{pattern}' stands for more than {MOST:,} names.") from None
