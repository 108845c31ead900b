r"""The table of secret patterns: what a secret looks like, as data only.

A row with a named group `secret` gives only that group away as the secret, other rows their whole match.
A match in which `secret` took no part is no find: such an alternative steps over text that would otherwise be
searched again from every position. The groups `sep`, `listed`, `said` and `flag` of a keyword rule tell how
the value is tied to its name, `quote` what it stands in.
"""

from __future__ import annotations

import re

from ademem_tui.engine.redact_library import LEFT_OUT, LIBRARY_RULES

_I = int(re.IGNORECASE)
_S = int(re.DOTALL)

_OWN_START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
"""A token starts here: after no letter or digit, or after a line break escaped as in JSON."""

_B64_LINE = r"(?:\s|\\+[nr]|[>|\"',+])*+[A-Za-z0-9+/=]{20,}+"

VENDOR_RULES: tuple[tuple[str, str, int], ...] = (
    ("Anthropic API Key", r"sk-ant-[A-Za-z0-9_-]{8,}", 0),
    ("OpenRouter API Key", r"sk-or-(?:v\d-)?[A-Za-z0-9]{24,}", 0),
    ("OpenAI Token", r"sk-(?:proj|svcacct|service|admin|None)-[A-Za-z0-9_-]{16,}", 0),
    ("OpenAI Token", _OWN_START + r"sk-[A-Za-z0-9]{32,}", 0),
    ("Google API Key", r"AIza[A-Za-z0-9_-]{35,}", 0),
    ("Google OAuth Token", r"GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{30,}", 0),
    ("GitHub Token", r"gh[pousr]_[A-Za-z0-9_]{20,}|github_pat_[A-Za-z0-9_]{20,}", 0),
    (
        "GitLab Token",
        r"gl(?:pat|dt|ft|soat|rt|rtr|cbt|imt|ptt|agent|oas|ffct|wt)-[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*"
        r"|GR1348941[A-Za-z0-9_-]{20,}",
        0,
    ),
    ("NPM tokens", r"npm_[A-Za-z0-9]{30,}", 0),
    ("NPM tokens", r":_(?:authToken|auth|password)[ \t]*=[ \t]*(?P<secret>[A-Za-z0-9+/=_.~-]{6,})", 0),
    ("PyPI Token", r"pypi-AgE[A-Za-z0-9_-]{30,}", 0),
    ("Slack Token", r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}", _I),
    ("Slack Webhook", r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[\w/-]{8,}", _I),
    ("Stripe Access Key", _OWN_START + r"[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}", 0),
    ("SendGrid API Key", r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}", 0),
    ("Discord Webhook", r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{10,}/(?P<secret>[\w-]{20,})", _I),
    ("Discord Bot Token", r"[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,}", 0),
    (
        "Azure Storage Account access key",
        r"(?:Account|SharedAccess)Key[ ]?=[ ]?(?P<secret>[A-Za-z0-9+/]{40,}={0,2})",
        _I,
    ),
    ("Azure Storage Account access key", r"[?&]sig=(?P<secret>[A-Za-z0-9%+/=_-]{30,})", _I),
    ("Azure Client Secret", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}", 0),
    ("AWS Session Token", r"(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/=%]{40,}", 0),
    ("Hugging Face Token", r"hf_[A-Za-z0-9]{30,}", 0),
    ("Groq API Key", r"gsk_[A-Za-z0-9]{40,}", 0),
    ("xAI API Key", r"xai-[A-Za-z0-9]{40,}", 0),
    ("Perplexity API Key", r"pplx-[A-Za-z0-9]{40,}", 0),
    ("DigitalOcean Token", r"do[opr]_v1_[a-f0-9]{40,}", 0),
    ("Databricks Token", r"dapi[a-f0-9]{32}(?:-\d+)?", 0),
    ("Docker Token", r"dckr_[a-z]+_[A-Za-z0-9_-]{20,}", 0),
    ("Atlassian Token", r"ATATT3[A-Za-z0-9_=-]{50,}", 0),
    ("Shopify Token", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}", 0),
    ("Linear API Key", r"lin_(?:api|oauth)_[A-Za-z0-9]{30,}", 0),
    ("Supabase Token", r"sbp_[A-Za-z0-9]{40,}", 0),
    ("Vault Token", r"hv[sbr]\.[A-Za-z0-9_-]{20,}", 0),
    ("age Secret Key", r"AGE-SECRET-KEY-1[0-9A-Z]{20,}", _I),
    (
        "GCP Service Account Key",
        r"private_key\\*\"[ ]?:[ ]?\\*\"(?P<secret>-----BEGIN[^\"]+)",
        0,
    ),
    (
        "Private Key",
        r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
        r"(?:(?:(?!-{4,5} ?(?:BEGIN|END) ).)*+-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
        r"|(?:(?:\s|\\+[nr])*+[A-Z][A-Za-z-]+: [^\n\\]*+)*+(?:" + _B64_LINE + r")*+"
        r"(?:(?:\r?\n|\\+n)[A-Za-z0-9+/=]{1,64}+(?=[ \t]*+(?:[\r\n\\\"']|\Z)))?)",
        _S,
    ),
    (
        "Private Key",
        r"(?P<secret>(?:(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{40,}+(?:\s|\\+[nr])++)++"
        r"(?:[A-Za-z0-9+/=]{1,76}(?:\s|\\+[nr])*+)?-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)"
        r"|(?:(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{40,}+(?:\s|\\+[nr])*+)++",
        0,
    ),
    (
        "Private Key",
        r"PuTTY-User-Key-File-\d: [^\n\\]*+(?:(?:[\r\n]|\\+[nr])++[ \t]*+"
        r"(?:[A-Z][A-Za-z0-9-]+: [^\n\\]*+|[A-Za-z0-9+/=]{40,}+|[A-Za-z0-9+/=]++(?=[\r\n\\\"']|\Z)))*+",
        0,
    ),
)
"""Tokens that are known by their own shape: what the library misses, or finds only in part."""

EXEMPT: dict[str, str] = {
    "Artifactory Credentials": r"[A-Z]+",
    "Basic Auth Credentials": r"\d{1,5}[?#].*|\$?\{.*|\$[A-Za-z_]\w*|\$\(.*|<.*>|%\w+%|%s|\*+|[xX]{3,}|\.{3,}"
    r"|…|(?i:(?:your|my)?[-_]?(?:pass|password|passwd|pwd|pw|secret|token|key))",
    "Discord Bot Token": r"\D+",
    "IBM Cloud IAM Key": r"\D*\d?\D*",
    "SendGrid API Key": r"\D+",
}
"""Values that match a rule of the type and are still none: words, names and placeholders."""

MASKED = r".{0,16}[xX*]{6,}.{0,4}"
"""A token of any type that somebody has already made unreadable, or shows the shape of."""

_CLOSE = r"[\\\"'`\]*]{0,4}"
_ASSIGNS = (
    r"(?P<sep>[ \t]{0,8}(?::=|=>|->|→|:-|[=!]==?|="
    r"|:[ \t]{0,4}&?[A-Za-z][\w.\[\]]{0,30}(?:[ ]?\|[ ]?None)?[ \t]{0,4}=(?=[ \t]{0,4}[\"'])|:)"
    r"\*{0,2}[ \t]{0,8}"
    r"|[\"']?,?\s{1,40}[\"']?value[\"']?[ \t]{0,4}[:=][ \t]{0,4}"
    r"|(?P<listed>[\"'],[ ]?(?:default[ ]?=[ ]?)?)(?=[\"'])"
    r"|>)"
)
_CHARACTER = r"[^\s\"'`,;&<>\\]"
_JOINT = r"(?:[,;&](?![\w.-]{0,40}[=:]|\s|\Z)|\\(?![nrt\"'`\\\s]))"
_BARE = _CHARACTER + r"{1,128}+(?:" + _JOINT + _CHARACTER + r"{0,128}+){0,8}+"
_BODY = r"(?:(?!(?P=quote))(?:\\.|[^\n\\]))"
_ESCAPES = r"(?:\x1b\[[\d;]*+[A-Za-z]|\\(?:x1b\[[\d;]*+[A-Za-z]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}))*+"
_VALUE = (
    _ESCAPES + r"(?:[rbfuRBFU@]{0,2}(?:(?P<quote>\\?[\"'`])(?=" + _BODY + r"{1,4096}+(?P=quote))|[\\\"'`]{1,3}))?"
    r"(?P<secret>(?(quote)" + _BODY + r"++|" + _BARE + r"))"
)
_SUFFIX = r"(?:[_-](?:prod|production|dev|development|staging|test|live|old|new|value|default|root|admin))?\d?"
_SAYS = (
    r"(?:\s(?:for|of|on)\s[^\n.;:=]{1,40}?)?[\"'`*]{0,2}"
    r"(?:(?P<said>\s{1,3}(?:is|was|has been|to)\b:?)|:)\s{1,3}"
    r"(?:(?:now|still|currently|always|just|simply|set to|changed to|reset to)\s{1,2})?\*{0,2}"
)
_PASSWORD = r"[PpCc](?i:(?<=p)ass(?:word|wd|phrase|code|wort)s?|(?<=p)wd|(?<=[_-]p)ass|(?<![a-z]p)w|(?<=c)ontrase[ñn]a)"
_KEYWORD = r"[SsTtKkCc](?i:(?<=s)ecret(?:[_-]?(?:access[_-]?)?key)?|(?<=t)oken|(?<=k)ey|(?<=c)redentials?)"

KEYWORD_RULES: tuple[tuple[str, str, int], ...] = (
    ("Password", _PASSWORD + _SUFFIX + _CLOSE + _ASSIGNS + _VALUE, 0),
    ("Password", _PASSWORD + _SAYS + _VALUE, 0),
    ("Password", r"[Pp](?i:assword)(?P<said>[ ])" + _VALUE, 0),
    ("Password", r"(?<![\w-])--?pass(?:word|wd|phrase)?(?P<flag>[ ])" + _VALUE, 0),
    (
        "Password",
        r"(?P<flag>curl\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"'$<]{1,80}:"
        r"|mysql(?:dump|admin)?\b[^\n]{0,100}?\s-p[\"']?|sshpass -p[ ]?[\"']?)(?P<secret>[^\s\"']{3,})",
        0,
    ),
    ("Secret Keyword", _KEYWORD + _SUFFIX + _CLOSE + _ASSIGNS + _VALUE, 0),
    ("Secret Keyword", _KEYWORD + _SAYS + _VALUE, 0),
    ("Secret Keyword", _KEYWORD + r"(?P<said>[ ])" + _VALUE, 0),
    ("Secret Keyword", r"(?<![\w-])--(?:[a-z]{1,20}-)?(?:token|secret|key)(?P<flag>[ ])" + _VALUE, 0),
    (
        "HTTP Authorization",
        r"[Aa](?i:uthorization)" + _CLOSE + r"[ \t]{0,4}[:=,][ \t]{0,4}[\"'`\\]{0,2}"
        r"(?i:bearer|basic|token|apikey|bot)\s{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{6,})",
        0,
    ),
    ("HTTP Authorization", r"[Bb](?i:earer)\s{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{12,})", 0),
    (
        "Basic Auth Credentials",
        r"://[^\s:/@\"'`<>\\]{0,100}+:(?P<secret>[^\s/\"'`<>\\]{1,256})@",
        0,
    ),
)
"""Values known by the name before them: each match is weighed before it counts, for names prove little."""

RULES: tuple[tuple[str, str, int], ...] = (
    *VENDOR_RULES,
    *(row for row in LIBRARY_RULES if row[0] not in LEFT_OUT),
    *KEYWORD_RULES,
)
"""Type, regex source and flags of every rule, the most specific first."""

WEIGHED: frozenset[str] = frozenset({"Password", "Secret Keyword", "HTTP Authorization"})
"""Types whose matches only count if the value looks like one."""

SHORTEST_TOKEN = 15
"""A shorter word is not searched for tokens: the library's regexes would take it, but no service issues such."""

TOKEN_TRIGGERS: dict[str, tuple[str, ...]] = {
    "AWS Access Key": ("A3T", "ABIA", "ACCA", "AKIA", "ASIA"),
    "AWS Session Token": ("FwoGZXIvYXdz", "IQoJb3JpZ2lu"),
    "age Secret Key": ("age-secret-key-",),
    "Anthropic API Key": ("sk-ant-",),
    "Artifactory Credentials": ("AKC", "AP"),
    "Atlassian Token": ("ATATT3",),
    "Azure Client Secret": ("Q~",),
    "Azure Storage Account access key": ("sig=",),
    "Cloudant Credentials": ("cloudant",),
    "DigitalOcean Token": ("_v1_",),
    "Databricks Token": ("dapi",),
    "Discord Bot Token": (".",),
    "Discord Webhook": ("/webhooks/",),
    "Docker Token": ("dckr_",),
    "GitHub Token": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    "GitLab Token": ("gl", "GR1348941"),
    "Google API Key": ("AIza",),
    "Google OAuth Token": ("GOCSPX-", "ya29.", "1//0"),
    "Groq API Key": ("gsk_",),
    "Hugging Face Token": ("hf_",),
    "JSON Web Token": ("eyJ",),
    "Linear API Key": ("lin_",),
    "Mailchimp Access Key": ("-us",),
    "NPM tokens": ("npm_",),
    "OpenAI Token": ("sk-",),
    "OpenRouter API Key": ("sk-or-",),
    "Perplexity API Key": ("pplx-",),
    "PyPI Token": ("pypi-",),
    "SendGrid API Key": ("SG.",),
    "Shopify Token": ("shp",),
    "Slack Token": ("xox", "xapp-", "hooks.slack"),
    "Slack Webhook": ("hooks.slack",),
    "SoftLayer Credentials": ("softlayer",),
    "Square OAuth Secret": ("sq0csp-",),
    "Stripe Access Key": ("k_live_", "k_test_", "whsec_"),
    "Supabase Token": ("sbp_",),
    "Telegram Bot Token": (":",),
    "Twilio API Key": ("AC", "SK"),
    "Vault Token": ("hvs.", "hvb.", "hvr."),
    "xAI API Key": ("xai-",),
}
"""Literals of which a long word must hold one before a type is tried; all-lowercase ones ignore case."""

_NAMED = ("IBM Cloud IAM Key", "Cloudant Credentials", "SoftLayer Credentials")

NAME_TRIGGERS: dict[str, dict[str, tuple[str, ...]]] = {
    "://": {"Basic Auth Credentials": ("://",)},
    "auth": {"HTTP Authorization": ("authorization",), "NPM tokens": (":_auth",)},
    "aws": {"AWS Access Key": ("aws",)},
    "bearer": {"HTTP Authorization": ("bearer",)},
    "contrase": {"Password": ("contrase",)},
    "credential": {"Secret Keyword": ("credential",)},
    "curl": {"Password": ("curl",)},
    "key": {
        **dict.fromkeys(_NAMED, ("key",)),
        "Azure Storage Account access key": ("accountkey", "sharedaccesskey"),
        "GCP Service Account Key": ("private_key",),
        "Private Key": ("private key", "putty-user-key-file-"),
        "Secret Keyword": (
            *("_key", "-key", "apikey", "api key", "accesskey", "access key", "authkey", "privatekey", "private key"),
            *("signingkey", "signing key", "encryptionkey", "encryption key", "masterkey", "master key"),
            *("servicekey", "clientkey", "license key"),
        ),
    },
    "mysql": {"Password": ("mysql",)},
    "pass": {
        **dict.fromkeys(_NAMED, ("pass",)),
        "NPM tokens": (":_password",),
        "Password": ("passw", "passp", "passc", "_pass", "-pass", "sshpass"),
    },
    "pw": {**dict.fromkeys(_NAMED, ("pw",)), "Password": ("pw",)},
    "secret": {"IBM COS HMAC Credentials": ("secret",), "Secret Keyword": ("secret",)},
    "token": {**dict.fromkeys(_NAMED, ("token",)), "Secret Keyword": ("token",)},
}
"""For names before a value, in lower case: a common part, and what a text with it must hold for each type."""

SHAPES: dict[str, str] = {
    "Artifactory Credentials": r"A(?:KC|P[\dA-F])[a-zA-Z0-9]{8}",
    "Discord Bot Token": r"\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27}",
    "GitLab Token": r"gl[a-z]{2,5}-|GR1348941",
    "Mailchimp Access Key": r"-us[0-9]",
    "Telegram Bot Token": r":[0-9A-Za-z_-]{35}",
}
"""What a text must also match where the literals are too common to tell."""

SHORTEST: dict[str, int] = {
    "Cloudant Credentials": 24,
    "IBM COS HMAC Credentials": 48,
    "IBM Cloud IAM Key": 44,
    "SoftLayer Credentials": 64,
    "Twilio API Key": 34,
}
"""How long the longest word of a text must be where the literals are too common to tell."""
