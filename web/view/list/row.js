/** One to-do of a list. A click anywhere except on the tick and the menu opens the details. */

import { check, longestTitle, save } from "../../app/actions.js";
import { dueDate, hasTime, isOverdue, machineText } from "../../core/calendar.js";
import { noteLines, progress } from "../../core/list/checklist.js";
import { foldTag } from "../../core/list/tags.js";
import { writeRoute } from "../../core/route.js";
import { repeatText } from "../../text/repeats.js";
import { shortDue, t, timeOf } from "../../text/text.js";
import { h, icon, repetition, unseen } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Due, Item, Section } from "../../types.d.ts" */

/** The element that says «Selected». */
export const selectedId = "selected-row";

export class Row {
    /** @param {App} app @param {Item} item @param {Section} section @param {(row: Row) => void} onMore */
    constructor(app, item, section, onMore) {
        this.app = app;
        this.item = item;
        this.section = section;
        this.position = -1;
        this.size = -1;
        this.box = h("input", {
            type: "checkbox",
            change: () => check(app, [this.item], this.box.checked),
        });
        this.isSelected = false;
        this.link = h("a", { class: "title", dir: "auto", draggable: false });
        this.meta = h("span", { class: "meta" });
        this.date = h("span", { class: "date", id: `due-${item.id}` });
        this.button = h("button", {
            class: "quiet more",
            "aria-haspopup": "menu",
            "aria-expanded": "false",
            click: () => onMore(this),
        }, icon("more"));
        this.element = h(
            "li",
            { class: "row", click: (/** @type {MouseEvent} */ event) => this.open(event) },
            h("label", { class: "tick", click: once }, this.box),
            h("span", { class: "text" }, this.link, this.meta),
            this.date,
            this.button,
        );
        this.fill();
    }

    /** @param {MouseEvent} event */
    open(event) {
        const target = /** @type {Element} */ (event.target);
        // The browser handles clicks on these.
        if (event.defaultPrevented || target.closest("a, button, label, input")) return;
        this.link.click();
    }

    /** Edits the title in its place. */
    edit() {
        const { item: opened, link } = this;
        const input = h("input", {
            type: "text",
            value: opened.title,
            "aria-label": t("title"),
            class: "title-edit",
            dir: "auto",
            autocomplete: "off",
            blur: () => end(true),
            keydown: (/** @type {KeyboardEvent} */ event) => {
                if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
                event.preventDefault();
                end(event.key === "Enter");
                this.box.focus();
            },
        });
        let isOpen = true;
        const end = (/** @type {boolean} */ saves) => {
            if (!isOpen) return;
            isOpen = false;
            const title = input.value.toWellFormed().trim();
            const isValid = title !== "" && [...title].length <= longestTitle;
            input.replaceWith(link);
            if (saves && isValid) save(this.app, opened, { ...opened, title });
        };
        link.replaceWith(input);
        input.focus();
        input.select();
    }

    /** @param {Item} item
     * @param {boolean} again fills an unchanged row too, after a change of the day */
    update(item, again) {
        if (item === this.item && !again) return;
        this.item = item;
        this.fill();
    }

    fill() {
        const { title, done, timestamp, day, repeat, location, tags, itemDescription } = this.item;
        this.box.checked = done;
        this.box.setAttribute("aria-label", title);
        if (this.link.textContent !== title) this.link.textContent = title;
        this.linkTo();
        this.button.setAttribute("aria-label", t("more of", { it: title }));
        this.element.classList.toggle("done", done);
        const { done: ticked, total } = progress(itemDescription ?? "");
        const note = noteOf(itemDescription ?? "");
        this.fillDate(timestamp === undefined ? null : { timestamp, day });
        this.meta.replaceChildren(
            ...(total > 0 ? [h("span", { class: "progress" }, `${ticked}/${total}`)] : []),
            ...(repeat ? [repetition(repeatText(repeat))] : []),
            ...this.otherTags(tags).map((tag) => h("span", { class: "tag", dir: "auto" }, tag)),
            ...(location?.name ? [h("span", { class: "place", dir: "auto" }, location.name)] : []),
            ...(note ? [h("span", { class: "note", dir: "auto" }, note)] : []),
        );
    }

    /** On the page of a tag, its rows need not say it. @param {string[]} [tags] */
    otherTags(tags = []) {
        const { view, tag } = this.app.route;
        return view === "tag" ? tags.filter((other) => foldTag(other) !== foldTag(tag)) : tags;
    }

    /** @param {Due | null} due */
    fillDate(due) {
        const { date, section, item } = this;
        date.replaceChildren();
        date.className = "date";
        this.describe();
        if (!due) return;
        const now = new Date();
        const isLate = !item.done && isOverdue(due, now);
        if (isLate) date.classList.add("overdue");
        else if (section === "today") date.classList.add("now");
        // In other sections the heading says it.
        if (isLate && section === "to do") date.append(h("span", {}, t("overdue")), " ");
        date.append(h("time", { dateTime: machineText(due) }, ...this.dateText(due, now)));
    }

    /** @param {Due} due @param {Date} now @returns {(Node | string)[]} without the heading's day */
    dateText(due, now) {
        const { section } = this;
        if (section !== "today" && section !== "tomorrow") return [shortDue(due, now)];
        if (hasTime(due)) return [unseen(`${t(section)} `), timeOf(dueDate(due))];
        return [unseen(t(section))];
    }

    /** The link's description: whether the row is selected, and its date. */
    describe() {
        const ids = [
            this.isSelected && selectedId,
            this.item.timestamp !== undefined && this.date.id,
        ].filter(Boolean);
        if (ids.length > 0) this.link.setAttribute("aria-describedby", ids.join(" "));
        else this.link.removeAttribute("aria-describedby");
    }

    /** @param {Set<string>} ids of the selected items */
    mark(ids) {
        const isSelected = ids.has(this.item.id);
        if (isSelected === this.isSelected) return;
        this.isSelected = isSelected;
        this.element.classList.toggle("selected", isSelected);
        this.describe();
    }

    /** The link keeps the search, so that closing the details leads back to it. */
    linkTo() {
        const { route } = this.app;
        const { id } = this.item;
        const hash = writeRoute({ ...route, item: id });
        if (this.link.getAttribute("href") !== hash) this.link.setAttribute("href", hash);
        const isOpen = route.item === id;
        this.element.classList.toggle("open", isOpen);
        if (isOpen) this.link.setAttribute("aria-current", "true");
        else this.link.removeAttribute("aria-current");
    }

    /** @param {number} position from 0 @param {number} size */
    place(position, size) {
        if (position !== this.position) {
            this.position = position;
            this.element.ariaPosInSet = String(position + 1);
            this.element.style.setProperty("--position", String(position));
        }
        if (size !== this.size) {
            this.size = size;
            this.element.ariaSetSize = String(size);
        }
    }
}

/** What a row shows of a note: not the lines of a checklist. @param {string} text */
function noteOf(text) {
    const start = text.slice(0, 1000);
    const isList = start.includes("[");
    const lines = isList ? noteLines(start).filter(({ done }) => done === undefined) : null;
    return (lines ? lines.map((line) => line.text).join(" ").trim() : start).slice(0, 200);
}

/** Ignores the second click of a double click. @param {MouseEvent} event */
function once(event) {
    if (event.detail > 1) event.preventDefault();
}
