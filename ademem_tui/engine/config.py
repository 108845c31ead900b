"""Settings: one declaration each, read from flags, environment, project file and user file, in that order.

A setting is declared once, below, with its default and its meaning. The typed attribute, its environment
variable, the checks, the commented default file and docs/config.md all follow from that line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeVar, cast, overload

from ademem_tui.engine.errors import ConfigError
from ademem_tui.engine.paths import Paths
from ademem_tui.engine.taxonomy import nearest

Value = bool | int | str
V = TypeVar("V", bool, int, str)

_TRUE = ("true", "1", "on", "yes")
_FALSE = ("false", "0", "off", "no")


class Setting(Generic[V]):
    """One setting: as a class attribute this description, on a loaded config its value."""

    def __init__(self, default: V, doc: str, *, low: int = 0, high: int = 1_000_000, personal: bool = False) -> None:
        self.default: V = default
        self.doc = doc
        self.low = low
        self.high = high
        self.personal = personal
        """Never taken from a project's file: somebody else's checkout must not decide it."""

    def __set_name__(self, owner: type[Section], name: str) -> None:
        self.name = name
        self.key = f"{owner.name}.{name}"
        self.variable = f"ADEMEM_{owner.name}_{name}".upper()

    @overload
    def __get__(self, section: None, owner: type[Section]) -> Self: ...
    @overload
    def __get__(self, section: Section, owner: type[Section]) -> V: ...
    def __get__(self, section: Section | None, owner: type[Section]) -> Self | V:
        return self if section is None else cast(V, section.values[self.key])

    def __set__(self, section: Section, value: object) -> NoReturn:
        raise AttributeError(f"{self.key} is read-only: settings are changed in their files")

    @property
    def expects(self) -> str:
        """What a value must be, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"a whole number from {self.low} to {self.high}"
        return "text in quotes"

    def check(self, value: object, where: str) -> V:
        """A value as a file gives it, once its type and range are right."""
        in_range = type(value) is not int or self.low <= value <= self.high
        if type(value) is not type(self.default) or not in_range:
            given = as_written(value)
            shown = given if len(given) <= 60 else f"{given[:59]}…"
            raise ConfigError(
                f"{where}: {self.key} must be {self.expects}, not {shown}.",
                f"The default is {as_written(self.default)}.",
            )
        return value

    def parse(self, text: str, where: str) -> V:
        """A value as a flag or a variable gives it."""
        value: object = text
        word = text.strip().lower()
        if isinstance(self.default, bool) and word in _TRUE + _FALSE:
            value = word in _TRUE
        elif type(self.default) is int and re.fullmatch(r"[+-]?[0-9]{1,12}", word):
            value = int(word)
        return self.check(value, where)


class Section:
    """A group of settings that belong together."""

    __slots__ = ("values",)
    name: ClassVar[str]

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = values

    @classmethod
    def settings(cls) -> list[Setting[Any]]:
        """Its settings in the order they are declared."""
        return [entry for entry in vars(cls).values() if isinstance(entry, Setting)]


class MemorySettings(Section):
    """Whether and how this project remembers."""

    __slots__ = ()
    name = "memory"
    enabled = Setting(True, "Whether memory is on; off means nothing is read or written, and commands say so.")
    session_limit = Setting(50, "How many memories an agent may write in one session.", low=1, high=10_000)
    strict = Setting(
        True,
        "Whether an agent's own writes must have 20 characters and a confidence of 0.6, and wait for review "
        "unless they are a convention, pattern, gotcha or decision.",
    )


class BackupSettings(Section):
    """Copies of the database, kept outside the project."""

    __slots__ = ()
    name = "backup"
    keep = Setting(3, "How many automatic backups are kept; the oldest goes first.", low=1, high=100)
    every_hours = Setting(24, "After how many hours a changed database is saved again.", low=1, high=8_760)


class TrashSettings(Section):
    """What was deleted and can still come back."""

    __slots__ = ()
    name = "trash"
    days = Setting(30, "For how many days a deleted memory can be restored.", low=30, high=3_650)


class DisplaySettings(Section):
    """How things look in the terminal."""

    __slots__ = ()
    name = "display"
    ascii = Setting(False, "Whether to draw with plain ASCII characters only.")
    theme = Setting("auto", "Colour theme of the app; `auto` goes by the terminal.")
    editor = Setting("", "Command that opens a text; empty means $VISUAL, then $EDITOR.", personal=True)


SECTIONS: tuple[type[Section], ...] = (MemorySettings, BackupSettings, TrashSettings, DisplaySettings)
SETTINGS: dict[str, Setting[Any]] = {entry.key: entry for group in SECTIONS for entry in group.settings()}


class Origin(NamedTuple):
    """Where a value was set."""

    source: str
    """flag, environment, project, user or default."""
    where: str = ""
    """The file or variable."""

    def __str__(self) -> str:
        return self.where or self.source


