/**
 * A model of the server: items, revisions, batches, undo, idempotency and changes of one owner.
 *
 * A completed item that repeats is followed by a next one, whose date comes from a rule that is simpler
 * than the server's. What the page must never send is an error, not an answer.
 */

import { isOrderKey } from "../../web/core/list/order-key.js";
import { same, sameContent } from "../../web/core/merge.js";

/** @import { Answer } from "../../web/core/answer.js" */
/** @import { Change, Item } from "../../web/types.d.ts" */

/** @param {number} status @param {object} [more] @returns {Answer} */
const problem = (status, more = {}) => ({ status, body: { status, ...more } });

/** Lengths of the units of a rule in seconds; a month has 30 days here. @type {Record<string, number>} */
const units = { daily: 86_400, weekly: 604_800, monthly: 2_592_000, yearly: 31_536_000 };

/** @param {any} target @param {any} patch @returns {any} RFC 7396 */
function merged(target, patch) {
    if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
    const result = typeof target === "object" && target !== null ? { ...target } : {};
    for (const [key, value] of Object.entries(patch)) {
        if (value === null) delete result[key];
        else result[key] = merged(result[key], value);
    }
    return result;
}

/** @param {Item} item @param {any} patch @returns {Item} */
export function patchedItem(item, patch) {
    if (patch.repeat && item.done && patch.done !== false) throw new Error("a rule of a done item");
    const result = merged(item, patch);
    const isMoved = "timestamp" in patch && !same(item.timestamp, patch.timestamp);
    if (isMoved && !("day" in patch)) delete result.day;
    if (result.timestamp === undefined) delete result.day;
    if (result.timestamp === undefined && !patch.repeat) delete result.repeat;
    if (result.timestamp === undefined && !("remind" in patch)) delete result.remind;
    return judged(result);
}

/** @param {Item} item @returns {Item} */
function judged(item) {
    if (item.repeat && item.timestamp === undefined) throw new Error("a rule without a date");
    if (item.repeat && !(item.repeat.frequency in units)) throw new Error("a rule without a unit");
    if (item.day && !/^\d{4}-\d\d-\d\d$/.test(item.day)) throw new Error(`a day: ${item.day}`);
    if (item.remind !== undefined && item.timestamp === undefined) {
        throw new Error("a reminder without a date");
    }
    if (item.position && !isOrderKey(item.position)) throw new Error(`a key: ${item.position}`);
    const tags = item.tags ?? [];
    const isSet = new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length;
    if (item.tags && (tags.length === 0 || tags.length > 10 || !isSet)) {
        throw new Error(`tags: ${tags}`);
    }
    const start = Date.parse(`${item.day}T00:00:00Z`) / 1000;
    const distance = (item.timestamp ?? NaN) - start;
    if (item.day && !(distance >= -14 * 3600 && distance <= 12 * 3600)) {
        throw new Error(`${item.day} does not begin at ${item.timestamp}`);
    }
    return item;
}

/** @param {Item} item a repeating one that is done now @returns {Item} */
function nextOf({ timestamp = 0, day, repeat, ...rest }) {
    const step = (repeat?.interval ?? 1) * units[repeat?.frequency ?? ""];
    const start = day && new Date(Date.parse(`${day}T00:00:00Z`) + step * 1000).toISOString();
    return {
        ...rest,
        id: `${rest.id}>${timestamp}`,
        timestamp: timestamp + step,
        ...(start && { day: start.slice(0, 10) }),
        repeat,
        done: false,
    };
}

export class Server {
    constructor() {
        /** @type {Map<string, Item>} */
        this.items = new Map();
        this.revision = 0;
        /** @type {Map<string, number>} */
        this.tombstones = new Map();
        /** @type {Map<number, Map<string, Item | undefined>>} What each write found. */
        this.before = new Map();
        /** @type {Map<number, Map<string, Item | undefined>>} What each write left. */
        this.after = new Map();
        /** @type {Map<string, { request: string, answer: Answer }>} */
        this.keys = new Map();
        this.time = 1000;
        /** Titles that are refused. */
        this.refused = new Set(["refused"]);
        /** The largest number of letters in all texts. */
        this.room = Infinity;
    }

    get size() {
        return [...this.items.values()].reduce(
            (sum, { title, itemDescription = "" }) => sum + title.length + itemDescription.length,
            0,
        );
    }

    /** @param {string} key @param {string} path @param {string | null} body @returns {Answer} */
    post(key, path, body) {
        const request = path + body;
        const known = this.keys.get(key);
        if (known) {
            return known.request === request
                ? known.answer
                : problem(422, { type: "/problems/idempotency-key-reused" });
        }
        const { items, tombstones, revision } = this;
        const size = this.size;
        this.items = new Map(items);
        this.tombstones = new Map(tombstones);
        const answer = path === "/items/batch"
            ? this.batch(JSON.parse(body ?? "[]"))
            : path === "/items?onConflict=skip"
            ? this.insert(JSON.parse(body ?? "[]"))
            : this.undo(Number(path.split("/")[2]));
        if (this.size > this.room && this.size > size) {
            Object.assign(this, { items, tombstones, revision });
            return problem(507, { type: "/problems/quota", detail: "no room" });
        }
        if (answer.status < 300) this.keys.set(key, { request, answer });
        return answer;
    }

