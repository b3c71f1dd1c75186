"""System-level scores of WMT metrics tasks: made folders, and the published facts of 2019."""

from __future__ import annotations

import gzip
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.layouts.wmt import is_wmt, read_wmt, read_wmt_pairs
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, DuplicateKeyError, FormatError, UnknownNameError
from trueness.stats import pearson, williams

HUMAN = "LP HUMAN SYSTEM\nde-en 0.5 A.1\nde-en -0.5 B.2\nfi-en 0.1 A.1\n"
BLEU = "BLEU\tde-en\tnews99\tA.1\t0.3\nBLEU\tde-en\tnews99\tB.2\t0.2\nNIST\tde-en\tnews99\tA.1\t5\n"
TER = "TER de-en news99 B.2 -0.5 non-ensemble http://example.org\nTER de-en news99 C.3 -0.6 no x\n"
FILES = {"DA-syslevel.csv": HUMAN, "BLEU.sys.score": BLEU, "TER.sys.score.gz": TER}


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        raw = text.encode()
        (folder / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return folder


def test_a_folder(tmp_path: Path) -> None:
    tables = read_wmt_pairs(put(tmp_path, FILES))
    assert list(tables) == ["de-en", "fi-en"]
    table = tables["de-en"]
    assert (table.name, table.inputs) == ("news99 de-en", ("news99",))
    assert table.systems == ("A.1", "B.2", "C.3")
    assert [(s.name, s.role, s.higher_is_better) for s in table.scorers] == [
        ("DA", "human", True),
        ("BLEU", "metric", True),
        ("NIST", "metric", True),
        ("TER", "metric", True),
    ]
    nothing = np.nan
    np.testing.assert_array_equal(
        table.values[:, :, 0],
        [[0.5, -0.5, nothing], [0.3, 0.2, nothing], [5, nothing, nothing], [nothing, -0.5, -0.6]],
    )
    assert table.notes == (
        "1 system without a score by 'DA', 'BLEU': 'C.3'",
        "2 systems without a score by 'NIST': 'B.2', 'C.3'",
        "1 system without a score by 'TER': 'A.1'",
    )
    assert tables["fi-en"].shape == (1, 1, 1)
    assert tables["fi-en"].inputs == ("test set",)


def test_one_pair(tmp_path: Path) -> None:
    folder = put(tmp_path, FILES)
    with pytest.raises(FormatError, match=r"holds 2 language pairs: 'de-en', 'fi-en'\. .*--part de-en"):
        read_wmt(folder)
    with pytest.raises(UnknownNameError, match=r"'de-eng'\. Did you mean 'de-en'"):
        read_wmt(folder, languages="de-eng")
    assert read_wmt(folder, languages="fi-en", name="x").name == "x"
    (folder / "DA-syslevel.csv").unlink()
    assert read_wmt(folder).scorer_names == ("BLEU", "NIST", "TER")


def test_through_read_scores(tmp_path: Path) -> None:
    folder = put(tmp_path, {**FILES, "README": "", "BLEU.seg.score.gz": "", ".hidden.sys.score": "x"})
    assert recognise(folder).format == "wmt"
    whole = read_scores(folder, part="de-en")
    assert whole.notes[0] == "2 files not read, no system-level scores: 'BLEU.seg.score.gz', 'README'"
    files = [folder / name for name in FILES]
    assert [recognise(file).format for file in files] == ["wmt"] * 3
    assert read_scores(*files, part="de-en").fingerprint == whole.fingerprint
    assert read_scores(files[1]).scorer_names == ("BLEU", "NIST")
    assert read_scores(folder, format="wmt", part="fi-en").shape == (1, 1, 1)
    with pytest.raises(ArgumentError, match=r"`part` has no use here: 'csv' holds one table"):
        read_scores(put(tmp_path, {"a.csv": "system,input,x\nA,1,1\n"}) / "a.csv", part="de-en")


def test_only_such_files_are_recognised(tmp_path: Path) -> None:
    put(tmp_path, {"a.csv": "LP,HUMAN,SYSTEM\n", "b.csv": "\ufefflp human system\r\n"})
    assert not is_wmt(tmp_path)
    assert recognise(tmp_path / "a.csv").format == "csv"
    assert recognise(tmp_path / "b.csv").format == "wmt"


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_round_trip(tmp_path: Path, suffix: str) -> None:
    table = read_wmt(put(tmp_path, FILES), languages="de-en")
    again = read_scores(write_scores(table, tmp_path / f"x.{suffix}"))
    assert (again.fingerprint, again.scorers, again.notes) == (table.fingerprint, table.scorers, table.notes)


@pytest.mark.parametrize(
    ("files", "error", "message"),
    [
        (
            {"BLEU.sys.score": "BLEU de-en news99 A\n"},
            FormatError,
            r"row 1: the line has 4 fields; it needs at least 5",
        ),
        (
            {"BLEU.sys.score": BLEU + "BLEU\tde-en\tnews99\tC\tx\n"},
            FormatError,
            r"row 4, column 'SCORE': 'x' is not",
        ),
        (
            {"BLEU.sys.score": BLEU + "BLEU\t\tnews99\tC\t1\n"},
            FormatError,
            r"row 4: a field before the score is empty",
        ),
        (
            {"BLEU.sys.score": BLEU + "BLEU\tde-en\tnews99\tA.1\t0.3\n"},
            DuplicateKeyError,
            r"row 4: 'BLEU' has a second score for system 'A\.1' of 'de-en'; the first is in .*row 1",
        ),
        (
            {"BLEU.sys.score": BLEU, "COPY.sys.score": BLEU},
            DuplicateKeyError,
            r"COPY\.sys\.score, row 1: .*first is in .*BLEU\.sys\.score, row 1",
        ),
        (
            {"BLEU.sys.score": BLEU, "TER.sys.score": "TER de-en news98 A.1 1\n"},
            FormatError,
            r"TER\.sys\.score, row 1, column 'TESTSET': .* two test sets, 'news99' and 'news98'",
        ),
        ({"DA-syslevel.csv": HUMAN + "de-en best C\n"}, FormatError, r"row 5, column 'HUMAN': 'best' is not"),
        ({"DA-syslevel.csv": HUMAN + "de-en 1\n"}, FormatError, r"row 5: the line has 2 field"),
        ({"DA-syslevel.csv": HUMAN.splitlines()[0]}, FormatError, "rows of scores are"),
        ({"README": ""}, FormatError, r"a file 'METRIC\.sys\.score' or 'DA-syslevel\.csv' is needed"),
    ],
)
def test_what_breaks(tmp_path: Path, files: dict[str, str], error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        read_wmt_pairs(put(tmp_path, files))


names = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="\ufeff"), min_size=1)


