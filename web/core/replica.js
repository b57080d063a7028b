/**
 * A tab's copy of the items: as the server has them (`base`), and with the queue applied (`shown`).
 *
 * All tabs apply the same commits in the same order; a gap in their versions is reported, and the tab
 * reads the store again.
 */

import { apply } from "./merge.js";
import { idOf } from "./conflicts/judge.js";

/** @import { Change, Commit, Conflict, Contents, Entry, Item, Outcome, Sealed } from "../types.d.ts" */

export class Replica {
    constructor() {
        /** @type {Map<string, Item>} */
        this.base = new Map();
        /** @type {Map<string, Item>} The base with the queue applied. */
        this.shown = new Map();
        /** @type {Entry[]} */
        this.entries = [];
        /** @type {Map<string, Outcome>} */
        this.outcomes = new Map();
        /** @type {Sealed | null} */
        this.sealed = null;
        /** @type {string | undefined} */
        this.token = undefined;
        /** @type {Conflict[]} The list «Changed elsewhere», the newest last. */
        this.conflicts = [];
        this.version = -1;
        /** @type {Set<string>} Items that entries touch. */
        this.touched = new Set();
    }

    /** @param {Contents} contents */
    load(contents) {
        this.base = new Map(contents.items.map((item) => [item.id, item]));
        const unstored = this.entries.filter((entry) => entry.seq === Infinity);
        const stored = new Set(contents.entries.map((entry) => entry.id));
        this.entries = [...contents.entries, ...unstored.filter((entry) => !stored.has(entry.id))];
        this.token = contents.token;
        this.sealed = contents.sealed ?? null;
        this.conflicts = contents.conflicts;
        this.version = contents.version;
        this.shown = new Map(this.base);
        this.touched = new Set();
        this.refresh([]);
    }

    /**
     * Shows entries that the store does not have yet.
     * @param {Entry[]} entries @returns {Set<string>} ids of items whose shown state may have changed
     */
    anticipate(entries) {
        this.entries = [...this.entries, ...entries.map((entry) => ({ ...entry, seq: Infinity }))];
        return this.refresh([]);
    }

    /** @param {string[]} ids of entries that could not be stored */
    retract(ids) {
        this.entries = this.entries.filter((entry) => !ids.includes(entry.id));
        return this.refresh([]);
    }

    /** @param {Commit} commit @returns {Set<string> | null} changed ids; null if a commit is missing */
    apply(commit) {
        if (commit.version <= this.version) return new Set();
        if (commit.version !== this.version + 1) return null;
        this.version = commit.version;
        if (commit.token !== undefined) this.token = commit.token;
        if (commit.sealed !== undefined) this.sealed = commit.sealed;
        if (commit.conflicts) this.conflicts = commit.conflicts;
        for (const outcome of commit.outcomes ?? []) this.outcomes.set(outcome.id, outcome);
        if (commit.reset) {
            const ids = [...this.base.keys(), ...(commit.put ?? []).map((item) => item.id)];
            this.base = new Map((commit.put ?? []).map((item) => [item.id, item]));
            this.changeEntries(commit);
            return this.refresh(ids);
        }
        for (const item of commit.put ?? []) this.base.set(item.id, item);
        for (const id of commit.deleted ?? []) this.base.delete(id);
        this.changeEntries(commit);
        return this.refresh([
            ...(commit.put ?? []).map((item) => item.id),
            ...(commit.deleted ?? []),
        ]);
    }

    /** @param {Commit} commit */
    changeEntries({ added = [], removed = [], updated = [] }) {
        if (!added.length && !removed.length && !updated.length) return;
        const gone = new Set([...removed, ...added.map((entry) => entry.id)]);
        const changed = new Map(updated.map((entry) => [entry.id, entry]));
        this.entries = [...this.entries.filter((entry) => !gone.has(entry.id)), ...added]
            .map((entry) => changed.get(entry.id) ?? entry)
            .sort((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0));
    }

    /**
     * Recomputes `shown` for the given items and for those that entries touch or have touched.
     * @param {string[]} ids @returns {Set<string>}
     */
    refresh(ids) {
        const dirty = new Set([...ids, ...this.touched]);
        /** @type {Map<string, Item | undefined>} */
        const overlay = new Map();
        for (const entry of this.entries) {
            for (const operation of entry.operations) {
                const id = idOf(operation);
                const item = overlay.has(id) ? overlay.get(id) : this.base.get(id);
                overlay.set(id, apply(item, operation));
            }
        }
        this.touched = new Set(overlay.keys());
        for (const id of this.touched) dirty.add(id);
        for (const id of dirty) {
            const item = overlay.has(id) ? overlay.get(id) : this.base.get(id);
            if (item) this.shown.set(id, item);
            else this.shown.delete(id);
        }
        return dirty;
    }
}

/**
 * The revision up to which a token covers everything. A token is `epoch.revision`, or a place
 * inside a revision.
 * @param {string | undefined} token
 */
export function covered(token) {
    const [, revision, ...inside] = (token ?? "").split(".");
    return revision ? Number(revision) - (inside.length ? 1 : 0) : 0;
}

/**
 * The changes that are new to a store with this token. An answer can be old: a request that was
 * sent again gets the answer to its first try, and the store may have later states of its items.
 * @param {Change[]} changes @param {string | undefined} token
 * @returns {{ put: Item[], deleted: string[] }}
 */
export function news(changes, token) {
    const known = covered(token);
    /** @type {Map<string, Item | null>} */
    const latest = new Map();
    for (const { revision, item, deleted } of changes) {
        if (revision > known) latest.set(item?.id ?? /** @type {string} */ (deleted), item ?? null);
    }
    const put = /** @type {Item[]} */ ([...latest.values()].filter((item) => item !== null));
    const deleted = [...latest.keys()].filter((id) => latest.get(id) === null);
    return { put, deleted };
}

/** @param {string | undefined} stored @param {string | undefined} token @returns {string | undefined} the later one */
export function laterToken(stored, token) {
    if (!stored || !token) return token ?? stored;
    return covered(token) < covered(stored) ? stored : token;
}
