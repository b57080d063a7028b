/**
 * Dragging rows: with the mouse, or after a long touch. A copy of the row follows the pointer, and a
 * line shows where it goes. Nothing moves before it is dropped, and Esc takes it back.
 */

import { landing } from "../../core/list/drop.js";
import { h } from "../dom.js";

/** @import { List } from "./list.js" */
/** @import { Row } from "./row.js" */
/** @import { Item } from "../../types.d.ts" */

/** Distances in pixels: from here on a press is a drag; a touch that moves before it lifts scrolls. */
const dragBegins = 5;
const slips = 8;
/** How long a touch lasts until the row lifts, in milliseconds. */
const lifts = 250;
/** The part of the window at its edges in which the list scrolls, and the most pixels per frame. */
const edge = 64;
const fastest = 18;

/** @typedef {{ row: Row, x: number, y: number, isTouch: boolean, hasMoved: boolean }} Press */

export class Drag {
    /** @param {List} list */
    constructor(list) {
        this.list = list;
        /** @type {Press | null} */
        this.press = null;
        /** @type {Item[]} The dragged ones. Empty: nothing is dragged. */
        this.items = [];
        this.timer = 0;
        this.frame = 0;
        this.y = 0;
        this.ghost = h("div", { class: "ghost", "aria-hidden": "true" });
        this.line = h("div", { class: "drop-line", hidden: true });
        list.element.append(this.line);
        const { element, app: { views: { signal } } } = list;
        element.addEventListener("pointerdown", (event) => this.begin(event));
        // Without `preventDefault` the browser would scroll, or open the link's menu.
        element.addEventListener("touchmove", (event) => {
            if (this.isLifted) event.preventDefault();
        }, { passive: false });
        element.addEventListener("contextmenu", (event) => {
            if (this.press?.isTouch) event.preventDefault();
        });
        element.addEventListener("dragstart", (event) => event.preventDefault());
        document.addEventListener("pointermove", (event) => this.move(event), { signal });
        document.addEventListener("pointerup", (event) => this.end(event), { signal });
        document.addEventListener("pointercancel", () => this.cancel(), { signal });
        addEventListener("blur", () => this.cancel(), { signal });
        document.addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || !this.isLifted) return;
            event.preventDefault();
            event.stopPropagation();
            this.cancel();
        }, { signal, capture: true });
    }

    get isLifted() {
        return this.items.length > 0;
    }

    /** @param {PointerEvent} event */
    begin({ target, button, pointerType, isPrimary, clientX: x, clientY: y, ctrlKey }) {
        this.cancel();
        const element = /** @type {Element} */ (target);
        const row = this.list.rowAt(element);
        if (!row || button !== 0 || !isPrimary || ctrlKey) return;
        if (element.closest("label, button, input")) return;
        const isTouch = pointerType !== "mouse";
        this.press = { row, x, y, isTouch, hasMoved: false };
        this.y = y;
        if (isTouch) this.timer = setTimeout(() => this.lift(), lifts);
    }

    lift() {
        const { press, list } = this;
        if (!press) return;
        this.items = list.selection.ids.has(press.row.item.id)
            ? list.selection.items
            : [press.row.item];
        list.hold();
        for (const { rows } of list.rows) {
            for (const { id } of this.items) rows.get(id)?.element.classList.add("lifted");
        }
        const { left, top, width } = press.row.element.getBoundingClientRect();
        const copy = /** @type {HTMLElement} */ (press.row.element.cloneNode(true));
        // Names and descriptions of the copy would be doubles.
        copy.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));
        this.ghost.replaceChildren(
            copy,
            ...(this.items.length > 1
                ? [h("span", { class: "number" }, String(this.items.length))]
                : []),
        );
        this.ghost.style.inlineSize = `${width}px`;
        this.ghost.style.left = `${left}px`;
        this.ghost.style.top = `${top}px`;
        document.body.append(this.ghost);
        document.body.classList.add("dragging");
        this.frame = requestAnimationFrame(() => this.scroll());
    }

    /** @param {PointerEvent} event */
    move({ clientX, clientY, buttons, isPrimary }) {
        const { press } = this;
        if (!press || !isPrimary) return;
        // The button was released outside the window.
        if (!press.isTouch && buttons === 0) return this.cancel();
        this.y = clientY;
        const distance = Math.hypot(clientX - press.x, clientY - press.y);
        if (!this.isLifted) {
            if (press.isTouch && distance > slips) return this.cancel();
            if (press.isTouch || distance < dragBegins) return;
            this.lift();
        }
        if (distance >= dragBegins) press.hasMoved = true;
        this.ghost.style.translate = `0 ${clientY - press.y}px`;
        this.show();
    }

    /** The list scrolls while the pointer is at its edge. */
    scroll() {
        if (!this.isLifted) return;
        const top = document.querySelector("header.sticky")?.getBoundingClientRect().bottom ?? 0;
        const beyond = Math.min(0, this.y - top - edge) ||
            Math.max(0, this.y - innerHeight + edge);
        if (beyond && this.press?.hasMoved) {
            scrollBy(0, Math.max(-fastest, Math.min(fastest, beyond / 4)));
            this.show();
        }
        this.frame = requestAnimationFrame(() => this.scroll());
    }

    /** Where the pointer is in the lists, and where the items would go. */
    place() {
        const { list, y, press } = this;
        const part = press && list.arranging.partAt(y);
        if (!part) return null;
        const { rows, index } = part;
        const place = list.arranging.placeAt(rows, rows.items[index]?.id);
        const goal = landing(this.items, place);
        return goal && { place, goal, rows };
    }

    /** Draws the line. */
    show() {
        const found = this.press?.hasMoved && this.place();
        this.line.hidden = !found;
        if (!found) return;
        const { goal: { run, before }, rows } = found;
        const last = run.at(-1);
        const row = rows.rows.get(before ?? last?.id ?? "");
        const box = row?.element.getBoundingClientRect() ?? rows.list.getBoundingClientRect();
        const y = before || !last ? box.top : box.bottom;
        this.line.style.top = `${y - this.list.element.getBoundingClientRect().top}px`;
    }

    /** @param {PointerEvent} event */
    end({ isPrimary }) {
        const { press, isLifted, items } = this;
        if (!press || !isPrimary) return;
        if (!isLifted) return this.cancel();
        const place = press.hasMoved ? this.place()?.place : undefined;
        swallowClick();
        this.cancel();
        if (place) this.list.arranging.drop(items, place);
        else if (press.isTouch && !press.hasMoved) this.list.selection.toggle(items[0].id);
    }

    cancel() {
        clearTimeout(this.timer);
        cancelAnimationFrame(this.frame);
        this.press = null;
        if (!this.isLifted) return;
        this.items = [];
        this.ghost.remove();
        this.ghost.style.translate = "";
        this.line.hidden = true;
        document.body.classList.remove("dragging");
        this.list.element.querySelectorAll(".lifted")
            .forEach((each) => each.classList.remove("lifted"));
        this.list.release();
    }
}

/** The click that follows the release must not open the row. */
function swallowClick() {
    const stop = (/** @type {Event} */ event) => {
        event.preventDefault();
        event.stopPropagation();
    };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
}
