"""Repeat a study from its manifest, and say whether the numbers are the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness.data.preferences.preferences import Preferences
from trueness.data.reading.text_records import holds_texts
from trueness.data.scores.aggregate_columns import with_aggregate_columns
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError, UnknownNameError, listing
from trueness.parallel import Watch
from trueness.reporting.allowed import Allow, check_allowed, named_by_manifest
from trueness.reporting.manifest import Manifest, is_same_number, manifest_of, this_software
from trueness.reporting.page_differences import page_differences
from trueness.reporting.report import report_anew
from trueness.result import Row
from trueness.sources.origin import Origin
from trueness.sources.source import Source, file_sha256
from trueness.study.human_means import with_human_means
from trueness.study.registry import find_study
from trueness.study.study import Study, StudyResult

PAGE = "page"
"""The table that differences of what a page shows are of."""

OTHER_MACHINE = 1e-12
"""How far numbers may differ where the machine or a library differs."""

_NOT_NAMES = (
    "verdict",
    "verdict_human",
    "verdict_metric",
    "outcome",
    "severity",
    "message",
    "reaches",
    "most_influential",
)
"""Texts in rows that are found, and so do not tell rows apart."""

_KIND_WORDS: dict[type, str] = {ScoreTable: "scores", Texts: "texts", Preferences: "preferences"}


@dataclasses.dataclass(frozen=True)
class Difference:
    """A value that is not what the manifest says.

    Attributes
    ----------
    table : str
    row : str
        The names of the row; empty where the numbers of rows differ, and of a table that a page abridges.
    column : str
    recorded, found : object
        In the manifest; now.
    """

    table: str
    row: str
    column: str
    recorded: Any
    found: Any


def rerun(
    manifest: Manifest,
    *,
    sources: Iterable[Source | ScoreTable | str | Path] | None = None,
    allow: Collection[Allow] = (),
    workers: int | None = None,
    chunk: int | None = None,
    watch: Watch | None = None,
) -> StudyResult:
    """Read the data of a manifest again and repeat the study.

    A manifest that was read from a file may be anybody's. It has the files in its folder, and those that `sources`
    names; for more it needs to be allowed to, and is asked before anything is read. Metrics that ask a service are
    asked nothing.

    Scorers, systems and inputs are put in the recorded order, so that the order of rows does not matter.

    Parameters
    ----------
    manifest : Manifest
    sources : iterable of Source, ScoreTable, str or Path, optional
        Where the data are now, in the order of the manifest; by default where it says.
    allow : collection of {'files', 'network', 'programs'}
        To read files that it names elsewhere, to fetch data sets, to run the programs of metrics.
    workers, chunk, watch
        As in `compare`; they do not change the numbers.

    Raises
    ------
    DataError
        If the manifest names no source, a file is not there, or the data are not those of the manifest.
    ArgumentError
        If it asks for something that is not allowed.
    UnsupportedMethodError
        If one of its metrics asks a service.
    """
    study = find_study(manifest.study)
    given = list(sources or ())
    origins = _placed(given, manifest)
    check_allowed(origins.values(), manifest.folder, allow, named=bool(given))
    with named_by_manifest(manifest.folder, allow):
        return _repeated(manifest, study, origins, workers=workers, chunk=chunk, watch=watch)


def _repeated(
    manifest: Manifest, study: Study[Any, Any, Any, Any], origins: Mapping[str, Origin], **running: Any
) -> StudyResult:
    """Return what a study finds in data that are where `origins` say."""
    parts: dict[str, Any] = {}
    for name, origin in origins.items():
        parts |= origin.read(name, folder=manifest.folder)
    for name in manifest.tables:
        if name not in parts:
            raise DataError(
                "the manifest leaves open where its data came from. Say where they are: `sources` in "
                "Python, --data on the command line."
            )
        parts[name] = _as_recorded(parts[name], manifest, name, origins)
    try:
        data = study.assembled({name: parts[name] for name in manifest.tables})
    except KeyError as error:
        raise DataError(f"the manifest lacks the table {error}, which '{study.name}' is about.") from None
    asked = study.arguments(manifest.selection, manifest.settings)
    for left_out in ("drop_duplicates", "drop_outliers"):
        asked.pop(left_out, None)  # what was left out before is not there to be left out again
    result: StudyResult = study.run(data, **running, **asked)
    return result


def differences(
    manifest: Manifest, result: StudyResult, *, tolerance: float | None = None
) -> list[Difference]:
    """Return every value of a result that differs from the manifest; empty if it was reproduced.

    Of tables that the manifest of a page abridges it is the columns that differ. Where the manifest was read from a
    page, that is made anew, too, and what it shows otherwise follows: of the table ``page``, by chapter.

    Parameters
    ----------
    manifest : Manifest
    result : StudyResult
    tolerance : float, optional
        How far numbers may differ. By default 0 on the machine and with the libraries of the manifest, 1e-12
        elsewhere.
    """
    if tolerance is None:
        tolerance = 0.0 if manifest.software == this_software() else OTHER_MACHINE
    found: list[Difference] = []
    now = manifest_of(result).results
    for table in now:
        if table in manifest.abridged:
            apart = manifest.abridged[table].differing(now[table], tolerance)
            found += [
                Difference(table=table, row="", column=column, recorded=then, found=this)
                for column, (then, this) in apart.items()
            ]
            continue
        then_rows, now_rows = _by_name(manifest.results.get(table, [])), _by_name(now[table])
        for name in [*then_rows, *(name for name in now_rows if name not in then_rows)]:
            before, after = then_rows.get(name), now_rows.get(name)
            if before is None or after is None:
                then, this = ("a row", "no row") if after is None else ("no row", "a row")
                found.append(Difference(table=table, row=name, column="", recorded=then, found=this))
                continue
            found += [
                Difference(
                    table=table, row=name, column=column, recorded=before.get(column), found=after.get(column)
                )
                for column in dict.fromkeys([*before, *after])
                if not is_same_number(before.get(column), after.get(column), tolerance)
            ]
    return found + _shown_otherwise(manifest, result)


def _shown_otherwise(manifest: Manifest, result: StudyResult) -> list[Difference]:
    """Return in what the page of a manifest differs from the page of what was found now."""
    if not manifest.page:
        return []
    apart = page_differences(
        manifest.page,
        report_anew(result, manifest),
        same_software=manifest.software == this_software(),
    )
    return [
        Difference(table=PAGE, row=one.where, column="shown", recorded=one.shown, found=one.found)
        for one in apart
    ]


def _by_name(rows: Iterable[Row]) -> dict[str, Row]:
    """Return rows by the texts in them, which name what they are about.

    An empty text says no more than none, as in manifests from before there was such a column.
    """
    named: dict[str, Row] = {}
    for row in ({key: value for key, value in one.items() if value != ""} for one in rows):
        name = " ".join(
            value for key, value in row.items() if isinstance(value, str) and key not in _NOT_NAMES
        )
        while name in named:  # cautions may share a code
            name += "'"
        named[name] = row
    return named


def _placed(sources: Sequence[Source | ScoreTable | str | Path], manifest: Manifest) -> dict[str, Origin]:
    """Return where the data are now: as recorded, or as given, one for each recorded source in their order."""
    if not sources:
        return manifest.data
    recorded = [(name, source) for name, origin in manifest.data.items() for source in origin.sources]
    if not recorded:
        tables = [name for name, table in manifest.tables.items() if table.get("kind") != "texts"]
        if not tables:
            raise DataError("the manifest is of no data: leave out where they are (`sources`, --data).")
        each = len(sources) == len(tables)
        recorded = [(name, None) for name in tables] if each else [(tables[0], None)] * len(sources)
    if len(recorded) != len(sources) and len(manifest.data) > 1:
        raise DataError(
            f"the manifest has {len(recorded)} sources "
            f"({listing((source.name for _, source in recorded))}); {len(sources)} are given. Name each "
            "of them, in this order."
        )
    placed: dict[str, list[Source | ScoreTable]] = {}
    for k, source in enumerate(sources):
        name, then = recorded[k] if len(recorded) == len(sources) else (recorded[0][0], None)
        if isinstance(source, Source | ScoreTable):
            placed.setdefault(name, []).append(source)
        elif then is not None and then.kind == "dataset" and str(source) == then.name:
            placed.setdefault(name, []).append(then)
        elif then is not None and then.kind == "texts" and _is_of_texts(source, manifest.data[name]):
            placed.setdefault(name, []).append(Source.texts(source, then.metrics))
        else:
            table = None if then is None else then.table
            placed.setdefault(name, []).append(dataclasses.replace(Source.file(source), table=table))
    return {
        name: dataclasses.replace(manifest.data.get(name, _unknown(manifest, name)), sources=tuple(given))
        for name, given in placed.items()
    }


def _is_of_texts(source: str | Path, then: Origin) -> bool:
    """Return whether a file in the place of texts that were scored holds texts; it may hold their scores."""
    how = ("format", "part", "columns", "header_row")
    return not Path(source).exists() or holds_texts(
        source, **{key: then.reading[key] for key in how if key in then.reading}
    )


def _unknown(manifest: Manifest, name: str) -> Origin:
    """Return the origin of data of which the manifest does not say where they came from."""
    kind = manifest.tables.get(name, {}).get("kind", "scores")
    return Origin(kind=kind)


def _as_recorded(
    table: ScoreTable | Texts | Preferences, manifest: Manifest, name: str, origins: Mapping[str, Origin]
) -> ScoreTable | Texts | Preferences:
    """Return the recorded part of a table in the recorded order, with the recorded roles and orientations; or texts.

    Raises
    ------
    DataError
        If it is not the recorded data: names are gone, or the fingerprints differ.
    """
    recorded = manifest.tables[name]
    now, then = _KIND_WORDS[type(table)], recorded.get("kind", "scores")
    if now != then:
        raise DataError(
            f"the data differ from those of the manifest: '{name}' are {then} there, and {now} here."
        )
    table = dataclasses.replace(table, name=recorded.get("name", table.name))
    picked: ScoreTable | Texts | Preferences = table
    if isinstance(table, ScoreTable):
        scorers = tuple(
            Scorer(**{**scorer, "labels": tuple(scorer.get("labels", ()))}) for scorer in recorded["scorers"]
        )
        try:
            table = with_aggregate_columns(table, [one.name for one in scorers if one.aggregate])
            table, _ = with_human_means(table, [one.name for one in scorers if one.role == "human"])
            picked = _pick(table, scorers, recorded["systems"], recorded["inputs"])
        except UnknownNameError as error:
            raise DataError(
                f"the data differ from those of the manifest: {error}{_changed(origins, manifest)}"
            ) from None
    if picked.fingerprint != recorded["fingerprint"]:
        raise DataError(
            f"the data differ from those of the manifest: their fingerprint is {picked.fingerprint}, the "
            f"manifest has {recorded['fingerprint']}.{_changed(origins, manifest)}"
        )
    if isinstance(picked, Texts):
        return picked
    if isinstance(picked, Preferences):
        return dataclasses.replace(picked, notes=tuple(recorded.get("notes", ())))
    # what was left out before is not there to be left out again
    return dataclasses.replace(
        picked, notes=tuple(recorded["notes"]), own_references=recorded.get("own_references", {})
    )


def _pick(
    table: ScoreTable, scorers: tuple[Scorer, ...], systems: list[str], inputs: list[str]
) -> ScoreTable:
    chosen = table.select(scorers=[scorer.name for scorer in scorers], systems=systems, inputs=inputs)
    s = [chosen.index(scorer.name) for scorer in scorers]
    i = _order(chosen.systems, systems)
    j = _order(chosen.inputs, inputs)
    return dataclasses.replace(
        chosen,
        # whether scores were computed is of this run, and not recorded
        scorers=tuple(
            dataclasses.replace(scorer, computed=chosen.scorers[k].computed)
            for scorer, k in zip(scorers, s, strict=True)
        ),
        systems=tuple(systems),
        inputs=tuple(inputs),
        values=chosen.values[np.ix_(s, i, j)],
        annotations={
            name: Annotations(part.annotators, part.values[np.ix_(range(len(part.annotators)), i, j)])
            for name, part in chosen.annotations.items()
        },
        input_groups={name: tuple(labels[k] for k in j) for name, labels in chosen.input_groups.items()},
        system_groups={name: tuple(labels[k] for k in i) for name, labels in chosen.system_groups.items()},
        corpus={name: part.part(i, j) for name, part in chosen.corpus.items()},
    )


def _order(names: tuple[str, ...], wanted: list[str]) -> list[int]:
    place = {name: k for k, name in enumerate(names)}
    return [place[name] for name in wanted]


def _changed(origins: Mapping[str, Origin], manifest: Manifest) -> str:
    """Return which files do not hold the bytes of any recorded file."""
    then = {source.sha256 for origin in manifest.data.values() for source in origin.sources if source.sha256}
    changed = [
        source.name
        for origin in origins.values()
        for source in origin.sources
        if isinstance(source, Source)
        and source.kind != "dataset"
        and then
        and file_sha256(source.find(manifest.folder)) not in then
    ]
    return f" Not as recorded: {listing(changed)}." if changed else ""
