/** The fields of a rule: a choice of named rules, or its parts. */

import {
    canonical,
    inThisZone,
    ordinals,
    presetOf,
    presets,
    weekdays,
} from "../../core/repeats.js";
import { t, weekdayName } from "../../text/text.js";
import { field, select } from "../dialog.js";
import { h } from "../dom.js";

/** @import { Key } from "../../text/text.js" */
/** @import { Frequency, Repetition } from "../../types.d.ts" */

/** @type {Frequency[]} */
const frequencies = ["daily", "weekly", "monthly", "yearly"];

/** @param {Key} name @param {Key} prefix of the texts @param {string[]} values @param {() => void} change */
const choice = (name, prefix, values, change) =>
    field(
        t(name),
        select(
            t(name),
            values.map((value) => [value, t(/** @type {Key} */ (`${prefix} ${value}`))]),
            change,
        ),
    );

/** @param {string} value @param {number} most @returns {number | null} an integer from 1 on */
function readNumber(value, most) {
    const number = Number(value);
    return Number.isInteger(number) && number >= 1 && number <= most ? number : null;
}

export class RepeatFields {
    constructor() {
        /** @type {Repetition | null} as it was filled in */
        this.filled = null;
        /** The state of the boxes after that. */
        this.shown = "";
        const change = () => this.arrange();
        this.choice = choice(
            "repeat",
            "repeat",
            ["never", ...Object.keys(presets), "custom"],
            () => {
                if (this.choice.box.value in presets) {
                    this.fillParts(
                        presets[this.choice.box.value],
                    );
                }
                change();
            },
        );
        /** @param {Key} name @param {number} max */
        const number = (name, max) =>
            field(t(name), h("input", { type: "number", min: "1", max: `${max}`, input: change }));
        this.interval = number("interval", 999);
        this.unit = choice("unit", "unit", frequencies, change);
        this.days = weekdays.map((_, index) =>
            h("input", {
                type: "checkbox",
                "aria-label": weekdayName(index, "longWeekday"),
                change,
            })
        );
        this.on = choice("on", "on", ["due", "day", "weekday"], change);
        this.monthDay = number("month day", 31);
        this.which = choice("which", "which", ordinals, change);
        this.weekday = field(
            t("weekday"),
            select(
                t("weekday"),
                weekdays.map((day, index) => [day, weekdayName(index, "longWeekday")]),
                change,
            ),
        );
        this.from = choice("from", "from", ["due", "done"], change);
        this.until = field(t("until"), h("input", { type: "date", input: change }));
        /** The boxes that take typed text. */
        this.typed = [this.interval, this.monthDay, this.until];
        this.dayChoice = h(
            "fieldset",
            { class: "days" },
            h("legend", {}, t("weekdays")),
            ...this.days.map((box, index) =>
                h("label", { class: "check" }, box, weekdayName(index, "weekday"))
            ),
        );
        this.nth = h("div", { class: "pair" }, this.which.element, this.weekday.element);
        this.custom = h(
            "fieldset",
            { class: "custom" },
            h("legend", {}, t("custom repeat")),
            h("div", { class: "pair" }, this.interval.element, this.unit.element),
            this.dayChoice,
            this.on.element,
            this.monthDay.element,
            this.nth,
            this.from.element,
            this.until.element,
        );
        this.element = h("div", {}, this.choice.element, this.custom);
    }

    /** @param {Repetition | undefined} rule */
    fill(rule) {
        this.filled = rule ?? null;
        this.choice.box.value = rule ? presetOf(rule) : "never";
        this.fillParts(rule ?? presets.weekly);
        this.arrange();
        this.shown = this.state();
    }

    /** @returns {HTMLInputElement[]} */
    boxes() {
        const boxes = this.element.querySelectorAll("input, select");
        return [.../** @type {NodeListOf<HTMLInputElement>} */ (boxes)];
    }

    state() {
        return JSON.stringify(
            this.boxes().map((box) => box.type === "checkbox" ? box.checked : box.value),
        );
    }

