"""Requests and responses."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPResponse
from typing import Any

from .types import Problem


class ToDoError(Exception):
    """A response that is no success."""

    def __init__(self, status: int, headers: Message, content: bytes) -> None:
        self.status = status
        self.headers = headers
        #: What the server says, or None if the response is not of the server.
        self.problem: Problem | None = None
        if headers.get_content_type() == "application/problem+json":
            self.problem = json.loads(content)
        super().__init__(self.problem["detail"] if self.problem else f"status {status}")


@dataclass
class Response:
    """A response that is a success."""

    status: int
    headers: Message
    content: bytes

    def json(self) -> Any:
        """The content; None if there is none."""
        return json.loads(self.content) if self.content else None

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the page after this one."""
        found = re.search(r'[?&]cursor=(\w+)[^>]*>; rel="next"', self.headers.get("Link", ""))
        return found[1] if found else None


@dataclass
class Event:
    """A server-sent event."""

    name: str
    data: str
    id: str | None


class Transport:
    """Sends requests to one server."""

    def __init__(self, base_url: str, *, token: str | None = None, timeout: float = 40) -> None:
        """A live stream is silent for 15 seconds at most, so its time-out must be longer."""
        self.base_url = base_url.rstrip("/")
        #: The token of a session or of a program; servers without accounts need none.
        self.token = token
        self.timeout = timeout

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
    ) -> Response:
        """Sends a request, whose body is bytes or becomes JSON; raises ToDoError."""
        with self._open(method, path, query or {}, headers or {}, body) as response:
            return Response(response.status, response.headers, response.read())

    def events(self, path: str, query: Mapping[str, object]) -> Iterator[Event]:
        """Yields events until the server ends the stream or the connection breaks."""
        accept = {"Accept": "text/event-stream"}
        with self._open("GET", path, query, accept, None) as response:
            fields: dict[str, str] = {}
            for line in response:
                name, _, value = line.decode().rstrip("\r\n").partition(":")
                if name or value:
                    fields[name] = value.removeprefix(" ")
                    continue
                if "event" in fields:
                    yield Event(fields["event"], fields.get("data", ""), fields.get("id"))
                fields = {}

    def _open(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        headers: Mapping[str, str | None],
        body: object,
    ) -> HTTPResponse:
        words = {name: _word(value) for name, value in query.items() if value is not None}
        url = self.base_url + path + ("?" + urllib.parse.urlencode(words) if words else "")
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(url, content, method=method)
        for name, value in headers.items():
            if value is not None:
                request.add_header(name, value)
        if content is not None and not request.has_header("Content-type"):
            request.add_header("Content-Type", "application/json")
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            opened: HTTPResponse = urllib.request.urlopen(request, timeout=self.timeout)
            return opened
        except urllib.error.HTTPError as error:
            with error:
                raise ToDoError(error.code, error.headers, error.read()) from None


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
