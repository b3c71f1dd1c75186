"""Complete what the user said about columns from their names, where these are unmistakable."""

from __future__ import annotations

import fnmatch
import re
import shlex
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from trueness.data.cells.bookkeeping import collector_of
from trueness.data.cells.check_column_names import check_column_names
from trueness.data.cells.columns import STATISTICS, ColumnMap, Layout, Side, plain_name, split_annotator
from trueness.data.cells.lengths import LENGTH
from trueness.data.cells.numbers import TEXT_NAMES
from trueness.data.cells.wide_columns import starred
from trueness.errors import FormatError, UnknownNameError, listing, suggest

SYSTEM_NAMES = (
    "system",
    "system_id",
    "system_name",
    "sys",
    "sys_id",
    "sys_name",
    "model",
    "model_id",
    "model_name",
    "summarizer_id",
)
INPUT_NAMES = (
    *(
        "input",
        "input_id",
        "doc_id",
        "docid",
        "document_id",
        "instance_id",
        "instance",
        "segment",
        "segment_id",
    ),
    *("seg_id", "question_id", "example_id", "item", "item_id", "id"),
)
WEAK_INPUT_NAMES = (
    *(
        "topic",
        "topic_id",
        "sample",
        "sample_id",
        "example",
        "prompt_id",
        "query_id",
        "qid",
        "case_id",
        "test_id",
    ),
    *("dialogue_id", "dialog_id", "conversation_id", "answer_id", "output_id", "response_id", "row_id"),
    *("hash", "gem_id"),
    *(
        "uid",
        "uuid",
        "idx",
        "index",
        "sid",
        "request_id",
        "req_id",
        "trace_id",
        "record_id",
        "log_id",
        "call_id",
    ),
)
"""Names of the input where no column has one of `INPUT_NAMES`."""

LAST_INPUT_NAMES = (
    *(
        "text_id",
        "article_id",
        "story_id",
        "claim_id",
        "passage_id",
        "review_id",
        "problem_id",
        "utterance_id",
    ),
    *(
        "turn_id",
        "data_id",
        "text_idx",
        "doc_idx",
        "question_idx",
        "sample_idx",
        "item_idx",
        "example_idx",
        "instance_idx",
    ),
)
"""Names of the input where no column has one of these either."""

LAST_SYSTEM_NAMES = (
    *("dialogue_system", "dialog_system", "mt_system", "nlg_system", "summarization_system"),
    *("response_model", "response_model_name", "generator_model", "output_model"),
)
"""Names of the system where no column has one of `SYSTEM_NAMES`."""

DOCUMENT_NAMES = ("document", "doc")
"""Names of the input where systems are named and nothing else names it: each wrote one output for a document."""

DOCUMENT_IDS = (*DOCUMENT_NAMES, "doc_id", "docid", "document_id")
SEGMENT_NAMES = (
    *("segment", "segment_id", "seg_id", "segid", "seg", "sentence_id", "sent_id", "sentid", "sid"),
)
"""Names of parts of documents, which may be numbered anew in each."""

PROMPT_NAMES = ("prompt", "question", "instruction", "query")
"""Texts that systems answer: names of the input, called by its text, where nothing else names it."""

LAST_PROMPT_NAMES = ("message", "user_message", "user_input", "user_query", "user_prompt", "context")
"""Such texts where there is none of these."""

SOURCE_NAMES = (
    *("input", *PROMPT_NAMES, *LAST_PROMPT_NAMES),
    *("source", "src", "article", "dialogue", "conversation", "passage"),
    *(f"{of}_text" for of in ("input", "source", "prompt", "question", "query")),
)
"""Texts that outputs were made for: outputs for one text are alike."""

OUTPUT_NAMES = (
    *("hypothesis", "hyp", "mt", "translation", "summary", "system_summary", "decoded", "candidate"),
    *("response", "answer", "completion", "prediction", "generation", "generated", "generated_text"),
    *("model_output", "system_output", "output_text"),
)
"""What outputs are called elsewhere than in ``output``."""

