/**
 * Adding to-dos. A date and a rule in the title are marked. Each pasted line is a to-do, and a line
 * with a tick is one that is done.
 */

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
        /** The text in which nothing is to be understood. */
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
        this.asTyped = h("button", {
            class: "small plain",
            click: () => {
                this.plain = this.box.value;
                this.read();
                this.box.focus();
            },
        }, t("as typed"));
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
            h("p", { class: "understood" }, this.understood, this.asTyped),
        );
        app.on("route", () => this.read());
        app.on("items", () => {
            if (app.copy) app.drafts.takeEarly().forEach((contents) => this.add(contents));
        });
        this.read();
    }

    /** @param {string} text @returns {{ content: Content, mark?: [number, number] }} */
    understand(text) {
        const isPlain = text === this.plain;
        const [tick = ""] = isPlain ? [] : text.match(tickSign) ?? [];
        const title = text.slice(tick.length);
        const done = tick !== "" && { done: true };
        const read = isPlain ? null : readDue(title, currentLanguage(), new Date());
        if (read) {
            const { due, repeat, mark: [start, end] } = read;
            // An item that is done has no rule.
            const rule = !done && repeat && { repeat: inThisZone(repeat) };
            return {
                content: { title: read.title, ...due, ...rule, ...done },
                mark: [tick.length + start, tick.length + end],
            };
        }
        const isToday = this.app.route.view === "today" && !done;
        return {
            content: {
                title: title.trim(),
                ...(isToday && wholeDay(startOfDay(new Date()))),
                ...done,
            },
        };
    }

    read() {
        const text = this.box.value.toWellFormed();
        this.app.drafts.keepTitle(text);
        const { content, mark } = this.understand(text);
        const isLong = [...content.title].length > longestTitle;
        this.box.ariaInvalid = isLong ? "true" : null;
        this.asTyped.hidden = !mark && !content.done;
        setText(
            this.understood,
            isLong ? t("too long", { n: longestTitle }) : summary(content),
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
        const end = value.slice(selectionEnd ?? value.length);
        const whole = value.slice(0, selectionStart ?? 0) + text + end;
        const lines = this.entries(
            whole.toWellFormed().split(/\r\n|\r|\n/).filter((line) => line.trim()),
        ).filter(Boolean);
        // The browser inserts what has no marks.
        if (lines.length === 0 || lines[0] === whole.trim()) return;
        event.preventDefault();
        if (lines.length === 1) {
            this.fill(lines[0]);
            const place = lines[0].length - end.length;
            return this.box.setSelectionRange(place, place);
        }
        const contents = lines.map((line) => withShortTitle(this.understand(line).content));
        const act = () => {
            this.fill("");
            this.add(contents);
        };
        if (contents.length > manyLines) ask(contents.length, act);
        else act();
    }

    /**
     * The lines without list markers. Numbers that never decrease are markers, but not a number that
     * begins a date, as in "1. Dezember". In German a single number can be an ordinal, as in
     * "1. Klasse". A tick is left as "[x] ".
     * @param {string[]} lines
     */
    entries(lines) {
        const beginsDate = (/** @type {string} */ line) =>
            this.understand(line.trim()).mark?.[0] === 0;
        const numbered = lines.filter((line) => lineNumber.test(line));
        const numbers = numbered.filter((line) => !beginsDate(line)).map(parseFloat);
        const isList = numbered.length > 1 || lines.length === 1 || currentLanguage() !== "de";
        const isNumbered = isList &&
            numbers.every((number, index) => index === 0 || number >= numbers[index - 1]);
        return lines.map((line) => {
            const text = isNumbered && !beginsDate(line) ? line.replace(lineNumber, "") : line;
            const [sign] = text.match(lineSign) ?? [""];
            return (lineTick.test(sign) ? "[x] " : "") + text.slice(sign.length).trim();
        });
    }
}

const lineNumber = /^\s*\d{1,3}[.)]\s+/;
const lineSign = /^\s*(?:[-*•–]\s+)?(?:\[[ x]?\]\s|[☐☑☒✓✔]\s*)?/i;
const lineTick = /[x☑☒✓✔]/i;

/** A tick before a title. */
const tickSign = /^\s*\[x\]\s+(?=\S)/i;

/** What was understood. @param {Content} content @returns {string} */
function summary(content) {
    const { title, done } = content;
    const parts = [done && t("done list"), dueText(content)].filter(Boolean);
    return title && parts.length > 0 ? [...parts, title].join(" · ") : "";
}

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
