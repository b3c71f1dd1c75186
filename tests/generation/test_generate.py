"""Summaries across a range: what holds for each of them, that nothing but the seed moves them, and what is refused."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.datasets.load import summeval_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.generation import generate as module
from trueness.generation.generate import generate


def article(seed, sentences=16, vocabulary=15):
    """Return a document of random words, a sentence a line, and two references from the same words."""
    rng = np.random.default_rng(seed)

    def line(size):
        return " ".join(f"w{k}" for k in rng.integers(vocabulary, size=size))

    source = "\n".join(line(rng.integers(4, 12)) for _ in range(sentences))
    return source, (line(30), f"{line(10)}\n{line(12)}")


def texts(names=("d1", "d2", "d3"), systems=("a",), sentences=16):
    rows = []
    for k, name in enumerate(names):
        source, references = article(int(name.strip("d")), sentences)
        rows += [
            TextRow(one, name, f"{one} {k}", references, source, document=f"group {name}") for one in systems
        ]
    return Texts(tuple(rows))


def outputs(found):
    return {(row.system, row.input): row.output for row in found.texts.rows}


@pytest.mark.parametrize("name", ["rouge2_f", "js2", "rougeL_f", "js1_source", "length"])
def test_summaries_are_different_sets_of_sentences_within_the_limit(name):
    given = texts()
    found = generate(given, name, count=60, words=40, tries=300, rng=1, workers=1)
    sources = {row.input: row.source.split("\n") for row in given.rows}
    for input_ in given.inputs:
        made = [row for row in found.texts.rows if row.input == input_]
        assert len(made) == len({row.output for row in made}) == 60
        for row in made:
            lines = row.output.split("\n")
            places = [sources[input_].index(line) for line in lines]
            assert places == sorted(set(places))
            assert len(row.output.split()) <= 40
            assert row.source.split("\n") == sources[input_]
            assert row.document == f"group {input_}"
    table = trueness.score(found.texts, name)
    (column,) = (table.values[k] for k, one in enumerate(table.scorer_names) if one == name)
    by_system = column[np.argsort(table.systems)]
    better = np.diff(by_system, axis=0) * (1 if trueness.get_metric(name).higher_is_better else -1)
    assert (better >= -1e-12).all()  # systems are numbered from the worst to the best of every document
    scored = {(s, i): column[a, b] for a, s in enumerate(table.systems) for b, i in enumerate(table.inputs)}
    wanted = [scored[row.system, row.input] for row in found.texts.rows]
    np.testing.assert_allclose(found.scores, wanted, atol=1e-12)


def test_the_range_is_reached_evenly():
    found = generate(texts(("d1", "d2")), "rouge2_f", count=100, words=40, rng=1, workers=1)
    for one in found.documents:
        assert not one.all_tried
        assert one.tried == 2000
        assert one.worst < one.random < one.best
        assert one.largest_gap < 0.15
    for name in found.texts.inputs:
        mine = found.positions[[row.input == name for row in found.texts.rows]]
        assert mine.min() == 0.0
        assert mine.max() == 1.0
        assert np.abs(mine - np.linspace(0, 1, 100)).mean() < 0.02


def test_a_seed_determines_everything_and_nothing_else_does(monkeypatch):
    given = texts(systems=("a", "b"))
    first = generate(given, "rouge1_f", count=20, words=40, tries=200, rng=3, workers=1)
    again = generate(given, "rouge1_f", count=20, words=40, tries=200, rng=3, workers=2)
    assert outputs(again) == outputs(first)
    turned = dataclasses.replace(given, rows=given.rows[::-1])
    assert outputs(generate(turned, "rouge1_f", count=20, words=40, tries=200, rng=3, workers=1)) == outputs(
        first
    )
    alone = generate(texts(("d2",)), "rouge1_f", count=20, words=40, tries=200, rng=3, workers=1)
    assert outputs(alone) == {key: text for key, text in outputs(first).items() if key[1] == "d2"}
    other = generate(given, "rouge1_f", count=20, words=40, tries=200, rng=4, workers=1)
    assert outputs(other) != outputs(first)
    monkeypatch.setattr(module, "_WORTH_PROCESSES", 0)
    processes = generate(given, "rouge1_f", count=20, words=40, tries=200, rng=3, workers=2)
    assert outputs(processes) == outputs(first)


def test_a_seed_that_nobody_gave_is_recorded():
    first = generate(texts(("d1",)), "rouge1_f", count=20, words=40, tries=200, workers=1)
    again = generate(texts(("d1",)), "rouge1_f", count=20, words=40, tries=200, rng=first.seed, workers=1)
    assert outputs(again) == outputs(first)
    assert f"seed:{first.seed}" in first.signature


def test_all_summaries_are_tried_where_there_are_no_more_than_that():
    source, references = article(1, sentences=8)
    given = Texts((TextRow("a", "d", "", references, source),))
    found = generate(given, "rouge1_f", count=50, words=30, rng=1)
    (one,) = found.documents
    assert one.all_tried
    assert one.tried == one.possible >= 50
    lines = source.split("\n")
    every = [[lines[k] for k in range(8) if number >> k & 1] for number in range(1, 256)]
    rows = [
        TextRow(str(k), "d", "\n".join(some), references, source)
        for k, some in enumerate(every)
        if len(" ".join(some).split()) <= 30
    ]
    assert len(rows) == one.possible
    scores = trueness.score(Texts(tuple(rows)), "rouge1_f").values
    assert (one.worst, one.best) == (pytest.approx(scores.min()), pytest.approx(scores.max()))


@pytest.mark.parametrize(
    ("sentences", "words", "least_possible", "tries", "seeds", "least"),
    [(15, 40, 3000, 1000, 2, 5), pytest.param(18, 40, 7500, 2000, 4, 10, marks=pytest.mark.slow)],
)
def test_the_search_finds_the_best_of_all_summaries_in_most_seeds(
    sentences, words, least_possible, tries, seeds, least
):
    """Of 3 documents and some seeds: against all summaries, of which there are several times as many as are tried."""
    given = texts(sentences=sentences)
    true = generate(given, "rouge2_f", count=10, words=words, tries=200_000, rng=0, workers=1)
    assert all(one.all_tried and one.possible > least_possible for one in true.documents)
    hits = 0
    for seed in range(seeds):
        found = generate(given, "rouge2_f", count=10, words=words, tries=tries, rng=seed, workers=1)
        for one, best in zip(found.documents, true.documents, strict=True):
            assert not one.all_tried
            assert one.best <= best.best + 1e-12
            hits += one.best == pytest.approx(best.best)
    assert hits >= least


def test_an_interrupted_search_goes_on_where_it_was(tmp_path):
    def work(report=None):
        watch = None if report is None else (lambda _: report)
        found = generate(
            texts(("d1", "d2", "d3", "d4")),
            "rouge2_f",
            count=20,
            words=40,
            tries=200,
            rng=1,
            workers=1,
            checkpoint=tmp_path / "kept",
            watch=watch,
        )
        return outputs(found)

    expected = work()
    done: list[int] = []

    def stop(count, total):
        assert total == 4
        if count == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(stop)
    assert list((tmp_path / "kept").iterdir())
    assert work(lambda count, _: done.append(count)) == expected
    assert done[0] >= 1  # what was kept is told of at once
    assert not list((tmp_path / "kept").glob("*.sqlite"))


@pytest.mark.parametrize("worth", [0, 20_000])
def test_what_the_metric_warns_of_is_kept(worth, monkeypatch):
    monkeypatch.setattr(module, "_WORTH_PROCESSES", worth)  # in processes, and here
    rows = tuple(TextRow("a", name, "", ("Some words. More words.",), "one\ntwo\nthree") for name in "de")
    found = generate(Texts(rows), "rougeL_f", count=2, rng=1, workers=2)
    (warned,) = found.warned
    assert warned.startswith("'rougeL_f' compares sentence by sentence")


class TestBadInput:
    def test_empty_documents_are_left_out_and_counted(self):
        source, references = article(1)
        rows = [TextRow("a", "d", "", references, source), TextRow("a", "e", "", references, " \n")]
        found = generate(Texts(tuple(rows)), "rouge1_f", count=5, words=40, rng=1)
        assert found.texts.inputs == ("d",)
        assert found.left_out == found.empty == ("e",)
        assert "empty, and left out: 1 of 2 documents ('e')." in found.cautions

    def test_nothing_but_empty_documents_is_an_error(self):
        with pytest.raises(DataError, match=r"all 1 documents are empty: their `source` lacks words"):
            generate(Texts((TextRow("a", "e", "", ("r",), ""),)), "rouge1_f", rng=1)

    def test_sentences_longer_than_the_limit_are_in_no_summary_and_counted(self):
        given = Texts(
            (TextRow("a", "d", "", ("a b",), "a b c d\ne\nf"), TextRow("a", "e", "", ("a",), "a b c d"))
        )
        found = generate(given, "rouge1_f", count=2, words=3, rng=1)
        assert {row.output for row in found.texts.rows} <= {"e", "f", "e\nf"}
        assert "sentences of more than 3 words are in no summary: 1, in 1 of 1 documents." in found.cautions
        assert any("most 3 words, and left out: 1 of 2 documents ('e')" in one for one in found.cautions)

    def test_no_sentence_within_the_limit_is_an_error_that_names_the_shortest(self):
        given = Texts((TextRow("a", "d", "", ("a",), "a b c. d e f."),))
        with pytest.raises(
            DataError, match="every sentence of 1 documents is longer than 3 words; the shortest has 6"
        ):
            generate(given, "rouge1_f", words=3, rng=1)

    def test_fewer_summaries_than_asked_for_are_all_taken_and_counted(self):
        given = Texts((TextRow("a", "d", "", ("a b",), "a\nb\nc"),))
        found = generate(given, "rouge1_f", count=100, words=2, rng=1)
        assert sorted(row.output for row in found.texts.rows) == ["a", "a\nb", "a\nc", "b", "b\nc", "c"]
        assert len(set(found.texts.systems)) == 6
        assert {"rouge1_f-001", "rouge1_f-100"} <= set(found.texts.systems)
        assert any(
            "fewer than 100 summaries of at most 2 words exist for 1 of 1 documents" in caution
            for caution in found.cautions
        )

    def test_one_score_for_all_is_no_range(self):
        found = generate(
            Texts((TextRow("a", "d", "", ("x",), "a\nb\nc"),)), "rouge1_f", count=3, words=2, rng=1
        )
        assert np.isnan(found.positions).all()
        assert found.position_texts() == ["", "", ""]
        assert any("no range, since" in caution for caution in found.cautions)

    def test_undefined_scores_are_counted_and_not_taken(self):
        given = Texts((TextRow("a", "d", "", ("x y",), "x\n—\ny z\n…"),))
        found = generate(given, "js1", count=50, words=10, rng=1)
        assert not np.isnan(found.scores).any()
        assert any("js1 is undefined for 3 of 15 summaries tried" in caution for caution in found.cautions)
        given = Texts((TextRow("a", "d", "", ("—",), "x\ny"),))
        with pytest.raises(DataError, match="'js1' is undefined for all 3 summaries tried of input 'd'"):
            generate(given, "js1", count=2, rng=1)

    def test_no_references_for_a_metric_that_needs_them(self):
        with pytest.raises(
            DataError, match="1 of 1 inputs lack references, what metric 'rouge2_f' compares with"
        ):
            generate(Texts((TextRow("a", "d", "", (), "x\ny"),)), "rouge2_f", rng=1)

    @pytest.mark.parametrize(
        ("given", "error", "said"),
        [
            ({"count": 0}, ArgumentError, "`count` must be a whole number of at least 1"),
            ({"words": 0}, ArgumentError, "`words` must be"),
            ({"tries": 10}, ArgumentError, "`tries` must be a whole number of at least 200"),
            ({"sentences": "lines"}, ArgumentError, "`sentences` must be one of"),
            ({"metric": "rouge{1,2}_f"}, ArgumentError, "must name one metric; it is 'rouge1_f', 'rouge2_f'"),
            (
                {"metric": "llm_judge:direct_relevance"},
                UnsupportedMethodError,
                "would be paid for each of thousands",
            ),
            ({"metric": "rogue"}, UnknownNameError, "no metric is called"),
            ({"rng": -1}, ArgumentError, "`rng` must be"),
        ],
    )
    def test_arguments_out_of_range_are_refused(self, given, error, said):
        with pytest.raises(error, match=said):
            generate(texts(("d1",)), **{"metric": "rouge2_f", **given})


@pytest.mark.parametrize("name", ["rouge2_f", "js2"])
def test_summeval_documents_are_covered_from_random_to_best(name, test_data):
    whole = summeval_texts(test_data / "data/summeval/data.pkl")
    first = min(whole.inputs)
    given = dataclasses.replace(whole, rows=tuple(row for row in whole.rows if row.input == first))
    found = generate(given, name, count=200, words=100, sentences="split", rng=1, workers=1)
    assert len(found.texts) == 200
    assert len({(row.input, row.output) for row in found.texts.rows}) == 200
    for one in found.documents:
        mine = found.scores[[row.input == one.input for row in found.texts.rows]]
        between = (mine - one.random) / (one.best - one.random)  # 0 is random, 1 the best
        inside = np.sort(between[between >= 0])
        assert inside.max() == 1.0
        assert inside.max() - inside.min() >= 0.6
        assert np.diff(inside).max() < 0.2  # and no hole in it
