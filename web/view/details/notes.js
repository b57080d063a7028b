/**
 * The notes of a to-do as text, with links, and lines of a checklist that tick. A click on the text
 * goes into the box beneath, which shows it as it was typed.
 */

import { save } from "../../app/actions.js";
import { noteLines, withTick } from "../../core/list/checklist.js";
import { linkParts } from "../../text/links.js";
import { h, outside } from "../dom.js";
import { afterPress } from "../press.js";

/** @import { App } from "../../app/app.js" */
/** @import { Editor } from "./editor.js" */
/** @import { NoteLine } from "../../core/list/checklist.js" */
/** @import { Item } from "../../types.d.ts" */

/** @param {string} text */
const linked = (text) => linkParts(text).map(({ text, href }) => href ? outside(href, text) : text);

export class Notes {
    /** @param {App} app @param {Editor} editor */
    constructor(app, editor) {
        this.app = app;
        this.editor = editor;
        const { box, element } = editor.fields.description;
        this.box = box;
        this.view = h("div", {
            class: "note-view",
            dir: "auto",
            click: (/** @type {MouseEvent} */ event) => this.enter(event),
        });
        this.element = h("div", { class: "notes" }, element, this.view);
        for (const type of ["focus", "input"]) {
            box.addEventListener(type, () => this.arrange());
        }
        box.addEventListener("blur", () => afterPress(() => this.arrange()));
    }

    /** @param {MouseEvent} event */
    enter({ target }) {
        if (/** @type {Element} */ (target).closest("a, label")) return;
        if (getSelection()?.type === "Range") return;
        this.box.focus();
        this.box.setSelectionRange(this.box.value.length, this.box.value.length);
    }

    /** @param {Item} item */
    fill(item) {
        const text = item.itemDescription ?? "";
        const place = [...this.view.querySelectorAll("input")]
            .findIndex((box) => box === document.activeElement);
        this.view.replaceChildren(...this.parts(text ? noteLines(text) : []));
        this.view.querySelectorAll("input")[place]?.focus();
        this.arrange();
    }

    /** Lines of text that follow each other are one part. @param {NoteLine[]} lines */
    parts(lines) {
        /** @type {HTMLElement[]} */
        const parts = [];
        /** @type {string[]} */
        let texts = [];
        const flush = () => {
            if (texts.length > 0) parts.push(h("p", {}, ...linked(texts.join("\n"))));
            texts = [];
        };
        lines.forEach((line, index) => {
            if (line.done === undefined) {
                texts.push(line.text);
                return;
            }
            flush();
            parts.push(this.line(line, index));
        });
        flush();
        return parts;
    }

    /** A line of a checklist. @param {NoteLine} line @param {number} index */
    line({ text, done }, index) {
        const box = h("input", {
            type: "checkbox",
            checked: done,
            "aria-label": text || "–",
            change: () => this.tick(index, box.checked),
        });
        return h("p", { class: "check-line" }, h("label", {}, box), h("span", {}, ...linked(text)));
    }

    /** @param {number} index @param {boolean} done */
    tick(index, done) {
        const { app, editor: { item } } = this;
        if (!item) return;
        const itemDescription = withTick(item.itemDescription ?? "", index, done);
        save(app, item, { ...item, itemDescription });
    }

    /** The box is shown while it is used, has text that is not saved, or is empty. */
    arrange() {
        const isUsed = document.activeElement === this.box || this.editor.isChanged("description");
        this.element.classList.toggle("read", !isUsed && this.box.value !== "");
    }
}
