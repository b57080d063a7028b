/** Keyboard shortcuts: single keys for frequent actions, and the dialog that lists them. */

import { check, remove } from "../app/actions.js";
import { preferences } from "../app/settings.js";
import { t } from "../text/text.js";
import { makeDialog, openDialog } from "./dialog.js";
import { h, isTyping } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Details } from "./details.js" */
/** @import { List } from "./list/list.js" */
/** @import { Nav } from "./nav.js" */
/** @import { When } from "./list/when.js" */
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
        [["1", "2", "3"], t("key views")],
        [["j", "k", "↓", "↑"], t("key rows")],
        [["x", t("space")], t("key check")],
        [["Enter"], t("details")],
        [["t"], t("key date")],
        [["Delete", "Backspace"], t("delete")],
        [["u", "Ctrl+Z"], t("undo")],
        [["Ctrl+Shift+Z"], t("redo")],
        [["?"], t("key help")],
        [["Esc"], t("key close")],
    ];
    openDialog(makeDialog(
        t("shortcuts"),
        { class: "keys" },
        h("label", { class: "check switch" }, letters, t("single keys")),
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
     * @param {{ list: List, details: Details, nav: Nav, when: When, add(): void, search(): void,
     *     help(): void }} views
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
        if (document.querySelector("dialog:modal:not(.details), :popover-open")) return;
        if (event.ctrlKey || event.metaKey) return this.pressControl(event);
        if (event.key === "Escape") return this.escape();
        if (isTyping() || !this.app.copy) return;
        const isText = event.key.length === 1 || /^(Enter|Backspace)$/.test(event.key);
        if (isText && this.views.when.takesRest(event.key)) return event.preventDefault();
        const isLetter = event.key.length === 1 && event.key !== " ";
        if (isLetter && !preferences.letters) return;
        if (this.act(event.key)) event.preventDefault();
    }

    /** In a box, Ctrl+Z undoes typing. @param {KeyboardEvent} event */
    pressControl(event) {
        if (event.key.toLowerCase() !== "z" || isTyping()) return;
        event.preventDefault();
        if (event.shiftKey) this.app.redo();
        else this.app.undo();
    }

    escape() {
        const { details } = this.views;
        const { activeElement } = document;
        const isInside = details.element.contains(activeElement);
        if (isTyping() && !isInside) /** @type {HTMLElement} */ (activeElement).blur();
        else if (details.element.open) details.leave();
    }

    /** @param {string} key @returns {boolean} whether it is a shortcut here */
    act(key) {
        const { app, views } = this;
        const item = this.target();
        switch (key) {
            case "n":
                this.leaveSheet();
                views.add();
                return true;
            case "/":
                this.leaveSheet();
                views.search();
                return true;
            case "?":
                views.help();
                return true;
            case "u":
                app.undo();
                return true;
            case "1":
            case "2":
            case "3":
                return views.nav.open(Number(key) - 1);
            case "j":
            case "ArrowDown":
                return this.move(1, key);
            case "k":
            case "ArrowUp":
                return this.move(-1, key);
            case "Enter":
                // On a link or a button the browser handles Enter.
                if (!item || !isBox(document.activeElement)) return false;
                app.navigate({ item: item.id });
                return true;
        }
        return item !== null && this.actOn(item, key);
    }

    /** @param {Item} item @param {string} key @returns {boolean} */
    actOn(item, key) {
        const { list, details, when } = this.views;
        const row = list.focused();
        switch (key) {
            case "x":
                check(this.app, item, !item.done);
                // The row stays for a moment, but the next key must act on its neighbour.
                if (row && list.linger.sectionOf(item.id)) list.moveOn();
                return true;
            case "t":
                when.open(item, row?.button ?? details.editor.fields.date.box);
                return true;
            case "Delete":
            case "Backspace":
                if (row) remove(this.app, item);
                else details.remove();
                return true;
        }
        return false;
    }

    /** Closes a modal sheet, because elements outside it are inert. */
    leaveSheet() {
        const { details } = this.views;
        if (details.element.matches(":modal")) details.leave();
    }

    /** @param {number} by @param {string} key */
    move(by, key) {
        const { list, details } = this.views;
        const { activeElement } = document;
        const inRows = list.element.contains(activeElement) || activeElement === document.body;
        // Outside the rows, the arrow keys scroll.
        if (key.startsWith("Arrow") && !inRows) return false;
        if (details.element.contains(activeElement)) return false;
        list.move(by);
        return true;
    }

    /** @returns {Item | null} the item of the details if they have the focus, or else of the row */
    target() {
        const { details, list } = this.views;
        return details.element.contains(document.activeElement)
            ? details.item
            : list.focused()?.item ?? null;
    }
}

/** @param {Element | null} element */
const isBox = (element) => element instanceof HTMLInputElement && element.type === "checkbox";
