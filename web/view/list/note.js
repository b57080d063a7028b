/** What a list shows when it has no rows, and the line about a filter. */

import { choices, keepChoice } from "../../app/settings.js";
import { t } from "../../text/text.js";
import { focusFirst, h, icon } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Icon } from "../dom.js" */

/** @typedef {"empty" | "nothing matches" | "nothing today" | "nothing tagged" | "nothing open"
 *     | "nothing done"} Empty */

/** A picture for each empty state. @type {Record<Empty, Icon>} */
const pictures = {
    "empty": "check",
    "nothing matches": "search",
    "nothing today": "sun",
    "nothing tagged": "tag",
    "nothing open": "check",
    "nothing done": "circle",
};

export class Note {
    /** @param {App} app @param {() => void} onChange of the filter */
    constructor(app, onChange) {
        this.app = app;
        this.element = h("div", { class: "note-box", hidden: true });
        this.filter = h(
            "p",
            { class: "filter", hidden: true },
            h("span", {}, t("with a place")),
            h("button", {
                class: "small",
                click: () => {
                    keepChoice("place", false);
                    onChange();
                    focusFirst();
                },
            }, t("show all")),
        );
    }

    /** @param {number} count of the rows */
    render(count) {
        const { loaded } = this.app;
        this.filter.hidden = !choices.place || !loaded;
        this.element.hidden = count > 0 || !loaded;
        const key = this.key();
        if (this.element.hidden || this.element.dataset.note === key) return;
        this.element.dataset.note = key;
        this.element.replaceChildren(
            h("span", { class: "picture" }, icon(pictures[key])),
            h("p", { class: "large" }, t(key)),
            h("p", {}, t(`${key} hint`)),
        );
    }

    /** @returns {keyof typeof pictures} */
    key() {
        const { items, route } = this.app;
        if (items.size === 0) return "empty";
        if (route.q || choices.place) return "nothing matches";
        if (route.view === "today") return "nothing today";
        if (route.view === "tag") return "nothing tagged";
        return route.view === "done" ? "nothing done" : "nothing open";
    }
}
