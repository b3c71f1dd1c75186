"""`trueness metrics verify`: yes or no, in words, as JSON and as a status."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest

import trueness
from trueness.metrics.length import Length
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.verification import verify as verification


def test_yes(run):
    status, out, err = run("metrics", "verify", "rouge1_{f,recall}", "bleu,chrf")
    assert (status, err) == (0, "")
    # processors differ in the last bit of a logarithm
    assert re.fullmatch(
        r"yes: 4 of 4 metrics give the recorded scores \(largest difference (0|[0-9.]+e-1[67])\)\n", out
    )
    found = json.loads(run("metrics", "verify", "bleu", "--json").out)
    assert found["reproduced"]
    assert found["metrics"][0]["metric"] == "bleu"
    assert "record:built-in" in found["signature"]


def test_record_and_verify_elsewhere(run, tmp_path):
    status, out, _ = run("metrics", "verify", "bleu,length", "--record", "kept.json")
    assert (status, out) == (0, "2 metrics recorded in kept.json\n")
    assert json.loads(run("metrics", "verify", "ter", "--record", "ter.json", "--json").out)["metrics"] == [
        "ter"
    ]
    status, out, _ = run("metrics", "verify", "--recorded", "kept.json")
    assert (status, out.split()[:2]) == (0, ["yes:", "2"])


def test_no(run, monkeypatch):
    run("metrics", "verify", "length,compression", "--record", "kept.json")
    real = Length.score
    monkeypatch.setattr(Length, "score", lambda *given: real(*given) + 1)
    status, out, _ = run("metrics", "verify", "--recorded", "kept.json")
    assert status == 7
    first, *_, last = out.splitlines()
    assert first.startswith(
        "length: recorded 0, found 1 on 'an empty output' (difference 1, 1e-09 passes)"
    ) or ("length: recorded" in first)
    assert last == "no: 1 of 2 metrics give other scores than recorded"
    assert not json.loads(run("metrics", "verify", "--recorded", "kept.json", "--json").out)["reproduced"]
    assert run("metrics", "verify", "--recorded", "kept.json", "--tolerance", "1").status == 0


def test_no_names_the_first_of_many_the_settings_of_one_and_other_software(run, monkeypatch):
    run("metrics", "verify", "rouge[1-9]_*", "--record", "many.json")
    real = verification.scored_probes

    def undefined(metrics):
        return {
            name: dataclasses.replace(one, values=tuple(None for _ in one.values), signature="other")
            for name, one in real(metrics).items()
        }

    monkeypatch.setattr(verification, "scored_probes", undefined)
    monkeypatch.setattr(verification, "installed_software", lambda: {"regex": "1.2"})
    status, out, _ = run("metrics", "verify", "--recorded", "many.json")
    *lines, more, software, last = out.splitlines()
    assert (status, len(lines)) == (7, 20)
    assert re.fullmatch(
        r"rouge1_\w+: recorded \S+, found undefined on '.*; recorded as '.*', here 'other'", lines[0]
    )
    assert more == "… and 28 more (--json)"
    assert re.fullmatch(r"recorded with trueness \S+ \(here none\), .*regex \S+ \(here 1\.2\).*", software)
    assert last == "no: 48 of 48 metrics give other scores than recorded"
    _, settings, *_ = run("metrics", "verify", "rouge1_f", "--recorded", "many.json").out.splitlines()
    assert settings == "settings: other"


def test_a_tampered_record(run, tmp_path):
    run("metrics", "verify", "length", "--record", "kept.json")
    path = tmp_path / "kept.json"
    path.write_text(path.read_text().replace('"values": [17.0', '"values": [18.0').replace("[19.0", "[20.0"))
    status, out, err = run("metrics", "verify", "--recorded", "kept.json")
    assert (status, out) == (3, "")
    assert "kept.json: the record has been changed since it was written" in err


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (
            ("bleu", "--record", "a.json", "--recorded", "b.json"),
            2,
            "out --recorded and --tolerance",
        ),
        (("bleu", "--tolerance", "-1"), 2, "--tolerance must be a number of at least 0"),
        (("meteor_java",), 3, "no scores are recorded for 'meteor_java'"),
        (("--recorded", "none.json"), 3, "none.json: no such file"),
    ],
)
def test_wrong_use(run, words, status, said):
    found = run("metrics", "verify", *words)
    assert found.status == status
    assert said in found.err


def test_what_gives_a_recorded_column(run, tmp_path):
    chrf = get_metric("chrf")
    rows = []
    for k, (output, *references) in enumerate(
        (("a b c d", "a b c", "b c d e"), ("the town", "a town", "the old town"))
    ):
        single = [float(chrf.score([output], [[one]], [None])[0]) for one in references]
        row = {"system": "s", "input": str(k), "output": output, "references": references}
        rows.append({**row, "CHRF": round(sum(single) / 200, 4)})
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    status, out, _ = run("metrics", "verify", "chrf,rouge1_f", "--texts", path, "--column", "CHRF")
    assert status == 0
    assert "chrf, the mean over single references, times 0.01: 100.0% of 2 scores" in " ".join(out.split())
    assert "yes: 'CHRF' is chrf, the mean over single references" in " ".join(out.split())
    status, out, _ = run("metrics", "verify", "rouge1_f", "--texts", path, "--column", "CHRF", "--json")
    assert (status, json.loads(out)["reproduced"]) == (7, False)
    assert "go together" in run("metrics", "verify", "--texts", path)[2]
    words = ("chrf", "--texts", path, "--column", "CHRF", "--tolerance", "1")
    assert "leave out" in run("metrics", "verify", *words)[2]
    assert trueness.recorded_column(path, "CHRF", "chrf").reproduced
