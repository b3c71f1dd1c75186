"""Every data set loads as the registry describes it, scores and texts under the same names."""

from __future__ import annotations

import dataclasses
import gzip
import shutil

import numpy as np
import pytest

from trueness.data.datasets import load
from trueness.data.datasets.load import load_dataset, load_dataset_texts
from trueness.data.datasets.registry import read_registry
from trueness.errors import DownloadError, FormatError, UnknownNameError

FOLDERS = {
    "summeval": "summeval",
    "realsumm": "realsumm",
    "summeval-metrics": "deutsch2021/fabbri2020",
    "realsumm-metrics": "deutsch2021/bhandari2020",
}


@pytest.fixture(scope="module")
def where(test_data, tmp_path_factory):
    """Arguments that fetch from a mirror made of the real files."""
    mirror = tmp_path_factory.mktemp("mirror")
    for name, folder in FOLDERS.items():
        (mirror / name).mkdir()
        for file in read_registry()[name].files:
            source = test_data / "data" / folder / file.name
            if source.is_file():
                shutil.copyfile(source, mirror / name / file.name)
            else:
                content = gzip.decompress(source.with_name(f"{file.name}.gz").read_bytes())
                (mirror / name / file.name).write_bytes(content)
    return {"mirror": mirror, "cache": tmp_path_factory.mktemp("cache")}


@pytest.mark.parametrize("name", FOLDERS)
def test_scores_are_what_the_registry_says(name, where):
    entry = read_registry()[name]
    table = load_dataset(name, **where)
    assert table.name == name
    assert table.shape == (len(entry.human) + len(entry.metrics), entry.systems, entry.inputs)
    assert {s.name for s in table.scorers if s.role == "human"} == set(entry.human)
    assert {s.name for s in table.scorers if s.role == "metric"} == set(entry.metrics)


@pytest.mark.parametrize("name", ["summeval", "realsumm"])
def test_texts_and_scores_agree(name, where):
    """Both ways lead to the same human scores of the same systems and inputs."""
    table, texts = load_dataset(name, **where), load_dataset_texts(name, **where)
    human = texts.human_scores()
    assert texts.name == human.name == name
    assert (human.systems, human.inputs) == (table.systems, table.inputs)
    for scorer in human.scorer_names:
        np.testing.assert_array_equal(human.matrix(scorer), table.matrix(scorer))


def test_experts_of_both_sources_of_summeval_agree(where):
    means, single = load_dataset("summeval", **where), load_dataset("summeval-metrics", **where)
    order = [single.systems.index(s) for s in means.systems], [single.inputs.index(i) for i in means.inputs]
    for dimension in means.scorer_names:
        other = single.matrix(f"expert_{dimension}")[np.ix_(*order)]
        np.testing.assert_allclose(means.matrix(dimension), other, atol=1e-9)
    assert len(single.annotations["expert_relevance"].annotators) == 3


def test_the_system_that_is_there_twice_is_noted(where):
    assert any(
        "ext/bart_out (same as abs/bart_out)" in note for note in load_dataset("realsumm", **where).notes
    )
    assert any(
        "ext/bart_out (same as abs/bart_out)" in note
        for note in load_dataset_texts("realsumm", **where).notes
    )


def test_the_pocket_benchmark_needs_nothing():
    table = load_dataset("pocket")
    assert table.shape == (2, 16, 24)
    assert [(s.name, s.role, s.higher_is_better) for s in table.scorers] == [
        ("coverage", "human", True),
        ("redundancy", "human", False),
    ]
    assert len(load_dataset_texts("pocket")) == 16 * 24


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"human": ("coverage",)}, "disagree about the scorers 'redundancy'"),
        ({"systems": 15}, "says 15 systems and 24 inputs, the files hold 16 and 24"),
    ],
)
def test_what_the_registry_says_otherwise_than_the_files_is_an_error(monkeypatch, changed, said):
    other = dataclasses.replace(read_registry()["pocket"], **changed)
    monkeypatch.setattr(load, "get_dataset", lambda name: other)
    with pytest.raises(FormatError, match=said):
        load_dataset("pocket")


@pytest.mark.parametrize("loader", [load_dataset, load_dataset_texts])
def test_a_licensed_data_set_says_where_to_apply(loader):
    with pytest.raises(DownloadError, match="Apply to NIST"):
        loader("tac")


def test_texts_that_are_not_there_are_not_promised():
    with pytest.raises(UnknownNameError, match=r"holds scores only.*'pocket', 'summeval', 'realsumm'"):
        load_dataset_texts("realsumm-metrics")
