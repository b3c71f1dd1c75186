"""The manifest of any study, here of systems: everything comes back exactly."""

from __future__ import annotations

import dataclasses
import json

import pytest
from tests.small_comparisons import hostile_table

import trueness
from trueness.errors import FormatError
from trueness.reporting.manifest import manifest_of, manifest_text, read_manifest, write_manifest
from trueness.result import jsonable
from trueness.sources.origin import Origin
from trueness.sources.source import Source
from trueness.studies.systems.rows import SystemsResult
from trueness.studies.systems.study import systems

ORIGIN = Origin.of([Source.dataset("pocket")], {"join": "outer", "columns": "groups=x,groups=y"})


@pytest.fixture(scope="module")
def result():
    return systems(hostile_table(missing=True), people="<i>s1</i>", rng=2**53 - 1, resamples=99)


@pytest.fixture
def written(result, tmp_path):
    return write_manifest(manifest_of(result, ORIGIN), tmp_path / "manifest.json")


def test_round_trip(result, written):
    manifest = read_manifest(written)
    assert manifest == dataclasses.replace(manifest_of(result, ORIGIN), folder=written.parent)
    assert (manifest.study, manifest.selection, manifest.settings) == (
        "systems",
        result.selection,
        result.settings,
    )
    assert manifest.data == {"scores": ORIGIN}
    assert manifest.tables["scores"]["fingerprint"] == result.table.fingerprint
    assert manifest.software["trueness"] == trueness.__version__
    assert manifest.signature == str(result.signature)
    assert manifest.conclusions == result.conclusions
    assert manifest_of(result, {"scores": ORIGIN}) == manifest_of(result, ORIGIN)
    assert manifest_of(result).data == {}


def test_every_number_is_exact(result, written):
    results = read_manifest(written).results
    assert tuple(results) == SystemsResult.TABLES
    for name, recorded in results.items():
        rows = result.rows_of(name)
        assert len(rows) == len(recorded)
        for row, values in zip(rows, recorded, strict=True):
            for field, value in dataclasses.asdict(row).items():
                assert values[field] == jsonable(value)


def test_it_is_strict_json_with_a_row_a_line(result, written):
    def refuse(constant):
        raise AssertionError(constant)

    text = written.read_text(encoding="utf-8")
    json.loads(text, parse_constant=refuse)
    assert text == manifest_text(read_manifest(written))
    rows = sum(len(result.rows_of(name)) for name in SystemsResult.TABLES)
    assert sum(line.startswith("   [") for line in text.splitlines()) == rows


def test_empty_tables_come_back_empty(tmp_path):
    found = systems(hostile_table(), scorers="=cmd*", rng=1, resamples=9)
    manifest = read_manifest(write_manifest(manifest_of(found), tmp_path / "m.json"))
    assert manifest.results["agreement"] == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"study": "sistems"}, r"`study` must be one of .*'systems'"),
        ({"format_version": 3}, r"format version 3, this trueness reads 1\. Update trueness"),
        ({"selection": {"people": 5}}, "'selection.people' must be a list, each a text or null; it is 5"),
        ({"selection": {"pepole": []}}, "`setting` must be one of"),
        ({"settings": {"test": "williams"}}, "`test` must be one of"),
        ({"settings": {"alpha": "x"}}, "malformed|incomplete"),
        ({"settings": []}, "'settings' must be an object; it is a list"),
        (
            {"data": {"scores": {"sources": [{"kind": "url", "name": "x"}], "reading": {}}}},
            "`kind` must be one of",
        ),
        ({"data": {"scores": {"reading": {}}}}, "'data.scores.sources' is missing"),
        ({"data": {"scores": 3}}, "incomplete|malformed"),
        ({"tables": {"scores": {"fingerprint": "x"}}}, "'tables.scores.systems' is missing"),
        ({"results": {"pairs": {"columns": ["a"], "rows": [[1, 2]]}}}, "the manifest is malformed"),
    ],
)
def test_a_wrong_manifest_is_one_clear_error(written, change, message):
    values = json.loads(written.read_text(encoding="utf-8"))
    written.write_text(json.dumps(values | change), encoding="utf-8")
    with pytest.raises(FormatError, match=message) as caught:
        read_manifest(written)
    assert str(written) in str(caught.value)


@pytest.mark.parametrize("key", ["study", "data", "tables", "selection", "settings", "results", "software"])
def test_a_missing_part_is_named(written, key):
    values = json.loads(written.read_text(encoding="utf-8"))
    del values[key]
    written.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(FormatError, match=f"the manifest is malformed: '{key}' is missing"):
        read_manifest(written)