class Config(NamedTuple):
    """All settings as they hold for one project."""

    memory: MemorySettings
    backup: BackupSettings
    trash: TrashSettings
    display: DisplaySettings
    values: Mapping[str, Value]
    origins: Mapping[str, Origin]

    @classmethod
    def of(cls, values: Mapping[str, Value] | None = None, origins: Mapping[str, Origin] | None = None) -> Self:
        """The defaults with some values changed."""
        defaults = {key: setting.default for key, setting in SETTINGS.items()}
        all_values: Mapping[str, Value] = MappingProxyType({**defaults, **(values or {})})
        return cls(
            MemorySettings(all_values),
            BackupSettings(all_values),
            TrashSettings(all_values),
            DisplaySettings(all_values),
            all_values,
            MappingProxyType({**origins} if origins else {}),
        )

    def value(self, key: str) -> Value:
        """A setting's value by its key."""
        return self.values[known_setting(key).key]

    def origin(self, key: str) -> Origin:
        """Where a setting's value comes from."""
        return self.origins.get(known_setting(key).key, Origin("default"))

    def rows(self) -> Iterator[tuple[Setting[Any], Value, Origin]]:
        """Every setting with its value and where that was set."""
        for key, setting in SETTINGS.items():
            yield setting, self.value(key), self.origin(key)


def load_config(
    paths: Paths, overrides: Mapping[str, str] | None = None, env: Mapping[str, str] | None = None
) -> Config:
    """The settings of a project: flag, then ADEMEM_* variable, then project file, user file and default."""
    values: dict[str, Value] = {}
    origins: dict[str, Origin] = {}
    for source, file in (("user", paths.user_config), ("project", paths.project_config)):
        for key, value in _file_values(file, is_project=source == "project"):
            values[key] = value
            origins[key] = Origin(source, file)
    for setting, text in _variables(os.environ if env is None else env):
        values[setting.key] = setting.parse(text, setting.variable)
        origins[setting.key] = Origin("environment", setting.variable)
    for key, text in (overrides or {}).items():
        values[key] = known_setting(key).parse(text, "command line")
        origins[key] = Origin("flag", "command line")
    return Config.of(values, origins)


def known_setting(key: str, where: str = "") -> Setting[Any]:
    """The setting of this key; an unknown one is an error that names the nearest."""
    if key not in SETTINGS:
        raise _unknown(key, where)
    return SETTINGS[key]


def refuse_in_project(setting: Setting[Any], where: str) -> None:
    """Keep a project's file from deciding what only the person at the machine may."""
    if setting.personal:
        raise ConfigError(
            f"{where}: {setting.key} cannot be set by a project, only by you.",
            f"Move it to your own config file, or set {setting.variable}.",
        )


def read_text(file: str) -> str:
    """A config file's text, '' where there is no such file."""
    try:
        with open(file, encoding="utf-8-sig", newline="") as stream:
            return stream.read()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: this is not UTF-8 text.", "Save the file as UTF-8.") from error
    except OSError as error:
        raise ConfigError(
            f"{file} cannot be read: {error.strerror or error}.", "Check that it is a file you may read."
        ) from error


def parse_toml(file: str, text: str) -> dict[str, Any]:
    """A config file's text as tables; an error names the line."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at ")
        number = re.search(r"line (\d+)", place)
        line = number[1] if number else str(text.rstrip().count("\n") + 1)
        raise ConfigError(
            f"{file}, line {line}: this is not valid TOML: {what}.", "Correct the line; text needs quotes."
        ) from error


def as_written(value: object) -> str:
    """A value as it would stand in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + _printable(value.replace("\\", "\\\\").replace('"', '\\"')) + '"'
    return _printable(str(value))


def _printable(text: str) -> str:
    """Control characters as TOML's escapes, so that no file speaks to the terminal through an error."""
    return "".join(mark if mark.isprintable() else f"\\U{ord(mark):08x}" for mark in text)


def _file_values(file: str, *, is_project: bool) -> Iterator[tuple[str, Value]]:
    """The checked values of a file. One of comments and headings only is not worth importing a parser for."""
    text = read_text(file)
    headings = {f"[{group.name}]" for group in SECTIONS}
    lines = map(str.strip, text.splitlines())
    if all(line in headings or line.startswith("#") for line in lines if line):
        return
    for section, entries in parse_toml(file, text).items():
        if f"[{section}]" not in headings:
            first = next(iter(entries), "") if isinstance(entries, dict) else ""
            quoted = f'"{section}"' if "." in section else section
            raise _unknown(f"{quoted}.{first}" if first else quoted, file)
        if not isinstance(entries, dict):
            raise ConfigError(
                f"{file}: {section} must be a section, not {as_written(entries)}.",
                f"Write [{section}] on a line of its own and its settings below.",
            )
        for name, value in entries.items():
            setting = known_setting(f"{section}.{name}", file)
            if is_project:
                refuse_in_project(setting, file)
            yield setting.key, setting.check(value, file)


def _variables(env: Mapping[str, str]) -> Iterator[tuple[Setting[Any], str]]:
    """Settings found in the environment; an empty variable counts as not set."""
    known = {setting.variable: setting for setting in SETTINGS.values()}
    prefixes = tuple(f"ADEMEM_{group.name}_".upper() for group in SECTIONS)
    for variable, text in env.items():
        if not text or not variable.startswith(prefixes):
            continue
        if variable not in known:
            near = nearest(variable, [name.lower() for name in known]).upper()
            raise ConfigError(
                f"The variable {variable} names no setting.", f"Did you mean {near}?" if near else "Unset it."
            )
        yield known[variable], text


def _unknown(key: str, where: str) -> ConfigError:
    place = f"{where}: there" if where else "There"
    near = nearest(key, SETTINGS)
    hint = f"Did you mean {near}?" if near else f"The settings are {', '.join(SETTINGS)}."
    return ConfigError(f"{place} is no setting {_printable(key)}.", hint)
