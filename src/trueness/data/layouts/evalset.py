"""Read test sets of mt-metrics-eval: human scores and metrics of machine translation, one table a language pair."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from trueness.data.cells.names import NameColumn
from trueness.data.files.open_file import lines_of, open_bytes, open_text
from trueness.data.layouts.evalset_files import GRANULARITIES, EvalSetFiles, evalset_files, language_pairs
from trueness.data.layouts.evalset_official import OfficialFacts, official_facts
from trueness.data.layouts.evalset_ratings import Ratings, joined_ratings, rating_values, read_evalset_ratings
from trueness.data.layouts.score_lines import read_fields, read_numbers
from trueness.data.scores.score_table import Annotations, FloatArray, Scorer, ScoreTable
from trueness.data.scores.table_notes import table_notes
from trueness.errors import FormatError, SeveralTablesError, check_choice, counted, listing, suggest

EvalSetKeep = Literal["peers", "all", "official"]
KEEPS = ("peers", "all", "official")
"""Which systems, and which scores, are read."""

MEAN_TOLERANCE = 0.01
"""How far a system's score in a file may lie from the mean of its units' scores, as a share of the systems' range."""


def read_evalset(
    folder: str | Path,
    languages: str | None = None,
    *,
    granularity: str | None = None,
    keep: EvalSetKeep = "peers",
    name: str | None = None,
) -> ScoreTable:
    """Read one language pair of a test set in the layout of mt-metrics-eval, version 2 (Google Research).

    The inputs are the segments, called 1 to M, with groups ``document`` and ``domain``; with another granularity
    the documents, the domains, or the test set as the one input. A table holds the scores of one granularity:
    a metric such as BLEU that has system scores only is no mean of segment scores, so its scores are in the table
    of granularity ``'sys'`` and nowhere else. The notes name such metrics, and those whose system scores in the
    files are not the means of their scores here.

    Scorers are called as their files: human ones ``mqm``, ``wmt-z``, metrics ``BLEU-refA``, ``COMET-src``. Larger is
    better for all, as the toolkit, which never negates, takes them: MQM scores are stored as negated penalties.
    Single errors (``.rating``), as negated penalties, too, make raters the annotators of the human score of that name
    if its scores are their means; without any human scores of segments they are the human scores. Notes say which of
    them are not read.

    Parameters
    ----------
    folder : str or Path
        The folder of the test set, such as ``wmt22``; files may be compressed. The texts need not be there, but
        where sources and system outputs are, segments and systems are checked with them.
    languages : str, optional
        The language pair, such as ``en-de``; not needed where there is one.
    granularity : {'seg', 'doc', 'domain', 'sys'}, optional
        What a score is about; by default the smallest unit that has scores.
    keep : {'peers', 'all', 'official'}
        Whether reference translations that stand among the systems are left out, with a note, or kept; then the
        group ``type`` of systems says ``peer`` or ``reference``. With ``official`` what the organisers took: the human
        scores, primary metrics with the standard reference or none, and all systems but outliers and that reference.
    name : str, optional
        What the table is called; by default after test set and language pair.

    Raises
    ------
    UnknownNameError
        If the folder has no such language pair, or nothing official is known of it.
    FormatError
        If a file is missing or does not hold what it promises (see `read_evalset_scores`), or the folder has several
        language pairs and none is named.
    ArgumentError
        If `granularity` or `keep` is not one of its options.
    """
    check_choice("keep", keep, KEEPS)
    if granularity is not None:
        check_choice("granularity", granularity, GRANULARITIES)
    if languages is None:
        languages, *more = language_pairs(folder)
        if more:
            raise SeveralTablesError.of("language pair", (languages, *more), str(folder))
    files = evalset_files(folder, languages)
    granularity = _granularity(files, granularity)
    units = _units(files, granularity)
    official = official_facts(files.test_set, languages) if keep == "official" else None
    found = _scores(files, granularity, units.names)
    names = [scorer.name for scorer in found]
    rated, unread = _ratings(files, len(units.names), names) if granularity == "seg" else ({}, [])
    if not any(scorer.role == "human" for scorer in found):
        found = {Scorer(name, "human"): _means(raters) for name, raters in rated.items()} | found
    dropped: tuple[str, ...] = ()
    if official is not None:
        found, dropped = _official_scores(files, granularity, found, official)
    systems = files.systems or tuple(dict.fromkeys(system for scores in found.values() for system in scores))
    standing = [system for system in systems if system in files.references]
    gone = standing if keep == "peers" else [] if official is None else official.no_systems
    dropped += tuple(f"system {system}" for system in systems if official is not None and system in gone)
    systems = tuple(system for system in systems if system not in gone)
    references = [system for system in standing if system in systems]
    default = f"{files.test_set} {languages}" + ("" if granularity == "seg" else f".{granularity}")
    values = np.full((len(found), len(systems), len(units.names)), np.nan)
    for s, scores in enumerate(found.values()):
        for i, system in enumerate(systems):
            if system in scores:
                values[s, i] = scores[system]
    types = tuple("reference" if system in references else "peer" for system in systems)
    table = ScoreTable(
        scorers=tuple(found),
        systems=systems,
        inputs=units.names,
        values=values,
        input_groups=units.groups,
        system_groups={"type": types} if references else {},
        name=name or default,
    )
    table, unlike = _with_raters(table, rated)
    left_out = standing if keep == "peers" else []
    not_official = (f"{len(dropped)} left out, not official: {listing(dropped, 12)}",) if dropped else ()
    notes = (
        *not_official,
        *unread,
        *unlike,
        *_notes(files, granularity, table, found, left_out),
        *table_notes(table),
    )
    return dataclasses.replace(table, notes=notes)


