/** The list «Changed elsewhere», with the buttons to put a version back or to dismiss it. */

import { dismiss, putBackLine } from "../app/actions.js";
import { badgeCount } from "../core/conflicts/list.js";
import { machineText } from "../core/calendar.js";
import { isField } from "../core/members.js";
import { memberName, shortDue, t } from "../text/text.js";
import { valueText } from "../text/values.js";
import { closeButton } from "./dialog.js";
import { focusFirst, h, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Conflict } from "../types.d.ts" */

const changedAddress = "#/changed";

/** The link beside the connection; it has the number of lines that are more than a note. @param {App} app */
export function changedLink(app) {
    const link = h("a", { href: changedAddress, hidden: true });
    const render = () => {
        const { conflicts } = app;
        const n = badgeCount(conflicts);
        const text = n > 0 ? t("changed elsewhere n", { n }) : t("changed elsewhere");
        link.hidden = conflicts.length === 0;
        setText(link, link.hidden ? "" : text);
    };
    app.on("items", render);
    app.on("session", render);
    render();
    return h("p", { "aria-live": "polite", class: "changed-link" }, link);
}

export class Changed {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.heading = h("h2", { tabIndex: -1 }, t("changed elsewhere"));
        this.list = h("ul", { role: "list" });
        this.element = h(
            "section",
            { "aria-label": t("changed elsewhere"), class: "changed", hidden: true },
            h("div", { class: "dialog-head" }, this.heading, closeButton(() => this.close())),
            this.list,
            h("p", { class: "hint" }, t("conflict rules")),
        );
        /** @type {Conflict[]} as they are shown */
        this.shown = [];
        const { signal } = app.views;
        addEventListener("hashchange", () => this.render(), { signal });
        app.on("route", () => this.render());
        app.on("items", (dirty) => this.render(dirty));
        app.on("session", () => this.render());
        this.render();
    }

    get isOpen() {
        return location.hash === changedAddress && this.app.conflicts.length > 0;
    }

    /** @param {Set<string> | null} [dirty] items that may be others; null: anything */
    render(dirty = new Set()) {
        const { app, element, list } = this;
        const wasHidden = element.hidden;
        const hadFocus = element.contains(document.activeElement);
        element.hidden = !this.isOpen;
        if (element.hidden) {
            // A later line must not open the list again.
            if (!wasHidden && location.hash === changedAddress) app.navigate({}, true);
            if (!wasHidden && hadFocus) focusFirst();
            return;
        }
        const isOld = !dirty || this.shown !== app.conflicts ||
            this.shown.some(({ item }) => dirty.has(item));
        if (wasHidden || isOld) {
            const place = [...list.querySelectorAll("button")]
                .findIndex((button) => button === document.activeElement);
            this.shown = app.conflicts;
            list.replaceChildren(...[...this.shown].reverse().map((line) => this.line(line)));
            const buttons = list.querySelectorAll("button");
            if (place >= 0) buttons[Math.min(place, buttons.length - 1)]?.focus();
        }
        if (wasHidden) this.heading.focus();
    }

    /** @param {Conflict} conflict */
    line(conflict) {
        const { app } = this;
        const { id, kind, item, at } = conflict;
        const title = h(
            "span",
            { id: `changed-${id}`, class: "title", dir: "auto" },
            app.items.get(item)?.title ?? conflict.title,
        );
        const when = { timestamp: at };
        /** @param {string} text @param {() => void} action */
        const button = (text, action) =>
            h(
                "button",
                {
                    class: "small",
                    "aria-describedby": title.id,
                    click: action,
                },
                text,
            );
        return h(
            "li",
            { class: kind === "gone" ? "quiet-line" : undefined },
            h(
                "p",
                { class: "what" },
                title,
                " ",
                h("time", { dateTime: machineText(when) }, shortDue(when, new Date())),
            ),
            ...explanation(conflict).map((text) => h("p", { class: "why", dir: "auto" }, text)),
            h(
                "div",
                { class: "buttons" },
                button(t("put back"), () => putBackLine(app, conflict)),
                button(t("dismiss"), () => dismiss(app, conflict)),
            ),
        );
    }

    close() {
        this.app.navigate({});
        this.render();
    }
}

/** What was replaced, and by what. @param {Conflict} conflict @returns {string[]} */
function explanation({ kind, fields: parts, lost, by, reason = "" }) {
    const fields = parts.filter(isField);
    if (kind === "refused") {
        const typed = fields.map((field) => `${memberName(field)}: ${valueText(field, lost)}`);
        return [t("refused because", { reason }), ...typed];
    }
    if (kind !== "overwrote") return [t(`${kind} line`)];
    return fields.map((field) =>
        t("replaced by", {
            part: memberName(field),
            lost: valueText(field, lost),
            by: by ? valueText(field, by) : "",
        })
    );
}
