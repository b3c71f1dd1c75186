"""What makes scores of a metric other scores: version, code, name, settings, functions it was given."""

from __future__ import annotations

import importlib.util
import sys

import pytest

import trueness
from trueness.metrics.length import Length
from trueness.metrics.scoring import cached_scores as module
from trueness.metrics.scoring.cached_scores import metric_identity
from trueness.metrics.scoring.registry import get_metric

PLUGIN = """
from trueness.metrics.metric import Citation, Metric
import numpy as np

class Loud(Metric):
    name = "loud"
    lower, upper, empty_output = 0.0, 1.0, 0.0
    citation = Citation("x", "x", "x")

    def score(self, outputs, references, sources):
        return np.array([text.count("!") for text in outputs], dtype=float)
"""


def load(path, text):
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("loud_plugin", path)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules["loud_plugin"] = loaded
    spec.loader.exec_module(loaded)
    return loaded.Loud()


@pytest.fixture(autouse=True)
def _forget():
    yield
    sys.modules.pop("loud_plugin", None)


def test_the_same_metric_is_the_same():
    assert metric_identity(get_metric("length")) == metric_identity(Length())
    assert metric_identity(get_metric("length")) != metric_identity(get_metric("compression"))
    assert trueness.__version__ in metric_identity(Length())


def test_another_version_or_signature_is_another(monkeypatch):
    before = metric_identity(Length())
    monkeypatch.setattr(Length, "signature", lambda _: "other settings")
    assert metric_identity(Length()) != before
    monkeypatch.undo()
    assert metric_identity(Length()) == before
    monkeypatch.setattr(trueness, "__version__", "99")
    assert metric_identity(Length()) != before


@pytest.mark.parametrize("folder", ["_OURS", "_FORMULAS"])
def test_code_of_this_package_counts_as_a_whole(tmp_path, monkeypatch, folder):
    monkeypatch.setattr(module, folder, tmp_path)
    hashes = []
    for text in ("x = 1", "x = 2", "x = 1"):
        (tmp_path / "some_formula.py").write_text(text)
        module._package_hash.cache_clear()
        hashes.append(module._package_hash())
    module._package_hash.cache_clear()
    assert hashes[0] == hashes[2] != hashes[1]


def test_formulas_of_system_scores_are_where_they_are_looked_for():
    names = {path.name for path in module._FORMULAS.glob("*formula*.py")}
    assert "corpus_formulas.py" in names


def test_code_of_a_plugin_counts(tmp_path):
    path = tmp_path / "loud_plugin.py"
    first = metric_identity(load(path, PLUGIN))
    assert metric_identity(load(path, PLUGIN)) == first
    assert metric_identity(load(path, PLUGIN.replace('"!"', '"?"'))) != first


def test_a_function_that_was_given_is_itself_only(tmp_path):
    """Two closures of one line are two functions; what they import or remember, no file tells."""
    metric = load(tmp_path / "loud_plugin.py", PLUGIN)

    def cut(n):
        return lambda text: [text[:n]]

    plain = metric_identity(metric)
    metric.segmenter = one = cut(1)
    given = metric_identity(metric)
    assert given != plain
    assert metric_identity(metric) == given
    metric.segmenter = cut(4)
    assert metric_identity(metric) != given
    metric.segmenter = one
    assert metric_identity(metric) == given


def test_every_file_of_a_plugins_package_counts(tmp_path, monkeypatch):
    package = tmp_path / "loud_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "facts.py").write_text("VALUE = 1\n")
    (package / "metric.py").write_text(
        "from loud_package.facts import VALUE\nfrom trueness.metrics.length import Length\n\n\n"
        "class Loud(Length):\n    name = 'loud'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    loud = importlib.import_module("loud_package.metric").Loud
    before = metric_identity(loud())
    (package / "facts.py").write_text("VALUE = 2\n")
    module._code_hash.cache_clear()  # another process would read them anew
    assert metric_identity(loud()) != before