def _granularity(files: EvalSetFiles, asked: str | None) -> str:
    """Return what scores are read of: what was asked for, or the smallest."""
    there = files.granularities
    if asked is None:
        return there[0]
    if asked not in there:
        raise FormatError(
            f"scores of '{files.languages}' for {UNITS[asked]} are missing.",
            path=str(files.folder),
            remedy=f"There are some for {', '.join(UNITS[known] for known in there)}: {listing(there)}.",
        )
    return asked


def _ratings(
    files: EvalSetFiles, n_segments: int, scorers: Sequence[str]
) -> tuple[dict[str, Ratings], list[str]]:
    """Return what single raters say, by the human score it belongs to, and which files could not be read.

    ``mqm.merged`` belongs to ``mqm``, if there is such a score. Scores do not need ratings, and are read without.
    """
    parts: dict[str, list[Ratings]] = {}
    unread = []
    for file in files.ratings:
        first = file.scorer.split(".")[0]
        name = first if first in scorers and file.scorer not in scorers else file.scorer
        try:
            parts.setdefault(name, []).append(read_evalset_ratings(file.path, n_segments, file.scorer))
        except FormatError as error:
            if not files.scores:
                raise
            unread.append(f"single ratings not read: {error}")
    found = {name: joined_ratings(several, str(files.folder)) for name, several in parts.items() if several}
    return found, unread


def _means(raters: Ratings) -> dict[str, FloatArray]:
    """Return system to the mean over raters."""
    systems = tuple(dict.fromkeys(system for of_system in raters.values() for system in of_system))
    if not systems:
        return {}
    size = len(next(iter(next(iter(raters.values())).values())))
    mean = Annotations(tuple(raters), rating_values(raters, systems, size)).mean()
    return dict(zip(systems, mean, strict=True))


def _with_raters(table: ScoreTable, rated: Mapping[str, Ratings]) -> tuple[ScoreTable, list[str]]:
    """Return the table with raters as annotators where its scores are their means, and what is said of others."""
    annotations, unlike = {}, []
    for name, raters in rated.items():
        if not raters or name not in table.scorer_names:
            unlike.append(name)
            continue
        one = Annotations(tuple(raters), rating_values(raters, table.systems, len(table.inputs)))
        if np.allclose(one.mean(), table.matrix(name), rtol=1e-6, atol=1e-6, equal_nan=True):
            annotations[name] = one
        else:
            unlike.append(name)
    said = (
        [f"single ratings left out, since no human scores here are their means: {listing(unlike)}"]
        if unlike
        else []
    )
    return dataclasses.replace(table, annotations=annotations), said


def _official_scores(
    files: EvalSetFiles, granularity: str, found: _Found, official: OfficialFacts
) -> tuple[_Found, tuple[str, ...]]:
    """Return the official scores among those found, and the names of the others."""
    if not any((scorer.name, scorer.role) == (official.human, "human") for scorer in found):
        there = listing([scorer.name for scorer in found if scorer.role == "human"]) or "none"
        raise FormatError(
            f"official human scores, '{official.human}', for {UNITS[granularity]} are missing; there "
            f"are: {there}.",
            path=str(files.folder),
            remedy="Leave keep='official' out, or read another granularity (part='PAIR.sys').",
        )
    kept = {
        scorer: scores
        for scorer, scores in found.items()
        if (scorer.name == official.human if scorer.role == "human" else official.counts(scorer.name))
    }
    return kept, tuple(scorer.name for scorer in found if scorer not in kept)


