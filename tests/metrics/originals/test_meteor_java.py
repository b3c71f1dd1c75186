"""METEOR's own program: what it is told and how its answers are read; and the program itself where it is here."""

from __future__ import annotations

import json
import shutil
import sys

import numpy as np
import pytest

from trueness.data.datasets.load import summeval_texts
from trueness.data.scores.corpus_formulas import corpus_score
from trueness.errors import ArgumentError, DataError, MissingExtraError, UnsupportedMethodError
from trueness.metrics.originals import meteor_java
from trueness.metrics.originals.meteor_java import MeteorJava
from trueness.metrics.scoring.registry import get_metric

# answers that METEOR 1.5 gave to these lines with -stdio -l en -norm
ANSWERS = {
    "SCORE ||| a ||| a": "1.0 1.0 0.0 0.0 1.0 1.0 0.0 0.0" + " 0.0" * 12 + " 1.0 1.0 1.0",
    "SCORE ||| b ||| a": "1.0 1.0 0.0 1.0" + " 0.0" * 19,
    "SCORE ||| a ||| b": "1.0 1.0 0.0 1.0" + " 0.0" * 19,
    "SCORE ||| a b ||| ": "0.0 2.0 0.0 1.0" + " 0.0" * 19,
}

JAVA = """#!{python}
import json, pathlib, sys
folder = pathlib.Path({folder!r})
(folder / "arguments.json").write_text(json.dumps(sys.argv[1:]))
answers = json.loads((folder / "answers.json").read_text())
for line in sys.stdin:
    print(answers.get(line.rstrip("\\n"), "Error: specify SCORE or EVAL or SING"), flush=True)
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A made Java that answers what is recorded, and a jar that has its table beside it."""
    jar = tmp_path / "meteor-1.5.jar"
    jar.write_bytes(b"jar")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "paraphrase-en.gz").write_bytes(b"table")
    (tmp_path / "answers.json").write_text(json.dumps(ANSWERS))
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(JAVA.format(python=sys.executable, folder=str(tmp_path)))
    java.chmod(0o755)
    monkeypatch.setenv("PATH", str(java.parent))
    yield tmp_path
    meteor_java._program(str(jar.resolve())).close()


def test_lines_and_answers(made):
    metric = get_metric(f"meteor_java:jar={made / 'meteor-1.5.jar'}")
    assert metric.score([], [], []).shape == (0,)
    found = metric.score(["b", "", " b\n"], [("a",), ("a\x85b",), ("a",)], [None] * 3)
    np.testing.assert_array_equal(found, [0, 0, 0])
    arguments = json.loads((made / "arguments.json").read_text())
    assert arguments[-6:] == ["-", "-", "-stdio", "-l", "en", "-norm"]
    with pytest.raises(
        DataError, match=r"has answered 'Error: specify SCORE or EVAL or SING' in place of 23 counts"
    ):
        metric.score(["other"], [("words",)], [None])


def test_the_mean_over_references_asks_for_each_alone(made):
    jar = made / "meteor-1.5.jar"
    metric = get_metric(f"meteor_java:refs=mean,jar={jar}")
    assert metric.name == f"meteor_java:jar={jar},refs=mean"
    assert metric.signature().startswith("METEOR 1.5 -l en -norm, the mean over single references, ")
    same, other = MeteorJava(jar).score(["a", "b"], [("a",), ("a",)], [None] * 2)
    assert same > other == 0
    # together the line would be one that the program has no answer to
    np.testing.assert_allclose(metric.score(["a"], [("a", "b")], [None]), [same / 2])
    with pytest.raises(UnsupportedMethodError):
        metric.statistics(["a"], [("a", "b")], [None])


def test_what_parts_texts_for_the_program_is_taken_apart():
    assert meteor_java._one_line("a ||| b\n c\u2028d") == "a | | | b c d"


