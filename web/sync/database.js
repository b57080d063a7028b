/**
 * The store on the device: one IndexedDB database for each account.
 *
 *     items    id -> item, as the server has it
 *     queue    seq -> entry
 *     values   version, token, sealed, conflicts
 *
 * The version of the database is the version of this format. A page that is older than the database
 * cannot open it, and shows a message.
 */

import { changedList } from "../core/conflicts/list.js";
import { laterToken, news } from "../core/replica.js";

/** @import { Commit, Contents, Draft, Entry, Sealed, Store } from "../types.d.ts" */

/** In format 1 operations had no `opened`. It was not released. */
const storeFormat = 2;

/** @param {string} name @param {() => void} [onOutdated] @returns {Promise<DatabaseStore>} */
export function openDatabase(name, onOutdated = () => {}) {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name, storeFormat);
        opening.onupgradeneeded = () => {
            const database = opening.result;
            for (const old of [...database.objectStoreNames]) database.deleteObjectStore(old);
            database.createObjectStore("items", { keyPath: "id" });
            database.createObjectStore("queue", { keyPath: "seq", autoIncrement: true })
                .createIndex("id", "id");
            database.createObjectStore("values");
        };
        opening.onsuccess = () => {
            const database = opening.result;
            // Another tab signs out and deletes the database, or has a newer format.
            database.onversionchange = ({ newVersion }) => {
                database.close();
                if (newVersion !== null) onOutdated();
            };
            resolve(new DatabaseStore(database));
        };
        opening.onerror = () => reject(opening.error);
    });
}

/** Deletes a database; other tabs close it. @param {string} name @returns {Promise<void>} */
export function deleteDatabase(name) {
    return new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.onsuccess = () => resolve();
        // A suspended tab closes the database when it resumes.
        deleting.onblocked = () => resolve();
        deleting.onerror = () => reject(deleting.error);
    });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** @implements {Store} */
export class DatabaseStore {
    shared = true;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.database = database;
        this.name = database.name;
    }

    /**
     * Runs one transaction. Resolves when it has completed.
     * @template T
     * @param {IDBTransactionMode} mode
     * @param {(stores: { items: IDBObjectStore, queue: IDBObjectStore, values: IDBObjectStore }) => Promise<T>} body
     * @returns {Promise<T>}
     */
    async transaction(mode, body) {
        const transaction = this.database.transaction(["items", "queue", "values"], mode);
        const finished = new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve(undefined);
            transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
        });
        const value = body({
            items: transaction.objectStore("items"),
            queue: transaction.objectStore("queue"),
            values: transaction.objectStore("values"),
        });
        value.catch(() => {
            try {
                transaction.abort();
            } catch {
                // It has ended already. `finished` has its outcome.
            }
        });
        return (await Promise.all([value, finished]))[0];
    }

    /** @returns {Promise<Contents>} */
    read() {
        return this.transaction("readonly", async ({ items, queue, values }) => {
            const [all, entries, version, token, sealed, conflicts] = await Promise.all([
                result(items.getAll()),
                result(queue.getAll()),
                result(values.get("version")),
                result(values.get("token")),
                result(values.get("sealed")),
                result(values.get("conflicts")),
            ]);
            return {
                items: all,
                entries,
                version: version ?? 0,
                token,
                sealed,
                conflicts: conflicts ?? [],
            };
        });
    }

    /** @param {Draft} draft @returns {Promise<Commit>} */
    commit(draft) {
        return this.transaction("readwrite", (stores) => writeDraft(stores, draft));
    }

    /** @param {string[]} ids @returns {Promise<Commit>} */
    take(ids) {
        return this.transaction("readwrite", async (stores) => {
            const [sealed, entries] = await Promise.all([
                result(stores.values.get("sealed")),
                result(stores.queue.getAll()),
            ]);
            const waiting = new Set(entries.map((entry) => entry.id));
            for (const id of sealed?.entries ?? []) waiting.delete(id);
            return writeDraft(stores, { removed: ids.filter((id) => waiting.has(id)) });
        });
    }

    /** @param {(entries: Entry[], version: number) => Sealed | null} make @returns {Promise<Sealed | null>} */
    seal(make) {
        return this.transaction("readwrite", async ({ queue, values }) => {
            const [stored, entries, version] = await Promise.all([
                result(values.get("sealed")),
                result(queue.getAll()),
                result(values.get("version")),
            ]);
            if (stored) return stored;
            const sealed = make(entries, version ?? 0);
            if (sealed) values.put(sealed, "sealed");
            return sealed;
        });
    }

    close() {
        this.database.close();
    }
}

/**
 * @param {{ items: IDBObjectStore, queue: IDBObjectStore, values: IDBObjectStore }} stores
 * @param {Draft} draft
 * @returns {Promise<Commit>}
 */
async function writeDraft(
    { items, queue, values },
    { changes = [], reset, listed, unlisted, ...draft },
) {
    const [last, stored] = await Promise.all([
        result(values.get("version")),
        result(values.get("token")),
    ]);
    const version = (last ?? 0) + 1;
    values.put(version, "version");
    const { put, deleted } = reset ? { put: reset, deleted: [] } : news(changes, stored);
    if (reset) items.clear();
    for (const item of put) items.put(item);
    for (const id of deleted) items.delete(id);
    const token = reset ? draft.token : laterToken(stored, draft.token);
    if (token !== stored) values.put(token, "token");
    if (draft.sealed !== undefined) values.put(draft.sealed, "sealed");
    let conflicts;
    if (listed || unlisted) {
        conflicts = changedList(await result(values.get("conflicts")) ?? [], listed, unlisted);
        values.put(conflicts, "conflicts");
    }
    const keys = queue.index("id");
    for (const id of draft.removed ?? []) {
        const key = await result(keys.getKey(id));
        if (key !== undefined) queue.delete(key);
    }
    const updated = [];
    for (const change of draft.updated ?? []) {
        const seq = await result(keys.getKey(change.id));
        if (seq === undefined) continue;
        // The replica may not know the number of an anticipated entry yet.
        const entry = { ...change, seq: Number(seq) };
        updated.push(entry);
        queue.put(entry);
    }
    const added = [];
    for (const { seq: _, ...entry } of draft.added ?? []) {
        added.push({ ...entry, seq: Number(await result(queue.add(entry))) });
    }
    return { ...draft, put, deleted, token, version, conflicts, added, updated, reset: !!reset };
}
