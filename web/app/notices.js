/** What the page says of changes that did not do what they were to, and of undos that cannot be. */

import { reasonOf } from "../sync/sender.js";
import { t } from "../text/text.js";

/** @import { App } from "./app.js" */
/** @import { Notice } from "../sync/sender.js" */
/** @import { Step } from "../core/history.js" */
/** @import { Missed } from "../types.d.ts" */

/** More names are counted. */
const mostNames = 3;

/** @param {App} app @param {Notice} notice */
export function tell(app, { entry, reason, problem, missed = [] }) {
    const { history } = app;
    const said = reasonOf(problem ?? {});
    const it = entry.label;
    if (reason === "full") return app.emit("fault", t("full", { it, reason: said }));
    const isDone = app.copy?.replica.outcomes.get(entry.id)?.revision !== undefined;
    const list = isDone ? history.find(entry.id) : history.forget(entry.id);
    // What it said is not so.
    if (!isDone) app.emit("message", "");
    // The tab of the undo tells of it.
    if (reason === "missed" && list) tellMissed(app, list === "done" ? "undone" : "done", missed);
    if (reason === "refused") app.emit("fault", t("refused", { it, reason: said }));
}

/**
 * Tells of an undo, or a redo, that cannot be, or only in part.
 * @param {App} app @param {"done" | "undone"} from where its step was @param {Missed[]} missed
 */
export function tellMissed(app, from, missed) {
    const next = from === "done" ? app.history.done.at(-1) : undefined;
    app.emit("fault", notUndone(from, missed, next));
}

/**
 * By name, and what the next undo takes back.
 * @param {"done" | "undone"} from whether a step was to be taken back, or done again
 * @param {Missed[]} missed @param {Step | undefined} next @returns {string}
 */
function notUndone(from, missed, next) {
    const names = missed.slice(0, mostNames)
        .map(({ title, why }) => t(`was ${why}`, { it: title }));
    const n = missed.length - names.length;
    if (n > 0) names.push(t("and more", { n }));
    const sentence = t(from === "done" ? "not undone" : "not redone", { it: names.join(", ") });
    // "Added: Buy milk" within a sentence.
    const it = next?.said?.replace(": ", " ");
    return it ? `${sentence} ${t("undo again", { it })}` : sentence;
}
