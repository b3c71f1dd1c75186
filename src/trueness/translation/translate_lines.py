"""Lines through a translator: each once, long ones in pieces, batches by length, nothing twice that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from trueness.errors import DataError, TruenessError
from trueness.translation.text_lines import TextLines, split_long
from trueness.translation.translation_cache import TranslationCache, line_key
from trueness.translation.translator import Translation, Translator, translator_identity

Share = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""

_SHOWN = 60
"""Letters of a line that a message shows."""


class TranslatedLine(NamedTuple):
    """What became of a line.

    Attributes
    ----------
    text : str
        The translation; it may be empty.
    cut : bool
        Whether something was lost at a limit of the translator.
    split : bool
        Whether the line was translated in pieces.
    """

    text: str
    cut: bool
    split: bool


class TranslatedLines(NamedTuple):
    """What became of lines.

    Attributes
    ----------
    lines : dict of str to TranslatedLine
        By the line.
    n_made, n_known : int
        How many different pieces were translated, and how many were known.
    """

    lines: dict[str, TranslatedLine]
    n_made: int
    n_known: int


def translate_lines(
    lines: Iterable[str], translator: Translator, cache: TranslationCache, share: Share | None = None
) -> TranslatedLines:
    """Translate lines; what the cache lacks is translated, and saved batch by batch.

    Which lines are in a batch depends on all of them, whether they are known or not: a run that goes on where another
    was stopped gives a translator what that one would have given it.

    Parameters
    ----------
    lines : iterable of str
        Texts without line breaks, none of them empty; each is translated once.
    translator : Translator
    cache : TranslationCache
    share : callable, optional
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        If the translator fails, or gives something else than a text without line breaks for every line. What was
        translated before is kept.
    """
    identity = translator_identity(translator)
    taken = _in_pieces(list(dict.fromkeys(lines)), translator)
    pieces = list(dict.fromkeys(piece for found in taken.values() for piece in found.lines))
    sizes = dict(zip(pieces, translator.sizes(pieces), strict=True))
    pieces.sort(key=lambda piece: (sizes[piece], piece))
    made: dict[str, Translation] = {}
    n_made = 0
    for batch in _batches(pieces, translator.batch):
        keys = {piece: line_key(identity, piece) for piece in batch}
        kept = cache.load(list(keys.values()))
        made |= {piece: kept[key] for piece, key in keys.items() if key in kept}
        missing = [piece for piece, key in keys.items() if key not in kept]
        if missing:
            new = dict(zip(missing, _translated(translator, missing), strict=True))
            cache.save({keys[piece]: translation for piece, translation in new.items()})
            made |= new
            n_made += len(new)
        if share is not None:
            share(len(made) / len(pieces))
    found = {line: _put_together(parts, made) for line, parts in taken.items()}
    return TranslatedLines(found, n_made, len(pieces) - n_made)


def _in_pieces(lines: Sequence[str], translator: Translator) -> dict[str, TextLines]:
    longest = translator.longest
    if longest is None:
        return {line: TextLines((line,), ("", "")) for line in lines}
    return {
        line: split_long(line, longest, lambda text: translator.sizes([text])[0])
        if size > longest
        else TextLines((line,), ("", ""))
        for line, size in zip(lines, translator.sizes(lines), strict=True)
    }


def _batches(pieces: Sequence[str], size: int) -> Iterable[Sequence[str]]:
    for start in range(0, len(pieces), size):
        yield pieces[start : start + size]


def _put_together(parts: TextLines, made: dict[str, Translation]) -> TranslatedLine:
    found = [made[piece] for piece in parts.lines]
    text = parts.joined([one.text for one in found]).strip()
    return TranslatedLine(text, any(one.cut for one in found), len(found) > 1)


def _translated(translator: Translator, lines: Sequence[str]) -> list[Translation]:
    """Let a translator translate, and check what it gives."""
    try:
        given = translator.translate(lines)
    except (TruenessError, MemoryError):
        raise
    except Exception as error:
        raise DataError(f"the translator failed ({type(error).__name__}: {error}).") from error
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise DataError(f"the translator must give a list of texts; it gave a {type(given).__name__}.")
    if len(given) != len(lines):
        raise wrong_count(lines, len(given))
    return [_checked(line, one) for line, one in zip(lines, given, strict=True)]


def wrong_count(lines: Sequence[str], count: int) -> DataError:
    """Build the error for a translator that has answered fewer or more lines than it was given."""
    return DataError(
        f"the translator answered {count} lines to {len(lines)}, the first of which is {shown(lines[0])}. It has to "
        "answer one for each, in the same order."
    )


def _checked(line: str, given: Any) -> Translation:
    one = given if isinstance(given, Translation) else Translation(given)
    if not isinstance(one.text, str):
        raise DataError(
            f"the translator must give a text for {shown(line)}; it gave a {type(one.text).__name__}."
        )
    text = one.text.strip()
    if "\n" in text or "\r" in text:
        raise DataError(f"the translator gave a text with a line break in it for {shown(line)}.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError(f"the translator gave half of a surrogate pair for {shown(line)}.") from None
    return Translation(text, bool(one.cut))


def shown(line: str) -> str:
    """Return the start of a line in quotes, for messages."""
    return repr(line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…")
