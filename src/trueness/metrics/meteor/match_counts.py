"""What METEOR counts in an output and its best reference."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.corpus_formulas import N_STATISTICS, meteor_score
from trueness.metrics.meteor.plain_align import plain_align
from trueness.metrics.meteor.stem import stem
from trueness.metrics.metric import FloatArray
from trueness.metrics.plain_work import counts_plainly

FREQUENT = """
    the to of and a in that for is on 's it with was as said at 't he by be from have has are his but an this not i
    will they who their had we which were been more or s its would about new one after you also up when there than all
    out her people she year two can if last first over other into some what so no time years could
    , . " : ? ) ( - -- — ’ ' “ ” $ -rrb- -lrb-
"""
FUNCTION_WORDS = frozenset(FREQUENT.split())
"""What makes up more than a thousandth of all tokens of the news text that the authors of METEOR counted.

These are measurements, the 93 tokens by which METEOR 1.5 weighs English words, as listed in its data. The counting was
done on tokenised text, hence the brackets and clitics. See Denkowski and Lavie 2011.
"""

TITLES_AND_OTHERS = """
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
    Adj Adm Adv Asst Bart Bldg Brig Bros Capt Cmdr Col Comdr Con Corp Cpl DR Dr Drs Ens Gen Gov Hon Hr Hosp Insp Lt MM
    MR MRS MS Maj Messrs Mlle Mme Mr Mrs Ms Msgr Op Ord Pfc Ph Prof Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St Supt
    Surg v vs i.e rev e.g Nos Nr
