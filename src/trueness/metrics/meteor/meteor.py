"""METEOR."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from trueness.errors import ArgumentError, MissingExtraError, listing
from trueness.metrics.meteor.meteor_counts import REFS, MeteorCounts
from trueness.metrics.meteor.wordnet import DEBIAN, ORIGINAL, find_wordnet, read_wordnet
from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.named_options import canonical_name, one_of, read_options

STAGES = ("exact", "stem", "synonym")
WITH_SYNONYMS = "meteor_exact_stem_synonym"


class Meteor(MeteorCounts):
    """METEOR 1.5 for English with its own tokenisation (``-l en -norm``), from 0 to 1, against the best reference.

    Words are matched in stages, each of which the name spells: the same word, the same stem (Snowball), a common
    synonym set (WordNet 3.0). One word matches one other; of all alignments the program's search picks one (see
    `align`). Precision and recall over matched words, in which function words count a third of content words, and
    matches by stem or synonym 0.6 and 0.8, are averaged with nearly all weight on recall; the more pieces the
    alignment is in, the more is taken off.

    - ``meteor_exact``
    - ``meteor_exact_stem``
    - ``meteor_exact_stem_synonym``: computed when it is named, where the user has WordNet's files. They come with the
      package ``wordnet`` of Debian and Ubuntu; the variable WNSEARCHDIR names another folder.

    The program's default for English has a fourth stage: paraphrases from a large table, which is not carried here. Its
    scores with that table are others, mostly higher; with ``-m 'exact stem synonym'`` they are these. It compares
    hashes where this compares words, so that to it two different words are one in rare cases (siblings and teheran).

    With ``:refs=mean`` the mean over references counts (see `MeteorCounts`).

    METEOR of NLTK is another program, with other parameters, without function words and tokenisation, and with another
    search: its numbers are not these.

    Parameters
    ----------
    name : str
        One of the three names.
    wordnet : str or Path, optional
        The folder of WordNet's files (default: see `find_wordnet`).
    refs : {'best', 'mean'}

    Raises
    ------
    ArgumentError
        If it is no such name, or way with references.
    MissingExtraError
        If synonyms are asked for and WordNet's files are not found.

    References
    ----------
    Denkowski and Lavie 2014; Denkowski and Lavie 2011 for the stages and the search.
    """

    scheme: str = "meteor_exact[_stem[_synonym]]"
    options: str = (
        ":refs=mean: of several references the mean of the scores against each alone, in place of the best\n"
        "meteor_exact_stem_synonym: needs WordNet's files (package wordnet of Debian and Ubuntu, or the folder in "
        "WNSEARCHDIR)"
    )
    note: str = "A third, meteor_exact_stem_synonym, needs WordNet's files."
    words_between_blanks: bool = True
    citation: Citation = Citation(
        "denkowski-lavie-2014-meteor",
        "Denkowski and Lavie (2014): Meteor Universal: Language Specific Translation Evaluation for Any Target "
        "Language. WMT, 376–380.",
        """@inproceedings{denkowski-lavie-2014-meteor,
  title = {Meteor Universal: Language Specific Translation Evaluation for Any Target Language},
  author = {Denkowski, Michael and Lavie, Alon},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  year = {2014},
  pages = {376--380},
  doi = {10.3115/v1/W14-3348}
}""",
    )

    def __init__(
        self, name: str = "meteor_exact_stem", wordnet: str | Path | None = None, refs: str = "best"
    ) -> None:
        if name not in _all_names():
            raise ArgumentError(f"`name` must be one of {listing(_all_names())}; it is {name!r}.")
        self.name = canonical_name(name, {"refs": refs}, {"refs": REFS[0]})
        self.join_by(refs)
        self.stages = name.count("_")
        self.wordnet = find_wordnet(wordnet) if name == WITH_SYNONYMS else None

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names that need nothing but this package."""
        return tuple(name for name in _all_names() if name != WITH_SYNONYMS)

    @classmethod
    def unlisted(cls) -> tuple[str, ...]:
        """Return the name that needs files of WordNet (see `Metric.unlisted`)."""
        return (WITH_SYNONYMS,)

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return these files (see `Metric.demands`)."""
        try:
            find_wordnet()
        except MissingExtraError:
            return {"WordNet's files (WNSEARCHDIR)": False}
        return {"WordNet's files (WNSEARCHDIR)": True}

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the name of what comes closest to METEOR as it is used without further files."""
        return ("meteor_exact_stem",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`).

        Raises
        ------
        ArgumentError
            If it is 'meteor', which says nothing of stages.
        MissingExtraError
            If synonyms are asked for and WordNet's files are not found.
        """
        base = name.partition(":")[0]
        if base == "meteor":
            raise ArgumentError(
                f"'meteor' leaves open which matches count: ask for {listing(_all_names())}. The last "
                "one needs WordNet's files and is METEOR 1.5 without its table of paraphrases."
            )
        return cls(base, **read_options(name, {"refs": one_of(*REFS)})) if base in _all_names() else None

    def counts(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> FloatArray:
        """Return the counts of outputs and their best references (see `MeteorCounts.counts`).

        Raises
        ------
        FormatError
            If the files in WordNet's place are not WordNet's.
        """
        from trueness.metrics.meteor.match_counts import match_counts

        sets_of = read_wordnet(self.wordnet).sets_of if self.wordnet else None
        return match_counts(outputs, references, self.stages, sets_of)

    def description(self) -> str:
        """Return what makes two words match (see `Metric.description`)."""
        ways = ("the same word", "the same stem", "a common synonym set of WordNet")[: self.stages]
        matched = " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
        against = (
            "the best reference" if self.joins == "best" else "each reference alone, the mean of the scores"
        )
        return f"METEOR 1.5 for English against {against}, words matched by {matched}."

    def signature(self) -> str:
        """Return the program's options that give these scores, and which WordNet was read."""
        options = f"METEOR 1.5 -l en -norm -m '{' '.join(STAGES[: self.stages])}'"
        options += "" if self.joins == "best" else ", the mean over single references"
        if self.wordnet is None:
            return options
        fingerprint = read_wordnet(self.wordnet).fingerprint
        known = "WordNet 3.0" if fingerprint in {ORIGINAL, DEBIAN} else f"WordNet files {fingerprint[:12]}"
        return f"{options}; {known}"


def _all_names() -> tuple[str, ...]:
    return tuple("_".join(("meteor", *STAGES[: k + 1])) for k in range(len(STAGES)))
