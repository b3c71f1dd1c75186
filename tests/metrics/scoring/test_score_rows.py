"""Rows are scored class by class, in an order that does not show, with the statistics of corpus scores."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from trueness.data.texts.texts import TextRow
from trueness.errors import ArgumentError, DataError, FormatError, UnsupportedMethodError
from trueness.metrics.length import Length
from trueness.metrics.metric import Metric
from trueness.metrics.scoring.score_rows import MODEL_ROWS_PER_CHUNK, ROWS_PER_CHUNK, by_class, score_rows
from trueness.parallel import Execution, executing


class Counted(Length):
    """A family of two that counts its calls."""

    calls = 0

    def __init__(self, letter: str) -> None:
        self.name = f"count_{letter}"
        self.letter = letter

    @classmethod
    def score_together(cls, metrics, outputs, references, sources):
        Counted.calls += 1
        return np.array([[output.count(m.letter) for m in metrics] for output in outputs], dtype=float)


class Summed(Length):
    name = "summed"
    corpus_formula = "percentage"

    def statistics(self, outputs, references, sources):
        return np.array([[len(output), 2] for output in outputs], dtype=float)


ROWS = [TextRow(system, str(j), "ab" * k) for k, system in enumerate("xyz") for j in range(4)]


def test_metrics_of_a_class_are_computed_in_one_pass():
    Counted.calls = 0
    found = score_rows([Counted("a"), Length(), Counted("b")], ROWS)
    assert Counted.calls == 1
    assert found.values[-1].tolist() == [2.0, 1.0, 2.0]
    assert not found.statistics


def test_classes_keep_their_order():
    a, b, c = Counted("a"), Length(), Counted("b")
    assert by_class([a, b, c]) == [[a, c], [b]]


def test_rows_are_taken_by_input_and_given_back_in_their_order():
    seen: list[str] = []

    class Watching(Length):
        name = "watching"

        def score(self, outputs, references, sources):
            seen.extend(sources)
            return np.array([float(source.split()[1]) for source in sources])

    rows = [TextRow("s", str(k % 3), "", source=f"{k % 3} {k}") for k in range(9)]
    found = score_rows([Watching()], rows)
    assert found.values[:, 0].tolist() == list(range(9))
    assert [text[0] for text in seen] == list("000111222")


def test_statistics_come_back_in_the_order_of_the_rows():
    found = score_rows([Summed()], ROWS[::-1])
    assert found.values[:, 0].tolist() == [50.0 * len(row.output) for row in ROWS[::-1]]  # counted once
    assert found.statistics["summed"][:, 0].tolist() == [len(row.output) for row in ROWS[::-1]]


def test_chunks_do_not_show_and_progress_counts_outputs():
    rows = [TextRow("s", str(k), "a " * (k % 7)) for k in range(ROWS_PER_CHUNK + 5)]
    calls: list[tuple[str, int, int]] = []
    found = score_rows([Length()], rows, lambda *given: calls.append(given))
    assert found.values[:, 0].tolist() == [k % 7 for k in range(len(rows))]
    assert calls == [("length", ROWS_PER_CHUNK, len(rows)), ("length", len(rows), len(rows))]


def test_no_rows_give_no_scores():
    assert score_rows([Length(), Counted("a")], []).values.shape == (0, 2)


def test_statistics_of_a_wrong_shape_are_caught():
    class Flat(Summed):
        def statistics(self, outputs, references, sources):
            return np.zeros(len(outputs))

    with pytest.raises(
        DataError, match=r"'summed' gave statistics of shape \(12,\) in place of \(12, 1\), for 12 outputs"
    ):
        score_rows([Flat()], ROWS)


def test_a_metric_without_statistics_says_so():
    class Plain(Length):
        name = "plain"

    with pytest.raises(UnsupportedMethodError, match="'plain' lacks sufficient statistics"):
        Metric.statistics(Plain(), [], [], [])
    with pytest.raises(UnsupportedMethodError, match="'plain' lacks sufficient statistics"):
        Plain().scores_from_statistics(np.zeros((1, 2)))


class Failing(Length):
    name = "failing"

    def __init__(self, error):
        self.error = error

    def score(self, outputs, references, sources):
        raise self.error


def test_a_metric_that_fails_is_named_with_its_rows():
    error = ValueError("boom")
    with pytest.raises(DataError) as caught:
        score_rows([Length(), Failing(error)], ROWS)
    assert str(caught.value) == (
        f"metric 'failing' ({__name__}.Failing) failed on rows for system 'x', input '0' to system 'z', input '3': "
        "ValueError: boom"
    )
    assert caught.value.__cause__ is error
    with pytest.raises(DataError, match="failed on the row for system 'x', input '0': ValueError: boom"):
        score_rows([Failing(error)], ROWS[:1])


def test_statistics_that_fail_are_named_too():
    class Torn(Summed):
        def statistics(self, outputs, references, sources):
            return [[1.0], [1.0, 2.0]]

    class Unsummed(Summed):
        def scores_from_statistics(self, statistics):
            raise ZeroDivisionError

    torn = r"system 'x', input '0': metric 'summed' must give statistics as an array of numbers \("
    unsummed = r"metric 'summed' \(.*\) failed on rows for .*: ZeroDivisionError: "
    for metric, said in ((Torn(), torn), (Unsummed(), unsummed)):
        with pytest.raises(DataError, match=said):
            score_rows([metric], ROWS)


def test_members_of_a_class_fail_together():
    class Both(Counted):
        @classmethod
        def score_together(cls, metrics, outputs, references, sources):
            raise KeyError("x")

    with pytest.raises(
        DataError, match=r"metric 'count_a' and 1 more \(.*Both\) failed on rows .*: KeyError: 'x'"
    ):
        score_rows([Both("a"), Both("b")], ROWS)


@pytest.mark.parametrize(
    "error", [ArgumentError("no"), FormatError("no", path="words.txt"), MemoryError(), KeyboardInterrupt()]
)
def test_errors_that_say_enough_pass(error):
    with pytest.raises(type(error)) as caught:
        score_rows([Failing(error)], ROWS)
    assert error in (caught.value, caught.value.__cause__)  # where memory runs out, with the step


def test_scores_that_are_no_numbers_are_refused():
    class Wordy(Length):
        @classmethod
        def score_together(cls, metrics, outputs, references, sources):
            return [["good"]] * len(outputs)

    with pytest.raises(DataError, match="metric 'length' must give scores as an array of numbers"):
        score_rows([Wordy()], ROWS)


def test_texts_that_a_metric_refuses_are_named():
    class Choosy(Length):
        name = "choosy"

        def score(self, outputs, references, sources):
            if "bad" in outputs:
                raise DataError("a text is bad. Mend it.")
            return super().score(outputs, references, sources)

    rows = [TextRow("s", str(k), "bad" if k == 7 else "good") for k in range(20)]
    with pytest.raises(DataError, match=r"^system 's', input '7': a text is bad\. Mend it\.$"):
        score_rows([Choosy()], rows)


def test_a_metric_that_leaves_the_program_is_named():
    class Leaving(Length):
        name = "leaving"

        def score(self, outputs, references, sources):
            raise SystemExit(5)

    with pytest.raises(DataError, match=r"'leaving' .* failed on .*SystemExit: 5"):
        score_rows([Leaving()], ROWS)


class Given(Length):
    """Gives what it is told to."""

    def __init__(self, give):
        self.name, self.give = "given", give

    def score(self, outputs, references, sources):
        return self.give(len(outputs))


def test_what_a_metric_masks_is_missing():
    found = score_rows([Given(lambda n: np.ma.masked_array(np.ones(n), mask=np.arange(n) % 2 == 0))], ROWS)
    assert np.isnan(found.values).sum() == 6
    assert np.nansum(found.values) == 6


@pytest.mark.parametrize(
    "give", [lambda n: np.full(n, 1 + 2j), lambda n: ["1"] * n, lambda n: [10**400] * n, lambda _: iter(())]
)
def test_scores_that_are_no_real_numbers_are_refused(give):
    with pytest.raises(DataError, match="metric 'given' must give scores as an array of numbers"):
        score_rows([Given(give)], ROWS)


@pytest.mark.parametrize("error", [SystemExit, GeneratorExit, type("Odd", (BaseException,), {})])
def test_a_metric_that_leaves_the_program_fails(error):
    def leave(_):
        raise error("goodbye")

    with pytest.raises(DataError, match=rf"metric 'given' .* failed on .*: {error.__name__}: goodbye"):
        score_rows([Given(leave)], ROWS)


def test_an_interruption_passes():
    def interrupted(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        score_rows([Given(interrupted)], ROWS)


class OfAModel(Length):
    """Two that share a model which must not leave this process."""

    slow = True
    shared_model = True
    seen: list[tuple[str, int, int]] = []  # noqa: RUF012 - what happened, of all
    at_work = 0

    def __init__(self, name):
        self.name = name

    def __reduce__(self):
        raise TypeError("a model is not sent anywhere")

    @contextlib.contextmanager
    def working(self):
        OfAModel.at_work += 1
        yield
        OfAModel.at_work -= 1

    def score(self, outputs, references, sources):
        OfAModel.seen.append((self.name, len(outputs), OfAModel.at_work))
        return np.array([float(len(output)) for output in outputs])


class OfTheSameModel(OfAModel):
    pass


def test_metrics_of_a_model_stay_here_and_see_a_few_rows_before_the_next():
    OfAModel.seen.clear()
    rows = [TextRow("s", str(k), "a" * k) for k in range(MODEL_ROWS_PER_CHUNK + 3)]
    calls: list[tuple[str, int, int]] = []
    metrics = [OfAModel("one"), Length(), OfTheSameModel("two")]
    with executing(Execution(workers=2)):
        found = score_rows(metrics, rows, lambda *given: calls.append(given))
    assert found.values[:, 0].tolist() == found.values[:, 2].tolist() == list(range(len(rows)))
    full = MODEL_ROWS_PER_CHUNK
    assert [(name, n) for name, n, _ in OfAModel.seen] == [
        ("one", full),
        ("two", full),
        ("one", 3),
        ("two", 3),
    ]
    assert {working for *_, working in OfAModel.seen} == {2}
    assert OfAModel.at_work == 0
    assert calls == [
        ("length", len(rows), len(rows)),
        ("one and 1 more", full, len(rows)),
        ("one and 1 more", len(rows), len(rows)),
    ]
