/** Earlier versions of an item in its details: what each write changed, and how it was before. */

import { putBackItem } from "../../app/history.js";
import { machineText } from "../../core/calendar.js";
import { verbOf } from "../../core/history/writes.js";
import { isField, partsWith } from "../../core/members.js";
import { memberName, memberNames, shortDue, t } from "../../text/text.js";
import { valueText } from "../../text/values.js";
import { h } from "../dom.js";
import { actButton } from "./act.js";
import { Paged } from "./paged.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item, Version } from "../../types.d.ts" */

export class Versions {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} */
        this.item = null;
        this.button = h("button", {
            class: "line none",
            "aria-expanded": "false",
            click: () => this.show(this.button.ariaExpanded === "false"),
        }, t("versions"));
        this.paged = new Paged(app, {
            path: () => `/items/${this.item?.id}/history`,
            keyOf: (/** @type {Version} */ { revision }) => String(revision),
            empty: () => ({ key: "no versions", sign: "history" }),
            groups: (versions) => this.group(versions),
        });
        this.element = h(
            "section",
            { "aria-label": t("versions"), class: "versions", hidden: true },
            this.paged.element,
        );
    }

    /** @param {Item | null} item */
    fill(item) {
        if (item?.id !== this.item?.id) this.show(false);
        this.item = item;
    }

    /** @param {boolean} isShown */
    show(isShown) {
        this.element.hidden = !isShown;
        this.button.ariaExpanded = String(isShown);
        if (isShown) this.paged.open();
        else this.paged.close();
    }

    /** @param {Version[]} versions */
    group(versions) {
        const lines = versions.map((version) => ({
            key: String(version.revision),
            state: "",
            make: () => this.line(version),
        }));
        return lines.length > 0 ? [{ label: t("versions"), lines }] : [];
    }

    /** @param {Version} version */
    line(version) {
        const { revision, at, by, undoes, kind, before } = version;
        const when = { timestamp: at };
        const id = `version-${revision}`;
        return h(
            "li",
            { class: "version" },
            h(
                "div",
                { class: "past-text" },
                h("p", { id }, whatChanged(version)),
                h(
                    "p",
                    { class: "hint" },
                    h("time", { dateTime: machineText(when) }, shortDue(when, new Date())),
                    by !== undefined && " · ",
                    by !== undefined && h("bdi", {}, by),
                    undoes !== undefined && ` · ${t("by undo")}`,
                ),
                ...before && kind === "changed" ? formerValues(version, before) : [],
            ),
            // It gets the content that it had before.
            before && actButton(t("put back"), id, async () => {
                const { item } = this;
                if (item && await putBackItem(this.app, item, revision - 1)) this.paged.refresh();
            }),
        );
    }
}

/** @param {Version} version @returns {string} such as "Title, Due" or "Completed" */
function whatChanged({ kind, members = [], before }) {
    const verb = verbOf({ kind, members }, before && !before.done);
    switch (verb) {
        case "added":
        case "completed":
        case "reopened":
        case "deleted":
            return t(`version ${verb}`);
    }
    return memberNames(members);
}

/** @param {Version} version @param {Item} before */
function formerValues({ members = [] }, before) {
    return partsWith(members).filter(isField).map((part) =>
        h(
            "p",
            { class: "former", dir: "auto" },
            t("before that", { part: memberName(part), value: valueText(part, before) }),
        )
    );
}
