"""What all metrics have in common that run their authors' program: options, references, versions, errors."""

from __future__ import annotations

import abc
import importlib
import importlib.metadata
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.metric import FloatArray, Metric
from trueness.metrics.named_options import Reader, one_of, read_options, read_values
from trueness.metrics.originals.user_files import content_hash, find_file

REFS = ("best", "mean")
"""How scores against single references become one."""


class Item(NamedTuple):
    """What a program scores at once.

    Attributes
    ----------
    output : str
        Not empty.
    references : tuple of str
        One, where the program compares with one; empty where it needs none.
    source : str
        Empty where the program needs none.
    """

    output: str
    references: tuple[str, ...]
    source: str


class Program(NamedTuple):
    """The program of a metric.

    Attributes
    ----------
    package : str
        The distribution whose version is recorded; empty where it is no Python package.
    module : str
        What is imported.
    install : str
        How to install it, a sentence with the command.
    variable : str
        The environment variable that names its weights, or its folder.
    weights : str
        How to get these, a sentence.
    """

    package: str
    module: str
    install: str
    variable: str
    weights: str


class Original(Metric):
    """Base of a metric that hands texts to its authors' program and takes the scores it gives.

    A subclass declares the facts and the `program`, and defines `load` and `compute`; what runs is the code that the
    user has installed. An output without words is not handed over: its score is `empty_output`. The signature has the
    version of the program and a hash of its weights.

    Parameters
    ----------
    options : mapping of str to str, optional
        The options, by the names of `keys`.

    Raises
    ------
    ArgumentError
        If there is no such option, or its value is none of its choices.

    Attributes
    ----------
    base : str
        The name without options.
    program : Program
        What is run.
    keys : mapping of str to str
        Option to what it says.
    choices : mapping of str to tuple of str
        Option to its values, the default first; an option that is not here takes any text.
    one_reference : bool
        Whether the program compares with one reference: it is then asked for each, and the option `refs` says which
        score counts.
    """

    base: ClassVar[str]
    program: ClassVar[Program]
    keys: ClassVar[Mapping[str, str]] = {"weights": "the folder or file of the weights"}
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    one_reference: ClassVar[bool] = True
    listed: bool = False
    runs_program: bool = True
    empty_output: float = math.nan

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.given = dict(options or {})
        readers = self._readers()
        read_values(self.base, self.given, readers)
        shown = ",".join(f"{key}={self.given[key]}" for key in readers if key in self.given)
        self.name = f"{self.base}:{shown}" if shown else self.base
        self._loaded: Any = None
        if "refs" in readers:
            self.joins = self.option("refs")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Say in lists how the name is spelled and what has to be there."""
        super().__init_subclass__(**kwargs)
        if hasattr(cls, "base"):
            own = cls._described()
            if "references" in cls.needs and not cls.joins:
                cls.joins = REFS[0] if cls.one_reference else "program"
            cls.scheme = cls.base
            named = f"The variable {cls.program.variable} names it as well."
            options = [f":{key}=…: {said}" for key, said in own.items()]
            cls.options = "\n".join([*options, cls.program.install, f"{cls.program.weights} {named}"])
            cls.note = f"`trueness metrics show {cls.base}` says how to get the program."

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        if name.partition(":")[0] != cls.base:
            return None
        return cls(read_options(name, cls._readers()))

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return the program and its weights (see `Metric.demands`)."""
        made = cls()
        try:
            has_weights = bool(made.weights())
        except MissingExtraError:
            has_weights = False
        found: dict[str, bool | None] = {}
        if cls.program.package:
            found[cls.program.package] = " not " not in made._version()
        return found | {f"its files ({cls.program.variable})": has_weights}

    def option(self, key: str) -> str:
        """Return the value of an option: what was given, else the first of its choices, else an empty text."""
        default = REFS[0] if key == "refs" else next(iter(self.choices.get(key, ("",))))
        return self.given.get(key, default)

    def signature(self) -> str:
        """Return the version of the program and the hash of its weights, or what is missing; and the options."""
        parts = [self._version()]
        try:
            parts += [f"{path.name} {content_hash(path)}" for path in self.weights()]
        except MissingExtraError:
            parts.append("weights missing")
        options = self._described()
        settings = [f"{key}={self.option(key)}" for key in options if key in {*self.choices, "refs"}]
        return ", ".join([*parts, *settings])

    def weights(self) -> list[Path]:
        """Return the files and folders that scores depend on besides the program.

        Raises
        ------
        MissingExtraError
            If one is not named or not there.
        """
        what = f"the model of {self.base}"
        return [find_file(self.option("weights"), self.program.variable, what, self.program.weights)]

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs (see `Metric.score`): each item that occurs is handed to the program once.

        Raises
        ------
        MissingExtraError
            If the program or its weights are missing.
        DataError
            If the program gives another number of scores, or one that is no number.
        """
        rows = [
            self._items(output, given, source)
            for output, given, source in zip(outputs, references, sources, strict=True)
        ]
        items = list(dict.fromkeys(item for row in rows for item in row))
        if not items:
            return np.full(len(rows), self.empty_output)
        if self._loaded is None:
            self._loaded = self.load()
        found = [float(value) for value in self.compute(self._loaded, items)]
        if len(found) != len(items):
            raise DataError(f"'{self.base}' gave {len(found)} scores for {len(items)} outputs.")
        wrong = next((value for value in found if not math.isfinite(value)), None)
        if wrong is not None:
            raise DataError(
                f"'{self.base}' gave a score that is no number ({wrong}): its weights may be damaged. "
                f"{self.program.weights}"
            )
        value_of = dict(zip(items, found, strict=True))
        combine = np.mean if self.option("refs") == "mean" else max if self.higher_is_better else min
        return np.array(
            [combine([value_of[item] for item in row]) if row else self.empty_output for row in rows],
            dtype=np.float64,
        )

    @abc.abstractmethod
    def load(self) -> Any:
        """Return what `compute` works with; called once, where the first output is scored."""

    @abc.abstractmethod
    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return the scores of items.

        Parameters
        ----------
        loaded : object
            What `load` gave.
        items : sequence of Item
            n of them, at least one, all different.

        Returns
        -------
        sequence of n float
        """

    def imported(self, module: str | None = None) -> Any:
        """Return the program's module.

        Raises
        ------
        MissingExtraError
            If it is not installed, or cannot be imported; the message says how to install it.
        """
        name = module or self.program.module
        try:
            return importlib.import_module(name)
        except ImportError as error:
            why = (
                "is not installed"
                if error.name == name.partition(".")[0]
                else f"cannot be imported ({error})"
            )
            raise MissingExtraError(
                f"metric '{self.base}' runs the package '{self.program.package or name}', which {why}. "
                f"{self.program.install}"
            ) from error

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is loaded: another process loads its own."""
        return {**self.__dict__, "_loaded": None}

    def _version(self) -> str:
        package = self.program.package
        try:
            return f"{package} {importlib.metadata.version(package)}"
        except (importlib.metadata.PackageNotFoundError, ValueError):
            return f"{package} not installed"

    @classmethod
    def _described(cls) -> dict[str, str]:
        """Return the options with what each is."""
        if "references" not in cls.needs or not cls.one_reference:
            return dict(cls.keys)
        return {**cls.keys, "refs": "of several references, best (the default) or mean"}

    @classmethod
    def _readers(cls) -> dict[str, Reader]:
        choices = {**cls.choices, "refs": REFS}
        return {key: one_of(*choices[key]) if key in choices else str for key in cls._described()}

    def _items(self, output: str, references: Sequence[str], source: str | None) -> list[Item]:
        if not output.split():
            return []
        given = (source or "") if "source" in self.needs else ""
        if "references" not in self.needs:
            return [Item(output, (), given)]
        if self.one_reference:
            return [Item(output, (reference,), given) for reference in references]
        return [Item(output, tuple(references), given)]
