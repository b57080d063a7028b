"""Accounts: signing up, signing in and out, two accounts, an expired token, deletion."""

import json
import subprocess

from harness import (
    add,
    alert,
    box,
    button,
    checkbox,
    dialog,
    eventually,
    expect_focus,
    expect_rows,
    hold,
    menu,
    online,
    says,
    status,
)
from server import PASSWORD, Server


def start(world, email="ada@example.org"):
    server = world.server("--auth", "on")
    return server, server.sign_up(email)


def sign_in(page, email="ada@example.org", password=PASSWORD, keep=True):
    """In the form of a signed-out page, or in the dialog after the end of a session."""
    heading = page.get_by_role("heading", name="Sign in")
    heading.or_(page.get_by_text("Your session has ended.")).first.wait_for()
    if not heading.is_visible():
        button(page, "Sign in").click()
    form = dialog(page, "Sign in") if dialog(page, "Sign in").is_visible() else page
    fill_email(page, email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("checkbox", name="Stay signed in on this device").set_checked(keep)
    button(form, "Sign in").click()


def fill_email(page, email):
    """Firefox's driver adds to the text of a box for emails instead of replacing it."""
    page.get_by_label("Email").press("Control+a")
    page.get_by_label("Email").press_sequentially(email)


def signed_in(world, server, **options):
    page = world.open(server, ready=False, **options)
    sign_in(page)
    # A signed-out page loads nothing and shows no status.
    page.get_by_role("heading", name="Sign in").wait_for(state="hidden")
    online(page)
    return page


def databases(page):
    return page.evaluate("indexedDB.databases().then(all => all.map(({ name }) => name))")


def test_a_server_without_sign_up_says_how_an_account_is_made(world):
    closed = world.server("--auth", "on", "--sign-up", "closed")
    page = world.open(closed, ready=False)
    page.get_by_text("No account yet? The operator makes it: toodoo setup-link").wait_for()

    page = world.open(world.server("--auth", "on", "--sign-up", "open"), ready=False)
    button(page, "Create an account").wait_for()
    assert page.get_by_text("No account yet?").count() == 0


def setup_link(server):
    command = [Server.binary, "setup-link", "--db", server.database, "--url", server.url]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_link_makes_the_first_account_once_and_signs_in(world):
    server = world.server()
    server.request("POST", "/items", {"title": "Milk"})
    server.options = ("--auth", "on", "--sign-up", "closed")
    server.kill()
    server.start()
    link = setup_link(server)

    page = world.open(server, link.removeprefix(server.url), ready=False)
    page.get_by_text("This is the first account of this server.").wait_for()
    page.get_by_label("Name", exact=True).fill("Ada")
    fill_email(page, "ada@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button(page, "Create account").click()
    online(page)
    expect_rows(page, ["Milk"])
    assert page.evaluate("location.hash") in ("", "#/all")

    late = world.open(server, link.removeprefix(server.url), ready=False)
    late.get_by_label("Name", exact=True).fill("Eve")
    fill_email(late, "eve@example.org")
    late.get_by_label("Password", exact=True).fill(PASSWORD)
    button(late, "Create account").click()
    alert(late, "This set-up link has been used or replaced, or there is an account already.")


def test_a_proxy_signs_in_a_visitor_who_needs_no_password(world):
    server = world.server("--proxies", "127.0.0.1", "--proxy-user", "X-Test-Email")

    headers = {"X-Test-Email": "ada@example.org"}
    page = world.open(server, ready=False, extra_http_headers=headers)
    online(page)
    add(page, "Milk")
    page.reload()
    expect_rows(page, ["Milk"])

    stranger = world.open(server, ready=False)
    stranger.get_by_role("heading", name="Sign in").wait_for()


def test_what_is_typed_stays_while_the_page_looks_for_a_session(world):
    server, _ = start(world)
    first = world.open(server, ready=False)
    first.get_by_role("heading", name="Sign in").wait_for()
    hold(first, "toodoo-session")
    second = world.open(server, "?text=milk", context=first.context, ready=False)

    fill_email(second, "ada@example.org")
    first.evaluate("release()")
    # The text of the address is taken after the session has been read.
    eventually(lambda: second.evaluate("location.search") == "")

    assert second.get_by_label("Email").input_value() == "ada@example.org"


def test_an_account_is_created_and_errors_are_shown_at_their_fields(world):
    server = world.server("--auth", "on")
    page = world.open(server, ready=False)

    button(page, "Create an account").click()
    page.get_by_role("heading", name="Create an account").wait_for()
    page.get_by_label("Email").fill("x")
    page.get_by_label("Password", exact=True).fill("short")
    button(page, "Create account").click()
    page.locator("[aria-invalid]").nth(2).wait_for()
    faults = page.locator("[aria-invalid]").nth(2).get_attribute("aria-describedby")
    assert (
        page.evaluate("id => document.getElementById(id).innerText", faults)
        == "At least 10 characters."
    )
    page.get_by_label("Name", exact=True).fill("Ada")
    fill_email(page, "ada@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button(page, "Create account").click()
    online(page)
    expect_focus(page, "input: New to-do")
    add(page, "Buy milk")

    token = server.sign_in()
    eventually(lambda: server.titles(token) == ["Buy milk"])


def test_the_sign_in_says_what_this_is_and_shows_the_password_on_demand(world):
    server, _ = start(world)
    page = world.open(server, ready=False)

    page.get_by_text("To-dos with dates, on all your devices").wait_for()
    page.get_by_label("Password", exact=True).fill("secret")
    show = button(page, "Show password")
    show.click()
    assert page.get_by_label("Password", exact=True).get_attribute("type") == "text"
    assert show.get_attribute("aria-pressed") == "true"
    show.click()

    assert page.get_by_label("Password", exact=True).get_attribute("type") == "password"


def test_too_many_attempts_are_told_with_the_time_to_wait(world):
    server, _ = start(world)
    page = world.open(server, ready=False, service_workers="block")
    page.context.route(
        "**/sessions",
        lambda route: route.fulfill(
            status=429,
            headers={"Retry-After": "30", "Content-Type": "application/problem+json"},
            body='{"type": "/problems/too-many-requests", "title": "Too many requests"}',
        ),
    )

    sign_in(page)

    alert(page, "Too many attempts. Try again in 30 seconds.")


def test_the_focus_is_in_the_first_box_after_signing_in_and_out(world):
    server, _ = start(world)
    page = signed_in(world, server)

    expect_focus(page, "input: New to-do")
    menu(page, "Sign out")

    page.get_by_role("heading", name="Sign in").wait_for()
    expect_focus(page, "input: Email")


def test_a_wrong_password_is_reported(world):
    server, _ = start(world)
    page = world.open(server, ready=False)

    sign_in(page, password="not the password")

    alert(page, "Wrong email or password.")
    assert box(page).count() == 0


def test_staying_signed_in_survives_a_reload(world):
    server, token = start(world)
    server.add("Buy milk", token=token)
    page = signed_in(world, server)
    expect_rows(page, ["Buy milk"])

    page.reload()

    online(page)
    expect_rows(page, ["Buy milk"])


def test_without_staying_signed_in_nothing_is_stored_on_disk(world):
    server, _ = start(world)
    page = world.open(server, ready=False)
    before = databases(page)

    sign_in(page, keep=False)
    online(page)
    add(page, "Buy milk")
    checkbox(page, "Buy milk").wait_for()
    token = server.sign_in()
    eventually(lambda: server.titles(token) == ["Buy milk"])
    assert set(databases(page)) - {"toodoo-session"} == set(before) - {"toodoo-session"}
    assert page.evaluate("Object.keys(localStorage).length") == 0
    page.reload()

    page.get_by_role("heading", name="Sign in").wait_for()


def test_signing_out_revokes_the_token_and_deletes_everything_in_all_tabs(world):
    server, _ = start(world)
    first = signed_in(world, server)
    second = world.open(server, context=first.context)
    add(first, "secret")
    expect_rows(second, ["secret"])
    online(first)
    before = handles(server)

    menu(first, "Sign out")

    for page in (first, second):
        page.get_by_role("heading", name="Sign in").wait_for()
        assert page.get_by_text("secret").count() == 0
    eventually(lambda: not [name for name in databases(first) if "ada" in name])
    eventually(lambda: len(handles(server)) == len(before) - 1)
    first.reload()
    first.get_by_role("heading", name="Sign in").wait_for()


def handles(server, email="ada@example.org"):
    """The tokens of the account."""
    listed = subprocess.run(
        [Server.binary, "token", "list", "--json", "--db", server.database, "--user", email],
        capture_output=True,
        text=True,
        check=True,
    )
    return [token["handle"] for token in json.loads(listed.stdout)]


def test_signing_out_asks_for_confirmation_with_unsent_changes(world):
    server, _ = start(world)
    page = signed_in(world, server)
    server.kill()
    status(page, "Offline")
    add(page, "unsent")
    status(page, "1 change waiting")

    menu(page, "Sign out")
    question = dialog(page, "Changes not sent")
    question.get_by_text("The server does not have 1 change yet.").wait_for()
    button(question, "Stay signed in").click()
    question.wait_for(state="hidden")
    expect_rows(page, ["unsent"])
    menu(page, "Sign out")
    button(question, "Delete them").click()

    page.get_by_role("heading", name="Sign in").wait_for()
    eventually(lambda: not [name for name in databases(page) if "ada" in name])


def test_two_accounts_neither_show_nor_send_each_others_items(world):
    server, token = start(world)
    server.add("of Ada", token=token)
    other = server.sign_up("bob@example.org", "Bob")
    page = signed_in(world, server)
    expect_rows(page, ["of Ada"])
    menu(page, "Sign out")

    sign_in(page, "bob@example.org")
    online(page)
    page.get_by_text("No to-dos yet.").wait_for()
    add(page, "of Bob")

    eventually(lambda: server.titles(other) == ["of Bob"])
    assert server.titles(token) == ["of Ada"]


def test_an_expired_token_keeps_the_copy_and_queued_changes_are_sent_later(world):
    server, token = start(world)
    server.add("old", token=token)
    page = signed_in(world, server)
    server.kill()
    status(page, "Offline")
    add(page, "waiting")
    status(page, "1 change waiting")
    revoke_all(server)
    server.start()

    page.get_by_text("Your session has ended.").wait_for()
    expect_rows(page, ["old", "waiting"])
    button(page, "Sign in").click()
    assert page.get_by_label("Email").input_value() == "ada@example.org"
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button(dialog(page, "Sign in"), "Sign in").click()

    online(page)
    token = server.sign_in()
    eventually(lambda: server.titles(token) == ["old", "waiting"])
    expect_rows(page, ["old", "waiting"])


def revoke_all(server):
    for handle in handles(server):
        subprocess.run(
            [Server.binary, "token", "revoke", handle, "--db", server.database],
            check=True,
            capture_output=True,
        )


def test_deleting_the_account_needs_the_password(world):
    server, _ = start(world)
    page = signed_in(world, server)
    add(page, "Buy milk")

    menu(page, "Delete account")
    question = dialog(page, "Delete account")
    question.get_by_label("Password", exact=True).fill("not the password")
    button(question, "Delete account").click()
    question.get_by_text("Wrong password.").wait_for()
    question.get_by_label("Password", exact=True).fill(PASSWORD)
    button(question, "Delete account").click()

    page.get_by_role("heading", name="Sign in").wait_for()
    says(page, "Your account is deleted.")
    expect_focus(page, "input: Email")
    eventually(lambda: not [name for name in databases(page) if "ada" in name])
    sign_in(page)
    alert(page, "Wrong email or password.")
