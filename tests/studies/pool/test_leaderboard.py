"""Values of several tables as JSON in the published form, and on the page a table at a time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.studies.pool.test_view import pooled

from trueness.errors import ArgumentError
from trueness.reporting.manifest import manifest_of
from trueness.reporting.page import Alternatives
from trueness.reporting.report import report_html
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.pool.leaderboard import leaderboard, leaderboard_json

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/leaderboard.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found():
    return pooled(overall=True)


@pytest.fixture(scope="module")
def written(found):
    return json.loads(leaderboard_json(found, PaperForm(names=("metric0=Ours",))))


@pytest.mark.parametrize(
    "options", [{"overall": True}, {"baseline": "metric0"}, {"tests": False, "interval": "none"}]
)
def test_it_has_the_published_form(options):
    jsonschema = pytest.importorskip("jsonschema", reason="no jsonschema: 3 leaderboards are not validated")
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    whole = json.loads(leaderboard_json(pooled(**options), PaperForm()))
    assert [error.message for error in validator.iter_errors(whole)] == []
    assert list(validator.iter_errors(whole | {"version": 2}))
    del whole["values"][0]["metric"]
    assert list(validator.iter_errors(whole))


def test_every_field_is_explained(written):
    """Without a validator, too: what is written are the fields that are described, no more and no less."""
    assert set(written) == set(SCHEMA["properties"]) == set(SCHEMA["required"])
    for kind in ("tables", "metrics", "values"):
        described = SCHEMA["properties"][kind]["items"]
        assert {frozenset(one) for one in written[kind]} == {frozenset(described["properties"])}
        assert set(described["required"]) == set(described["properties"])


def test_it_holds_every_value_whole(found, written):
    values = {(v["table"], v["metric"], v["level"], v["coefficient"]): v for v in written["values"]}
    assert len(values) == len(written["values"]) == len(found.estimates) + len(found.tasks)
    for row in found.tasks:
        assert values[row.table, row.metric, row.level, row.coefficient]["estimate"] == row.estimate
    standing = {(row.metric, row.level, row.coefficient): row for row in found.ranks}
    for row in found.estimates:
        key = (row.metric, row.level, row.coefficient)
        value = values[(None, *key)]
        assert (value["low"], value["high"]) == (row.low, row.high)
        assert (value["rank_low"], value["may_be_best"]) == (
            standing[key].rank_low,
            standing[key].may_be_best,
        )
    assert [one["label"] for one in written["metrics"]] == ["Ours", "metric1", "metric2"]
    assert [one["systems"] for one in written["tables"]] == [8, 6, 7]


def test_what_is_undefined_is_null():
    whole = json.loads(leaderboard_json(pooled(interval="none", tests=False), PaperForm()))
    assert {(one["low"], one["high"], one["cluster"], one["may_be_best"]) for one in whole["values"]} == {
        (None,) * 4
    }


def test_a_page_shows_one_table_at_a_time(found):
    (switch,) = leaderboard(found)
    assert isinstance(switch, Alternatives)
    assert switch.label == "Language pair"
    assert [name for name, _ in switch.choices] == ["Average", "en-de", "zh-en", "he-en"]
    for name, (block,) in switch.choices[1:]:
        best = max((row for row in found.tasks if row.table == name), key=lambda row: row.estimate)
        first = re.search(r'<th scope="row".*?>(.*?)</th><td.*?>([\d.]+)', block.html)
        assert first.groups() == (best.metric, f"{best.estimate:.3f}")
    page = report_html(found, manifest_of(found))
    assert page.count('data-choice="he-en"') == 1


def test_names_that_nobody_has_are_refused(found):
    with pytest.raises(ArgumentError):
        leaderboard_json(found, PaperForm(names=("metric0=metric1",)))
