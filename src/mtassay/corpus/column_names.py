"""What the name of a column says, or suggests, of the texts in it.

Files that we write say it: `src`, `ref`, `ref:2` or `ref:NAME`, `hyp:NAME`, `label:NAME`. Of other files one can
only guess, and whoever acts on a guess tells the user.
"""

import re
from collections.abc import Sequence

from mtassay.corpus.formats.base import Role

_SAID = re.compile(r"src|ref(:.+)?|(hyp|label):.*", re.DOTALL)

_IN_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_WORDS = re.compile(r"[^\W_]+")
# EN, de-DE, ref_de: codes of languages, but for those that are words of headings too, and no words of sentences
_CODE = re.compile(
    r"(?<![^\W_])(?!(?i:id|no|nr|mt|pe)(?![^\W_]))(?:[A-Z]{2}|(?<=[_.-])[a-z]{2}|[a-z]{2}(?=[_-]))(?![^\W_])"
)

# compared in lower case, without what is neither letter nor digit
_SOURCE = {"src", "source", "sourcetext", "sourcesegment", "sourcesentence", "sourcestring", "original", "input"}
_SOURCE |= {"originaltext", "inputtext"}
_REFERENCE = {
    "ref",
    "refs",
    "reference",
    "references",
    "referencetranslation",
    "human",
    "humantranslation",
    "gold",
    "goldstandard",
    "pe",
}
_REFERENCE |= {"postedit", "postedited", "posteditedtranslation", "posteditedmt", "mtpe", "correct", "expected"}
_REFERENCE |= {"referencetext", "referencesegment", "referencesentence", "humanreference", "goldreference"}
_REFERENCE |= {"goldtranslation", "correcttranslation"}
_SYSTEM = {"hyp", "hypothesis", "mt", "mtoutput", "output", "prediction", "predicted", "system", "systemoutput"}
_SYSTEM |= {"translation", "target", "targettext", "targetsegment", "targetsentence", "targetstring", "candidate"}
_SYSTEM |= {"machinetranslation", "machinetranslated", "rawmt", "mttranslation", "mttext", "translatedtext"}
_ENGINES = {"google", "googletranslate", "googleapi", "bing", "bingtranslator", "bingapi", "microsoft", "deepl"}
_ENGINES |= {"amazon", "amazontranslate", "baidu", "yandex", "systran", "modernmt", "chatgpt", "nllb", "madlad"}
_SYSTEM |= _ENGINES
_ENDS_OF_OUTPUTS = {"mt", "output", "hypothesis", "mtoutput", "translation"}
_LABEL = {"id", "nr", "number", "row", "line", "index", "segment", "segid", "segmentid", "sentenceid"}
_DOCUMENT = {"doc", "docid", "document", "documentid"}
_LABEL |= _DOCUMENT
_ORIGINAL = {"origlang", "originallang", "originallanguage", "origlanguage"}
_DOMAIN = {"domain", "genre", "topic"}
_LABEL |= _ORIGINAL
_LABEL |= {"sourceid", "file", "domain", "topic", "genre", "speaker"}
_LABEL |= {"lang", "language", "langpair", "srclang", "tgtlang", "sourcelanguage", "targetlanguage"}
_LABEL |= {"rater", "annotator", "comment", "comments", "note", "notes", "category", "severity"}
_NAMES_OF_SYSTEMS = {"system", "systems", "systemname", "systemid", "sys", "sysid", "model", "modelname"}
_NAMES_OF_SYSTEMS |= {"engine", "enginename", "mtsystem", "mtengine", "mtmodel"}
_LANGUAGES = {"english", "german", "french", "spanish", "italian", "portuguese", "dutch", "russian", "ukrainian"}
_LANGUAGES |= {"polish", "czech", "slovak", "croatian", "serbian", "hungarian", "romanian", "greek", "turkish"}
_LANGUAGES |= {"arabic", "hebrew", "persian", "hindi", "urdu", "bengali", "marathi", "gujarati", "punjabi", "tamil"}
_LANGUAGES |= {"telugu", "kannada", "malayalam", "odia", "assamese", "nepali", "sinhala", "chinese", "japanese"}
_LANGUAGES |= {"korean", "thai", "vietnamese", "indonesian", "malay", "icelandic", "finnish", "swedish", "danish"}
_LANGUAGES |= {"norwegian", "estonian", "latvian", "lithuanian", "swahili", "hausa", "zulu", "amharic"}


