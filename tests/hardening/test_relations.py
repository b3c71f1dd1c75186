"""Two answers to one question are told apart where they differ, and by nothing else."""

from __future__ import annotations

import json
import random

import pytest
from hardening.fuzz import relations
from hardening.fuzz.drawn_studies import STUDIES, drawn
from hardening.fuzz.seeds import Seed
from hardening.fuzz.targets import TARGETS
from hardening.fuzz.told import Told, Way, differences
from hardening.fuzz.truths import SilentlyWrongError

WAY = Way(lambda: Told({}, []))
ROW = {
    "metric": "m0",
    "rival": "m1",
    "estimate": 0.25,
    "low": -0.1,
    "high": 0.5,
    "estimate_metric": 0.75,
    "estimate_rival": 0.5,
    "pvalue_greater": 0.1,
    "pvalue_less": 0.9,
    "verdict": "better",
}
TURNED = {
    "metric": "m1",
    "rival": "m0",
    "estimate": -0.25,
    "low": -0.5,
    "high": 0.1,
    "estimate_metric": 0.5,
    "estimate_rival": 0.75,
    "pvalue_greater": 0.9,
    "pvalue_less": 0.1,
    "verdict": "worse",
}


def answer(*rows, said=()):
    return Told({"tests": list(rows)}, list(said))


def test_a_pair_is_the_same_told_of_the_second_and_the_first():
    assert differences(answer(ROW), answer(TURNED), WAY) == []
    for wrong in (
        {"estimate": 0.25},
        {"low": -0.1},
        {"pvalue_less": 0.9},
        {"verdict": "better"},
        {"high": 0.2},
    ):
        assert differences(answer(ROW), answer({**TURNED, **wrong}), WAY)


def test_rows_have_any_order_and_none_may_be_missing():
    other = {**ROW, "metric": "m2"}
    assert differences(answer(ROW, other), answer(other, ROW), WAY) == []
    assert differences(answer(ROW, other), answer(ROW, ROW), WAY)
    assert differences(answer(ROW), answer(ROW, other), WAY)


def test_of_metrics_that_tie_another_one_may_have_won_as_often():
    one, other = (
        Told({"winners": [{"metric": name, "estimate": r, "share": 0.02}]}, [])
        for name, r in (("m0", 0.7), ("m3", 0.9))
    )
    more = Told({"winners": [{"metric": "m3", "estimate": 0.9, "share": 0.04}]}, [])
    equals = Way(lambda: one, any_of_equals=True)
    assert differences(one, other, equals) == []
    assert len(differences(one, more, equals)) == 1
    assert len(differences(one, other, Way(lambda: one))) == 1


def test_numbers_of_sentences_may_round_otherwise_and_words_may_not_change():
    said = "'m0' agrees by 0.25 with 'human'."
    assert differences(answer(said=[said]), answer(said=["'human' agrees by 0.26 with 'm0'."]), WAY) == []
    for wrong in ("'m0' agrees by 0.27 with 'human'.", "'m0' agrees by 0.25 with 'people'."):
        assert differences(answer(said=[said]), answer(said=[wrong]), WAY)


def test_scores_may_have_another_unit_where_that_is_what_was_changed():
    scaled = Way(WAY.told, units=(lambda x: 4 * x,))
    one, other = answer({"metric": "m0", "score": 1.5}), answer({"metric": "m0", "score": 6.0})
    assert differences(one, other, scaled) == []
    assert differences(one, other, WAY)


def test_names_are_put_back_in_cells_and_sentences():
    told = Told({"t": [{"metric": "mark0", "n": 1}]}, ["'mark0' is not 'mark01'."])
    assert told.named({"mark0": "m0"}) == Told({"t": [{"metric": "m0", "n": 1}]}, ["'m0' is not 'mark01'."])


@pytest.mark.parametrize("study", STUDIES)
def test_a_question_is_drawn_again_from_its_number(study):
    one, other = (drawn(study, random.Random(5)) for _ in range(2))
    assert (one.parts, one.given) == (other.parts, other.given)
    assert one.parts != drawn(study, random.Random(6)).parts


def test_nothing_is_drawn_that_commands_refuse_since_it_has_no_effect():
    for number in range(300):
        given = drawn("compare", random.Random(number)).given
        assert "aggregate" not in given or "system" in given.get("level", ("system",))


@pytest.mark.parametrize("relation", relations.RELATIONS)
def test_every_relation_holds_of_a_table_and_is_seen_where_it_does_not(relation, tmp_path, monkeypatch):
    case = json.dumps({"study": "disagreements", "number": 4, "relation": relation})
    (tmp_path / "case.json").write_text(case)
    seed = Seed.of("case.json", case)
    relations.hold(tmp_path, seed, "")
    asked = []

    def told(question, *parts, **where):
        asked.append(question)
        return answer({"metric": "m0", "estimate": float(len(asked))})

    monkeypatch.setattr(relations, "told", told)
    monkeypatch.setattr(relations, "answered", told)
    monkeypatch.setattr(relations, "_typed", told)
    monkeypatch.setattr(relations.os, "fork", lambda: 1 << 30, raising=False)
    monkeypatch.setattr(relations.os, "waitpid", lambda *_: None)
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "case.json").write_text(case)
    with pytest.raises(SilentlyWrongError, match=f"disagreements, {relation}: tests"):
        relations.hold(tmp_path / "again", seed, "")


def test_every_route_gives_one_table(tmp_path):
    case = json.dumps({"study": "annotators", "number": 4, "relation": ""})
    (tmp_path / "case.json").write_text(case)
    relations.hold_routes(tmp_path, Seed.of("case.json", case), "")


def test_what_is_drawn_is_no_file_to_damage():
    target = TARGETS["relations"]
    sound = target.seeds()
    for number in range(40):
        seed, changed, files = target.case(sound, random.Random(number))
        assert json.loads(files[changed]).keys() == {"study", "number", "relation"}
        assert json.loads(files[changed])["study"] == json.loads(seed.files[changed])["study"]
