"""Standard output holds results alone, whatever metrics of others print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

from trueness.cli.running import prints_aside

LOUD = '''
import os
import sys
from trueness.metrics.scoring import registry
from trueness.metrics.length import Length

{imports}

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
from trueness.cli import main
main()
'''


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


def loud(tmp_path, *words):
    script = tmp_path / "loud.py"
    script.write_text(textwrap.dedent(LOUD.format(imports="")))
    found = subprocess.run(
        [sys.executable, str(script), *map(str, words)],
        cwd=tmp_path,
        env={**os.environ, "TRUENESS_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found


def test_a_metric_that_prints_does_not_spoil_json(tmp_path):
    texts = tmp_path / "texts.jsonl"
    rows = [
        {"system": f"s{i}", "input": f"d{j}", "output": "a " * (i * j + 1), "quality": i + j % 3}
        for i in range(6)
        for j in range(5)
    ]
    texts.write_text("\n".join(map(json.dumps, rows)))
    asked = ("--metrics", "loud,length", "--json")
    found = loud(tmp_path, "score", texts, *asked, "--out", "scores.csv")
    assert {row["metric"] for row in json.loads(found.stdout)["metrics"]} == {"loud", "length"}
    for word in ("print", "write", "descriptor"):
        assert f"scoring by {word}" in found.stderr
    more = (
        "--human",
        "quality",
        "--resamples",
        20,
        "--seed",
        1,
        "--coefficient",
        "pearson",
        "--level",
        "system",
    )
    found = loud(tmp_path, "correlate", texts, *asked, *more)
    assert {row["metric"] for row in json.loads(found.stdout)} == {"loud", "length"}


@pytest.mark.parametrize("words", [("metrics", "list", "--json"), ("metrics", "show", "loud", "--json")])
def test_nor_does_looking_for_it(tmp_path, words):
    found = loud(tmp_path, *words)
    assert json.loads(found.stdout)
    assert "looking for plug-ins" in found.stderr
