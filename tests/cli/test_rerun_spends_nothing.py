"""A manifest, which may be anybody's, asks no model, fetches nothing and reads nothing elsewhere without a word."""

from __future__ import annotations

import json

import pytest

pytest_plugins = ("tests.stub_endpoint",)

JUDGE = """
name = "evil"
model = "expensive"
prompt = "{{ output }}"
[scale]
lower = 0
upper = 5
[reply]
read = "json"
[sampling]
samples = 20
"""


@pytest.fixture
def manifest(run, tmp_path):
    rows = [
        {
            "system": f"s{i}",
            "input": f"i{k}",
            "output": f"w{i} w{k}",
            "references": [f"w{k}"],
            "human": i + k % 3,
        }
        for i in range(4)
        for k in range(6)
    ]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("--human", "human", "--metrics", "rouge1_f", "--no-tests", "--seed", 1)
    assert run("compare", "texts.jsonl", *asked, "--manifest", "m.json").status == 0
    return tmp_path / "m.json"


def changed(manifest, **of_the_source):
    values = json.loads(manifest.read_text())
    values["data"]["scores"]["sources"][0] |= of_the_source
    manifest.write_text(json.dumps(values))


def test_a_judge_among_the_metrics_is_not_asked(run, manifest, tmp_path, stub, monkeypatch):
    monkeypatch.setenv("TRUENESS_JUDGE_URL", stub.url)
    (tmp_path / "judge.toml").write_text(JUDGE)
    changed(manifest, metrics=["rouge1_f", "llm_judge:judge.toml"])
    outcome = run("rerun", "m.json", "--allow-files", "--allow-network", "--allow-programs")
    assert outcome.status == 4
    assert "'evil' asks a service" in outcome.err
    assert "--data" not in outcome.out
    assert stub.asked == []


def test_a_data_set_is_not_fetched(run, manifest, monkeypatch):
    from trueness.data.datasets import download

    monkeypatch.setattr(download, "transfer", lambda *_: pytest.fail("something is fetched"))
    changed(manifest, kind="dataset", name="summeval")
    outcome = run("rerun", "m.json")
    assert outcome.status == 2
    assert "fetch" in outcome.err
    assert "--allow-network" in outcome.err


def test_a_file_elsewhere_is_read_where_the_user_names_it_or_allows_it(run, manifest, tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    manifest.rename(kept / "m.json")
    refused = run("rerun", "kept/m.json")
    assert refused.status == 2
    assert "would read 'texts.jsonl'" in refused.err
    assert run("rerun", "kept/m.json", "--allow-files").status == 0
    assert run("rerun", "kept/m.json", "--data", "texts.jsonl").status == 0


def test_scores_stand_in_for_texts_that_were_scored(run, manifest):
    assert run("score", "texts.jsonl", "--metrics", "rouge1_f", "--out", "s.csv").status == 0
    outcome = run("rerun", "m.json", "--data", "s.csv")
    assert outcome.status == 0, outcome.err
