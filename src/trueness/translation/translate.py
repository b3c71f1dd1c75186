"""Translate texts, there or there and back: outputs, references and sources, sentence by sentence."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from trueness.data.reading.read_texts import as_texts
from trueness.data.reading.stream_texts import ROWS_PER_PARTITION, TextStream, stream_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write_texts import check_texts_extension, writing_texts, written_fields
from trueness.errors import check_choice
from trueness.metrics.rouge.sentences import split_sentences
from trueness.metrics.scoring.noted_warnings import noted_warnings
from trueness.parallel import TextProgress
from trueness.translation.text_lines import TextLines, text_lines
from trueness.translation.translate_lines import Share, TranslatedLine, translate_lines
from trueness.translation.translated_texts import Translated, TranslatedField, TranslatedFile, TranslatedTexts
from trueness.translation.translation_cache import TranslationCache
from trueness.translation.translator import Translator

FIELDS = ("output", "references", "source")
"""What a row has to translate."""

MAY_BE_LEFT_OUT = FIELDS[1:]


def translate(
    texts: Texts,
    translator: Translator,
    *,
    back: Translator | None = None,
    sentences: str = "split",
    language: str = "en",
    leave_out: Iterable[str] = (),
    cache: TranslationCache | None = None,
    progress: TextProgress | None = None,
) -> TranslatedTexts:
    """Translate outputs, references and sources, so that the same metrics can be put to another language.

    Texts are taken apart into sentences, each different one of which is translated once, in batches of sentences of
    about the same length. Line breaks stay where they are. A sentence that is longer than the translator takes is
    translated in pieces. Systems, inputs and what people judged are as they were.

    Parameters
    ----------
    texts : Texts
        What is translated.
    translator : Translator
        `CommandTranslator`, `Seq2SeqTranslator`, or one of your own.
    back : Translator, optional
        One that translates the translations back, line by line, into the language of the texts.
    sentences : {'split', 'newline', 'marks'}
        How sentences are found (see `split_sentences`): by rules, by lines, or by ``<t>`` and ``</t>``.
    language : str
        What the texts are written in, as a code of two or three letters, for the rules.
    leave_out : iterable of {'references', 'source'}
        What is not translated; it is not in the result, where it would stand in another language.
    cache : TranslationCache, optional
        Where known translations are found and new ones are kept, batch by batch: an interrupted run goes on from there.
    progress : callable, optional
        Called with what is done, the rows done and their total.

    Returns
    -------
    TranslatedTexts
        The texts, what was cut or split or has no translation, and what it takes to make the same again.

    Raises
    ------
    ArgumentError
        If `sentences` or what is left out is none of these.
    DataError
        If a translator fails, does not end, or answers with something else than one text without line breaks for every
        line. Batches done before are in the cache.
    MissingExtraError
        If `sentences` is ``split`` and sentencex is not installed, or a package that the translator needs.

    References
    ----------
    Braun, Vasilyev, Iskender and Bohannon 2022, "Does Summary Evaluation Survive Translation to Other Languages?",
    NAACL, 2425–2435.
    """
    texts = as_texts(texts)
    work = _Work(translator, back, sentences, language, leave_out)
    rows: list[TextRow] = []
    with _kept(cache) as store:
        parts = (
            texts.rows[start : start + ROWS_PER_PARTITION]
            for start in range(0, len(texts), ROWS_PER_PARTITION)
        )
        for part in work.through(parts, store, len(texts), progress):
            rows += part
    name = f"translation of {texts.name}"
    return TranslatedTexts(
        **vars(work.report()), texts=Texts(tuple(rows), texts.lower_is_better, name, texts.notes)
    )


def translate_file(
    texts: TextStream,
    translator: Translator,
    path: str | Path,
    *,
    back: Translator | None = None,
    sentences: str = "split",
    language: str = "en",
    leave_out: Iterable[str] = (),
    cache: TranslationCache | None = None,
    progress: TextProgress | None = None,
) -> TranslatedFile:
    """Translate texts into a file of texts; one partition of them is held at a time.

    Parameters
    ----------
    texts : TextStream
        What is translated.
    translator, back, sentences, language, leave_out, cache, progress
        As in `translate`.
    path : str or Path
        The file to write: .jsonl, .csv or .tsv, also .gz and .zst. It appears whole or not at all.

    Raises
    ------
    ArgumentError, DataError, MissingExtraError
        As `translate` and `write_texts`.
    FormatError
        If the texts have changed since they were looked at.
    OSError
        If the file cannot be written.
    """
    texts = stream_texts(texts) if isinstance(texts, str | Path) else texts
    path = Path(path)
    check_texts_extension(path)
    replaced = path.exists()
    work = _Work(translator, back, sentences, language, leave_out)
    facts = texts.facts
    lacking = {field: count == facts.rows for field, (count, _, _) in facts.lacking.items()}
    fields = written_fields(
        texts.name,
        groups=facts.groups,
        references=not lacking.get("references") and "references" not in work.left_out,
        source=not lacking.get("source") and "source" not in work.left_out,
        human=facts.human,
        labels=texts.labels,
    )
    with _kept(cache) as store:
        parts = work.through(texts.partitions(), store, facts.rows, progress)
        first = next(parts)  # a run that is killed before has not begun to write
        with writing_texts(path, fields, texts.name, texts.labels) as write:
            for part in itertools.chain([first], parts):
                write(part)
    return TranslatedFile(
        **vars(work.report()),
        path=path,
        rows=facts.rows,
        systems=facts.systems,
        inputs=facts.inputs,
        replaced=replaced,
    )


class _Work:
    """What is asked for, and what was found so far."""

    def __init__(
        self,
        translator: Translator,
        back: Translator | None,
        sentences: str,
        language: str,
        leave_out: Iterable[str],
    ) -> None:
        split_sentences("", sentences)  # says what is wrong before any work
        self.translator, self.back = translator, back
        self.sentences, self.language = sentences, language
        self.left_out = tuple(
            dict.fromkeys(check_choice("leave_out", one, MAY_BE_LEFT_OUT) for one in leave_out)
        )
        self.counts = {field: TranslatedField(field) for field in FIELDS if field not in self.left_out}
        self.n_made = self.n_known = 0
        self.warned: dict[str, None] = {}

    def through(
        self,
        parts: Iterable[Sequence[TextRow]],
        cache: TranslationCache,
        total: int,
        progress: TextProgress | None,
    ) -> Iterator[list[TextRow]]:
        """Yield parts of the rows translated."""
        done = 0
        for rows in parts:

            def share(part: float, done: int = done, size: int = len(rows)) -> None:
                if progress is not None:
                    progress("translating outputs", done + int(part * size), total)

            with noted_warnings() as notes:
                found = self._rows(rows, cache, share)
            self.warned |= dict.fromkeys(notes)
            yield found
            done += len(rows)
            if progress is not None:
                progress("translating outputs", done, total)

    def report(self) -> Translated:
        """Return what was found, once all parts are through."""
        return Translated(
            fields=tuple(one for one in self.counts.values() if one.texts),
            left_out=self.left_out,
            translator=self.translator.signature(),
            back=None if self.back is None else self.back.signature(),
            sentences=self.sentences,
            n_made=self.n_made,
            n_known=self.n_known,
            warned=tuple(self.warned),
        )

    def _rows(self, rows: Sequence[TextRow], cache: TranslationCache, share: Share) -> list[TextRow]:
        """Return rows with their texts translated, and count."""
        apart: dict[str, TextLines] = {}
        for row in rows:
            for _, texts in _texts_of(row, self.left_out):
                for text in texts:
                    if text not in apart:
                        apart[text] = text_lines(text, self.sentences, self.language)
        lines = [line for one in apart.values() for line in one.lines]
        made = self._there_and_back(lines, cache, share)
        again = {text: one.joined([made[line].text for line in one.lines]) for text, one in apart.items()}
        seen: dict[tuple[str, str], TranslatedField] = {}
        translated = []
        for row in rows:
            changes: dict[str, tuple[str, ...]] = {}
            for field, texts in _texts_of(row, self.left_out):
                for text in texts:
                    if (field, text) not in seen:
                        seen[field, text] = _count(field, apart[text].lines, made)
                    self.counts[field] += seen[field, text]
                changes[field] = tuple(again[text] for text in texts)
            translated.append(
                dataclasses.replace(
                    row,
                    output=changes["output"][0],
                    references=changes.get("references", ()),
                    source=next(iter(changes.get("source", ())), None),
                )
            )
        return translated

    def _there_and_back(
        self, lines: Iterable[str], cache: TranslationCache, share: Share
    ) -> Mapping[str, TranslatedLine]:
        parts = 1 if self.back is None else 2
        there = translate_lines(lines, self.translator, cache, lambda done: share(done / parts))
        self.n_made += there.n_made
        self.n_known += there.n_known
        if self.back is None:
            return there.lines
        abroad = (one.text for one in there.lines.values() if one.text)
        home = translate_lines(abroad, self.back, cache, lambda done: share((1 + done) / parts))
        self.n_made += home.n_made
        self.n_known += home.n_known
        return {
            line: _both(one, home.lines[one.text]) if one.text else one for line, one in there.lines.items()
        }


def _both(there: TranslatedLine, home: TranslatedLine) -> TranslatedLine:
    return TranslatedLine(home.text, there.cut or home.cut, there.split or home.split)


def _texts_of(row: TextRow, left_out: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the fields of a row that are translated, with their texts."""
    yield "output", (row.output,)
    if "references" not in left_out:
        yield "references", row.references
    if "source" not in left_out and row.source is not None:
        yield "source", (row.source,)


def _count(field: str, lines: Sequence[str], made: Mapping[str, TranslatedLine]) -> TranslatedField:
    found = [made[line] for line in lines]
    return TranslatedField(
        field,
        texts=1,
        wordless=not lines,
        sentences=len(lines),
        split=sum(one.split for one in found),
        cut=sum(one.cut for one in found),
        empty=sum(not one.text for one in found),
        same=sum(one.text == line for one, line in zip(found, lines, strict=True)),
    )


@contextlib.contextmanager
def _kept(cache: TranslationCache | None) -> Iterator[TranslationCache]:
    """Give a place where translations are kept, for the time of the block where none is given."""
    if cache is None:
        with tempfile.TemporaryDirectory() as folder, TranslationCache(folder) as temporary:
            yield temporary
        return
    try:
        yield cache
    except BaseException as error:
        if cache.problem is None:
            error.add_note(
                f"what was translated is kept in {cache.path}; the same command goes on from there"
            )
        raise
