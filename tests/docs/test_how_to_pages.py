"""The pages docs/add_a_*.md: their blocks are put into a copy of the source where they say, and run.

A block starts with a comment that says where it goes:

* ``# new file: PATH``;
* ``# in NAME of PATH``: at the end of the brackets that the module assigns to NAME, with a comma;
* ``# among the imports of PATH``: before the first import of this package;
* ``# in PATH``: at the end of the file, after an empty line.

Blocks of Python without such a comment are run, one after another, and then the commands of a console block, each of
which has to end well: by one interpreter that sees the copy, since most of the time is for imports.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "add_a_metric",
    "add_a_dataset",
    "add_a_coefficient",
    "add_a_test",
    "add_an_interval",
    "add_a_facet",
    "add_a_study",
)
BLOCK = re.compile(r"^```(python|bibtex|toml|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"# (new file:|in|among the imports of)(?: (\w+) of)? (src/trueness/\S+)\n")


def blocks(page: str) -> tuple[list[tuple[str, str | None, Path, str]], str, list[list[str]]]:
    """Return what a page adds (kind of place, name, path, text), the Python it runs, and the words of its commands."""
    added, run, commands = [], [], []
    for language, text in BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8")):
        place = PLACE.match(text)
        if place:
            added.append((place[1], place[2], Path(place[3]), text[place.end() :]))
        elif language == "python":
            run.append(text)
        elif language == "console":
            commands += [shlex.split(line[2:]) for line in text.splitlines() if line.startswith("$ ")]
    return added, "\n".join(run), commands


def put(found: str, name: str, text: str) -> str:
    """Return a module with a text at the end of the innermost brackets that it assigns to a name."""
    start = re.search(rf"^{name}\b.*= ?\w*[(\[{{]\n(?:( +)[(\[{{]\n)?", found, re.MULTILINE)
    assert start is not None, f"no brackets are assigned to {name}"
    indent = start[1] or ""
    closing = re.compile(rf"^{indent}[)\]}}]", re.MULTILINE).search(found, start.end())
    assert closing is not None
    added = textwrap.indent(f"{text.rstrip()},\n", f"{indent}    ")
    return found[: closing.start()] + added + found[closing.start() :]


class Copied(NamedTuple):
    """A copy of the source with what all pages add.

    Attributes
    ----------
    folder : Path
    touched : dict
        By page: the files touched, relative to the package.
    code, commands : dict
        By page: the Python it runs, and the words of its commands.
    """

    folder: Path
    touched: dict[str, set[str]]
    code: dict[str, str]
    commands: dict[str, list[list[str]]]


def place(folder: Path, kind: str, name: str | None, path: Path, text: str) -> None:
    """Put a block where it says."""
    file = folder / path
    if kind == "new file:":
        assert not file.exists(), f"{path} is no new file"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    found = file.read_text(encoding="utf-8")
    if kind == "among the imports of":
        found = found.replace("\nfrom trueness", f"\n{text}from trueness", 1)
    elif name is None:
        found = f"{found}\n{text}"
    else:
        found = put(found, name, text)
    file.write_text(found, encoding="utf-8")


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """One copy for all pages, which add different things, with what is compiled already."""
    folder = tmp_path_factory.mktemp("copied")
    # what another process is just writing is left out
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.pyc.*", "*.tmp.*"))
    copy = Copied(folder, {}, {}, {})
    for page in PAGES:
        added, copy.code[page], copy.commands[page] = blocks(f"{page}.md")
        for one in added:
            place(folder, *one)
        touched = (path.relative_to("src/trueness") for _, _, path, _ in added)
        copy.touched[page] = {path.as_posix() for path in touched}
    return copy


INTERPRETER = """
import contextlib, io, json, os, sys, traceback
from trueness.commands import main

for line in sys.stdin:
    folder, code, words = json.loads(line)
    os.chdir(folder)
    out, err, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            if code is None:
                sys.argv = ["trueness", *words]
                main()
            else:
                exec(code, {"__name__": "__main__"})
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        except BaseException:
            traceback.print_exc()
            status = 1
    print(json.dumps((status, out.getvalue(), err.getvalue())), file=sys.__stdout__, flush=True)
