#!/usr/bin/env python3
"""Writes next_dates.txt, the table of next dates, as python-dateutil computes them.

    python3 -m venv /tmp/dates && /tmp/dates/bin/pip install python-dateutil
    /tmp/dates/bin/python next_dates.py > next_dates.txt

    rule    frequency interval byDay byMonthDay from until        - for an absent member
    row     due today next byMonthDay                             next: - after the end

The byMonthDay of a row is the rule's byMonthDay after the step. A day that a month may lack is
written in RFC 5545 as BYMONTHDAY=28,...,n;BYSETPOS=-1, the last of these days that the month has.
"""

import random
from datetime import date, datetime, timedelta
from dateutil import rrule
from dateutil.relativedelta import relativedelta

DAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"]
WEEKDAYS = [rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA, rrule.SU]
FREQUENCIES = {
    "daily": rrule.DAILY,
    "weekly": rrule.WEEKLY,
    "monthly": rrule.MONTHLY,
    "yearly": rrule.YEARLY,
}
END = date(9999, 12, 31)


def next_date(rule, due, today):
    frequency, interval, by_day, by_month_day, origin, until = rule
    if origin == "done":
        unit = {"daily": "days", "weekly": "weeks", "monthly": "months", "yearly": "years"}
        try:
            found = today + relativedelta(**{unit[frequency]: interval})
        except (OverflowError, ValueError):
            return None
    else:
        options = {"interval": interval, "wkst": rrule.MO}
        if by_day:
            options["byweekday"] = [
                WEEKDAYS[DAYS.index(word[-2:])](int(word[:-2]))
                if word[:-2]
                else WEEKDAYS[DAYS.index(word)]
                for word in by_day
            ]
        elif frequency in ("monthly", "yearly"):
            day = by_month_day or due.day
            if frequency == "yearly":
                options["bymonth"] = due.month
            if day > 28:
                options["bymonthday"] = list(range(28, day + 1))
                options["bysetpos"] = -1
            else:
                options["bymonthday"] = day
        start = datetime(due.year, due.month, due.day)
        limit = max(due, today)
        rules = rrule.rrule(FREQUENCIES[frequency], dtstart=start, **options)
        found = rules.after(datetime(limit.year, limit.month, limit.day))
        found = found and found.date()
    return None if found is None or found > END or until and found > until else found


def row(rule, due, today):
    frequency, _, by_day, by_month_day, origin, _ = rule
    found = next_date(rule, due, today)
    if (
        found
        and origin == "due"
        and frequency in ("monthly", "yearly")
        and not by_day
        and not by_month_day
        and found.day < due.day
    ):
        by_month_day = due.day
    return f"{due} {today} {found or '-'} {by_month_day or '-'}"


def header(rule):
    frequency, interval, by_day, by_month_day, origin, until = rule
    return (
        f"{frequency} {interval} {','.join(by_day) if by_day else '-'} {by_month_day or '-'} "
        f"{origin} {until or '-'}"
    )


def random_rule(pick):
    frequency = pick.choice(list(FREQUENCIES))
    interval = pick.choice([1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 10, 12, 18, 52, 999])
    by_day = by_month_day = until = None
    origin = "due"
    if frequency == "weekly" and pick.random() < 0.7:
        by_day = sorted(pick.sample(DAYS, pick.randint(1, 7)), key=DAYS.index)
    elif frequency == "monthly" and pick.random() < 0.4:
        by_day = [f"{pick.choice([1, 2, 3, 4, -1])}{pick.choice(DAYS)}"]
    elif frequency in ("monthly", "yearly") and pick.random() < 0.4:
        by_month_day = pick.choice([1, 15, 28, 29, 30, 31, 31])
    elif pick.random() < 0.4:
        origin = "done"
    if pick.random() < 0.2:
        until = date(2020, 1, 1) + timedelta(days=pick.randint(0, 4000))
    return frequency, interval, by_day, by_month_day, origin, until


def random_due(pick):
    if pick.random() < 0.3:
        year = pick.choice([1900, 1996, 2000, 2023, 2024, 2026, 2099, 2100])
        return pick.choice(
            [
                date(year, 1, 31),
                date(year, 2, 28),
                date(year, 3, 31),
                date(year, 12, 31),
                date(year, 8, 30),
                date(year, 1, 29),
            ]
        )
    if pick.random() < 0.1:
        return date(pick.choice([1996, 2000, 2024]), 2, 29)
    return date(2020, 1, 1) + timedelta(days=pick.randint(0, 4000))


def main():
    pick = random.Random(5545)
    for _ in range(400):
        rule = random_rule(pick)
        print(header(rule))
        for _ in range(10):
            due = random_due(pick)
            today = due + timedelta(
                days=pick.choice(
                    [-400, -1, 0, 0, 1, 2, 5, 6, 7, 29, 30, 31, 59, 365, 366, 1461, 4000]
                )
            )
            print(row(rule, due, today))
    # The ends of the calendar.
    for frequency in FREQUENCIES:
        for origin in ("due", "done"):
            rule = (frequency, 1, None, None, origin, None)
            print(header(rule))
            print(row(rule, date(1, 1, 1), date(1, 1, 1)))
            print(row(rule, date(9999, 12, 31), date(9999, 12, 31)))
            print(row(rule, date(9998, 11, 30), date(9999, 11, 29)))


main()