    /** What is there stays as it is. @param {Item[]} items @returns {Answer} */
    insert(items) {
        const absent = items.filter(({ id }) => !this.items.has(id));
        const answer = this.batch(absent.map((item) => ({ op: "put", item })));
        if (answer.status !== 200) return answer;
        const body = items.map(({ id }) => this.items.get(id));
        return { status: 201, body, undo: answer.undo };
    }

    /** @param {any[]} operations @param {number} [most] without a bound for an import
     * @returns {Answer} */
    batch(operations, most = 1000) {
        if (operations.length > most) return problem(422, { pointer: "" });
        const invalid = operations.findIndex(({ item, patch }) =>
            this.refused.has((item ?? patch)?.title)
        );
        if (invalid >= 0) {
            return problem(422, {
                errors: [{ pointer: `/${invalid}/title`, detail: "is not allowed" }],
            });
        }
        const start = new Map(this.items);
        const results = [];
        for (const [index, operation] of operations.entries()) {
            const id = operation.item?.id ?? operation.id;
            const { ifRevision } = operation;
            /** @param {number} status @param {object} [more] */
            const refuse = (status, more) => {
                this.items = start;
                return problem(status, { pointer: `/${index}`, ...more });
            };
            const revision = start.get(id)?.revision;
            if (operation.op !== "put" && !this.items.has(id)) {
                return refuse(operation.op === "delete" && this.tombstones.has(id) ? 410 : 404);
            }
            if (ifRevision !== undefined && ifRevision !== revision) {
                return refuse(412, { revision });
            }
            this.one(operation, id);
            const item = this.items.get(id);
            results.push(item ? { id, item } : { id, deleted: true });
        }
        const undo = this.finish(start);
        for (const result of results) {
            if (result.item) result.item = this.items.get(result.id) ?? result.item;
        }
        return { status: 200, body: results, undo };
    }

    /** @param {any} operation @param {string} id */
    one(operation, id) {
        const item = this.items.get(id);
        if (operation.op === "delete") {
            this.items.delete(id);
        } else if (operation.op === "put") {
            const createdAt = item?.createdAt ?? ++this.time;
            this.items.set(id, {
                ...judged(operation.item),
                createdAt,
                revision: item?.revision,
            });
        } else {
            this.items.set(id, patchedItem(/** @type {Item} */ (item), operation.patch));
        }
        this.complete(item, this.items.get(id));
    }

    /** @param {Item | undefined} before @param {Item | undefined} item */
    complete(before, item) {
        if (!item?.done || !item.repeat) return;
        if (!before || before.done) throw new Error("an item that is made done has a rule");
        const { repeat: _, ...done } = item;
        const createdAt = ++this.time;
        this.items.set(item.id, { ...done, doneAt: createdAt });
        const next = nextOf({ ...item, timestamp: before.timestamp ?? item.timestamp });
        if (!this.items.has(next.id)) this.items.set(next.id, { ...next, createdAt });
    }

    /** Numbers the write. @param {Map<string, Item>} start @returns {number | undefined} */
    finish(start) {
        /** @type {Map<string, Item | undefined>} */
        const before = new Map();
        for (const id of new Set([...start.keys(), ...this.items.keys()])) {
            if (!same(start.get(id), this.items.get(id))) before.set(id, start.get(id));
        }
        if (before.size === 0) return undefined;
        this.revision++;
        for (const id of before.keys()) {
            const item = this.items.get(id);
            if (item) this.items.set(id, { ...item, revision: this.revision });
            else this.tombstones.set(id, this.revision);
        }
        this.before.set(this.revision, before);
        const after = [...before.keys()].map((
            id,
        ) => /** @type {const} */ ([id, this.items.get(id)]));
        this.after.set(this.revision, new Map(after));
        return this.revision;
    }

    /** @param {number} revision @returns {Answer} */
    undo(revision) {
        const before = this.before.get(revision);
        if (!before) return problem(404);
        for (const [id, left] of this.after.get(revision) ?? []) {
            const current = this.items.get(id);
            const isAsLeft = left && current ? sameContent(left, current) : left === current;
            if (!isAsLeft) return problem(409, { type: "/problems/changed-since" });
        }
        const start = new Map(this.items);
        for (const [id, item] of before) {
            if (item) this.items.set(id, item);
            else this.items.delete(id);
        }
        const undo = this.finish(start);
        return {
            status: 200,
            body: { revision: this.revision, restored: [...before.keys()] },
            undo,
        };
    }

    /** @param {number} since @returns {Change[]} */
    changes(since) {
        const items = [...this.items.values()].map((item) => ({
            revision: item.revision ?? 0,
            item,
        }));
        const deleted = [...this.tombstones].filter(([id]) => !this.items.has(id))
            .map(([id, revision]) => ({ revision, deleted: id }));
        return [...items, ...deleted].filter(({ revision }) => revision > since)
            .sort((a, b) => a.revision - b.revision);
    }
}
