/** Keyboard shortcuts: single keys for frequent actions, and the dialog that lists them. */

import { check, remove } from "../app/actions.js";
import { preferences } from "../app/settings.js";
import { t } from "../text/text.js";
import { makeDialog, openDialog } from "./dialog.js";
import { h, isTyping } from "./dom.js";
import { isPast, leavePast } from "./history/region.js";

/** @import { App } from "../app/app.js" */
/** @import { Details } from "./details/details.js" */
/** @import { List } from "./list/list.js" */
/** @import { Nav } from "./nav.js" */
/** @import { When } from "./list/when.js" */
/** @import { TagPopover } from "./tags/tag-popover.js" */
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
        [["Shift+↓", "Shift+↑", "Ctrl+A"], t("key select")],
        [["x", t("space")], t("key check")],
        [["Enter"], t("details")],
        [["e"], t("edit title")],
        [["t"], t("key date")],
        [["#"], t("key tag")],
        [["Alt+↑", "Alt+↓"], t("key move")],
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
     * @param {{ list: List, details: Details, nav: Nav, when: When,
     *     tag: TagPopover, add(): void, search(): void,
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
        if (event.defaultPrevented || event.isComposing) return;
        if (document.querySelector("dialog:modal:not(.details), :popover-open")) return;
        if (event.altKey) return this.pressAlt(event);
        if (event.ctrlKey || event.metaKey) return this.pressControl(event);
        if (event.key === "Escape") return this.escape();
        if (isTyping() || !this.app.copy) return;
        if (event.shiftKey && this.select(event)) return event.preventDefault();
        const isText = event.key.length === 1 || /^(Enter|Backspace)$/.test(event.key);
        if (isText && this.views.when.takesRest(event.key)) return event.preventDefault();
        const isLetter = event.key.length === 1 && event.key !== " ";
        if (isLetter && !preferences.letters) return;
        if (this.act(event.key)) event.preventDefault();
    }

    /** Moves the chosen rows by hand. @param {KeyboardEvent} event */
    pressAlt(event) {
        const { list } = this.views;
        const where = /** @type {const} */ ({
            ArrowUp: "up",
            ArrowDown: "down",
            Home: "first",
            End: "last",
        })[/** @type {"Home"} */ (event.key)];
        if (!where || !list.element.contains(document.activeElement)) return;
        event.preventDefault();
        list.arranging.shift(where);
    }

    /** Extends the selection by a row. @param {KeyboardEvent} event */
    select({ key }) {
        const { walk, selection } = this.views.list;
        const from = walk.focused();
        const by = { ArrowUp: -1, ArrowDown: 1 }[key];
        if (!from || !by) return false;
        walk.move(by);
        selection.extend((walk.focused() ?? from).item.id, from.item.id);
        return true;
    }

    /** In a box, Ctrl+Z undoes typing, and Ctrl+A selects the text. @param {KeyboardEvent} event */
    pressControl(event) {
        if (isTyping()) return;
        const key = event.key.toLowerCase();
        const { list } = this.views;
        const isAll = key === "a" && list.walk.focused() !== null;
        if (!isAll && key !== "z") return;
        event.preventDefault();
        if (isAll) return list.selection.all();
        if (event.shiftKey) this.app.redo();
        else this.app.undo();
    }

    escape() {
        const { details, list } = this.views;
        const { activeElement } = document;
        const isInside = details.element.contains(activeElement);
        if (isTyping() && !isInside) /** @type {HTMLElement} */ (activeElement).blur();
        else if (list.selection.ids.size > 0) list.selection.clear();
        else if (details.element.open) details.leave();
        else if (isPast(this.app)) leavePast(this.app);
    }

    /** @param {string} key @returns {boolean} whether it is a shortcut here */
    act(key) {
        const { app, views } = this;
        const items = this.targets();
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
                if (items.length !== 1 || !isBox(document.activeElement)) return false;
                app.navigate({ item: items[0].id });
                return true;
        }
        return items.length > 0 && this.actOn(items, key);
    }

    /** @param {Item[]} items @param {string} key @returns {boolean} */
    actOn(items, key) {
        const { list, details, when, tag } = this.views;
        const isInside = details.element.contains(document.activeElement);
        const row = list.walk.focused();
        switch (key) {
            case "x":
                check(this.app, items, items.some(({ done }) => !done));
                // The row stays for a moment, but the next key must act on its neighbour.
                if (row && list.linger.sectionOf(row.item.id)) list.walk.moveOn();
                return true;
            case "t":
                when.open(items, row?.button ?? details.date.line.button);
                return true;
            case "e":
                if (isInside) details.editor.fields.title.box.focus();
                else if (row) row.edit();
                return true;
            case "#":
                if (isInside) details.tags.box.box.focus();
                else tag.open(items, row?.button ?? list.element);
                return true;
            case "Delete":
            case "Backspace":
                if (isInside) details.remove();
                else remove(this.app, items);
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
        list.walk.move(by);
        return true;
    }

    /** @returns {Item[]} the item of the details if they have the focus, or else the chosen rows */
    targets() {
        const { details, list } = this.views;
        if (!details.element.contains(document.activeElement)) return list.chosen();
        return details.item ? [details.item] : [];
    }
}

/** @param {Element | null} element */
const isBox = (element) => element instanceof HTMLInputElement && element.type === "checkbox";
