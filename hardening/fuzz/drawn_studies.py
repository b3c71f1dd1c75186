"""Studies of tables that are drawn at random: what each is asked, of which files."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Row = dict[str, Any]

STEP = 64
"""Scores of metrics are multiples of 1/64, so that what is scaled by powers of two is exact."""

HUMAN = "human"


@dataclasses.dataclass(frozen=True)
class Drawn:
    """The rows of one file.

    Attributes
    ----------
    rows : tuple of dict
        By column; None where a cell is empty.
    lower : tuple of str
        Metrics for which lower is better.
    kind : {'scores', 'pairs', 'texts'}
    directed : bool
        Whether it is declared of every metric if more or less is better.
    """

    rows: tuple[Row, ...]
    lower: tuple[str, ...] = ()
    kind: str = "scores"
    directed: bool = False

    @property
    def metrics(self) -> list[str]:
        """The columns of metrics, whose names begin with ``m``."""
        return [name for name in self.rows[0] if name[0] == "m"]

    def changed(self, change: Callable[[Row], Row]) -> Drawn:
        """Return it with every row changed."""
        return dataclasses.replace(self, rows=tuple(map(change, self.rows)))


@dataclasses.dataclass(frozen=True)
class Asked:
    """A question: a study, the files it is put to, and its settings.

    Attributes
    ----------
    study : str
    parts : mapping of str to Drawn
        The files by their part in the study; ``scores`` first.
    given : mapping of str to object
        Arguments of the study's function.
    """

    study: str
    parts: Mapping[str, Drawn]
    given: Mapping[str, Any]

    def changed(self, change: Callable[[Drawn], Drawn]) -> Asked:
        """Return it with every file changed."""
        return dataclasses.replace(self, parts={name: change(part) for name, part in self.parts.items()})

    def with_given(self, **given: Any) -> Asked:
        """Return it with further settings."""
        return dataclasses.replace(self, given={**self.given, **given})


def drawn(study: str, rng: random.Random) -> Asked:
    """Return a question of a study, files and settings drawn at random."""
    return STUDIES[study](rng)


_LABELS = ("fail", "pass")


def _table(rng: random.Random, *, annotators: int = 0, labels: bool = False, systems: int = 4) -> Drawn:
    """Return scores by people and by metrics: with gaps, ties, copies and columns of one value now and then."""
    n, m = rng.randint(systems, 7), rng.randint(5, 14)
    metrics = [f"m{k}" for k in range(rng.randint(2, 4))]
    noise = {name: rng.choice((0.3, 1.0, 3.0)) for name in metrics}
    coarse = {name: rng.choice((1, 1, STEP)) for name in metrics}  # some have ties
    gaps = rng.choice((0.0, 0.0, 0.1))
    merit = [rng.uniform(0, 4) for _ in range(n)]
    rows: list[Row] = []
    for s, i in itertools.product(range(n), range(m)):
        said = merit[s] + rng.gauss(0, 1)
        row: Row = {
            "system": f"s{s:02}",
            "input": f"i{i:02}",
            "document": f"d{i // 2}",
            "family": f"f{s % 3}",
        }
        row |= _said(rng, said, annotators, labels=labels)
        for name in metrics:
            score = said + noise[name] * rng.gauss(0, 1)
            row[name] = round(score * STEP / coarse[name]) * coarse[name] / STEP
        rows.append({name: None if name in metrics and rng.random() < gaps else row[name] for name in row})
    _make_odd(rng, rows, metrics)
    return Drawn(tuple(rows), tuple(metrics[:1]) if rng.random() < 0.2 else ())


def _said(rng: random.Random, said: float, annotators: int, *, labels: bool) -> Row:
    if labels:
        return {HUMAN: _LABELS[said > 2]}
    if not annotators:
        return {HUMAN: min(5, max(1, round(said)))}
    marks = [min(5, max(1, round(said + rng.gauss(0, 0.7)))) for _ in range(annotators)]
    return {f"{HUMAN}@a{k}": None if rng.random() < 0.05 else mark for k, mark in enumerate(marks)}


def _make_odd(rng: random.Random, rows: list[Row], metrics: Sequence[str]) -> None:
    """Make a metric constant or a copy, or a system another's copy, now and then."""
    odd = rng.random()
    if odd < 0.05:
        for row in rows:
            row[metrics[-1]] = 1.0
    elif odd < 0.1:
        for row in rows:
            row[metrics[-1]] = row[metrics[0]]
    elif odd < 0.15:
        first = {row["input"]: row for row in rows if row["system"] == "s00"}
        for row in rows:
            if row["system"] == "s01":
                row |= {name: first[row["input"]][name] for name in row if name[0] in "hm"}


def _moved(rng: random.Random, table: Drawn, by: float) -> Drawn:
    """Return the same outputs with metrics' scores moved at random."""

    def change(row: Row) -> Row:
        moved = {name: row[name] for name in row}
        for name in table.metrics:
            if isinstance(row[name], float):
                moved[name] = row[name] + round(by * rng.gauss(0, 1) * STEP) / STEP
        return moved

    return table.changed(change)


