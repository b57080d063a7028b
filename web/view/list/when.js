/** Sets the date of a to-do in one step: buttons for near days, and a box that `t` opens. */

import { changeAll, move, targets, withDue } from "../../app/actions.js";
import { readDate } from "../../core/list/quick.js";
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
function chips(choose) {
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

/** Letters that act at once in the empty box. @type {Record<string, Target>} */
const letters = { t: "today", m: "tomorrow", w: "next week" };

/** Words for dates that begin with such a letter. @type {Record<string, string>} */
const dateWords = {
    en: "today tomorrow tonight tuesday thursday monday morning march may midnight wednesday week",
    de: "morgen montag mittwoch märz mai mittag mitternacht täglich woche wochenende",
};

/** How long the rest of such a word is not a shortcut, in milliseconds after its last letter. */
const restWait = 500;

/** From this length on, what is typed is certainly a text, and not a letter and shortcuts. */
const textLength = 3;

export class When {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item[]} */
        this.items = [];
        /** The letter that has acted, and what was typed after it. */
        this.typed = "";
        /** Until this time, a key may be the rest of a word. */
        this.restUntil = 0;
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

    /** @param {Item[]} items @param {HTMLElement} anchor */
    open(items, anchor) {
        this.items = items;
        this.box.value = "";
        this.read();
        this.popover.open(anchor);
        this.box.focus();
    }

    read() {
        this.box.removeAttribute("aria-invalid");
        const read = this.understand();
        setText(this.hint, read ? dueText({ ...read.due, repeat: read.repeat }) : "");
    }

    understand() {
        return readDate(this.box.value, currentLanguage(), new Date());
    }

    /**
     * The user may type a word although its first letter has acted.
     * @param {string} key that is typed now @returns {boolean} whether it is the rest of a word
     */
    takesRest(key) {
        const typed = this.typed + key.toLowerCase();
        const isRest = Date.now() < this.restUntil && (this.typed.length >= textLength ||
            dateWords[currentLanguage()].split(" ").some((word) => word.startsWith(typed)));
        this.typed = isRest ? typed : "";
        this.restUntil = isRest ? Date.now() + restWait : 0;
        return isRest;
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const { key, ctrlKey, metaKey, altKey } = event;
        const isPlain = !ctrlKey && !metaKey && !altKey && !event.isComposing;
        const target = event.target === this.box && this.box.value === "" && letters[key];
        if (target && isPlain) {
            this.typed = key;
            this.restUntil = Date.now() + restWait;
            this.finish(target);
        } else if (event.key === "Escape") this.popover.close();
        else if (event.key === "Enter" && event.target === this.box) this.submit();
        else return;
        event.preventDefault();
    }

    submit() {
        const text = this.box.value.trim();
        const target = letters[text.toLowerCase()] ??
            targets.find((name) => t(name).toLowerCase() === text.toLowerCase());
        if (target) return this.finish(target);
        const read = this.understand();
        if (!read) return this.box.setAttribute("aria-invalid", "true");
        this.close();
        const { due, repeat } = read;
        changeAll(this.app, "moved", this.current(), (item) => ({
            ...withDue(item, due),
            ...(repeat && { repeat: inThisZone(repeat) }),
        }));
    }

    /** The items as they are now. @returns {Item[]} */
    current() {
        return this.items.map((item) => this.app.items.get(item.id) ?? item);
    }

    close() {
        this.popover.close();
        this.popover.restore();
    }

    /** @param {Target} target */
    finish(target) {
        if (!this.popover.isOpen) return;
        this.close();
        move(this.app, this.current(), target);
    }
}
