"""Small sound files of every format that is read: what mutants are made from."""

from __future__ import annotations

import io
import json as jsonlib
import pickle
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np


class Seed(NamedTuple):
    """Files that are read together.

    Attributes
    ----------
    files : dict of str to bytes
        Content by path; what is mutated is one of them.
    sources : tuple of str
        What is named to the reader: files, or ``.`` for the folder.
    """

    files: dict[str, bytes]
    sources: tuple[str, ...]

    @classmethod
    def of(cls, name: str, content: str | bytes) -> Seed:
        """Return one file."""
        return cls({name: content.encode() if isinstance(content, str) else content}, (name,))


_CELLS = [(s, str(i)) for s in ("lead", "tail", "bärt") for i in range(4)]
_WIDE = [
    {
        "system": s,
        "input": i,
        "relevance": 1 + k % 5,
        "rouge": round(0.1 * k, 3),
        "ter": -k / 3,
        "domain": "news",
    }
    for k, (s, i) in enumerate(_CELLS)
]
_RATED = [
    {"system": s, "input": i, "fluency@ann": k % 3, "fluency@bob": (k + 1) % 3, "bleu": k / 7, "family": s[0]}
    for k, (s, i) in enumerate(_CELLS)
]
_LONG = [
    {"system": s, "input": i, "scorer": name, "score": k + len(name) / 3}
    for k, (s, i) in enumerate(_CELLS)
    for name in ("relevance", "rouge")
]
_TEXTS = [
    {
        "system": s,
        "input": i,
        "output": f"{s} wrote {'a word ' * k}\nabout {i}.",
        "references": [f"Reference {i}.", "Another one."],
        "source": f"Source, {i}",
        "good": k / 2,
        "language": ("de", "en")[int(i) % 2],
        "ratings": {"ann": {"fluent": k % 4}, "bob": {"fluent": None}},
    }
    for k, (s, i) in enumerate(_CELLS)
]


def _separated(rows: list[dict[str, Any]], delimiter: str) -> str:
    def cell(value: Any) -> str:
        text = jsonlib.dumps(value) if isinstance(value, dict | list) else str(value)
        return '"' + text.replace('"', '""') + '"' if set('",\n\t') & set(text) else text

    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    return "".join(delimiter.join(map(cell, line)) + "\n" for line in lines)


