"""Settings: where they come from, what is refused, and files that are edited without losing a word."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ademem_tui.engine.config import SECTIONS, SETTINGS, Config, Origin, Setting, load_config
from ademem_tui.engine.config_file import (
    HEADER,
    config_markdown,
    default_file_text,
    set_value,
    unset_value,
)
from ademem_tui.engine.errors import ConfigError
from ademem_tui.engine.paths import Paths, paths_for

DOCS = Path(__file__).parents[2] / "docs" / "config.md"


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    project = tmp_path / "project"
    (project / ".ade").mkdir(parents=True)
    (tmp_path / "home" / "config").mkdir(parents=True)
    return paths_for(project, {"ADEMEM_HOME": str(tmp_path / "home")})


def put(file: str, text: str) -> None:
    Path(file).write_text(text, encoding="utf-8")


def load(paths: Paths, overrides: dict[str, str] | None = None, **env: str) -> Config:
    return load_config(paths, overrides, env)


def refusal(paths: Paths, overrides: dict[str, str] | None = None, **env: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(paths, overrides, **env)
    return str(caught.value)


def test_defaults(paths: Paths) -> None:
    config = load(paths)
    assert config.memory.enabled is True
    assert config.memory.session_limit == 50
    assert config.memory.strict is True
    assert config.backup.keep == 3
    assert config.backup.every_hours == 24
    assert config.trash.days == 30
    assert config.display.ascii is False
    assert config.display.theme == "auto"
    assert config.display.editor == ""
    assert {config.origin(key) for key in SETTINGS} == {Origin("default")}


def test_each_source_wins_over_the_next(paths: Paths) -> None:
    key, variable = "memory.session_limit", "ADEMEM_MEMORY_SESSION_LIMIT"
    put(paths.user_config, "[memory]\nsession_limit = 1\n")
    config = load(paths)
    assert (config.memory.session_limit, config.origin(key)) == (1, Origin("user", paths.user_config))
    put(paths.project_config, "memory.session_limit = 2\n")
    config = load(paths)
    assert (config.memory.session_limit, config.origin(key)) == (2, Origin("project", paths.project_config))
    config = load(paths, None, **{variable: "3"})
    assert (config.memory.session_limit, config.origin(key)) == (3, Origin("environment", variable))
    config = load(paths, {key: "4"}, **{variable: "3"})
    assert (config.memory.session_limit, config.origin(key).source) == (4, "flag")


def test_sources_mix_by_setting(paths: Paths) -> None:
    put(paths.user_config, '[display]\ntheme = "nord"\nascii = true\n')
    put(paths.project_config, "[memory]\nenabled = false\n")
    config = load(paths, ADEMEM_DISPLAY_ASCII="no")
    assert (config.display.theme, config.display.ascii, config.memory.enabled) == ("nord", False, False)
    rows = {setting.key: (value, str(origin)) for setting, value, origin in config.rows()}
    assert rows["display.theme"] == ("nord", paths.user_config)
    assert rows["display.ascii"] == (False, "ADEMEM_DISPLAY_ASCII")
    assert rows["backup.keep"] == (3, "default")
    assert list(rows) == list(SETTINGS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, True) for word in ("true", "1", "on", "yes", "TRUE", " Yes ")),
        *((word, False) for word in ("false", "0", "off", "no", "Off")),
    ],
)
def test_words_for_true_and_false(paths: Paths, text: str, value: bool) -> None:
    assert load(paths, ADEMEM_MEMORY_ENABLED=text).memory.enabled is value
    assert load(paths, {"memory.enabled": text}).memory.enabled is value


def test_empty_variable_counts_as_not_set(paths: Paths) -> None:
    put(paths.user_config, "[memory]\nenabled = false\n")
    assert load(paths, ADEMEM_MEMORY_ENABLED="").memory.enabled is False


def test_variables_of_others_are_left_alone(paths: Paths) -> None:
    load(paths, ADEMEM_HOME="/x", ADEMEM_DEBUG="1", ADEMEMORY_MEMORY_X="1", OTHER="1")


def test_real_environment_is_the_default(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEMEM_TRASH_DAYS", "99")
    assert load_config(paths).trash.days == 99


def test_values_cannot_be_assigned(paths: Paths) -> None:
    config = load(paths)
    with pytest.raises(AttributeError, match=r"memory\.enabled"):
        config.memory.enabled = False
    with pytest.raises(AttributeError):
        config.memory = config.memory  # type: ignore[misc]
    with pytest.raises(TypeError):
        config.values["memory.enabled"] = False  # type: ignore[index]


def test_config_for_tests_is_the_defaults_with_changes() -> None:
    config = Config.of({"memory.strict": False})
    assert (config.memory.strict, config.memory.enabled) == (False, True)
    assert config.value("memory.strict") is False


# What is refused


@pytest.mark.parametrize(
    ("text", "key", "near"),
    [
        ("[memory]\nenabeld = true\n", "memory.enabeld", "memory.enabled"),
        ("[memroy]\nenabled = true\n", "memroy.enabled", "memory.enabled"),
        ("enabled = true\n", "enabled", "memory.enabled"),
        ("[display]\nTheme = 'x'\n", "display.Theme", "display.theme"),
        ('"memory.enabled" = false\n', '"memory.enabled"', "memory.enabled"),
        ("[zzzz]\n", "zzzz", "The settings are"),
    ],
)
def test_unknown_key_names_file_key_and_nearest(paths: Paths, text: str, key: str, near: str) -> None:
    for file in (paths.user_config, paths.project_config):
        put(file, text)
        message = refusal(paths)
        assert file in message
        assert f"no setting {key}." in message
        assert near in message
        os.unlink(file)


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("[memory]\nenabled = 1\n", "memory.enabled", "true or false, not 1"),
        ('[memory]\nenabled = "yes"\n', "memory.enabled", 'true or false, not "yes"'),
        ("[memory.enabled]\nx = 1\n", "memory.enabled", "true or false"),
        ("[backup]\nkeep = true\n", "backup.keep", "from 1 to 100, not true"),
        ("[backup]\nkeep = 3.0\n", "backup.keep", "whole number"),
        ("[backup]\nkeep = 0\n", "backup.keep", "from 1 to 100, not 0"),
        ("[trash]\ndays = 29\n", "trash.days", "from 30"),
        ("[display]\ntheme = 3\n", "display.theme", "text"),
        ("[display]\ntheme = 1979-05-27\n", "display.theme", "text"),
        ("memory = true\n", "memory", "a section, not true"),
    ],
)
def test_wrong_type_or_range_names_file_and_key(paths: Paths, text: str, key: str, expected: str) -> None:
    put(paths.project_config, text)
    message = refusal(paths)
    assert paths.project_config in message
    assert f"{key} must be" in message
    assert expected in message


@pytest.mark.parametrize("text", ["maybe", "2", "tru"])
def test_wrong_variable_is_named(paths: Paths, text: str) -> None:
    message = refusal(paths, ADEMEM_MEMORY_ENABLED=text)
    assert message.startswith("ADEMEM_MEMORY_ENABLED: memory.enabled must be true or false")


@pytest.mark.parametrize("text", ["many", "1.5", "-1", "0", "10001", "٣", "9" * 5000])
def test_wrong_number_is_named(paths: Paths, text: str) -> None:
    message = refusal(paths, {"memory.session_limit": text})
    assert message.startswith("command line: memory.session_limit must be a whole number from 1 to 10000")


def test_errors_are_short_and_cannot_reach_the_terminal(paths: Paths) -> None:
    put(paths.user_config, '[memory]\n"\\u001b[31m" = 1\n')
    assert "no setting memory.\\U0000001b[31m." in refusal(paths)
    put(paths.user_config, '[memory]\nenabled = "\\u001b[2J\\n' + "x" * 500 + '"\n')
    message = refusal(paths)
    assert message.isprintable()
    assert len(message) < 250 + len(paths.user_config)


def test_mistyped_variable_names_the_nearest(paths: Paths) -> None:
    message = refusal(paths, ADEMEM_MEMORY_ENABELD="0")
    assert "ADEMEM_MEMORY_ENABELD" in message
    assert "ADEMEM_MEMORY_ENABLED?" in message


def test_mistyped_flag_names_the_nearest(paths: Paths) -> None:
    assert "display.ascii?" in refusal(paths, {"display.asci": "1"})
    with pytest.raises(ConfigError, match=r"memory\.enabled\?"):
        load(paths).origin("memory.enable")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[memory]\nenabled = yes\n", 2),
        ("[memory\n", 1),
        ("# one\n\n[memory]\nenabled = true\nenabled = false\n", 5),
        ("[display]\ntheme = nord\n", 2),
        ('[display]\ntheme = """\n', 2),
        ("[display]\ntheme =", 2),
    ],
)
def test_broken_toml_names_file_and_line(paths: Paths, text: str, line: int) -> None:
    put(paths.user_config, text)
    assert refusal(paths).startswith(f"{paths.user_config}, line {line}: this is not valid TOML")


