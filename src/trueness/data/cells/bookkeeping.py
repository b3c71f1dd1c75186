"""Columns that programs for collecting judgements write beside these: who answered, when, for how much.

What a program's columns are called is declared once, here. They count as bookkeeping where the file is the program's,
which some of them tell; elsewhere a ``Reward`` may be a score.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from trueness.data.cells.columns import plain_name
from trueness.data.cells.raw_rows import Chunk, RawRows

QUALTRICS_ID = "ResponseId"
"""The column of Qualtrics that names a response."""

WORDS_OF_A_QUESTION = 3
"""A column with so many words or more in its name is called by a question."""


@dataclasses.dataclass(frozen=True)
class Collector:
    """A program, or a form, in which people answer.

    Attributes
    ----------
    name : str
    tell : tuple of str
        Columns that all of its files have.
    people : tuple of str
        Columns that say who answered, the best first; they are bookkeeping where another does.
    tasks : tuple of str
        Columns that say what was asked, where nothing of the user's own does.
    own : tuple of str
        Its other columns.
    asked : str
        How columns begin of what a task was made from; empty where nothing says it.
    endings : tuple of str
        How other columns of its own end.
    questions : bool
        Whether most other columns have to be called by whole questions, as nothing else tells the file.
    """

    name: str
    tell: tuple[str, ...]
    people: tuple[str, ...]
    own: tuple[str, ...]
    tasks: tuple[str, ...] = ()
    asked: str = ""
    endings: tuple[str, ...] = ()
    questions: bool = False

    def tells(self, columns: Sequence[str], called: AbstractSet[str]) -> bool:
        """Return whether a file with these columns, of which it is given too what they are called, is the program's."""
        if not set(map(_called, self.tell)) <= called:
            return False
        others = [name for name in columns if not self.owns(name) and not self.asks(name)]
        asking = [name for name in others if len(name.split()) >= WORDS_OF_A_QUESTION]
        return not self.questions or 2 * len(asking) > len(others)

    def who(self, columns: Sequence[str]) -> str | None:
        """Return the column that says who answered; None where there is none."""
        return next(
            (name for known in self.people for name in columns if _called(name) == _called(known)), None
        )

    def owns(self, column: str) -> bool:
        """Return whether a column is the program's own, and names no task."""
        return _called(column) in self._own or (bool(self.endings) and column.endswith(self.endings))

    def asks(self, column: str) -> bool:
        """Return whether a column names a task, or has what it was made from."""
        return (bool(self.asked) and column.startswith(self.asked)) or _called(column) in self._tasks

    @functools.cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(map(_called, (*self.tell, *self.people, *self.own))) - self._tasks

    @functools.cached_property
    def _tasks(self) -> frozenset[str]:
        return frozenset(map(_called, self.tasks))


def _called(name: str) -> str:
    """Return what spellings of a column have in common; ``_id`` is not the ``id`` of a user."""
    return name if name.startswith("_") else plain_name(name)


TO_FILL_IN = ("Approve", "Reject")
"""The last columns of a batch of Mechanical Turk, for who pays to fill in: its rows have no fields for them."""

