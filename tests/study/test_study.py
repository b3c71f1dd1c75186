"""What all studies are: one way to run, arguments from declarations, results of one form; here of systems."""

from __future__ import annotations

import dataclasses
import inspect
import json

import numpy as np
import pytest

import trueness
from trueness.data.pocket import POCKET_NOTE
from trueness.data.reading.read import Scores
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnknownNameError
from trueness.parallel import checkpoint
from trueness.parallel.checkpoint import current_checkpoint
from trueness.parallel.execution import current_execution
from trueness.reporting.page import curled
from trueness.studies.systems.rows import SystemsResult
from trueness.studies.systems.settings import SystemSelection, SystemSettings
from trueness.studies.systems.study import Systems, systems
from trueness.study.folders import STUDIES
from trueness.study.registry import find_study
from trueness.study.setting import settings_of
from trueness.study.study import RUN_OPTIONS, Study, StudyResult, entry


class Stopped(Exception):  # noqa: N818 - no error, an interruption
    pass


def table(seed=0, m=30):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(3, 4, m)) + np.array([[0], [0.5], [1], [1]])
    names = ("human", "<b>good</b>", "noise")
    return ScoreTable(
        tuple(Scorer(name, "human" if name == "human" else "metric") for name in names),
        ("a", "b", "c", "d"),
        tuple(f"i{j}" for j in range(m)),
        values,
        name="made",
    )


def numbers(found):
    return repr((found.pairs, found.standing, found.agreement, found.separation, found.normality))


QUICK = {"resamples": 99, "rng": 1}


def test_an_argument_that_is_none_is_refused():
    with pytest.raises(TypeError, match=r"systems\(\) got an unexpected keyword argument 'sead'"):
        systems(table(), sead=1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'seed'"):
        systems(table(), seed=1)


def test_the_names_of_scipy_are_taken_too():
    one = systems(table(), n_resamples=99, confidence_level=0.9, rng=1)
    assert one.settings == SystemSettings.of(resamples=99, confidence=0.9, rng=1)
    with pytest.raises(ArgumentError, match="`n_resamples` and `resamples` are one argument"):
        systems(table(), n_resamples=99, resamples=9)
    assert "``n_resamples`` is taken for it, too" in (systems.__doc__ or "")


def test_arguments_are_settings():
    given = {"test": "bootstrap", "alpha": 0.1}
    first, second = systems(table(), **QUICK, **given), systems(table(), **QUICK, **given, scorers="*o*")
    assert second.settings == SystemSettings.of(**QUICK, **given) == first.settings
    assert second.scorers == ("<b>good</b>", "noise")


def test_the_arguments_of_a_result_hold_every_setting_and_the_seed():
    first = systems(table(), resamples=9, test="bootstrap")
    assert first.arguments["resamples"] == 9
    assert first.arguments["rng"] == first.settings.seed
    assert {one.keyword for one in settings_of(SystemSettings)} < first.arguments.keys()
    assert numbers(systems(table(), **first.arguments)) == numbers(first)


def test_settings_as_a_whole_are_no_argument():
    with pytest.raises(TypeError, match="unexpected keyword argument 'settings'"):
        systems(table(), settings=SystemSettings())


def test_what_is_compared_is_recorded_with_every_name_resolved():
    found = systems(table(), scorers="{human,*g*}", people="a", **QUICK)
    assert found.selection == SystemSelection(scorers=("human", "<b>good</b>"), human="human", people=("a",))
    again = systems(table(), **found.arguments)
    assert numbers(again) == numbers(found)
    assert again.selection == found.selection


def test_a_run_says_where_work_runs(tmp_path):
    seen = []

    class Where(Systems):
        def answer(self, data, selection, settings):
            seen.append((current_execution(), current_checkpoint()))
            return super().answer(data, selection, settings)

    Where().run(table(), workers=1, chunk=2, memory="1MiB", checkpoint=tmp_path / "kept", **QUICK)
    ((execution, kept),) = seen
    assert (execution.workers, execution.chunk, execution.memory) == (1, 2, 2**20)
    assert kept is not None
    assert current_execution().workers is None
    with pytest.raises(ArgumentError, match="`engine` must be one of"):
        systems(table(), engine="spark")


def test_who_watches_is_told():
    told = []
    systems(table(), watch=told.append, **QUICK)
    assert told == ["tests by human", "tests by <b>good</b>", "tests by noise"]


def stopping(after):
    """Return what watches and stops at some number of tiles."""
    count = [0]

    def watch(what):
        def report(done, of):
            count[0] += 1
            if count[0] == after:
                raise Stopped

        return report

    return watch


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(checkpoint, "PATIENCE", 0.0)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0.0)


