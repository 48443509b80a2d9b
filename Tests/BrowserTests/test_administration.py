import pytest
from playwright.sync_api import expect

from conftest import SETTINGS
from installation import Installation

# Of a queue that no worker of the tests serves, and due tomorrow: it stays as it is put.
JOB = """
    INSERT INTO job (id, kind, queue, payload, max_attempts, attempt, state, last_error, due_at)
    VALUES (gen_random_uuid(), 'attic.sweep', 'attic', '{}', 3, 3, 'dead', 'ran longer than 60.0 seconds', now() + interval '1 day')
"""


def test_an_administrator_retries_and_buries_a_job_without_scripts(person, installation: Installation) -> None:
    ada = person(java_script_enabled=False)
    page = ada.page
    ada.sign_up()
    ada.found_household()
    expect(page.get_by_role("link", name="Jobs of this server")).to_have_count(0)
    installation.administer(ada.email)
    installation.sql("DELETE FROM job WHERE queue = 'attic'; " + JOB, installation.database)
    page.reload()
    page.get_by_role("link", name="Jobs of this server").click()
    page.get_by_role("button", name="Retry attic.sweep").click()
    expect(page.get_by_role("status")).to_contain_text("It runs again")
    page.goto("/administration/jobs?queue=attic")
    page.get_by_role("link", name="attic.sweep").click()
    page.get_by_role("link", name="Bury").click()
    page.get_by_label("Why?").fill("Nobody sweeps there")
    page.get_by_role("button", name="Bury it").click()
    expect(page.get_by_text("Nobody sweeps there")).to_be_visible()


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_pages_of_the_server_can_be_used_by_everybody(person, installation: Installation, settings: dict) -> None:
    ada = person(**settings)
    page = ada.page
    ada.sign_up()
    ada.found_household()
    installation.administer(ada.email)
    installation.sql("DELETE FROM job WHERE queue = 'attic'; " + JOB + "; " + JOB.replace("'dead'", "'waiting'"), installation.database)
    ada.open("/household")
    ada.check_accessibility()
    page.get_by_role("link", name="Its jobs").click()
    ada.check_accessibility()
    for state in ["dead", "waiting"]:
        page.goto(f"/administration/jobs?state={state}&queue=attic")
        ada.check_accessibility()
        page.get_by_role("link", name="attic.sweep").click()
        expect(page.get_by_role("heading", name="attic.sweep")).to_be_visible()
        ada.check_accessibility()
    page.get_by_role("link", name="Bury").click()
    ada.check_accessibility()
