"""All options of a publication at once, by its name.

A preset says every setting of a study but the seed. So settings with a preset are those of the publication: an option
that says something else is refused, except the few that are left free.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.errors import ArgumentError, check_choice
from trueness.study.setting import settings_of


@dataclasses.dataclass(frozen=True)
class Preset:
    """The settings of a publication.

    Attributes
    ----------
    work : str
        Its key among the works cited; empty where it is not among them, and `title` names it.
    title : str
        What is done by it, in a sentence about that.
    settings : mapping
        Every field of the study's settings but the seed.
    differs : str
        What is done in another way here all the same; empty if nothing is.
    """

    work: str
    title: str
    settings: Mapping[str, Any]
    differs: str


def with_preset(kind: type, presets: Mapping[str, Preset], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with those of the preset that is named among them, where nothing is given.

    Parameters
    ----------
    kind : type
        Settings with a field `preset`.
    presets : mapping of str to Preset
    given : mapping
        By the names of fields or of arguments; None stands for nothing.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    name = given.get("preset")
    if name is None:
        return dict(given)
    names = {one.field: one.keyword for one in settings_of(kind)}
    wanted = presets[check_choice("preset", name, tuple(presets))].settings
    said = {key: value for key, value in given.items() if value is not None}
    return {
        field: value
        for field, value in wanted.items()
        if field not in said and names.get(field, field) not in said
    } | said


def refuse_other_than_preset(
    settings: Any, kind: type, presets: Mapping[str, Preset], free: Sequence[str]
) -> None:
    """Refuse settings that are not those of their preset.

    Parameters
    ----------
    settings : object
        With a field `preset`, None for none.
    kind : type
        Of settings that the preset says all of.
    presets : mapping of str to Preset
    free : sequence of str
        Fields that may be others.

    Raises
    ------
    ArgumentError
        If one is another.
    """
    if settings.preset is None:
        return
    published = kind(**presets[settings.preset].settings)
    for one in settings_of(kind):
        wanted, given = getattr(published, one.field), getattr(settings, one.field)
        if one.field not in free and given != wanted:
            raise ArgumentError(
                f"`preset`={settings.preset!r} has `{one.keyword}`={wanted!r}; here it is {given!r}. "
                f"Leave out `{one.keyword}`, or leave out the preset and give the options that are "
                "wanted."
            )
