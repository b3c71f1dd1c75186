"""Standard output holds results alone, whatever metrics of others print."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from trueness.cli.running import prints_aside

LOUD = '''
import json
import os
import sys
from trueness.commands import main
from trueness.metrics.scoring import registry
from trueness.metrics.length import Length

class Loud(Length):
    """A metric that prints."""

    name = "loud"

    @classmethod
    def names(cls):
        return ("loud",)

    def score(self, *given, **more):
        print("scoring by print")
        sys.stdout.write("scoring by write\\n")
        os.write(1, b"scoring by descriptor\\n")
        return super().score(*given, **more)


def classes():
    print("looking for plug-ins")
    return (Loud,)


registry.plugin_classes = classes
for words in json.loads(sys.argv[1]):
    sys.argv = ["trueness", *words]
    registry.metric_classes.cache_clear()
    try:
        main()
    except SystemExit as leaving:
        assert not leaving.code
    for stream in (sys.stdout, sys.stderr):
        stream.write("\\0")
        stream.flush()
'''
"""Commands one after the other, and a mark behind what each prints."""


def test_prints_go_to_standard_error(capfd):
    sys.stdout.write("before\n")
    with prints_aside():
        sys.stdout.write("inside\n")
        os.write(1, b"by descriptor\n")
        subprocess.run([sys.executable, "-c", "print('by a process')"], check=True)
    sys.stdout.write("after\n")
    out, err = capfd.readouterr()
    assert out.splitlines() == ["before", "after"]
    assert set(err.splitlines()) >= {"inside", "by descriptor", "by a process"}


def test_standard_output_is_back_after_an_error(capfd):
    def fail():
        with prints_aside():
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    sys.stdout.write("after\n")
    os.write(1, b"and after\n")
    assert "after" in capfd.readouterr().out


def test_a_metric_that_prints_does_not_spoil_json_nor_does_looking_for_it(tmp_path):
    rows = [
        {"system": f"s{i}", "input": f"d{j}", "output": "a " * (i * j + 1), "quality": i + j % 3}
        for i in range(6)
        for j in range(5)
    ]
    (tmp_path / "texts.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "loud.py").write_text(LOUD)
    asked = ("texts.jsonl", "--metrics", "loud,length", "--json")
    few = ("--resamples", "20", "--seed", "1", "--coefficient", "pearson", "--level", "system")
    commands = (
        ("metrics", "list", "--json"),
        ("metrics", "show", "loud", "--json"),
        ("score", *asked, "--out", "scores.csv"),
        ("compare", "--no-tests", *asked, "--human", "quality", *few),
    )
    found = subprocess.run(
        [sys.executable, "loud.py", json.dumps(commands)],
        cwd=tmp_path,
        env={**os.environ, "TRUENESS_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    listed, shown, scored, correlated = map(json.loads, found.stdout.split("\0")[:-1])
    aside = found.stderr.split("\0")[:-1]
    assert listed
    assert shown
    assert all("looking for plug-ins" in said for said in aside)
    assert {row["metric"] for row in scored["metrics"]} == {"loud", "length"}
    assert {row["metric"] for row in correlated} == {"loud", "length"}
    for word in ("print", "write", "descriptor"):
        assert f"scoring by {word}" in aside[2]