def is_said(name: str) -> bool:
    """Whether a column is called as in files that we write, so that nothing needs to be guessed."""
    return _SAID.fullmatch(name) is not None


def is_known(name: str) -> bool:
    """Whether a name alone says or suggests what is in its column."""
    return is_said(name) or _suggested(name) is not None or _plain(name) in _LANGUAGES


def guess_roles(names: Sequence[str]) -> list[Role | None]:
    """What the columns of a table hold, by their names; None where they do not tell."""
    roles = [Role(name.partition(":")[0]) if is_said(name) else _suggested(name) for name in names]
    for index, name in enumerate(names):
        # beside a column of translations, a column called `system` names who made them
        if names_systems(name) and roles.count(Role.SYSTEM) > (roles[index] is Role.SYSTEM):
            roles[index] = Role.LABEL
    if Role.SOURCE not in roles and Role.REFERENCE in roles:
        # beside references a column called after a language is the source; two of them leave it open which
        languages = [index for index, name in enumerate(names) if _plain(name) in _LANGUAGES]
        if len(languages) == 1:
            roles[languages[0]] = Role.SOURCE
    return roles


def guess_file_role(name: str) -> Role | None:
    """What a file of text holds, by a name without its ending: `reference-a.en`, `newstest.src`, `documents`."""
    for word in (name, *re.split(r"[^\w]+|_", name)):
        role = _suggested(word) or _suggested(word.removesuffix("s"))
        if role is not None:
            return role
    return None


def names_systems(name: str) -> bool:
    """Whether a column may say which system each row is of."""
    return _plain(label_name(name)) in _NAMES_OF_SYSTEMS


def system_name(name: str) -> str:
    """What the system of a column is called."""
    return name[4:] if name.startswith("hyp:") else name.strip()


def label_name(name: str) -> str:
    """What the labels of a column are called."""
    return name[6:] if name.startswith("label:") else name.strip()


def is_document_label(label: str) -> bool:
    """Whether labels of this name say which document a segment is of."""
    return _plain(label) in _DOCUMENT


def is_original_language_label(label: str) -> bool:
    """Whether labels of this name say in which language a source was first written."""
    return _plain(label) in _ORIGINAL


def is_domain_label(label: str) -> bool:
    """Whether labels of this name say what a segment is about."""
    return _plain(label) in _DOMAIN


def _suggested(name: str) -> Role | None:
    outside = _role_of(_IN_BRACKETS.sub(" ", name))  # Reference (English)
    if outside in (None, Role.SYSTEM):
        for match in _IN_BRACKETS.finditer(name):  # Hindi (source), Translation (reference)
            inside = _role_of(match[1] or match[2] or "")
            if inside in (Role.SOURCE, Role.REFERENCE) or (inside is Role.SYSTEM and outside is None):
                return inside
    return outside


def _role_of(name: str) -> Role | None:
    """What words suggest, as they are, or without the language that is named beside them: Source EN, German target."""
    words = _WORDS.findall(_CODE.sub(" ", name))
    others = [word for word in words if word.casefold() not in _LANGUAGES]
    for plain in dict.fromkeys((_plain(name), _plain("".join(others)))):
        known = plain.rstrip("0123456789")  # Reference 1
        for role, names in (
            (Role.SOURCE, _SOURCE),
            (Role.REFERENCE, _REFERENCE),
            (Role.SYSTEM, _SYSTEM),
            (Role.LABEL, _LABEL),
        ):
            if known in names:
                return role
        if re.fullmatch("(ref|human)[a-z]", known):  # refA, Human-A.0, … of WMT
            return Role.REFERENCE
        for engine in _ENGINES:  # DeepL output
            if plain.startswith(engine) and plain.removeprefix(engine) in _ENDS_OF_OUTPUTS:
                return Role.SYSTEM
    return None


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