def test_unreadable_files_are_named(paths: Paths) -> None:
    Path(paths.user_config).write_bytes(b"[display]\ntheme = '\xff'\n")
    assert f"{paths.user_config}: this is not UTF-8" in refusal(paths)
    os.unlink(paths.user_config)
    os.mkdir(paths.user_config)
    assert f"{paths.user_config} cannot be read" in refusal(paths)


def test_byte_order_mark_and_windows_line_ends_are_fine(paths: Paths) -> None:
    Path(paths.user_config).write_bytes(b"\xef\xbb\xbf[memory]\r\nenabled = false\r\n")
    assert load(paths).memory.enabled is False


def test_a_project_cannot_name_the_program_to_run(paths: Paths) -> None:
    put(paths.project_config, "[display]\neditor = 'rm -rf'\n")
    message = refusal(paths)
    assert paths.project_config in message
    assert "display.editor" in message
    os.unlink(paths.project_config)
    put(paths.user_config, "[display]\neditor = 'vi'\n")
    assert load(paths).display.editor == "vi"
    with pytest.raises(ConfigError, match="only by you"):
        set_value(paths.project_config, "display.editor", "vi")


def test_a_file_of_comments_costs_no_parser(paths: Paths) -> None:
    put(paths.user_config, default_file_text())
    code = (
        "import sys; from ademem_tui.engine.paths import paths_for; "
        "from ademem_tui.engine.config import load_config; print(load_config(paths_for('.')).memory.enabled, "
        "'tomllib' in sys.modules)"
    )
    env = {"PATH": os.environ["PATH"], "ADEMEM_HOME": os.path.dirname(paths.config_dir)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=paths.root, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]


