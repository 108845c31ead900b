r"""The secret patterns of detect-secrets, as data only.

They are kept here so that the library need not be imported to use them; a test holds the two together.
"""

from __future__ import annotations

import re

_I = int(re.IGNORECASE)
_X = int(re.VERBOSE)

_BEGIN = r"""(?:(?<=\W)|(?<=^))(?:\[|)(?:"|\'|)"""
_ASSIGN = r"""(?: *)(?:=|:|:=|=>| +|::)(?: *)"""
_IS = r"""(?:"|\'|)(?:\]|)""" + _ASSIGN + r"""(?:"|\'|)"""
_END = r"""(?:"|\'|)"""
_KEY = r"(?:key|pwd|password|pass|token)"
_KEY_OR_PW = r"(?:key|pwd|pw|password|pass|token)"
_CLOUDANT = r"(?:cloudant|cl|clou)(?:_|-|)(?:api|)" + _KEY_OR_PW
_IBM = (
    r"(?:ibm(?:_|-|)cloud(?:_|-|)iam|cloud(?:_|-|)iam|ibm(?:_|-|)cloud|ibm(?:_|-|)iam|ibm|iam|cloud|)"
    r"(?:_|-|)(?:api|)(?:_|-|)" + _KEY
)
_COS = r"(?:(?:ibm)?[-_]?cos[-_]?(?:hmac)?|)(?:_|-|)(?:secret[-_]?(?:access)?[-_]?key)"
_SOFTLAYER = r"(?:softlayer|sl)(?:_|-|)(?:api|)(?:_|-|)" + _KEY
_NO_RESERVED = r"[^:/\?\#\[\]@!\$\&'\(\)\*\+,;=\s]+"
_JWT = r"eyJ[A-Za-z0-9-_=]+\.[A-Za-z0-9-_=]+\.?[A-Za-z0-9-_.+/=]*?"
_NPM = r"\/\/.+\/:_authToken=\s*((npm_.+)|([A-Fa-f0-9-]{36})).*"
_OPENAI = r"sk-[A-Za-z0-9-_]*[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"
_AWS_ID = r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}"
_AZURE = r"AccountKey=[a-zA-Z0-9+\/=]{88}"
_IPV4 = r"""
        (?<![\w.])         # Negative lookbehind: Ensures no preceding word character or dot
        (                  # Start of the main capturing group
            (?!            # Negative lookahead: Ensures the following pattern doesn't match
                192\.168\. # Exclude "192.168."
                |127\.     # Exclude "127."
                |10\.      # Exclude "10."
                |172\.(?:1[6-9]|2[0-9]|3[01])   # Exclude "172." with specific ranges
            )
            (?:            # Non-capturing group for octets
                           # Match numbers 0-255 followed by dot, properly handle leading zeros
                (?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.
            ){3}           # Repeat for three octets
                           # Match final octet (0-255), properly handle leading zeros
            (?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])
            (?:            # Optional non-capturing group for port number
                :\d{1,5}   # Match colon followed by 1 to 5 digits
            )?
        )                  # End of the main capturing group
        (?![\w.])          # Negative lookahead: Ensures no following word character or dot
    """

