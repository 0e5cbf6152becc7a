"""A form of a page as a browser would send it, to be changed and posted in tests."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class BrowserForm:
    """Fields of the form with the class `name`; values in lists, as several may be sent."""

    def __init__(self, page: str, name: str) -> None:
        reader = _Reader(name)
        reader.feed(page)
        assert reader.found, f"no form of class {name}"
        self.data: dict[str, list[str]] = reader.data
        self.buttons = reader.buttons

    def __getitem__(self, name: str) -> str:
        return self.data[name][0]

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def fill(self, **values: Any) -> BrowserForm:
        """Typed values; "__" in a keyword stands for "-"."""
        for key, value in values.items():
            wanted = value if isinstance(value, list) else [value]
            self.data[key.replace("__", "-")] = [str(each) for each in wanted]
        return self

    def press(self, button: str) -> dict[str, list[str]]:
        """What is sent when the button `do` with this value is pressed."""
        assert button in self.buttons, f"{button} not in {self.buttons}"
        return {**self.data, "do": [button]}

    def place(self, **values: str) -> str:
        """Prefix of the first node whose fields have these values."""
        for name in self.data:
            prefix, _, field = name.rpartition("-")
            if field == "kind" and all(
                self.data.get(f"{prefix}-{key}", [""])[0] == value for key, value in values.items()
            ):
                return prefix
        raise AssertionError(f"no node with {values}")


class _Reader(HTMLParser):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.inside = self.found = False
        self.data: dict[str, list[str]] = {}
        self.buttons: list[str] = []
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []
        self.textarea: str | None = None
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            self.inside = self.name in (has.get("class") or "").split()
            self.found = self.found or self.inside
        if not self.inside:
            return
        name = has.get("name") or ""
        if tag == "input" and name:
            if has.get("type") in ("checkbox", "radio") and "checked" not in has:
                return
            self.add(name, has.get("value") or ("on" if has.get("type") == "checkbox" else ""))
        elif tag == "button" and name:
            self.buttons.append(has.get("value") or "")
        elif tag == "select":
            self.select, self.options = name, []
        elif tag == "option" and self.select:
            self.options.append((has.get("value") or "", "selected" in has))
        elif tag == "textarea":
            self.textarea, self.text = name, []

    def handle_data(self, data: str) -> None:
        if self.textarea is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected]
            self.add(self.select, (chosen or [self.options[0][0]])[0])
            self.select = None
        elif tag == "textarea" and self.textarea:
            # A browser drops the first line end and sends the others as two signs.
            text = "".join(self.text).removeprefix("\n")
            self.add(self.textarea, text.replace("\r\n", "\n").replace("\n", "\r\n"))
            self.textarea = None

    def add(self, name: str, value: str) -> None:
        self.data.setdefault(name, []).append(value)