# Files that are edited


def test_set_makes_the_file_with_a_header(paths: Paths) -> None:
    os.rmdir(paths.config_dir)
    set_value(paths.user_config, "memory.session_limit", "70")
    text = Path(paths.user_config).read_text()
    assert text == f"{HEADER}\n[memory]\nsession_limit = 70\n"
    assert load(paths).memory.session_limit == 70
    if sys.platform != "win32":
        assert stat.S_IMODE(os.stat(paths.config_dir).st_mode) == 0o700


def test_set_keeps_comments_order_and_style(paths: Paths) -> None:
    put(
        paths.user_config,
        "# mine\n\n[memory] # on\nenabled   = true # for now\n\n[display]\ntheme = 'nord'\n# the end\n",
    )
    set_value(paths.user_config, "memory.enabled", "off")
    set_value(paths.user_config, "memory.strict", "no")
    assert Path(paths.user_config).read_text() == (
        "# mine\n\n[memory] # on\nenabled   = false # for now\nstrict = false\n\n[display]\ntheme = 'nord'\n# the end\n"
    )


def test_unset_takes_one_line_out(paths: Paths) -> None:
    text = "# mine\n[memory]\n# why\nstrict = false\n"
    put(paths.user_config, text)
    set_value(paths.user_config, "memory.enabled", "false")
    assert unset_value(paths.user_config, "memory.enabled") is True
    assert Path(paths.user_config).read_text() == text
    assert unset_value(paths.user_config, "memory.enabled") is False
    assert unset_value(paths.project_config, "memory.enabled") is False
    assert not os.path.exists(paths.project_config)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[memory]\nenabeld = true\n", "memory.enabeld"),
        ("[memroy]\nenabled = true\n", "memroy.enabled"),
        ("wrong = 1\n", "wrong"),
        ("[display]\neditor = 'x'\n", "display.editor"),
    ],
)
def test_unset_mends_a_file_that_cannot_be_loaded(paths: Paths, text: str, key: str) -> None:
    put(paths.project_config, text)
    refusal(paths)
    assert unset_value(paths.project_config, key) is True
    assert load(paths).memory.enabled is True