@pytest.mark.parametrize("given", [{}, {"rng": 5}, {"test": "bootstrap"}])
def test_what_is_interrupted_goes_on_with_the_same_seed(tmp_path, at_once, given):
    options = {"resamples": 3000, "checkpoint": tmp_path, "workers": 1, **given}
    with pytest.raises(Stopped) as stopped:
        systems(table(), watch=stopping(9), **options)
    assert "finished work is kept in" in stopped.value.__notes__[0]
    assert len(list(tmp_path.iterdir())) == 1
    reports = []
    found = systems(table(), watch=lambda what: lambda *done: reports.append((what, *done)), **options)
    assert list(tmp_path.iterdir()) == []
    first = [done for what, done, _ in reports if what == "tests by human"]
    assert min(first) == 6  # the six tiles of the first scorer are kept, with the seed
    del options["checkpoint"]
    whole = systems(table(), **{**options, "rng": found.settings.seed})
    assert numbers(whole) == numbers(found)
    assert str(whole.signature) == str(found.signature)
    if "rng" in given:
        assert found.settings.seed == 5


def test_another_question_has_a_checkpoint_of_its_own(tmp_path, at_once):
    options = {"resamples": 3000, "checkpoint": tmp_path, "workers": 1}
    with pytest.raises(Stopped):
        systems(table(), watch=stopping(9), **options)
    for other in ({"alpha": 0.1}, {"scorers": "noise"}, {"rng": 5}):
        systems(table(), **{**options, **other})
        assert len(list(tmp_path.iterdir())) == 1
    systems(table(seed=1), **options)
    assert len(list(tmp_path.iterdir())) == 1
    systems(table(), **options)
    assert list(tmp_path.iterdir()) == []


def test_a_generator_is_a_seed(tmp_path):
    found = [
        systems(table(), rng=np.random.default_rng(3), resamples=99, checkpoint=tmp_path) for _ in range(2)
    ]
    assert numbers(found[0]) == numbers(found[1])
    with pytest.raises(ArgumentError, match="`rng` must be None, a whole number"):
        systems(table(), rng="x")


def test_the_function_has_every_argument_in_its_signature_and_its_docstring():
    parameters = inspect.signature(systems).parameters
    options = [one.keyword for cls in (SystemSelection, SystemSettings) for one in settings_of(cls)]
    assert list(parameters) == ["table", *options, *RUN_OPTIONS]
    assert all(parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in options)
    heads = [line.partition(" : ")[0] for line in systems.__doc__.splitlines() if " : " in line]
    said = [name for head in heads for name in head.split(", ")]
    assert said[: 1 + len(options)] == ["table", *options]
    assert set(said[1 + len(options) :]) == set(RUN_OPTIONS)
    assert "{" not in systems.__doc__.replace("{'", "")
    assert inspect.signature(systems).return_annotation == "SystemsResult"


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_runs_with_the_same_options(name):
    study = find_study(name)
    own = {one.keyword for cls in (study.selection_type, study.settings_type) for one in settings_of(cls)}
    assert not own & {*RUN_OPTIONS}
    assert set(RUN_OPTIONS) <= set(inspect.signature(Study.run).parameters)


@pytest.fixture(scope="module")
def found():
    return systems(table(), people="d", **QUICK)


def test_the_result_as_values(found):
    values = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert list(values) == [
        *("scorers", "human", "people"),
        *SystemsResult.TABLES,
        *("conclusions", "settings", "fingerprint", "signature"),
    ]
    assert values["settings"] == found.settings.to_dict()
    assert values["fingerprint"] == found.table.fingerprint
    assert values["conclusions"] == list(found.conclusions)


def test_the_result_as_dataframes(found):
    for name in SystemsResult.TABLES:
        frame = found.to_frame("pandas", table=name)
        assert len(frame) == len(found.rows_of(name))
    assert len(found.to_frame("polars")) == len(found.pairs)
    assert list(found.to_frame("pandas", table="cautions").columns) == ["code", "severity", "message"]
    with pytest.raises(ArgumentError, match="`table` must be one of 'pairs'"):
        found.to_frame(table="pears")
    with pytest.raises(ArgumentError, match="`backend`"):
        found.to_frame("excel", table="pairs")


def test_the_result_in_a_notebook(found):
    html = found._repr_html_()
    assert "Standing of systems" in html
    assert str(found.signature) in html
    assert "&lt;b&gt;good&lt;/b&gt;" in html
    assert "<b>good" not in html
    assert "<script" not in html
    for text in found.conclusions[:1]:
        assert curled(text) in html


def test_rows_are_those_of_the_first_table_that_has_some(found):
    assert found.rows()[0]["system"] == found.pairs[0].system
    without = dataclasses.replace(found, pairs=())
    assert len(without.rows()) == len(found.standing)
    nothing = dataclasses.replace(without, **dict.fromkeys(SystemsResult.TABLES, ()))
    assert nothing.rows() == []


