"""A client of toodoo, a to-do server: typed calls, a replica that syncs, and live changes."""

from .client import Client
from .replica import Replica
from .transport import Response, ToDoError

__all__ = ["Client", "Replica", "Response", "ToDoError"]
