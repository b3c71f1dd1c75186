"""Some metrics see all texts before any is scored, and what they say of them is a note."""

from __future__ import annotations

import numpy as np

from trueness.data.reading.stream_texts import stream_of
from trueness.data.texts.texts import TextRow, Texts
from trueness.metrics.length import Length
from trueness.metrics.metric import Survey
from trueness.metrics.scoring.score import score
from trueness.metrics.scoring.score_file import score_file
from trueness.metrics.scoring.surveyed import surveyed


class Relative(Length):
    """Length relative to the longest of all outputs, which has to be seen first."""

    name = "relative"

    def __init__(self, longest=None):
        self.longest = longest

    def survey(self):
        return Longest()

    def signature(self):
        return f"longest:{self.longest}"

    def score(self, outputs, references, sources):
        return super().score(outputs, references, sources) / self.longest


class Longest(Survey):
    def __init__(self):
        self.longest = 0

    def add(self, outputs, references, sources):
        self.longest = max(self.longest, *(len(output.split()) for output in outputs))

    def result(self):
        return Relative(self.longest), [f"the longest has {self.longest} words"]


ROWS = tuple(TextRow("s", str(k), "word " * k, human={"quality": 1.0}) for k in range(1, 9))


def test_a_survey_sees_every_row_once_and_gives_the_metric():
    told = []
    plain = Length()
    found, notes = surveyed([plain, Relative()], lambda: [ROWS[:5], ROWS[5:]], lambda *now: told.append(now))
    assert found[0] is plain
    assert found[1].longest == 8
    assert notes == {"the longest has 8 words": ["relative"]}
    assert told == [("looking at texts", 5, 0), ("looking at texts", 8, 0)]


def test_texts_are_not_read_where_nobody_wants_to_see_them():
    found, notes = surveyed([Length()], lambda: 1 / 0)
    assert len(found) == 1
    assert not notes


def test_scores_in_memory_and_in_a_file_are_of_the_metric_that_has_seen_all(tmp_path):
    texts = Texts(ROWS)
    table = score(texts, [Relative()])
    expected = [k / 8 for k in range(1, 9)]
    assert table.matrix("relative")[0].tolist() == expected
    assert "relative: the longest has 8 words" in table.notes
    assert "relative: longest:8" in table.notes
    done = score_file(stream_of(texts), [Relative()], tmp_path / "scores.csv")
    assert "relative: the longest has 8 words" in done.notes
    written = np.genfromtxt(tmp_path / "scores.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
    assert written["relative"].tolist() == expected
