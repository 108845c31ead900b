"""Words that make another fact of a sentence: negations, numbers and units written out, opposites, names."""

from __future__ import annotations

_NEGATIONS = """
not=not cannot=not cant=not dont=not doesnt=not didnt=not isnt=not arent=not wont=not shouldnt=not
mustnt=not never no none nothing nobody nowhere neither nor non without only solely exclusively except
excepting unless always avoid hardly barely rarely seldom merely nicht=nicht kein=kein keine=kein
keinen=kein keiner=kein keines=kein keinem=kein nie niemals ohne nur außer pas jamais sans aucun aucune sauf
seulement nunca jamás sin solo sólo salvo excepto não sem senza mai soltanto niet geen nooit zonder alleen
не нет никогда без только кроме bez tylko nigdy
"""

_NUMBERS = """
zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50
sixty=60 seventy=70 eighty=80 ninety=90 hundred hundreds=hundred thousand thousands=thousand million
millions=million billion billions=billion dozen dozens=dozen once twice thrice half halves=half quarter
quarters=quarter double triple single both pair couple first=1st second=2nd third=3rd fourth=4th fifth=5th
sixth=6th seventh=7th eighth=8th ninth=9th tenth=10th eins=1 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7
acht=8 neun=9 zehn=10 zweimal dreimal doppelt
"""

_UNITS = """
ns nanosecond=ns nanoseconds=ns us µs=us microsecond=us microseconds=us ms msec=ms millisecond=ms
milliseconds=ms millis=ms s sec=s secs=s seconds=s min mins=min minute=min minutes=min h hr=h hrs=h hour=h
hours=h hourly=h day days=day daily=day week weeks=week weekly=week month months=month monthly=month
quarterly year years=year yr=year yearly=year byte bytes=byte bit bits=bit kb kilobyte=kb kilobytes=kb kib
mb megabyte=mb megabytes=mb mib gb gigabyte=gb gigabytes=gb gib tb terabyte=tb terabytes=tb tib percent=% px
pixel=px pixels=px rem em pt cent=cent cents=cent sekunde=s sekunden=s minuten=min stunde=h stunden=h
tag=day tage=day tagen=day woche=week wochen=week
"""

_OPPOSITES = """
always|never|sometimes|usually often|rarely seldom
before prior earlier|after following later|during while
enable|disable
true|false
on|off
yes|no
allow permit accept|deny denied refuse reject forbid forbidden block prohibit ban
must shall|should ought|may might|can could|will would
with|without
up|down
more most|less fewer least
many|few
increase raise grow|decrease reduce lower shrink
first|last final|next previous
sync synchronous synchronously|async asynchronous asynchronously
all every each|any|some several|none
start begin open launch|stop end close finish
add insert append|remove delete drop
create|destroy delete drop
include|exclude omit
show visible|hide hidden
read load get fetch|write save set store
push upload send publish|pull download receive subscribe
input|output
import|export
client frontend|server backend
local|remote
top upper above over|bottom lower below under
left|right|middle center centre
minimum min lowest smallest|maximum max highest largest|average mean median
high higher|low lower
large larger big bigger long longer|small smaller little short shorter
old older|new newer
fast faster quick|slow slower
early|late
inside inner internal within|outside outer external beyond
public|private
same equal identical|different distinct other
success successful succeed pass work|failure fail broken break
safe|unsafe
valid|invalid
required mandatory|optional
strict|lenient loose
static|dynamic
mutable|immutable
lazy|eager
soft|hard
encode encrypt lock serialize|decode decrypt unlock deserialize
ascending asc|descending desc
parent|child children
source origin from|target destination to into
forward forwards|backward backwards reverse
prefix|suffix
positive|negative
empty|full
temporary|permanent
automatic automatically|manual manually
install upgrade|uninstall downgrade
connect attach|disconnect detach
merge join|split
keep retain|discard forget
commit|rollback revert
production prod|staging|development dev|test testing
debug|release
mock fake|real
global|local
horizontal|vertical
implicit implicitly|explicit explicitly
blocking|nonblocking
stateful|stateless
good right correct|bad wrong incorrect
use prefer|avoid skip
immer|nie
vor|nach
mit|ohne
"""