SOURCE_IDS = (
    *("prompt_id", "question_id", "query_id", "qid", "source_id", "article_id"),
    *("dialogue_id", "dialog_id", "conversation_id", "trace_id", "session_id", "thread_id"),
)
"""Numbers of such texts, and of what several outputs belong to."""

WHOLE_NAMES = (*DOCUMENT_NAMES, "cluster", "query")
"""Names of groups whose inputs are parts of one whole, or answers to one query, and so alike."""

ANNOTATOR_NAMES = (
    *("annotator", "annotator_id", "rater", "rater_id", "worker", "worker_id", "assessor", "assessor_id"),
    *("participant", "participant_id", "prolific_id", "prolific_pid"),
)
SCORER_NAMES = ("scorer", "metric")
SCORE_NAMES = ("score", "value", "result_score")
INPUT_GROUP_NAMES = (
    *(
        "document",
        "doc",
        "cluster",
        "domain",
        "language",
        "lang",
        "language_pair",
        "lang_pair",
        "lp",
        "langs",
    ),
    *("topic", "genre", "subset", "worker_lang"),
)
SYSTEM_GROUP_NAMES = ("family", "system_family", "model_family", "base_model", "team")
GROUP_NAMES = (*INPUT_GROUP_NAMES, *SYSTEM_GROUP_NAMES)
KEY_NAMES = (
    *(*SYSTEM_NAMES, *LAST_SYSTEM_NAMES, *INPUT_NAMES, *WEAK_INPUT_NAMES, *LAST_INPUT_NAMES),
    *(*ANNOTATOR_NAMES, *GROUP_NAMES),
)
"""Names of columns that hold names."""

_OTHER_IDS = (*INPUT_NAMES, *WEAK_INPUT_NAMES, *LAST_INPUT_NAMES)
"""Where one of these names the input, another is the number of something else, and no score."""

_LIKE_IDS = re.compile(r"(^|_)(ids?|idx|uuid|guid)$")
"""What numbers of something are called, whatever it is: no scores."""

_LIKE_COSTS = re.compile(
    r"(^|_)(latency|cost|costs|price|duration|elapsed|run_?time|execution_time)(_(ms|s|sec|seconds|usd))?$"
)
"""What an output took is called: no scores either."""

_OF_OTHERS = re.compile(
    r"user|session|hit|assignment|batch|job|survey|campaign|model|system|judge|run|request|log|worker|person|rater|coder"
)
"""What has ids in files and is no input."""

USUAL_NAMES = {
    "system": (SYSTEM_NAMES, LAST_SYSTEM_NAMES),
    "input": (INPUT_NAMES, WEAK_INPUT_NAMES, LAST_INPUT_NAMES),
    "annotator": (ANNOTATOR_NAMES,),
}
"""What names a key where nothing is declared; later ones where no earlier one is there."""


COUNT_NAMES = (
    "n",
    "n_all",
    "#",
    "count",
    "num",
    "rank",
    "ranks",
    "votes",
    "wins",
    "losses",
    "battles",
    "cluster",
)
"""Columns of a table of systems that are no scores of theirs: how many there are of what, and which place they have."""

MODEL_NAMES = ("model", "model_id", "model_name")
"""Names of the system that are those of the judge in a log of it."""

TIME_NAMES = re.compile(r"(^|_)(created|updated|timestamp|time|date|datetime|ts|epoch)(_(at|on|ms|s|utc))?$")
"""What columns of moments are called (see `plain_name`)."""

METRIC_WORDS = r"bleu|rouge|meteor|chrf|comet|bleurt|bert|mover"
"""What metrics have in their names, as a pattern."""

MODEL_WORDS = r"gpt|llm|llama|claude|gemini|mistral"
"""What models have in their names that judge, as a pattern."""

JUDGE_WORDS = (
    r"judge(?!ment|s(?![a-z]))|model|auto|(?<![a-z])(ai|rm)(?![a-z])|evaluator|grader|critic|reward|predict|prometheus|"
    r"g.?eval|sample|qwen|deepseek|gemma|mixtral|grok"
)
"""What else judges that are programs have in their names, as a pattern; of people, judgements are asked."""