    /** @param {string} state */
    restore(state) {
        JSON.parse(state).forEach((/** @type {string} */ value, /** @type {number} */ index) => {
            const box = this.boxes()[index];
            if (box.type === "checkbox") box.checked = !!value;
            else box.value = value;
        });
        this.arrange();
        this.judge();
    }

    /** @param {Repetition} rule */
    fillParts({ frequency, interval = 1, byDay = [], byMonthDay, from = "due", until = "" }) {
        const nth = frequency === "monthly" ? byDay[0] : undefined;
        this.interval.box.value = String(interval);
        this.unit.box.value = frequency;
        this.days.forEach((box, index) => box.checked = byDay.includes(weekdays[index]));
        this.on.box.value = nth ? "weekday" : byMonthDay ? "day" : "due";
        this.monthDay.box.value = String(byMonthDay ?? 1);
        this.which.box.value = nth?.slice(0, -2) ?? "1";
        this.weekday.box.value = nth?.slice(-2) ?? "mo";
        this.from.box.value = from;
        this.until.box.value = until;
    }

    /** Shows the boxes that apply to the chosen rule. */
    arrange() {
        const isFromDue = this.from.box.value === "due";
        const unit = this.unit.box.value;
        const isMonthly = unit === "monthly" && isFromDue;
        const on = this.on.box.value;
        this.custom.hidden = this.choice.box.value !== "custom";
        this.dayChoice.hidden = unit !== "weekly" || !isFromDue;
        this.on.element.hidden = !isMonthly;
        this.monthDay.element.hidden = !isMonthly || on !== "day";
        this.nth.hidden = !isMonthly || on !== "weekday";
    }

    /** @returns {Repetition | null} null: never */
    value() {
        const { filled } = this;
        if (this.state() === this.shown) return filled;
        const chosen = this.choice.box.value;
        if (chosen === "never") return null;
        const rule = chosen === "custom" ? this.customRule() : presets[chosen];
        // Members that have no box stay.
        const { time, timeZone } = filled ?? {};
        const next = { ...rule, ...(time && { time }) };
        return timeZone ? canonical({ ...next, timeZone }) : inThisZone(next);
    }

    /** @returns {Repetition} */
    customRule() {
        const frequency = /** @type {Frequency} */ (this.unit.box.value);
        const days = weekdays.filter((_, index) => this.days[index].checked);
        const nth = this.which.box.value + this.weekday.box.value;
        const from = /** @type {"due" | "done"} */ (this.from.box.value);
        const hasDays = !this.dayChoice.hidden && days.length > 0;
        // The server has added `byMonthDay` to a rule for 29 February.
        const { frequency: former, byMonthDay } = this.filled ?? {};
        const staysYearly = frequency === "yearly" && former === frequency && from === "due";
        return {
            frequency,
            interval: readNumber(this.interval.box.value, 999) ?? 1,
            from,
            ...(hasDays && { byDay: days }),
            ...(!this.nth.hidden && { byDay: [nth] }),
            ...(staysYearly && byMonthDay && { byMonthDay }),
            ...(!this.monthDay.element.hidden && { byMonthDay: Number(this.monthDay.box.value) }),
            ...(this.until.box.value && { until: this.until.box.value }),
        };
    }

    /** Shows faults. @returns {boolean} whether there are none */
    judge() {
        const isCustom = !this.custom.hidden;
        const isInterval = readNumber(this.interval.box.value, 999) !== null;
        this.interval.fault(isCustom && !isInterval ? t("interval wrong") : "");
        const isDay = this.monthDay.element.hidden ||
            readNumber(this.monthDay.box.value, 31) !== null;
        this.monthDay.fault(isCustom && !isDay ? t("month day wrong") : "");
        const isUntil = !this.until.box.validity.badInput;
        this.until.fault(isCustom && !isUntil ? t("date wrong") : "");
        return !isCustom || (isInterval && isDay && isUntil);
    }
}
