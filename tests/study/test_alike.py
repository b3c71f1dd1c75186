"""Systems that look like versions of one are named, with a remedy."""

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.study.alike import alike_cautions, alike_pairs, told_systems


def table():
    rng = np.random.default_rng(1)
    values = rng.normal(size=(2, 10, 30))
    values[:, 4] = values[:, 1] + 0.2 * rng.normal(size=(2, 30))
    scorers = (Scorer("people", "human"), Scorer("bleu"))
    names = tuple(f"s{i}" for i in range(10)), tuple(f"i{j:02}" for j in range(30))
    return ScoreTable(scorers, *names, values, system_groups={"family": tuple("abcdb" + "efghi")})


def test_versions_are_seen_unless_families_are_told():
    given = table()
    pairs = alike_pairs(given, ("people", "bleu"), None)
    assert pairs == [("s1", "s4")]
    assert alike_pairs(given, ("people", "bleu"), "family") == []
    assert (told_systems(given, None), told_systems(given, "family")) == (10, 9)


def test_what_is_said():
    (warning,) = alike_cautions([("a", "b")] * 5, None)
    assert (warning.code, warning.severity) == ("alike_systems", "warning")
    assert "'a' and 'b', 'a' and 'b', 'a' and 'b', and 2 more" in warning.message
    (note,) = alike_cautions([], None)
    assert (note.code, note.severity) == ("independent_systems", "note")
    assert alike_cautions([], "family") == ()
