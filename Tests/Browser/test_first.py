"""The first steps of a new user, from the README's first command on."""

from harness import (ROOT, add, button, checkbox, eventually, expect_done, expect_rows, online, says,
                     status)


def test_no_item_is_lost_or_duplicated(world):
    server = world.server(command=[str(ROOT / "scripts" / "run")])
    page = world.open(server)

    add(page, "Buy milk")
    add(page, "Call Ada")
    says(page, "Added: Call Ada")
    checkbox(page, "Buy milk").check()
    says(page, "Done: Buy milk")
    button(page, "Undo").click()
    says(page, "Undone")
    expect_rows(page, ["Buy milk", "Call Ada"])
    eventually(lambda: server.titles() == ["Buy milk", "Call Ada"])
    # The worker caches the page for use without a server.
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    server.close()

    status(page, "^Offline$")
    add(page, "Pay the rent")
    checkbox(page, "Call Ada").check()
    status(page, "^Offline – 2 changes waiting$")
    page.reload()
    add(page, "Sleep")
    status(page, "^Offline – 3 changes waiting$")
    server.start()

    online(page)
    todo, done = ["Buy milk", "Pay the rent", "Sleep"], ["Call Ada"]
    eventually(lambda: server.titles() == todo + done)
    assert [item["done"] for item in server.items()] == [False, False, False, True]
    page.reload()
    for other in page, world.open(server):
        expect_rows(other, todo)
        expect_done(other, done)
