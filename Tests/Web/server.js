/** A model of the server: items, revisions, batches, undo, idempotency and changes of one owner. */

import { same } from "../../web/core/merge.js";

/** @import { Answer } from "../../web/core/answer.js" */
/** @import { Change, Item } from "../../web/types.d.ts" */

/** @param {number} status @param {object} [more] @returns {Answer} */
const problem = (status, more = {}) => ({ status, body: { status, ...more } });

export class Server {
    constructor() {
        /** @type {Map<string, Item>} */
        this.items = new Map();
        this.revision = 0;
        /** @type {Map<string, number>} */
        this.tombstones = new Map();
        /** @type {Map<number, Map<string, Item | undefined>>} What each write found. */
        this.before = new Map();
        /** @type {Map<string, { request: string, answer: Answer }>} */
        this.keys = new Map();
        this.time = 1000;
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
        const answer = path === "/items/batch"
            ? this.batch(JSON.parse(body ?? "[]"))
            : this.undo(Number(path.split("/")[2]));
        if (answer.status === 200) this.keys.set(key, { request, answer });
        return answer;
    }

    /** @param {any[]} operations @returns {Answer} */
    batch(operations) {
        if (operations.length > 1000) return problem(422, { pointer: "" });
        const invalid = operations.findIndex(({ item, patch }) =>
            (item ?? patch)?.title === "refused"
        );
        if (invalid >= 0) {
            return problem(422, { errors: [{ pointer: `/${invalid}/title`, detail: "" }] });
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
            this.items.set(id, { ...operation.item, createdAt, revision: item?.revision });
        } else {
            const next = /** @type {any} */ ({ ...item });
            for (const [key, value] of Object.entries(operation.patch)) {
                if (value === null) delete next[key];
                else next[key] = value;
            }
            this.items.set(id, next);
        }
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
        return this.revision;
    }

    /** @param {number} revision @returns {Answer} */
    undo(revision) {
        const before = this.before.get(revision);
        if (!before) return problem(404);
        for (const id of before.keys()) {
            const current = this.items.get(id)?.revision ?? this.tombstones.get(id);
            if (current !== revision) return problem(409, { type: "/problems/changed-since" });
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