LIKE_SCORES = re.compile(
    rf"human|people|{METRIC_WORDS}|(?<![a-z])ter(?![a-z])|gpt|llm|judge|score|scr$|scr\.|"
    r"rating|quality|adequacy|fluency|coherence|relevance|consistency|accuracy|(?<![a-z])(acc|f1|mqm|da|esa|elo|z)(?![a-z])|"
    r"win.?rate|mean|average|(?<![a-z])avg",
    re.IGNORECASE,
)
"""What scores are called, and inputs seldom."""

SYSTEM_LIKE = re.compile(
    r"^(m|sys|system|model|run|peer|team)[-_ ]?\d+$|^(system|model)[-_ ]?[a-z]$"
    r"|bart|\bt5\b|^t5|pegasus|llama|gpt|claude|gemini|gemma|mistral|mixtral|qwen|deepseek|bert(sum|ext)",
    re.IGNORECASE,
)
"""What systems are called, and scorers seldom."""


def group_sides(name: str) -> tuple[Side, ...]:
    """Return what a grouping column may describe; the first where its labels tell nothing, constant within both."""
    return ("system", "input") if plain_name(name) in SYSTEM_GROUP_NAMES else ("input", "system")


ROW_LABELS = "Unnamed: 0"
"""How pandas calls a column of row labels when it reads a file that it has written."""


def is_row_labels(name: str | None) -> bool:
    """Return whether a column is that of row labels: of a dataframe's only index."""
    return name in (ROW_LABELS, "__index_level_0__")


_PANDAS_INDEX = ("__index_level_", "Unnamed: 0", "level_0")
"""How pandas calls row labels that it stores in Parquet, that it reads back, and that it makes a column."""

ONE_DIMENSION = "human"
"""What the dimension is called of annotators whose columns name none."""