"""
"""Runs Python or a command in a folder, one after the other, and says how each left and what it printed."""


@pytest.fixture(scope="module")
def asked(copied, tmp_path_factory):
    """What asks the interpreter that sees the copy."""
    cache = {key: os.environ[key] for key in ("NUMBA_CACHE_DIR",) if key in os.environ}
    said = tmp_path_factory.mktemp("said") / "stderr"
    with (
        said.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", INTERPRETER],
            env={
                "PYTHONPATH": str(copied.folder / "src"),
                "PATH": "/usr/bin",
                "TRUENESS_CACHE": "cache",
                **cache,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):

        def ask(folder: Path, code: str | None, words: tuple[str, ...] = ()) -> tuple[int, str, str]:
            process.stdin.write(json.dumps((str(folder), code, words)) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            assert answer, said.read_text()
            return tuple(json.loads(answer))

        yield ask
        process.stdin.close()


class Ran(NamedTuple):
    """The copy, a folder to work in, and what asks the interpreter that sees the copy."""

    copy: Copied
    folder: Path
    ask: Callable[..., tuple[int, str, str]]

    def python(self, code: str) -> str:
        """Run Python; return what it prints."""
        status, out, err = self.ask(self.folder, code)
        assert status == 0, err
        return out

    def trueness(self, *commands: tuple[str, ...], status: int = 0) -> list[str]:
        """Run commands, the last of which leaves with a status; return what each prints."""
        printed = []
        for place, words in enumerate(commands, start=1):
            left, out, err = self.ask(self.folder, None, words)
            assert left == (status if place == len(commands) else 0), (words, err)
            printed.append(out)
        return printed

    def page(self, page: str, *more: tuple[str, ...]) -> tuple[str, list[str]]:
        """Run what a page runs, its commands after its Python, then some more; return what both print."""
        said = self.python(self.copy.code[page])
        assert all(name == "trueness" for name, *_ in self.copy.commands[page])
        return said, self.trueness(*(tuple(words) for _, *words in self.copy.commands[page]), *more)


@pytest.fixture
def ran(copied, asked, tmp_path):
    return Ran(copied, tmp_path, asked)


LIN = """
import numpy as np
import trueness
from trueness.statistics.coefficient_facts import CORRELATIONS
from trueness.statistics.score_arrays import ScoreArrays

def lin(x, z):
    there = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[there], z[there]
    if len(x) < 3:
        return np.nan
    # Lin (1989), equation 5: one minus the mean squared difference over what it would be without agreement
    return 1 - np.mean((x - z) ** 2) / (x.var() + z.var() + (x.mean() - z.mean()) ** 2)

rng = np.random.default_rng(1)
z = rng.integers(1, 6, (7, 12)).astype(float)  # on a lattice: sums of whole numbers would be another coefficient
x = np.stack([z / 2 + rng.normal(size=z.shape), z + 1 + rng.normal(size=z.shape)])
x[0, 1, 2] = x[1, 3, 4] = z[5, 6] = np.nan

def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)

for metric in x:
    there = ~np.isnan(metric) & ~np.isnan(z)
    one, other = np.where(there, metric, np.nan), np.where(there, z, np.nan)
    close(trueness.stats.correlate(metric, z, "global", "lin").estimate, lin(one.ravel(), other.ravel()))
    means = np.nanmean(one, axis=1), np.nanmean(other, axis=1)
    close(trueness.stats.correlate(metric, z, "system", "lin").estimate, lin(*means))
    columns = np.nanmean([lin(one[:, j], other[:, j]) for j in range(12)])
    close(trueness.stats.correlate(metric, z, "input", "lin").estimate, columns)
    rows = np.nanmean([lin(one[i], other[i]) for i in range(7)])
    close(trueness.stats.correlate(metric, z, "per_system", "lin").estimate, rows)
    # scores on another scale are another agreement
    assert abs(trueness.stats.correlate(metric * 3, z, "system", "lin").estimate - lin(*means)) > 0.01

# all 2**7 swaps of systems, by hand; the cells that both metrics have
shared = ~np.isnan(x).any(axis=0) & ~np.isnan(z)
both = np.where(shared, x, np.nan)
human = np.nanmean(np.where(shared, z, np.nan), axis=1)
means = np.nanmean(both, axis=2)
def difference(swapped):
    return lin(np.where(swapped, means[1], means[0]), human) - lin(np.where(swapped, means[0], means[1]), human)
observed = difference(np.zeros(7, bool))
arrangements = [difference((number >> np.arange(7)) & 1 == 1) for number in range(2**7)]
found = trueness.stats.permutation_test(*x, z, "system", "lin", swap="systems", resamples=999, rng=1)
assert found.exact
close(found.estimate, observed)
close(found.pvalue, np.mean(np.abs(arrangements) >= abs(observed) - 1e-12))