LIBRARY_RULES: tuple[tuple[str, str, int], ...] = (
    ("Artifactory Credentials", r'(?:\s|=|:|"|^)AKC[a-zA-Z0-9]{10,}(?:\s|"|$)', 0),
    ("Artifactory Credentials", r'(?:\s|=|:|"|^)AP[\dABCDEF][a-zA-Z0-9]{8,}(?:\s|"|$)', 0),
    ("AWS Access Key", _AWS_ID, 0),
    ("AWS Access Key", r"aws.{0,20}?" + _KEY_OR_PW + r""".{0,20}?[\'\"]([0-9a-zA-Z/+]{40})[\'\"]""", _I),
    ("Azure Storage Account access key", _AZURE, 0),
    ("Basic Auth Credentials", r"://" + _NO_RESERVED + r":(" + _NO_RESERVED + r")@", 0),
    ("Cloudant Credentials", _BEGIN + _CLOUDANT + _IS + r"([0-9a-f]{64})" + _END, _I),
    ("Cloudant Credentials", _BEGIN + _CLOUDANT + _IS + r"([a-z]{24})" + _END, _I),
    ("Cloudant Credentials", r"(?:https?\:\/\/)[\w\-]+\:([0-9a-f]{64})\@[\w\-]+\.cloudant\.com", _I),
    ("Cloudant Credentials", r"(?:https?\:\/\/)[\w\-]+\:([a-z]{24})\@[\w\-]+\.cloudant\.com", _I),
    ("Discord Bot Token", r"[MNO][a-zA-Z\d_-]{23,25}\.[a-zA-Z\d_-]{6}\.[a-zA-Z\d_-]{27}", 0),
    ("GitHub Token", r"(ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9_]{36}", 0),
    ("GitLab Token", r"(glpat|gldt|glft|glsoat|glrt)-[A-Za-z0-9_\-]{20,50}(?!\w)", 0),
    ("GitLab Token", r"GR1348941[A-Za-z0-9_\-]{20,50}(?!\w)", 0),
    ("GitLab Token", r"glcbt-([0-9a-fA-F]{2}_)?[A-Za-z0-9_\-]{20,50}(?!\w)", 0),
    ("GitLab Token", r"glimt-[A-Za-z0-9_\-]{25}(?!\w)", 0),
    ("GitLab Token", r"glptt-[A-Za-z0-9_\-]{40}(?!\w)", 0),
    ("GitLab Token", r"glagent-[A-Za-z0-9_\-]{50,1024}(?!\w)", 0),
    ("GitLab Token", r"gloas-[A-Za-z0-9_\-]{64}(?!\w)", 0),
    ("IBM Cloud IAM Key", _BEGIN + _IBM + _IS + r"([a-zA-Z0-9_\-]{44}(?![a-zA-Z0-9_\-]))" + _END, _I),
    ("IBM COS HMAC Credentials", _BEGIN + _COS + _IS + r"([a-f0-9]{48}(?![a-f0-9]))" + _END, _I),
    ("Public IP (ipv4)", _IPV4, _I | _X),
    ("JSON Web Token", _JWT, 0),
    ("Mailchimp Access Key", r"[0-9a-z]{32}-us[0-9]{1,2}", 0),
    ("NPM tokens", _NPM, 0),
    ("OpenAI Token", _OPENAI, 0),
    ("Private Key", r"BEGIN DSA PRIVATE KEY", 0),
    ("Private Key", r"BEGIN EC PRIVATE KEY", 0),
    ("Private Key", r"BEGIN OPENSSH PRIVATE KEY", 0),
    ("Private Key", r"BEGIN PGP PRIVATE KEY BLOCK", 0),
    ("Private Key", r"BEGIN PRIVATE KEY", 0),
    ("Private Key", r"BEGIN RSA PRIVATE KEY", 0),
    ("Private Key", r"BEGIN SSH2 ENCRYPTED PRIVATE KEY", 0),
    ("Private Key", r"PuTTY-User-Key-File-2", 0),
    ("PyPI Token", r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9-_]{70,}", 0),
    ("PyPI Token", r"pypi-AgENdGVzdC5weXBpLm9yZw[A-Za-z0-9-_]{70,}", 0),
    ("SendGrid API Key", r"SG\.[a-zA-Z0-9_-]{22}\.[a-zA-Z0-9_-]{43}", 0),
    ("Slack Token", r"xox(?:a|b|p|o|s|r)-(?:\d+-)+[a-z0-9]+", _I),
    (
        "Slack Token",
        r"https://hooks\.slack\.com/services/T[a-zA-Z0-9_]+/B[a-zA-Z0-9_]+/[a-zA-Z0-9_]+",
        _I | _X,
    ),
    ("SoftLayer Credentials", _BEGIN + _SOFTLAYER + _IS + r"([a-z0-9]{64})" + _END, _I),
    ("SoftLayer Credentials", r"(?:http|https)://api.softlayer.com/soap/(?:v3|v3.1)/([a-z0-9]{64})", _I),
    ("Square OAuth Secret", r"sq0csp-[0-9A-Za-z\\\-_]{43}", 0),
    ("Stripe Access Key", r"(?:r|s)k_live_[0-9a-zA-Z]{24}", 0),
    ("Telegram Bot Token", r"\d{8,10}:[0-9A-Za-z_-]{35}", 0),
    ("Twilio API Key", r"AC[a-z0-9]{32}", 0),
    ("Twilio API Key", r"SK[a-z0-9]{32}", 0),
)
"""Every `denylist` regex of detect-secrets 1.5.0, by the plugins' own type names."""

RUN_AS: tuple[tuple[str, str], ...] = (
    (_ASSIGN, r"(?: *+(?::=|=>|::|=|:) *+| ++)"),
    (r'(?:\s|=|:|"|^)A', r'(?<![^\s=:"])A'),
    (r'(?:\s|"|$)', r'(?![^\s"])'),
    (
        _JWT,
        r"(?P<secret>eyJ[A-Za-z0-9_=-]++\.[A-Za-z0-9_=-]++(?:\.[A-Za-z0-9_+/=-]+)*)|eyJ[A-Za-z0-9_=-]++",
    ),
    (_NPM, r"/:_authToken=\s{0,8}(?P<secret>npm_\S+|[A-Fa-f0-9-]{36})"),
    (_OPENAI, r"(?P<secret>" + _OPENAI + r")|sk-[A-Za-z0-9_-]++"),
    (
        _AWS_ID,
        r"(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])|(?P<secret>" + _AWS_ID + r")",
    ),
    (_AZURE, r"AccountKey=(?P<secret>[a-zA-Z0-9+\/=]{88})"),
)
"""Parts of library regexes, and what is run in their place.

The replacements find the same in linear time, take the whole token, take the value without its name, or step
over ULIDs, which begin like an AWS key one time in many.
"""

GROUP_ONE: frozenset[str] = frozenset(
    {
        "AWS Access Key",
        "Basic Auth Credentials",
        "Cloudant Credentials",
        "IBM Cloud IAM Key",
        "IBM COS HMAC Credentials",
        "SoftLayer Credentials",
    }
)
"""Types whose library regexes capture the secret in their first group, if they have one."""

LEFT_OUT: frozenset[str] = frozenset({"Public IP (ipv4)"})
"""Types that are not run: an address opens nothing, and it (or the version number that looks like one) is
often the very fact a note is kept for."""