_SMALL_NAMES = """
postgres postgresql mysql mariadb sqlite redis memcached mongodb mongo dynamodb cassandra elasticsearch
kafka rabbitmq nats celery docker podman kubernetes helm terraform ansible nginx apache caddy traefik linux
windows macos ubuntu debian alpine android ios python ruby rust golang java kotlin swift scala php perl
javascript typescript node nodejs deno bun npm pnpm yarn pip uv poetry pipenv conda cargo gradle maven bazel
cmake ninja pytest unittest jest vitest mocha playwright cypress selenium webpack vite rollup esbuild babel
eslint prettier biome ruff flake8 pylint isort mypy pyright git github gitlab bitbucket jenkins travis
circleci aws azure gcp cloudflare heroku vercel netlify lambda json yaml toml xml csv html css sass http
https grpc graphql websocket websockets tcp udp ssh ftp smtp imap oauth jwt saml ldap react vue angular
svelte django flask fastapi rails laravel numpy pandas chrome firefox safari bash zsh powershell vim emacs
vscode utf ascii
"""

_PLAIN_STARTS = """
the a an this that these those there here it its he she they we you i our your their my his her who what
which when where why how whether if in on at by for from to of off out into onto over under with within as
than then thus therefore hence so such because since while although though however but and or yet also still
even just too very quite rather really simply please note notes remember reminder tip hint warning caution
important beware attention nb use uses using used do does did is are was were be been being has have had can
could may might will would should shall must need needs let make makes keep see aware all any both each
every either few many more most much other another some several same own again once now today later
sometimes usually often maybe perhaps anyway instead otherwise meanwhile besides despite during after before
until till upon via per about above below between among through throughout against across along around
behind beyond near like unlike except apart overall first next finally last yesterday tomorrow currently
generally der die das ein eine wenn im am bei für mit und oder aber auch es wir sie
"""

_EMPHASISED = """
note notes important warning caution attention tip hint reminder remember beware nb please must should may
shall can will all any every each both before after first do does the this that these those is are
"""

_WEAK = """
the a an is are was were be been being am of that this these those it its as and or so also then there here
have has had do does did will would just very quite really now please which who whom we you they i he she
our your their
"""


def _table(kind: str, text: str) -> dict[str, tuple[str, str]]:
    """`word=canonical` or a word that is its own canonical form."""
    pairs = (entry.partition("=") for entry in text.split())
    return {word: (kind, canonical or word) for word, _, canonical in pairs}


TELLING: dict[str, tuple[str, str]] = (
    _table("number", _UNITS) | _table("number", _NUMBERS) | _table("negation", _NEGATIONS)
)
"""Words that are telling wherever they stand: their kind and canonical form."""

SMALL_NAMES = frozenset(_SMALL_NAMES.split())
"""Names that are as often written without a capital."""

PLAIN_STARTS = frozenset(_PLAIN_STARTS.split())
"""Words whose capital at the start of a sentence says nothing."""

EMPHASISED = frozenset(_EMPHASISED.split())
"""Words that are written in capitals to stress them, not because they are names."""

WEAK = frozenset(_WEAK.split())
"""Words whose place in a sentence says nothing."""

_sides: dict[str, list[tuple[int, int]]] = {}


def opposed(a: str, b: str) -> bool:
    """Whether two words stand on different sides of an opposition, in any form: `enabled` and `disables`."""
    if not _sides:
        for row, line in enumerate(_OPPOSITES.split("\n")):
            for side, group in enumerate(line.split("|")):
                for word in group.split():
                    _sides.setdefault(_stem(word), []).append((row, side))
    return any(
        row == other_row and side != other_side
        for row, side in _sides.get(_stem(a), ())
        for other_row, other_side in _sides.get(_stem(b), ())
    )


def _stem(word: str) -> str:
    """A word without its ending, the same for all forms of a regular verb."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word
