/** Undo and redo: takes the last step back, as far as other devices allow it. */

import { entriesOf, reversed } from "../core/history/steps.js";
import { t } from "../text/text.js";
import { reverseOnServer } from "./history.js";
import { tellMissed } from "./notices.js";

/** @import { Key } from "../text/text.js" */
/** @import { App } from "./app.js" */

/**
 * @param {App} app @param {"done" | "undone"} from @param {"done" | "undone"} to
 * @param {Key} key of the message
 */
export async function reverse(app, from, to, key) {
    const { copy, history } = app;
    const step = history[from].pop();
    if (!step || !copy) return;
    if (step.revision !== undefined) return reverseOnServer(app, step, from, to, t(key));
    const taken = await copy.take(entriesOf(step).map((entry) => entry.id));
    if (app.copy !== copy) return;
    const { back, missed } = reversed(step, new Set(taken), copy.replica);
    const isNothing = back.parts.length === 0 && !back.settles && !back.reopens;
    // It had no effect: another device had done the same.
    if (isNothing && missed.length === 0) missed.push({ title: step.label, why: "changed" });
    if (missed.length > 0) tellMissed(app, from, missed);
    if (isNothing) return app.emit("message", "");
    history[to].push(back);
    app.emit("message", t(key));
    await app.store(back);
}
