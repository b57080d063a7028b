/** The links to the views: Today and All with their numbers, Done. */

import { countToday } from "../app/remind.js";
import { views } from "../core/list/find.js";
import { writeRoute } from "../core/route.js";
import { t } from "../text/text.js";
import { h, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */

export class Nav {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** The numbers of Today and of All. */
        this.counts = [h("span", { class: "count" }), h("span", { class: "count" })];
        this.links = views.map((view, index) =>
            h(
                "a",
                { href: writeRoute({ view, tag: "", q: "", item: null }) },
                t(view === "done" ? "done list" : view),
                this.counts[index],
            )
        );
        this.element = h("nav", { class: "views", "aria-label": t("views") }, ...this.links);
        app.on("route", () => this.mark());
        app.on("items", () => this.fill());
        app.on("session", () => this.fill());
        this.mark();
        this.fill();
    }

    mark() {
        views.forEach((view, index) => {
            const link = this.links[index];
            if (view === this.app.route.view) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        });
    }

    fill() {
        const items = [...this.app.items.values()];
        const open = items.filter(({ done }) => !done);
        [countToday(open), open.length].forEach((count, index) =>
            setText(this.counts[index], count > 0 ? ` ${count}` : "")
        );
    }

    /** @param {number} index */
    open(index) {
        const view = views[index];
        if (view) this.app.navigate({ view, q: "", item: null });
        return view !== undefined;
    }
}
