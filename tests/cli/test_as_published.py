"""`--as`: all options of a publication at once."""

from __future__ import annotations

import json


def test_a_comparison_as_published_is_repeated_by_its_manifest(run, scores):
    given = ("--human", "relevance", "--as", "graham2015", "--manifest", "manifest.json")
    status, out, _ = run("compare", scores, *given)
    assert status == 0
    assert "preset:graham2015" in out
    manifest = json.loads(scores.with_name("manifest.json").read_text())
    assert manifest["settings"]["preset"] == "graham2015"
    status, out, _ = run("rerun", "manifest.json")
    assert (status, "all equal" in out) == (0, True)


def test_an_option_that_contradicts_it_is_named_as_it_is_typed(run, scores):
    status, out, err = run(
        "compare", scores, "--human", "relevance", "--as", "wmt24", "--alternative", "two-sided"
    )
    assert (status, out) == (2, "")
    assert "--as wmt24 has --alternative greater; here it is 'two-sided'. Leave out --alternative, or" in err


def test_an_unknown_one_names_those_there_are(run, scores):
    status, _, err = run("compare", scores, "--human", "relevance", "--as", "wmt")
    assert status == 2
    assert "--as must be one of" in err
    assert "graham2015" in err


def test_help_lists_them(run):
    status, out, _ = run("compare", "--help-all")
    assert status == 0
    assert "--as" in out
    assert "deutsch2021" in out


def test_shaffers_correction_is_refused_where_it_says_nothing(run, scores):
    status, _, err = run(
        "compare", scores, "--human", "relevance", "--correction", "shaffer", "--alternative", "greater"
    )
    assert status == 4
    assert "--correction holm" in err
    status, _, err = run("systems", scores, "--human", "relevance", "--correction", "shaffer")
    assert status == 2
    assert "Use 'holm' here" in err
