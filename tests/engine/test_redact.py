"""Secrets known by the name before them, what is only spoken of, and the marks they leave."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ademem_tui.engine.redact import Finding, redact

SPOKEN_OF = [
    'password = os.environ["X"]',
    "token: string",
    "api_key=None",
    "secret: ${SECRET}",
    "secret: ${{ secrets.DEPLOY }}",
    "password: <your password>",
    "password: {{ .Values.password }}",
    "the token is refreshed every hour",
    "password is required",
    "password is 8-64 characters",
    "key = settings.api_key",
    "tokens = tokenize(text)",
    "pass=True",
    "token expires after 15 minutes",
    "secret_key must be set",
    "password: str",
    "password: Optional[str] = None",
    "password: String!",
    "password: z.string().min(8)",
    "the key is to call close() first",
    "the secret is to warm the cache first",
    "password=xxx",
    'password = "***"',
    'password = "changeme"',
    "API_KEY=your_api_key_here",
    "export TOKEN=<paste here>",
    "token=...",
    "GH_TOKEN=$OTHER_TOKEN",
    "PASSWORD=${DB_PASSWORD:-}",
    "token = get_token(user_id2)",
    "const token = await fetchToken2(id);",
    'token = request.headers["X-Token-2"]',
    "password = fetchPass2(id, x)",
    "connect(password=pw1, user=u)",
    "password=self.password2,",
    "if password != other.password2:",
    "secret = secrets.token_hex(32)",
    "api_key: process.env.API_KEY2",
    "the password is hashed with argon2id",
    "the password is SHA-256 hashed",
    "the token is base64-encoded, the key RS256",
    "the password is 2FA-protected",
    "the password is stored in vault/prod/db2",
    'password = "/run/secrets/db_password"',
    "the token was revoked on 2024-05-01",
    "the token is valid for 24h",
    "Rotate the key to v2",
    "API key: see docs/auth2.md",
    "max_tokens: 4096",
    "max_tokens=128000",
    'primary_key = "user_id"',
    'cache_key = f"user:{user_id}:v2"',
    '"key": "PROJ-123"',
    "idempotency key is order-2024-0001",
    'public_key = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE"',
    'monkey = "abcdefgh12345678"',
    '"forgot_password": "Forgot your password?"',
    '"password": "Passwort"',
    '<input type="password" name="password2">',
    "secrets: inherit",
    "credentials: 'same-origin'",
    '"jsonwebtoken": "^9.0.2"',
    'TOKEN = r"[a-zA-Z_][a-zA-Z0-9_-]*"',
    'Token: "#ddd0c0"',
    'if token != "new-token" {',
    '{"cmd": "pwd", "cwd": "/srv/app1/src2"}',
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "Authorization: Basic authentication",
    "Bearer authentication is required",
    "postgres://user:password@localhost/db",
    "postgres://$USER:$PASS@host/db",
    "http://localhost:8080/x@y",
    "curl -u user:password https://example.com",
    "curl -u $USER:$PASS https://example.com",
    "mysql -p mydb",
    "use --password options",
    "--token TOKEN  the token",
    "a second-pass review, two-pass 3x3 filter",
]

SECRETS = [
    ("Password", 'password = "', "hunter2", '"'),
    ("Password", "the password is ", "hunter2", "."),
    ("Password", "(the password is ", "hunter2", ")"),
    ("Password", "the password is `", "swordfish", "`"),
    ("Password", "The staging password is now '", "tiger-lily", "'"),
    ("Password", "password for the staging db is ", "hunter2", ", user is bob"),
    ("Password", "changed the password to ", "Summer2024!", ""),
    ("Password", "log in with password ", "hunter2", ""),
    ("Password", "password -> ", "hunter2", ""),
    ("Password", "Password is: ", "Tr0ub4dor&3", "."),
    ("Password", "**Password:** ", "hunter2", ""),
    ("Password", "DB_PASSWORD=", "s3cr3t!", ""),
    ("Password", "DB_PASSWORD=", "swordfish", "\n"),
    ("Password", "DB_PASSWORD=", "xK9(mQ2!", ""),
    ("Password", "DB_PASSWORD=", "it's4me", ""),
    ("Password", "DB_PASSWORD=", "ab,cd12", ""),
    ("Password", "password: ", "hunter2", "  # dev only"),
    ("Password", "password=", "123456", ""),
    ("Password", 'password = "', "swordfish", '"'),
    ("Password", 'password = "', "aB3(kd9$", '"'),
    ("Password", 'passphrase = "', "correct horse battery staple", '"'),
    ("Password", "const password: string = '", "hunter2", "';"),
    ("Password", "if (password === '", "hunter2", "')"),
    ("Password", 'os.environ.get("DB_PASSWORD", "', "hunter2", '")'),
    ("Password", '{"name": "DB_PASSWORD", "value": "', "hunter2", '"}'),
    ("Password", '{\\"password\\": \\"', "hunter2", '\\"}'),
    ("Password", '"password":"', "hunter2", '","user":"x"'),
    ("Password", "<password>", "hunter2", "</password>"),
    ("Password", "Server=x;Password=", "swordfish", ";Database=z"),
    ("Password", "--password ", "hunter2", " --verbose"),
    ("Password", "PGPASSWORD=", "swordfish", " psql"),
    ("Password", "mysql -uroot -p", "s3cr3tpw", " db"),
    ("Password", "sshpass -p ", "hunter22", " ssh x"),
    ("Password", "curl -u admin:", "hunter2", " https://example.com"),
    ("Password", "Passwort: ", "hunter2", ""),
    ("Password", 'contraseña = "', "hunter2", '"'),
    ("Password", 'hashed_password = "', "$2b$12$" + "abcdefghijklmnopqrstuv", '"'),
    ("Secret Keyword", "secret: ", "9f8a7d6c5b4a3928", ""),
    ("Secret Keyword", "secret: ", "9f8a7d", "..."),
    ("Secret Keyword", '"api_key": "', "abc123def456", '"'),
    ("Secret Keyword", "api_key: ", "abc123def456", ", rotated"),
    ("Secret Keyword", "api key is ", "abc123def456", ""),
    ("Secret Keyword", "token ", "abc123def456ghi", ""),
    ("Secret Keyword", "?token=", "abc123def456", "&x=1"),
    ("Secret Keyword", "- name: API_TOKEN\n  value: ", "abc123def456", ""),
    ("Secret Keyword", 'client_secret: "', "s3cr3t", '"'),
    ("Secret Keyword", "SECRET_KEY = '", "django-insecure-x8#k2!abc@9", "'"),
    ("Secret Keyword", "AWS_SECRET_ACCESS_KEY=", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzSAMPLESAMP", ""),
    ("Secret Keyword", "token=", "AbCdEfGhIjKlMnOpQrSt", ""),
    ("Secret Keyword", 'secret = "', "qwrtzplkjhgfdsxc", '"'),
    ("Secret Keyword", 'signingKey = "', "8f0c6a2e9d7b5c3f1a", '"'),
    ("Secret Keyword", "token is ", "123e4567-e89b-12d3-a456-426614174000", ""),
    ("Secret Keyword", "--api-key ", "abc123def456ghi", " run"),
    ("HTTP Authorization", "Authorization: Bearer ", "abc123def456ghi789", ""),
    ("HTTP Authorization", '"Authorization": "Basic ', "dXNlcjpwYXNzd29yZA==", '"'),
    ("Basic Auth Credentials", "postgres://app:", "s3cr3tpw", "@db.example.com/x"),
    ("Basic Auth Credentials", "redis://:", "p4ssw0rd", "@cache:6379"),
    ("Basic Auth Credentials", "https://user:", "P@ssw0rd!", "@host/x"),
]

PIECES = [
    *("password=", "password: '", "the password is ", 'token = "', "secret: ", "api_key=", "Bearer ", "://a:"),
    *("hunter2", "abc123def456", "swordfish", "[REDACTED: Password]", "[REDACTED: ", "]", "@host", "curl -u a:"),
    *(
        " ",
        "\n",
        "'",
        '"',
        "`",
        "\\",
        ",",
        ";",
        "&",
        "=",
        ":",
        ".",
        "(",
        ")",
        "{",
        "}",
        "x",
        "-----BEGIN PRIVATE KEY-----",
    ),
]


@pytest.mark.parametrize("text", SPOKEN_OF)
def test_what_is_only_spoken_of_stays(text: str) -> None:
    assert redact(text) == (text, ())
    sentence = f"Note: {text}\nand so on"
    assert redact(sentence) == (sentence, ())


@pytest.mark.parametrize(("kind", "before", "secret", "after"), SECRETS)
def test_a_named_secret_goes_and_its_name_stays(kind: str, before: str, secret: str, after: str) -> None:
    for start, end in (("", ""), ("Note: ", "\nand so on")):
        result = redact(start + before + secret + after + end)
        assert result.text == f"{start}{before}[REDACTED: {kind}]{after}{end}"
        assert result.found == (Finding(kind, 1),)


def test_findings_are_counted_by_type() -> None:
    result = redact('password = "hunter2"\nDB_PASSWORD=s3cr3t\napi_key: abc123def456')
    assert dict(result.found) == {"Password": 2, "Secret Keyword": 1}
    assert not any(secret in repr(result) for secret in ("hunter2", "s3cr3t", "abc123def456"))


def test_a_very_long_secret_goes_as_a_whole() -> None:
    assert redact("DB_PASSWORD=" + "a1B2c3," * 700 + "z9 next").text == "DB_PASSWORD=[REDACTED: Password] next"
    assert redact('api_key: "' + "a1B2c3" * 600 + '" next').text == 'api_key: "[REDACTED: Secret Keyword]" next'


def test_a_secret_within_a_value_that_is_none_is_found() -> None:
    assert redact("token=f(password=hunter2)").text == "token=f(password=[REDACTED: Password])"
    assert redact("secret: {password: 'hunter2'}").text == "secret: {password: '[REDACTED: Password]'}"


def test_nothing_hides_behind_a_mark() -> None:
    assert redact("[REDACTED: Password] password=hunter2").text == "[REDACTED: Password] password=[REDACTED: Password]"
    assert redact("[REDACTED: password=hunter2]").text == "[REDACTED: password=[REDACTED: Password]]"
    marked = 'password = "[REDACTED: Password]", token: [REDACTED: Secret Keyword]'
    assert redact(marked) == (marked, ())


@given(st.text())
def test_any_text_can_be_redacted_twice(text: str) -> None:
    once = redact(text).text
    assert redact(once) == (once, ())


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@example("password=[REDACTED: Password]hunter2")
@example("token=abc123def456'password=hunter2'")
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redact(text).text
    assert redact(once) == (once, ())


@given(
    letters=st.text("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ", min_size=4, max_size=30),
    digits=st.text("0123456789", min_size=4, max_size=10),
    order=st.randoms(use_true_random=False),
    name=st.sampled_from(["password", "DB_PASSWORD", "api_key", "client_secret", "AUTH_TOKEN", "apiKey", "db.passwd"]),
    tie=st.sampled_from([(' = "', '"'), ("=", "\n"), ('": "', '",'), (": '", "'"), ('", "', '")')]),
)
def test_no_part_of_a_named_secret_survives(
    letters: str, digits: str, order: st.DataObject, name: str, tie: tuple[str, str]
) -> None:
    shuffled = list(letters + digits)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    before, after = f"the worker reads {name}{tie[0]}", f"{tie[1]} at start"
    text = redact(before + "".join(shuffled) + after).text
    assert text.startswith(f"{before}[REDACTED: ")
    assert text.endswith(f"]{after}")