def _lines(rows: list[dict[str, Any]]) -> str:
    return "".join(jsonlib.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def csv() -> list[Seed]:
    """Tables of scores, wide and long; segments that are numbered in each document, and prompts that name inputs."""
    segments = "".join(f"{s},d{d},{k},{k}.5,0.{k}\n" for s in "AB" for d in "xy" for k in range(1, 4))
    prompts = "".join(f"{s},say {k} words,{k},0.{k}\n" for s in "AB" for k in range(1, 4))
    asked = "".join(
        f"{s},{i},{j},{c},{i}\n" for s, i in _CELLS for j in ("human", "gpt-4o") for c in ("fluent", "good")
    )
    return [
        *(Seed.of("a.csv", _separated(rows, ",")) for rows in (_WIDE, _RATED, _LONG)),
        Seed.of("b.csv", f"system,doc_id,seg_id,human,bleu\n{segments}"),
        Seed.of("c.csv", f"model,Prompt,human,bleu\n{prompts}"),
        Seed.of("d.csv", f"system,input,judge,criterion,score\n{asked}"),
        Seed(
            {
                f"part-{k}.csv": _separated(rows, ",").encode()
                for k, rows in enumerate((_WIDE[:5], _WIDE[5:]))
            },
            (".",),
        ),
    ]


def collected() -> list[Seed]:
    """Answers of people as programs write them: a batch of Mechanical Turk, responses of Qualtrics, a form."""
    batch = "HITId,Reward,AssignmentId,WorkerId,WorkTimeInSeconds,Input.system,Input.id,Answer.fluency,Approve,Reject\n"
    batch += "".join(
        f"H{s}{i},$0.10,a{w}{s}{i},w{w},{60 + w},{s},{i},{1 + (int(i) + w) % 5},x,\n"
        for s, i in _CELLS
        for w in (1, 2)
    )
    ids = ",".join('"{""ImportId"":""q""}"' for _ in range(6))
    responses = f'StartDate,EndDate,ResponseId,item_id,Q1_1,Q1_2\nStart,End,Id,item,"Rate\nthis",c\n{ids}\n'
    responses += "".join(f"2024-01-01,2024-01-01,R_{k},i{k // 2},{k % 2},{k % 3}\n" for k in range(5))
    form = "Timestamp,Email Address,How good is it?,How clear is it?,input\n"
    form += "".join(f"1/2/2024 10:0{k}:00,p{k}@a.org,{k},{k % 2},d{k // 2}\n" for k in range(6))
    return [Seed.of(name, text) for name, text in (("a.csv", batch), ("b.csv", responses), ("c.csv", form))]


def tsv() -> list[Seed]:
    """The same, separated by tabs; averages of shared tasks, separated by blanks, of outputs and of systems."""
    return [
        *(Seed.of("a.tsv", _separated(rows, "\t")) for rows in (_WIDE, _RATED, _LONG)),
        Seed.of("b.tsv", "system mqm_avg_score seg_id\n" + "".join(f"{s}\t-{i}.5 {i}\n" for s, i in _CELLS)),
        Seed.of("c.tsv", "RAW.SCR Z.SCR N SYS\n" + "".join(f"8{k}.1 0.{k} 740 s{k}\n" for k in range(4))),
        Seed.of("d.tsv", "system\tbleu\thuman\n" + "".join(f"s{k}\t2{k}\t0.{k}\n" for k in range(4))),
    ]


def jsonl() -> list[Seed]:
    """The same as JSON lines."""
    return [Seed.of("a.jsonl", _lines(rows)) for rows in (_WIDE, _RATED, _LONG)]


def semicolons() -> list[Seed]:
    """Tables with decimal commas, in UTF-8 and in UTF-16, with the row labels of a dataframe."""
    text = _separated(_WIDE, ";").replace(".", ",")
    labelled = "\n".join(f"{k};{line}" if k else f";{line}" for k, line in enumerate(text.splitlines()))
    return [
        Seed.of("a.csv", text),
        Seed.of("a.csv", labelled),
        Seed.of("a.csv", text.encode("utf-16")),
        Seed.of("a.tsv", _separated(_RATED, "\t").encode("utf-16")),
    ]


def json() -> list[Seed]:
    """Lists of objects, columns, and objects that nest."""
    by_input = [
        {"id": i, "systems": {r["system"]: {"rouge": r["rouge"]} for r in _WIDE if r["input"] == i}}
        for i in dict.fromkeys(row["input"] for row in _WIDE)
    ]
    answers = [
        {
            "question_id": i,
            "answers": [{k: v for k, v in r.items() if k != "input"} for r in _WIDE if r["input"] == i],
        }
        for i in dict.fromkeys(row["input"] for row in _WIDE)
    ]
    columns = {name: [row[name] for row in _WIDE] for name in _WIDE[0]}
    split = {"columns": list(_WIDE[0]), "index": [1], "data": [list(row.values()) for row in _WIDE]}
    keyed = {row["system"]: [r for r in _WIDE if r["system"] == row["system"]] for row in _WIDE}
    found = (_WIDE, _RATED, _LONG, {"data": _WIDE}, by_input, answers, columns, split, keyed)
    return [Seed.of("a.json", jsonlib.dumps(content, ensure_ascii=False)) for content in found]


def judged_tables() -> list[Seed]:
    """Published judgements of outputs, in tables whose columns are known."""
    seahorse = [
        {"gem_id": f"g{k}", "worker_lang": "de", "summary": "S.", "model": "m"}
        | {f"question{q}": "Yes" if q > k else "No" for q in range(1, 7)}
        for k in (0, 1)
    ]
    tofueval = [
        {
            "doc_id": "d",
            "topic": "t",
            "model_name": "m",
            "sent_idx": k,
            "summ_sent": "S, t.",
            "sent_label": label,
        }
        for k, label in enumerate(("yes", "no"))
    ]
    aggrefact = [
        {"dataset": "d", "origin": "x", "id": k, "summary": "S.", "model_name": "m", "label": k, "cut": "val"}
        | {"DAE_score": k / 3}
        for k in (0, 1)
    ]
    of_languages = [{"id": k, "model": "m", "focus": k / 3, "coverage": -0.5} for k in (0, 1)]
    simpda = [
        {"WorkerId": k, "Input.id": 4, "Input.system": "m", "Answer.fluency": 5, "Answer.simplicity": k}
        for k in (0, 1)
    ]
    simpeval = [
        {"original_id": k, "generation": "S.", "system": "m", "rating_1": 7, "rating_1_zscore": 0.1}
        for k in (0, 1)
    ]
    simplicity = [
        {"sent_id": k, "sys_name": "m", "simp_sent": "S.", **beside, "simplicity": 1 / (k + 1)}
        for k in (0, 1)
        for beside in ({"sys_type": "t"}, {"rater_id": k}, {"test_set": "asset"})
    ]
    appraise = (
        "u,m,1,TGT,eng,deu,50,1.5,2.5\nu,m,1,BAD,eng,deu,9,1.5,2.5\nw,n,2,CHK,eng,liv,7,doc#1,True,[],1,2\n"
    )
    direct = [
        {"HITId": "h", "WorkerId": f"w{k}", "sys_id": "m", "rid": k, "type": kind, "sid": 7, "score": k / 3}
        for k, kind in enumerate(("SYSTEM", "REPEAT", "BAD_REF"))
    ]
    return [
        Seed.of("a.csv", _separated(direct, "\t")),
        Seed.of("m.csv", _separated(of_languages, ",")),
        Seed.of("d.csv", _separated(simpda, ",")),
        Seed.of("e.csv", _separated(simpeval, ",")),
        *(Seed.of(f"{k}.csv", _separated(simplicity[k::3], ",")) for k in range(3)),
        Seed.of("p.csv", appraise),
        Seed.of("s.tsv", _separated(seahorse, "\t")),
        Seed.of("t.csv", _separated(tofueval, ",")),
        Seed.of("a.csv", _separated(aggrefact, ",")),
    ]


def preferences() -> list[Seed]:
    """Verdicts on pairs of outputs, in every layout."""
    plain = "input,a,b,verdict,rater,shown_first,text_a,topic\nq,x,y,A,r,B,one,t\np,y,z,tie,s,,two,u\n"
    arena = [
        {
            "id": k,
            "model_a": "x",
            "model_b": "y",
            "winner": "model_a",
            "language": "en",
            "conversation_a": [said],
        }
        for k, said in enumerate(({"role": "assistant", "content": "a"}, {"role": "user", "content": "b"}))
    ]
    by_name = "question,model_a,model_b,winner,judge_winner\nwhy,x,y,model_a,model_b\nhow,y,z,tie,z\n"
    by_place = "prompt,response_a,response_b,human\nwhy,one,two,A\nhow,one,three,tie\n"
    hot = "id,model_a,model_b,winner_model_a,winner_model_b,winner_tie\n1,x,y,1,0,0\n2,y,z,0,0,1\n"
    chosen = [
        {"id": k, "subset": "s", "chosen": "a", "rejected": "b", "scores_chosen": [k], "scores_rejected": 0.5}
        for k in (0, 1)
    ]
    results = {
        "id": [1, 2, 3],
        "subset": ["s", "s", "t"],
        "model": "m",
        "results": [1, 0, 0.5],
        "scores_chosen": [1.5, [0.5], 0],
        "scores_rejected": [1.0, 0.75, 0],
    }
    llmbar = [{"input": f"q{k}", "output_1": "a", "output_2": "b c", "label": 1 + k % 2} for k in range(4)]
    said = {f"swap = {swapped}": {"completion": ["x", "stop"], "winner": "1"} for swapped in (False, True)}
    judged = [{**row, "results": [["a", "stop"], said]} for row in llmbar]
    alone = [{**row, "results": [{"score_1": ["3", "stop"], "score_2": ["4", "stop"]}]} for row in llmbar]
    bench = [
        {
            "pair_id": f"p{k}",
            "source": "s",
            "response_A": "a",
            "response_B": "b",
            "label": "A>B",
            "judge_name": "j",
            "judgments": [{"decision": "A>B"}, {"decision": "A=B", "judgment": {"judge_model": "m"}}],
        }
        for k in (0, 1)
    ]
    alpaca = [
        {
            "instruction": f"q{k}",
            "output_1": "a",
            "output_2": "b",
            "generator_1": "x",
            "generator_2": "y",
            "annotator": "j",
            "preference": value,
        }
        for k, value in enumerate((1, 1.5, 1.25, None))
    ]
    rewards = {"id": ["a", "b"], "subset": ["s", "Ties"], "model": "m", "results": [1, None]}
    second = {**rewards, "scores": [[1, 0.5], [[1], [0.5], [1]]], "num_correct": [1, 2]}
    ranked = "".join(
        f'<ranking-item src-id="{k}" id="{k}" user="u{k % 2}"><translation system="x y" rank="{k}"/>'
        f'<translation system="z" rank="2"/></ranking-item>'
        for k in range(4)
    )
    return [
        Seed.of("r.xml", f"<appraise-results><r>{ranked}</r></appraise-results>"),
        Seed.of("j.jsonl", _lines(bench)),
        Seed.of("annotations.json", jsonlib.dumps(alpaca)),
        Seed.of("r.json", jsonlib.dumps(second)),
        Seed.of("p.csv", plain),
        Seed.of("h.csv", hot),
        Seed.of("n.csv", by_name),
        Seed.of("o.csv", by_place),
        Seed.of("b.csv", "input,system,best\nq,x,1\nq,y,0\nq,z,no\n"),
        Seed.of("a.jsonl", _lines(arena)),
        Seed.of("c.json", jsonlib.dumps(chosen)),
        Seed.of("m.json", jsonlib.dumps(results)),
        Seed.of("dataset.json", jsonlib.dumps(llmbar)),
        Seed.of("result.json", jsonlib.dumps([*judged, *alone])),
    ]


def spreadsheets() -> list[Seed]:
    """Sheets with the rows, one format after the other, and their XML without compression."""
    import openpyxl
    import pandas as pd

    seeds = []
    engines: dict[str, Literal["openpyxl", "odf"]] = {"xlsx": "openpyxl", "ods": "odf"}
    for rows in (_WIDE, _RATED, _LONG):
        for suffix, engine in engines.items():
            out = io.BytesIO()
            with pd.ExcelWriter(out, engine=engine) as writer:
                pd.DataFrame(rows).to_excel(writer, index=False)
            seeds += [Seed.of(f"a.{suffix}", data) for data in (out.getvalue(), _stored(out.getvalue()))]
    book = openpyxl.Workbook()
    book.create_sheet("empty")
    book.active.append(["system", "input", "x"])
    book.active.append(["a", "1", 2.5])
    out = io.BytesIO()
    book.save(out)
    return [*seeds, Seed.of("a.xlsx", _stored(out.getvalue()))]


def _stored(packed: bytes) -> bytes:
    """Return an archive without compression, so that what is changed in it is its content."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            new.writestr(part.filename, old.read(part))
    return out.getvalue()


def described() -> list[Seed]:
    """Files of scores with their description beside them, and one inside."""
    from trueness.data.reading.read import read_scores
    from trueness.data.writing.write import write_scores

    seeds = []
    with tempfile.TemporaryDirectory() as folder:
        for k, rows in enumerate((_WIDE, _RATED)):
            source = Path(folder, f"{k}.csv")
            source.write_text(_separated(rows, ","), encoding="utf-8")
            lower = [name for name in ("ter",) if name in rows[0]]
            table = read_scores(source).with_orientation(lower_is_better=lower)
            for suffix in ("csv", "tsv", "jsonl"):
                path = write_scores(table, Path(folder, f"a.{suffix}"))
                beside = path.with_name(f"{path.name}.meta.json")
                seeds.append(
                    Seed({path.name: path.read_bytes(), beside.name: beside.read_bytes()}, (path.name,))
                )
    return seeds


def arrow() -> list[Seed]:
    """Files and streams of Arrow, uncompressed."""
    import pyarrow as pa
    from pyarrow import ipc

    seeds = []
    for rows in (_WIDE, _RATED, _LONG):
        table = pa.Table.from_pylist(rows)
        for make in (ipc.new_file, ipc.new_stream):
            out = io.BytesIO()
            with make(out, table.schema) as writer:
                writer.write_table(table)
            seeds.append(Seed.of("a.arrow", out.getvalue()))
    return seeds


def parquet() -> list[Seed]:
    """Files of Parquet, uncompressed and compressed."""
    import pyarrow as pa
    from pyarrow import parquet as files

    seeds = []
    for rows in (_WIDE, _RATED, _LONG):
        for codec in ("none", "snappy"):
            out = io.BytesIO()
            files.write_table(
                pa.Table.from_pylist(rows), out, compression=codec, use_dictionary=codec == "none"
            )
            seeds.append(Seed.of("a.parquet", out.getvalue()))
    return seeds


def sacrerouge() -> list[Seed]:
    """Metrics files of SacreROUGE."""
    rows = [
        {
            "instance_id": i,
            "summarizer_id": s,
            "summarizer_type": "reference" if s == "lead" else "peer",
            "metrics": {"rouge-1": {"f1": k / 9, "recall": 0.25}, "expert": {"relevance": [1, 2, k]}},
        }
        for k, (s, i) in enumerate(_CELLS)
    ]
    return [Seed.of("metrics.jsonl", _lines(rows))]


def summeval() -> list[Seed]:
    """SummEval's annotations, and its pickle."""
    names = ("coherence", "consistency", "fluency", "relevance")
    rows = [
        {
            "id": i,
            "model_id": s,
            "decoded": "a summary",
            "references": ["r"] * 11,
            "expert_annotations": [dict.fromkeys(names, 1 + (k + a) % 5) for a in range(3)],
            "turker_annotations": [dict.fromkeys(names, 1 + (k * a) % 5) for a in range(5)],
        }
        for k, (s, i) in enumerate(_CELLS)
    ]
    pickled = {
        i: {
            "src": "x",
            "ref_summ": "r",
            "sys_summs": {
                s: {"sys_summ": "t", "scores": {"coherence": np.float64(k / 3), "rouge1_f": np.float32(k)}}
                for k, s in enumerate(("lead", "tail"))
            },
        }
        for i in ("1", "2", "3")
    }
    return [Seed.of("annotations.jsonl", _lines(rows)), Seed.of("data.pkl", pickle.dumps(pickled, 4))]


def realsumm() -> list[Seed]:
    """REALSumm's pickles, alone and joined, in several protocols."""

    def one(offset: int) -> dict[int, Any]:
        return {
            d: {
                "doc_id": d,
                "system_summaries": {
                    f"{s}.txt": {
                        "system_summary": "t",
                        "scores": {"js-2": -0.5 * d, "litepyramid_recall": offset + k / 4},
                    }
                    for k, s in enumerate(("bart", "t5"))
                },
            }
            for d in (1, 2, 3)
        }

    return [
        *(Seed.of("abs.pkl", pickle.dumps(one(0), protocol)) for protocol in (0, 2, 4, 5)),
        Seed({"abs.pkl": pickle.dumps(one(0)), "ext.pkl": pickle.dumps(one(1))}, ("abs.pkl", "ext.pkl")),
    ]


def pickles() -> list[Seed]:
    """Pickles of all that the restricted one lets through."""
    content = {
        "list": [1, 2.5, "a", None, True, b"b", (1, 2), {3}, frozenset({4})],
        "arrays": [np.arange(6.0).reshape(2, 3), np.arange(3, dtype=">i4"), np.float32(1.5), np.bool_(1)],
        "deep": [[[[{"a": {"b": []}}]]]],
    }
    return [
        Seed.of("a.pkl", pickle.dumps(content, protocol)) for protocol in range(5)
    ]  # NumPy writes buffers into the next


VECTOR_WORDS = ("the", "cat", "naïve", "東京", "nothing", "3", "nan", "")
"""Words that are looked up in word vectors; the files have some of them."""


def vectors() -> list[Seed]:
    """Word vectors as text, with and without a header, as word2vec's binary, and as safetensors with their words."""
    words = VECTOR_WORDS[:4]
    matrix = np.arange(12, dtype="<f4").reshape(4, 3) / 7
    lines = [f"{word} {' '.join(map(str, row.tolist()))}" for word, row in zip(words, matrix, strict=True)]
    text = "\n".join(lines) + "\n"
    entries = [word.encode() + b" " + row.tobytes() + b"\n" for word, row in zip(words, matrix, strict=True)]
    place = {"dtype": "F32", "shape": [4, 3], "data_offsets": [0, matrix.nbytes]}
    header = jsonlib.dumps({"vectors": place}).encode()
    tensors = len(header).to_bytes(8, "little") + header + matrix.tobytes()
    return [
        Seed.of("glove.txt", text),
        Seed.of("word2vec.txt", "4 3\n" + text),
        Seed.of("word2vec.bin", b"4 3\n" + b"".join(entries)),
        Seed({"v.safetensors": tensors, "v.txt": "\n".join(words).encode()}, ("v.safetensors",)),
    ]


def dialsummeval() -> list[Seed]:
    """A folder of DialSummEval."""
    files: dict[str, str] = {}
    lines = []
    for k, system in enumerate("ABC"):
        for d in ("d1", "d2"):
            people = [{"relevance": 1 + k + a} for a in range(3)]
            lines.append({"id": d, "model_id": system, "summary": f"{system} of {d}", "annotations": people})
        files[f"summaries/{system}.txt"] = f"{system} of d2\n{system} of d1\n"
        files[f"metrics/{system}.csv"] = f"rouge-1,ppl\n0.{k}2,2\n0.{k}1,1\n"
    files["human_judgment.jsonl"] = _lines(lines)
    return [Seed({name: text.encode() for name, text in files.items()}, (".",))]


def tac() -> list[Seed]:
    """Tables of TAC and lines of ROUGE."""
    peer = "".join(
        f"D080{d}-A {p} 0.{d}{p} {d} 0 x 0.{p} {1 + p} {1 + d}\n" for d in (1, 2, 3) for p in (1, 2)
    )
    model = "D0801-A A 14 x 0.8 9 9\nD0802-A A 12 x 0.7 8 9\n"
    rouge = "-----\n" + "".join(
        f"{p} ROUGE-2 Eval D080{d}-A.M.100.A.{p} R:0.0{d} P:0.0{p} F:0.03\n"
        for p in (1, 2)
        for d in (1, 2, 3)
    )
    files = {"manual.peer": peer, "manual.model": model, "rouge.out": rouge}
    return [
        Seed({name: text.encode() for name, text in files.items()}, tuple(files)),
        Seed.of("manual.peer", peer),
        Seed.of("rouge.out", rouge),
    ]


def duc() -> list[Seed]:
    """Tables of human scores of DUC."""
    coverage = "docset peer model matching_pus e mus\n" + "".join(
        f"D{d} {p} {m} {d} {20 * p} {4 + d}\n" for d in (1, 2, 3) for p in (1, 2) for m in "AB"
    )
    quality = "docset\tpeer\tq1\tq2\n" + "".join(
        f"D{d}\t{p}\t{'ABC'[d - 1]}\tE\n" for d in (1, 2, 3) for p in (1, 2)
    )
    results = "Columns: docset, …\n\n" + "".join(
        f"D06{d} M --------------- 050  47 J   I I  {p}  2  0 0 0 0 0  0 0 0 1 0 1 0  0.00  5  5  0  7  "
        f"0.{d}00 0.600 0.400  0.0{p} 0.420 0.267\n"
        for d in (1, 2, 3)
        for p in (19, 20)
    )
    files = {"coverage.txt": coverage, "quality.txt": quality}
    return [
        Seed({name: text.encode() for name, text in files.items()}, tuple(files)),
        Seed.of("coverage.txt", coverage),
        Seed.of("quality.txt", quality),
        Seed.of("short.results.table", results),
    ]


def bioasq() -> list[Seed]:
    """A folder of BioASQ's task B, and one file of its assessment tool."""
    golden, judged = [], []
    answers: dict[str, list[Any]] = {"one": [], "two": []}
    for k in range(3):
        golden.append({"id": f"q{k}", "body": f"What is {k}?", "ideal_answer": [f"It is {k}.", "A number."]})
        ideal: list[dict[str, Any]] = [{"body": f"It is {k}.", "source": "expert", "golden": True}]
        for place, (system, found) in enumerate(answers.items()):
            text = f"{system} says {k}."
            found.append({"id": f"q{k}", "ideal_answer": text})
            scores = {"recall": str(1 + k), "precision": 2 + place, "repetition": 5, "readability": None}
            ideal.append({"body": text, "source": system, "scores": scores})
        judged.append({"_id": {"$oid": f"q{k}"}, "body": f"What is {k}?", "answer": {"ideal": ideal}})
    files = {
        "golden.json": jsonlib.dumps({"questions": golden}),
        **{f"systems/{name}.json": jsonlib.dumps({"questions": found}) for name, found in answers.items()},
        "assessments.json": jsonlib.dumps(judged),
    }
    return [
        Seed({name: text.encode() for name, text in files.items()}, (".",)),
        Seed.of("assessments.json", files["assessments.json"]),
    ]


def wmt() -> list[Seed]:
    """A folder of a WMT metrics task; files of metrics, of systems and of segments, in the forms of all years."""
    human = "LP HUMAN SYSTEM\n" + "".join(f"de-en 0.{k} {s}.{k}\n" for k, s in enumerate("ABC"))
    bleu = "".join(f"BLEU\tde-en\tnews99\t{s}.{k}\t0.{k}\n" for k, s in enumerate("ABC"))
    ter = "".join(
        f"TER de-en news99 {s}.{k} -0.{k} non-ensemble http://example.org\n" for k, s in enumerate("ABC")
    )
    sets = "".join(f"CHRF\tde-en\tnews99\trefA\t{s}.{k}\t0.{k}\n" for k, s in enumerate("ABC"))
    files = {"DA-syslevel.csv": human, "BLEU.sys.score": bleu, "TER.sys.score": ter}
    return [
        Seed({name: text.encode() for name, text in files.items()}, (".",)),
        Seed.of("BLEU.sys.score", bleu),
        Seed.of("CHRF.sys.score", sets),
        Seed.of("a.tsv", sets),
        *(
            Seed.of(name, "".join(f"BLEU\tde-en\tnews99\t{line}\n" for line in lines))
            for name, lines in (
                ("BLEU.seg.score", [f"{s}\t{k}\t0.{k}\tyes\tno" for s in "AB" for k in range(3)]),
                ("b.csv", [f"{s}\t{k}\t0.{k}" for s in "AB" for k in range(3)]),
                (
                    "CHRF.seg.score",
                    [f"refA\t{s}\tdoc\t{k}\t0.{k}" for s in "AB" for k in (1, 2)],
                ),
            )
        ),
    ]


def evalset() -> list[Seed]:
    """A test set in the layout of mt-metrics-eval."""
    units, files = 4, {}
    for folder, name in (("sources", "en-de.txt"), ("references", "en-de.refA.txt")):
        files[f"{folder}/{name}"] = "".join(f"Text {k}.\n" for k in range(units))
    files["documents/en-de.docs"] = "".join(f"news\tdoc{k // 2}\n" for k in range(units))
    for s in ("sysA", "sysB", "refA"):
        files[f"system-outputs/en-de/{s}.txt"] = "".join(f"Text {k} of {s}.\n" for k in range(units))
    for scorer in (
        "human-scores/en-de.mqm",
        "metric-scores/en-de/BLEU-refA",
        "metric-scores/en-de/COMET-src",
    ):
        systems = ("sysA", "sysB") if "refA" in scorer else ("sysA", "sysB", "refA")
        scores = {s: [len(scorer) / (2 + k + n) for k in range(units)] for n, s in enumerate(systems)}
        files[f"{scorer}.seg.score"] = "".join(f"{s}\t{v!r}\n" for s, row in scores.items() for v in row)
        files[f"{scorer}.sys.score"] = "".join(f"{s}\t{float(np.mean(row))!r}\n" for s, row in scores.items())
    rated = {name: text for name, text in files.items() if name != "human-scores/en-de.mqm.seg.score"}
    error = '{"errors": [{"start": 0, "end": 2, "severity": "minor", "category": "Style", "score": null}]}'
    rated["human-scores/en-de.mqm.seg.rating"] = "".join(
        f"{s}\t{('None', error)[k % 2]}\tr{k}\n" for s in ("sysA", "sysB") for k in range(units)
    )
    return [Seed({name: text.encode() for name, text in one.items()}, (".",)) for one in (files, rated)]


def mqm() -> list[Seed]:
    """Error annotations."""
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    kinds = (
        "Accuracy/Omission\tMajor",
        "No-error\tNo-error",
        "Fluency/Punctuation\tMinor",
        "Non-translation!\tMajor",
    )
    rows = [
        f'{s}\td{i}\t1\t{i}\tr{r}\ta "b\t<v>c</v>\t{kinds[(int(i) + r) % 4]}\n'
        for s, i in _CELLS
        for r in (1, 2)
    ]
    marot = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
    checked = [*kinds[:2], "Found\tHOTW-test"]
    found = [
        f'{s}\td{i}\t1\t{i}\tr{r}\ta "b" c\t"<v>c\t{checked[(int(i) + r) % 3]}\t{{}}\n'
        for s, i in _CELLS
        for r in (1, 2)
    ]
    return [Seed.of("mqm.tsv", header + "".join(rows)), Seed.of("marot.tsv", marot + "".join(found))]


def qrels() -> list[Seed]:
    """Relevance labels of people and of a judge, with the rounds of judging."""
    labels = [(q, d) for q in ("q1", "q2") for d in range(4)]
    people, judge = ("".join(f"{q} 0 d{d} {(d + k) % 4}\n" for q, d in labels) for k in (0, 1))
    rounds = "".join(f"{q}\t{d / 2}\td{d}\t{d - 1}\n" for q, d in labels)
    return [
        Seed({"human.qrels": people.encode(), "llm.txt": judge.encode()}, ("human.qrels", "llm.txt")),
        Seed.of("qrels-rounds.tsv", rounds),
    ]


def texts() -> list[Seed]:
    """Texts in every format of theirs."""
    import pyarrow as pa
    from pyarrow import parquet as files

    out = io.BytesIO()
    files.write_table(pa.Table.from_pylist(_TEXTS), out)
    return [
        Seed.of("t.jsonl", _lines(_TEXTS)),
        Seed.of("t.csv", _separated(_TEXTS, ",")),
        Seed.of("t.tsv", _separated(_TEXTS, "\t")),
        Seed.of("t.parquet", out.getvalue()),
        Seed.of("t.json", jsonlib.dumps(_TEXTS)),
        Seed.of(
            "w.jsonl", _lines([{**row, "share": f"{k}0.4%", "of": f"{k}/99"} for k, row in enumerate(_TEXTS)])
        ),
    ]


def text_folder() -> list[Seed]:
    """A folder with one file per text, and one of parts of a table."""
    parts = {f"part-{k}.jsonl": _lines(rows).encode() for k, rows in enumerate((_TEXTS[:5], _TEXTS[5:]))}
    files = {f"outputs/{s}/d{i}.txt": f"{s} on {i}.\r\nSecond.\n".encode() for s, i in _CELLS}
    files |= {f"references/d{i}.{k}.txt": b"A reference." for i in range(4) for k in (1, 2)}
    files |= {f"sources/d{i}.txt": b"\xef\xbb\xbfThe source.\n" for i in range(4)}
    return [Seed(files, (".",)), Seed(parts, (".",))]
