"""Codes of languages, as BCP 47 writes them: checked, put into their usual form, and found by English names.

A package with all 8,000 languages would be ten times as large as what is needed here. Two-letter codes are checked
against ISO 639-1, which is complete below; of codes with three letters only the form is.
"""

import re

from mtassay.errors import SettingError
from mtassay.settings import did_you_mean

# code, codes of ISO 639-2 that mean the same, English names; the first name is shown
_TABLE = """
aa aar Afar|ab abk Abkhazian|ae ave Avestan|af afr Afrikaans|ak aka Akan|am amh Amharic|an arg Aragonese|ar ara Arabic
as asm Assamese|av ava Avaric|ay aym Aymara|az aze Azerbaijani|ba bak Bashkir|be bel Belarusian|bg bul Bulgarian
bi bis Bislama|bm bam Bambara|bn ben Bengali,Bangla|bo bod,tib Tibetan|br bre Breton|bs bos Bosnian|ca cat Catalan
ce che Chechen|ch cha Chamorro|co cos Corsican|cr cre Cree|cs ces,cze Czech|cu chu Church Slavic|cv chv Chuvash
cy cym,wel Welsh|da dan Danish|de deu,ger German,Deutsch|dv div Divehi,Maldivian|dz dzo Dzongkha|ee ewe Ewe
el ell,gre Greek|en eng English|eo epo Esperanto|es spa Spanish,Castilian,Español|et est Estonian|eu eus,baq Basque
fa fas,per Persian,Farsi|ff ful Fula,Fulah|fi fin Finnish|fj fij Fijian|fo fao Faroese|fr fra,fre French,Français
fy fry Western Frisian|ga gle Irish|gd gla Scottish Gaelic,Gaelic|gl glg Galician|gn grn Guarani|gu guj Gujarati
gv glv Manx|ha hau Hausa|he heb Hebrew|hi hin Hindi|ho hmo Hiri Motu|hr hrv Croatian|ht hat Haitian Creole,Haitian
hu hun Hungarian|hy hye,arm Armenian|hz her Herero|ia ina Interlingua|id ind Indonesian|ie ile Interlingue|ig ibo Igbo
ii iii Nuosu,Sichuan Yi|ik ipk Inupiaq|io ido Ido|is isl,ice Icelandic|it ita Italian|iu iku Inuktitut|ja jpn Japanese
jv jav Javanese|ka kat,geo Georgian|kg kon Kongo|ki kik Kikuyu|kj kua Kuanyama|kk kaz Kazakh|kl kal Greenlandic
km khm Khmer|kn kan Kannada|ko kor Korean|kr kau Kanuri|ks kas Kashmiri|ku kur Kurdish|kv kom Komi|kw cor Cornish
ky kir Kyrgyz,Kirghiz|la lat Latin|lb ltz Luxembourgish|lg lug Ganda|li lim Limburgish|ln lin Lingala|lo lao Lao
lt lit Lithuanian|lu lub Luba-Katanga|lv lav Latvian|mg mlg Malagasy|mh mah Marshallese|mi mri,mao Maori
mk mkd,mac Macedonian|ml mal Malayalam|mn mon Mongolian|mr mar Marathi|ms msa,may Malay|mt mlt Maltese
my mya,bur Burmese
na nau Nauru|nb nob Norwegian Bokmål,Bokmål|nd nde North Ndebele|ne nep Nepali|ng ndo Ndonga|nl nld,dut Dutch,Flemish
nn nno Norwegian Nynorsk,Nynorsk|no nor Norwegian|nr nbl South Ndebele|nv nav Navajo|ny nya Chichewa,Nyanja
oc oci Occitan|oj oji Ojibwe|om orm Oromo|or ori Odia,Oriya|os oss Ossetian|pa pan Punjabi,Panjabi|pi pli Pali
pl pol Polish|ps pus Pashto|pt por Portuguese|qu que Quechua|rm roh Romansh|rn run Rundi|ro ron,rum Romanian
ru rus Russian|rw kin Kinyarwanda|sa san Sanskrit|sc srd Sardinian|sd snd Sindhi|se sme Northern Sami|sg sag Sango
si sin Sinhala,Sinhalese|sk slk,slo Slovak|sl slv Slovenian,Slovene|sm smo Samoan|sn sna Shona|so som Somali
sq sqi,alb Albanian|sr srp Serbian|ss ssw Swati|st sot Sesotho,Southern Sotho|su sun Sundanese|sv swe Swedish
sw swa Swahili|ta tam Tamil|te tel Telugu|tg tgk Tajik|th tha Thai|ti tir Tigrinya|tk tuk Turkmen|tl tgl Tagalog
tn tsn Tswana|to ton Tongan|tr tur Turkish|ts tso Tsonga|tt tat Tatar|tw twi Twi|ty tah Tahitian|ug uig Uyghur
uk ukr Ukrainian|ur urd Urdu|uz uzb Uzbek|ve ven Venda|vi vie Vietnamese|vo vol Volapük|wa wln Walloon|wo wol Wolof
xh xho Xhosa|yi yid Yiddish|yo yor Yoruba|za zha Zhuang|zh zho,chi Chinese,Mandarin|zu zul Zulu
yue - Cantonese|fil - Filipino|ckb - Central Kurdish,Sorani|hsb - Upper Sorbian|dsb - Lower Sorbian|ceb - Cebuano
gsw - Swiss German|bho - Bhojpuri|mai - Maithili|mni - Manipuri|sat - Santali|doi - Dogri|gom - Konkani
ase - American Sign Language
"""
_FORM = re.compile(
    r"(?P<language>[a-z]{2,3})(?P<extended>(?:-[a-z]{3}){0,3})(?P<script>-[a-z]{4})?(?P<region>-(?:[a-z]{2}|[0-9]{3}))?"
    r"(?P<rest>(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?)"
)
_LONGEST = 100
_WITHDRAWN = {"iw": "he", "in": "id", "ji": "yi", "mo": "ro", "sh": "sr"}


