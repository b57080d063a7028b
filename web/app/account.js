/** Signing up, in and out, and leaving. */

import { API } from "../sync/api.js";
import { forgetSession, keepSession } from "../sync/session.js";

/** @import { App } from "./app.js" */

const announcements = new BroadcastChannel("toodoo-session");

/** @param {App} app @param {{ email: string, password: string, keep: boolean }} input @throws {import("../sync/api.js").Refusal} */
export async function signIn(app, { email, password, keep }) {
    const { body } = await app.api.success("POST", "/sessions", { email, password });
    const api = new API();
    api.token = body.token;
    const account = await api.success("GET", "/users/current");
    const session = {
        name: account.body.name,
        email: account.body.email,
        token: body.token,
        kept: keep,
    };
    if (keep) await keepSession(session);
    app.close();
    await app.open(session);
    if (keep) announcements.postMessage({ signedIn: session.email });
}

/** @param {App} app @param {{ name: string, email: string, password: string, keep: boolean }} input @throws {import("../sync/api.js").Refusal} */
export async function signUp(app, { name, email, password, keep }) {
    await app.api.success("POST", "/users", { name, email, password });
    await signIn(app, { email, password, keep });
}

/**
 * Revokes the token and deletes all of the account from the device, in all tabs. Without an answer
 * the token stays valid until it expires; the device forgets it all the same.
 * @param {App} app
 */
export async function signOut(app) {
    await app.api.request("DELETE", "/sessions/current");
    await forget(app);
}

/** @param {App} app @param {string} password @throws {import("../sync/api.js").Refusal} */
export async function leave(app, password) {
    await app.api.success("DELETE", "/users/current", { password });
    await forget(app);
}

/** @param {App} app */
async function forget(app) {
    const { copy, session } = app;
    app.close();
    if (session?.kept) {
        await forgetSession(session.email);
        announcements.postMessage({ signedOut: session.email });
    }
    await copy?.store.destroy();
}

/** Follows what other tabs do to the account. @param {App} app @param {() => void} onSignedIn */
export function followTabs(app, onSignedIn) {
    announcements.onmessage = ({ data }) => {
        if (data.signedOut && app.session?.kept && app.session.email === data.signedOut) {
            app.close();
        }
        if (data.signedIn && (!app.session || app.ended)) onSignedIn();
    };
}
