"""A large language model as a metric, asked as a file declares."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterator, Sequence
from typing import Self

import numpy as np

from trueness.errors import ArgumentError, UnsupportedMethodError, is_installed, suggest
from trueness.metrics.llm_judge.asked import Answer, Asked, Forecast, mean_score, unscored
from trueness.metrics.llm_judge.declaration import OPTIONS, JudgeDeclaration, read_declaration
from trueness.metrics.llm_judge.endpoint import MODEL_VARIABLE, JudgeEndpoint, no_endpoint
from trueness.metrics.llm_judge.reply_cache import ReplyCache
from trueness.metrics.llm_judge.spending import Budget, Spending
from trueness.metrics.llm_judge.tally import Tally
from trueness.metrics.metric import Citation, FloatArray, Metric
from trueness.parallel import TextProgress

PREFIX = "llm_judge"

_ZHENG = Citation(
    "zheng-2023-judging",
    "Zheng et al. (2023): Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena. NeurIPS 36, Datasets and Benchmarks.",
    """@inproceedings{zheng-2023-judging,
  title = {Judging {LLM}-as-a-Judge with {MT}-Bench and {Chatbot Arena}},
  author = {Zheng, Lianmin and Chiang, Wei-Lin and Sheng, Ying and Zhuang, Siyuan and Wu, Zhanghao and
    Zhuang, Yonghao and Lin, Zi and Li, Zhuohan and Li, Dacheng and Xing, Eric P. and Zhang, Hao and
    Gonzalez, Joseph E. and Stoica, Ion},
  booktitle = {Advances in Neural Information Processing Systems},
  volume = {36},
  year = {2023}
}""",
)
_LIU = Citation(
    "liu-2023-geval",
    "Liu et al. (2023): G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment. EMNLP, 2511–2522.",
    """@inproceedings{liu-2023-geval,
  title = {{G}-Eval: {NLG} Evaluation using {GPT}-4 with Better Human Alignment},
  author = {Liu, Yang and Iter, Dan and Xu, Yichong and Wang, Shuohang and Xu, Ruochen and Zhu, Chenguang},
  booktitle = {Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing},
  year = {2023},
  pages = {2511--2522},
  publisher = {Association for Computational Linguistics},
  url = {https://aclanthology.org/2023.emnlp-main.153}
}""",
)


class LlmJudge(Metric):
    """A large language model, asked for a score of each output as a file declares.

    The score is the mean of the samples that could be read, NaN where none could; which ones could not, and why, is
    counted in the notes. An output without words is not shown to the model.

    Parameters
    ----------
    declared : JudgeDeclaration
        Prompt, scale, how replies are read (see `read_declaration`).
    endpoint : JudgeEndpoint, optional
        Where the model answers; by default what the environment says.
    model : str, optional
        The model, where the declaration names none; by default what the environment says.
    cache : ReplyCache or None, optional
        Where replies are kept; by default in the user's cache folder, None for nowhere.
    budget : Budget, optional
        What may be spent; several judges may share one.
    keep_texts : bool
        Whether the cache keeps the texts of replies; otherwise scores only.
    changed : str
        The options of the name, which are part of the column's.

    Attributes
    ----------
    progress : callable or None
        Called with what is asked, the replies that are there, and their number.
    replies : dict or None
        Where it is a dict, filled with the answers by the texts that they are about (see `texts_of`).
    """

    name: str = PREFIX
    scheme: str = f"{PREFIX}:FILE.toml"
    options: str = (
        "the file declares prompt, scale, and how a reply is read; after it, with commas between:\n"
        "model=NAME: the model, in place of the file's\n"
        "samples=N: replies to every prompt\n"
        "temperature=T: 0 to 2"
    )
    note: str = (
        "Asks a model at an endpoint that you name (--judge-url), for scores or for verdicts on pairs of outputs. "
        "Texts leave the machine if it is elsewhere. Files to begin with come along: geval_coherence, "
        "direct_relevance, pairs_overall."
    )
    lower: float = -math.inf
    upper: float = math.inf
    empty_output: float = math.nan
    deterministic: bool = False
    remote: bool = True
    listed: bool = False
    declared_by_file: bool = True
    joins: str = "file"
    citation: Citation = _ZHENG

    def __init__(
        self,
        declared: JudgeDeclaration,
        endpoint: JudgeEndpoint | None = None,
        model: str | None = None,
        *,
        cache: ReplyCache | str | None = "default",
        budget: Budget | None = None,
        keep_texts: bool = True,
        changed: str = "",
    ) -> None:
        if isinstance(cache, str) and cache != "default":
            raise ArgumentError(f"`cache` must be a ReplyCache or None; it is {cache!r}.")
        self.declared = declared
        self.name = f"{declared.name}:{changed}" if changed else declared.name
        self.endpoint = JudgeEndpoint.named() if endpoint is None else endpoint
        self.model = declared.model or model or os.environ.get(MODEL_VARIABLE, "").strip() or None
        self.cache, self.budget, self.keep_texts = cache, budget, keep_texts
        self.progress: TextProgress | None = None
        self.replies: dict[tuple[object, ...], list[Answer]] | None = None
        self.needs = declared.prompt.needs
        self.higher_is_better = declared.scale.higher_is_better
        self.lower, self.upper = declared.scale.lower, declared.scale.upper
        self.empty_output = declared.scale.empty
        self.citation = _LIU if declared.reply.read == "probabilities" else _ZHENG
        self._tally = Tally()
        self._asked: Asked | None = None

    @property
    def spending(self) -> Spending:
        """What was asked so far, and what it cost."""
        return Spending() if self._asked is None else self._asked.spending

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs, as many requests at a time as the endpoint says (see `Metric.score`).

        Raises
        ------
        UnsupportedMethodError
            If it is declared for pairs of outputs.
        ArgumentError
            If no endpoint or no model is named.
        EndpointError, BudgetError
            If the endpoint does not do what is asked of it, or the next request could cost more than may be spent.
            What was answered is kept.
        DataError
            If the prompt cannot be filled in.
        """
        if self.declared.form == "pairs":
            raise UnsupportedMethodError(
                f"'{self.name}' compares pairs of outputs only: use `trueness score` or judge_pairs."
            )
        values = np.full(len(outputs), self.empty_output)
        prompts: dict[tuple[str, ...], list[int]] = {}
        messages = []
        for k, (output, given, source) in enumerate(zip(outputs, references, sources, strict=True)):
            if not output.split():
                continue
            filled = self.messages({"output": output, "references": tuple(given), "source": source})
            rows = prompts.setdefault(tuple(one["content"] for one in filled), [])
            if not rows:
                messages.append(filled)
            rows.append(k)
        if not prompts:
            return values
        found = self.answers(messages)
        for rows, answers in zip(prompts.values(), found, strict=True):
            values[rows] = mean_score(answers)
            if self.replies is not None:
                for k in rows:
                    self.replies[self.texts_of(outputs[k], references[k], sources[k])] = answers
        return values

    def check(self) -> None:
        """Check that it can ask.

        Raises
        ------
        ArgumentError
            If no endpoint or no model is named, or there is a limit on the cost and no price.
        """
        self._asking()

    def messages(self, texts: dict[str, object]) -> list[dict[str, str]]:
        """Return what is sent about texts, by placeholder."""
        return self.declared.prompt.messages(texts)

    def answers(self, messages: Sequence[list[dict[str, str]]]) -> list[list[Answer]]:
        """Return what comes of prompts, all different: the samples of each (see `score` for what may happen)."""

        def done(count: int, total: int) -> None:
            if self.progress is not None:
                self.progress(f"asking for {self.name}", count, total)

        with self._kept() as cache:
            return self._asking().answers(messages, cache, self._tally, done)

    def forecast(self, messages: Sequence[list[dict[str, str]]]) -> Forecast:
        """Return what asking with prompts, all different, would take; nothing is asked."""
        with self._kept() as cache:
            return self._asking().forecast(messages, cache)

    def texts_of(self, output: str, references: Sequence[str], source: str | None) -> tuple[object, ...]:
        """Return what `replies` has the answers about these texts by."""
        return (
            output,
            tuple(references) if "references" in self.needs else (),
            source if "source" in self.needs else None,
        )

    def take_notes(self) -> list[str]:
        """Return what there is to say about the scores since the last call: replies without a score, by kind."""
        notes, self._tally = self._tally.notes(), Tally()
        return notes

    def check_scored(self) -> None:
        """Raise that none of the replies has a score.

        Raises
        ------
        DataError
        """
        tally, self._tally = self._tally, Tally()
        raise unscored(self.declared, "no output has a score", tally)

    def description(self) -> str:
        """Return what the file says that is judged, or which file it is."""
        return self.declared.about or f"A large language model, asked as {self.declared.where} declares."

    def signature(self) -> str:
        """Return model, endpoint, the declaration's digest, and how replies are drawn and read."""
        drawn, reply = self.declared.sampling, self.declared.reply
        heat = "its own temperature" if drawn.temperature is None else f"temperature {drawn.temperature:g}"
        samples = "1 sample" if drawn.samples == 1 else f"{drawn.samples} samples"
        return (
            f"LLM judge {self.model or '(no model named)'} at "
            f"{'(no endpoint named)' if self.endpoint is None else self.endpoint.url}, declaration "
            f"{self.declared.digest}, read by {reply.read}, {samples} at {heat}"
        )

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return the declaration, what asks, and what is asked (see `Metric.demands`)."""
        return {"FILE.toml": None, "the extra 'judge'": is_installed("openai"), "an endpoint": None}

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the judge of ``llm_judge:FILE.toml``, with options of its name.

        Raises
        ------
        ArgumentError
            If no file is named, or an option makes no sense.
        FormatError
            As `read_declaration`.
        """
        prefix, colon, rest = name.partition(":")
        if prefix != PREFIX:
            return None
        path, *given = rest.split(",")
        if not colon or not path.strip():
            raise ArgumentError(f"'{name}': name the file that declares the judge, {PREFIX}:FILE.toml.")
        options: dict[str, str] = {}
        for option in given:
            key, equals, value = option.partition("=")
            if key.strip() not in OPTIONS or not equals:
                raise ArgumentError(
                    f"'{name}': no option is called '{key.strip()}'.{suggest(key.strip(), OPTIONS)} There are "
                    f"{', '.join(OPTIONS)}."
                )
            options[key.strip()] = value.strip()
        declared = read_declaration(path.strip())
        changed = ",".join(f"{key}={options[key]}" for key in OPTIONS if key in options)
        return cls(declared.with_options(options), changed=changed)

    def _asking(self) -> Asked:
        if self._asked is None:
            if self.endpoint is None:
                raise no_endpoint()
            if self.model is None:
                raise ArgumentError(
                    f"{self.declared.where} lacks a model. Add `model` to it, or give `judge_model`, or "
                    f"set {MODEL_VARIABLE}."
                )
            self._asked = Asked(
                self.declared, self.model, self.endpoint, self.budget, keep_texts=self.keep_texts
            )
        return self._asked

    @contextlib.contextmanager
    def _kept(self) -> Iterator[ReplyCache | None]:
        if isinstance(self.cache, str):
            with ReplyCache() as cache:
                yield cache
        else:
            yield self.cache
