/** A line of words in the details, whose button opens a small editor beneath it. */

import { t } from "../../text/text.js";
import { h, icon } from "../dom.js";

/** @import { Key } from "../../text/text.js" */
/** @import { Child, Icon } from "../dom.js" */

let lineCount = 0;

export class Line {
    /** @param {Key} name @param {Icon} sign @param {...Child} editor */
    constructor(name, sign, ...editor) {
        this.name = t(name);
        const id = `line-${++lineCount}`;
        this.button = h("button", {
            class: "line",
            "aria-expanded": "false",
            "aria-controls": id,
            click: () => this.isOpen ? this.close() : this.open(),
        });
        /** What stands beside the button. */
        this.more = h("span", { class: "line-more" });
        this.panel = h(
            "div",
            { id, role: "dialog", "aria-label": this.name, class: "panel", hidden: true },
            ...editor,
            h(
                "div",
                { class: "panel-end" },
                h("button", {
                    class: "small",
                    click: () => this.close(),
                }, t("finish")),
            ),
        );
        this.panel.addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || event.defaultPrevented) return;
            event.preventDefault();
            event.stopPropagation();
            this.close();
        });
        this.element = h(
            "div",
            { class: "part" },
            icon(sign),
            h("div", {}, h("div", { class: "line-row" }, this.button, this.more), this.panel),
        );
        this.say("");
    }

    /** @param {string} text empty: there is nothing to say */
    say(text) {
        this.button.textContent = text || this.name;
        this.button.classList.toggle("none", !text);
        this.button.setAttribute("aria-label", text ? `${this.name}: ${text}` : this.name);
    }

    get isOpen() {
        return !this.panel.hidden;
    }

    open() {
        const { panel, button } = this;
        this.show(true);
        // Only the details scroll, and not the list behind them.
        const view = panel.closest("dialog");
        const bottom = view?.getBoundingClientRect().bottom ?? 0;
        const hidden = panel.getBoundingClientRect().bottom - bottom;
        const room = button.getBoundingClientRect().top - (view?.getBoundingClientRect().top ?? 0);
        view?.scrollBy(0, Math.max(0, Math.min(hidden, room)));
        const first = /** @type {HTMLElement | null} */ (panel.querySelector("button, input"));
        first?.focus({ preventScroll: true });
    }

    close() {
        const hadFocus = this.panel.contains(document.activeElement);
        this.show(false);
        if (hadFocus) this.button.focus();
    }

    /** @param {boolean} isOpen */
    show(isOpen) {
        this.panel.hidden = !isOpen;
        this.button.ariaExpanded = String(isOpen);
    }
}
