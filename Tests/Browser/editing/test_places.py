"""Locations: addresses, and maps of tiles."""

import http.server
import json
import threading
from contextlib import contextmanager
from urllib.parse import parse_qs, urlparse

from harness import (
    add,
    alert,
    button,
    details,
    edit,
    eventually,
    expect_rows,
    online,
    open_details,
    opened,
    says,
)


class Geocoder(http.server.BaseHTTPRequestHandler):
    free = threading.Event()
    free.set()

    def do_GET(self):
        Geocoder.free.wait()
        query = parse_qs(urlparse(self.path).query)
        known = "Office" in query.get("q", [""])[0]
        body = json.dumps([{"lat": "51.2", "lon": "6.75"}] if known else []).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@contextmanager
def geocoder():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Geocoder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def save(page, title, address):
    add(page, title)
    open_details(page, title)
    edit(page, "Address", address)
    button(details(page), "Close").click()


def test_an_address_is_looked_up_and_an_unknown_one_saves_the_item(world):
    with geocoder() as address:
        server = world.server("--geocoder", address)
        page = world.open(server)

        save(page, "known", "Office Street 1")
        save(page, "unknown", "Nowhere")

        alert(page, "The address was not found: Nowhere.")
        expect_rows(page, ["known", "unknown"])
        known, unknown = eventually(
            lambda: all("location" in item for item in server.items()) and server.items()
        )
        assert known["location"] == {
            "name": "Office Street 1",
            "coordinate": {"latitude": 51.2, "longitude": 6.75},
        }
        assert unknown["location"] == {"name": "Nowhere"}


def test_without_a_geocoder_there_is_no_address(world):
    page = world.open(world.server())

    add(page, "a")

    assert open_details(page, "a").get_by_label("Address").count() == 0


def test_tiles_come_from_the_named_origin_alone(world):
    class Tiles(http.server.BaseHTTPRequestHandler):
        asked = []

        def do_GET(self):
            Tiles.asked.append((self.path, self.headers["Referer"]))
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    tiles = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    threading.Thread(target=tiles.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{tiles.server_address[1]}"
    template = origin + "/{z}/{x}/{y}.png"
    server = world.server("--tiles", template)
    world.origins.add(origin)
    server.add(
        {
            "title": "a",
            "location": {"name": "b", "coordinate": {"latitude": 51.2, "longitude": 6.75}},
        }
    )
    page = world.open(server)

    page.get_by_role("link", name="a", exact=True).click()
    opened(details(page), "Place")
    details(page).get_by_role("img", name="Map: b").wait_for()

    # OpenStreetMap refuses requests without a referrer.
    eventually(lambda: any(path.startswith("/15/16998/") for path, _ in Tiles.asked), Tiles.asked)
    assert {referer for _, referer in Tiles.asked} == {server.url}
    credit = page.get_by_role("link", name="© OpenStreetMap contributors")
    assert credit.get_attribute("href") == "https://www.openstreetmap.org/copyright"
    assert credit.get_attribute("rel") == "noopener noreferrer"
    tiles.shutdown()
    tiles.server_close()


def test_a_corrected_coordinate_keeps_the_place_that_was_saved_meanwhile(world):
    server = world.server()
    server.add({"title": "a", "location": {"name": "Office"}})
    page = world.open(server)
    open_details(page, "a")

    edit(page, "Coordinate", "north")
    edit(page, "Place", "Home")
    eventually(lambda: server.items()[0]["location"]["name"] == "Home")
    edit(page, "Coordinate", "51.2, 6.75")

    expect_place(page, server, "Home")


def test_a_place_that_is_typed_during_the_look_up_keeps_the_found_coordinate(world):
    with geocoder() as address:
        server = world.server("--geocoder", address)
        page = world.open(server)
        add(page, "a")
        open_details(page, "a")
        Geocoder.free.clear()
        edit(page, "Address", "Office Street 1")
        place = opened(details(page), "Place")
        place.fill("Home")

        Geocoder.free.set()
        eventually(lambda: "location" in server.items()[0])
        says(page, "Saved: a")
        place.blur()

        expect_place(page, server, "Home")


def expect_place(page, server, name):
    """The item gets the coordinate too, and «Changed elsewhere» stays empty."""
    expected = {"name": name, "coordinate": {"latitude": 51.2, "longitude": 6.75}}
    eventually(lambda: server.items()[0].get("location") == expected, lambda: server.items()[0])
    online(page)
    assert page.get_by_role("link", name="Changed elsewhere").count() == 0
