/**
 * The rule of a to-do in the details. A choice is saved at once, typed text when its box is left.
 */

import { save, withDue } from "../../app/actions.js";
import { dayText, dueOf, fromInputs } from "../../core/calendar.js";
import { same } from "../../core/merge.js";
import { firstDay } from "../../core/repeats.js";
import { afterPress } from "../press.js";
import { RepeatFields } from "./repeat.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item } from "../../types.d.ts" */

export class Rule {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.fields = new RepeatFields();
        this.element = this.fields.element;
        /** @type {Item | null} */
        this.item = null;
        /** The item that the fields were filled from. @type {Item | null} */
        this.opened = null;
        this.isTyped = false;
        /** Whether a rule of parts was begun. It is saved with its first part. */
        this.isBegun = false;
        const { element } = this;
        // A date box fires `change` at each digit.
        element.addEventListener("input", (event) => {
            this.isTyped ||= this.isBox(event);
            if (this.isTyped) this.keepDraft(this.fields.state());
        });
        element.addEventListener("change", (event) => {
            const { box } = this.fields.choice;
            if (event.target === box) this.isBegun = box.value === "custom";
            if (this.isBox(event) || (event.target === box && this.isBegun)) return;
            this.save();
        });
        element.addEventListener("focusout", () => afterPress(() => this.finish()));
        element.addEventListener("keydown", ({ key }) => key === "Enter" && this.finish());
    }

    /** @param {Event} event @returns {boolean} whether its target is a box for typed text */
    isBox({ target }) {
        return this.fields.typed.some(({ box }) => box === target);
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        const isOther = item?.id !== this.item?.id;
        this.item = item;
        if (isOther) this.isTyped = this.isBegun = false;
        if (!item) return;
        const draft = this.app.drafts.fields[`${item.id} rule`];
        const value = this.fields.value();
        const isUsed = draft || this.isBegun || !same(value, this.opened?.repeat);
        const isShown = !isOther && same(value, item.repeat);
        if (isOther || (!isUsed && !isShown)) this.fields.fill(item.repeat);
        if (isOther || !isUsed || isShown) this.opened = item;
        if (isOther && draft) {
            this.opened = draft.opened;
            this.isTyped = true;
            this.fields.restore(draft.value);
        }
        // A done item does not repeat.
        this.element.hidden = item.done;
    }

    /** @param {string | null} value the state of all boxes */
    keepDraft(value) {
        const { opened } = this;
        if (!opened) return;
        this.app.drafts.keep(`${opened.id} rule`, value === null ? null : { value, opened });
    }

    /** Saves typed text. If it has a fault, it stays a draft. */
    finish() {
        if (this.isTyped) this.save();
        this.isTyped = this.isBegun = false;
    }

    save() {
        const { app, item, opened, fields } = this;
        if (!item || !opened || !fields.judge()) return;
        const rule = fields.value();
        this.isBegun = false;
        this.keepDraft(null);
        if (same(rule, item.repeat)) return;
        // Without a date, a new rule begins on the first day that fits.
        const first = rule && opened.timestamp === undefined && firstDay(rule, new Date());
        const due = first ? fromInputs(dayText(first), "") : dueOf(opened);
        const { repeat: _repeat, ...plain } = withDue(opened, due);
        save(app, opened, { ...plain, ...(rule && { repeat: rule }) });
    }
}