def resolve_columns(
    names: Sequence[str], asked: ColumnMap, source: str, *, texts: Sequence[str] = ()
) -> Layout:
    """Complete what the user said about columns from their names.

    Parameters
    ----------
    names : sequence of str
        The column names of the source.
    asked : ColumnMap
        What the user said.
    source : str
        The file, for messages.
    texts : sequence of str
        Of `SOURCE_NAMES` those by which columns of texts are called.

    Raises
    ------
    UnknownNameError
        If a column the user named is not there; the message gives the nearest.
    FormatError
        If a column name is empty or occurs twice, if several columns could be the system or the input, if
        systems are named, no input, and no column is called as scores are, if there are no systems to be grouped, or if
        no column is left for scores.
    """
    check_column_names(names, source)
    one, within = _keys_asked(asked, names, source)
    people: dict[str, tuple[str | None, str | None]] = {**starred(asked.annotators, names, source)}
    people |= dict.fromkeys(_matching("length", asked.length, names, source), (LENGTH, None))
    groups, of_systems = (
        [column for column in (_named(key, name, names, source) for name in getattr(asked, key)) if column]
        for key in ("groups", "system_groups")
    )
    ignored = _matching("ignore", asked.ignore, names, source)
    listed = _matching("scorers", asked.scorers, names, source)
    # all columns of scores, not all columns
    named = {*KEY_NAMES, *TEXT_NAMES} if asked.scorers == ("*",) else set()
    listed = [name for name in listed if name not in people and plain_name(name) not in named]
    uses = [*(column for column in one.values() if column), *groups, *of_systems, *listed, *people]
    uses += [column for column in within if column not in (*groups, *of_systems)]
    twice = next((column for column, count in Counter(uses).items() if count > 1), None)
    if twice is not None:
        raise FormatError("the column is given two meanings.", path=source, column=twice)
    there, taken = set(names), {*uses, *ignored}
    index = [name for name in names if name.startswith(_PANDAS_INDEX) and name not in taken]
    if (
        one["input"] is None
        and not {plain_name(name) for name in names} & {*SYSTEM_NAMES, *LAST_SYSTEM_NAMES, *_OTHER_IDS}
        and len(index) == 1
        and is_row_labels(index[0])
    ):
        taken.add(index[0])
        one["input"] = index.pop()  # nothing else names the rows
    # numbers that a score is computed from are no scores, and mean nothing without the description of their formula
    bare = [
        name
        for name in names
        if name.endswith(STATISTICS) and name.removesuffix(STATISTICS) in there and name not in taken
    ]
    taken.update(index, bare)
    free = [name for name in names if name not in taken]
    if one["input"] is None and (parts := document_and_segment(free)):
        within, one["input"] = [parts[0]], parts[1]
    free = [name for name in free if name not in (*within, one["input"])]
    free, own = _infer_keys(one, free, names, texts, source)
    other_ids = [name for name in free if is_other_id(name)]
    if one["input"] is None and len(ids := [name for name in other_ids if _may_name_inputs(name)]) == 1:
        one["input"] = ids[0]
        free, other_ids = ([name for name in part if name != ids[0]] for part in (free, other_ids))
    if not listed:
        free = [name for name in free if name not in other_ids]
    if of_systems and one["system"] is None:
        problem = "there are no systems that the column could group."
        raise FormatError(problem, path=source, column=of_systems[0], remedy=_remedy(names, "system=COL"))
    if not listed:
        _infer_long(one, free)
    _check_long(one, names, source)
    if not asked.groups:
        groups = [name for name in free if plain_name(name) in GROUP_NAMES]
        free = [name for name in free if plain_name(name) not in GROUP_NAMES]
    # where documents are told already, or every row is a system, nothing else is
    alone = not within and (one["input"] is not None or one["system"] is None)
    shared = _sources([*free, *other_ids], texts) if alone else []
    free, other_ids = ([name for name in part if name not in shared] for part in (free, other_ids))
    always_within = isinstance(asked.input, tuple)
    groups += [
        name
        for name in within  # what holds several inputs, such as a conversation, may be what varies
        if name not in (*groups, *of_systems)
        and (always_within or (plain_name(name) in DOCUMENT_IDS and not asked.groups))
    ]
    scores = _scores(one, free, listed, people, names, source)
    return Layout(
        **one,
        groups={
            name: (_group_name(name, within), "system" if name in of_systems else None)
            for name in (*groups, *of_systems)
        },
        scores=scores,
        declared=frozenset((*listed, *people, *asked.groups, *of_systems, *within)),
        ignored=(
            *own,
            *(name for name in (*free, *listed) if name not in scores),
            *(name for name in other_ids if name not in scores and name not in groups and not listed),
            *index,
            *bare,
        ),
        statistics={},
        within=tuple(within),
        always_within=always_within,
        shared=tuple(shared),
    )


def is_other_id(name: str) -> bool:
    """Return whether a column that is called so numbers something, or has its costs: no key, it is no score."""
    plain = plain_name(name)
    if plain in GROUP_NAMES:
        return False
    return plain in _OTHER_IDS or any(one.search(plain) for one in (_LIKE_IDS, _LIKE_COSTS))


def _may_name_inputs(name: str) -> bool:
    plain = plain_name(name)
    return plain not in _OTHER_IDS and not any(one.search(plain) for one in (_OF_OTHERS, _LIKE_COSTS))