"""
ABBREVIATIONS = frozenset(TITLES_AND_OTHERS.split())
"""What keeps its full stop wherever it stands, as in METEOR 1.5, which took the list from the tokenizer of Moses."""

ABBREVIATIONS_BEFORE_NUMBERS = frozenset({"No", "Art", "pp"})
"""What keeps its full stop before a number."""

IntArray = NDArray[np.int64]
Aligning = Callable[[IntArray, IntArray], tuple[IntArray, IntArray, int]]

MOST_PLAIN = 300_000
"""Words of outputs and references, over all pairs, up to which nothing is compiled: about two seconds."""


def match_counts(
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
    stages: int,
    synonym_sets: Callable[[str], Collection[int]] | None = None,
) -> FloatArray:
    """Return the counts that scores are computed from, for the reference that gives the best score.

    Parameters
    ----------
    outputs : sequence of str
        n texts.
    references : sequence of sequences of str
        The references of each output, at least one; of equally good ones the first is taken.
    stages : {1, 2, 3}
        How many of the stages exact, stem, synonym are used.
    synonym_sets : callable, optional
        Word to the numbers of its synonym sets; only with three stages.

    Returns
    -------
    array of shape (n, 17)
        As `meteor_score` wants them.
    """
    texts = list(dict.fromkeys([*outputs, *(text for given in references for text in given)]))
    number: dict[str, int] = {}
    words = {
        text: np.array(
            [number.setdefault(word, len(number)) for word in normalized_words(text)], dtype=np.int64
        )
        for text in texts
    }
    stem_number: dict[str, int] = {}
    stems = np.array(
        [stem_number.setdefault(stem(word), len(stem_number)) for word in number], dtype=np.int64
    )
    is_function = np.array([word in FUNCTION_WORDS for word in number], dtype=np.bool_)
    sets = [sorted(synonym_sets(word)) if synonym_sets else [] for word in number]
    met = sum(
        len(words[output]) + len(words[reference])
        for output, given in zip(outputs, references, strict=True)
        for reference in given
    )
    aligned = (_plainly if counts_plainly("meteor", met, MOST_PLAIN) else _compiled)(stems, sets, stages)
    counts = np.zeros((len(outputs), N_STATISTICS))
    for row, (output, given) in enumerate(zip(outputs, references, strict=True)):
        candidates = np.empty((len(given), N_STATISTICS))
        for k, reference in enumerate(given):
            alignment = aligned(words[output], words[reference])
            candidates[k] = _counts(words[output], words[reference], is_function, *alignment)
        counts[row] = candidates[meteor_score(candidates).argmax()]
    return counts


def _compiled(stems: IntArray, sets: Sequence[Sequence[int]], stages: int) -> Aligning:
    """Return what aligns many texts."""
    from trueness.metrics.meteor.align import align

    set_bounds = np.cumsum([0, *map(len, sets)], dtype=np.int64)
    all_sets = np.array([one for of_word in sets for one in of_word], dtype=np.int64)
    return lambda output, reference: align(output, reference, stems, set_bounds, all_sets, stages)


def _plainly(stems: IntArray, sets: Sequence[Sequence[int]], stages: int) -> Aligning:
    """Return what aligns few texts, without compiled loops."""
    of_word, of_stem = [frozenset(one) for one in sets], stems.tolist()

    def aligned(output: IntArray, reference: IntArray) -> tuple[IntArray, IntArray, int]:
        matched, stage, chunks = plain_align(output.tolist(), reference.tolist(), of_stem, of_word, stages)
        return np.array(matched, dtype=np.int64), np.array(stage, dtype=np.int64), chunks

    return aligned


def _counts(
    output: IntArray,
    reference: IntArray,
    is_function: NDArray[np.bool_],
    matched: IntArray,
    stage: IntArray,
    chunks: int,
) -> FloatArray:
    """Return the counts of one alignment."""
    counts = np.zeros(N_STATISTICS, dtype=np.float64)
    counts[0], counts[1], counts[16] = len(output), len(reference), chunks
    counts[2], counts[3] = is_function[output].sum(), is_function[reference].sum()
    there = matched >= 0
    # content before function words, the output before the reference
    mine = 4 + 6 * is_function[output[matched[there]]] + stage[there]
    theirs = 7 + 6 * is_function[reference[there]] + stage[there]
    counts[4:16] = np.bincount(np.concatenate([mine, theirs]), minlength=16)[4:]
    return counts


LETTER = "A-Za-zŠŽšžŸÀ-ÖØ-öø-žЀ-ӿԀ-ԧꙀ-ꙮ꙾-ꚗᴀ-ᵿ"
"""Latin and Cyrillic letters; a letter of another script is a token of its own."""
BLANK = " \t\n\v\f\r"
EXOTIC_BLANKS = frozenset(
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u00a0"
)

RULES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        # a sign that no later rule is about stands alone
        (rf"([^0-9{LETTER}{BLANK}.'`,‘’-])", r" \1 "),
        # two and more full stops stay together
        (r"(\.{2,})", r" \1 "),
        # a comma stands alone but between digits
        (r"([^0-9]),([^0-9])", r"\1 , \2"),
        (r"([0-9]),([^0-9])", r"\1 , \2"),
        (r"([^0-9]),([0-9])", r"\1 , \2"),
        # one kind of quotation marks and dashes
        (r"[`‘’]", "'"),
        (r"[“”]|''", ' " '),
        (r"–|--", "-"),
        # compounds fall apart
        (rf"([0-9{LETTER}.])-([0-9{LETTER}])", r"\1 \2"),
        # an apostrophe stands alone but where it begins an ending: it 's
        (rf"([^{LETTER}])'([^{LETTER}])", r"\1 ' \2"),
        (rf"([^0-9{LETTER}])'([{LETTER}])", r"\1 ' \2"),
        (rf"([{LETTER}])'([^{LETTER}])", r"\1 ' \2"),
        (rf"([{LETTER}])'([{LETTER}])", r"\1 '\2"),
        (r"([0-9])'(s)", r"\1 '\2"),
    )
)
TOKEN = re.compile(r"[^ \t\n\f\r]+")
HAS_LETTER = re.compile(f"[{LETTER}]")
CONTROL = "".join(map(chr, range(33)))


def normalized_words(text: str) -> list[str]:
    """Return the words of a text: punctuation split off or unified, compounds and clitics split, in lower case.

    Parameters
    ----------
    text : str
        Line ends count as blanks.

    Examples
    --------
    >>> normalized_words("Mr. Li's 10-year-old isn't from the U.S., he said...")
    ['mr.', 'li', "'s", '10', 'year', 'old', 'isn', "'t", 'from', 'the', 'u.s.', ',', 'he', 'said', '...']
    """
    spaced = f" {text} "
    for pattern, replacement in RULES:
        spaced = pattern.sub(replacement, spaced)
    tokens = TOKEN.findall(spaced)
    pairs = itertools.zip_longest(tokens, tokens[1:], fillvalue="")
    words = [_without_full_stop(token, following) for token, following in pairs]
    line = " ".join(word for word in words if word not in EXOTIC_BLANKS)
    return TOKEN.findall(line.strip(CONTROL).lower())


def _without_full_stop(token: str, following: str) -> str:
    """Return a token with the full stop that ends a sentence split off, and the stops of an acronym dropped.

    Parameters
    ----------
    token, following : str
        A token and the next one, empty where there is none.
    """
    word = token[:-1]
    if not word.strip(".") or not token.endswith("."):
        return token
    if "." in word and HAS_LETTER.search(word):
        return token.replace(".", "")
    if word in ABBREVIATIONS or "a" <= following[:1] <= "z":
        return token
    if word in ABBREVIATIONS_BEFORE_NUMBERS and "0" <= following[:1] <= "9":
        return token
    return f"{word} ."
