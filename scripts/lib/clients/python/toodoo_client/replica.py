"""A copy of the list that follows the server."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator

from .client import Client
from .transport import ToDoError
from .types import Change, ToDoItem

_LONGEST_PAUSE = 30.0


class Replica:
    """All items of the list, by id. Store `items` and `token` together, and begin with both."""

    def __init__(
        self, client: Client, items: dict[str, ToDoItem] | None = None, token: str | None = None
    ) -> None:
        self.client = client
        self.items: dict[str, ToDoItem] = {} if items is None else items
        #: The state of the server that `items` shows; None before the first sync.
        self.token = token

    def sync(self) -> None:
        """Applies what has changed. Starts over if the server no longer knows what that is."""
        while True:
            try:
                page = self.client.list_changes(since=self.token)
            except ToDoError as error:
                if error.status != 410 or self.token is None:
                    raise
                self._start_over()
                continue
            for change in page["changes"]:
                self._apply(change)
            self.token = page["token"]
            if not page["more"]:
                return

    def follow(self) -> Iterator[Change | None]:
        """Applies and yields each change as soon as it is stored, for ever; syncs before.

        Yields None after each sync: any item may be another one. Connects again after a break;
        raises ToDoError if the server refuses that, as when the token is revoked.
        """
        pause = 1.0
        while True:
            try:
                self.sync()
                yield None
                for event in self.client.events("/items/changes", {"since": self.token}):
                    pause = 1.0
                    if event.name == "reset":
                        self._start_over()
                        break
                    if event.name == "change":
                        change: Change = json.loads(event.data)
                        self._apply(change)
                        self.token = event.id or self.token
                        yield change
                    else:
                        self.token = event.id or self.token
                else:
                    time.sleep(pause)
                continue
            except ToDoError as error:
                if error.status < 500 and error.status not in (408, 429):
                    raise
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _apply(self, change: Change) -> None:
        if "item" in change:
            self.items[change["item"]["id"]] = change["item"]
        else:
            self.items.pop(change["deleted"], None)

    def _start_over(self) -> None:
        self.items.clear()
        self.token = None
