/** The save file. Import waits for the server; export needs no request. */

import { makeID } from "../core/ids.js";
import { opposite } from "../core/history/steps.js";
import { FileFault, portions, readFile, writeFile } from "../core/savefile.js";
import { memberName, t } from "../text/text.js";

/** @import { App } from "./app.js" */
/** @import { Step } from "../core/history/steps.js" */
/** @import { Item, Operation } from "../types.d.ts" */

/** @param {App} app */
export function exportFile(app) {
    const url = URL.createObjectURL(
        new Blob([writeFile(app.items.values())], { type: "application/json" }),
    );
    const link = Object.assign(document.createElement("a"), { href: url, download: "toodoo.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Imports a list of this program, of any length.
 * @param {App} app @param {string} name of the file @param {string} text
 * @param {boolean} replaces whether items that exist are replaced; otherwise they are skipped
 */
export async function importList(app, name, text, replaces) {
    const { copy } = app;
    const items = read(app, name, text);
    if (!items) return;
    /** @type {Step} */
    const step = { label: name, parts: [] };
    let [count, there] = [0, 0];
    for (const portion of portions(items)) {
        const part = app.copy === copy && await send(app, portion, count + there, replaces);
        // If another account has signed in in the meantime, the rest is not imported.
        if (app.copy !== copy) return;
        if (!part) break;
        const { operations } = part.entry;
        if (operations.length > 0) step.parts.push(part);
        count += operations.length;
        there += portion.length - operations.length;
    }
    if (count + there === 0 && items.length > 0) return;
    finishImport(app, step, count, there);
}

/**
 * @param {App} app @param {Step} step without parts if it cannot be undone
 * @param {number} count of items that were added or replaced @param {number} there of the others
 */
export function finishImport(app, step, count, there) {
    step.said = t("imported", { it: count });
    if (step.parts.length > 0) app.history.add(step);
    app.emit("message", there > 0 ? t("imported rest", { it: count, n: there }) : step.said);
}

/** @param {App} app @param {string} name @param {string} text @returns {object[] | null} null: it was refused */
function read(app, name, text) {
    try {
        return readFile(text);
    } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        app.emit("fault", t(`file ${error.why}`, { it: name, n: error.place }));
        return null;
    }
}

/**
 * @param {App} app @param {object[]} portion @param {number} before the number of items before it
 * @param {boolean} replaces @returns {Promise<Step["parts"][0] | null>}
 */
async function send(app, portion, before, replaces) {
    const { copy } = app;
    if (!copy) return null;
    const key = makeID();
    const mode = replaces ? "replace" : "skip";
    const answer = await app.api.request("POST", `/items?onConflict=${mode}`, {
        body: JSON.stringify(portion),
        headers: { "Idempotency-Key": `"${key}"` },
    });
    if (app.copy !== copy) return null;
    if (answer.status < 200 || answer.status > 299 || !Array.isArray(answer.body)) {
        refuse(app, answer, before);
        return null;
    }
    /** @type {Item[]} */
    const stored = answer.body;
    // A skipped item has an older revision. If the request has no revision, it changed nothing.
    const own = answer.undo;
    /** @type {Operation[]} */
    const operations = stored.filter(({ revision }) => replaces || revision === own)
        .map((item) => ({ op: "put", item }));
    const back = opposite(operations, copy.replica.shown);
    const changes = stored.map((item) => ({ revision: item.revision ?? 0, item }));
    await copy.commit({ changes, outcomes: [{ id: key, revision: answer.undo, alone: true }] });
    return { entry: { seq: 0, id: key, kind: "change", operations, label: "" }, back };
}

/** @param {App} app @param {import("../core/answer.js").Answer} answer @param {number} before */
function refuse(app, answer, before) {
    const rest = before ? t("imported before", { n: before }) : "";
    app.emit("fault", `${t("file refused", { reason: whyNot(answer, before) })} ${rest}`.trim());
}

/**
 * @param {import("../core/answer.js").Answer} answer
 * @param {number} [before] the number of items before those of the request
 * @returns {string} why the server did not import
 */
export function whyNot({ status, body }, before = 0) {
    if (status === 0) return t("no answer");
    const faults = body?.errors ?? (body?.pointer ? [body] : []);
    const reasons = faults.slice(0, 5).map((/** @type {any} */ { pointer, detail }) => {
        const [, index, member] = pointer.split("/");
        const n = before + Number(index) + 1;
        return t("item fault", { n, reason: `${memberName(member)} ${detail}`.trim() });
    });
    return reasons.join(" ") || String(body?.detail ?? status);
}
