"""The texts that metrics are verified on: short, made for this, and awkward in different ways."""

from __future__ import annotations

from trueness.data.texts.texts import TextRow, Texts

SYSTEM = "probe"

_TIDE = (
    "The harbour master closed the northern gate on Tuesday evening. Two barges had drifted against it during the "
    "storm, and a crane will lift them out when the tide is low. Ferries use the old pier until the weekend."
)
_TIDE_REFERENCES = (
    "Two barges hit the northern gate of the harbour in a storm, so it is closed. Ferries go from the old pier.",
    "The gate stays shut until a crane has lifted two barges that drifted against it.",
    "Ferries move to the old pier while barges are cleared from the harbour's gate.",
)

PROBES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "an ordinary output": (
        "The northern gate of the harbour is closed because two barges drifted against it. A crane will lift them.",
        _TIDE_REFERENCES[:1],
        _TIDE,
    ),
    "several references": (
        "Ferries use the old pier until a crane has lifted two barges out.",
        _TIDE_REFERENCES,
        _TIDE,
    ),
    "a copy of the reference": (_TIDE_REFERENCES[1], _TIDE_REFERENCES[1:2], _TIDE),
    "a copy of the source": (_TIDE, _TIDE_REFERENCES, _TIDE),
    "nothing in common": ("Grapes ripen late this year.", _TIDE_REFERENCES[1:], _TIDE),
    "one word": ("Barges", _TIDE_REFERENCES[:2], _TIDE),
    "an empty output": ("", _TIDE_REFERENCES[:2], _TIDE),
    "blanks and line ends": (" The gate\tis shut.\n\nFerries  move. ", _TIDE_REFERENCES[1:], _TIDE),
    "a word again and again": ("the the the the the gate the gate", _TIDE_REFERENCES[:1], _TIDE),
    "numbers, clitics, punctuation": (
        "It's 3.5% more than in 2019 -- \"we don't know why\", Ms. O'Neil (49) said; U.S. prices rose $1,200.",
        (
            "Ms. O'Neil said they did not know why: prices in the U.S. rose 3.5 per cent, by $1,200, since 2019.",
        ),
        "Prices in the U.S. have risen by 3.5 per cent, or $1,200, since 2019. Ms. O'Neil, 49, doesn't know why.",
    ),
    "German": (
        "Die Schleuse bleibt geschlossen, weil Kähne daran gestoßen sind.",
        ("Weil zwei Kähne gegen die Schleuse trieben, ist sie geschlossen.",),
        "Zwei Kähne sind im Sturm gegen die Schleuse getrieben. Sie bleibt bis Samstag geschlossen.",
    ),
    "Chinese": (
        "港口北门因两艘驳船被撞而关闭。",
        ("由于两艘驳船漂到北门,港口把门关闭了。",),
        "星期二晚上港口北门关闭。暴风雨中两艘驳船漂到门上。",
    ),
    "Arabic and Hindi": (
        "أغلق الميناء البوابة الشمالية. उत्तरी द्वार बंद है।",
        ("البوابة الشمالية للميناء مغلقة. बंदरगाह का उत्तरी द्वार बंद है।",),
        "أغلقت البوابة الشمالية للميناء مساء الثلاثاء. मंगलवार को उत्तरी द्वार बंद हुआ।",
    ),
    "emoji and mixed scripts": (
        "Ferry ⛴️ moved 👍🏽 to старый pier — Ⅳ e\u0301té",
        ("The ferry ⛴️ uses the старый pier 👍🏽 in été IV",),
        "⛴️ → старый pier, Ⅳ été 👍🏽",
    ),
}
"""What a probe tries, with its output, references and source."""


def probe_texts() -> Texts:
    """Return the probes as texts of one system; the inputs are named after what they try."""
    rows = [
        TextRow(system=SYSTEM, input=name, output=output, references=references, source=source)
        for name, (output, references, source) in PROBES.items()
    ]
    return Texts(tuple(rows), name="probe texts")
