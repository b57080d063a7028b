/** The date of a to-do as one line of words, and its editor: days, a time, a rule, a reminder. */

import { move, save, targets, withDue } from "../../app/actions.js";
import { dayText, dueDate, dueOf, fromInputs, onDay, startOfDay } from "../../core/calendar.js";
import { targetDate } from "../../app/actions.js";
import { whenText } from "../../text/when.js";
import { t } from "../../text/text.js";
import { h, icon } from "../dom.js";
import { targetIcons } from "../list/more.js";
import { Days } from "./days.js";
import { Line } from "./line.js";
import { Remind } from "./remind.js";

/** @import { App } from "../../app/app.js" */
/** @import { Target } from "../../app/actions.js" */
/** @import { Editor } from "./editor.js" */
/** @import { Item } from "../../types.d.ts" */

export class DateEditor {
    /** @param {App} app @param {Editor} editor */
    constructor(app, editor) {
        this.app = app;
        this.editor = editor;
        /** @type {Item | null} */
        this.item = null;
        this.chips = targets.map((target) =>
            h(
                "button",
                { class: "small", "aria-pressed": "false", click: () => this.choose(target) },
                icon(targetIcons[target]),
                t(target),
            )
        );
        this.days = new Days((date) => this.chooseDay(date));
        this.remind = new Remind(app);
        this.line = new Line(
            "date",
            "calendar",
            h("div", { class: "chips" }, ...this.chips),
            this.days.element,
            h(
                "div",
                { class: "moment" },
                editor.fields.date.element,
                editor.fields.time.element,
            ),
            editor.rule.element,
            this.remind.element,
        );
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        if (item?.id !== this.item?.id) this.line.show(false);
        this.item = item;
        this.remind.fill(item);
        if (!item) return;
        const now = new Date();
        this.line.say(whenText(item, now));
        const due = dueOf(item);
        const day = due && startOfDay(dueDate(due));
        targets.forEach((target, index) => {
            const date = targetDate(target, now);
            const isChosen = date && day ? dayText(date) === dayText(day) : date === day;
            this.chips[index].ariaPressed = String(isChosen);
        });
        this.days.fill(day);
    }

    /** @param {Target} target */
    choose(target) {
        const date = targetDate(target, new Date());
        if (date) this.chooseDay(date);
        else if (this.item) move(this.app, [this.item], target);
    }

    /** A time that waits for its date is saved with it. @param {Date} date */
    chooseDay(date) {
        const { app, item, editor } = this;
        if (!item) return;
        const time = editor.takeTime();
        const due = time ? fromInputs(dayText(date), time) : onDay(dueOf(item), date);
        save(app, item, withDue(item, due), "moved");
    }
}
