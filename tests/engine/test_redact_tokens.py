"""Tokens known by their own shape: ours, and those of detect-secrets.

No example stands here in one piece, so that nobody's scanner takes this file for a leak.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.redact import redact
from ademem_tui.engine.redact_library import GROUP_ONE, LEFT_OUT, LIBRARY_RULES
from ademem_tui.engine.redact_rules import NAME_TRIGGERS, RULES, TOKEN_TRIGGERS, VENDOR_RULES


def chars(count: int, alphabet: str = "a1B2c3D4e5F6g7H8") -> str:
    """So many characters of a token's body."""
    return (alphabet * (count // len(alphabet) + 1))[:count]


def hexes(count: int) -> str:
    return chars(count, "0f1e2d3c4b5a6978")


def capitals(count: int) -> str:
    return chars(count, "Q1W2E3R4T5Z6U7P8")


DASHES = "-" * 5
PEM_BODY = "\n".join(chars(64) for _ in range(4)) + "\n" + chars(20) + "=="


def pem(kind: str, body: str = PEM_BODY) -> str:
    return f"{DASHES}BEGIN {kind}{DASHES}\n{body}\n{DASHES}END {kind}{DASHES}"


class Example(NamedTuple):
    """A text, the part of it that must be gone, and the type it is reported as."""

    type: str
    secret: str
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        return self.before + self.secret + self.after


VENDOR_EXAMPLES = [
    Example("Anthropic API Key", "sk-" + "ant-" + "api03-" + chars(40)),
    Example("OpenRouter API Key", "sk-" + "or-v1-" + hexes(64)),
    Example("OpenAI Token", "sk-" + "proj-" + chars(20) + "_" + chars(20)),
    Example("OpenAI Token", "sk-" + chars(48)),
    Example("Google API Key", "AI" + "za" + chars(35)),
    Example("Google OAuth Token", "GOC" + "SPX-" + chars(28)),
    Example("Google OAuth Token", "ya" + "29." + chars(60)),
    Example("Google OAuth Token", "1/" + "/0" + chars(40)),
    Example("GitHub Token", "gh" + "p_" + chars(36)),
    Example("GitHub Token", "github" + "_pat_" + chars(22) + "_" + chars(59)),
    Example("GitLab Token", "gl" + "pat-" + chars(20)),
    Example("GitLab Token", "gl" + "rtr-" + chars(26) + ".01." + chars(10)),
    Example("GitLab Token", "GR" + "1348941" + chars(20)),
    Example("NPM tokens", "np" + "m_" + chars(36)),
    Example("NPM tokens", chars(16), "//npm.example.com/:_authToken="),
    Example("NPM tokens", chars(16), ":_password = "),
    Example("PyPI Token", "py" + "pi-AgE" + chars(60)),
    Example("Slack Token", "xo" + "xb-" + "1234567890-" + chars(24)),
    Example("Slack Token", "xa" + "pp-1-" + chars(40)),
    Example("Slack Webhook", "https://hooks.sl" + "ack.com/services/T" + capitals(8) + "/B" + capitals(8) + "/x"),
    Example("Stripe Access Key", "sk" + "_live_" + chars(24)),
    Example("Stripe Access Key", "rk" + "_test_" + chars(40)),
    Example("Stripe Access Key", "wh" + "sec_" + chars(32)),
    Example("SendGrid API Key", "S" + "G." + chars(22) + "." + chars(43)),
    Example("Discord Webhook", chars(60), "https://discord" + ".com/api/webhooks/123456789012/"),
    Example("Discord Bot Token", "M" + chars(23) + "." + chars(6) + "." + chars(38)),
    Example("Azure Storage Account access key", chars(86) + "==", "AccountName=a;Account" + "Key=", ";B=c"),
    Example("Azure Storage Account access key", chars(43) + "%3D", "https://a.example.com/b?sv=1&s" + "ig="),
    Example("Azure Client Secret", "a1b8" + "Q~" + chars(34)),
    Example("AWS Session Token", "FwoGZX" + "IvYXdz" + chars(80)),
    Example("Hugging Face Token", "h" + "f_" + chars(34)),
    Example("Groq API Key", "gs" + "k_" + chars(52)),
    Example("xAI API Key", "xa" + "i-" + chars(80)),
    Example("Perplexity API Key", "ppl" + "x-" + chars(48)),
    Example("DigitalOcean Token", "do" + "p_v1_" + hexes(64)),
    Example("Databricks Token", "da" + "pi" + hexes(32)),
    Example("Docker Token", "dc" + "kr_pat_" + chars(27)),
    Example("Atlassian Token", "ATA" + "TT3" + chars(180)),
    Example("Shopify Token", "shp" + "at_" + hexes(32)),
    Example("Linear API Key", "li" + "n_api_" + chars(40)),
    Example("Supabase Token", "sb" + "p_" + hexes(40)),
    Example("Vault Token", "hv" + "s." + chars(24)),
    Example("age Secret Key", "AGE-SECRET" + "-KEY-1" + capitals(58)),
    Example("GCP Service Account Key", pem("PRIVATE KEY").replace("\n", "\\n"), '"private_' + 'key": "', '"'),
    Example("Private Key", pem("RSA PRIVATE KEY")),
    Example("Private Key", pem("OPENSSH PRIVATE KEY").rsplit("\n", 1)[0]),
    Example("Private Key", pem("PGP PRIVATE KEY BLOCK", "Version: 1\n\n" + PEM_BODY)),
    Example("Private Key", "PuTTY-User" + "-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: 1\n" + chars(64)),
]

LIBRARY_EXAMPLES = [
    Example("Artifactory Credentials", "AK" + "C" + chars(40), "password "),
    Example("Artifactory Credentials", "AP" + "6" + chars(30), "= "),
    Example("AWS Access Key", "AK" + "IA" + capitals(16)),
    Example("AWS Access Key", chars(40), "aws_secret_access_key = '", "'"),
    Example("Azure Storage Account access key", chars(86) + "==", "Account" + "Key="),
    Example("Basic Auth Credentials", "s3cr3tpw", "postgres://app:", "@db.example.com/app"),
    Example("Cloudant Credentials", hexes(64), "cloudant_password = "),
    Example("Cloudant Credentials", "qwertzuiopasdfghjklyxcvb", "cloudant_key: '", "'"),
    Example("Basic Auth Credentials", hexes(64), "https://me:", "@me.cloudant.com"),
    Example("Basic Auth Credentials", "qwertzuiopasdfghjklyxcvb", "https://me:", "@me.cloudant.com"),
    Example("Discord Bot Token", "N" + chars(23) + "." + chars(6) + "." + chars(27)),
    Example("GitHub Token", "gh" + "s_" + chars(36)),
    Example("GitLab Token", "gl" + "soat-" + chars(20)),
    Example("GitLab Token", "GR" + "1348941" + chars(20)),
    Example("GitLab Token", "gl" + "cbt-" + "1f_" + chars(20)),
    Example("GitLab Token", "gl" + "imt-" + chars(25)),
    Example("GitLab Token", "gl" + "ptt-" + chars(40)),
    Example("GitLab Token", "gl" + "agent-" + chars(50)),
    Example("GitLab Token", "gl" + "oas-" + chars(64)),
    Example("IBM Cloud IAM Key", chars(44), "ibm_cloud_iam_key = "),
    Example("IBM COS HMAC Credentials", hexes(48), "cos_hmac_secret_access_key: "),
    Example("JSON Web Token", "ey" + "J" + chars(20) + "." + chars(40) + "." + chars(43)),
    Example("Mailchimp Access Key", hexes(32) + "-us12"),
    Example("NPM tokens", "np" + "m_" + chars(36), "//registry.npmjs.org/:_authToken="),
    Example("OpenAI Token", "sk-" + chars(20) + "T3Blbk" + "FJ" + chars(20)),
    *(
        Example("Private Key", pem(kind))
        for kind in (
            *("DSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"),
            *("PRIVATE KEY", "RSA PRIVATE KEY"),
        )
    ),
    Example("Private Key", pem("SSH2 ENCRYPTED PRIVATE KEY").replace(DASHES, "-" * 4 + " ", 1)),
    Example("Private Key", "PuTTY-User" + "-Key-File-2: ssh-rsa\nComment: x\nPrivate-Lines: 1\n" + chars(64)),
    Example("PyPI Token", "py" + "pi-AgEIcHlwaS5vcmc" + chars(70)),
    Example("PyPI Token", "py" + "pi-AgENdGVzdC5weXBpLm9yZw" + chars(70)),
    Example("SendGrid API Key", "S" + "G." + chars(22) + "." + chars(43)),
    Example("Slack Token", "xo" + "xp-" + "123456-654321-" + chars(24)),
    Example("Slack Webhook", "https://hooks.sl" + "ack.com/services/T" + capitals(8) + "/B" + capitals(8) + "/x1"),
    Example("SoftLayer Credentials", hexes(64), "softlayer_api_key = "),
    Example("SoftLayer Credentials", hexes(64), "https://api.softlayer.com/soap/v3/"),
    Example("Square OAuth Secret", "sq0" + "csp-" + chars(43)),
    Example("Stripe Access Key", "rk" + "_live_" + chars(24)),
    Example("Telegram Bot Token", "123456789" + ":" + chars(35)),
    Example("Twilio API Key", "A" + "C" + chars(32, "a1b2c3d4")),
    Example("Twilio API Key", "S" + "K" + chars(32, "a1b2c3d4")),
]

PREFIXES = [
    ("Anthropic API Key", "sk-" + "ant-", 8),
    ("OpenAI Token", "sk-" + "proj-", 16),
    ("Google API Key", "AI" + "za", 35),
    ("GitHub Token", "gh" + "o_", 20),
    ("GitHub Token", "github" + "_pat_", 20),
    ("GitLab Token", "gl" + "pat-", 20),
    ("NPM tokens", "np" + "m_", 30),
    ("PyPI Token", "py" + "pi-AgE", 30),
    ("Slack Token", "xo" + "xb-", 10),
    ("Stripe Access Key", "sk" + "_live_", 10),
    ("Hugging Face Token", "h" + "f_", 30),
    ("Groq API Key", "gs" + "k_", 40),
    ("xAI API Key", "xa" + "i-", 40),
    ("Linear API Key", "li" + "n_api_", 30),
    ("Docker Token", "dc" + "kr_pat_", 20),
    ("Vault Token", "hv" + "s.", 20),
]

WORDS = ["the", "worker", "keeps", "a", "lock", "while", "it", "runs", "so", "deploy", "twice", "fails", "says", "ok"]
BODY = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789"


def survives(secret: str, text: str) -> bool:
    """Tell whether any eight characters of the secret are still there."""
    return any(secret[at : at + 8] in text for at in range(max(1, len(secret) - 7)))


def names_of(examples: list[Example]) -> list[str]:
    """Ids for the test report that give nothing of an example away."""
    seen: Counter[str] = Counter()
    names = []
    for example in examples:
        seen[example.type] += 1
        names.append(f"{example.type} {seen[example.type]}")
    return names


@pytest.mark.parametrize("example", VENDOR_EXAMPLES, ids=names_of(VENDOR_EXAMPLES))
def test_a_vendors_token_goes_as_a_whole(example: Example) -> None:
    for before, after in (
        ("", ""),
        ("Use ", " in CI."),
        ("x='", "'"),
        ("(", ")"),
        ("- ", "\nthe next line"),
        ("\\n", "\\n"),
    ):
        text = f"{before}{example.text}{after}"
        result = redact(text)
        assert result.text == f"{before}{example.before}[REDACTED: {example.type}]{example.after}{after}"
        assert [tuple(one) for one in result.found] == [(example.type, 1)]


def test_a_private_key_without_its_first_line_goes_as_a_whole() -> None:
    tail = pem("EC PRIVATE KEY").split("\n", 1)[1]
    assert redact(f"It ends in:\n{tail}\nthere").text == "It ends in:\n[REDACTED: Private Key]\nthere"


def test_every_vendor_rule_has_an_example() -> None:
    without = [
        (name, source)
        for name, source, flags in VENDOR_RULES
        if not any(example.type == name and re.search(source, example.text, flags) for example in VENDOR_EXAMPLES)
    ]
    assert without == []


def test_the_table_is_that_of_the_library() -> None:
    plugins = importlib.import_module("detect_secrets.plugins")
    base = importlib.import_module("detect_secrets.plugins.base").RegexBasedDetector
    theirs: Counter[tuple[str, str, int]] = Counter()
    for module in pkgutil.iter_modules(plugins.__path__):
        for value in vars(importlib.import_module(f"detect_secrets.plugins.{module.name}")).values():
            is_detector = isinstance(value, type) and issubclass(value, base)
            if is_detector and value.__module__.endswith(f".{module.name}") and value is not base:
                theirs.update(
                    (value.secret_type, regex.pattern, regex.flags & ~re.UNICODE) for regex in set(value().denylist)
                )
    assert Counter(LIBRARY_RULES) == theirs


@pytest.mark.parametrize("example", LIBRARY_EXAMPLES, ids=names_of(LIBRARY_EXAMPLES))
def test_what_the_library_finds_is_gone(example: Example) -> None:
    result = redact(f"see {example.text} there")
    assert not survives(example.secret, result.text)
    assert result.text.startswith("see ")
    assert result.text.endswith(" there")
    assert example.type in [one.type for one in result.found]


def test_every_library_rule_that_is_run_has_an_example() -> None:
    without = [
        (name, source)
        for name, source, flags in LIBRARY_RULES
        if name not in LEFT_OUT
        and not any(re.search(source, f"see {example.text} there", flags) for example in LIBRARY_EXAMPLES)
    ]
    assert without == []


@pytest.mark.parametrize("rule", LIBRARY_RULES, ids=lambda rule: rule[0])
def test_the_librarys_own_regex_finds_nothing_in_what_is_left(rule: tuple[str, str, int]) -> None:
    name, source, flags = rule
    for example in (*VENDOR_EXAMPLES, *LIBRARY_EXAMPLES):
        left = redact(f"see {example.text} there").text.replace("REDACTED", "")
        for match in re.finditer(source, left, flags):
            group = 1 if name in GROUP_ONE and match.re.groups else 0
            assert "Credentials]" in match[group] or "[: " in match[group], (name, match[group])


def test_addresses_stay() -> None:
    text = "Staging runs on 3.64.12.9, built with node 1.2.3.4."
    assert redact(text) == (text, ())


def test_every_type_can_be_triggered() -> None:
    triggered = set(TOKEN_TRIGGERS).union(*NAME_TRIGGERS.values())
    assert triggered == {name for name, *_ in RULES}


@pytest.mark.parametrize(
    "text",
    [
        "--- PASS: TestTranslator_RewritesCrossBranchReferences (0.00s)",
        "--- PASS: TestPublicAPIRejectsIdenticalSourceAndTarget",
        "gh" + "p_" + "x" * 36,
        "sk-" + "ant-" + "*" * 20,
        "AK" + "IA" + "X" * 16,
        "ulid 01ARZ3NDEKTSV4RRFFQ69G5FAV and 01ACCANDEKTSV4RRFFQ69G5FAV",
        "MainThreadDispatcherQueue.module.functionNameThatIsLongEnough",
        "the eyJ prefix tells a token from a name",
        "risk-free-asynchronous-job-processing-in-postgres",
        "git@github.com:owner/repository.git and https://example.com:8443/path@v1",
        "5d41402abc4b2a76b9719d911017c592 is the hash of the file",
        "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    ],
)
def test_what_only_looks_like_a_token_stays(text: str) -> None:
    assert redact(text) == (text, ())


@given(
    kind=st.sampled_from(PREFIXES),
    body=st.text(BODY, min_size=48, max_size=90),
    cut=st.integers(0, 40),
    before=st.lists(st.sampled_from(WORDS), max_size=12),
    after=st.lists(st.sampled_from(WORDS), max_size=12),
    around=st.sampled_from([(" ", " "), ("'", "'"), ('"', '"'), ("=", "\n"), ("(", ")"), (": ", ","), ("`", "`")]),
)
def test_no_part_of_a_token_survives(
    kind: tuple[str, str, int],
    body: str,
    cut: int,
    before: list[str],
    after: list[str],
    around: tuple[str, str],
) -> None:
    name, prefix, least = kind
    token = prefix + body[: max(least, len(body) - cut)]
    start, end = " ".join(before) + around[0], around[1] + " ".join(after)
    assert redact(start + token + end).text == f"{start}[REDACTED: {name}]{end}"
