/** When to be told before the due date of a to-do: a choice, or minutes, or a time of a day. */

import { save } from "../../app/actions.js";
import { hasTime } from "../../core/calendar.js";
import { leastRemind, mostRemind } from "../../core/members.js";
import { reminderText } from "../../text/reminders.js";
import { t } from "../../text/text.js";
import { field, select } from "../dialog.js";
import { h } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item } from "../../types.d.ts" */

const ofTimes = [0, 10, 60, 1440];
/** Nine on that day, and 18 on the day before. */
const ofDays = [-540, 360];

export class Remind {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} */
        this.item = null;
        this.choice = field(t("remind"), select(t("remind"), [], (value) => this.choose(value)));
        const save = () => this.saveCustom();
        this.minutes = field(
            t("minutes before"),
            h("input", {
                type: "number",
                min: `${leastRemind}`,
                max: `${mostRemind}`,
                change: save,
            }),
        );
        this.days = field(
            t("days before"),
            h("input", { type: "number", min: "-6", max: "28", change: save }),
        );
        this.time = field(t("remind time"), h("input", { type: "time", change: save }));
        this.ofDay = h("div", { class: "pair" }, this.days.element, this.time.element);
        this.element = h("div", {}, this.choice.element, this.minutes.element, this.ofDay);
        this.isCustom = false;
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        if (item?.id !== this.item?.id) this.isCustom = false;
        this.item = item;
        this.element.hidden = item?.timestamp === undefined;
        if (!item || item.timestamp === undefined) return;
        const { timestamp, day, remind } = item;
        const isTimed = hasTime({ timestamp, day });
        const presets = isTimed ? ofTimes : ofDays;
        const values = remind === undefined || presets.includes(remind)
            ? presets
            : [...presets, remind];
        this.choice.box.replaceChildren(
            h("option", { value: "never" }, t("repeat never")),
            ...values.map((value) =>
                h("option", { value: String(value) }, capital(reminderText(value, isTimed)))
            ),
            h("option", { value: "custom" }, t("repeat custom")),
        );
        this.choice.box.value = this.isCustom ? "custom" : String(remind ?? "never");
        this.minutes.element.hidden = !this.isCustom || !isTimed;
        this.ofDay.hidden = !this.isCustom || isTimed;
        const before = remind ?? (isTimed ? 10 : -540);
        const days = Math.ceil(before / 1440);
        const rest = days * 1440 - before;
        const pad = (/** @type {number} */ number) => String(number).padStart(2, "0");
        this.minutes.box.value = String(before);
        this.days.box.value = String(days);
        this.time.box.value = `${pad(Math.floor(rest / 60))}:${pad(rest % 60)}`;
        for (const { fault } of [this.minutes, this.days]) fault("");
    }

    /** @param {string} value */
    choose(value) {
        this.isCustom = value === "custom";
        if (this.isCustom) this.fill(this.item);
        else this.save(value === "never" ? undefined : Number(value));
    }

    saveCustom() {
        const isTimed = this.ofDay.hidden;
        const [hours, minutes] = this.time.box.value.split(":").map(Number);
        const remind = isTimed
            ? this.minutes.box.valueAsNumber
            : this.days.box.valueAsNumber * 1440 - hours * 60 - minutes;
        const isValid = Number.isInteger(remind) && remind >= leastRemind && remind <= mostRemind;
        const { fault } = isTimed ? this.minutes : this.days;
        fault(isValid ? "" : t("remind wrong"));
        if (isValid) this.save(remind);
    }

    /** @param {number | undefined} remind */
    save(remind) {
        const { app, item } = this;
        if (item) save(app, item, { ...item, remind });
    }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