COLLECTORS = (
    # annotations of spans, a row for each that a person or a model gave
    Collector(
        "Phoenix",
        tell=("span_id", "annotator_kind"),
        people=(),
        tasks=("span_id",),
        own=(
            *("id", "source", "identifier", "metadata", "user_id", "created_at", "updated_at"),
            *("result.label", "result.explanation"),
        ),
    ),
    # the results of a batch, as docs.aws.amazon.com/AWSMechTurk says of them, and files of many repositories have them
    Collector(
        "Mechanical Turk",
        tell=("HITId", "AssignmentId", "WorkerId"),
        people=("WorkerId",),
        tasks=("HITId",),
        own=(
            *("HITTypeId", "Title", "Description", "Keywords", "Reward", "CreationTime", "MaxAssignments"),
            *(
                "RequesterAnnotation",
                "AssignmentDurationInSeconds",
                "AutoApprovalDelayInSeconds",
                "Expiration",
            ),
            *("NumberOfSimilarHITs", "LifetimeInSeconds", "AssignmentStatus", "AcceptTime", "SubmitTime"),
            *("AutoApprovalTime", "ApprovalTime", "RejectionTime", "RequesterFeedback", "WorkTimeInSeconds"),
            *("LifetimeApprovalRate", "Last30DaysApprovalRate", "Last7DaysApprovalRate", *TO_FILL_IN),
        ),
        asked="Input.",
    ),
    Collector(
        "Toloka",
        tell=("ASSIGNMENT:task_id", "ASSIGNMENT:worker_id"),
        people=("ASSIGNMENT:worker_id",),
        tasks=("ASSIGNMENT:task_id",),
        own=(
            *("ASSIGNMENT:link", "ASSIGNMENT:assignment_id", "ASSIGNMENT:task_suite_id", "ASSIGNMENT:status"),
            *("ASSIGNMENT:started", "ASSIGNMENT:submitted", "ASSIGNMENT:accepted", "ASSIGNMENT:reward"),
            *("HINT:text", "HINT:default_language", "ACCEPT:verdict", "ACCEPT:comment"),
        ),
        asked="INPUT:",
    ),
    # Appen, once Figure Eight and CrowdFlower: a row for each judgement, or each task; older files lack columns
    *(
        Collector(
            "Appen",
            tell=tell,
            people=("_worker_id",),
            tasks=("_unit_id",),
            own=(
                *("_golden", "_canary", "_id", "_missed", "_tainted", "_channel", "_trust", "_pair_id"),
                *("_created_at", "_started_at", "_last_judgment_at", "_trusted_judgments", "_unit_state"),
                *("_country", "_region", "_city", "_ip", "_broken", "_reviewed"),
                *("orig__golden", "orig__unit_id", "orig__missed"),
            ),
            endings=(":confidence", ":variance", "_gold", "_gold_reason"),
        )
        for tell in (("_unit_id", "_worker_id"), ("_unit_id", "_trusted_judgments"), ("_worker_id", "_trust"))
    ),
    # qualtrics.com/support: the usual columns of an export of responses
    Collector(
        "Qualtrics",
        tell=(QUALTRICS_ID, "StartDate", "EndDate"),
        people=("PROLIFIC_PID", QUALTRICS_ID),
        own=(
            *("Status", "IPAddress", "Progress", "Duration (in seconds)", "Finished", "RecordedDate"),
            *(
                "RecipientLastName",
                "RecipientFirstName",
                "RecipientEmail",
                "ExternalReference",
                "ExternalDataReference",
            ),
            *(
                "LocationLatitude",
                "LocationLongitude",
                "DistributionChannel",
                "UserLanguage",
                "Q_RecaptchaScore",
            ),
            *("Q_TotalDuration", "Q_RelevantIDDuplicate", "STUDY_ID", "SESSION_ID"),
        ),
        endings=("_First Click", "_Last Click", "_Page Submit", "_Click Count", "_TEXT"),
    ),
    # researcher-help.prolific.com: what is known of who took part, often beside their answers
    *(
        Collector(
            "Prolific",
            tell=told,
            people=("Participant id",),
            own=(
                *(
                    "Status",
                    "Started at",
                    "Completed at",
                    "Reviewed at",
                    "Archived at",
                    "Time taken",
                    "Completion code",
                ),
                *("Custom study tncs accepted at", "Total approvals", "Age", "Sex", "Ethnicity simplified"),
                *("Country of birth", "Country of residence", "Nationality", "Language", "Student status"),
                *(
                    "Employment status",
                    "Fluent languages",
                    "session_id",
                    "started_datetime",
                    "completed_date_time",
                ),
                *(
                    "reviewed_at_datetime",
                    "entered_code",
                    "num_approvals",
                    "num_rejections",
                    "prolific_score",
                ),
            ),
        )
        for told in (("Submission id", "Participant id"), ("session_id", "participant_id", "status"))
    ),
    *(
        Collector("Google Forms", tell=tell, people=(who, when), own=("Score",), questions=len(tell) == 1)
        for when, who in (
            ("Timestamp", "Email Address"),
            ("Timestamp", "Username"),
            ("Zeitstempel", "E-Mail-Adresse"),
            ("Horodateur", "Adresse e-mail"),
            ("Marca temporal", "Dirección de correo electrónico"),
            ("Carimbo de data/hora", "Endereço de e-mail"),
            ("Informazioni cronologiche", "Indirizzo email"),
        )
        for tell in ((when, who), (when,))
    ),
    Collector(
        "Microsoft Forms",
        tell=("ID", "Start time", "Completion time"),
        people=("ID",),
        own=("Email", "Name", "Last modified time", "Language"),
    ),
)
"""Programs whose columns are known, those whose files tell most first."""


def collector_of(columns: Sequence[str]) -> Collector | None:
    """Return the program that wrote a file with these columns; None where it is none that is known."""
    called = set(map(_called, columns))
    return next((one for one in COLLECTORS if one.tells(columns, called)), None)


_IMPORT_ID = '{"ImportId"'
"""How cells of the second row below the header of Qualtrics begin; the first has the questions in words."""


def without_questions(raw: RawRows) -> RawRows:
    """Return rows without the two that Qualtrics writes below its header: what was asked, and ids."""
    chunks = iter(raw.chunks)
    first = next(chunks, None)
    if first is None or len(first.rows) < 2:
        return dataclasses.replace(raw, chunks=itertools.chain([] if first is None else [first], chunks))
    ids = [str(column[1]).replace(" ", "").startswith(_IMPORT_ID) for column in first.columns]
    if not any(ids) or 2 * sum(ids) < len(ids):
        return dataclasses.replace(raw, chunks=itertools.chain([first], chunks))
    kept = Chunk(first.rows[2:], [column[2:] for column in first.columns])
    note = "the two rows below the header are those of Qualtrics, questions and ids, and are left out"
    return dataclasses.replace(raw, chunks=itertools.chain([kept], chunks), notes=(*raw.notes, note))
