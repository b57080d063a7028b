"""Changes that are not sent when a session ends: the user is asked, they are kept or deleted."""

from harness import (
    add,
    button,
    dialog,
    eventually,
    expect_rows,
    menu,
    online,
    status,
)
from test_accounts import handles, sign_in, signed_in, start
from test_sessions import DEVICE, ended, expect_nothing_of, expect_titles, two_accounts


def asked(world, keep=True):
    """Bob signs in where Ada's session has ended, with a change of Ada that was not sent."""
    server, bob = two_accounts(world)
    page = ended(world, server, unsent=["unsent secret"], keep=keep)
    sign_in(page, "bob@example.org", keep=keep)
    question = dialog(page, "Changes not sent")
    question.get_by_text("The server does not have 1 change of ada@example.org yet.").wait_for()
    return server, bob, page, question


def test_cancelling_a_sign_in_leaves_the_unsent_changes_of_another_account(world):
    server, _, page, question = asked(world)

    button(question, "Cancel").click()

    question.wait_for(state="hidden")
    expect_rows(page, ["sent secret", "unsent secret"])
    # The new token of the second account is revoked. Its token from the sign-up remains.
    eventually(lambda: len(handles(server, "bob@example.org")) == 1)
    sign_in(page)
    online(page)
    expect_titles(server, ["sent secret", "unsent secret"])


def test_unsent_changes_are_kept_for_the_next_sign_in_of_their_account(world):
    server, bob, page, question = asked(world)

    button(question, "Keep them here").click()

    online(page)
    page.get_by_text("No to-dos yet.").wait_for()
    expect_nothing_of(page, "secret")
    device = page.evaluate(DEVICE)
    assert "unsent secret" in device and '"sent secret"' not in device, device
    menu(page, "Sign out")
    sign_in(page)
    online(page)
    expect_titles(server, ["sent secret", "unsent secret"])
    assert server.titles(bob) == []


def test_unsent_changes_of_another_account_are_deleted_if_that_is_chosen(world):
    server, _, page, question = asked(world)

    button(question, "Delete them").click()

    online(page)
    page.get_by_text("No to-dos yet.").wait_for()
    expect_nothing_of(page, "secret")
    assert "ada@" not in page.evaluate(DEVICE)
    expect_titles(server, ["sent secret"])


def test_unsent_changes_that_are_on_no_disk_are_asked_about_as_well(world):
    server, _, page, question = asked(world, keep=False)

    assert button(question, "Keep them here").count() == 0
    button(question, "Delete them").click()

    online(page)
    expect_nothing_of(page, "secret")


def test_changes_of_an_ended_session_that_is_on_no_disk_are_sent_after_signing_in_again(world):
    server, _ = start(world)
    page = ended(world, server, unsent=["unsent"], keep=False)

    sign_in(page, keep=False)

    online(page)
    expect_titles(server, ["sent secret", "unsent"])
    expect_rows(page, ["sent secret", "unsent"])


def test_an_ended_session_moves_from_the_disk_if_it_is_to_leave_no_trace(world):
    server, _ = start(world)
    page = ended(world, server, unsent=["unsent"])

    sign_in(page, keep=False)

    online(page)
    expect_titles(server, ["sent secret", "unsent"])
    assert "ada@" not in page.evaluate(DEVICE)


def test_signing_out_keeps_unsent_changes_for_the_next_sign_in_if_that_is_chosen(world):
    server, token = start(world)
    server.add("sent", token=token)
    page = signed_in(world, server)
    expect_rows(page, ["sent"])
    server.kill()
    status(page, "Offline")
    add(page, "unsent")
    status(page, "1 change waiting")

    menu(page, "Sign out")
    button(dialog(page, "Changes not sent"), "Keep them here").click()
    page.get_by_role("heading", name="Sign in").wait_for()
    eventually(lambda: '"sent"' not in page.evaluate(DEVICE), "deletion of what the server has")
    assert '"unsent"' in page.evaluate(DEVICE)
    server.start()
    sign_in(page)

    online(page)
    eventually(lambda: server.titles(token) == ["sent", "unsent"])
    expect_rows(page, ["sent", "unsent"])
