/**
 * What the writes of the server's history did. A write says which members it changed, and not
 * whether an item was completed or reopened: that is known where the way from the items as they are
 * now back to the write is known.
 */

import { startOfDay } from "../calendar.js";

/** @import { Item, LoggedWrite, WrittenItem } from "../../types.d.ts" */

/** @typedef {"added" | "put back" | "completed" | "reopened" | "moved" | "tagged" | "changed"
 *     | "deleted"} Verb */

/** What a write did to a number of items, and the item if it is one. `members`: those that `changed`
 * changed. @typedef {{ verb: Verb, count: number, item?: WrittenItem, members: string[] }} Deed */

/** `hidden`: how many of its items are not in `write.items`.
 * @typedef {{ write: LoggedWrite, deeds: Deed[], isUndone: boolean, hidden: number }} ReadWrite */

/**
 * @param {LoggedWrite[]} writes from the newest, without gaps
 * @param {Map<string, Item>} base the items as the server has them @returns {ReadWrite[]}
 */
export function readWrites(writes, base) {
    const undone = undoneOf(writes);
    const returned = returnedIn(writes);
    const states = new DoneStates(base);
    return writes.map((write) => {
        const hidden = write.created + write.changed + write.deleted - write.items.length;
        const verbs = new Map(write.items.map((item) => {
            const isDone = states.after(item);
            const isBack = returned.has(`${write.revision} ${item.id}`);
            return [item, isBack ? "put back" : verbOf(item, isDone)];
        }));
        states.goBehind(write);
        return {
            write,
            deeds: deedsOf(write, verbs),
            isUndone: undone.has(write.revision),
            hidden,
        };
    });
}

/** Revisions that a later write has taken back, which was not taken back itself.
 * @param {LoggedWrite[]} writes @returns {Set<number>} */
function undoneOf(writes) {
    const undone = new Set();
    for (const { revision, undoes } of writes) {
        if (undoes !== undefined && !undone.has(revision)) undone.add(undoes);
    }
    return undone;
}

/** Items that an earlier write of the list has deleted. @param {LoggedWrite[]} writes
 * @returns {Set<string>} of `revision id` */
function returnedIn(writes) {
    const deleted = new Set();
    const returned = new Set();
    for (const { revision, items } of [...writes].reverse()) {
        for (const { id, kind } of items) {
            if (kind === "created" && deleted.has(id)) returned.add(`${revision} ${id}`);
            if (kind === "deleted") deleted.add(id);
        }
    }
    return returned;
}

/** Which items were done, on the way back from now. */
class DoneStates {
    /** @param {Map<string, Item>} base */
    constructor(base) {
        this.base = base;
        /** @type {Map<string, boolean | undefined>} */
        this.known = new Map();
        /** Whether a write has changed items that it does not name: each of the others may be one. */
        this.hasGap = false;
    }

    /** @param {WrittenItem} item @returns {boolean | undefined} undefined: not known */
    after({ id }) {
        if (this.known.has(id)) return this.known.get(id);
        return this.hasGap ? undefined : this.base.get(id)?.done;
    }

    /** @param {LoggedWrite} write */
    goBehind({ items, changed }) {
        const before = items.map((item) => {
            const { id, kind, members = [] } = item;
            const isDone = this.after(item);
            if (kind !== "changed" || isDone === undefined) return [id, undefined];
            return [id, members.includes("done") ? !isDone : isDone];
        });
        if (changed > items.filter(({ kind }) => kind === "changed").length) {
            this.hasGap = true;
            this.known.clear();
        }
        for (const [id, isDone] of before) {
            this.known.set(/** @type {string} */ (id), /** @type {boolean | undefined} */ (isDone));
        }
    }
}

/** @param {Pick<WrittenItem, "kind" | "members">} item @param {boolean | undefined} isDone after the
 * write @returns {Verb} */
export function verbOf({ kind, members = [] }, isDone) {
    if (kind === "created") return "added";
    if (kind === "deleted") return "deleted";
    const isAll = (/** @type {string[]} */ ...names) =>
        members.every((member) => names.includes(member));
    // Completing takes the rule.
    if (members.includes("done") && isAll("done", "repeat") && isDone !== undefined) {
        return isDone ? "completed" : "reopened";
    }
    // A move takes rule and reminder along.
    const isPlaced = ["timestamp", "day", "position"].some((name) => members.includes(name));
    if (isPlaced && isAll("timestamp", "day", "repeat", "remind", "position")) return "moved";
    return members.length > 0 && isAll("tags") ? "tagged" : "changed";
}

/**
 * @param {LoggedWrite} write @param {Map<WrittenItem, Verb>} verbs of its items @returns {Deed[]}
 */
function deedsOf({ created, changed, deleted, items }, verbs) {
    const of = (/** @type {string} */ kind) => items.filter((item) => item.kind === kind);
    /** What all of them have in common, if all are known.
     * @param {WrittenItem[]} some @param {number} count @param {Verb} other @returns {Verb} */
    const common = (some, count, other) => {
        const found = new Set(some.map((item) => verbs.get(item) ?? other));
        return found.size === 1 && some.length === count ? [...found][0] : other;
    };
    /** @param {Verb} verb @param {number} count @param {WrittenItem[]} some @returns {Deed[]} */
    const deed = (verb, count, some) => {
        if (count === 0) return [];
        const members = verb === "changed" ? some.flatMap(({ members = [] }) => members) : [];
        const item = count === 1 ? some[0] : undefined;
        return [{ verb, count, item, members: [...new Set(members)] }];
    };
    const verb = common(of("changed"), changed, "changed");
    const changes = deed(verb, changed, of("changed"));
    // The next one of a series is part of the completion.
    const titles = new Set(of("changed").map(({ title }) => title));
    const isSeries = verb === "completed" && deleted === 0 && created <= changed &&
        of("created").every(({ title }) => titles.has(title));
    if (isSeries) return changes;
    return [
        ...deed(common(of("created"), created, "added"), created, of("created")),
        ...changes,
        ...deed("deleted", deleted, of("deleted")),
    ];
}

/**
 * The first write of a chain of undos, and whether that write counts again: an undo of an undo.
 * @param {ReadWrite} read @param {Map<number, ReadWrite>} all by revision
 * @returns {{ root: ReadWrite | undefined, isRedone: boolean }} undefined: it is not in the list
 */
export function rootOf(read, all) {
    let isRedone = true;
    /** @type {ReadWrite | undefined} */
    let root = read;
    while (root?.write.undoes !== undefined) {
        root = all.get(root.write.undoes);
        isRedone = !isRedone;
    }
    return { root, isRedone };
}

/** @param {ReadWrite[]} reads from the newest
 * @returns {{ day: Date, reads: ReadWrite[] }[]} by the days on which they were made */
export function byDays(reads) {
    /** @type {{ day: Date, reads: ReadWrite[] }[]} */
    const days = [];
    for (const read of reads) {
        const day = startOfDay(new Date(read.write.at * 1000));
        const last = days.at(-1);
        if (last?.day.getTime() === day.getTime()) last.reads.push(read);
        else days.push({ day, reads: [read] });
    }
    return days;
}