def test_counts_come_in_the_order_of_the_formula():
    # the first 80 counts that METEOR 1.5 gave on SummEval, with the score it gave to them
    answer = (
        "58.0 42.0 26.0 20.0 8.0 8.0 9.0 9.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 2.0 1.0 2.0 2.0 13.0 21.0 20.0"
    )
    counts = np.array(meteor_java._counts(answer))
    assert corpus_score("meteor", counts) == pytest.approx(0.17984038294282875, rel=1e-14)


def test_what_is_missing_is_said(made, monkeypatch):
    jar = made / "meteor-1.5.jar"
    (made / "bin" / "java").unlink()
    with pytest.raises(MissingExtraError, match=r"'java' is not installed. METEOR's program needs Java"):
        MeteorJava(jar).score(["x"], [("y",)], [None])
    (made / "data" / "paraphrase-en.gz").unlink()
    with pytest.raises(
        MissingExtraError, match=r"table of paraphrases is missing at '.*paraphrase-en.gz'. Get"
    ):
        MeteorJava(jar).score(["x"], [("y",)], [None])
    monkeypatch.setattr(meteor_java, "_carried_jar", lambda: None)
    monkeypatch.delenv("TRUENESS_METEOR_JAR", raising=False)
    with pytest.raises(
        MissingExtraError, match=r"METEOR's program must be named. .*pip install pycocoevalcap"
    ):
        MeteorJava().score(["x"], [("y",)], [None])
    assert MeteorJava().signature().endswith("not here")
    monkeypatch.setenv("TRUENESS_METEOR_JAR", str(jar))
    with pytest.raises(MissingExtraError, match="table of paraphrases"):
        MeteorJava().find_jar()


def test_program_and_table_are_in_the_signature(made):
    metric = MeteorJava(made / "meteor-1.5.jar")
    before = metric.signature()
    (made / "data" / "paraphrase-en.gz").write_bytes(b"another table")
    assert metric.signature() != before
    assert before.startswith("METEOR 1.5 -l en -norm, meteor-1.5.jar ")


@pytest.mark.parametrize("name", ["meteor_java:jra=x", "meteor_java:jar=", "meteor_java:"])
def test_options_are_checked(name):
    with pytest.raises(ArgumentError, match=r"be an option key=value|no option is called 'jra'"):
        get_metric(name)


def test_the_package_that_carries_the_program_is_found(tmp_path, monkeypatch):
    folder = tmp_path / "pycocoevalcap" / "meteor"
    folder.mkdir(parents=True)
    (tmp_path / "pycocoevalcap" / "__init__.py").write_text("raise SystemExit('nobody imports this')")
    monkeypatch.syspath_prepend(tmp_path)
    assert meteor_java._carried_jar() is None
    (folder / "meteor-1.5.jar").write_bytes(b"")
    assert meteor_java._carried_jar() == folder / "meteor-1.5.jar"


@pytest.fixture(scope="module")
def real():
    metric = MeteorJava()
    try:
        metric.find_jar()
    except MissingExtraError as error:
        pytest.skip(str(error))
    if shutil.which("java") is None:
        pytest.skip("no Java here")
    return metric


@pytest.mark.slow
def test_the_program_gives_what_it_gave(real, test_data):
    oracle = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text(encoding="utf-8"))
    texts = summeval_texts(test_data / "data" / "summeval" / "data.pkl")
    row_of = {(row.input, row.system): row for row in texts.rows}
    rows = [row_of[input_, system] for input_, system in oracle["rows"]]
    recorded = oracle["METEOR"]["scores"]
    outputs = [row.output for row in rows]
    single = real.score(outputs, [row.references[:1] for row in rows], [None] * len(rows))
    np.testing.assert_allclose(single, recorded["meteor15_norm_single"], rtol=0, atol=1e-15)
    several = real.score(outputs, [row.references for row in rows], [None] * len(rows))
    np.testing.assert_allclose(several, recorded["meteor15_norm_11refs"], rtol=0, atol=1e-15)
