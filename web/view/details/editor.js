/**
 * The fields of a to-do. Each is saved when the user leaves it. Text that is not saved yet is a
 * draft. Esc restores its field. A field whose text the user has not changed follows the item, also
 * while it has the focus. Changes of other devices do not affect a field that differs.
 */

import { longestTitle, save, withDue } from "../../app/actions.js";
import { dateText, dueOf, fromInputs } from "../../core/calendar.js";
import { readCoordinate } from "../../core/coordinate.js";
import { samePart, withPart } from "../../core/merge.js";
import { currentLanguage, t } from "../../text/text.js";
import { Address, located } from "./address.js";
import { asShown, names, partOf, shown, whenBoxes } from "./fields.js";
import { readDate } from "../../core/list/quick.js";
import { inThisZone } from "../../core/repeats.js";
import { field } from "../dialog.js";
import { h } from "../dom.js";
import { afterPress } from "../press.js";
import { Rule } from "./rule.js";

/** @import { App } from "../../app/app.js" */
/** @import { Name } from "./fields.js" */
/** @import { Item } from "../../types.d.ts" */

const longestDescription = 65_536;

export class Editor {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} */
        this.item = null;
        /** For each edited field: the item at the time when the user entered the field.
         * @type {Map<Name, Item>} */
        this.opened = new Map();
        const line = (/** @type {string} */ type, more = {}) =>
            h("input", { type, autocomplete: "off", ...more });
        this.fields = {
            title: field(t("title"), h("textarea", { rows: 1, dir: "auto", class: "title-box" })),
            description: field(
                t("description"),
                h("textarea", { rows: 1, dir: "auto", placeholder: t("add a description") }),
            ),
            date: field(t("date in words"), line("text", { placeholder: t("date box hint") })),
            time: field(t("time"), line("time")),
            place: field(t("place"), line("text", { dir: "auto", placeholder: t("add a place") })),
            coordinate: field(t("coordinate"), line("text", { placeholder: "51.2, 6.7" })),
        };
        this.address = new Address(app);
        this.rule = new Rule(app);
        for (const name of names) this.watch(name);
    }

    /** @param {Name} name */
    watch(name) {
        const { box } = this.fields[name];
        box.addEventListener("focus", () => this.enter(name));
        box.addEventListener("input", () => {
            this.enter(name);
            this.keepDraft(name);
        });
        box.addEventListener("blur", () => afterPress(() => this.leave(name)));
        box.addEventListener("keydown", (event) => {
            const { key, isComposing } = /** @type {KeyboardEvent} */ (event);
            if (isComposing) return;
            if (key === "Escape" && this.isChanged(name)) {
                event.preventDefault();
                this.takeBack(name);
            } else if (key === "Enter" && name !== "description") {
                event.preventDefault();
                this.leave(name);
                this.enter(name);
            }
        });
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        const before = this.item;
        const isOther = item?.id !== before?.id;
        if (isOther) this.opened.clear();
        this.item = item;
        this.rule.fill(item);
        this.address.fill(item);
        if (!item) return;
        for (const name of names) {
            const draft = this.app.drafts.fields[`${item.id} ${name}`];
            if (isOther) this.fields[name].fault("");
            if (isOther && draft) {
                this.opened.set(name, draft.opened);
                this.fields[name].box.value = draft.value;
            } else if (before && !isOther && this.isChanged(name)) {
                this.advance(name, before, item);
            } else {
                this.write(name, item);
            }
        }
        this.grow();
    }

    /**
     * This device has changed the part of a box that is edited. The user has seen that, so the box
     * now compares with the new item.
     * @param {Name} name @param {Item} before @param {Item} now
     */
    advance(name, before, now) {
        const opened = this.opened.get(name);
        const part = partOf(name);
        // A new revision can contain another device's change.
        if (!opened || before.revision !== now.revision) return;
        if (samePart(before, now, part) || !samePart(opened, before, part)) return;
        this.opened.set(name, withPart(opened, now, part));
        this.keepDraft(name);
    }

    /** @param {Name} name @param {Item} item */
    write(name, item) {
        const { box, fault } = this.fields[name];
        const value = shown[name](item);
        if (box.value !== value) box.value = value;
        if (this.opened.has(name)) this.opened.set(name, item);
        fault("");
    }

    /** Makes boxes of several lines as high as their text. */
    grow() {
        for (const { box } of [this.fields.title, this.fields.description]) {
            if (CSS.supports("field-sizing", "content")) break;
            box.style.blockSize = "auto";
            box.style.blockSize = `${box.scrollHeight + 2}px`;
        }
    }

    /** @param {Name} name */
    enter(name) {
        if (this.item && !this.opened.has(name)) this.opened.set(name, this.item);
    }

    /** @param {Name} name
     * @returns {boolean} whether the text differs from that of the remembered item */
    isChanged(name) {
        const opened = this.opened.get(name);
        const { box } = this.fields[name];
        return opened !== undefined &&
            (box.value !== asShown(box, shown[name](opened)) || box.validity.badInput);
    }

    /** Whether something is typed that is not saved. */
    get differs() {
        return names.some((name) => this.isChanged(name)) || this.rule.isTyped ||
            this.address.text !== "";
    }

    /** @param {Name} name */
    keepDraft(name) {
        const opened = this.opened.get(name);
        if (!opened) return;
        const { value } = this.fields[name].box;
        const isChanged = this.isChanged(name);
        this.app.drafts.keep(`${opened.id} ${name}`, isChanged ? { value, opened } : null);
        this.grow();
    }

    /** @param {Name} name */
    takeBack(name) {
        const { item } = this;
        if (!item) return;
        this.app.drafts.keep(`${item.id} ${name}`, null);
        this.opened.set(name, item);
        this.write(name, item);
        this.grow();
    }

    /** Saves a field, unless it has a fault. @param {Name} name */
    async leave(name) {
        const opened = this.opened.get(name);
        if (!opened) return;
        if (!this.isChanged(name)) {
            this.fields[name].fault("");
            this.opened.delete(name);
            if (this.item) this.write(name, this.item);
            return;
        }
        const changed = this.read(name, opened);
        if (typeof changed === "string") return this.fields[name].fault(changed);
        // Date and time are read and saved together.
        const left = (partOf(name) === "when" ? whenBoxes : [name]).map((each) => {
            this.fields[each].fault("");
            this.app.drafts.keep(`${opened.id} ${each}`, null);
            this.opened.delete(each);
            return { each, value: this.fields[each].box.value };
        });
        if (await save(this.app, opened, changed)) return;
        // The store has refused it, so it is a draft again.
        for (const { each, value } of left) {
            if (value === shown[each](opened)) continue;
            this.app.drafts.keep(`${opened.id} ${each}`, { value, opened });
            if (this.item?.id !== opened.id || this.opened.has(each)) continue;
            this.opened.set(each, opened);
            this.fields[each].box.value = value;
        }
    }

    /** Saves all edited fields. Fields with a fault stay drafts. */
    finish() {
        for (const name of names) this.leave(name);
        this.rule.finish();
    }

    /** @param {Name} name @param {Item} opened @returns {Item | string} the changed item, or the fault */
    read(name, opened) {
        const value = this.fields[name].box.value.toWellFormed();
        const text = value.trim();
        const isLong = [...text].length > longestTitle;
        switch (name) {
            case "title":
                if (!text) return t("title missing");
                // A title has one line.
                return isLong
                    ? t("too long", { n: longestTitle })
                    : { ...opened, title: text.replace(/\s*\n\s*/g, " ") };
            case "description": {
                const bytes = new TextEncoder().encode(value).length;
                if (bytes > longestDescription) return t("description long");
                return { ...opened, itemDescription: value || undefined };
            }
            case "date":
                return this.readWords(opened, text);
            case "time":
                return this.readTime(opened);
            case "place":
                return isLong
                    ? t("too long", { n: longestTitle })
                    : located(opened, { ...opened.location, name: text });
            case "coordinate": {
                const coordinate = text ? readCoordinate(text) : undefined;
                if (coordinate === null) return t("coordinate wrong");
                return located(opened, { name: opened.location?.name ?? "", coordinate });
            }
        }
    }

    /** A typed time that waits for a date belongs to the words.
     * @param {Item} opened @param {string} text @returns {Item | string} */
    readWords(opened, text) {
        const read = readDate(text, currentLanguage(), new Date());
        if (!read) return t("date wrong");
        const { due, repeat } = read;
        const time = due.day && this.isChanged("time") ? this.fields.time.box.value : "";
        const changed = withDue(opened, (time && fromInputs(due.day ?? "", time)) || due);
        return { ...changed, ...(repeat && { repeat: inThisZone(repeat) }) };
    }

    /** @param {Item} opened @returns {Item | string} */
    readTime(opened) {
        const { box } = this.fields.time;
        if (box.validity.badInput) return t("date wrong");
        const due = dueOf(opened);
        if (!due) return box.value ? t("date missing") : opened;
        return withDue(opened, fromInputs(dateText(due), box.value));
    }

    /** The typed time that is not saved, which is no draft from now on. */
    takeTime() {
        const { box } = this.fields.time;
        const time = this.isChanged("time") && !box.validity.badInput ? box.value : "";
        if (this.item) this.takeBack("time");
        this.opened.delete("time");
        return time;
    }
}