# resamples of clusters of inputs, drawn by the package, computed by hand
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
clusters = np.repeat(np.arange(4), 3)
arrays = ScoreArrays.of(x, z, clusters=clusters)
group = arrays.group((0, 1))
plan = bootstrap_plan(arrays, "both", 40, 1)
(drawn,) = bootstrap(arrays, [group], plan, ("system", "input"), ("lin",))
counts = plan.tile(0)
for b in range(40):
    systems, inputs = (
        np.repeat(np.arange(len(side)), side.astype(int)) for side in (counts.systems[b], counts.inputs[b])
    )
    for k in range(2):
        one, other = (np.where(shared, m, np.nan)[np.ix_(systems, inputs)] for m in (x[k], z))
        close(drawn.of(k, ("system", "lin"))[b], lin(np.nanmean(one, axis=1), np.nanmean(other, axis=1)))
        close(drawn.of(k, ("input", "lin"))[b], np.nanmean([lin(one[:, j], other[:, j]) for j in range(len(inputs))]))

# the whole study: intervals, tests, what is left out, and its words
import csv, dataclasses
with open("scores.csv", "w", newline="") as file:
    lines = csv.writer(file)
    lines.writerow(["system", "input", "half", "plus", "human"])
    cells = ((i, j) for i in range(7) for j in range(12))
    lines.writerows([f"s{i}", f"i{j:02}", *("" if np.isnan(m[i, j]) else m[i, j] for m in (*x, z))] for i, j in cells)
table = trueness.read_scores("scores.csv")
table = dataclasses.replace(table, input_groups={"document": tuple(f"d{c}" for c in clusters)})
found = trueness.compare(
    table, human="human", level=["system", "input"], coefficient="lin", test="permutation", clusters="document",
    resamples=199, rng=1,
)
rows = {(row.metric, row.level): row for row in found.estimates}
for k, metric in enumerate(("half", "plus")):
    there = ~np.isnan(x[k]) & ~np.isnan(z)
    one, other = np.where(there, x[k], np.nan), np.where(there, z, np.nan)
    close(rows[metric, "system"].estimate, lin(np.nanmean(one, axis=1), np.nanmean(other, axis=1)))
    close(rows[metric, "input"].estimate, np.nanmean([lin(one[:, j], other[:, j]) for j in range(12)]))
    assert all(rows[metric, level].low < rows[metric, level].high for level in ("system", "input"))
of_systems = next(row for row in found.tests if row.level == "system")
close(of_systems.pvalue, np.mean(np.abs(arrangements) >= abs(observed) - 1e-12))
assert {row.level for row in found.sensitivity} == {"system", "input"}
words = found.methods()
assert "Lin's concordance correlation (Lin, 1989)" in words.text
assert "as they are given" in words.text and "z-scored" not in words.text
assert "A Concordance Correlation Coefficient" in words.bibtex
assert CORRELATIONS[-1] == "lin"
print("fine")
"""


def test_every_page_is_here():
    assert sorted(path.stem for path in (ROOT / "docs").glob("add_a*.md")) == sorted(PAGES)


def test_a_metric(copied, ran, tmp_path):
    """A metric, as the page adds it: two files."""
    assert copied.touched["add_a_metric"] == {"metrics/vowels.py", "metrics/scoring/registry.py"}
    said, printed = ran.page("add_a_metric", ("metrics", "list"))
    first = "import trueness; print(trueness.load_dataset_texts('pocket').rows[0].output)"
    count = len(re.findall("[aeiou]", ran.python(first)))
    assert said == f"('vowels', 'rouge1_stem_f', 'rouge2_stem_f', 'rougeL_stem_f') {count}.0\n"
    assert "vowels" in printed[-1]


def test_a_data_set(copied, ran, tmp_path):
    """A data set, as the page adds it: one entry; a file that is not as recorded is refused."""
    assert copied.touched["add_a_dataset"] == {"data/datasets/registry.toml"}
    said, _ = ran.page("add_a_dataset")
    assert said == "(2, 3, 2) ['human', 'metric']\n"
    (tmp_path / "mirror" / "mydata" / "scores.csv").write_text("system,input,relevance,length\n")
    shutil.rmtree(tmp_path / "cache")
    ran.trueness(("check", "mydata", "--mirror", "mirror"), status=6)


def test_a_coefficient(copied, ran, tmp_path):
    """Lin's concordance, as the page adds it: three files, and every number against its definition."""
    assert copied.touched["add_a_coefficient"] == {
        "statistics/lin_concordance.py",
        "statistics/coefficient_facts.py",
        "reporting/references.bib",
    }
    assert ran.page("add_a_coefficient") == ("0.7804878048780488\n", [])
    assert ran.python(LIN).splitlines()[-1] == "fine"


