"""Chromium in front of the site: pages that report every console error, and what to do there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from chat.tests.live.site import Site

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WAIT_MS = 30_000
expect.set_options(timeout=WAIT_MS)
# What passes too quickly to be caught from outside: stage labels, and how the text grew.
_WITNESS = """
addEventListener("DOMContentLoaded", () => {
  const seen = (window.seen = { stages: [], growth: [] });
  const note = (list, value) => value && list.at(-1) !== value && list.push(value);
  new MutationObserver(() => {
    const stage = document.getElementById("stage");
    if (stage && !stage.hidden) note(seen.stages, stage.innerText);
    const bubbles = document.querySelectorAll(
      "#log [data-testid=message-assistant] > .bubble[data-slot=text]");
    note(seen.growth, bubbles[bubbles.length - 1]?.textContent.length);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
});
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Tab:
    """A page of its own browser profile. `problems`: console errors, uncaught exceptions,
    requests to other machines."""

    def __init__(self, browser: Browser, site: Site, *, width: int = 1280) -> None:
        self.site = site
        self.problems: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=site.url,
            locale="ko-KR",
            reduced_motion="reduce",
            viewport={"width": width, "height": 800},
        )
        self.context.set_default_timeout(WAIT_MS)
        self.context.route(lambda url: not url.startswith(site.url), self._outside)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(_WITNESS)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._console)

    def _outside(self, route: Any) -> None:
        self.problems.append(f"asks {route.request.url}")
        route.abort()

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def open(self, address: str) -> None:
        response = self.page.goto(address)
        assert response is not None
        assert response.status == 200, response.status

    def id(self, name: str) -> Locator:
        """Elements by data-testid (what stands in a <template> is no part of the page)."""
        return self.page.get_by_test_id(name)

    def ask(self, text: str) -> None:
        self.id("chat-input").fill(text)
        self.id("chat-input").press("Enter")

    def answered(self) -> None:
        """Wait until nothing runs and the last answer is the structured one."""
        expect(self.id("chat-stop")).to_be_hidden()
        expect(self.id("message-assistant").last.locator(".answer")).to_be_visible()

    def conversation(self) -> str:
        """What the conversation says, without its layout."""
        return " ".join(self.page.locator("#log").inner_text().split())

    def seen(self) -> dict[str, list[Any]]:
        """What the witness noted: stage labels and text lengths."""
        found: dict[str, list[Any]] = self.page.evaluate("window.seen")
        return found

    def focused(self) -> str:
        """data-testid of the element that has the focus."""
        name: str = self.page.evaluate("document.activeElement.dataset.testid ?? ''")
        return name

    def tab_to(self, name: str, *, key: str = "Tab", most: int = 60) -> None:
        """Move the focus by keyboard alone."""
        for _ in range(most):
            if self.focused() == name:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{name} cannot be reached with {key}")

    def scrolls_sideways(self) -> bool:
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        return wide


# Basic checks of the rendered page; each problem in a few words.
FAULTS = """
() => {
  const faults = [];
  const visible = (node) => node.checkVisibility();
  const name = (node) =>
    (node.getAttribute("aria-label") ?? "") +
    (node.getAttribute("aria-labelledby") ?? "")
      .split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("") +
    [...(node.labels ?? [])].map((label) => label.textContent).join("") +
    (["BUTTON", "A", "SUMMARY"].includes(node.tagName) ? node.textContent : "") +
    [...node.querySelectorAll("img")].map((image) => image.alt).join("");
  if (document.documentElement.lang !== "ko") faults.push("lang");
  if (!document.title.trim()) faults.push("title");
  const headings = document.querySelectorAll("h1").length;
  if (headings !== 1) faults.push(`${headings} h1`);
  if (document.querySelectorAll("main").length !== 1) faults.push("main");
  for (const node of document.querySelectorAll("input, select, textarea, button, a, summary")) {
    if (node.type === "hidden" || !visible(node)) continue;
    if (!name(node).trim()) faults.push(`no name: ${node.outerHTML.slice(0, 120)}`);
  }
  for (const image of document.querySelectorAll("img:not([alt])")) {
    faults.push(`no alt: ${image.src}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
    faults.push(`id twice: ${id}`);
  }
  for (const node of document.querySelectorAll("[aria-describedby]")) {
    for (const id of node.getAttribute("aria-describedby").split(" ")) {
      if (!document.getElementById(id)) faults.push(`described by nothing: ${id}`);
    }
  }
  return faults;
}
"""
