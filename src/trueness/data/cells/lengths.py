"""Which columns hold lengths of outputs, and in which unit, as far as their names say so."""

from __future__ import annotations

from trueness.data.cells.columns import plain_name

LENGTH = "length"
"""What the lengths of outputs are called, as a scorer."""

_LENGTHS = frozenset({"length", "len", "länge", "laenge", "longueur", "longitud"})
_COUNTS = frozenset({"n", "num", "nr", "number", "count", "anzahl"})
_UNITS = {
    unit: name
    for name, units in (
        ("words", "word words wörter worte"),
        ("characters", "char chars character characters zeichen"),
        ("tokens", "token tokens tok"),
        ("sentences", "sentence sentences sätze"),
    )
    for unit in units.split()
}
_JOINED = {"wordcount": ("word", "count"), "charcount": ("char", "count"), "tokencount": ("token", "count")}
_OUTPUTS = frozenset(
    {
        *(
            "output",
            "response",
            "answer",
            "text",
            "summary",
            "reply",
            "completion",
            "generation",
            "candidate",
        ),
        *("antwort", "ausgabe", "in", "of", "the"),
    }
)


def length_unit(name: str) -> str | None:
    """Return in what a column of lengths counts, empty where its name does not say; None of other columns.

    ``response_length`` and ``num_tokens`` are lengths; ``prompt_length`` is one of something else, ``max_tokens`` a
    limit.

    Parameters
    ----------
    name : str
        Of a column, or a scorer.

    Examples
    --------
    >>> [length_unit(name) for name in ("n_words", "response_length", "Länge (Zeichen)", "prompt_length")]
    ['words', '', 'characters', None]
    """
    words = [part for word in plain_name(name).split("_") for part in _JOINED.get(word, (word,))]
    units = {_UNITS[word] for word in words if word in _UNITS}
    known = _LENGTHS | _COUNTS | _OUTPUTS | set(_UNITS)
    if len(units) > 1 or not known.issuperset(words):
        return None
    if not _LENGTHS.isdisjoint(words) or (units and not _COUNTS.isdisjoint(words)):
        return next(iter(units), "")
    return None