SCORES = """
import csv, numpy as np, trueness
rng = np.random.default_rng(3)
z = rng.integers(1, 6, (9, 14)).astype(float)
x = np.stack([z + rng.normal(size=z.shape), z + 3 * rng.normal(size=z.shape)])
with open("scores.csv", "w", newline="") as file:
    lines = csv.writer(file)
    lines.writerow(["system", "input", "one", "other", "human"])
    lines.writerows([f"s{i}", f"i{j:02}", x[0, i, j], x[1, i, j], z[i, j]] for i in range(9) for j in range(14))
table = trueness.read_scores("scores.csv")
"""
"""Nine systems and fourteen inputs, human scores `z` and metrics `x`, in memory and as ``scores.csv``."""

SIGN = """
from scipy.stats import binomtest
from trueness.methods.sign_test import of_signs

def r(scores, systems):
    return np.corrcoef(scores[systems].mean(axis=1), z[systems].mean(axis=1))[0, 1]

everyone = np.arange(9)
favour = []
for metric in x:
    whole = np.arctanh(r(metric, everyone))
    left_out = np.array([np.arctanh(r(metric, np.delete(everyone, i))) for i in everyone])
    favour.append(9 * whole - 8 * left_out)
contributions = favour[0] - favour[1]
n = int((contributions > 0).sum())

settings = dict(level="system", coefficient="pearson", test="sign_test", resamples=99, rng=1)
(row,) = trueness.compare(table, human="human", **settings).tests
assert (row.metric, row.test, row.over, row.statistic) == ("one", "sign_test", "systems", n)
assert np.isclose(row.pvalue, binomtest(n, 9).pvalue, rtol=0, atol=1e-12)
for side in ("greater", "less"):
    found = getattr(row, f"pvalue_{side}")
    assert np.isclose(found, binomtest(n, 9, alternative=side).pvalue, rtol=0, atol=1e-12)
nothing = of_signs(np.array([0.0, np.nan, 1.0]))
assert np.isnan(nothing.two_sided) and np.isnan(of_signs(np.zeros(4)).two_sided)
assert of_signs(np.array([2.0, 0.0, 1.0])).two_sided == 0.5  # one that contributes nothing is left out
comparison = trueness.compare(table, human="human", level=["system", "input"], resamples=99, rng=1, test="sign_test")
words = comparison.methods()
assert "sign tests (Dixon and Mood, 1946), two-sided, of the pseudo-values of systems, " in words.text
assert "The Statistical Sign Test" in words.bibtex
"""


def test_a_test(copied, ran, tmp_path):
    """The sign test, as the page adds it: three files; its p-values are those of SciPy's binomial test."""
    assert copied.touched["add_a_test"] == {
        "methods/sign_test.py",
        "methods/registry.py",
        "reporting/references.bib",
    }
    said, _ = ran.page("add_a_test")
    assert re.fullmatch(r"sign_test: \d+ of 16 systems\n", said)
    ran.python(SCORES + SIGN)
    given = (
        "scores.csv",
        "--human",
        "human",
        "--test",
        "sign_test",
        "--level",
        "system",
        "--resamples",
        "99",
    )
    shown, said, _ = ran.trueness(
        ("compare", *given, "--table", "tests", "--to", "latex"),
        ("compare", "--help-all"),
        ("compare", *given, "--test-over", "both"),
        status=2,
    )
    assert "sign tests of what single systems contribute" in " ".join(shown.split())
    assert "sign_test" in said


NORMAL = """
from statistics import NormalDist
from trueness.methods.normal_interval import NORMAL

samples = np.array([0.1, 0.2, np.nan, 0.4, 0.7])
low, high = NORMAL.of_samples(samples, 0.3, (), 0.9)
half = NormalDist().inv_cdf(0.95) * np.std([0.1, 0.2, 0.4, 0.7], ddof=1)
assert np.allclose((low, high), (0.3 - half, 0.3 + half), rtol=0, atol=1e-12)
assert np.isnan(NORMAL.of_samples(samples[:1], 0.3, (), 0.9)).all()

found = trueness.compare(
    table, human="human", level="system", coefficient="pearson", interval="normal", resamples=199, rng=1
)
for row in (*found.estimates, *found.tests):
    assert np.isclose((row.low + row.high) / 2, row.estimate, rtol=0, atol=1e-12) and row.low < row.high
assert "are normal bootstrap intervals (Efron and Tibshirani, 1993" in found.methods().text
"""


