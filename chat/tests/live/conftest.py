from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from accounts.models import User
from chat.models import Conversation, Turn
from chat.tests.live.browsing import CHROMIUM, Tab, chromium
from chat.tests.live.model import fluent, held
from chat.tests.live.site import Site
from chat.tests.live.visitors import Visitor
from chat.tests.scripted_llm import ScriptedLLM, scripted_llm
from chat.tests.support import load_entries
from config.tests.runtime_support import eventually

Hold = Callable[..., threading.Event]
Open = Callable[..., Tab]


@pytest.fixture(scope="package")
def catalogue(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database of the package's own with a small catalogue, loaded once.

    The site is another process, so the tests run outside transactions; flushing after each
    of them would throw the catalogue away. `_clean` removes what a test leaves.
    """
    with django_db_blocker.unblock():
        before = connection.settings_dict["NAME"]
        connection.close_pool()
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            load_entries()
            yield
        finally:
            name = connection.settings_dict["NAME"]
            connection.close()
            connection.close_pool()
            # By force: a killed site may have left connections open.
            with connection._nodb_cursor() as cursor:
                cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.creation.destroy_test_db(before, verbosity=0, keepdb=True)


@pytest.fixture(scope="package")
def llm() -> Iterator[ScriptedLLM]:
    with scripted_llm(fluent()) as script:
        yield script


@pytest.fixture(scope="package")
def _sites(
    catalogue: None, llm: ScriptedLLM, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[bool], Site]]:
    """Sites by whether they have a model; each starts when it is first asked for."""
    made: dict[bool, Site] = {}
    with ExitStack() as stack:

        def site(with_model: bool) -> Site:
            if with_model not in made:
                log = tmp_path_factory.mktemp("site") / "daphne.log"
                made[with_model] = Site(log, model_url=llm.base_url if with_model else "")
                stack.callback(made[with_model].stop)
            made[with_model].start()
            return made[with_model]

        yield site


@pytest.fixture
def site(_sites: Callable[[bool], Site], _clean: None) -> Site:
    """The running site with the scripted model."""
    return _sites(True)


@pytest.fixture
def plain_site(_sites: Callable[[bool], Site], _clean: None) -> Site:
    """The running site without any model, as it is installed."""
    return _sites(False)


@pytest.fixture
def visit(site: Site) -> Iterator[Callable[[], Visitor]]:
    """New visitors of the site."""
    visitors: list[Visitor] = []

    def make() -> Visitor:
        visitors.append(Visitor(site))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.http.close()


@pytest.fixture
def visitor(visit: Callable[[], Visitor]) -> Visitor:
    return visit()


@pytest.fixture
def hold(llm: ScriptedLLM) -> Iterator[Hold]:
    """Makes the model stop after its first line in the next turn, or the next few; the
    returned gate lets it go on."""
    gates: list[threading.Event] = []

    def arm(turns: int = 1) -> threading.Event:
        gates.append(threading.Event())
        llm.replies[:] = [*[held(gates[-1])] * turns, fluent()]
        return gates[-1]

    yield arm
    for gate in gates:
        gate.set()


@pytest.fixture(scope="package")
def browser(catalogue: None) -> Iterator[Browser]:
    """One Chromium for the package; each test gets a profile of its own."""
    if not CHROMIUM.exists():
        pytest.skip(f"needs {CHROMIUM}")
    with pytest.MonkeyPatch.context() as patch, chromium() as running:
        # Playwright keeps a loop in this thread; the tests' queries are synchronous.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield running


@pytest.fixture
def open_tab(browser: Browser) -> Iterator[Open]:
    """Opens tabs; at the end none of them may have reported an error."""
    tabs: list[Tab] = []

    def make(site: Site, *, width: int = 1280) -> Tab:
        tabs.append(Tab(browser, site, width=width))
        return tabs[-1]

    yield make
    problems = [problem for tab in tabs for problem in tab.problems]
    for tab in tabs:
        tab.context.close()
    assert problems == []


@pytest.fixture
def _clean(catalogue: None, llm: ScriptedLLM) -> Iterator[None]:
    llm.replies[:] = [fluent()]
    llm.requests.clear()
    llm.hangups = 0
    yield
    Turn.objects.filter(status=Turn.Status.RUNNING).update(status=Turn.Status.INTERRUPTED)
    eventually(lambda: not Turn.objects.filter(status=Turn.Status.RUNNING).exists(), 20)
    Conversation.objects.all().delete()
    Session.objects.all().delete()
    User.objects.all().delete()
    cache.clear()
