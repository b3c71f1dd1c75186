from __future__ import annotations

import dataclasses
import json
import math

import pytest

import trueness
from trueness.errors import ArgumentError, DataError, FormatError
from trueness.reporting.manifest import (
    is_same_number,
    manifest_of,
    manifest_text,
    read_manifest,
    write_manifest,
)
from trueness.result import jsonable
from trueness.sources.origin import Origin
from trueness.sources.source import Source
from trueness.studies.compare.rows import CompareResult

POCKET = Origin.of([Source.dataset("pocket")], {"join": "outer"})


@pytest.fixture
def written(comparison, tmp_path):
    return write_manifest(manifest_of(comparison, POCKET), tmp_path / "manifest.json")


def test_round_trip(comparison, written):
    manifest = read_manifest(written)
    assert manifest == dataclasses.replace(manifest_of(comparison, POCKET), folder=written.parent)
    assert manifest.settings == comparison.settings
    assert manifest.tables["scores"]["fingerprint"] == comparison.table.fingerprint
    assert manifest.software["trueness"] == trueness.__version__


def test_every_number_is_exact(comparison, written):
    results = read_manifest(written).results
    assert set(results) == set(CompareResult.TABLES)
    for name in CompareResult.TABLES:
        rows = getattr(comparison, name)
        assert len(rows) == len(results[name])
        for row, recorded in zip(rows, results[name], strict=True):
            for field, value in dataclasses.asdict(row).items():
                assert recorded[field] == jsonable(value)


def test_it_is_strict_json_with_a_row_a_line(comparison, written):
    def refuse(constant):
        raise AssertionError(constant)

    text = written.read_text(encoding="utf-8")
    json.loads(text, parse_constant=refuse)
    assert text == manifest_text(read_manifest(written))
    assert sum(line.startswith("   [") for line in text.splitlines()) == sum(
        len(getattr(comparison, name)) for name in CompareResult.TABLES
    )


def test_column_maps_are_recorded_as_mappings(comparison):
    reading = {"columns": "system=sys,groups=x,groups=y", "format": None, "keep": "all"}
    manifest = manifest_of(comparison, Origin.of(reading=reading))
    assert manifest.data["scores"].reading == {
        "columns": {"system": "sys", "groups": ["x", "y"]},
        "keep": "all",
    }


def test_files_are_recorded_with_their_hash(comparison, tmp_path):
    (tmp_path / "a.csv").write_text("x")
    (source,) = manifest_of(comparison, Origin.of([tmp_path / "a.csv"])).data["scores"].sources
    assert source == Source.file(tmp_path / "a.csv")
    with pytest.raises(DataError, match="there is no file"):
        Origin.of(["nowhere.csv"])
    with pytest.raises(ArgumentError, match="`reading` must be one of"):
        Origin.of(reading={"separator": ","})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "be a manifest of trueness"),
        ({"format_version": 3}, r"format version 3, this trueness reads 1\. Update trueness"),
        ({"format_version": 0}, "format version 0"),
        ({"study": "alchemy"}, "`study` must be one of"),
        ({"format_version": None}, "format version None"),
        ({"settings": None}, "'settings' must be an object; it is None"),
        ({"selection": {"clusters": 5}}, "'selection.clusters' must be a text or null; it is 5"),
        ({"selection": {"tests": "yes"}}, "'selection.tests' must be true or false; it is 'yes'"),
        ({"selection": {"metric": ["a"]}}, "`setting` must be one of"),
        ({"settings": {"baseline": -1}}, "'settings.baseline' must be a text or null; it is -1"),
        ({"settings": {"levels": ["sistem"]}}, r"malformed: .*'sistem'"),
        ({"settings": {"sed": 1}}, "`setting` must be one of"),
        (
            {"data": {"scores": {"sources": [{"kind": "url", "name": "x"}], "reading": {}}}},
            "`kind` must be one of",
        ),
        ({"tables": {"scores": {"fingerprint": "x"}}}, "'tables.scores.systems' is missing"),
        ({"data": {"scores": {"sources": [], "reading": {"x": 1}}}}, "`reading` must be one of"),
        ({"results": {"tests": {"columns": ["a"], "rows": [[1, 2]]}}}, "the manifest is malformed"),
    ],
)
def test_a_wrong_manifest_is_one_clear_error(written, change, message):
    values = json.loads(written.read_text(encoding="utf-8"))
    written.write_text(json.dumps(values | change), encoding="utf-8")
    with pytest.raises(FormatError, match=message) as caught:
        read_manifest(written)
    assert str(written) in str(caught.value)


@pytest.mark.parametrize("key", ["data", "tables", "selection", "settings", "results", "software", "study"])
def test_a_missing_part_is_named(written, key):
    values = json.loads(written.read_text(encoding="utf-8"))
    del values[key]
    written.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(FormatError, match=f"the manifest is malformed: '{key}' is missing"):
        read_manifest(written)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "<html></html>", '<script type="application/json" id="manifest">{</script>']
)
def test_other_files_are_refused(tmp_path, text):
    (tmp_path / "x").write_text(text)
    with pytest.raises(FormatError, match=r"no JSON|be a manifest"):
        read_manifest(tmp_path / "x")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FormatError, match=r"reading the manifest .*failed"):
        read_manifest(tmp_path / "x")


@pytest.mark.parametrize(
    ("recorded", "found", "tolerance", "same"),
    [
        (0.1, 0.1, 0.0, True),
        (0.1, math.nextafter(0.1, 1), 0.0, False),
        (0.1, math.nextafter(0.1, 1), 1e-12, True),
        (0.1, 0.1 + 1e-11, 1e-12, False),
        (None, None, 0.0, True),
        (None, 0.1, 1.0, False),
        (True, 1, 0.0, False),
        (1, 1.0, 0.0, True),
        ("a", "b", 1.0, False),
    ],
)
def test_same_number(recorded, found, tolerance, same):
    assert is_same_number(recorded, found, tolerance) is same