class _Units(NamedTuple):
    """What the scores of one granularity are about."""

    names: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]


def _units(files: EvalSetFiles, granularity: str) -> _Units:
    if granularity == "sys":
        return _Units((files.test_set,), {})
    domains, documents = _segments(files)
    if granularity == "seg":
        names = tuple(str(k + 1) for k in range(len(documents)))
        return _Units(names, {"document": documents, "domain": domains})
    if granularity == "domain":
        return _Units(tuple(dict.fromkeys(domains)), {})
    domain_of: dict[str, str] = {}
    for row, (document, domain) in enumerate(zip(documents, domains, strict=True), start=1):
        # scores of documents are told apart by their order alone
        again = document in domain_of and documents[row - 2] != document
        if again or domain_of.setdefault(document, domain) != domain:
            raise FormatError(
                f"document '{document}' " + ("is in two places." if again else "is of two domains."),
                path=str(files.documents),
                row=row,
                remedy="Scores of documents need each in one block of lines, with one domain.",
            )
    return _Units(tuple(domain_of), {"domain": tuple(domain_of.values())})


def _segments(files: EvalSetFiles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return domain and document of every segment."""
    pairs: list[tuple[str, str]] = []
    with open_text(files.documents) as file:
        for row, line in enumerate(lines_of(file, files.documents), start=1):
            domain, _, document = line.strip().replace("\t", " ").partition(" ")
            if not document.strip():
                raise FormatError("the line must be DOMAIN DOCUMENT.", path=str(files.documents), row=row)
            pairs.append((domain, document.strip()))
    if not pairs:
        raise FormatError("the file is empty.", path=str(files.documents))
    if files.sources is not None:
        with open_bytes(files.sources) as raw:
            lines = sum(1 for _ in raw)
        if lines != len(pairs):
            raise FormatError(
                f"the file has {len(pairs)} lines, but {files.sources} has {lines}.",
                path=str(files.documents),
                remedy="Both need one line per segment: is one of them cut off?",
            )
    domains, documents = zip(*pairs, strict=True)
    return domains, documents


_Found = dict[Scorer, Mapping[str, FloatArray]]


def _scores(files: EvalSetFiles, granularity: str, units: Sequence[str]) -> _Found:
    """Return the scores of every scorer, by system."""
    found: _Found = {}
    roles: dict[str, str] = {}
    for file in files.scores:
        if file.granularity != granularity:
            continue
        if roles.setdefault(file.scorer, file.role) != file.role:
            raise FormatError(
                f"a human score and a metric are both called '{file.scorer}'.", path=str(file.path)
            )
        scorer = Scorer(file.scorer, file.role)
        found[scorer] = read_evalset_scores(file.path, granularity, units, files.systems)
    return found


def _notes(
    files: EvalSetFiles, granularity: str, table: ScoreTable, found: _Found, left_out: Sequence[str]
) -> Iterable[str]:
    """Say what the files hold and the table does not."""
    if left_out:
        yield (
            f"{counted(len(left_out), 'reference')} among the systems left out: {listing(left_out)} "
            "(keep='all' keeps them)"
        )
    here = set(table.scorer_names)
    others = [file for file in files.scores if file.granularity != granularity and file.scorer not in here]
    for other in GRANULARITIES:
        names = [file.scorer for file in others if file.granularity == other]
        if names:
            part = f"{files.languages}.{other}"
            yield f"no scores for {UNITS[granularity]}, only for {UNITS[other]} (part='{part}'): {listing(names)}"
    if granularity != "sys":
        yield from _no_means(files, table)
    lacking: dict[tuple[str, ...], list[str]] = {}
    for scorer, scores in found.items():
        own = _references_of(scorer, files.references)
        lacks = tuple(system for system in table.systems if system not in scores and system not in own)
        if lacks:
            lacking.setdefault(lacks, []).append(scorer.name)
    for lacks, names in lacking.items():
        yield f"{counted(len(lacks), 'system')} without scores by {listing(names)}: {listing(lacks)}"
    if files.unread:
        yield f"{counted(len(files.unread), 'file')} not read, no scores: {listing(files.unread, 4)}"


def _no_means(files: EvalSetFiles, table: ScoreTable) -> Iterable[str]:
    """Say whose scores of systems in the files are not the means of the scores in the table."""
    names = []
    for file in files.scores:
        if file.granularity != "sys" or file.scorer not in table.scorer_names:
            continue
        recorded = read_evalset_scores(file.path, "sys", (files.test_set,), files.systems)
        given = np.array([recorded[system][0] if system in recorded else np.nan for system in table.systems])
        matrix = table.matrix(file.scorer)
        count = np.sum(~np.isnan(matrix), axis=1)
        means = np.where(count > 0, np.nansum(matrix, axis=1) / np.maximum(count, 1), np.nan)
        there = ~np.isnan(given) & ~np.isnan(means)
        if there.any():
            allowed = MEAN_TOLERANCE * np.ptp(given[there]) + 1e-6 * np.abs(given[there]).max()
            if (np.abs(given - means)[there] > allowed).any():
                names.append(file.scorer)
    if names:
        yield (
            f"system scores in the files that are not the means of the scores here "
            f"(part='{files.languages}.sys' reads them): {listing(names)}"
        )


def _references_of(scorer: Scorer, references: Sequence[str]) -> Sequence[str]:
    """Return the references that a metric compares with, of which it has no scores."""
    if scorer.role != "metric" or "-" not in scorer.name:
        return ()
    used = scorer.name.rpartition("-")[2]
    return references if used == "all" else used.split(".")


UNITS = {"seg": "segments", "doc": "documents", "domain": "domains", "sys": "test sets"}
"""What a score is about, for messages."""


def read_evalset_scores(
    path: str | Path, granularity: str, units: Sequence[str], systems: Sequence[str] = ()
) -> Mapping[str, FloatArray]:
    """Read the scores of one scorer.

    A line is ``SYSTEM SCORE`` and, for domains, ``DOMAIN SYSTEM SCORE``; ``None`` is a missing score. The k-th
    score of a system is about the k-th segment or document; there is one score per system for the whole test set.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    granularity : {'seg', 'doc', 'domain', 'sys'}
        What a score is about.
    units : sequence of str
        The segments, documents, domains, or the one test set, M of them, in their order.
    systems : sequence of str
        The systems there are; where none are given, those that the file names.

    Returns
    -------
    mapping of str to array of shape (M,)
        System to scores, NaN where missing, in the order of the file.

    Raises
    ------
    FormatError
        If a line is of another form, a score is no number or infinite, a system or domain is not known, or a system
        has another number of scores than there are units: then lines are missing, or the system is there twice.
    """
    layout = ("DOMAIN", "SYSTEM", "SCORE") if granularity == "domain" else ("SYSTEM", "SCORE")
    rows = read_fields(path, layout)
    numbers = range(1, len(rows) + 1)
    named = NameColumn("system", str(path))
    named.add([row[-2] for row in rows], numbers)
    labels, codes = named.labels, named.codes
    if systems:
        _check_known("system", labels, codes, systems, path)
    values = read_numbers([row[-1] for row in rows], path, "score", numbers)
    if granularity == "domain":
        domains = NameColumn("domain", str(path))
        domains.add([row[0] for row in rows], numbers)
        _check_known("domain", domains.labels, domains.codes, units, path)
        position = np.array([units.index(label) for label in domains.labels])[domains.codes]
    else:
        position = np.zeros(len(rows), np.int64)
    counts = np.bincount(codes, minlength=len(labels))
    wrong = np.flatnonzero(counts != len(units))
    if len(wrong):
        what = UNITS[granularity] if len(units) != 1 else UNITS[granularity].removesuffix("s")
        raise FormatError(
            f"system '{labels[wrong[0]]}' has {counted(counts[wrong[0]], 'score')} for {len(units)} {what} "
            f"({len(rows)} lines; {len(labels) * len(units)} are expected of {counted(len(labels), 'system')}).",
            path=str(path),
            remedy="Are lines missing, or is a system in the file twice?",
        )
    order = np.lexsort((position, codes))  # stable: within a system the order of the file, or of the domains
    if granularity == "domain":
        places = position[order].reshape(len(labels), len(units))
        twice = np.argwhere(places != np.arange(len(units)))
        if len(twice):
            i, k = twice[0]
            raise FormatError(
                f"system '{labels[i]}' needs one score for each domain: {listing(units, 4)} "
                f"('{units[places[i, k]]}' is there twice, or another is missing).",
                path=str(path),
            )
    return dict(zip(labels, values[order].reshape(len(labels), len(units)), strict=True))


def _check_known(
    kind: str,
    labels: Sequence[str],
    codes: Sequence[int] | np.ndarray,
    known: Sequence[str],
    path: str | Path,
) -> None:
    there = set(known)
    for code, label in enumerate(labels):
        if label not in there:
            raise FormatError(
                f"no {kind} is called '{label}'.{suggest(label, known)}",
                path=str(path),
                row=int(np.argmax(np.asarray(codes) == code)) + 1,
                column=kind,
                remedy=f"Known: {listing(known)}.",
            )
