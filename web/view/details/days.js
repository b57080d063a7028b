/** A grid of the days of five weeks. One day is in the order of the Tab key; arrows go to the others. */

import { dayText, startOfDay } from "../../core/calendar.js";
import { fullDay, longDue, monthsOf, t, weekdayName } from "../../text/text.js";
import { h, icon } from "../dom.js";

const weeks = 5;

/** @param {Date} date @returns {Date} the Monday of its week */
const monday = (date) => startOfDay(date, -((date.getDay() + 6) % 7));

export class Days {
    /** @param {(date: Date) => void} choose */
    constructor(choose) {
        this.choose = choose;
        this.first = monday(new Date());
        /** The day that the Tab key reaches. */
        this.current = startOfDay(new Date());
        this.chosen = "";
        this.title = h("span", { class: "months" });
        /** @param {"up" | "down"} sign @param {number} by */
        const turn = (sign, by) =>
            h("button", {
                class: `quiet ${sign}`,
                "aria-label": t(by < 0 ? "earlier weeks" : "later weeks"),
                click: () => this.show(startOfDay(this.current, by * weeks * 7)),
            }, icon("down"));
        this.grid = h("div", {
            role: "grid",
            "aria-label": t("days"),
            class: "days-grid",
            keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
        });
        this.element = h(
            "div",
            { class: "days-part" },
            h("div", { class: "days-head" }, this.title, turn("up", -1), turn("down", 1)),
            this.grid,
        );
    }

    /** @param {Date | null} date the chosen one */
    fill(date) {
        this.chosen = date ? dayText(date) : "";
        this.show(date ?? startOfDay(new Date()));
    }

    /** @param {Date} date that has to be in sight */
    show(date) {
        this.current = date;
        const today = monday(new Date());
        const distance = Math.round((monday(date).getTime() - today.getTime()) / 86_400_000);
        const page = Math.floor(distance / (weeks * 7));
        this.first = startOfDay(today, page * weeks * 7);
        this.title.textContent = monthsOf(this.first, startOfDay(this.first, weeks * 7 - 1));
        const names = Array.from({ length: 7 }, (_, index) =>
            h("span", {
                role: "columnheader",
                "aria-label": weekdayName(index, "longWeekday"),
            }, weekdayName(index, "weekday").slice(0, 2)));
        const rows = Array.from({ length: weeks }, (_, week) =>
            h(
                "div",
                { role: "row" },
                ...Array.from({ length: 7 }, (_, index) =>
                    this.cell(startOfDay(this.first, week * 7 + index))),
            ));
        this.grid.replaceChildren(h("div", { role: "row" }, ...names), ...rows);
    }

    /** @param {Date} date */
    cell(date) {
        const text = dayText(date);
        const isChosen = text === this.chosen;
        const now = new Date();
        const due = { timestamp: date.getTime() / 1000, day: text };
        return h(
            "span",
            { role: "gridcell", "aria-selected": String(isChosen) },
            h("button", {
                tabIndex: text === dayText(this.current) ? 0 : -1,
                "aria-label": date.getFullYear() === now.getFullYear()
                    ? longDue(due, now)
                    : fullDay(date),
                ...(text === dayText(now) && { "aria-current": "date" }),
                class: date < startOfDay(now) ? "past" : undefined,
                click: () => this.choose(date),
            }, String(date.getDate())),
        );
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const by = {
            ArrowLeft: -1,
            ArrowRight: 1,
            ArrowUp: -7,
            ArrowDown: 7,
            PageUp: -weeks * 7,
            PageDown: weeks * 7,
        }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        this.show(startOfDay(this.current, by));
        /** @type {HTMLElement | null} */ (this.grid.querySelector('[tabindex="0"]'))?.focus();
    }
}
