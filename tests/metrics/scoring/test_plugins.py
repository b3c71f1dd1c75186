"""Metrics of other packages: a real small package is installed and used, broken ones are skipped with a warning."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

METRIC = """
    import numpy as np
    from trueness.metrics.metric import Citation, Metric


    class Vowels(Metric):
        '''The number of vowels.'''

        name = "vowels"
        lower, upper, empty_output = 0.0, float("inf"), 0.0
        citation = Citation("vowels", "Nobody (2026): Vowels.", "@misc{vowels, title = {Vowels}}")

        def score(self, outputs, references, sources):
            return np.array([sum(output.count(letter) for letter in "aeiou") for output in outputs], dtype=float)


    class Wordless(Metric):
        name = "wordless"

        def score(self, outputs, references, sources):
            return np.zeros(len(outputs))


    class Listed(Vowels):
        name, options = "listed", ["a", "b"]


    class Bleu(Vowels):
        name = "bleu"


    class Leaving(Vowels):
        name = "leaving"

        @classmethod
        def names(cls):
            raise SystemExit(0)


    number = 7
"""


@pytest.fixture
def run(tmp_path):
    """Install a package with entry points, and run Python with it."""
    (tmp_path / "vowel_metric.py").write_text(textwrap.dedent(METRIC))
    (tmp_path / "leaves.py").write_text("raise SystemExit(0)")
    (tmp_path / "leaves_oddly.py").write_text("class Odd(BaseException): ...\nraise Odd('goodbye')")
    info = tmp_path / "vowel_metric-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: vowel-metric\nVersion: 1.0\n")

    def call(code: str, **points: str) -> subprocess.CompletedProcess[str]:
        lines = "".join(f"{name} = {value}\n" for name, value in points.items())
        (info / "entry_points.txt").write_text(f"[trueness.metrics]\n{lines}")
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)],
            env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin"},
            capture_output=True,
            text=True,
            check=False,
        )

    return call


def test_the_file_in_the_documents_is_a_plugin(run, tmp_path):
    page = (Path(__file__).parents[3] / "docs" / "add_a_metric.md").read_text(encoding="utf-8")
    (tmp_path / "vowel_metric.py").write_text(page.partition("```python\n")[2].partition("```")[0])
    found = run(
        """
        from trueness.metrics.scoring.metric_facts import metric_facts
        from trueness.metrics.scoring.registry import get_metric
        print(get_metric("vowels").score(["a bee"], [()], [None]), metric_facts("vowels")[0].summary)
        """,
        vowels="vowel_metric:Vowels",
    )
    assert found.stderr == ""
    assert found.stdout == "[3.] The number of the letters a, e, i, o and u in an output.\n"


def test_a_plugin_is_a_metric_like_any_other(run):
    found = run(
        """
        from trueness.data.datasets.load import load_dataset_texts
        from trueness.metrics.scoring.score import score
        table = score(load_dataset_texts("pocket"), ["vowels", "length"])
        print(table.scorer_names[-2:], table.matrix("vowels").min() > 0)
        """,
        vowels="vowel_metric:Vowels",
    )
    assert found.stderr == ""
    assert found.stdout.split("\n")[0] == "('vowels', 'length') True"


BROKEN = {
    "no_such_module:Metric": "cannot be loaded (ModuleNotFoundError",
    "vowel_metric:Nobody": "cannot be loaded (AttributeError",
    "leaves:Metric": "cannot be loaded (SystemExit: 0)",
    "leaves_oddly:Metric": "cannot be loaded (Odd: goodbye)",
    "vowel_metric:Leaving": "does not state its facts (SystemExit: 0)",
    "vowel_metric:number": "no class derived from",
    "vowel_metric:Metric": "no method `score`",
    "vowel_metric:Wordless": "does not state its facts",
    "vowel_metric:Listed": "`options` and `note` are not all texts",
    "vowel_metric:Bleu": "a metric called 'bleu' already",
}


def test_broken_plugins_warn_and_the_others_stay(run):
    found = run(
        "from trueness.metrics.scoring.registry import metric_names; print(*metric_names())",
        **{f"broken{k}": value for k, value in enumerate(BROKEN)},
        vowels="vowel_metric:Vowels",
    )
    assert found.returncode == 0
    for k, (place, problem) in enumerate(BROKEN.items()):
        called = (
            f"plug-in 'broken{k}' of",
            f"plug-in {place.replace(':', '.')} is",
        )  # as a whole, one is in order
        (said,) = [line for line in found.stderr.splitlines() if any(name in line for name in called)]
        assert "skipped" in said
        assert problem in said
    assert {"bleu", "vowels"} <= set(found.stdout.split())
    assert found.stdout.split().count("bleu") == 1


def test_a_plugin_that_leaves_the_program_is_missed_by_those_alone_who_need_it(run, tmp_path):
    (tmp_path / "t.jsonl").write_text('{"system": "a", "input": "1", "output": "x y"}\n')
    code = """
        import sys
        from trueness.commands import main
        sys.argv = ["trueness", "score", {path!r}, "--metrics", {metric!r}, "--no-cache", "--out", {path!r} + ".csv"]
        main()
        """
    found = {
        metric: run(code.format(path=str(tmp_path / "t.jsonl"), metric=metric), broken="leaves:Metric")
        for metric in ("length", "broken")
    }
    warned = "the metric plug-in 'broken' of package 'vowel-metric' is skipped: it cannot be loaded (SystemExit: 0)"
    assert [one.stderr.count(warned) for one in found.values()] == [1, 1]
    assert found["length"].returncode == 0
    assert (tmp_path / "t.jsonl.csv").is_file()
    assert found["broken"].returncode == 3
    assert "no metric is called 'broken'" in found["broken"].stderr
