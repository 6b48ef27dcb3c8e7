"""Languages by two and by three letters (ISO 639-1 and 639-3), those that evaluations of translation have."""

_CODES = (
    "ar ara,bg bul,bn ben,bs bos,ca cat,cs ces,cy cym,da dan,de deu,el ell,en eng,es spa,et est,eu eus,fa fas,fi fin,"
    "fr fra,ga gle,gl glg,gu guj,ha hau,he heb,hi hin,hr hrv,hu hun,hy hye,id ind,is isl,it ita,iu iku,ja jpn,ka kat,"
    "kk kaz,km khm,kn kan,ko kor,lt lit,lv lav,mk mkd,ml mal,mr mar,ms msa,mt mlt,my mya,ne nep,nl nld,no nor,or ori,"
    "pa pan,pl pol,ps pus,pt por,ro ron,ru rus,si sin,sk slk,sl slv,so som,sq sqi,sr srp,sv swe,sw swa,ta tam,te tel,"
    "th tha,tl tgl,tr tur,uk ukr,ur urd,uz uzb,vi vie,xh xho,yo yor,zh zho,zu zul"
)
_LONG = dict(pair.split() for pair in _CODES.split(","))
_SHORT = {long: short for short, long in _LONG.items()}


def long_code(language: str) -> str:
    """A code of three letters; as it is where none is known."""
    return _LONG.get(language.partition("-")[0].lower(), language)


def short_code(language: str) -> str:
    """A code of two letters; as it is where none is known."""
    return _SHORT.get(language.lower(), language)
