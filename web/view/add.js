/** Adding to-dos. A date and a rule in the title are marked. Each pasted line is a to-do. */

import { add, longestTitle } from "../app/actions.js";
import { startOfDay, wholeDay } from "../core/calendar.js";
import { readDue } from "../core/dates.js";
import { inThisZone } from "../core/repeats.js";
import { repeatText } from "../text/repeats.js";
import { currentLanguage, longDue, t } from "../text/text.js";
import { makeDialog, openDialog } from "./dialog.js";
import { h, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Content } from "../app/actions.js" */

/** For more lines than this the user is asked. */
const manyLines = 20;

export class Add {
    /** @param {App} app @param {(ids: string[]) => void} onAdded */
    constructor(app, onAdded) {
        this.app = app;
        this.onAdded = onAdded;
        /** The text in which the user wants no date. */
        this.plain = "";
        this.box = h("input", {
            type: "text",
            "aria-label": t("new to-do"),
            placeholder: t("new to-do"),
            "aria-describedby": "understood",
            autocomplete: "off",
            enterKeyHint: "done",
            dir: "auto",
            value: app.drafts.title,
            input: () => this.read(),
            scroll: () => this.follow(),
            paste: (/** @type {ClipboardEvent} */ event) => this.paste(event),
        });
        /** A second copy of the box's text, in which words can be marked. */
        this.marked = h("span", { class: "marked", dir: "auto" });
        this.understood = h("span", { id: "understood" });
        this.notDate = h("button", {
            class: "small plain",
            click: () => {
                this.plain = this.box.value;
                this.read();
                this.box.focus();
            },
        }, t("not a date"));
        this.element = h(
            "form",
            { class: "add", noValidate: true, submit: this.submit },
            h(
                "div",
                { class: "add-box" },
                h(
                    "div",
                    { class: "marking" },
                    h("div", { class: "marks", "aria-hidden": "true" }, this.marked),
                    this.box,
                ),
                h("button", { type: "submit", class: "primary" }, t("add")),
            ),
            h("p", { class: "understood" }, this.understood, this.notDate),
        );
        app.on("route", () => this.read());
        app.on("items", () => {
            if (app.copy) app.drafts.takeEarly().forEach((contents) => this.add(contents));
        });
        this.read();
    }

    /** @param {string} text @returns {{ content: Content, mark?: [number, number] }} */
    understand(text) {
        const read = text === this.plain ? null : readDue(text, currentLanguage(), new Date());
        if (read) {
            const { title, due, repeat, mark } = read;
            const rule = repeat && { repeat: inThisZone(repeat) };
            return { content: { title, ...due, ...rule }, mark };
        }
        const isToday = this.app.route.view === "today";
        return {
            content: { title: text.trim(), ...(isToday && wholeDay(startOfDay(new Date()))) },
        };
    }

    read() {
        const text = this.box.value.toWellFormed();
        this.app.drafts.keepTitle(text);
        const { content, mark } = this.understand(text);
        const isLong = [...content.title].length > longestTitle;
        this.box.ariaInvalid = String(isLong);
        this.notDate.hidden = !mark;
        setText(
            this.understood,
            isLong
                ? t("too long", { n: longestTitle })
                : content.title && content.timestamp !== undefined
                ? `${dueText(content)} · ${content.title}`
                : "",
        );
        this.marked.replaceChildren();
        if (!mark) return;
        const [start, end] = mark;
        this.marked.append(
            text.slice(0, start),
            h("mark", {}, text.slice(start, end)),
            text.slice(end),
        );
        this.follow();
    }

    /** The marks scroll with the text. */
    follow() {
        this.marked.style.translate = `${-this.box.scrollLeft}px 0`;
    }

    submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        const { value } = this.box;
        const { content } = this.understand(value.toWellFormed());
        this.box.focus();
        if (!content.title || [...content.title].length > longestTitle) return;
        this.fill("");
        // What the store refuses is in the box again.
        if (!await this.add([content]) && !this.box.value) this.fill(value);
    };

    /** @param {Content[]} contents @returns {Promise<boolean> | true} whether they are not lost */
    add(contents) {
        if (!this.app.copy) {
            this.app.drafts.keepEarly(contents);
            return true;
        }
        const { ids, stored } = add(this.app, contents);
        this.onAdded(ids);
        return stored;
    }

    /** Puts a text into the box, as if it were typed. @param {string} text */
    fill(text) {
        this.box.value = text;
        this.plain = "";
        this.read();
    }

    /** @param {ClipboardEvent} event */
    paste(event) {
        const text = event.clipboardData?.getData("text/plain") ?? "";
        const { value, selectionStart, selectionEnd } = this.box;
        const whole = value.slice(0, selectionStart ?? 0) + text +
            value.slice(selectionEnd ?? value.length);
        const lines = this.entries(whole.toWellFormed().split(/\r\n|\r|\n/)).filter(Boolean);
        if (lines.length < 2) return;
        event.preventDefault();
        const contents = lines.map((line) => withShortTitle(this.understand(line).content));
        const act = () => {
            this.fill("");
            this.add(contents);
        };
        if (contents.length > manyLines) ask(contents.length, act);
        else act();
    }

    /**
     * The lines without list markers. Numbers are markers if at least two lines have one and they
     * increase. A number that begins a date, as in "1. Dezember", is not a marker.
     * @param {string[]} lines
     */
    entries(lines) {
        const numbers = lines.flatMap((line) => line.match(lineNumber) ?? []).map(parseFloat);
        const isNumbered = numbers.length > 1 &&
            numbers.every((number, index) => index === 0 || number > numbers[index - 1]);
        return lines.map((line) => {
            const isText = !isNumbered || this.understand(line.trim()).mark?.[0] === 0;
            return (isText ? line : line.replace(lineNumber, "")).replace(lineSign, "").trim();
        });
    }
}

const lineNumber = /^\s*\d{1,3}[.)]\s+/;
const lineSign = /^\s*(?:[-*•–]\s+)?(?:\[[ xX]?\]\s)?/;

/** Moves the end of a title that is too long to the description.
 * @param {Content} content @returns {Content} */
function withShortTitle(content) {
    const letters = [...content.title];
    if (letters.length <= longestTitle) return content;
    return {
        ...content,
        title: letters.slice(0, longestTitle).join(""),
        itemDescription: letters.slice(longestTitle).join(""),
    };
}

/** @param {number} n @param {() => void} act */
function ask(n, act) {
    const dialog = makeDialog(
        t("add many"),
        {},
        h("p", {}, t("add many text", { n })),
        h(
            "div",
            { class: "buttons" },
            h("button", { click: () => dialog.close() }, t("cancel")),
            h("button", {
                class: "primary",
                click: () => {
                    dialog.close();
                    act();
                },
            }, t("add")),
        ),
    );
    openDialog(dialog);
}

/** @param {Pick<Content, "timestamp" | "day" | "repeat">} content @returns {string} */
export function dueText({ timestamp, day, repeat }) {
    if (timestamp === undefined) return "";
    const date = longDue({ timestamp, day }, new Date());
    return repeat ? t("due and repeat", { date, rule: repeatText(repeat) }) : t("due on", { date });
}
