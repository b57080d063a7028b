/** Sets the date of a to-do in one step: buttons for near days, and a box that `t` opens. */

import { move, moveTo, save, targets, withDue } from "../../app/actions.js";
import { readDue } from "../../core/dates.js";
import { inThisZone } from "../../core/repeats.js";
import { currentLanguage, t } from "../../text/text.js";
import { dueText } from "../add.js";
import { h, icon, setText } from "../dom.js";
import { targetIcons } from "./more.js";
import { Popover } from "./popover.js";

/** @import { App } from "../../app/app.js" */
/** @import { Target } from "../../app/actions.js" */
/** @import { Item } from "../../types.d.ts" */

/** @param {(target: Target) => void} choose @returns {HTMLElement} */
export function chips(choose) {
    return h(
        "div",
        { class: "chips" },
        ...targets.map((target) =>
            h(
                "button",
                { class: "small", click: () => choose(target) },
                icon(targetIcons[target]),
                t(target),
            )
        ),
    );
}

/** @type {Record<string, Target>} */
const letters = { t: "today", m: "tomorrow", w: "next week" };

/** Letters that can follow such a letter in the word for a date.
 * @type {Record<string, Record<string, string>>} */
const following = { en: { t: "ouh", m: "oa", w: "e" }, de: { m: "oiaäu" } };

/** How long a letter waits for the rest of a word, in milliseconds. */
const letterWait = 700;

/** How long after that the rest of a word is not a shortcut, in milliseconds. */
const restWait = 700;

export class When {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} */
        this.item = null;
        this.timer = 0;
        /** Until this time, letters may be the rest of a word. */
        this.restUntil = 0;
        /** The letters that continue the word; empty: any letter. */
        this.rest = "";
        this.popover = new Popover("dialog", "when");
        this.box = h("input", {
            type: "text",
            "aria-label": t("date"),
            placeholder: t("date box hint"),
            "aria-describedby": "when-hint",
            autocomplete: "off",
            input: () => this.read(),
        });
        this.hint = h("p", { id: "when-hint", class: "hint" });
        const { element } = this.popover;
        element.setAttribute("aria-label", t("date"));
        element.append(this.box, this.hint, chips((target) => this.finish(target)));
        element.addEventListener("keydown", (event) => this.press(event));
    }

    /** @param {Item} item @param {HTMLElement} anchor */
    open(item, anchor) {
        this.item = item;
        this.box.value = "";
        this.read();
        this.popover.open(anchor);
        this.box.focus();
    }

    /** A single letter means a day, but it may also begin a word. */
    read() {
        clearTimeout(this.timer);
        this.box.removeAttribute("aria-invalid");
        const read = this.understand();
        setText(this.hint, read ? dueText({ ...read.due, repeat: read.repeat }) : "");
        const [letter, next = ""] = this.box.value.toLowerCase();
        const target = letters[letter];
        const more = following[currentLanguage()][letter] ?? "";
        if (!target) return;
        if (!next && more) {
            this.timer = setTimeout(() => this.finishEarly(target, more), letterWait);
        } else if (!next || !more.includes(next)) this.finish(target);
    }

    understand() {
        // A date needs a title before it.
        const read = readDue(`x ${this.box.value}`, currentLanguage(), new Date());
        return read?.title === "x" ? read : null;
    }

    /** The user may still type the rest of the word. @param {Target} target @param {string} more */
    finishEarly(target, more) {
        this.rest = more;
        this.restUntil = Date.now() + restWait;
        this.finish(target);
    }

    /** @param {string} letter that is typed now @returns {boolean} whether it is the rest of a word */
    takesRest(letter) {
        const isRest = Date.now() < this.restUntil && (!this.rest || this.rest.includes(letter));
        this.restUntil = isRest ? Date.now() + restWait : 0;
        this.rest = "";
        return isRest;
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        if (event.key === "Escape") this.popover.close();
        else if (event.key === "Enter" && event.target === this.box) this.submit();
        else return;
        event.preventDefault();
    }

    submit() {
        const { app, item } = this;
        const text = this.box.value.trim();
        const target = letters[text.toLowerCase()] ??
            targets.find((name) => t(name).toLowerCase() === text.toLowerCase());
        if (target) return this.finish(target);
        const read = this.understand();
        if (!item || !read) return this.box.setAttribute("aria-invalid", "true");
        this.close();
        const now = app.items.get(item.id) ?? item;
        if (!read.repeat) return moveTo(app, now, read.due);
        save(app, now, { ...withDue(now, read.due), repeat: inThisZone(read.repeat) }, "moved");
    }

    close() {
        clearTimeout(this.timer);
        this.popover.close();
        this.popover.restore();
    }

    /** @param {Target} target */
    finish(target) {
        const { app, item } = this;
        if (!item || !this.popover.isOpen) return;
        this.close();
        move(app, app.items.get(item.id) ?? item, target);
    }
}
