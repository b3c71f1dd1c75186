"""Prompts: templates of Jinja2 that see the texts of one output, or of two, and nothing else."""

from __future__ import annotations

from typing import Any

from trueness.errors import DataError, FormatError, listing
from trueness.metrics.llm_judge.prompt_language import check_language, counting, environment, template_of
from trueness.metrics.metric import Need

OF_ONE = ("output", "references", "source")
OF_TWO = ("first", "second", "references", "source")

LONGEST = 10_000_000
"""Letters of a prompt."""


class Prompt:
    """What a model is told and asked.

    Parameters
    ----------
    user, system : str
        Templates; the latter may be empty.
    pairs : bool
        Whether the placeholders are those of two outputs, ``first`` and ``second``, in place of ``output``.
    where : str
        The file, for messages.

    Raises
    ------
    FormatError
        If a template is none, uses or names what there is not, does not show what is judged, or fails on short texts.
    """

    def __init__(self, user: str, system: str, *, pairs: bool, where: str) -> None:
        self.user, self.system = user, system
        self._pairs, self._where = pairs, where
        known = OF_TWO if pairs else OF_ONE
        used = _names(user, where) | _names(system, where)
        for name in sorted(used - set(known)):
            raise FormatError(
                f"the prompt names '{name}'.", path=where, remedy=f"Placeholders are {listing(known)}."
            )
        for name in known[:-2]:
            if name not in used:
                raise FormatError(f"the prompt must show '{{{{ {name} }}}}'.", path=where)
        needs: tuple[Need, ...] = ("references", "source")
        self.needs: frozenset[Need] = frozenset(need for need in needs if need in used)
        try:
            self.messages(dict.fromkeys(known, "text") | {"references": ("text", "text")})
        except DataError as error:
            raise FormatError(str(error).partition(": ")[2], path=where) from error

    def messages(self, texts: dict[str, Any]) -> list[dict[str, str]]:
        """Return what is sent: the system's message, if there is one, and the user's.

        Parameters
        ----------
        texts : dict
            By placeholder.

        Raises
        ------
        DataError
            If a template fails on these texts, or grows or goes on too long.
        """
        parts = (("system", self.system), ("user", self.user))
        return [
            {"role": role, "content": self._filled(template, texts)} for role, template in parts if template
        ]

    def _filled(self, template: str, texts: dict[str, Any]) -> str:
        from jinja2.exceptions import TemplateError

        found, length = [], 0
        try:
            for piece in template_of(template).generate({**texts, **counting()}):
                length += len(piece)
                if length > LONGEST:
                    raise DataError(f"{self._where}: the prompt becomes longer than {LONGEST:,} letters.")
                found.append(piece)
        except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(f"{self._where}: filling in the prompt failed ({error}).") from error
        return "".join(found)


def _names(template: str, where: str) -> set[str]:
    from jinja2 import meta
    from jinja2.exceptions import TemplateError

    try:
        found: set[str] = meta.find_undeclared_variables(environment().parse(template))
        check_language(template, where)
        template_of(template)
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        at = f", line {line} of it" if line else ""
        raise FormatError(f"the prompt must be a template of Jinja2 ({error}{at}).", path=where) from error
    except (RecursionError, SyntaxError, MemoryError) as error:
        raise FormatError("the prompt is nested too deeply.", path=where) from error
    return found - {"range"}
