from __future__ import annotations

import dataclasses

import pytest
from tests.small_comparisons import HUMAN, hostile_table

import trueness
from trueness.errors import ArgumentError
from trueness.reporting.citation import cite
from trueness.reporting.study_methods import (
    MOST_NAMED,
    StudyMethods,
    coefficients_cited,
    corrected,
    find_methods,
    level_words,
    missing_parts,
    names_of,
    software_sentence,
    ties_words,
)
from trueness.studies.compare.methods import CompareMethods
from trueness.studies.compare.study import compare
from trueness.studies.systems.study import systems


@pytest.fixture(scope="module")
def found():
    return compare(hostile_table(missing=True), level="system", coefficient="spearman", rng=3)


def asked(result):
    return {one.asked: one.said for one in result.methods().checklist}


def test_a_study_is_found_by_its_folder(found):
    assert type(find_methods(found)) is CompareMethods
    assert type(find_methods(object())) is StudyMethods
    with pytest.raises(ArgumentError, match="must be what a study returns, not a str"):
        trueness.result_methods("text")


def test_every_question_has_an_answer_and_stands_once(found):
    answers = found.methods().checklist
    assert [one.asked for one in answers] == [
        *("Data", "Human scores", "Sizes", "Left out", "Level", "Agreement", "Intervals", "Applies to"),
        *("Test", "Correction", "Ties", "Missing scores", "Decided", "Warnings", "Program", "Seed"),
    ]
    assert all(one.said for one in answers)


def test_the_checklist_says_the_settings(found):
    answers = asked(found)
    assert found.table.fingerprint[:12] in answers["Data"]
    assert answers["Human scores"] == f"‘{HUMAN}’"
    assert answers["Sizes"] == "the outputs of 9 systems for 12 inputs"
    assert (answers["Level"], answers["Agreement"]) == ("system level", "Spearman's rho")
    assert answers["Intervals"] == "95%, two-way jackknife"
    assert answers["Applies to"] == "other systems and other inputs"
    assert answers["Test"] == "two-way jackknife t test, two-sided, at α = 0.05"
    assert answers["Correction"] == "Shaffer's correction"
    assert answers["Ties"] == "Spearman's rho: tied scores share the mean of their ranks"
    assert answers["Missing scores"].startswith("of 540 scores 2 were missing and were not filled in")
    assert answers["Seed"] == "nothing was drawn at random"
    warnings = [one.message for one in found.cautions if one.severity == "warning"]
    assert warnings
    assert all(message in answers["Warnings"] for message in warnings)


def test_without_tests_and_intervals_none_is_claimed():
    bare = compare(
        hostile_table(), level="system", coefficient="pearson", rng=3, interval="none", tests=False, beside=()
    )
    answers = asked(bare)
    assert (answers["Intervals"], answers["Test"]) == ("none was made", "none was made")
    assert answers["Correction"] == "no correction"
    assert answers["Ties"] == "Pearson's r: no rule is needed"
    assert answers["Missing scores"] == "no score was missing"


def test_a_seed_is_said_where_something_was_drawn():
    drawn = systems(hostile_table(), rng=7, resamples=19, test="bootstrap")
    assert asked(drawn)["Seed"] == "7"
    assert "with seed 7" in drawn.methods().text
    closed = systems(hostile_table(), rng=7, test="t")
    assert "seed" not in closed.methods().text


def test_the_program_and_the_data_are_said():
    assert "".join(part for part in software_sentence(None, "") if isinstance(part, str)) == (
        f"All numbers were computed with trueness {trueness.__version__}."
    )
    assert software_sentence(3, "abc")[-1] == " with seed 3; the fingerprint of the data begins abc."


def test_corrections_cite_their_rule():
    assert corrected("none", "over all") == ("P-values were not corrected for the number of tests.",)
    assert corrected("holm", "over all pairs") == (
        "P-values were adjusted by Holm's correction",
        cite("holm-1979-simple"),
        " over all pairs.",
    )


def test_coefficients_and_levels_are_listed():
    parts = coefficients_cited(["pearson", "spearman", "kendall"])
    assert "".join(part for part in parts if isinstance(part, str)) == (
        "Pearson's r, Spearman's rho and Kendall's tau-b"
    )
    assert [part for part in parts if not isinstance(part, str)] == [cite("kendall-1945-treatment")]
    assert level_words(("per_system",)) == "per-system level"
    assert level_words(("system", "input", "global")) == "system, input and global levels"


def test_ties_within_a_threshold_say_whose(found):
    settings = dataclasses.replace(found.settings, tie_calibration="held-out")
    said = ties_words(("acc_eq",), settings)
    assert (
        "right only if the metric ties it, too; scores of a metric tie within a threshold chosen on other"
        in said
    )


def test_only_scores_that_count_are_missing(found):
    few = compare(hostile_table(missing=True), metrics=found.metrics[1], level="system", rng=3)
    assert missing_parts(few) != missing_parts(found)
    assert names_of([str(k) for k in range(MOST_NAMED + 2)]).endswith("‘5’ and 2 more")


def test_what_was_left_out_is_in_the_paragraph_and_the_checklist(tmp_path):
    rows = [f"s{i},d{j},{i + j % 3},{i * j % 7}" for i in range(6) for j in range(12)]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["system,input,human,bleu", *rows]) + "\n")
    whole = compare(trueness.read_scores(path), human="human", level="system")
    assert asked(whole)["Left out"] == "nothing"
    assert "Left out" not in whole.methods().text
    table = trueness.read_scores(path, without="s5", only="inputs=d1*")
    found = compare(table, human="human", level="system")
    assert "9 inputs left out as asked: 'd0', 'd2'" in asked(found)["Left out"]
    said = found.methods().text
    assert (
        "Left out beforehand were 1 system as asked and 9 inputs as asked (--only inputs=d1* and --without s5)."
        in said
    )


def test_the_checklist_has_what_was_decided(found):
    assert found.decisions
    assert asked(found)["Decided"] == " ".join(found.decision_words)