def _read_table() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    names: dict[str, str] = {}
    codes: dict[str, str] = {}
    aliases = dict(_WITHDRAWN)
    for entry in _TABLE.replace("\n", "|").strip("|").split("|"):
        code, same, called = entry.split(" ", 2)
        listed = called.split(",")
        names[code] = listed[0]
        aliases |= {alias: code for alias in same.split(",") if alias != "-"}
        codes |= {name.casefold(): code for name in listed}
    return names, aliases, codes


LANGUAGES, _ALIASES, _CODES = _read_table()
"""Languages by their codes, with the English names that are shown; then other codes, and codes by names."""


def language_code(text: str) -> str:
    """The code of a language in its usual form, by a code or an English name: `sk` for `SK`, `slk` and `Slovak`.

    Nothing stands for itself: a language that nobody names.
    """
    said = " ".join(text.split())
    if not said:
        return ""
    if said.casefold() in _CODES:
        return _CODES[said.casefold()]
    code = _usual_form(said)
    if code is None:
        near = did_you_mean(said[:_LONGEST], LANGUAGES.values())
        raise SettingError(
            f"{said[:50]!r} is no code of a language{near}; write it as de, pt-BR or zh-Hant, or its name"
        )
    return code


def is_known_language(code: str) -> bool:
    """Whether a code, without region or script, is one of a language that is listed here."""
    return code in LANGUAGES or code in _ALIASES


def same_language(first: str, second: str) -> bool:
    """Whether two texts name one language, where both can be understood; otherwise whether they are equal."""
    return _understood(first) == _understood(second)


def _understood(text: str) -> str:
    try:
        return language_code(text)
    except SettingError:
        return text


def _usual_form(said: str) -> str | None:
    match = _FORM.fullmatch(said.lower().replace("_", "-")) if len(said) <= _LONGEST else None
    if match is None:
        return None
    language = _ALIASES.get(match["language"], match["language"])
    if len(language) == 2 and language not in LANGUAGES:
        return None
    script, region = (match["script"] or "").title(), (match["region"] or "").upper()
    return f"{language}{match['extended']}{script}{region}{match['rest']}"
