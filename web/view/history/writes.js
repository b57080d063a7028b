/** The region History: what was written, by days, each write with its Undo. */

import { undoWrite } from "../../app/history.js";
import { byDays, readWrites } from "../../core/history/writes.js";
import { writeRoute } from "../../core/route.js";
import { memberNames, relativeDay, t, timeOf } from "../../text/text.js";
import { writeSentence } from "../../text/writes.js";
import { h, icon } from "../dom.js";
import { actButton } from "./act.js";
import { Paged } from "./paged.js";
import { Region } from "./region.js";

/** @import { App } from "../../app/app.js" */
/** @import { ReadWrite, Verb } from "../../core/history/writes.js" */
/** @import { Sentence } from "../../text/writes.js" */
/** @import { Icon } from "../dom.js" */
/** @import { LoggedWrite, WrittenItem } from "../../types.d.ts" */

/** @type {Record<Verb, Icon>} */
const signs = {
    "added": "plus",
    "put back": "back",
    "completed": "check",
    "reopened": "circle",
    "moved": "forward",
    "tagged": "tag",
    "changed": "edit",
    "deleted": "trash",
};

export class WritesView {
    /** @param {App} app @param {() => void} goHome */
    constructor(app, goHome) {
        this.app = app;
        this.paged = new Paged(app, {
            path: () => "/history",
            keyOf: (/** @type {LoggedWrite} */ { revision }) => String(revision),
            empty: () => ({ key: "no history", sign: "history", hint: "no history hint" }),
            groups: (writes) => this.days(writes),
        });
        this.element = new Region(app, "history", this.paged, goHome).element;
    }

    /** @param {LoggedWrite[]} writes */
    days(writes) {
        const reads = readWrites(writes, this.app.copy?.replica.base ?? new Map());
        const all = new Map(reads.map((read) => [read.write.revision, read]));
        return byDays(reads).map(({ day, reads }) => {
            const name = relativeDay({ timestamp: day.getTime() / 1000 }, new Date());
            return {
                name,
                label: name,
                lines: reads.map((read) => {
                    const sentence = writeSentence(read, all);
                    const { write, isUndone } = read;
                    const links = write.items.map((item) => this.href(item));
                    return {
                        key: String(write.revision),
                        state: JSON.stringify([sentence, isUndone, links]),
                        make: () => this.line(read, sentence),
                    };
                }),
            };
        });
    }

    /** @param {ReadWrite} read @param {Sentence} sentence */
    line({ write, deeds, isUndone, hidden }, sentence) {
        const { revision, at, undoes, items } = write;
        const date = new Date(at * 1000);
        const id = `write-${revision}`;
        const isNamed = sentence.some((part) => typeof part !== "string");
        const [{ verb, members } = { verb: /** @type {Verb} */ ("changed"), members: [] }] = deeds;
        const isOne = deeds.length === 1 && undoes === undefined;
        const sign = undoes !== undefined ? "back" : deeds.length > 1 ? "edit" : signs[verb];
        const shown = isNamed ? [] : items;
        return h(
            "li",
            { class: "past-line" },
            icon(sign),
            h(
                "div",
                { class: "past-text" },
                h(
                    "p",
                    {},
                    h("span", { id, dir: "auto" }, ...sentence.map((part) => this.part(part))),
                    h("span", { class: "dot" }, " · "),
                    h("time", { dateTime: date.toISOString() }, timeOf(date)),
                ),
                isOne && members.length > 0 && h("p", { class: "hint" }, memberNames(members)),
                shown.length > 0 && h(
                    "ul",
                    { role: "list", class: "past-items" },
                    ...shown.map((item) => h("li", {}, this.link(item))),
                    hidden > 0 && h("li", {}, t("and more", { n: hidden })),
                ),
            ),
            isUndone
                ? h("span", { class: "hint" }, t("is undone"))
                : deeds.length > 0 && this.button(write, id),
        );
    }

    /** @param {string | WrittenItem} part */
    part(part) {
        return typeof part === "string" ? part : this.link(part);
    }

    /** @param {WrittenItem} item */
    link(item) {
        return h("a", { href: this.href(item), dir: "auto" }, item.title);
    }

    /** To the details, or to the trash. @param {WrittenItem} item */
    href({ id, title }) {
        const { app } = this;
        return app.items.has(id)
            ? writeRoute({ ...app.route, q: "", item: id })
            : writeRoute({ ...app.route, view: "trash", q: title, item: null });
    }

    /** @param {LoggedWrite} write @param {string} id of its sentence */
    button({ revision, items }, id) {
        const titleOf = (/** @type {string} */ id) => items.find((item) => item.id === id)?.title;
        return actButton(t("undo"), id, async () => {
            if (await undoWrite(this.app, revision, titleOf)) this.paged.refresh();
        });
    }
}