def _infer_keys(
    one: dict[str, str | None], free: list[str], names: Sequence[str], texts: Sequence[str], source: str
) -> tuple[list[str], list[str]]:
    """Find the columns of keys that were not named; return those left, and the bookkeeping of who collected answers."""
    asking = (PROMPT_NAMES, LAST_PROMPT_NAMES)
    prompts = next((found for some in asking if (found := [name for name in texts if name in some])), [])
    collector, own = collector_of(names), list[str]()
    if collector is not None:
        one["annotator"] = one["annotator"] or collector.who(free)
        own = [name for name in free if collector.owns(name) and name != one["annotator"]]
        taken = {*own, one["annotator"]}
        free = [name for name in free if name not in taken]
    for key, options in USUAL_NAMES.items():
        if one[key] is None:
            last = (DOCUMENT_NAMES, prompts) if key == "input" and one["system"] is not None else ()
            tasks = (
                (list(map(plain_name, collector.tasks)),) if key == "input" and collector is not None else ()
            )
            text_of_id = key == "input" and one["system"] is one["annotator"] is None
            text_of_id = text_of_id and is_text_of_id(names, texts)
            among = [name for name in free if name != "input"] if text_of_id else free
            one[key] = _inferred(key, (*options, *last, *tasks), among, names, source)
            free = [name for name in free if name != one[key]]
    if collector is not None:
        own += [name for name in free if collector.asks(name) and plain_name(name) not in GROUP_NAMES]
    kept = set(own)
    return [name for name in free if name not in kept], own


def is_text_of_id(names: Sequence[str], texts: Collection[str]) -> bool:
    """Return whether a column ``input`` holds what an output was made for, and another, such as ``id``, names the item.

    Parameters
    ----------
    names : sequence of str
        All columns: where some name systems or annotators, an id may be that of an output, or of a rating.
    texts : collection of str
        Those that hold texts of several words (see `plain_name`).
    """
    plain = {plain_name(name) for name in names}
    beside = {*SYSTEM_NAMES, *LAST_SYSTEM_NAMES, *ANNOTATOR_NAMES, *SCORER_NAMES} & plain
    known = bool(plain & {"output", *OUTPUT_NAMES}) and bool(plain & {*INPUT_NAMES} - {"input"})
    return "input" in texts and known and not beside