@given(st.lists(names, min_size=1, max_size=3, unique=True), names, st.floats(-1e9, 1e9))
def test_any_names(tmp_path_factory, systems: list[str], metric: str, score: float) -> None:
    lines = "".join(f"{metric}\ta-b\ttest\t{system}\t{score!r}\n" for system in systems)
    folder = put(tmp_path_factory.mktemp("wmt"), {"m.sys.score": lines})
    table = read_wmt(folder)
    assert (table.systems, table.scorer_names) == (tuple(systems), (metric,))
    np.testing.assert_array_equal(table.values.ravel(), score)


_PAIRS = "de-cs de-en de-fr en-cs en-de en-fi en-gu en-kk en-lt en-ru en-zh fi-en fr-de gu-en kk-en lt-en ru-en zh-en"
_BLEU = ".941 .849 .891 .897 .921 .969 .737 .852 .989 .986 .901 .982 .864 .834 .946 .961 .879 .899"
BLEU_2019 = dict(zip(_PAIRS.split(), map(float, _BLEU.split()), strict=True))
"""Pearson's r of BLEU and direct assessment at system level: Ma et al. (2019, W19-5302), tables 3 to 5."""

WITHOUT_REFERENCE = ("LASIM", "LP", "UNI", "UNI+", "YiSi-2", "YiSi-2_srl", "ibm1-morpheme", "ibm1-pos4gram")


def correlation(table, metric: str) -> float:
    human, scores = table.matrix("DA")[:, 0], table.matrix(metric)[:, 0]
    both = ~np.isnan(human) & ~np.isnan(scores)
    return pearson(scores[both], human[both])


def test_bleu_correlates_as_published_in_2019(test_data: Path) -> None:
    tables = read_wmt_pairs(test_data / "data" / "wmt19")
    judged = {pair for pair, table in tables.items() if "DA" in table.scorer_names}
    assert (len(tables), judged) == (19, set(BLEU_2019))  # nobody judged cs-de
    found = {pair: correlation(tables[pair], "BLEU") for pair in BLEU_2019}
    assert {pair: round(r, 3) for pair, r in found.items()} == BLEU_2019
    # error rates are stored turned round, so larger is better for them too
    for table in (tables[pair] for pair in judged):
        assert {
            round(correlation(table, metric), 3) > 0 for metric in ("TER", "WER", "PER", "CDER", "EED")
        } == {True}


