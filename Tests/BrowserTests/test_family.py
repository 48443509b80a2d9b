import pathlib
import re

import pytest
from playwright.sync_api import expect

from conftest import SETTINGS
from pictures import flyer, nonsense

SCRIPTS = [pytest.param(True, id="scripts"), pytest.param(False, id="no-scripts")]


@pytest.mark.parametrize("scripts", SCRIPTS)
def test_a_photo_becomes_a_date_in_the_calendar(person, tmp_path: pathlib.Path, scripts: bool) -> None:
    ada = person(java_script_enabled=scripts)
    page = ada.page
    ada.sign_up()
    ada.found_household()
    ada.scan(flyer(tmp_path))
    expect(page.get_by_role("heading", name="Check what we read")).to_be_visible(timeout=60_000)
    expect(page.get_by_label("Date", exact=True)).to_have_value("2030-12-14")
    expect(page.get_by_label("From")).to_have_value("14:00")
    page.get_by_label("Title").fill("The Winter Fair")
    page.get_by_role("button", name="Add to the calendar").click()
    expect(page.get_by_role("heading", name="The Winter Fair")).to_be_visible()
    expect(page.get_by_text("Saturday 14 December 2030, 14:00")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Add to my calendar app").click()
    assert "SUMMARY:The Winter Fair" in pathlib.Path(download.value.path()).read_text()


@pytest.mark.parametrize("scripts", SCRIPTS)
def test_a_file_that_is_no_photo_is_refused_in_words(person, tmp_path: pathlib.Path, scripts: bool) -> None:
    ada = person(java_script_enabled=scripts)
    ada.sign_up()
    ada.found_household()
    ada.scan(nonsense(tmp_path))
    expect(ada.page.get_by_role("alert")).to_contain_text("This is a text file, not a photo.")


@pytest.mark.parametrize("scripts", SCRIPTS)
def test_a_budget_that_goes_over_is_told_to_those_who_may_know(person, scripts: bool) -> None:
    ada = person(java_script_enabled=scripts)
    page = ada.page
    ada.settle_in(limit="40")
    page.get_by_role("button", name="Wool scarf: bought").click()
    expect(page.get_by_text("Marked as bought.")).to_be_visible()
    expect(page.get_by_text("€2.50 over").first).to_be_visible()
    # The notice comes from another process.
    for _ in range(60):
        ada.open("/notices")
        if page.get_by_text("Granny is €2.50 over.").count():
            break
        page.wait_for_timeout(250)
    expect(page.get_by_text("Granny is €2.50 over.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Notices, [0-9]+ new"))).to_be_visible()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("link", name="Notices", exact=True)).to_be_visible()


def test_the_one_who_is_given_to_sees_nothing_of_it(person) -> None:
    ada, ben = person(), person()
    ada.settle_in()
    ben.join(ada)
    ben.open("/gifts")
    ben.page.get_by_text("Add a person").click()
    someone = ben.page.locator("form[action$='/gifts']")
    someone.locator("[name=name]").fill("Ada")
    someone.get_by_label("Or someone of the household").select_option("Ada")
    someone.get_by_role("button", name="Add").click()
    add = ben.page.locator("#add")
    add.get_by_label("What is it?").fill("Telescope")
    add.get_by_label("Price, about").fill("240")
    add.get_by_role("button", name="Add the gift").click()
    expect(ben.page.get_by_role("button", name="Telescope: bought")).to_be_visible()
    path = ben.page.url
    ada.page.goto(path)
    expect(ada.page.get_by_role("heading", name="No peeking")).to_be_visible()
    for rest in ["", "/gifts", "/notices"]:
        ada.open(rest)
        words = ada.page.locator("main").inner_text()
        assert "Telescope" not in words and "240" not in words


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_page_can_be_used_by_everybody(person, tmp_path: pathlib.Path, settings: dict) -> None:
    ada = person(**settings)
    page = ada.page
    for door in ["/signin", "/signup"]:
        page.goto(door)
        ada.check_accessibility()
    ada.sign_up()
    ada.check_accessibility()
    ada.found_household()
    ada.check_accessibility()
    for empty in ["/gifts", "/scan", "/calendar", "/notices"]:
        ada.open(empty)
        ada.check_accessibility()
    ada.plan()
    ada.check_accessibility()
    person_page = page.url
    page.get_by_role("button", name="Wool scarf: bought").click()
    expect(page.get_by_text("Marked as bought.")).to_be_visible()
    ada.check_accessibility()
    # Refused, with the words beside the field.
    page.goto(person_page)
    gift = page.locator("#add")
    gift.get_by_label("What is it?").fill("Slippers")
    gift.get_by_label("Price, about").fill("1.000")
    gift.get_by_role("button", name="Add the gift").click()
    expect(page.get_by_text("This could be 1000 or 1.000")).to_be_visible()
    ada.check_accessibility()
    # The page that waits must not move on while it is looked at.
    page.route("**/progress", lambda route: None)
    ada.scan(flyer(tmp_path))
    expect(page.get_by_role("link", name="Scan").first).to_be_visible()
    ada.check_accessibility()
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(page.get_by_role("heading", name="Check what we read")).to_be_visible(timeout=60_000)
    ada.check_accessibility()
    page.get_by_role("button", name="Add to the calendar").click()
    expect(page.get_by_role("link", name="Add to my calendar app")).to_be_visible()
    ada.check_accessibility()
    for rest in ["", "/scan", "/calendar?from=2030-12-01", "/household", "/notices", "/activity", "/gifts"]:
        ada.open(rest)
        ada.check_accessibility()
    further = [link.get_attribute("href") for link in page.locator("ul.links a").all()]
    assert len(further) >= 5, further
    sharing = page.locator("main a[href*='/gifts/']").first.get_attribute("href")
    page.goto(sharing)
    for path in [*further, page.locator("a[href$='/sharing']").first.get_attribute("href")]:
        page.goto(path)
        ada.check_accessibility()
    page.goto("/households")
    ada.check_accessibility()
