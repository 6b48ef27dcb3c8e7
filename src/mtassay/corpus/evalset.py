"""A test set: sources, references, and what the systems made of them."""

import hashlib
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence, Sized
from functools import cached_property

from mtassay.corpus.references import References
from mtassay.corpus.texts import check_texts
from mtassay.corpus.writing_systems import (
    WritingSystem,
    are_segmented,
    has_known_writing,
    recognise_writing_system,
    writing_system_of,
)
from mtassay.errors import InputError, MtassayWarning

_HAVE = {"references": "the references have", "sources": "the sources have"}
LANGUAGE_CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")


class EvalSet:
    """Segments that belong together, checked: all lists are equally long and hold only strings.

    `references` has one entry for each segment, a string or a list of strings; not every metric
    needs them. `systems` maps a system's name to its output, `labels` a kind of label to that of
    each segment: `labels={"document": [...], "domain": [...]}`. `target_language` is a code such as
    `de` or `zh-CN`; metrics may choose their defaults by it, or where it is not given by the script of the references.
    `post_edit=True` says that the references are the output
    of the system as a person corrected it: one for each segment, and for one system alone. `reference_origin` says in
    signatures where references are from that are no files of the user's own. Empty texts are allowed, and warned of
    unless told otherwise.
    """

    def __init__(
        self,
        references: Iterable[str | Iterable[str]] | None = None,
        *,
        sources: Iterable[str] | None = None,
        systems: Mapping[str, Iterable[str]] | None = None,
        labels: Mapping[str, Iterable[str]] | None = None,
        target_language: str | None = None,
        post_edit: bool = False,
        warn_of_blanks: bool = True,
        reference_origin: str | None = None,
    ) -> None:
        self._warns = warn_of_blanks
        # first, because it is checked in no time
        self.target_language: str | None = _check_language(target_language)
        # what came first decides how long all the rest must be
        self._first = ""
        self._length = 0
        self.references: References | None = None if references is None else References.from_segments(references)
        if self.references is not None:
            self._check_length("references", self.references)
            if warn_of_blanks:
                _warn_of_blanks("references", self.references.blank_segments)
        self.sources: Sequence[str] | None = None if sources is None else check_texts(sources, "sources").texts
        if self.sources is not None:
            self._check_length("sources", self.sources)
        self.systems: Mapping[str, Sequence[str]] = {
            name: self._check_system(name, output) for name, output in _items(systems, "systems", "outputs")
        }
        self.reference_origin: str | None = reference_origin
        self.post_edit: bool = post_edit
        if post_edit:
            self._check_post_edits()
        if not self._first:
            raise InputError("an empty test set; give references, sources or the output of a system")
        self.labels: Mapping[str, Sequence[str]] = {
            name: self._check_labels(name, texts) for name, texts in _items(labels, "labels", "labels of segments")
        }

    def _check_system(self, name: str, output: Iterable[str]) -> Sequence[str]:
        what = f"system {name}" if name else "hypotheses"
        checked = check_texts(output, what)
        self._check_length(what, checked.texts)
        if self._warns:
            _warn_of_blanks(what, checked.blank)
        return checked.texts

    def _check_post_edits(self) -> None:
        if self.references is None:
            raise InputError("post_edit: there are no references that could be post-edits; give them: references=…")
        if self.references.per_segment != "1":
            raise InputError(
                f"post_edit: {self.references.per_segment} references for a segment; a post-edit is one text for each"
            )
        if len(self.systems) > 1:
            raise InputError(
                f"post_edit: {len(self.systems)} systems, but a post-edit belongs to the output that was edited; "
                "score each system with its own post-edits"
            )

    def _check_labels(self, name: str, labels: Iterable[str]) -> Sequence[str]:
        checked = check_texts(labels, f"labels {name!r}")
        if len(checked.texts) != len(self):
            raise InputError(
                f"labels {name!r}: {len(checked.texts)} for {_count(len(self), 'segment')}; "
                "each segment needs one, in the same order"
            )
        return checked.texts

    def __len__(self) -> int:
        return self._length

    def cut(self, segments: Iterable[int]) -> "EvalSet":
        """The same test set with some of its segments, by their places from 0."""
        places = list(segments)

        def chosen(texts: Sequence[str]) -> list[str]:
            return [texts[place] for place in places]

        return EvalSet(
            None if self.references is None else [self.references[place] for place in places],
            sources=None if self.sources is None else chosen(self.sources),
            systems={name: chosen(texts) for name, texts in self.systems.items()},
            labels={name: chosen(texts) for name, texts in self.labels.items()},
            target_language=self.target_language,
            post_edit=self.post_edit,
            warn_of_blanks=False,
            reference_origin=self.reference_origin,
        )

    @property
    def required_references(self) -> References:
        """The references, for whoever cannot do without; an InputError where there are none."""
        if self.references is None:
            raise InputError("this test set has no references; give them: references=…")
        return self.references

    @property
    def post_edits(self) -> References | None:
        """The references where they are post-edits of the system's output, else None."""
        return self.references if self.post_edit else None

    @property
    def digest(self) -> str | None:
        """Twelve digits that tell test sets apart: of the references, or else of the sources; None without both."""
        texts = self.sources if self.references is None else self.references.texts
        if texts is None:
            return None
        return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @cached_property
    def writing_system(self) -> WritingSystem | None:
        """That of the target language, or else of the references; None where words are what stands between spaces."""
        if self.target_language is not None and not self.is_writing_guessed:
            return writing_system_of(self.target_language)
        return None if self.references is None else recognise_writing_system(self.references.texts)

    @property
    def is_writing_guessed(self) -> bool:
        """Whether the letters decide what the writing system is, because no language is named, or an unknown one."""
        return self.target_language is None or not has_known_writing(self.target_language)

    @cached_property
    def writing_without_spaces(self) -> WritingSystem | None:
        """The writing system, where no spaces tell words apart: the script has none, and nobody put some in."""
        writing = self.writing_system
        if writing is None or writing.has_spaces or self.references is None or are_segmented(self.references.texts):
            return None
        return writing

    def _check_length(self, what: str, texts: Sized) -> None:
        if not self._first:
            if len(texts) == 0:
                raise InputError(f"{what}: no segments; a test set needs at least one")
            self._first, self._length = what, len(texts)
        if len(texts) == len(self):
            return
        references = self.references
        if references is not None and references.are_lists and references.per_segment == str(len(texts)):
            raise InputError(
                f"references: {len(self)} lists of {len(texts)} strings for {_count(len(texts), 'segment')}. "
                "That is sacreBLEU's orientation, one list for each reference translator; mtassay takes one entry for "
                "each segment. Transpose them: references=list(zip(*references))"
            )
        raise InputError(
            f"{what}: {_count(len(texts), 'segment')}, but {_HAVE.get(self._first, f'{self._first} has')} {len(self)}; "
            "both need one entry for each segment, in the same order"
        )

    def __repr__(self) -> str:
        names = ", ".join(self.systems) or "none"
        language = f"; target language: {self.target_language}" if self.target_language else ""
        labels = f"; labels: {', '.join(self.labels)}" if self.labels else ""
        references = "none" if self.references is None else self.references.per_segment
        references += " (post-edits)" if self.post_edit else ""
        return f"<EvalSet of {len(self)} segments; references: {references}; systems: {names}{labels}{language}>"


def _items(mapping: Mapping[str, Iterable[str]] | None, what: str, values: str) -> Iterable[tuple[str, Iterable[str]]]:
    if mapping is None:
        return ()
    if not isinstance(mapping, Mapping):
        raise InputError(f"{what}: expected a dict from names to {values}, got {type(mapping).__name__}")
    return mapping.items()


def _check_language(code: str | None) -> str | None:
    if code is not None and not (isinstance(code, str) and LANGUAGE_CODE.fullmatch(code)):
        raise InputError(f"target_language: {code!r} is no language code; write one such as de, ja or zh-CN")
    if code is not None and re.fullmatch("[a-z]{2}-[a-z]{2}", code):
        # a region would be in capitals, as in zh-CN
        raise InputError(f"target_language: {code!r} looks like a pair; name the target language alone: {code[3:]}")
    return code


def _warn_of_blanks(what: str, blank: Sequence[int]) -> None:
    if blank:
        shown = ", ".join(str(index + 1) for index in blank[:5]) + (", …" if len(blank) > 5 else "")
        warnings.warn(
            f"{what}: {_count(len(blank), 'empty segment')} (number {shown}); is text missing?",
            MtassayWarning,
            stacklevel=3,
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
