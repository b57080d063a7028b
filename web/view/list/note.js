/** What a list shows when it has no rows, and the line about a filter. */

import { choices, keepChoice } from "../../app/settings.js";
import { t } from "../../text/text.js";
import { focusFirst, h } from "../dom.js";

/** @import { App } from "../../app/app.js" */

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
        this.element.replaceChildren(h("p", { class: "large" }, t(key)));
        if (key === "empty") this.element.append(h("p", {}, t("empty hint")));
    }

    key() {
        const { items, route } = this.app;
        if (items.size === 0) return "empty";
        if (route.q || choices.place) return "nothing matches";
        if (route.view === "today") return "nothing today";
        if (route.view === "tag") return "nothing tagged";
        return route.view === "done" ? "nothing done" : "nothing open";
    }
}
