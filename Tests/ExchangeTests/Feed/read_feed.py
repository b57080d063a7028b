"""Reads a calendar and prints its events: read_feed.py FILE

One event a line, in the order of the file: UID, start, alarm in minutes before it, title, each in
JSON. The dates are those that recurring-ical-events, by RFC 5545, has between 2000 and 2100.
"""

import datetime
import json
import sys

import icalendar
import recurring_ical_events


def utc(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.isoformat()


def minutes(event):
    alarms = [part for part in event.subcomponents if part.name == "VALARM"]
    return [-part["TRIGGER"].dt.total_seconds() / 60 for part in alarms]


with open(sys.argv[1], "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
assert not calendar.errors, calendar.errors
for part in calendar.walk():
    assert not part.errors, part.errors

events = recurring_ical_events.of(calendar).between((2000, 1, 1), (2100, 1, 1))
for event in sorted(events, key=lambda event: str(event["UID"])):
    categories = event.get("CATEGORIES")
    row = {
        "uid": str(event["UID"]),
        "start": utc(event["DTSTART"].dt),
        "minutes": minutes(event),
        "title": str(event["SUMMARY"]),
        "description": str(event.get("DESCRIPTION", "")),
        "categories": [str(word) for word in categories.cats] if categories else [],
    }
    print(json.dumps(row, sort_keys=True))
