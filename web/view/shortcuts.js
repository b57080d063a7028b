/** The keyboard: single keys for what is done often, and the dialog that lists them. */

import { check, remove } from "../app/actions.js";
import { preferences } from "../app/settings.js";
import { t } from "../text/text.js";
import { makeDialog, openDialog } from "./dialog.js";
import { h, isTyping } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Details } from "./details.js" */
/** @import { Form } from "./form.js" */
/** @import { List } from "./list.js" */
/** @import { Item } from "../types.d.ts" */

export function openShortcuts() {
    const letters = h("input", {
        type: "checkbox",
        checked: preferences.letters,
        change: () => preferences.keepLetters(letters.checked),
    });
    /** @type {[string[], string][]} */
    const keys = [
        [["n"], t("new to-do")],
        [["/"], t("search")],
        [["j", "k", "↓", "↑"], t("key rows")],
        [["x", t("space")], t("key check")],
        [["Enter"], t("details")],
        [["e"], t("edit")],
        [["Delete", "Backspace"], t("delete")],
        [["u", "Ctrl+Z"], t("undo")],
        [["Ctrl+Shift+Z"], t("redo")],
        [["?"], t("key help")],
        [["Esc"], t("key close")],
    ];
    openDialog(makeDialog(
        t("shortcuts"),
        { class: "keys" },
        h("label", { class: "check" }, letters, t("single keys")),
        h(
            "dl",
            {},
            ...keys.map(([names, text]) =>
                h(
                    "div",
                    {},
                    h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
                    h("dd", {}, text),
                )
            ),
        ),
        h("p", { class: "hint" }, t("conflict rules")),
    ));
}

export class Keys {
    /**
     * @param {App} app
     * @param {{ list: List, details: Details, form: Form, add(): void, search(): void, help(): void }} views
     */
    constructor(app, views) {
        this.app = app;
        this.views = views;
        document.addEventListener("keydown", (event) => this.press(event), {
            signal: app.views.signal,
        });
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        if (event.defaultPrevented || event.isComposing || event.altKey) return;
        if (document.querySelector("dialog:modal:not(.details)")) return;
        if (event.ctrlKey || event.metaKey) return this.pressControl(event);
        if (event.key === "Escape") return this.escape();
        if (isTyping() || !this.app.copy) return;
        const isLetter = event.key.length === 1 && event.key !== " ";
        if (isLetter && !preferences.letters) return;
        if (this.act(event.key)) event.preventDefault();
    }

    /** In a box Ctrl+Z is the box's own. @param {KeyboardEvent} event */
    pressControl(event) {
        if (event.key.toLowerCase() !== "z" || isTyping()) return;
        event.preventDefault();
        if (event.shiftKey) this.app.redo();
        else this.app.undo();
    }

    escape() {
        const { details } = this.views;
        if (isTyping()) /** @type {HTMLElement} */ (document.activeElement).blur();
        else if (details.element.open) details.leave();
    }

    /** @param {string} key @returns {boolean} whether it is a shortcut here */
    act(key) {
        const { app, views } = this;
        const { list, form } = views;
        const item = this.target();
        switch (key) {
            case "n":
                views.add();
                return true;
            case "/":
                views.search();
                return true;
            case "?":
                views.help();
                return true;
            case "u":
                app.undo();
                return true;
            case "j":
            case "ArrowDown":
                return this.move(1, key);
            case "k":
            case "ArrowUp":
                return this.move(-1, key);
            case "Enter":
                // On a link or a button it is the browser's.
                if (!item || !isBox(document.activeElement)) return false;
                app.navigate({ item: item.id });
                return true;
        }
        if (!item) return false;
        if (key === "x") check(app, item, !item.done);
        else if (key === "e") form.openEdit(item);
        else if (key === "Delete" || key === "Backspace") this.remove(item, list);
        else return false;
        return true;
    }

    /** @param {number} by @param {string} key */
    move(by, key) {
        const { list, details } = this.views;
        const { activeElement } = document;
        const inRows = list.element.contains(activeElement) || activeElement === document.body;
        // Elsewhere the arrows scroll.
        if (key.startsWith("Arrow") && !inRows) return false;
        if (details.element.contains(activeElement)) return false;
        list.move(by);
        return true;
    }

    /** @returns {Item | null} the item of the details, if they have the focus, else of the row */
    target() {
        const { details, list } = this.views;
        return details.element.contains(document.activeElement) ? details.item : list.focused();
    }

    /** @param {Item} item @param {List} list */
    remove(item, list) {
        if (list.focused()) remove(this.app, item);
        else this.views.details.remove();
    }
}

/** @param {Element | null} element */
const isBox = (element) => element instanceof HTMLInputElement && element.type === "checkbox";