def test_wrong_edits_change_nothing(paths: Paths) -> None:
    text = "[memory]\nenabled = true\n"
    put(paths.user_config, text)
    for key, value, message in (
        ("memory.enabeld", "true", r"memory\.enabled\?"),
        ("memory.enabled", "maybe", "true or false"),
        ("backup.keep", "1000", "from 1 to 100"),
    ):
        with pytest.raises(ConfigError, match=message):
            set_value(paths.user_config, key, value)
    with pytest.raises(ConfigError, match=r"memory\.enabled\?"):
        unset_value(paths.user_config, "memory.enabeld")
    assert Path(paths.user_config).read_text() == text


def test_a_broken_file_is_never_overwritten(paths: Paths) -> None:
    for text, message in (("[memory\n", "line 1"), ("memory = 3\n", "must be a section")):
        put(paths.user_config, text)
        with pytest.raises(ConfigError, match=message):
            set_value(paths.user_config, "memory.enabled", "true")
        assert Path(paths.user_config).read_text() == text


def test_a_folder_that_cannot_be_written_is_named(paths: Paths) -> None:
    blocked = os.path.join(paths.config_dir, "file", "config.toml")
    put(os.path.dirname(blocked), "")
    with pytest.raises(ConfigError, match="cannot be written"):
        set_value(blocked, "memory.enabled", "true")


LINES = st.sampled_from(["# note", "", "[memory]", "[backup]", "[display]", "strict = false # why", "keep = 7"])


def legal(lines: list[str]) -> str:
    """The lines as a file that is TOML and has known settings only."""
    text = "".join(f"{line}\n" for line in lines)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return ""
    return text if _flat(document).keys() <= SETTINGS.keys() else ""


def _flat(document: dict[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for section, entries in document.items():
        if isinstance(entries, dict):
            flat.update({f"{section}.{name}": value for name, value in entries.items()})
        else:
            flat[section] = entries
    return flat


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["memory.strict", "memory.session_limit", "backup.keep", "display.theme"]),
        st.none() | st.integers(1, 100),
    ),
    max_size=6,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=10).map(legal), EDITS)
def test_edits_hit_one_setting_and_keep_every_comment(
    tmp_path_factory: pytest.TempPathFactory, text: str, edits: list[tuple[str, int | None]]
) -> None:
    file = tmp_path_factory.mktemp("edit") / "config.toml"
    file.write_text(text)
    expected = _flat(tomllib.loads(text))
    for key, number in edits:
        if number is None:
            assert unset_value(str(file), key) is (key in expected)
            expected.pop(key, None)
        else:
            value: bool | int | str = number
            if isinstance(SETTINGS[key].default, bool):
                value = number % 2 == 0
            elif isinstance(SETTINGS[key].default, str):
                value = f'theme "{number}" \\'
            set_value(str(file), key, str(value))
            expected[key] = value
    result = file.read_text()
    assert _flat(tomllib.loads(result)) == expected
    assert result.count("# note") == text.count("# note")


# What is generated


def test_every_setting_is_documented_and_named_by_its_section() -> None:
    assert {group.name for group in SECTIONS} == set(Config._fields) - {"values", "origins"}
    for key, setting in SETTINGS.items():
        assert isinstance(setting, Setting)
        assert setting.key == key
        assert setting.doc.endswith(".")
        assert setting.check(setting.default, "default") == setting.default


def test_default_file_changes_nothing_and_shows_everything(paths: Paths) -> None:
    text = default_file_text()
    put(paths.user_config, text)
    assert dict(load(paths).values) == dict(Config.of().values)
    lines = ["" if line.startswith("# ") else line.removeprefix("#") for line in text.splitlines()]
    assert _flat(tomllib.loads("\n".join(lines))) == dict(Config.of().values)
    set_value(paths.user_config, "memory.strict", "false")
    assert load(paths).memory.strict is False


def test_docs_are_current() -> None:
    assert DOCS.read_text(encoding="utf-8") == config_markdown(), (
        "docs/config.md is not current: python -m ademem_tui.engine.config_file > docs/config.md"
    )
