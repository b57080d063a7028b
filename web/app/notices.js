/** Messages about changes that did not have their effect, and about undos that are not possible. */

import { reasonOf } from "../sync/sender.js";
import { t } from "../text/text.js";

/** @import { App } from "./app.js" */
/** @import { Notice } from "../sync/sender.js" */
/** @import { Step } from "../core/history/steps.js" */
/** @import { Missed } from "../types.d.ts" */

/** If there are more names, only their number is shown. */
const mostNames = 3;

/** @param {App} app @param {Notice} notice */
export function tell(app, { entry, reason, problem }) {
    const it = entry.label;
    if (reason === "full") return app.emit("fault", t("full", { it }));
    app.history.forget(entry.id);
    // The message about the change is wrong now.
    app.emit("message", "");
    if (reason !== "refused") return;
    app.emit("fault", t("refused", { it, reason: reasonOf(problem ?? {}) }));
}

/**
 * Reports an undo or a redo that is not possible, or only in part.
 * @param {App} app @param {"done" | "undone"} from where its step was @param {Missed[]} missed
 */
export function tellMissed(app, from, missed) {
    const next = from === "done" ? app.history.done.at(-1) : undefined;
    app.emit("fault", notUndone(from, missed, next));
}

/**
 * Names the items, and the step that the next undo takes back.
 * @param {"done" | "undone"} from `done` for an undo, `undone` for a redo
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
