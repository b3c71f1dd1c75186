"""The files of one language pair in a folder of mt-metrics-eval, found by their names."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import NamedTuple

from trueness.data.files.open_file import COMPRESSIONS
from trueness.data.scores.score_table import Role
from trueness.errors import FormatError, unknown_name

GRANULARITIES = ("seg", "doc", "domain", "sys")
"""What a score of a file is about, from the smallest: a segment, a document, a domain, the whole test set."""

_SOURCES = (".txt", ".jsonl")


class ScoreFile(NamedTuple):
    """One file of scores.

    Attributes
    ----------
    path : Path
        The file.
    scorer : str
        The name of the human score (``mqm``) or the metric with its reference (``BLEU-refA``, ``COMET-src``).
    role : {'human', 'metric'}
        Which of the two it is, by its folder.
    granularity : str
        One of `GRANULARITIES`.
    """

    path: Path
    scorer: str
    role: Role
    granularity: str


@dataclasses.dataclass(frozen=True)
class EvalSetFiles:
    """The files of one language pair.

    Attributes
    ----------
    folder : Path
        The test set's folder.
    languages : str
        The language pair, such as ``en-de``.
    documents : Path
        The file with a line per segment: domain and document.
    sources : Path or None
        The source text, a segment per line, where it is there.
    scores : tuple of ScoreFile
        Human scores first, both in the order of their names.
    ratings : tuple of ScoreFile
        Files of the single errors that raters marked in segments (``.seg.rating``), human.
    systems : tuple of str
        The systems whose outputs are there; empty where the folder has none.
    references : tuple of str
        The names of the reference translations.
    unread : tuple of str
        Names of files of this pair beside the scores that hold something else.
    """

    folder: Path
    languages: str
    documents: Path
    sources: Path | None
    scores: tuple[ScoreFile, ...]
    ratings: tuple[ScoreFile, ...]
    systems: tuple[str, ...]
    references: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def test_set(self) -> str:
        """The name of the test set, which is that of its folder."""
        return self.folder.resolve().name

    @property
    def granularities(self) -> tuple[str, ...]:
        """The granularities for which there are scores, from the smallest."""
        there = {file.granularity for file in (*self.scores, *self.ratings)}
        return tuple(known for known in GRANULARITIES if known in there)


def is_evalset(folder: Path) -> bool:
    """Whether a folder looks like a test set of mt-metrics-eval."""
    has_scores = any((folder / name).is_dir() for name in ("human-scores", "metric-scores"))
    return has_scores and any(name.endswith(".docs") for name in _files(folder / "documents"))


def language_pairs(folder: str | Path) -> tuple[str, ...]:
    """Return the language pairs of a test set, sorted.

    Raises
    ------
    FormatError
        If the folder has none.
    """
    folder = Path(folder)
    pairs = [name.removesuffix(".docs") for name in _files(folder / "documents") if name.endswith(".docs")]
    if not pairs:
        raise FormatError(
            "the file 'documents/SOURCE-TARGET.docs' is missing.",
            path=str(folder),
            remedy="Give the folder of one test set of mt-metrics-eval, such as wmt22.",
        )
    return tuple(pairs)


def evalset_files(folder: str | Path, languages: str) -> EvalSetFiles:
    """Find the files of a language pair; names are looked up among those that are there, compressed or not.

    Parameters
    ----------
    folder : str or Path
        The folder of a test set, with ``documents``, ``human-scores``, ``metric-scores`` and so on.
    languages : str
        The language pair, such as ``en-de``.

    Raises
    ------
    UnknownNameError
        If the folder has no such language pair.
    FormatError
        If there are no scores, or one file is there twice, compressed and not.
    """
    folder = Path(folder)
    known = language_pairs(folder)
    if languages not in known:
        raise unknown_name("language pair", languages, known)
    scores: list[ScoreFile] = []
    ratings: list[ScoreFile] = []
    unread: list[str] = []

    def place(path: Path, name: str, role: Role) -> None:
        scorer, granularity, kind = _scorer_of(name)
        if kind == "score" and granularity in GRANULARITIES:
            scores.append(ScoreFile(path, scorer, role, granularity))
        elif (kind, granularity, role) == ("rating", "seg", "human"):
            ratings.append(ScoreFile(path, scorer, role, granularity))
        else:
            unread.append(path.name)

    for name, path in _files(folder / "human-scores").items():
        pair, _, rest = name.partition(".")
        if pair == languages:
            place(path, rest, "human")
    # the folder is found by listing, so that what was asked for never becomes part of a path
    for name, path in _files(_subfolder(folder / "metric-scores", languages)).items():
        place(path, name, "metric")
    if not scores and not ratings:
        raise FormatError(
            f"scores of '{languages}' are missing.",
            path=str(folder),
            remedy="They are in human-scores/SOURCE-TARGET.NAME.LEVEL.score and "
            "metric-scores/SOURCE-TARGET/NAME-REFERENCE.LEVEL.score.",
        )
    outputs = _files(_subfolder(folder / "system-outputs", languages))
    sources = _files(folder / "sources")
    return EvalSetFiles(
        folder=folder,
        languages=languages,
        documents=_files(folder / "documents")[f"{languages}.docs"],
        sources=next((sources[languages + end] for end in _SOURCES if languages + end in sources), None),
        scores=tuple(scores),
        ratings=tuple(ratings),
        systems=tuple(dict.fromkeys(bare for name in outputs if (bare := _text_name(name)))),
        references=tuple(
            dict.fromkeys(
                bare.removeprefix(f"{languages}.")
                for name in _files(folder / "references")
                if name.startswith(f"{languages}.") and (bare := _text_name(name))
            )
        ),
        unread=tuple(unread),
    )


def _scorer_of(name: str) -> tuple[str, str, str]:
    """Split ``NAME.LEVEL.score`` or ``NAME.LEVEL.rating``; all empty where the name is of another form."""
    parts = name.rsplit(".", 2)
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 and parts[0] else ("", "", "")


def _text_name(name: str) -> str:
    """Return the name of a file of texts without its ending, empty where it is no file of texts."""
    return next((name.removesuffix(end) for end in _SOURCES if name.endswith(end)), "")


def _subfolder(folder: Path, name: str) -> Path | None:
    if not folder.is_dir():
        return None
    return next((path for path in folder.iterdir() if path.name == name and path.is_dir()), None)


def _files(folder: Path | None) -> dict[str, Path]:
    """Return the files of a folder by their names without the ending of a compression, sorted; hidden ones apart.

    Raises
    ------
    FormatError
        If two files differ in their compression only.
    """
    found: dict[str, Path] = {}
    if folder is None or not folder.is_dir():
        return found
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        name = path.stem if path.suffix.lower() in COMPRESSIONS else path.name
        if name in found:
            raise FormatError(
                f"'{found[name].name}' is there too; which of the two counts?",
                path=str(path),
                remedy="Remove one of them.",
            )
        found[name] = path
    return dict(sorted(found.items()))
