"""The documents that summaries are made of: sentences, how many words each has, and what metrics compare with."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.metrics.metric import Metric
from trueness.metrics.rouge.sentences import split_sentences


@dataclasses.dataclass(frozen=True)
class Document:
    """A document as its sentences.

    Attributes
    ----------
    input : str
        What it is called.
    sentences : tuple of str
        Its different sentences in their order, without those that have no words. None holds a newline.
    lengths : tuple of int
        The words of each: what stands between blanks.
    source : str
        The text as it was given.
    references : tuple of str
        What people wrote for it; may be empty.
    document : str or None
        The cluster that the input belongs to.
    groups : mapping of str to str
        Further grouping columns of inputs to their labels.
    """

    input: str
    sentences: tuple[str, ...]
    lengths: tuple[int, ...]
    source: str
    references: tuple[str, ...]
    document: str | None = None
    groups: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def within(self, words: int) -> Document:
        """Return the document without sentences that have more words."""
        kept = [k for k, length in enumerate(self.lengths) if length <= words]
        return dataclasses.replace(
            self,
            sentences=tuple(self.sentences[k] for k in kept),
            lengths=tuple(self.lengths[k] for k in kept),
        )


def documents_of(texts: Texts, metric: Metric, sentences: str) -> list[Document]:
    """Return the documents behind texts, one for every input, in the order in which inputs first appear.

    Parameters
    ----------
    texts : Texts
        What outputs were made from stands in `source`; outputs, systems and human scores play no part.
    metric : Metric
        What summaries will be scored with: it says whether references are needed.
    sentences : {'newline', 'marks', 'split'}
        How sentences are found in a source (see `split_sentences`).

    Returns
    -------
    list of Document
        One without any words has no sentences.

    Raises
    ------
    DataError
        If an input has no source, or no references though the metric needs them, or if its rows differ in these.
    ArgumentError, MissingExtraError
        As `split_sentences`.
    """
    rows: dict[str, list[TextRow]] = {}
    for row in texts.rows:
        rows.setdefault(row.input, []).append(row)
    sources = {name: {row.source for row in given if row.source is not None} for name, given in rows.items()}
    references = {name: {row.references for row in given if row.references} for name, given in rows.items()}
    _check_all_have(texts.name, "source", "the documents that summaries are made of", sources)
    if "references" in metric.needs:
        _check_all_have(texts.name, "references", f"what metric '{metric.name}' compares with", references)
    for field, found in (("source", sources), ("references", references)):
        differing = [name for name, given in found.items() if len(given) > 1]
        if differing:
            raise DataError(
                f"{texts.name}: the rows of {len(differing)} of {len(rows)} inputs differ in '{field}', the first "
                f"for input '{differing[0]}'. Give every input one source and one list of references."
            )
    # what differs between outputs of one input describes systems, which play no part
    of_inputs = [
        group
        for group in texts.groups
        if group != "document"
        and all(
            len({row.groups[group] for row in given if group in row.groups}) < 2 for given in rows.values()
        )
    ]
    found_documents = []
    for name, given in rows.items():
        (source,) = sources[name]
        kept = _different(split_sentences(source, sentences))
        found_documents.append(
            Document(
                input=name,
                sentences=kept,
                lengths=tuple(len(sentence.split()) for sentence in kept),
                source=source,
                references=next(iter(references[name]), ()),
                document=next((row.document for row in given if row.document is not None), None),
                groups=_groups(given, of_inputs),
            )
        )
    return found_documents


def _groups(rows: Sequence[TextRow], names: Sequence[str]) -> dict[str, str]:
    return {name: row.groups[name] for name in names for row in rows if name in row.groups}


def _different(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return sentences that have words, each once; blanks around them and line ends within them are none of theirs."""
    plain = (" ".join(sentence.splitlines()).strip() for sentence in sentences)
    return tuple(dict.fromkeys(sentence for sentence in plain if sentence))


def _check_all_have(
    texts: str, field: str, what: str, found: dict[str, set[str]] | dict[str, set[tuple[str, ...]]]
) -> None:
    lacking = [name for name, given in found.items() if not given]
    if lacking:
        raise DataError(
            f"{texts}: {len(lacking)} of {len(found)} inputs lack {field}, {what}; the first is "
            f"'{lacking[0]}'. Add the field '{field}' to their rows, or leave these inputs out."
        )
