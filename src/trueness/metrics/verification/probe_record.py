"""Records of what metrics gave on the probe texts: one file for any number of metrics."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

import trueness
from trueness.data.files.fields import Fields
from trueness.data.files.strict_json import parse_strictly
from trueness.data.files.whole_file import replacing
from trueness.errors import DataError, FormatError
from trueness.metrics.probe_texts import probe_texts

FORM = "trueness probe record 1"
SOFTWARE = ("numpy", "scipy", "sacrebleu", "torch", "transformers", "tokenizers")
"""Packages besides this one whose versions a record has, where they are installed."""

BUILT_IN_FILE = "recorded.json"
"""The record that comes with the package; ``trueness metrics verify --record`` without names writes it."""

_REMEDY = "Record it anew on a machine whose numbers you trust: trueness metrics verify METRIC --record FILE."


@dataclasses.dataclass(frozen=True)
class MetricRecord:
    """What a metric gave.

    Attributes
    ----------
    values : tuple of float or None
        Its score of every probe, None where it was undefined.
    system : float or None
        Its score of all probes as one system, where that is no mean.
    signature : str
        Its settings, with its model and versions.
    """

    values: tuple[float | None, ...]
    system: float | None
    signature: str


@dataclasses.dataclass(frozen=True)
class ProbeRecord:
    """What metrics gave on the probe texts.

    Attributes
    ----------
    metrics : mapping of str to MetricRecord
    software : mapping of str to str
        Versions of this package, Python and others, and the kind of machine.
    texts : str
        The fingerprint of the probe texts.
    """

    metrics: Mapping[str, MetricRecord]
    software: Mapping[str, str]
    texts: str


def new_record(metrics: Mapping[str, MetricRecord]) -> ProbeRecord:
    """Return a record of what was computed here and now."""
    return ProbeRecord(metrics, installed_software(), probe_texts().fingerprint)


def installed_software() -> dict[str, str]:
    """Return the versions that scores may depend on, and the kind of machine."""
    found = {"trueness": trueness.__version__, "python": platform.python_version()}
    for name in SOFTWARE:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return {**found, "machine": f"{platform.system()} {platform.machine()}"}


def built_in_record() -> ProbeRecord:
    """Return what comes with the package: all built-in metrics that need nothing besides it."""
    place = files("trueness.metrics.verification").joinpath(BUILT_IN_FILE)
    return _parsed(place.read_bytes(), str(place))


def read_record(path: str | Path) -> ProbeRecord:
    """Read a record.

    Raises
    ------
    FormatError
        If it is no record, or has been changed since it was written.
    DataError
        If it is of other probe texts than this version's.
    """
    return _parsed(Path(path).read_bytes(), str(path))


def write_record(record: ProbeRecord, path: str | Path) -> None:
    """Write a record; the file appears whole or not at all."""
    content = {
        "form": FORM,
        "software": dict(record.software),
        "texts": record.texts,
        "metrics": {
            name: {"values": list(one.values), "system": one.system, "signature": one.signature}
            for name, one in record.metrics.items()
        },
    }
    with replacing(Path(path)) as file:
        file.write(_text({"seal": _seal(content), **content}).encode())


def _parsed(text: bytes, source: str) -> ProbeRecord:
    content = parse_strictly(text, source, what="the record", remedy=_REMEDY)
    if not isinstance(content, dict) or content.get("form") != FORM:
        raise FormatError(f"this must be a record of the form '{FORM}'.", path=source, remedy=_REMEDY)
    seal = content.pop("seal", None)
    if seal != _seal(content):
        raise FormatError("the record has been changed since it was written.", path=source, remedy=_REMEDY)
    said = Fields(content, source, problem="the record is not whole:", remedy=_REMEDY)
    metrics = said.fields("metrics")
    record = ProbeRecord(
        {name: _metric_record(metrics.fields(name)) for name in metrics},
        said.take("software", Mapping[str, str]),
        said.text("texts"),
    )
    texts = probe_texts()
    if record.texts != texts.fingerprint or any(len(m.values) != len(texts) for m in record.metrics.values()):
        raise DataError(
            f"{source}: the record is of the probe texts of version "
            f"{record.software.get('trueness', 'unknown')}, which differ from those of version "
            f"{trueness.__version__}. {_REMEDY}"
        )
    return record


def _metric_record(one: Fields) -> MetricRecord:
    return MetricRecord(
        one.numbers("values"), one.take("system", float | None), one.text("signature", empty=True)
    )


def _seal(content: Mapping[str, Any]) -> str:
    """Return a check value of a record, against changes by hand and by accident; it is no signature of anyone's."""
    plain = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def _text(content: Mapping[str, Any]) -> str:
    """Return JSON with a line for every metric, so that differences between two records can be read."""
    metrics = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in content["metrics"].items()
    )
    rest = {key: value for key, value in content.items() if key != "metrics"}
    head = json.dumps(rest, indent=1)[:-2]
    return f'{head},\n "metrics": {{\n{metrics}\n }}\n}}\n'
