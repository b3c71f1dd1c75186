"""Texts among the sources are scored and joined with what is read; a rerun scores them again."""

from __future__ import annotations

import dataclasses
import hashlib
import json

import numpy as np
import pytest

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.scores.merge import merge
from trueness.errors import DataError, KeyMismatchError, UnknownNameError
from trueness.metrics.scoring.score import score
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.sources.origin import Origin
from trueness.sources.read_sources import read_sources, without_braces
from trueness.sources.source import Source
from trueness.studies.compare.study import compare

READING = {"format": None, "columns": None, "join": "exact", "keep": "peers"}
ROWS = [
    {
        "system": s,
        "input": i,
        "output": "word " * (k % 7 + 1) + f"about {i}",
        "references": [f"more words about {i}"],
        "relevance": k % 5,
        "clarity": k % 3,
    }
    for k, (s, i) in enumerate((s, i) for s in "abcde" for i in "1234")
]


@pytest.fixture
def texts(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


@pytest.fixture
def judge(tmp_path):
    path = tmp_path / "judge.csv"
    path.write_text(
        "\n".join(
            [
                "system,input,judge,judge2",
                *(f"{r['system']},{r['input']},{k},{-k}" for k, r in enumerate(ROWS)),
            ]
        )
    )
    return path


def source_of(path):
    return Source("texts", str(path))


def test_texts_are_scored_with_what_is_asked_for(texts):
    found = read_sources([source_of(texts)], READING, metrics=["chr{f,f}", "length"])
    assert found.table.fingerprint == score(read_texts(texts), ["chrf", "length"]).fingerprint
    sha = hashlib.sha256(texts.read_bytes()).hexdigest()
    assert found.sources == (Source("texts", str(texts), sha, ("chrf", "length")),)
    assert found.metrics == ("chrf", "length")


def test_and_joined_with_what_is_read(texts, judge):
    asked = ["length", "judg*", "rouge1_f:alpha=0.5"]
    for sources in ([source_of(texts), Source.file(judge)], [Source("file", str(judge)), source_of(texts)]):
        found = read_sources(sources, READING, metrics=asked)
        expected = merge(score(read_texts(texts), ["length", "rouge1_f"]), read_scores(judge))
        assert found.table.fingerprint == expected.fingerprint
        # by their names in the table, whatever the spelling
        assert found.metrics == ("length", "judge", "judge2", "rouge1_f")
        assert [source.kind for source in found.sources] == [source.kind for source in sources]
        assert all(source.sha256 for source in found.sources)


def test_by_default_the_usual_metrics(texts):
    bare = [{key: row[key] for key in ("system", "input", "output", "relevance")} for row in ROWS]
    texts.write_text("".join(json.dumps(row) + "\n" for row in bare))
    found = read_sources([source_of(texts)], READING)
    assert found.metrics is None
    assert "length" in found.sources[0].metrics
    assert found.table.scorer_names == ("relevance", *found.sources[0].metrics)


def test_scores_in_a_file_are_not_computed_again(texts, judge):
    judge.write_text(judge.read_text().replace("judge2", "length"))
    found = read_sources([source_of(texts), Source.file(judge)], READING, metrics=["l*", "chrf"])
    assert found.sources[0].metrics == ("chrf",)
    np.testing.assert_array_equal(found.table.matrix("length").ravel(), -np.arange(20.0))
    assert any("scores of 'length' were taken from the files" in note for note in found.table.notes)
    assert found.metrics == ("length", "chrf")


def test_braces_are_written_out(judge):
    found = read_sources([Source("file", str(judge))], READING, metrics=["judg{e,e2}", "judg*"])
    assert found.metrics == ("judge", "judge2", "judg*")
    assert without_braces(["{a,b}{1,2}:x={c,d}", "{e,f}"], ["{e,f}"]) == (
        *("a1:x={c,d}", "a2:x={c,d}", "b1:x={c,d}", "b2:x={c,d}"),
        "{e,f}",
    )


def test_human_dimensions_are_metrics_only_by_name(texts):
    assert read_sources([source_of(texts)], READING, metrics=["*l*th", "cl*"]).metrics is not None
    found = read_sources([source_of(texts)], READING, metrics=["length", "clarity"])
    assert found.metrics == ("length", "clarity")
    assert found.sources[0].metrics == ("length",)
    found = read_sources([source_of(texts)], READING, metrics=["length", "?larity"])
    assert found.metrics == ("length",)


def test_a_name_that_nothing_has(texts, judge):
    with pytest.raises(UnknownNameError, match=r"no metric is called 'jugde'. Did you mean 'judge'"):
        read_sources([source_of(texts), Source.file(judge)], READING, metrics=["jugde"])


def test_braces_may_hold_what_is_computed_and_what_is_read(texts, judge):
    found = read_sources(
        [source_of(texts), Source.file(judge)], READING, metrics=["{length,judge2}", "{chrf,chrf}"]
    )
    assert found.metrics == ("length", "judge2", "chrf")


def test_texts_without_anything_to_score(texts):
    bare = [{key: row[key] for key in ("system", "input", "output")} for row in ROWS]
    judged = texts.with_name("judged.jsonl")
    judged.write_text(texts.read_text())
    texts.write_text("".join(json.dumps(row) + "\n" for row in bare))
    with pytest.raises(DataError, match="texts: human dimensions are missing, or metrics"):
        read_sources([source_of(texts), source_of(judged)], READING, metrics=["relevance"])


def test_what_does_not_match(texts, judge):
    judge.write_text("\n".join(judge.read_text().splitlines()[:-4]))
    with pytest.raises(KeyMismatchError, match=r"'e'.*--join outer"):
        read_sources([source_of(texts), Source.file(judge)], READING, metrics=["length"])
    found = read_sources(
        [source_of(texts), Source.file(judge)], {**READING, "join": "inner"}, metrics=["length"]
    )
    assert found.table.systems == tuple("abcd")


def test_data_sets_and_files_of_scores_are_as_before(judge):
    found = read_sources([Source("file", str(judge))], READING, metrics=["judge"])
    assert found.table.fingerprint == read_scores(judge).fingerprint
    assert (found.sources, found.metrics) == ((Source.file(judge),), ("judge",))
    found = read_sources([Source.dataset("pocket")], READING, metrics=["length", "rougeL_f:refs=best"])
    expected = score(load_dataset_texts("pocket"), ["length", "rougeL_f:refs=best"])
    assert found.table.fingerprint == expected.fingerprint
    assert found.sources == (Source.dataset("pocket", ["length", "rougeL_f:refs=best"]),)


def test_warnings_of_metrics_are_notes(texts):
    rows = [{**row, "output": "One sentence ended. Another began."} for row in ROWS]
    texts.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = read_sources([source_of(texts)], READING, metrics=["rougeL_f"])
    assert any("takes every line for a sentence" in note for note in found.table.notes)


@pytest.fixture
def manifest_path(texts, judge, tmp_path):
    found = read_sources([source_of(texts), Source.file(judge)], READING, metrics=["length", "chrf", "judge"])
    comparison = compare(found.table, human="relevance", metrics=found.metrics, rng=3, resamples=49)
    return write_manifest(
        manifest_of(comparison, Origin.of(found.sources, READING)), tmp_path / "manifest.json"
    )


def test_a_rerun_scores_the_texts_again(manifest_path, texts, judge, tmp_path):
    manifest = read_manifest(manifest_path)
    assert [source.metrics for source in manifest.data["scores"].sources] == [("length", "chrf"), ()]
    assert differences(manifest, rerun(manifest), tolerance=0.0) == []
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for path in (texts, judge):
        path.rename(moved / f"x{path.name}")
    again = rerun(manifest, sources=[moved / "xtexts.jsonl", moved / "xjudge.csv"])
    assert differences(manifest, again, tolerance=0.0) == []


def test_other_texts_are_refused(manifest_path, texts):
    texts.write_text(texts.read_text().replace("word", "two words", 1))
    with pytest.raises(DataError, match=rf"from those of the manifest.*Not as recorded: '{texts}'"):
        rerun(read_manifest(manifest_path))


def test_sources_of_texts_are_recorded(texts):
    source = Source.texts(texts, ["a", "b"])
    assert source.to_dict()["metrics"] == ["a", "b"]
    assert Source.from_dict(source.to_dict()) == source
    assert "metrics" not in dataclasses.replace(source, metrics=()).to_dict()
    with pytest.raises(DataError, match="be a list of names"):
        Source.from_dict({**source.to_dict(), "metrics": [1]})
