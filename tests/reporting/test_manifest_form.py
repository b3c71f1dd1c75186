"""A manifest that was changed is refused at the place of the change, or is one."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from trueness.errors import FormatError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import rerun
from trueness.sources.origin import Origin
from trueness.sources.source import Source

OTHERS = (None, 2.5, "\ud800", [[1]], {"a": 1}, 10**400)


@pytest.fixture(scope="session")
def written(comparison, tmp_path_factory):
    origin = Origin.of(
        [Source.dataset("pocket", ["bleu"])], {"join": "outer", "columns": "system=a,groups=b"}
    )
    path = tmp_path_factory.mktemp("form") / "manifest.json"
    return json.loads(write_manifest(manifest_of(comparison, origin), path).read_text(encoding="utf-8"))


def places(value, place=()):
    yield place
    items = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    for key, inner in items:
        yield from places(inner, (*place, key))


def changed(values, place, new):
    values = copy.deepcopy(values)
    at = values
    for key in place[:-1]:
        at = at[key]
    if new is changed:
        del at[place[-1]]
    else:
        at[place[-1]] = new
    return values


def test_whatever_is_changed_it_is_a_manifest_or_one_error(written, tmp_path):
    path, refused, read = tmp_path / "m.json", [], 0
    tests = written["results"]["tests"]
    values = {**written, "results": {"tests": {**tests, "rows": tests["rows"][:1]}}}
    for place in list(places(values))[1:]:
        for new in (*OTHERS, changed):
            path.write_text(json.dumps(changed(values, place, new)), encoding="utf-8")
            try:
                read_manifest(path).to_dict()
            except FormatError as error:
                refused.append(str(error))
            else:
                read += 1
    assert all(text.startswith(f"{path}") for text in refused)
    assert len(refused) > 300
    assert read > 30


WRONG = {
    "'software' must be an object, each value a text; it is an object": (("software", "numpy"), 1),
    "'conclusions' must be a list, each a text; it is a list": (("conclusions",), [1]),
    "'data.scores' must be an object; it is 3": (("data", "scores"), 3),
    "'data.scores.sources' is missing": (("data", "scores"), {"reading": {}}),
    "'data.scores.sources[0].name' has a NUL character": (("data", "scores", "sources", 0, "name"), "a\0"),
    "'data.scores.sources[0].metrics' must be a list, each a text": (
        ("data", "scores", "sources", 0, "metrics"),
        "bleu",
    ),
    "'data.scores.reading.by' says nothing about scores": (("data", "scores", "reading", "by"), "x"),
    "'data.scores.reading.drop_repeated' must be true or false or null; it is 'x'": (
        ("data", "scores", "reading", "drop_repeated"),
        "x",
    ),
    "'tables.scores.scorers[0]' must be an object; it is a list": (("tables", "scores", "scorers", 0), []),
    "'tables.scores.scorers[0].extra' is unknown here": (
        ("tables", "scores", "scorers", 0, "extra"),
        1,
    ),
    "'tables.scores.systems' must be a list, each a text; it is 5": (("tables", "scores", "systems"), 5),
    "'tables.scores.notes' must be a list, each a text; it is -1": (("tables", "scores", "notes"), -1),
    "'settings.seed' must be a whole number; it is a whole number of hundreds of digits": (
        ("settings", "seed"),
        10**400,
    ),
    "'results.tests.rows[0]' has 1 values for": (("results", "tests", "rows", 0), [1]),
}


@pytest.mark.parametrize("problem", WRONG)
def test_the_place_is_named(written, tmp_path, problem):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(changed(written, *WRONG[problem])), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_manifest(path)
    assert problem in str(caught.value)
    assert str(caught.value).endswith("or repeat the study with its own command.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"format": "trueness manifest", "format": 1}', "the key 'format' occurs twice"),
        ('{"format": NaN}', "NaN is a number that JSON lacks"),
        ('{"format": ' + "9" * 5000 + "}", "Exceeds the limit"),
    ],
)
def test_json_that_no_program_writes_is_refused(tmp_path, text, message):
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(FormatError, match=message):
        read_manifest(tmp_path / "m.json")


def test_a_path_that_is_none_is_refused():
    with pytest.raises(FormatError, match="reading the manifest failed"):
        read_manifest(Path("a\0b"))


def test_texts_in_place_of_scores_and_a_missing_table_are_told(comparison, tmp_path):
    from trueness.errors import DataError

    origin = Origin.of([Source.dataset("pocket", ["bleu"])])
    values = json.loads(
        write_manifest(manifest_of(comparison, origin), tmp_path / "m.json").read_text(encoding="utf-8")
    )
    path = tmp_path / "changed.json"
    path.write_text(json.dumps({**values, "tables": {"scores": {"kind": "texts", "fingerprint": "x"}}}))
    with pytest.raises(DataError, match="'scores' are texts there, and scores here"):
        rerun(read_manifest(path))
    path.write_text(json.dumps({**values, "tables": {}}))
    with pytest.raises(DataError, match="the manifest lacks the table 'scores', which 'compare' is about"):
        rerun(read_manifest(path))
