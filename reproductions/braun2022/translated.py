"""Translate SummEval by apertium, there and back, and score it in all languages: what reproduce.py works with.

Everything that is made stays in a folder; what is there is not made again, and an interrupted run goes on. Needs the
programs of `PAIRS`, for Debian and Ubuntu: apt install apertium-eng-spa apertium-eng-cat apertium-en-gl
apertium-eo-en. Twenty minutes of a processor.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from trueness import (
    CommandTranslator,
    Texts,
    TranslationCache,
    Translator,
    load_dataset_texts,
    read_texts,
    score,
    translate,
    write_scores,
    write_texts,
)

PAIRS = {"spa": "eng-spa", "cat": "eng-cat", "gl": "en-gl", "eo": "en-eo"}
"""What apertium calls the way there, by language."""

ENGLISH = "eng"
MEASURES = (
    *("rouge1_f", "rouge2_f", "rougeL_f", "bleu", "chrf"),
    *("js1_source", "js2_source", "density", "coverage"),
)


class Noisy(Translator):
    """A translator that is wrong now and then: a share of the words of a line become other words of the vocabulary.

    The same line becomes the same; different lines err independently, as an output and its reference do.
    """

    def __init__(self, share: float, vocabulary: Sequence[str]) -> None:
        self.share, self.vocabulary = share, tuple(vocabulary)

    def translate(self, lines: Sequence[str]) -> list[str]:
        """Return the lines with errors (see `Translator.translate`)."""
        return [self._with_errors(line) for line in lines]

    def signature(self) -> str:
        """Return the share of errors and the size of the vocabulary."""
        return f"noisy:{self.share}|words:{len(self.vocabulary)}"

    def _with_errors(self, line: str) -> str:
        chance = random.Random(f"{self.share} {line}")  # noqa: S311 - a line has its own errors, always the same
        words = line.split()
        return " ".join(
            chance.choice(self.vocabulary) if chance.random() < self.share else word for word in words
        )


def missing(languages: Sequence[str]) -> list[str]:
    """Return the packages of the languages whose programs are not here."""
    program = shutil.which("apertium")
    known = ""
    if program is not None:
        listed = subprocess.run([program, "-l"], capture_output=True, text=True, check=False)  # noqa: S603
        known = listed.stdout
    packages = {"en-eo": "apertium-eo-en"}
    pairs = (PAIRS[one] for one in languages)
    return [packages.get(pair, f"apertium-{pair}") for pair in pairs if pair not in known.split()]


def vocabulary(texts: Texts) -> list[str]:
    """Return the different words of the outputs, in order."""
    return sorted({word for row in texts.rows for word in row.output.split()})


def english(data: Path | None) -> Texts:
    """Return SummEval's texts, from the folder with ``summeval/data.pkl``, or downloaded."""
    return load_dataset_texts("summeval", mirror=data)


def scores_of(
    name: str, texts: Texts, work: Path, translator: Translator | None, back: Translator | None
) -> Path:
    """Return the file with a condition's scores, made where it is not there."""
    path = work / f"{name}.jsonl"
    if path.is_file():
        return path
    if translator is not None:
        place = work / "texts" / f"{name}.jsonl.zst"
        if not place.is_file():
            with TranslationCache(work / "translations") as cache:
                found = translate(texts, translator, back=back, cache=cache)
            place.parent.mkdir(exist_ok=True)
            write_texts(found.texts, place)
        texts = read_texts(place)
    write_scores(score(texts, MEASURES, cache=work / "cache"), path)
    return path


def make(
    work: Path, data: Path | None, languages: Sequence[str] = tuple(PAIRS), *, both_ways: bool = True
) -> None:
    """Make the scores of English and of the languages, one way, and after the way back.

    Raises
    ------
    FileNotFoundError
        If something has to be translated, and a program is missing; the message says which packages have it.
    """
    work.mkdir(parents=True, exist_ok=True)
    wanted = [f"{one}{end}" for one in languages for end in ("", *(["_back"] if both_ways else []))]
    open_ = [name for name in wanted if not (work / f"{name}.jsonl").is_file()]
    lacking = missing([one for one in languages if {one, f"{one}_back"} & set(open_)])
    if lacking:
        raise FileNotFoundError(
            f"apertium's programs are missing: apt install {' '.join(lacking)} (Debian, Ubuntu)."
        )
    texts = english(data)
    scores_of(ENGLISH, texts, work, None, None)
    for name in open_:
        language = name.removesuffix("_back")
        pair = PAIRS[language]
        turned = "-".join(reversed(pair.split("-")))
        there, again = (CommandTranslator(f"apertium -u {one}", blank_lines=True) for one in (pair, turned))
        scores_of(name, texts, work, there, again if name != language else None)
