"""The parameters with which METEOR 1.5 comes: by language, and by what people were asked for whom they were tuned."""

from typing import NamedTuple

from mtassay.errors import SettingError

STAGES = ("exact", "stem", "synonym", "paraphrase")
"""What may go together, in the order in which it is looked for."""
TASKS = ("rank", "adq", "hter", "util", "li", "tune", "universal")
OTHER = "other"
STEMMERS = {
    "en": "english",
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch_porter",  # what Snowball called dutch when METEOR was made
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Languages whose words METEOR stems, by code."""
_STAGES_OF = {
    "en": STAGES,
    "cs": ("exact", "paraphrase"),
    **dict.fromkeys(("de", "es", "fr", "ru"), ("exact", "stem", "paraphrase")),
}


class Parameters(NamedTuple):
    """Of recall against precision, of the penalty, its height, of content words; and of each stage."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


_ANY_LANGUAGE = {
    "li": Parameters(0.75, 1.4, 0.7, 0.5, (1, 0.5, 0.5, 0.5)),
    "tune": Parameters(0.5, 1.0, 0.5, 0.5, (1, 0.5, 0.5, 0.5)),
    "universal": Parameters(0.7, 1.4, 0.3, 0.7, (1, 0, 0, 0.6)),
}
_TUNED = {
    ("en", "rank"): Parameters(0.85, 0.2, 0.6, 0.75, (1, 0.6, 0.8, 0.6)),
    ("en", "adq"): Parameters(0.75, 1.4, 0.45, 0.7, (1, 1, 0.6, 0.8)),
    ("en", "hter"): Parameters(0.4, 1.5, 0.35, 0.55, (1, 0.2, 0.6, 0.8)),
    ("en", "util"): Parameters(0.65, 0.1, 0.55, 0.65, (1, 0, 0, 0.8)),
    ("cs", "rank"): Parameters(0.95, 0.2, 0.6, 0.8, (1, 0, 0, 0.4)),
    ("fr", "rank"): Parameters(0.9, 1.4, 0.6, 0.65, (1, 0.2, 0, 0.4)),
    ("es", "rank"): Parameters(0.65, 1.3, 0.5, 0.8, (1, 0.8, 0, 0.6)),
    ("de", "rank"): Parameters(0.95, 1.0, 0.55, 0.55, (1, 0.8, 0, 0.2)),
    ("ru", "rank"): Parameters(0.75, 1.4, 0.7, 0.5, (1, 0.5, 0, 0.5)),
}


def task_of(language: str, task: str) -> str:
    """The task, or the usual one of a language."""
    return task or ("rank" if (language, "rank") in _TUNED else "li")


def parameters_of(language: str, task: str) -> Parameters:
    """Those of a language and a task."""
    task = task_of(language, task)
    if task in _ANY_LANGUAGE:
        return _ANY_LANGUAGE[task]
    if (language, task) not in _TUNED:
        tuned = [name for code, name in _TUNED if code == language]
        raise SettingError(
            f"meteor: task={task}: METEOR 1.5 was not tuned for it in the language {language!r}; "
            f"there are {', '.join([*tuned, *_ANY_LANGUAGE])}"
        )
    return _TUNED[language, task]


def all_parameters(language: str) -> list[Parameters]:
    """All that METEOR comes with for a language."""
    return [*(known for (code, _), known in _TUNED.items() if code == language), *_ANY_LANGUAGE.values()]


def stages_of(language: str, task: str) -> tuple[str, ...]:
    """The stages that METEOR has for a language and a task."""
    if task == "universal":
        return "exact", "paraphrase"
    return _STAGES_OF.get(language, ("exact", "stem") if language in STEMMERS else ("exact",))
