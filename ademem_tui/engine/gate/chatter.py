"""Recognising what an agent says about its own session: reports that are of no use in the next one."""

from __future__ import annotations

import re
from functools import cache

_LEAD = "#*>-–—_~•✅✔☑🎉🚀✨📝 \t\n"
_AROUND = _LEAD + ".!`"
_LESSON_WITHIN = 250
"""A lesson that a report carries stands near its beginning; a long summary contains its words by chance."""

_DONE = (
    "implemented|fixed|updated|changed|added|removed|refactored|created|renamed|moved|completed|finished|resolved|"
    "improved|cleaned up|rewrote|wrote|made|ran|investigated|reviewed|modified|deleted|extracted|introduced|"
    "replaced|migrated|bumped|committed|pushed|merged|tested|verified|addressed|adjusted|simplified|corrected"
)
_ADJECTIVES = frozenset(
    {"improved", "simplified", "modified", "extracted", "adjusted", "corrected", "tested", "verified"}
)
"""Words for what was done that as often begin the name of a thing."""

_LABELS = r"""
(?:(?:current|overall|project)\ )?(?:status|progress)(?:\ (?:update|report))?\ *(?::|[-–—]\ )
|(?:session|mission|task|work|sprint|conversation)\ (?:summary|status|update|report|log|notes|recap|progress)\b
|(?:(?:final|quick|brief|implementation|overall|change|changes)\ )?summary(?:\ of\ [^:.\n]{1,40})?\ *(?::|$|\n)
|next\ steps?\ *(?::|$|\n|[-–—]\ )
|(?:remaining|completed|pending|open)\ (?:tasks?|work|items?|todos?)\ *:
|(?:what\ (?:was|i|we)\ (?:done|did|changed|implemented)|changes\ made|files\ (?:changed|modified|touched))\b
|(?:currently\ |now\ |still\ )?working\ on\ (?!.*\b(?:is|are|needs?|requires?|means|takes?|has|must)\b)
"""
_NARRATION = rf"""
(?:i|we)(?:'ve|\ have|\ had)?\ (?:now\ |just\ |also\ |already\ |successfully\ |then\ )*(?:{_DONE})\b
|(?:i'll|i\ will\ (?:now|next|then|start|begin|proceed|continue)|let\ me|now\ (?:i|let))\b
|(?:i'm\ (?:now|going)|i\ am\ now)\b
|successfully\ (?:{_DONE})\b
"""
_TOKENS = r"""
(?:total\ |session\ )?tokens?(?:\ (?:usage|used|count|left|remaining))?\ *[:=]\ *~?\d[\d.,]*\ ?[km]?\b
(?!\ ?(?:hours?|days?|min|s))
|(?:used|consumed|spent)\ (?:about\ |around\ |~|roughly\ )?[\d.,]+\ ?[km]?\ tokens\b
|(?:this\ |the\ )?(?:session|conversation|turn|run|prompt)\ (?:has\ )?(?:used|consumed|took|cost)\b.*\btokens\b
|(?:context|context\ window)\ (?:usage|left|remaining|is\ (?:at\ )?\d+\ ?%)
"""
_PHRASES = r"""
(?:all|the|every|both|\d+)?\ *(?:\d+\ )?(?:(?:unit|e2e|integration|existing|new)\ )*(?:tests?|checks?)\s
(?:(?:are|have|is|now|all)\ )*(?:pass(?:ed|es|ing)?|green|succeed(?:ed)?)(?:\ now|\ again)?
|(?:the\ )?(?:build|compilation|lint(?:er|ing)?|ci|type\ ?check)\s
(?:(?:has|is|was|now)\ )*(?:succeeded|succeeds|passed|passes|green|successful)
|no\ (?:(?:more|new|further|other)\ )?(?:issues?|errors?|problems?|warnings?|failures?)
(?:\ (?:were|are|was))?\ (?:found|remain(?:ing)?|left|detected)
|(?:(?:the|this)\ )?(?:tasks?|work|implementation|refactoring|migration|session|feature|fix)\s
(?:(?:is|was|has\ been|are|now|fully|successfully)\ )*(?:complete|completed|done|finished|ended|closed)
|(?:everything|it|all)\ (?:(?:now|is)\ )*(?:works?|working|done|looks\ good|fine|good|set)
(?:\ now|\ as\ expected|\ correctly|\ fine)*
|(?:(?:all|the)\ )?changes\ (?:(?:were|have\ been|are)\ )*(?:committed|pushed|merged|applied|complete|saved|made)
|(?:committed|pushed|merged)(?:\ and\ pushed)?(?:\ to\ \S+)?
|(?:task\ |mission\ )?(?:done|completed?|finished|accomplished)
|lgtm|looks\ good(?:\ to\ me)?|ready\ (?:for\ review|to\ (?:merge|go|ship))
|no\ (?:further\ )?(?:action|changes?)(?:\ is|\ are)?\ (?:needed|required)
|nothing\ (?:new\ |else\ )?to\ (?:report|add|remember|save|record|note)
|\d+\ (?:tests?\ )?passed(?:,\ \d+\ (?:failed|skipped|warnings?))*(?:\ in\ [\d.]+\ ?m?s)?
|tests?:\ \d+\ passed.*
"""
_LESSONS = (
    "because|since|never|always|must|instead|otherwise|avoid|unless|so that|root cause|the cause|caused by|due to|"
    "turns out|turned out|rather than|do not|don't|does not|doesn't|cannot|can't|lesson|beware|careful|remember|"
    "note that|prefer|the reason|only (?:when|if|works|with|after)|should not|shouldn't|"
    "(?:fails?|breaks?|hangs?) (?:when|if|on|with|unless)|needs? to|has to|have to"
)
_FINITE = (
    "is|are|was|were|has|have|had|must|should|shall|can|cannot|could|may|might|will|would|do|does|did|needs?|"
    "means?|makes?|uses?|takes?|gets?|goes|go|stays?|keeps?|remains?|requires?|causes?|belongs?|comes?|lives?"
)
_BEHIND_OBJECT = (
    "in|into|for|to|from|with|on|onto|by|of|at|and|or|so|as|via|after|before|when|where|that|which|across|under|"
    "using|through|per|up|out|over|it"
)


