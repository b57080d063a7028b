/** Search: an icon, and a box while a search is open. The query is in the fragment. */

import { t } from "../text/text.js";
import { h, icon } from "./dom.js";

/** @import { App } from "../app/app.js" */

export class Find {
    /** @param {App} app @param {() => void} onDown to the first hit */
    constructor(app, onDown) {
        this.app = app;
        this.onDown = onDown;
        this.isOpen = this.q !== "";
        /** The view in which the search began. */
        this.view = app.route.view;
        this.box = h("input", {
            type: "search",
            "aria-label": t("search"),
            placeholder: t("search"),
            autocomplete: "off",
            enterKeyHint: "search",
            dir: "auto",
            input: () => this.look(),
            blur: () => this.box.value === "" && this.show(false),
            keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
        });
        this.button = h("button", {
            class: "quiet find-button",
            "aria-label": t("search"),
            title: t("search"),
            "aria-expanded": "false",
            // Otherwise the box would lose the focus and close, and the click would open it again.
            pointerdown: (/** @type {Event} */ event) => event.preventDefault(),
            click: () => this.isOpen ? this.close() : this.open(),
        }, icon("search"));
        this.element = h("search", { class: "find" }, this.box);
        app.on("route", () => this.fill());
        app.on("session", () => this.fill());
        this.fill();
    }

    /** What is searched for. The trash has a box of its own. */
    get q() {
        const { view, q } = this.app.route;
        return view === "trash" ? "" : q;
    }

    fill() {
        const { q } = this;
        if (this.box.value !== q) this.box.value = q;
        if (q !== "") this.show(true);
        else if (document.activeElement !== this.box) this.show(false);
        this.button.hidden = this.element.hidden = !this.app.copy ||
            this.app.route.view === "trash";
    }

    /** @param {boolean} isOpen */
    show(isOpen) {
        this.isOpen = isOpen;
        this.box.hidden = !isOpen;
        this.button.ariaExpanded = String(isOpen);
    }

    open() {
        if (!this.isOpen) this.view = this.app.route.view;
        this.show(true);
        this.box.focus();
    }

    /** A search covers all items. Typing adds no history entries, so one step back leaves it. */
    look() {
        const { route } = this.app;
        const q = this.box.value;
        const view = q === "" ? this.view : "all";
        this.app.navigate({ q, view }, route.q !== "");
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        if (event.isComposing) return;
        if (event.key === "ArrowDown") this.onDown();
        else if (event.key === "Escape") this.close();
        else return;
        // At Esc the browser would empty the box without an event.
        event.preventDefault();
    }

    /** Removes the text and the filter. */
    close() {
        const { app, view } = this;
        this.button.focus();
        this.show(false);
        if (app.route.q !== "") app.navigate({ q: "", view }, true);
    }
}