def _sources(free: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Return the columns that hold what outputs were made for, or its number."""
    return [name for name in free if plain_name(name) in (*SOURCE_IDS, *texts)]


def _keys_asked(
    asked: ColumnMap, names: Sequence[str], source: str
) -> tuple[dict[str, str | None], list[str]]:
    """Return the column of each key that was named, of several of the input the last, and the others."""
    *within, last = asked.input if isinstance(asked.input, tuple) else (asked.input,)
    said = {key: getattr(asked, key) for key in ("system", "annotator", "scorer", "score")} | {"input": last}
    one = {key: _named(key, column, names, source) for key, column in said.items()}
    return one, [column for part in within if (column := _named("input", part, names, source)) is not None]


def document_and_segment(free: Sequence[str]) -> tuple[str, str] | None:
    """Return the columns that name documents and segments, where nothing else names inputs.

    Parameters
    ----------
    free : sequence of str
        Columns that have no meaning so far.
    """
    documents, segments = (
        [name for name in free if plain_name(name) in known] for known in (DOCUMENT_IDS, SEGMENT_NAMES)
    )
    others = [
        name for name in free if plain_name(name) in INPUT_NAMES and name not in (*documents, *segments)
    ]
    return (documents[0], segments[0]) if len(documents) == len(segments) == 1 and not others else None


def _group_name(column: str, within: Sequence[str]) -> str:
    """Return what a group is called: as its column, but the number of a document that an input is part of is one."""
    numbers_documents = plain_name(column) in DOCUMENT_IDS and plain_name(column) not in GROUP_NAMES
    return "document" if column in within and numbers_documents else column


def _scores(
    one: Mapping[str, str | None],
    free: Sequence[str],
    listed: Sequence[str],
    people: Mapping[str, tuple[str | None, str | None]],
    names: Sequence[str],
    source: str,
) -> dict[str, tuple[str, str | None]]:
    """Return the columns of scores, each with its scorer and annotator; none in the long format."""
    if one["score"] is not None:
        return {}
    scores: dict[str, tuple[str, str | None]]
    scores = {name: (name, None) for name in listed} or {name: split_annotator(name) for name in free}
    scores |= {name: (dimension or ONE_DIMENSION, who) for name, (dimension, who) in people.items()}
    if one["system"] is not None and one["input"] is None and not listed:
        # perhaps a row for each system; whether it is is seen where the rows are
        scores = {name: meaning for name, meaning in scores.items() if plain_name(name) not in COUNT_NAMES}
        if not any(map(LIKE_SCORES.search, scores)):
            raise no_input(names, source, repeated=False, system=one["system"])
    if not scores:
        problem = "no column is left that could hold scores."
        raise FormatError(problem, path=source, remedy=_remedy(names, "scorers=COL"))
    return scores


def _inferred(
    key: str, tiers: Sequence[Sequence[str]], free: Sequence[str], names: Sequence[str], source: str
) -> str | None:
    """Return the one free column with a known name; the canonical name wins, then the names that say most."""
    for options in tiers:
        found = [name for name in free if plain_name(name) in options]
        # a topic is a group of inputs where something else names them
        found = [name for name in found if plain_name(name) not in GROUP_NAMES] or found
        canonical = [name for name in found if name == key]
        if len(canonical or found) > 1:
            raise FormatError(
                f"the {key} could be any of the columns {listing(found)}.",
                path=source,
                remedy=_remedy(names, f"{key}=COL"),
            )
        if found:
            return (canonical or found)[0]
    return None


def _named(key: str, column: str | None, names: Sequence[str], source: str) -> str | None:
    """Return the column the user named, once it is known to exist."""
    if column is None or column in names:
        return column
    raise UnknownNameError(
        f"{source}: `columns` says {key}={column}, but the data lack that "
        f"column.{suggest(column, names)} Columns: {listing(names, 30)}."
    )


def _matching(key: str, patterns: Sequence[str], names: Sequence[str], source: str) -> list[str]:
    """Return the columns that match, each in linear time unless it is a pattern that is no name itself."""
    there = set(names)
    found: set[str] = set()
    for pattern in patterns:
        exact = pattern in there
        hits = [pattern] if exact else [name for name in names if fnmatch.fnmatchcase(name, pattern)]
        if not hits:
            _named(key, pattern, names, source)
        found.update(hits)
    return [name for name in names if name in found]


def no_input(names: Sequence[str], source: str, *, repeated: bool, system: str | None = None) -> FormatError:
    """Return the error of systems without inputs, with what the user may mean.

    Parameters
    ----------
    names : sequence of str
    source : str
    repeated : bool
        Whether a system has several rows.
    system : str, optional
        The column that names it.
    """
    remedy = _remedy(names, "input=COL")
    if system is not None and plain_name(system) in MODEL_NAMES:
        said = shlex.quote(f"ignore={system}")
        remedy += f" If '{system}' names the model of the judge, and each row is an item: --columns {said}."
    if not repeated:
        ways = "--columns 'inputs=*'; for every scorer: --columns 'scorers=*'"
        remedy += f" If there is a column for every input: {ways}."
    return FormatError("the column that names the input is missing.", path=source, remedy=remedy)


def _check_long(one: Mapping[str, str | None], names: Sequence[str], source: str) -> None:
    if (one["scorer"] is None) == (one["score"] is None):
        return
    missing = "score" if one["score"] is None else "scorer"
    raise FormatError(
        f"the long format needs a column for the scorer and one for the score: give '{missing}' as well.",
        path=source,
        remedy=_remedy(names, f"{missing}=COL"),
    )


def _infer_long(one: dict[str, str | None], free: list[str]) -> None:
    """Recognise the long format by a pair of names: scorer (or metric) with score (or value)."""
    scorer = [name for name in free if plain_name(name) in SCORER_NAMES]
    score = [name for name in free if plain_name(name) in SCORE_NAMES]
    if one["scorer"] is None and len(scorer) == 1 and (one["score"] is not None or len(score) == 1):
        one["scorer"] = scorer[0]
    if one["score"] is None and one["scorer"] is not None and len(score) == 1:
        one["score"] = score[0]
    free[:] = [name for name in free if name not in (one["scorer"], one["score"])]


def _remedy(names: Sequence[str], example: str) -> str:
    known = listing(names, 30)
    return f"Columns: {known}. Say which it is: --columns {example} (in Python: columns='{example}')."