def test_an_interval(copied, ran, tmp_path):
    """The normal interval, as the page adds it: two files, of estimates and of differences."""
    assert copied.touched["add_an_interval"] == {"methods/normal_interval.py", "methods/registry.py"}
    assert ran.page("add_an_interval") == ("True\n", [])
    ran.python(SCORES + NORMAL)
    given = (
        "scores.csv",
        "--human",
        "human",
        "--interval",
        "normal",
        "--level",
        "system",
        "--resamples",
        "99",
    )
    (shown,) = ran.trueness(("compare", "--no-tests", *given, "--to", "latex"))
    assert "normal bootstrap interval" in " ".join(shown.split())


def test_a_facet_is_a_file_and_its_name(copied, ran):
    assert copied.touched["add_a_facet"] == {"study/facets/halves.py", "study/facets/registry.py"}
    said, (shown, again, described) = ran.page("add_a_facet", ("compare", "--help-all"))
    assert said == (
        "[('all', 24), ('first', 12), ('last', 12)]\n[('first', ''), ('last', ''), ('first', 'last')]\n"
    )
    assert "in both halves (input level" in " ".join(shown.split())
    assert "Metric all first last" in " ".join(shown.split())
    assert (
        "This was done for all inputs and in each of 2 halves by name"
        in (ran.folder / "page.html").read_text()
    )
    assert again
    assert "half: for the first and the last half of the inputs" in " ".join(described.split())


HALVED = """
from trueness.statistics.systems.split_halves import split_halves

# of four inputs there are three ways to split, each equally often
four = z[:, :4]
halves = [(four[:, [0, k]], np.delete(four, [0, k], axis=1)) for k in (1, 2, 3)]
ways = [np.corrcoef(one.mean(axis=1), other.mean(axis=1))[0, 1] for one, other in halves]
drawn = split_halves(four, resamples=3000, seed=1)
assert {round(r, 12) for r in drawn} == {round(r, 12) for r in ways}
assert abs(drawn.mean() - np.mean(ways)) < 0.02

found = trueness.halves(table, scorers=["one", "human"], resamples=600, rng=1)
again = trueness.halves(table, scorers=["one", "human"], resamples=600, rng=1, engine="local", workers=2, chunk=1)
assert found.halves == again.halves
assert trueness.halves(table, **found.arguments).halves == found.halves
assert all(row.low <= row.estimate <= row.high for row in found.halves)
assert "step_up" in trueness.halves.__doc__
"""


LED = """
found = trueness.leads(table, scorers="one")
(row,) = found.leads
means = x[0].mean(axis=1)
second, best = np.argsort(means)[-2:]
from scipy.stats import ttest_rel
test = ttest_rel(x[0, best], x[0, second])
assert row.system == f"s{best}"
assert np.isclose(row.estimate, means[best] - means[second], rtol=0, atol=1e-12)
assert np.allclose((row.low, row.high), test.confidence_interval(0.95), rtol=0, atol=1e-12)
"""


def test_a_study_of_three_files(copied, ran, tmp_path):
    """How far the best system leads, as the page adds it: three files, and all that follows from them."""
    added = {path: text for _, _, path, text in blocks("add_a_study.md")[0] if "leads" in path.parts}
    assert len(added) == 3
    assert sum(len(text.splitlines()) for text in added.values()) <= 90
    said, _ = ran.page("add_a_study")
    assert said.startswith("By ‘bleu’ ‘greedy_coverage’ is the best.")
    ran.python(SCORES + LED)
    page = (tmp_path / "leads.html").read_text(encoding="utf-8")
    assert "How far the best system leads the next by a scorer" in page
    shown, said = ran.trueness(
        ("systems", "scores.csv", "--leads", "--scorer", "one", "--to", "markdown"),
        ("systems", "--leads", "--help"),
    )
    assert "| Scorer | Best | Lead | Interval | Inputs |" in shown
    assert "--confidence" in said


def test_a_study(copied, ran, tmp_path):
    """Halves of the inputs, as the page adds them: a whole study, from settings to page, manifest and rerun."""
    assert len(copied.touched["add_a_study"]) == 3 + 6
    said, printed = ran.page("add_a_study", ("systems", "--halves", "--help"))
    assert said.endswith("['coverage', 'redundancy', 'bleu', 'rouge1_f']\n")
    assert "--step-up" in printed[-1]
    ran.python(SCORES + HALVED)
    page = (tmp_path / "halves.html").read_text(encoding="utf-8")
    assert "how well do halves of the inputs agree?" in page
    manifest = (tmp_path / "halves.manifest.json").read_text(encoding="utf-8")
    (tmp_path / "other.json").write_text(
        manifest.replace('"resamples": 200', '"resamples": 199'), encoding="utf-8"
    )
    ran.trueness(("rerun", "other.json"), status=7)