def _usual(rng: random.Random, **given: Any) -> dict[str, Any]:
    return {"human": HUMAN, "rng": rng.randrange(1000), **given}


def _levels(rng: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if rng.random() < 0.5:
        found["level"] = rng.sample(("system", "input", "global", "per_system"), rng.randint(1, 2))
    if rng.random() < 0.5:
        found["coefficient"] = rng.sample(("pearson", "spearman", "kendall", "tau_c"), rng.randint(1, 2))
    return found


def _resampled(rng: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {"resamples": 99}
    if rng.random() < 0.5:
        found |= {"interval": "percentile", "test": "permutation"}
    if rng.random() < 0.3:
        found["clusters"] = "document"
    if rng.random() < 0.2:
        found["missing"] = "complete"
    if rng.random() < 0.3:
        found["applies_to"] = rng.choice(("systems", "inputs", "these")[: 2 if "interval" in found else 3])
    return found


def _compare(rng: random.Random) -> Asked:
    given = _usual(rng, **_levels(rng), **_resampled(rng))
    if rng.random() < 0.2 and "system" in given.get("level", ("system",)):  # refused where it has no effect
        given["aggregate"] = rng.choice(("mean", "median"))
    if rng.random() < 0.2:
        given["coefficient"] = rng.choice(("acc_eq", "pairwise_accuracy", "spa", "gap_tau", "pdp"))
        given.pop("level", None)
    return Asked("compare", {"scores": _table(rng)}, given)


def _facets(rng: random.Random) -> Asked:
    by = rng.choice(("document", "family", "annotator"))
    table = _table(rng, annotators=2 if by == "annotator" else 0)
    return Asked(
        "facets",
        {"scores": table},
        _usual(rng, by=by, smallest_group=2, coefficient="kendall", **_resampled(rng)),
    )


def _equivalence(rng: random.Random) -> Asked:
    given = _usual(rng, margin=0.1, resamples=99, **_levels(rng))
    if rng.random() < 0.3:
        given["method"] = "bootstrap"
    return Asked("equivalence", {"scores": _table(rng)}, given)


def _conditions(rng: random.Random) -> Asked:
    table = _table(rng)
    parts = {"scores": table, "es": _moved(rng, table, 0.5), "back": _moved(rng, table, 1.0)}
    return Asked("conditions", parts, _usual(rng, resamples=99))


def _pool(rng: random.Random) -> Asked:
    parts = {"scores": _table(rng), "other": _table(rng), "third": _table(rng)}
    parts = {name: dataclasses.replace(part, lower=()) for name, part in parts.items()}
    return Asked("pool", parts, _usual(rng, **_resampled(rng)))


def _multiverse(rng: random.Random) -> Asked:
    return Asked("multiverse", {"scores": _table(rng)}, _usual(rng, splits=rng.randint(1, 2)))


def _variants(rng: random.Random) -> Asked:
    given = _usual(rng, resamples=49, splits=20, varied="*")
    return Asked("variants", {"scores": _table(rng)}, given)


def _ranges(rng: random.Random) -> Asked:
    given = _usual(rng, resamples=49, permutations=49)
    return Asked("ranges", {"scores": _table(rng)}, given)


def _references(rng: random.Random) -> Asked:
    words = ("the", "cat", "dog", "sat", "ran", "on", "mat", "away")
    rows = []
    n, m = rng.randint(3, 5), rng.randint(4, 7)
    for i in range(m):
        references = [" ".join(rng.choices(words, k=6)) for _ in range(3)]
        rows += [
            {
                "system": f"s{s:02}",
                "input": f"i{i:02}",
                "output": " ".join(rng.choices(words, k=6)),
                "references": references,
                HUMAN: rng.randrange(5),
            }
            for s in range(n)
        ]
    texts = Drawn(tuple(rows), kind="texts")
    scores = Drawn(tuple({key: row[key] for key in ("system", "input", HUMAN)} for row in rows))
    return Asked(
        "references", {"scores": scores, "texts": texts}, _usual(rng, resamples=29, metrics="rouge1_f")
    )


def _partial(rng: random.Random) -> Asked:
    table = _table(rng)
    what = ("system", "input", "document", "family", table.metrics[-1])
    given: dict[str, Any] = {"human": HUMAN, "given": rng.sample(what, rng.randint(1, 3))}
    if rng.random() < 0.3:
        given["clusters"] = "document"
    return Asked("partial", {"scores": table}, given)


def _plan(rng: random.Random) -> Asked:
    given = _usual(rng, runs=5, resamples=39, metrics=["m1", "m0"], systems=6, inputs=10)
    return Asked("plan", {"scores": _table(rng)}, given)


def _annotators(rng: random.Random) -> Asked:
    given = _usual(rng, resamples=49, folds=3, minimum_units=5)
    if rng.random() < 0.5:
        given["interval"] = "percentile"
    return Asked("annotators", {"scores": _table(rng, annotators=3)}, given)


def _judge(rng: random.Random) -> Asked:
    table, given = _judged(rng), _usual(rng, resamples=99)
    if rng.random() < 0.5 and isinstance(table.rows[0][HUMAN], str):
        given["by"] = rng.choice(("document", "family"))
    return Asked("judge", {"scores": table}, given)


def _judged(rng: random.Random, *, labels: bool = False) -> Drawn:
    """Return people's labels beside those of judges, or, unless labels are asked for, people's scores beside theirs."""
    if not labels and rng.random() < 0.5:
        return dataclasses.replace(_table(rng), lower=())
    table = _table(rng, labels=True)

    def change(row: Row) -> Row:
        return {k: _LABELS[v > 2] if k in table.metrics and v is not None else v for k, v in row.items()}

    return dataclasses.replace(table.changed(change), lower=())


def _panel(rng: random.Random) -> Asked:
    return Asked("panel", {"scores": _judged(rng)}, {"human": HUMAN})


def _drift(rng: random.Random) -> Asked:
    table = _judged(rng)
    later = _moved(rng, table, 0.5)
    return Asked("drift", {"scores": table, "later": later}, {"human": HUMAN})


def _sequential(rng: random.Random) -> Asked:
    """Labels in the order of turns: of one output of each document, or of all outputs where these are asked about."""
    table, applies_to = _judged(rng, labels=True), rng.choice(("inputs", "these"))
    rows = list(table.rows)
    if applies_to == "inputs":
        documents = sorted(
            {row["document"] for row in rows}
        )  # of several outputs of one the lot falls by their names
        rows = [rng.choice([row for row in rows if row["document"] == one]) for one in documents]
    turns, drawn_with = rng.sample(range(1, len(rows) + 1), len(rows)), rng.choice((0.25, 0.5))
    known, silent = rng.randint(len(rows) // 2, len(rows)), rng.choice((0.0, 0.0, 0.05))
    found = []
    for row, turn in zip(rows, turns, strict=True):
        said = row[HUMAN] if turn <= known and rng.random() >= silent else None
        sheet = (
            {"turn": turn, "drawn_with": drawn_with} if turn <= known else {"turn": None, "drawn_with": None}
        )
        found.append({**row, HUMAN: said, **sheet})
    given = {"human": HUMAN, "rng": rng.randrange(1000), "applies_to": applies_to}
    return Asked("sequential", {"scores": dataclasses.replace(table, rows=tuple(found))}, given)


def _preferences(rng: random.Random) -> Asked:
    table = _table(rng)
    systems = sorted({row["system"] for row in table.rows})
    rows = [
        {"input": i, "a": a, "b": b, "verdict": rng.choice(("A", "A", "B", "tie")), "rater": rater}
        for i in sorted({row["input"] for row in table.rows})
        for a, b in itertools.combinations(systems, 2)
        for rater in ("ann", "bob", "judge")
        if rng.random() < 0.7
    ]
    scores = table.changed(lambda row: {name: row[name] for name in row if name != HUMAN})
    given = {"rng": rng.randrange(1000), "resamples": 99, "judges": "judge"}
    return Asked("preferences", {"pairs": Drawn(tuple(rows), kind="pairs"), "scores": scores}, given)


def _systems(rng: random.Random) -> Asked:
    given = _usual(
        rng, resamples=99, test=rng.choice(("permutation", "bootstrap", "t", "wilcoxon", "rank_sum"))
    )
    if rng.random() < 0.3 and given["test"] in ("permutation", "bootstrap"):
        given["clusters"] = "document"
    return Asked("systems", {"scores": _table(rng)}, given)


def _learn(rng: random.Random) -> Asked:
    given = _usual(rng, learner=rng.choice(("ridge", "isotonic", "mean")), folds=3, repeats=1, brief=True)
    return Asked("learn", {"scores": _table(rng)}, given)


def _worth(rng: random.Random) -> Asked:
    given = _usual(rng, resamples=49, curve=rng.choice(("logistic", "isotonic")))
    return Asked("worth", {"scores": _table(rng)}, given)


def _disagreements(rng: random.Random) -> Asked:
    return Asked("disagreements", {"scores": _table(rng)}, {"human": HUMAN, "listed": 3})


STUDIES: dict[str, Callable[[random.Random], Asked]] = {
    "annotators": _annotators,
    "compare": _compare,
    "conditions": _conditions,
    "disagreements": _disagreements,
    "drift": _drift,
    "equivalence": _equivalence,
    "facets": _facets,
    "judge": _judge,
    "learn": _learn,
    "multiverse": _multiverse,
    "panel": _panel,
    "partial": _partial,
    "plan": _plan,
    "pool": _pool,
    "preferences": _preferences,
    "ranges": _ranges,
    "references": _references,
    "sequential": _sequential,
    "systems": _systems,
    "variants": _variants,
    "worth": _worth,
}
"""All studies but `certify`, which draws its tables itself."""
