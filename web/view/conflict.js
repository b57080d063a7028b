/** Changed elsewhere: both values, and the decision. */

import { answered } from "../core/decision.js";
import { fieldsOf, patched } from "../core/merge.js";
import { repeatText } from "../text/repeats.js";
import { longDue, memberName, t } from "../text/text.js";
import { makeDialog, openDialog } from "./dialog.js";
import { focusFirst, h } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Entry, Field, Item } from "../types.d.ts" */

export class Conflict {
    /** @param {App} app @param {() => boolean} isBusy whether another dialog is open */
    constructor(app, isBusy) {
        this.app = app;
        this.isBusy = isBusy;
        /** @type {Entry | null} */
        this.entry = null;
        /** Entries whose question was closed without a decision. */
        this.aside = new Set();
        /** @type {HTMLDialogElement | null} */
        this.dialog = null;
        this.element = h("div", { role: "alert" });
        /** @type {string | undefined} the entry that `element` reminds of */
        this.reminded = undefined;
        app.on("items", () => this.look());
    }

    /** Asks about the first entry that waits for a decision; another tab may have decided. */
    look() {
        const { entry } = this;
        const waiting = this.app.entries.filter(({ hold }) => hold && hold.why !== "quota");
        if (entry && !waiting.some(({ id }) => id === entry.id)) this.close();
        const next = waiting.find(({ id }) => !this.aside.has(id));
        if (!this.entry && next && !this.isBusy()) this.ask(next);
        this.remind(waiting.find(({ id }) => this.aside.has(id)));
    }

    close() {
        this.entry = null;
        this.dialog?.close();
    }

    /** Shows that a decision is missing. @param {Entry | undefined} entry */
    remind(entry) {
        const { element } = this;
        if (entry?.id === this.reminded) return;
        this.reminded = entry?.id;
        const had = element.contains(document.activeElement);
        element.replaceChildren();
        if (entry) {
            element.append(h(
                "div",
                { class: "bar fault-bar" },
                h("p", {}, t("undecided", { it: entry.label })),
                h("button", { type: "button", click: () => this.ask(entry) }, t("decide")),
            ));
        }
        if (!had) return;
        if (entry) element.querySelector("button")?.focus();
        else focusFirst();
    }

    /** @param {Entry} entry */
    ask(entry) {
        const mine = entry.operations.find((operation) => operation.op === "patch");
        const opened = mine?.op === "patch" ? mine.opened : undefined;
        if (mine?.op !== "patch" || !opened || !entry.hold) return;
        this.entry = entry;
        const { hold } = entry;
        const isGone = hold.why === "gone";
        const fields = hold.why === "conflict" ? hold.fields : fieldsOf(mine.patch);
        const own = patched(opened, mine.patch);
        const theirs = hold.why === "conflict" ? hold.theirs : null;
        const title = theirs?.title ?? opened.title;
        this.dialog = makeDialog(
            t("changed elsewhere"),
            {},
            h("p", {}, t(isGone ? "deleted elsewhere" : "conflict", { it: title })),
            ...fields.map((field) =>
                h(
                    "dl",
                    { class: "versions" },
                    version(`${memberName(field)}: ${t("mine")}`, value(field, own)),
                    version(
                        `${memberName(field)}: ${t("theirs")}`,
                        theirs ? value(field, theirs) : t("deleted value"),
                    ),
                )
            ),
            h(
                "div",
                { class: "buttons" },
                h("button", { type: "button", click: () => this.take(entry) }, t("take theirs")),
                h("button", {
                    type: "button",
                    class: "primary",
                    click: () => this.keep(entry),
                }, t("keep mine")),
            ),
        );
        this.dialog.addEventListener("close", () => {
            if (this.entry !== entry) return;
            this.entry = null;
            this.aside.add(entry.id);
            this.look();
        });
        openDialog(this.dialog);
    }

    /** @param {Entry} entry */
    async keep(entry) {
        const { hold: _, ...rest } = entry;
        const operations = answered(entry);
        await this.app.copy?.commit({ updated: [{ ...rest, operations }] });
        this.app.link?.wake();
    }

    /** @param {Entry} entry */
    async take(entry) {
        this.app.history.forget(entry.id);
        await this.app.copy?.commit({ removed: [entry.id] });
    }
}

/** @param {string} term @param {string} text */
const version = (term, text) => h("div", {}, h("dt", {}, term), h("dd", { dir: "auto" }, text));

/** @param {Field} field @param {Item} item */
function value(field, { title, itemDescription, timestamp, day, repeat, location }) {
    switch (field) {
        case "title":
            return title;
        case "itemDescription":
            return itemDescription || t("none");
        case "when": {
            if (timestamp === undefined) return t("none");
            const date = longDue({ timestamp, day }, new Date());
            return repeat ? `${date}, ${repeatText(repeat)}` : date;
        }
        case "location": {
            const { name, coordinate } = location ?? {};
            const point = coordinate && `${coordinate.latitude}, ${coordinate.longitude}`;
            return [name, point].filter(Boolean).join(" – ") || t("none");
        }
    }
}
