/** Search, filter and order. What is chosen lives in the fragment. */

import { shows, sorts } from "../core/find.js";
import { t } from "../text/text.js";
import { h, icon } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Show, Sort } from "../types.d.ts" */

export class Find {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.box = h("input", {
            type: "search",
            "aria-label": t("search"),
            placeholder: t("search"),
            autocomplete: "off",
            dir: "auto",
            // Typing makes no history; one step back leaves the search.
            input: () => app.navigate({ q: this.box.value }, app.route.q !== ""),
        });
        this.show = select(t("show"), shows.map((show) => [show, t(`show ${show}`)]), (value) => {
            app.navigate({ show: /** @type {Show} */ (value) });
        });
        this.sort = select(
            t("sort by"),
            sorts.map((sort) => [sort, t(`sort ${sort}`)]),
            (value) => {
                app.navigate({ sort: /** @type {Sort} */ (value) });
            },
        );
        this.element = h(
            "search",
            { class: "find" },
            this.box,
            framed(this.show),
            framed(this.sort),
        );
        app.on("route", () => this.fill());
        this.fill();
    }

    fill() {
        const { q, show, sort } = this.app.route;
        if (this.box.value !== q) this.box.value = q;
        this.show.value = show;
        this.sort.value = sort;
    }
}

/**
 * @param {string} name @param {[string, string][]} options @param {(value: string) => void} change
 */
export function select(name, options, change) {
    const element = h(
        "select",
        { "aria-label": name, change: () => change(element.value) },
        ...options.map(([value, text]) => h("option", { value }, text)),
    );
    return element;
}

/** @param {HTMLSelectElement} element @returns {HTMLElement} with an arrow */
export const framed = (element) => h("span", { class: "select" }, element, icon("down"));
