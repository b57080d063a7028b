/** Quick add: a title, with a date at its end. */

import { add, longestTitle } from "../app/actions.js";
import { readDue } from "../core/dates.js";
import { currentLanguage, longDue, t } from "../text/text.js";
import { h, icon, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Form } from "./form.js" */

export class Add {
    /** @param {App} app @param {Form} form */
    constructor(app, form) {
        this.app = app;
        this.form = form;
        /** The text whose end is no date. */
        this.plain = "";
        this.box = h("input", {
            type: "text",
            "aria-label": t("new to-do"),
            placeholder: t("new to-do"),
            "aria-describedby": "understood",
            autocomplete: "off",
            enterKeyHint: "done",
            dir: "auto",
            input: () => this.read(),
        });
        this.understood = h("span", { id: "understood" });
        this.notDate = h("button", {
            type: "button",
            class: "small",
            click: () => {
                this.plain = this.box.value;
                this.read();
                this.box.focus();
            },
        }, t("not a date"));
        this.line = h("p", { class: "understood" }, this.understood, this.notDate);
        this.element = h(
            "form",
            { class: "add", noValidate: true, submit: this.submit },
            h(
                "div",
                { class: "add-box" },
                this.box,
                h("button", { type: "submit", class: "primary" }, t("add")),
                h("button", {
                    type: "button",
                    class: "quiet",
                    "aria-label": t("add with details"),
                    title: t("add with details"),
                    click: () => this.openForm(),
                }, icon("more")),
            ),
            this.line,
        );
        this.box.value = app.draft;
        this.read();
    }

    /** @returns {{ title: string, timestamp?: number }} */
    content() {
        const text = this.box.value.toWellFormed();
        const read = text === this.plain ? null : readDue(text, currentLanguage(), new Date());
        return read ? { title: read.title, timestamp: read.due.timestamp } : { title: text.trim() };
    }

    read() {
        this.app.draft = this.box.value;
        const { title, timestamp } = this.content();
        const isLong = [...title].length > longestTitle;
        this.box.ariaInvalid = String(isLong);
        this.notDate.hidden = timestamp === undefined;
        this.line.classList.toggle("nothing", timestamp === undefined && !isLong);
        const text = isLong
            ? t("too long", { n: longestTitle })
            : timestamp === undefined
            ? ""
            : t("due on", { date: longDue(timestamp, new Date()) });
        setText(this.understood, text);
    }

    submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        const { title, timestamp } = this.content();
        if (!title || [...title].length > longestTitle) return this.box.focus();
        add(this.app, { title, ...(timestamp !== undefined && { timestamp }) });
        this.clear();
        this.box.focus();
    };

    openForm() {
        this.form.openNew(this.content(), () => this.clear());
    }

    clear() {
        this.box.value = this.plain = "";
        this.read();
    }
}
