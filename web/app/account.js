/** Signing up, signing in and out, and deleting the account. */

import { makeID } from "../core/ids.js";
import { stopReminding } from "./remind.js";
import { server } from "./settings.js";
import { API } from "../sync/api.js";
import { deleteDatabase, openDatabase } from "../sync/database.js";
import {
    accountsOnDevice,
    databaseName,
    forgetSession,
    isSameAccount,
    keepSession,
    readSession,
} from "../sync/session.js";

/** @import { App } from "./app.js" */
/** @import { Account } from "../sync/session.js" */
/** @import { Contents, Session } from "../types.d.ts" */

const announcements = new BroadcastChannel("toodoo-session");

/**
 * What happens to changes that the server does not have: `stay` changes nothing, `keep` keeps them
 * for the next sign-in of their account, `delete` deletes them.
 * @typedef {"stay" | "keep" | "delete"} Choice
 *
 * `canBeKept`: whether the changes are on the disk.
 * @typedef {(unsent: { n: number, emails: string[], canBeKept: boolean }) => Promise<Choice>} Ask
 */

/**
 * Signs in. Data of other accounts on the device are deleted. If the server does not have all of
 * them, the user is asked first. Without email and password, a proxy names the user.
 * @param {App} app @param {{ email?: string, password?: string, keep: boolean }} input @param {Ask} ask
 * @returns {Promise<boolean>} whether the account is signed in
 * @throws {import("../sync/api.js").Refusal}
 */
export async function signIn(app, { email, password, keep }, ask) {
    const { body } = await app.api.success(
        "POST",
        "/sessions",
        email === undefined ? undefined : { email, password },
    );
    const api = new API(app.marker, body.token);
    const account = (await api.success("GET", "/users/current")).body;
    const before = app.session && isSameAccount(app.session, account) ? app.session : null;
    /** @type {Session} */
    const session = {
        id: before?.id ?? makeID(),
        name: account.name,
        email: account.email,
        token: body.token,
        kept: keep,
    };
    const replaced = await readSession();
    const others = await leftByOthers(app, session, replaced);
    const choice = await choose(others.filter(({ n }) => n > 0), ask);
    if (choice === "stay") {
        revoke(api);
        return false;
    }
    for (const other of others) {
        await forgetAccount(other, choice === "keep" && other.n > 0);
        if (replaced && isSameAccount(other, replaced)) revoke(new API(app.marker, replaced.token));
    }
    const queue = await strandedQueue(app, session);
    if (keep) await keepSession(session);
    await app.open(session, queue);
    if (keep) announcements.postMessage({ signedIn: session.email });
    return true;
}

/** @typedef {{ email: string, n: number, isOnDisk: boolean }} Left `n` changes were not sent */

/** @param {Left[]} unsent @param {Ask} ask @returns {Promise<Choice>} */
async function choose(unsent, ask) {
    if (unsent.length === 0) return "delete";
    return await ask({
        n: unsent.reduce((sum, { n }) => sum + n, 0),
        emails: unsent.map(({ email }) => email),
        canBeKept: unsent.every(({ isOnDisk }) => isOnDisk),
    });
}

/**
 * Data of other accounts on the device, and those that an ended session of another account has in
 * memory. A session of a single tab does not end the session that the device keeps, as long as the
 * server accepts that one.
 * @param {App} app @param {Session} session
 * @param {Session | null} device the session that the device has kept until now
 * @returns {Promise<Left[]>}
 */
async function leftByOthers({ session: before, copy, marker }, session, device) {
    const token = session.kept ? null : device?.token;
    const isValid = token &&
        (await new API(marker, token).request("GET", "/users/current")).status === 200;
    const left = [];
    for (const account of await accountsOnDevice()) {
        if (isSameAccount(account, session)) continue;
        if (isValid && device && isSameAccount(account, device)) continue;
        const contents = await readDatabase(account);
        if (contents) left.push({ ...account, n: contents.entries.length, isOnDisk: true });
    }
    if (before && copy && !before.kept && !isSameAccount(before, session)) {
        left.push({ email: before.email, n: copy.replica.entries.length, isOnDisk: false });
    }
    return left;
}

/**
 * The account's queue, from a place where its new session would not find it: from memory, or from
 * the disk if the new session does not use the disk.
 * @param {App} app @param {Session} session @returns {Promise<Contents | null>}
 */
async function strandedQueue({ session: before, copy }, session) {
    if (before && copy && !before.kept && isSameAccount(before, session)) return copy.store.read();
    const accounts = session.kept ? [] : await accountsOnDevice();
    if (!accounts.some((account) => isSameAccount(account, session))) return null;
    const contents = await readDatabase(session);
    if (contents) await forgetAccount(session);
    return contents;
}

/** @param {Account} account @returns {Promise<Contents | null>} null: it has a newer format */
async function readDatabase(account) {
    try {
        const store = await openDatabase(databaseName(account));
        const contents = await store.read();
        store.close();
        return contents;
    } catch {
        return null;
    }
}

/**
 * @param {App} app @param {{ name: string, email: string, password: string, keep: boolean }} input
 * @param {Ask} ask @returns {Promise<boolean>} @throws {import("../sync/api.js").Refusal}
 */
export async function signUp(app, { name, email, password, keep }, ask) {
    const setupToken = server.setupToken || undefined;
    await app.api.success("POST", "/users", { name, email, password, setupToken });
    if (setupToken) {
        server.setupToken = "";
        history.replaceState(null, "", location.pathname);
    }
    return await signIn(app, { email, password, keep }, ask);
}

/**
 * Deletes the account's data from the device, in all tabs, and revokes the token.
 * @param {App} app @param {boolean} keepsQueue for the next sign-in of the account
 */
export async function signOut(app, keepsQueue) {
    const { api } = app;
    await forget(app, keepsQueue);
    revoke(api);
}

/** If there is no answer, the token stays valid until it expires. @param {API} api */
function revoke(api) {
    api.request("DELETE", "/sessions/current", { keepalive: true });
}

/** @param {App} app @param {string} password @throws {import("../sync/api.js").Refusal} */
export async function leave(app, password) {
    await app.api.success("DELETE", "/users/current", { password });
    await forget(app);
}

/** @param {App} app @param {boolean} [keepsQueue] */
async function forget(app, keepsQueue) {
    const { session } = app;
    app.close();
    if (session?.kept) await forgetAccount(session, keepsQueue);
}

/**
 * Deletes an account's data from the device, in all tabs.
 * @param {Account} account @param {boolean} [keepsQueue]
 */
async function forgetAccount(account, keepsQueue = false) {
    stopReminding(account);
    announcements.postMessage({ signedOut: account.email });
    await forgetSession(account);
    const name = databaseName(account);
    if (!keepsQueue) return deleteDatabase(name);
    const store = await openDatabase(name);
    const { conflicts } = await store.read();
    await store.commit({ reset: [], unlisted: conflicts.map(({ id }) => id) });
    store.close();
}

/** Follows what other tabs do to the account. @param {App} app @param {() => void} onSignedIn */
export function followTabs(app, onSignedIn) {
    announcements.onmessage = ({ data: { signedIn, signedOut } }) => {
        const { session, ended } = app;
        // A session in memory belongs to one tab, even when it has ended.
        if (session && !session.kept) return;
        const isOurs = session && isSameAccount(session, { email: signedIn ?? signedOut });
        if (signedOut && isOurs) app.close();
        // This tab may not know yet that the server no longer accepts its token.
        if (signedIn && (!session || ended || isOurs)) onSignedIn();
    };
}
