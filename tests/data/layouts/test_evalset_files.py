"""The files of a language pair are found by their names, and by nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueness.data.layouts.evalset_files import evalset_files, is_evalset, language_pairs
from trueness.errors import FormatError, UnknownNameError


def test_what_a_made_test_set_holds(evalset) -> None:
    files = evalset_files(evalset.folder, "en-de")
    assert files.test_set == "wmt99"
    assert files.granularities == ("seg", "sys")
    assert files.systems == ("refA", "sysA", "sysB", "sysC")
    assert files.references == ("refA",)
    assert files.unread == ()
    assert [(f.scorer, f.role, f.granularity) for f in files.scores] == [
        ("mqm", "human", "seg"),
        ("mqm", "human", "sys"),
        ("BLEU-refA", "metric", "seg"),
        ("BLEU-refA", "metric", "sys"),
        ("COMET-src", "metric", "seg"),
        ("COMET-src", "metric", "sys"),
        ("chrF-refA", "metric", "sys"),
    ]
    assert files.sources is not None
    assert (files.sources.name, files.documents.name) == ("en-de.txt", "en-de.docs")


def test_names_with_points_and_pairs_that_begin_alike(evalset, make_evalset) -> None:
    folder = evalset.folder
    make_evalset(folder, languages="en-de_AT")
    for name in (
        "en-de.mqm.rater1.seg.score",
        "en-de.round2.mqm.seg.rating",
        "en-de.mqm.odd.score",
        "en-de.mqm.sys.rating",
    ):
        (folder / "human-scores" / name).write_text("")
    (folder / "metric-scores/en-de/m.v1.2-refA.refB.doc.score").write_text("")
    (folder / "metric-scores/en-de/.hidden-src.seg.score").write_text("")
    (folder / "metric-scores/en-de/readme").write_text("")
    assert language_pairs(folder) == ("en-de", "en-de_AT")
    files = evalset_files(folder, "en-de")
    found = {(f.scorer, f.granularity) for f in files.scores}
    assert {("mqm.rater1", "seg"), ("m.v1.2-refA.refB", "doc")} <= found
    assert len(found) == 9
    assert [(f.scorer, f.role, f.granularity) for f in files.ratings] == [("round2.mqm", "human", "seg")]
    assert files.unread == ("en-de.mqm.odd.score", "en-de.mqm.sys.rating", "readme")
    assert files.granularities == ("seg", "doc", "sys")
    assert len(evalset_files(folder, "en-de_AT").scores) == 6


def test_texts_need_not_be_there(evalset) -> None:
    folder = evalset.folder
    for kind in ("sources", "references", "system-outputs"):
        (folder / kind).rename(folder / f"no-{kind}")
    files = evalset_files(folder, "en-de")
    assert (files.systems, files.references, files.sources) == ((), (), None)
    (folder / "sources").mkdir()
    (folder / "sources/en-de.jsonl").write_text("{}\n")
    assert evalset_files(folder, "en-de").sources == folder / "sources/en-de.jsonl"


def test_an_unknown_pair_never_becomes_a_path(evalset) -> None:
    for asked in ("en-fr", "../en-de", "en-de/.", ""):
        with pytest.raises(UnknownNameError, match="no language pair is called"):
            evalset_files(evalset.folder, asked)


def test_what_breaks(evalset, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"the file 'documents/SOURCE-TARGET\.docs' is missing"):
        language_pairs(tmp_path)
    twice = evalset.folder / "human-scores/en-de.mqm.seg.score.gz"
    twice.write_bytes(b"")
    with pytest.raises(FormatError, match=r"'en-de\.mqm\.seg\.score' is there too"):
        evalset_files(evalset.folder, "en-de")
    twice.unlink()
    for kind in ("human-scores", "metric-scores"):
        (evalset.folder / kind).rename(tmp_path / kind)
        (evalset.folder / kind).mkdir()
    with pytest.raises(FormatError, match="scores of 'en-de'"):
        evalset_files(evalset.folder, "en-de")


def test_recognition(evalset, tmp_path: Path) -> None:
    assert is_evalset(evalset.folder)
    assert not is_evalset(tmp_path)
    assert not is_evalset(evalset.folder / "documents")
