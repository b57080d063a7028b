/**
 * Adding to-dos. Tags, a date, a rule and a reminder in the title are marked. Each pasted line is a
 * to-do, and a line with a tick is one that is done.
 */

import { add, longestTitle } from "../app/actions.js";
import { hasTime, startOfDay, wholeDay } from "../core/calendar.js";
import { readTyped } from "../core/list/quick.js";
import { foldTag, mostTags } from "../core/list/tags.js";
import { inThisZone } from "../core/repeats.js";
import { reminderText } from "../text/reminders.js";
import { repeatText } from "../text/repeats.js";
import { currentLanguage, longDue, t } from "../text/text.js";
import { makeDialog, openDialog } from "./dialog.js";
import { h, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Content } from "../app/actions.js" */
/** @import { Mark } from "../core/list/quick.js" */

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

    /**
     * @param {string} text @returns {{ content: Content, marks: Mark[], date?: Mark }} `marks`: the
     *     places of all that is not title; `date`: that of the due date
     */
    understand(text) {
        const { view, tag } = this.app.route;
        const isPlain = text === this.plain;
        const [tick = ""] = isPlain ? [] : text.match(tickSign) ?? [];
        const typed = text.slice(tick.length);
        const read = isPlain
            ? { title: typed.trim(), tags: [], marks: [] }
            : readTyped(typed, currentLanguage(), new Date());
        const done = tick !== "" && { done: true };
        const { title, due, repeat, remind, date } = read;
        const today = view === "today" && !done && wholeDay(startOfDay(new Date()));
        const isOther = view === "tag" &&
            read.tags.every((other) => foldTag(other) !== foldTag(tag));
        const tags = isOther ? [tag, ...read.tags].slice(0, mostTags) : read.tags;
        const place = (
            /** @type {Mark} */ [start, end],
        ) => /** @type {Mark} */ ([tick.length + start, tick.length + end]);
        return {
            content: {
                title,
                ...(due ?? today),
                // An item that is done has no rule.
                ...(!done && repeat && { repeat: inThisZone(repeat) }),
                ...(remind !== undefined && { remind }),
                ...(tags.length > 0 && { tags }),
                ...done,
            },
            marks: read.marks.map(place),
            ...(date && { date: place(date) }),
        };
    }

    read() {
        const text = this.box.value.toWellFormed();
        this.app.drafts.keepTitle(text);
        const { content, marks } = this.understand(text);
        const isLong = [...content.title].length > longestTitle;
        this.box.ariaInvalid = isLong ? "true" : null;
        this.asTyped.hidden = marks.length === 0 && !content.done;
        setText(
            this.understood,
            isLong ? t("too long", { n: longestTitle }) : summary(content),
        );
        let end = 0;
        const parts = marks.flatMap((mark) => {
            const before = text.slice(end, mark[0]);
            end = mark[1];
            return [before, h("mark", {}, text.slice(...mark))];
        });
        this.marked.replaceChildren(...parts, ...(parts.length > 0 ? [text.slice(end)] : []));
        // Reading the place of the text is a layout.
        if (parts.length > 0) this.follow();
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
            this.understand(line.trim()).date?.[0] === 0;
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
    const { title, done, tags } = content;
    const names = tags?.map((tag) => `#${tag}`).join(" ");
    const parts = [done && t("done list"), dueText(content), names].filter(Boolean);
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

/** @param {Pick<Content, "timestamp" | "day" | "repeat" | "remind">} content @returns {string} */
export function dueText({ timestamp, day, repeat, remind }) {
    if (timestamp === undefined) return "";
    const due = { timestamp, day };
    const date = longDue(due, new Date());
    const text = repeat
        ? t("due and repeat", { date, rule: repeatText(repeat) })
        : t("due on", { date });
    return remind === undefined ? text : `${text} · ${reminderText(remind, hasTime(due))}`;
}
