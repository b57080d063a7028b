/**
 * The history that the server has: who wrote what, earlier versions of an item, the trash. It needs
 * the network, and nothing of it is kept on the device.
 */

import { makeID } from "../core/ids.js";
import { Refusal } from "../sync/api.js";
import { reasonOf } from "../sync/sender.js";
import { t } from "../text/text.js";

/** @import { Answer } from "../core/answer.js" */
/** @import { Page } from "../core/history/pages.js" */
/** @import { Step } from "../core/history/steps.js" */
/** @import { API } from "../sync/api.js" */
/** @import { App } from "./app.js" */

/**
 * @param {API} api @param {string} path of a page @returns {Promise<Page<any>>}
 * @throws {Refusal}
 */
export async function readPage(api, path) {
    const { body, next } = await api.success("GET", path);
    // Another program at this address can also answer 200.
    if (!Array.isArray(body)) throw new Refusal({ status: 0, body: null });
    return { elements: body, next };
}

/** Keys of requests without an answer, by path. They are sent again with the same key, because the
 * first try may have been done. @type {WeakMap<API, Map<string, string>>} */
const unanswered = new WeakMap();

/** @param {App} app @param {string} path @returns {Promise<Answer>} */
async function post({ api, connection }, path) {
    if (connection === "offline") return { status: 0, body: null };
    const keys = unanswered.get(api) ?? new Map();
    unanswered.set(api, keys);
    const key = keys.get(path) ?? makeID();
    keys.set(path, key);
    const answer = await api.send({ key, path, body: null });
    if (!isPassing(answer)) keys.delete(path);
    return answer;
}

/** @param {Answer} answer */
const isSuccess = ({ status }) => status >= 200 && status < 300;

/** Whether the same request may succeed later. @param {Answer} answer */
const isPassing = ({ status }) => status === 0 || status === 429 || status >= 500;

/**
 * Takes a write back. The page's own Undo then restores it.
 * @param {App} app @param {number} revision @param {(id: string) => string | undefined} titleOf
 * @returns {Promise<boolean>} whether it is taken back
 */
export async function undoWrite(app, revision, titleOf) {
    const { api } = app;
    const answer = await post(app, `/undo/${revision}`);
    if (app.api !== api) return false;
    if (!isSuccess(answer)) {
        app.emit("fault", t("not undone", { it: obstacleOf(app, answer, titleOf) }));
        return false;
    }
    remember(app, t("undone"), answer.undo);
    return true;
}

/**
 * Puts back a deleted item, or the content that an item had after a write.
 * @param {App} app @param {{ id: string, title: string }} item @param {number} [revision]
 * @returns {Promise<boolean>} whether it is there
 */
export async function putBackItem(app, { id, title }, revision) {
    const { api } = app;
    const query = revision === undefined ? "" : `?revision=${revision}`;
    const answer = await post(app, `/items/${id}/restore${query}`);
    if (app.api !== api) return false;
    if (!isSuccess(answer)) {
        app.emit("fault", t("not put back", { it: obstacleOf(app, answer, () => title) }));
        return false;
    }
    if (answer.undo === undefined) app.emit("message", t("same already"));
    else remember(app, t("item put back", { it: title }), answer.undo);
    return true;
}

/** A step whose undo is that of a revision. @param {App} app @param {string} said @param {number} [revision] */
function remember(app, said, revision) {
    app.history.add({ label: said, parts: [], said, revision });
    app.emit("message", said);
    // It arrives with the stream, or with this poll.
    app.link?.wake();
}

/**
 * Undo and redo of a step that the server did. If it may succeed later, the step stays.
 * @param {App} app @param {Step} step @param {"done" | "undone"} from @param {"done" | "undone"} to
 * @param {string} said
 */
export async function reverseOnServer(app, step, from, to, said) {
    const { api, history } = app;
    const answer = await post(app, `/undo/${step.revision}`);
    if (app.api !== api) return;
    if (isSuccess(answer)) {
        history[to].push({ ...step, revision: answer.undo });
        app.emit("message", said);
        return app.link?.wake();
    }
    if (isPassing(answer)) history[from].push(step);
    const it = obstacleOf(app, answer, () => undefined);
    app.emit("fault", t(from === "done" ? "not undone" : "not redone", { it }));
    app.emit("message", "");
}

/** More names are only counted. */
const mostObstacles = 3;

/**
 * Why the server did not do it, as a part of a sentence.
 * @param {App} app @param {Answer} answer @param {(id: string) => string | undefined} titleOf
 * @returns {string}
 */
function obstacleOf(app, { status, body, retryAfter }, titleOf) {
    const problem = /** @type {import("../types.d.ts").Problem} */ (body ?? {});
    switch (status) {
        case 0:
            return t("needs the network");
        case 401:
            app.endSession();
            return t("session ended").replace(/\.$/, "");
        case 403:
            return t("only reads");
        case 404:
        case 410:
            return t("no longer there");
        case 409: {
            if (problem.type !== "/problems/changed-since") break;
            const titles = (problem.items ?? [])
                .map((id) => app.items.get(id)?.title ?? titleOf(id));
            const names = titles.slice(0, mostObstacles).filter((title) => title !== undefined)
                .map((it) => t("was changed since", { it }));
            if (names.length === 0) return t("it was changed since");
            const n = titles.length - names.length;
            return [...names, ...(n > 0 ? [t("and more", { n })] : [])].join(", ");
        }
        case 429:
            return t("too many", { n: retryAfter ?? 60 }).replace(/\.$/, "");
        case 507:
            return t("no room left");
    }
    return reasonOf(problem).replace(/\.$/, "");
}
