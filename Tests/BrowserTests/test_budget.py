"""The books of a family, in a browser."""
import pytest
from playwright.sync_api import expect

from test_family import SCRIPTS


@pytest.mark.parametrize("scripts", SCRIPTS)
def test_two_who_share_a_cost_are_square_once_it_is_paid_back(person, scripts: bool) -> None:
    ada, ben = person(java_script_enabled=scripts), person(java_script_enabled=scripts)
    ada.settle_in()
    home = ada.page.url
    ben.join(ada)
    ada.page.goto(home)
    ada.page.get_by_role("button", name="Wool scarf: bought").click()
    expect(ada.page.get_by_text("Marked as bought.")).to_be_visible()
    ada.unfold("Wool scarf")
    ada.page.get_by_role("link", name="Share the cost").click()
    for name in ["Ada", "Ben"]:
        ada.page.get_by_role("checkbox", name=name).check()
    ada.page.get_by_role("button", name="Share it so").click()
    ben.open("/gifts")
    ben.page.get_by_role("link", name="Settle up").click()
    expect(ben.page.get_by_text("Ben gives Ada")).to_be_visible()
    ben.page.get_by_role("button", name="Mark as paid: Ben gives Ada €21.25").click()
    expect(ben.page.get_by_text("Nobody owes anybody anything.")).to_be_visible()
    ada.open("/gifts")
    ada.page.get_by_role("link", name="Settle up").click()
    expect(ada.page.get_by_text("Ben gave Ada €21.25")).to_be_visible()


@pytest.mark.parametrize("scripts", SCRIPTS)
def test_what_was_taken_off_the_list_comes_back(person, scripts: bool) -> None:
    ada = person(java_script_enabled=scripts)
    page = ada.page
    ada.settle_in()
    home = page.url
    ada.unfold("Wool scarf")
    ada.unfold("Change it or take it off")
    page.get_by_role("button", name="Take Wool scarf off the list").click()
    expect(page.get_by_text("Nothing for Granny yet")).to_be_visible()
    ada.open("/gifts")
    page.get_by_role("link", name="What happened, and undo").click()
    page.get_by_role("button", name="Restore").first.click()
    expect(page.get_by_text("Restored.")).to_be_visible()
    page.goto(home)
    expect(page.get_by_role("button", name="Wool scarf: bought")).to_be_visible()


def test_a_new_household_is_offered_the_zone_of_the_browser(person) -> None:
    ada = person(timezone_id="America/Lima")
    ada.sign_up()
    expect(ada.page.get_by_label("Time zone")).to_have_value("America/Lima")
