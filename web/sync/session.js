/**
 * The account that the device is signed in to, in a small database of its own. A session that is not
 * kept is in memory only.
 */

/** @import { Session } from "../types.d.ts" */

const sessionDatabase = "toodoo-session";

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} body @returns {Promise<T>} */
function withStore(mode, body) {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open(sessionDatabase, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("session");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction("session", mode);
            const request = body(transaction.objectStore("session"));
            transaction.oncomplete = () => {
                database.close();
                resolve(request.result);
            };
            transaction.onabort = () => reject(transaction.error);
        };
    });
}

/** @returns {Promise<Session | null>} */
export async function readSession() {
    try {
        return (await withStore("readonly", (store) => store.get("current"))) ?? null;
    } catch {
        // Without IndexedDB there is no stored session.
        return null;
    }
}

/** @param {Session} session */
export async function keepSession(session) {
    await withStore("readwrite", (store) => store.put(session, "current"));
}

/** The page's language, for the worker, which has no `localStorage`. @returns {Promise<"en" | "de">} */
export async function readLanguage() {
    const language = await withStore("readonly", (store) => store.get("language")).catch(() => "");
    return language === "de" ? "de" : "en";
}

/** @param {"en" | "de"} language */
export async function storeLanguage(language) {
    await withStore("readwrite", (store) => store.put(language, "language"));
}

/** Deletes the stored session, if it belongs to the account. @param {Account} account */
export async function forgetSession(account) {
    const current = await readSession();
    if (current && isSameAccount(current, account)) {
        await withStore("readwrite", (store) => store.delete("current"));
    }
}

const accountPrefix = "toodoo-account ";

/** @typedef {{ email: string }} Account */

/** @param {Account | null} account @returns {string} the name of the database of its items */
export const databaseName = (account) =>
    account ? accountPrefix + account.email.toLowerCase() : "toodoo-items";

/** @param {Account} one @param {Account} other */
export const isSameAccount = (one, other) => databaseName(one) === databaseName(other);

/** @returns {Promise<Account[]>} accounts that have a database on the device */
export async function accountsOnDevice() {
    try {
        const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
        return names.filter((name) => name.startsWith(accountPrefix))
            .map((name) => ({ email: name.slice(accountPrefix.length) }));
    } catch {
        // Without IndexedDB there are no databases.
        return [];
    }
}