_REPORT_STARTS = frozenset(_DONE.replace(" up", "").split("|"))
_LABEL_WORDS = """
status progress current overall project session mission task work sprint conversation summary final quick brief
implementation change changes next remaining completed pending open what files currently now still working
i we i've we've i'll i'm let successfully
"""
_PHRASE_WORDS = """
pass passed passes passing green succeed succeeded succeeds successful found remain remaining left detected complete
completed done finished ended closed works work working good fine set committed pushed merged applied saved made
accomplished lgtm ready needed required nothing
"""
_LABEL_STARTS = frozenset(_LABEL_WORDS.split())
_PHRASE_MARKS = frozenset(_PHRASE_WORDS.split())


def chatter(content: str) -> str:
    """The words by which a text shows itself to be a report on a session; '' where it is none.

    Hardly any text is one: a look at a few words spares the patterns, which take longer to compile than to run.
    """
    text = content.replace("’", "'").lstrip(_LEAD)
    small = text.casefold()
    if ("token" in small or "context" in small) and (found := _opening("tokens").match(small)):
        return _seen(text, found.end())
    sentences = [part.strip(_AROUND) for part in _sentence_end().split(small)]
    sentences = [part for part in sentences if part]
    first = sentences[0].replace(":", " ").replace(",", " ").split() if sentences else []
    if not first:
        return ""
    if not _PHRASE_MARKS.isdisjoint(first) and all(_phrase().fullmatch(part) for part in sentences):
        return _seen(text, len(text))
    reports, labels = first[0] in _REPORT_STARTS, first[0] in _LABEL_STARTS
    if not (reports or labels) or _lesson().search(small, 0, _LESSON_WITHIN):
        return ""
    for name in ("labels", "narration") if labels else ():
        if found := _opening(name).match(small):
            return _seen(text, found.end())
    return _report(text, sentences[0]) if reports else ""


def _report(text: str, sentence: str) -> str:
    """`Fixed the login` reports, `Fixed windows are simpler` and `Completed jobs stay` do not."""
    found = re.match(rf"(?:{_DONE})\b(?!-)", sentence)
    if not found:
        return ""
    rest = sentence[found.end() :].strip(" :*_")
    if not rest or re.match(
        r"(?:the|a|an|this|that|these|those|all|some|several|my|our|its|it|up|two|three)\b|[`\"']", rest
    ):
        return _seen(text, found.end() + 20)
    if found.group() in _ADJECTIVES:
        return ""
    words = re.findall(r"[\w'/.-]+", rest)
    for place, word in enumerate(words):
        if re.fullmatch(_FINITE, word):
            return ""
        if re.fullmatch(_BEHIND_OBJECT, word):
            break
        before = words[place - 1] if place else ""
        if before.endswith("s") and not before.endswith("ss") and not word.endswith(("s", "ed", "ing")):
            return ""
    return _seen(text, found.end() + 20)


def _seen(text: str, end: int) -> str:
    """The beginning of a text on one line, as evidence."""
    line = " ".join(text[: max(end, 1)].split())
    return line if len(line) <= 40 else line[:39].rstrip() + "…"


@cache
def _opening(name: str) -> re.Pattern[str]:
    return re.compile({"labels": _LABELS, "narration": _NARRATION, "tokens": _TOKENS}[name], re.VERBOSE)


@cache
def _phrase() -> re.Pattern[str]:
    return re.compile(_PHRASES, re.VERBOSE)


@cache
def _lesson() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_LESSONS})\b")


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"(?<=[.!?])\s+|\n+")
