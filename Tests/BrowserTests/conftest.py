import pathlib
import re
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from installation import Installation

expect.set_options(timeout=60_000)
SETTINGS = [
    pytest.param({"viewport": {"width": 390, "height": 844}, "color_scheme": "light"}, id="phone-light"),
    pytest.param({"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}, id="phone-dark"),
    pytest.param({"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}, id="desk-light"),
    pytest.param({"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}, id="desk-dark"),
]


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory):
    installation = Installation(tmp_path_factory.mktemp("mantel"))
    try:
        installation.start()
        yield installation
    finally:
        installation.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # Without its sandbox, which Chromium cannot have as root in a container; it opens our own pages only.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def person(installation: Installation, browser: Browser):
    """Makes people, each with a browser of their own; what goes wrong in it fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(**settings) -> "Person":
        # Without motion, so that nothing is looked at half faded in.
        context = browser.new_context(base_url=installation.address, reduced_motion="reduce", **settings)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda message: note(faults, message))
        return Person(page)

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def note(faults: list[str], message: ConsoleMessage) -> None:
    """Keeps what Chromium's console calls an error, but for what is meant to be so."""
    address = message.location.get("url", "")
    # A refused form answers 422. Chromium calls it an error when it leaves out the animation between two pages,
    # which it does whenever the next one is slower than its patience.
    is_expected = "status of 422" in message.text or "Transition was aborted" in message.text
    if message.type == "error" and not is_expected:
        faults.append(f"{address}: {message.text}")


class Person:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.name = "Ada"
        self.home = ""
        self.email = ""

    def sign_up(self, name: str = "Ada", start: str = "/signup") -> None:
        self.name = name
        self.page.goto(start)
        if start != "/signup":
            self.page.get_by_role("link", name="Make an account and join").click()
        self.page.get_by_label("Your name").fill(name)
        self.email = f"{uuid.uuid4().hex[:12]}@example.org"
        self.page.get_by_label("E-mail address").fill(self.email)
        self.page.get_by_label("Password").fill("three quiet grey owls")
        self.page.get_by_role("button", name="Make my account").click()

    def found_household(self) -> None:
        self.page.get_by_label("What do you call yourselves?").fill("The Byrnes")
        self.page.get_by_label("Currency").select_option("EUR")
        self.page.get_by_label("Time zone").select_option("Europe/Dublin")
        self.page.get_by_role("button", name="Make our household").click()
        expect(self.page.get_by_role("heading", name="Today")).to_be_visible()
        self.home = re.search(r"/h/[0-9a-f-]+", self.page.url).group()

    def settle_in(self, limit: str = "100") -> None:
        """An account, a household, and what `plan` plans."""
        self.sign_up()
        self.found_household()
        self.plan(limit)

    def join(self, host: "Person", name: str = "Ben") -> None:
        """By a link that `host` makes."""
        host.open("/household")
        host.page.get_by_role("button", name="Make an invitation").click()
        self.sign_up(name, start=host.page.locator("#invitation-link").input_value())
        self.page.get_by_role("button", name="Join The Byrnes").click()
        expect(self.page.get_by_text("Welcome!")).to_be_visible()
        self.home = host.home

    def open(self, rest: str) -> None:
        self.page.goto(self.home + rest)

    def unfold(self, words: str) -> None:
        """Opens the card of that name, unless the page has opened it already."""
        self.page.wait_for_load_state("load")
        summary = self.page.locator("summary", has_text=words)
        if summary.locator("..").get_attribute("open") is None:
            summary.click()

    def plan(self, limit: str = "100") -> None:
        """Christmas, Granny with a budget of `limit`, and a scarf for her."""
        self.open("/gifts")
        occasion = self.page.locator("form[action$='/occasions']")
        occasion.get_by_label("What is it?").fill("Christmas")
        occasion.get_by_label("When is it?").fill("2030-12-25")
        occasion.get_by_role("button").click()
        someone = self.page.locator("form[action$='/gifts']")
        someone.get_by_label("Name").fill("Granny")
        someone.get_by_label("Budget").fill(limit)
        someone.get_by_role("button", name="Add").click()
        gift = self.page.locator("#add")
        gift.get_by_label("What is it?").fill("Wool scarf")
        gift.get_by_label("Price, about").fill("42,50")
        gift.get_by_role("button", name="Add the gift").click()
        expect(self.page.get_by_role("button", name="Wool scarf: bought")).to_be_visible()

    def scan(self, picture: pathlib.Path) -> None:
        self.open("/scan")
        self.page.locator("input[type=file]").set_input_files(picture)
        self.page.get_by_role("button", name="Read it").click()

    def settled(self, look):
        """What `look` sees once the page has stopped moving on: a form just sent may still be on its way."""
        for _ in range(3):
            self.page.wait_for_load_state("load")
            try:
                return look()
            except Error as error:
                if "navigation" not in str(error):
                    raise
        return look()

    def check_accessibility(self) -> None:
        """No violation of any rule that axe knows, and nothing wider than the screen."""
        found = self.settled(lambda: Axe().run(self.page))
        assert found.violations_count == 0, f"{self.page.url}\n{found.generate_report()}"
        wider = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, f"{self.page.url} is {wider} pixels wider than the screen"
