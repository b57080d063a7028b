/** Quick add: a title, with a date at its end. */

import { add, longestTitle } from "../app/actions.js";
import { readDue } from "../core/dates.js";
import { inThisZone } from "../core/repeats.js";
import { repeatText } from "../text/repeats.js";
import { currentLanguage, longDue, t } from "../text/text.js";
import { h, icon, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Form } from "./form.js" */
/** @import { Content } from "../app/actions.js" */

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

    /** @returns {Content} */
    content() {
        const text = this.box.value.toWellFormed();
        const read = text === this.plain ? null : readDue(text, currentLanguage(), new Date());
        if (!read) return { title: text.trim() };
        const { title, due, repeat } = read;
        return { title, ...due, ...(repeat && { repeat: inThisZone(repeat) }) };
    }

    read() {
        this.app.draft = this.box.value;
        const content = this.content();
        const isLong = [...content.title].length > longestTitle;
        this.box.ariaInvalid = String(isLong);
        this.notDate.hidden = content.timestamp === undefined;
        const text = isLong ? t("too long", { n: longestTitle }) : whenText(content);
        this.line.classList.toggle("nothing", !text);
        setText(this.understood, text);
    }

    submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        const content = this.content();
        const { title } = content;
        if (!title || [...title].length > longestTitle) return this.box.focus();
        add(this.app, content);
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

/** @param {Content} content @returns {string} what was understood */
function whenText({ timestamp, day, repeat }) {
    if (timestamp === undefined) return "";
    const date = longDue({ timestamp, day }, new Date());
    return repeat ? t("due and repeat", { date, rule: repeatText(repeat) }) : t("due on", { date });
}
