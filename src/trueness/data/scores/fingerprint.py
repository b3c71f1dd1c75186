"""The fingerprint of a score table: a sha256 of the content that no order of rows or columns changes."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from trueness.data.scores.order_of_names import order_of_names

if TYPE_CHECKING:
    from trueness.data.scores.score_table import ScoreTable


def table_fingerprint(table: ScoreTable) -> str:
    """Return the sha256 of a table's content, in hexadecimal.

    Scorers, systems, inputs and annotators are sorted first; values enter as little-endian doubles with one NaN and
    one zero. Names, roles, orientations, groups and sufficient statistics count; the table's name and notes do not.
    """
    by_scorer, by_system, by_input = map(order_of_names, (table.scorer_names, table.systems, table.inputs))
    digest = hashlib.sha256()

    def add_json(value: object) -> None:
        digest.update(json.dumps(value, sort_keys=True, ensure_ascii=True).encode())
        digest.update(b"\n")

    def add_values(values: np.ndarray, *places: Sequence[int]) -> None:
        # one after the other: a copy of all would be as large as the table
        for place in itertools.product(*places[:-1]):
            part = values[place][places[-1]]
            with np.errstate(invalid="ignore"):  # of a signalling NaN, which a file of buffers may hold
                canonical = np.where(np.isnan(part), np.nan, part + 0.0)  # -0.0 + 0.0 is 0.0
            digest.update(np.ascontiguousarray(canonical, dtype="<f8").data)

    add_json("trueness score table, fingerprint 1")
    # an aggregate, labels and that they have no order are added where there are some: older fingerprints stay
    add_json(
        [
            [
                *(s.name, s.role, s.higher_is_better, *([] if s.aggregate is None else [s.aggregate])),
                *([list(s.labels)] if s.labels else []),
                *(["nominal"] if s.nominal else []),
            ]
            for s in (table.scorers[k] for k in by_scorer)
        ]
    )
    add_json([table.systems[i] for i in by_system])
    add_json([table.inputs[j] for j in by_input])
    add_json(table.has_systems)
    add_json({name: [labels[j] for j in by_input] for name, labels in table.input_groups.items()})
    add_json({name: [labels[i] for i in by_system] for name, labels in table.system_groups.items()})
    add_values(table.values, by_scorer, by_system, by_input)
    for name in sorted(table.annotations):
        annotations = table.annotations[name]
        order = order_of_names(annotations.annotators)
        add_json([name, [annotations.annotators[a] for a in order]])
        add_values(annotations.values, order, by_system, by_input)
    for name in sorted(table.corpus):  # nothing is added where there are none: older fingerprints stay
        statistics = table.corpus[name]
        add_json(["corpus statistics", name, statistics.formula, statistics.size])
        add_values(statistics.values, by_system, by_input)
    return digest.hexdigest()