def test_williams_separates_the_pairs_of_2019_as_published(test_data: Path) -> None:
    """81 of 231 pairs, 3 when correlations are .3 lower: Deutsch, Dror and Roth (2021), section 5.2."""
    table = read_scores(test_data / "data" / "wmt19", part="de-en")
    assert table.shape == (31, 16, 1)
    metrics = [s.name for s in table.scorers if s.role == "metric" and s.name not in WITHOUT_REFERENCE]
    assert len(metrics) == 22
    strength = {metric: correlation(table, metric) for metric in metrics}
    assert min(strength.values()) > 0
    counts = []
    for shift in (0.0, 0.3):
        significant = 0
        for pair in itertools.combinations(metrics, 2):
            better, worse = sorted(pair, key=strength.__getitem__, reverse=True)
            between = pearson(table.matrix(better)[:, 0], table.matrix(worse)[:, 0])
            one, two = strength[better] - shift, strength[worse] - shift
            significant += williams(one, two, between, 16, alternative="greater").pvalue <= 0.05
        counts.append(significant)
    assert len(list(itertools.combinations(metrics, 2))) == 231
    assert counts == [81, 3]


def test_reference_sets_are_tables(tmp_path: Path) -> None:
    def lines(metric: str, references: str, *scores: float) -> str:
        rows = [
            (metric, "xx-yy", "news2020", references, f"sys{k}.{k}", str(score), "non-ensemble", "yes")
            for k, score in enumerate(scores)
        ]
        return "".join("\t".join(row) + "\n" for row in rows)

    one = lines("BLEU", "newstest2020", 1, 2, 3)
    (tmp_path / "BLEU.sys.score").write_text(one)
    (tmp_path / "DA-syslevel.csv").write_text(
        "LP HUMAN SYSTEM\n" + "".join(f"xx-yy {k} sys{k}.{k}\n" for k in range(3))
    )
    (table,) = read_wmt_pairs(tmp_path).values()
    assert (table.systems, table.inputs) == (("sys0.0", "sys1.1", "sys2.2"), ("news2020",))
    assert table.matrix("BLEU")[:, 0].tolist() == [1, 2, 3]
    (tmp_path / "BLEU.sys.score").write_text(one + lines("BLEU", "newstestB2020", 3, 2, 1))
    tables = read_wmt_pairs(tmp_path)
    assert list(tables) == ["xx-yy.newstest2020", "xx-yy.newstestB2020"]
    assert [table.matrix("BLEU")[:, 0].tolist() for table in tables.values()] == [[1, 2, 3], [3, 2, 1]]
    assert all(table.matrix("DA")[:, 0].tolist() == [0, 1, 2] for table in tables.values())
    with pytest.raises(FormatError, match=r"--part xx-yy\.newstest2020"):
        read_wmt(tmp_path)


def test_lines_of_a_metric_are_known_whatever_the_file_is_called(tmp_path):
    lines = [f"BLEU\tde-en\tnewstest2019\tsystem{k}\t{k / 10}\n" for k in range(4)]
    named, other = tmp_path / "BLEU.sys.score", tmp_path / "scores.tsv"
    for path in (named, other):
        path.write_text("".join(lines))
    assert read_scores(other).fingerprint == read_scores(named).fingerprint
    other.write_text("".join(line.replace("2019\t", "2020\tnewstestB2020\t") for line in lines))
    assert read_scores(other).systems == ("system0", "system1", "system2", "system3")
    segments = tmp_path / "segments.txt"
    segments.write_text(
        "".join(f"BLEU\tde-en\tnt\tnt\ts{s}\tdoc\t{k}\t{k / 10}\n" for s in range(2) for k in range(3))
    )
    assert read_scores(segments).shape == (1, 2, 3)


@pytest.mark.parametrize(
    "text",
    [
        "BLEU\tde-en\tnt\tsystem1\t0.5\n",  # one line may be anything
        "a,b-c,d,e,1\nx,de-en,y,z,2\n",
        "BLEU\tgerman\tnt\ts1\t0.5\nBLEU\tgerman\tnt\ts2\t0.4\n",
    ],
)
def test_other_lines_are_not(tmp_path, text):
    path = tmp_path / "scores.tsv"
    path.write_text(text)
    assert not is_wmt(path, text.encode())
