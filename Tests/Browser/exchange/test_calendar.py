"""The address of the calendar: making, copying and revoking it."""

import urllib.error
import urllib.request

from harness import button, dialog, eventually, expect_focus, menu, status
from test_accounts import signed_in


def opened(page):
    menu(page, "Calendar")
    return dialog(page, "Calendar")


def address(calendar):
    box = calendar.get_by_role("textbox", name="Address", exact=True)
    box.wait_for()
    return box.input_value()


def read(address):
    """What a calendar program gets, or the status of the refusal."""
    try:
        with urllib.request.urlopen(address, timeout=30) as response:
            return response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code


def revoke_buttons(calendar):
    return button(calendar.get_by_role("list", name="Addresses"), "Revoke")


def test_an_address_is_made_and_opens_the_calendar_until_it_is_revoked(world):
    server = world.server("--auth", "on")
    server.sign_up()
    server.add({"title": "Call Ada", "day": "2099-12-04"}, token=server.sign_in())
    page = signed_in(world, server)

    calendar = opened(page)
    assert not calendar.get_by_role("textbox", name="Address").is_visible()
    button(calendar, "New address").click()
    made = address(calendar)
    expect_focus(page, "button: Copy")
    assert made.startswith(server.url + "calendar/")
    assert "SUMMARY:Call Ada" in read(made)
    link = calendar.get_by_role("link", name="Subscribe", exact=True)
    assert link.get_attribute("href") == made.replace("http:", "webcal:")

    eventually(lambda: revoke_buttons(calendar).count() == 1, "the list has the address")
    revoke_buttons(calendar).click()
    eventually(lambda: read(made) == 404, "the address has ended")
    eventually(lambda: not calendar.get_by_role("textbox", name="Address").is_visible())
    expect_focus(page, "button: New address")


def test_an_address_that_was_made_before_can_be_revoked_and_is_not_shown_again(world):
    server = world.server("--auth", "on")
    server.sign_up()
    page = signed_in(world, server)
    calendar = opened(page)
    button(calendar, "New address").click()
    made = address(calendar)
    page.keyboard.press("Escape")

    calendar = opened(page)
    revoke = revoke_buttons(calendar)
    revoke.wait_for()
    assert not calendar.get_by_role("textbox", name="Address").is_visible()
    # A sign-in and a token for a program are no calendars.
    assert revoke.count() == 1
    revoke.click()
    eventually(lambda: read(made) == 404, "the address has ended")
    eventually(lambda: revoke.count() == 0, "the list is empty")


def test_the_address_can_be_copied(world):
    server = world.server("--auth", "on")
    server.sign_up()
    page = signed_in(world, server, permissions=["clipboard-read", "clipboard-write"])
    calendar = opened(page)
    button(calendar, "New address").click()
    made = address(calendar)

    button(calendar, "Copy").click()
    calendar.get_by_role("status").filter(has_text="Copied").wait_for()

    assert page.evaluate("navigator.clipboard.readText()") == made


# Other browsers have no such permissions.
test_the_address_can_be_copied.engines = ("chromium",)


def test_without_a_clipboard_the_address_is_selected(world):
    server = world.server()
    page = world.open(server)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    calendar = opened(page)
    made = address(calendar)

    button(calendar, "Copy").click()
    calendar.get_by_role("status").filter(has_text="The address is selected.").wait_for()

    assert page.evaluate("getSelection().toString()") == made


test_without_a_clipboard_the_address_is_selected.engines = ("chromium",)


def test_without_accounts_the_address_is_that_of_this_computer(world):
    server = world.server()
    server.add({"title": "Call Ada", "day": "2099-12-04"})
    page = world.open(server)

    calendar = opened(page)

    assert address(calendar) == server.url + "calendar/local.ics"
    assert "SUMMARY:Call Ada" in read(address(calendar))
    assert button(calendar, "New address").count() == 0
    calendar.get_by_role("link", name="Subscribe", exact=True).wait_for()


def test_a_server_that_has_no_calendar_says_why(world):
    server = world.server()
    page = world.open(server)
    page.route("**/calendar/local.ics", lambda route: route.fulfill(status=404))

    calendar = opened(page)

    calendar.get_by_text("Without accounts, the calendar exists only").wait_for()
    assert not calendar.get_by_role("textbox", name="Address").is_visible()


def test_without_an_answer_the_calendar_says_so(world):
    server = world.server("--auth", "on")
    server.sign_up()
    page = signed_in(world, server)
    server.kill()
    status(page, "Offline")

    calendar = opened(page)
    calendar.get_by_role("alert").filter(has_text="The server does not answer.").wait_for()
    server.start()
    button(calendar, "New address").click()

    assert "BEGIN:VCALENDAR" in read(address(calendar))
    assert calendar.get_by_role("alert").text_content() == ""