def test_data_by_their_parts(found):
    assert found.data == {"scores": found.table}
    assert isinstance(found, StudyResult)
    assert Systems().assembled(found.data) is found.table
    assert Systems().identity(found.table) == found.table.fingerprint
    assert Systems().identity({"b": found.table, "a": found.table})[0] == ("a", found.table.fingerprint)


def test_unknown_names_are_refused_before_anything_is_drawn():
    with pytest.raises(UnknownNameError, match="no scorer is called 'bleu'"):
        systems(table(), human="bleu")


@pytest.mark.parametrize("study", ["systems", "disagreements", "compare"])
def test_what_data_say_of_themselves_is_said_once_that_they_are_no_evidence_first(study):
    of_pocket = dataclasses.replace(table(), notes=("read as told", POCKET_NOTE))
    options = {"systems": QUICK, "disagreements": {}, "compare": {"resamples": 19, "rng": 1}}[study]
    found = getattr(trueness, study)(of_pocket, **options).cautions
    assert (found[0].code, found[0].severity, found[0].message) == ("no_evidence", "warning", POCKET_NOTE)
    assert [caution.message for caution in found].count("read as told") == 1
    assert [caution.message for caution in found].count(POCKET_NOTE) == 1


def test_texts_that_are_no_evidence_are_said_of_scores_that_do_not_say_so():
    texts = trueness.load_dataset_texts("pocket")
    scores = dataclasses.replace(trueness.score(texts, ["length", "chrf"]), notes=())
    found = trueness.disagreements(scores, human="coverage", texts=texts)
    assert found.cautions[0].message == POCKET_NOTE
    alone = trueness.disagreements(scores, human="coverage")
    assert "no_evidence" not in {caution.code for caution in alone.cautions}


def test_what_the_base_says_of_every_study():
    for name in STUDIES:
        study = type(find_study(name))
        assert study.name == study.result_type.STUDY == name
        assert issubclass(study.result_type, StudyResult)
        assert study.result_type.TABLES[-2:] == ("decisions", "cautions")


def test_a_docstring_of_one_paragraph_gets_the_sections():
    def ask(table: ScoreTable, **options: object) -> object:
        """Ask."""

    found = entry(type(find_study("worth")))(ask).__doc__
    assert found.startswith(
        "Ask.\n\nParameters\n----------\ntable : ScoreTable\nclusters : str, default a column"
    )
    assert "\ndifference : float" in found
    assert found.endswith("\n\nReturns\n-------\nWorthResult")


def test_a_docstring_says_of_its_own_arguments_what_there_is_to_say():
    def ask(table: Scores, *, texts: str | None = None, **options: object) -> object:
        """Ask.

        Parameters
        ----------
        texts : str, optional
            What was scored.

        Raises
        ------
        DataError
            If there is none.
        """

    found = entry(type(find_study("worth")))(ask).__doc__
    assert found.startswith(
        "Ask.\n\nParameters\n----------\ntable : ScoreTable, path, dataframe or list of these\n    Scores, or what "
        "holds them (see `read_scores`).\ntexts : str, optional\n    What was scored.\nclusters : str, default a column"
    )
    assert found.index("\nwatch : callable") < found.index("\n\nReturns\n-------\nWorthResult\n\nRaises\n")
    assert found.endswith("\nDataError\n    If there is none.")


def test_a_result_of_the_usual_form():
    scores, study = table(), find_study("worth")
    settings = study.settings_type.of(rng=3)
    found = study.answered(
        scores,
        study.selection_type(),
        settings,
        conclusions=["Said."],
        worth=[],
        needed=(),
        fits=(),
        curves=(),
    )
    assert found.data == {"scores": scores}
    assert found.conclusions == ("Said.",)
    assert found.passes
    parts = dict(found.signature.parts)
    assert parts["data"] == scores.fingerprint[:12]
    assert (parts["seed"], parts["version"]) == ("3", trueness.__version__)


def test_each_caution_of_one_code_is_said_of_one_table():
    rng = np.random.default_rng(3)
    values = np.stack([rng.integers(1, 6, (5, 30)) for _ in range(3)]).astype(float)
    values[1, :, :3] = -1
    values[2, :, 4:7] = 99
    names = ("human", "first", "second")
    marked = ScoreTable(
        tuple(Scorer(name, "human" if name == "human" else "metric") for name in names),
        tuple("abcde"),
        tuple(f"i{j}" for j in range(30)),
        values,
    )
    said = [one.message for one in trueness.compare(marked, resamples=19, rng=1).cautions]
    for start in ("'first' is -1", "'second' is 99"):
        assert sum(text.startswith(start) for text in said) == 1
    assert "tables" not in " ".join(said)
