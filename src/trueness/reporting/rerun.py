"""Repeat a comparison from its manifest, and say whether the numbers are the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness.data.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnknownNameError, listing
from trueness.parallel import Execution, Watch, executing
from trueness.reporting.manifest import TABLES, Manifest, is_same_number, manifest_of, this_software
from trueness.result import Row
from trueness.sources.source import Source, file_sha256
from trueness.studies.compare import compare_with
from trueness.studies.comparison import Comparison

OTHER_MACHINE = 1e-12
"""How far numbers may differ where the machine or a library differs."""

_NAMES = ("metric", "rival", "scorer", "level", "coefficient", "test", "over", "alternative", "code")
"""What tells the rows of a table apart."""


@dataclasses.dataclass(frozen=True)
class Difference:
    """A value that is not what the manifest says.

    Attributes
    ----------
    table : str
    row : str
        The names of the row; empty where the numbers of rows differ.
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
    workers: int | None = None,
    chunk: int | None = None,
    watch: Watch | None = None,
) -> Comparison:
    """Read the data of a manifest again and repeat the comparison.

    Scorers, systems and inputs are put in the recorded order, so that the order of rows does not matter.

    Parameters
    ----------
    manifest : Manifest
    sources : iterable of Source, ScoreTable, str or Path, optional
        Where the data are now; by default where the manifest says.
    workers, chunk, watch
        As in `compare`; they do not change the numbers.

    Raises
    ------
    DataError
        If the manifest names no source, a file is not there, or the data are not those of the manifest.
    """
    given = _given(list(sources or ()) or list(manifest.sources), manifest)
    if not given:
        raise DataError(
            "the manifest does not say where its data came from. Say where they are: `sources` in Python, --data on "
            "the command line."
        )
    table = _as_recorded(_read(given, manifest), manifest, given)
    with executing(Execution.of(workers=workers, chunk=chunk), watch):
        return compare_with(
            table,
            manifest.settings,
            human=manifest.human,
            metrics=list(manifest.metrics),
            clusters=manifest.clusters,
            tests=manifest.tested,
        )


def differences(
    manifest: Manifest, comparison: Comparison, *, tolerance: float | None = None
) -> list[Difference]:
    """Return every value of a comparison that differs from the manifest; empty if it was reproduced.

    Parameters
    ----------
    manifest : Manifest
    comparison : Comparison
    tolerance : float, optional
        How far numbers may differ. By default 0 on the machine and with the libraries of the manifest, 1e-12
        elsewhere.
    """
    if tolerance is None:
        tolerance = 0.0 if manifest.software == this_software() else OTHER_MACHINE
    found: list[Difference] = []
    now = manifest_of(comparison).results
    for table in TABLES:
        then_rows, now_rows = _by_name(manifest.results.get(table, [])), _by_name(now[table])
        for name in [*then_rows, *(name for name in now_rows if name not in then_rows)]:
            before, after = then_rows.get(name), now_rows.get(name)
            if before is None or after is None:
                there = ("a row", "no row")
                found.append(Difference(table, name, "", *(there if after is None else there[::-1])))
                continue
            found += [
                Difference(table, name, column, before.get(column), after.get(column))
                for column in dict.fromkeys([*before, *after])
                if not is_same_number(before.get(column), after.get(column), tolerance)
            ]
    return found


def _by_name(rows: Iterable[Row]) -> dict[str, Row]:
    named: dict[str, Row] = {}
    for row in rows:
        name = " ".join(str(row[key]) for key in _NAMES if key in row)
        while name in named:  # cautions may share a code
            name += "'"
        named[name] = row
    return named


def _given(
    sources: Sequence[Source | ScoreTable | str | Path], manifest: Manifest
) -> list[Source | ScoreTable]:
    """Return where the data are; a file in the place of recorded texts holds these texts."""
    given: list[Source | ScoreTable] = []
    for k, source in enumerate(sources):
        recorded = manifest.sources[k] if len(manifest.sources) == len(sources) else None
        if isinstance(source, (Source, ScoreTable)):
            given.append(source)
        elif recorded is not None and recorded.kind == "texts":
            given.append(Source.texts(source, recorded.metrics))
        else:
            given.append(Source.file(source))
    return given


def _read(sources: list[Source | ScoreTable], manifest: Manifest) -> ScoreTable:
    from trueness.sources.read_sources import read_sources

    return read_sources(sources, manifest.reading, folder=manifest.folder).table


def _as_recorded(table: ScoreTable, manifest: Manifest, sources: list[Source | ScoreTable]) -> ScoreTable:
    """Return the recorded part of a table in the recorded order, with the recorded roles and orientations.

    Raises
    ------
    DataError
        If it is not the recorded data: names are gone, or the fingerprints differ.
    """
    scorers = tuple(Scorer(**scorer) for scorer in manifest.table["scorers"])
    try:
        picked = _pick(table, scorers, manifest.table["systems"], manifest.table["inputs"])
    except UnknownNameError as error:
        raise DataError(
            f"the data are not those of the manifest: {error}{_changed(sources, manifest)}"
        ) from None
    if picked.fingerprint != manifest.fingerprint:
        raise DataError(
            f"the data are not those of the manifest: their fingerprint is {picked.fingerprint}, the "
            f"manifest has {manifest.fingerprint}.{_changed(sources, manifest)}"
        )
    # what was left out before is not there to be left out again
    return dataclasses.replace(picked, notes=tuple(manifest.table["notes"]))


def _pick(
    table: ScoreTable, scorers: tuple[Scorer, ...], systems: list[str], inputs: list[str]
) -> ScoreTable:
    chosen = table.select(scorers=[scorer.name for scorer in scorers], systems=systems, inputs=inputs)
    s = [chosen.index(scorer.name) for scorer in scorers]
    i = _order(chosen.systems, systems)
    j = _order(chosen.inputs, inputs)
    return dataclasses.replace(
        chosen,
        scorers=scorers,
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


def _changed(sources: list[Source | ScoreTable], manifest: Manifest) -> str:
    """Return which files do not hold the bytes of any recorded file."""
    then = {source.sha256 for source in manifest.sources if source.sha256}
    changed = [
        source.name
        for source in sources
        if isinstance(source, Source)
        and source.kind != "dataset"
        and then
        and file_sha256(source.find(manifest.folder)) not in then
    ]
    return f" Not as recorded: {listing(changed)}." if changed else ""
