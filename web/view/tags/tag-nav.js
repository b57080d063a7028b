/** The links to the tags, each with the number of its open items. */

import { countTags, foldTag } from "../../core/list/tags.js";
import { writeRoute } from "../../core/route.js";
import { currentLanguage, t } from "../../text/text.js";
import { h } from "../dom.js";

/** @import { App } from "../../app/app.js" */

export class TagNav {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.list = h("div", { class: "tag-links" });
        this.element = h(
            "nav",
            { class: "tags", "aria-label": t("tags"), hidden: true },
            h("p", { class: "nav-head", "aria-hidden": "true" }, t("tags")),
            this.list,
        );
        /** The links as they are shown. */
        this.shown = "";
        /** @type {ReturnType<typeof countTags>} */
        this.counts = [];
        app.on("route", () => this.fill());
        app.on("items", () => this.count());
        app.on("session", () => this.count());
        this.count();
    }

    count() {
        this.counts = countTags(this.app.items.values(), currentLanguage());
        this.fill();
    }

    /** A tag that only done items have is shown while its view is open. */
    fill() {
        const { route } = this.app;
        const current = route.view === "tag" ? foldTag(route.tag) : null;
        const tags = this.counts.filter(({ open, folded }) => open > 0 || folded === current);
        const shown = JSON.stringify([tags, current]);
        if (shown === this.shown) return;
        this.shown = shown;
        this.element.hidden = tags.length === 0;
        const focused = document.activeElement?.getAttribute("href");
        this.list.replaceChildren(...tags.map(({ tag, folded, open }) =>
            h(
                "a",
                {
                    href: writeRoute({ view: "tag", tag, q: "", item: null }),
                    ...(folded === current && { "aria-current": "page" }),
                },
                h("span", { dir: "auto" }, tag),
                open > 0 && h("span", { class: "count" }, ` ${open}`),
            )
        ));
        const link = [...this.list.children].find((link) => link.getAttribute("href") === focused);
        if (link && document.activeElement === document.body) {
            /** @type {HTMLElement} */ (link).focus();
        }
    }
}
