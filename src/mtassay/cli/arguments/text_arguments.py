"""What the arguments of a command say of texts; imported once it is needed, as all that is not for --help."""

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from mtassay.cli.options import NamedTexts
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.files import name_runs, name_systems, read_evalset, read_table, table_rows
from mtassay.corpus.table_files import TableFiles
from mtassay.corpus.tables import Choices
from mtassay.metrics.base import Metric


@dataclass(frozen=True, kw_only=True)
class TextArguments:
    """Which texts the command line names: files for each, or one table with all of them."""

    systems: tuple[str, ...]
    references: tuple[str, ...]
    source: str | None
    target_language: str | None
    choices: Choices
    files: TableFiles
    are_table: bool
    post_edit: str | None = None
    has_more_references: bool = False  # that are in no file

    @classmethod
    def of(
        cls,
        systems: tuple[str, ...],
        texts: NamedTexts,
        post_edit: str | None = None,
        has_more_references: bool = False,
    ) -> "TextArguments":
        """What the options mean together; a mixture of the ways to name texts is refused."""
        choices, files = Choices(texts.src, texts.ref, texts.hyp), TableFiles()
        named = [
            option for option, value in (("--hyp", texts.hyp), ("--ref", texts.ref), ("--src", texts.src)) if value
        ]
        files_of = {"-r": texts.references, "-s": texts.source, "--post-edit": post_edit}
        of_files = [option for option, value in files_of.items() if value]
        if named and of_files:
            raise click.UsageError(
                f"{named[0]} chooses a column of one table that has all texts, and {of_files[0]} names a file; use one "
                "way or the other, for example -r FILE:ref=COLUMN",
                click.get_current_context(),
            )
        if named and len(systems) > 1:
            raise click.UsageError(
                f"{named[0]} chooses a column of one table, and {len(systems)} files are named; for several files say "
                "FILE:hyp=COLUMN and -r FILE:ref=COLUMN",
                click.get_current_context(),
            )
        alone = len(systems) == 1 and not of_files
        return cls(
            systems=systems,
            references=texts.references,
            source=texts.source,
            target_language=texts.target_language,
            choices=choices,
            files=files,
            are_table=bool(named) or (alone and files.is_table(systems[0])),
            post_edit=post_edit,
            has_more_references=has_more_references,
        )

    def check_command(self, concerned: Collection[str]) -> str:
        """The `mtassay check` that looks at the same texts; of the systems only those that are concerned."""
        references = [*self.references, *([self.post_edit] if self.post_edit else [])]
        arguments = [part for path in references for part in ("-r", path)]
        columns = [("--hyp", name) for name in self.choices.systems]
        columns += [("--ref", name) for name in self.choices.references]
        for option, value in (
            ("-s", self.source),
            ("--src", self.choices.source),
            *columns,
            ("-l", self.target_language),
        ):
            arguments += [option, value] if value else []
        if not references and not self.source:  # a table, which is named as a whole
            return shlex.join(["mtassay", "check", *arguments, *self.systems])
        # training runs of one system are called name#1, name#2, …
        names = {name for argument in concerned for name in (argument, argument.rpartition("#")[0])}
        arguments += [system for system in self.systems if names.intersection(name_runs([system], self.files))]
        return shlex.join(["mtassay", "check", *arguments])

    def read(self, systems: Mapping[str, str] | None = None, labels: Sequence[str] = ()) -> EvalSet:
        """The test set; `systems` are names and file specs, where it is not a table."""
        if self.are_table:
            return read_table(self.systems[0], self.choices, self.target_language, labels, self.files)
        systems = name_systems(self.systems, self.files) if systems is None else systems
        references = self.references if self.post_edit is None else (self.post_edit,)
        return read_evalset(
            references,
            systems,
            self.source,
            self.target_language,
            labels,
            self.files,
            post_edit=self.post_edit is not None,
        )

    def rows(self) -> Sequence[int] | None:
        """Which row of the table each segment is, counted from 0; None where a segment has several."""
        return table_rows(self.systems[0], self.choices, self.files)

    def check_needs(self, metrics: Sequence[Metric[Any]], evalset: EvalSet | None = None) -> None:
        """Refuse a metric that needs a text which is not there, and a table without systems, once it has been read."""
        if self.are_table and evalset is None:
            return
        if evalset is not None and not evalset.systems:
            raise click.UsageError(
                f"{self.systems[0]} has no column that seems to be a system; say which: --hyp COLUMN",
                click.get_current_context(),
            )
        given: tuple[object, object] = (self.references or self.post_edit or self.has_more_references, self.source)
        if evalset is not None:
            given = (evalset.references, evalset.sources)
        for need, option, column, is_given in (
            ("post_edits", "mtassay score --post-edit", "", self.post_edit),
            ("references", "-r", "--ref", given[0]),
            ("sources", "-s", "--src", given[1]),
        ):
            for metric in metrics:
                if need in metric.needs and not is_given:
                    is_column = self.are_table and column
                    cure = f"say which column: {column} COLUMN" if is_column else f"give them with {option} FILE"
                    what = need.replace("_", "-")
                    raise click.UsageError(f"{metric.name} needs {what}; {cure}", click.get_current_context())
