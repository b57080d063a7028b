/** Sends the queue, one request at a time. Every request is stored before its first try. */

import { meaning } from "../core/answer.js";
import { idOf } from "../core/conflicts/judge.js";
import { rebased } from "../core/conflicts/nets.js";
import { hasHappened, refusals } from "../core/conflicts/list.js";
import { makeID } from "../core/ids.js";
import { plan, split } from "../core/queue.js";

/** @import { Answer } from "../core/answer.js" */
/** @import { Plan } from "../core/queue.js" */
/** @import { Copy } from "./copy.js" */
/** @import { Change, Conflict, Entry, Problem, Sealed } from "../types.d.ts" */

/**
 * Why an entry did not have its effect: the server refused it or has no room for it, or another
 * device's change counts.
 * @typedef {{ entry: Entry, reason: "refused" | "full" | "conflict", problem?: Problem }} Notice
 */

/** @typedef {{ kind: "idle" | "sent" | "again" | "signed out" }
 *     | { kind: "later", seconds?: number, status: number }} Step */

/** After this number of refused conditions in a row the entry itself is refused. */
const mostStale = 10;

/** In seconds; the server keeps a key for 24 hours. */
const keyLifetime = 20 * 3600;

export class Sender {
    /**
     * @param {Copy} copy
     * @param {(sealed: Sealed) => Promise<Answer>} send
     * @param {() => Promise<void>} catchUp loads the changes that the copy does not have yet
     * @param {(notice: Notice) => void} notify
     * @param {() => number} [now] in seconds
     */
    constructor(copy, send, catchUp, notify, now = () => Date.now() / 1000) {
        this.copy = copy;
        this.send = send;
        this.catchUp = catchUp;
        this.notify = notify;
        this.now = now;
        /** The number of entries that are still to be sent one by one. */
        this.singles = 0;
        this.stale = 0;
        /** Whether the server may have room again for entries that it had no room for. */
        this.mayHaveRoom = true;
        /** @type {string | undefined} The copy's token when the server had no room. */
        this.fullAt = undefined;
        this.hasToldFull = false;
    }

    /** Sends one request, if one is waiting. @returns {Promise<Step>} */
    async step() {
        const sealed = await this.seal();
        if (!sealed) return { kind: await this.retryFull() ? "again" : "idle" };
        if (Math.abs(this.now() - sealed.at) > keyLifetime) return this.settle(sealed);
        const answer = await this.send(sealed);
        const what = meaning(sealed, answer);
        if (what.kind !== "stale") this.stale = 0;
        switch (what.kind) {
            case "done":
                this.singles = Math.max(0, this.singles - 1);
                this.mayHaveRoom = true;
                await this.finish(sealed, what);
                return { kind: "sent" };
            case "later":
                return { kind: "later", seconds: what.seconds, status: answer.status };
            case "signed out":
                return { kind: "signed out" };
            case "stale":
                return this.retryStale(sealed, what.problem);
            case "in doubt":
                return this.settle(sealed);
            case "by operations":
                return this.goByOperations(sealed);
            case "refused":
                await this.refuse(this.find(what.entry), what.problem);
                return { kind: "again" };
            case "full":
                await this.waitForRoom(what.entry, what.problem);
                return { kind: "again" };
            case "one by one":
                this.singles = sealed.entries.length;
                break;
        }
        await this.copy.commit({ sealed: null });
        return { kind: "again" };
    }

    /** @returns {Promise<Sealed | null>} */
    async seal() {
        for (;;) {
            /** @type {Plan | "behind"} */
            let next = null;
            const { replica, store } = this.copy;
            const sealed = await store.seal((entries, version) => {
                if (version > replica.version) next = "behind";
                if (next) return null;
                const options = { single: this.singles > 0, at: this.now() };
                next = plan(entries, replica.base, makeID(), options);
                return next && "send" in next ? next.send : null;
            });
            if (sealed || !next) return sealed;
            const decision = /** @type {Extract<Plan, { drop: Entry }> | "behind"} */ (next);
            if (decision === "behind") {
                // A commit of another tab has not reached this one yet.
                await this.copy.load();
                continue;
            }
            const { drop: entry, conflicts: listed, skipped } = decision;
            await this.copy.commit({
                removed: [entry.id],
                outcomes: [{ id: entry.id, alone: true }],
                updated: rebased(this.without([entry.id]), skipped),
                ...lines(listed),
            });
            if (listed.length > 0) this.notify({ entry, reason: "conflict" });
        }
    }

    /**
     * @param {Sealed} sealed
     * @param {Extract<import("../core/answer.js").Meaning, { kind: "done" }>} answer
     */
    async finish(sealed, { outcomes, changes, restored }) {
        const entries = this.copy.replica.entries;
        const [only] = sealed.entries.map((id) => this.find(id));
        if (restored && only) {
            changes = this.assumed(only, outcomes[0].revision, new Set(restored));
        }
        const revisions = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
        const updated = entries.filter((entry) =>
            entry.of && revisions.get(entry.of)?.alone && entry.revision === undefined &&
            !sealed.entries.includes(entry.id) && entry.kind === "undo"
        ).map((entry) => ({ ...entry, revision: revisions.get(entry.of ?? "")?.revision }));
        await this.copy.commit({
            changes,
            sealed: null,
            removed: sealed.entries,
            outcomes,
            updated: [...updated, ...rebased(this.without(sealed.entries), sealed.skipped)],
            ...lines(sealed.conflicts),
        });
        if (this.copy.replica.entries.length === 0) this.hasToldFull = false;
    }

    /**
     * The items after an undo, until the stream brings them: they are assumed to be as shown. Only
     * items that the server has restored are included.
     * @param {Entry} entry @param {number | undefined} revision @param {Set<string>} restored
     * @returns {Change[]}
     */
    assumed(entry, revision, restored) {
        if (revision === undefined) return [];
        const { shown } = this.copy.replica;
        return entry.operations.map(idOf).filter((id) => restored.has(id)).map((id) => {
            const item = shown.get(id);
            return item ? { revision, item: { ...item, revision } } : { revision, deleted: id };
        });
    }

    /** @param {Sealed} sealed @param {Problem} problem @returns {Promise<Step>} */
    async retryStale(sealed, problem) {
        this.stale++;
        if (this.stale > mostStale) {
            this.stale = 0;
            const index = Number(/\d+/.exec(problem.pointer ?? "")?.[0] ?? 0);
            await this.refuse(this.find(sealed.entries[sealed.owners[index] ?? 0]), problem);
            return { kind: "again" };
        }
        await this.catchUp();
        await this.copy.commit({ sealed: null });
        return { kind: "again" };
    }

    /**
     * The server may have done the request and forgotten its key. The items show it: an operation
     * whose effect is there already is not sent again.
     * @param {Sealed} sealed @returns {Promise<Step>}
     */
    async settle(sealed) {
        await this.catchUp();
        const { base } = this.copy.replica;
        const happened = sealed.conflicts.filter((conflict) => hasHappened(conflict, base));
        await this.copy.commit({ sealed: null, ...lines(happened) });
        return { kind: "again" };
    }

    /** The undo is sent as the opposite changes.
     * @param {Sealed} sealed @returns {Promise<Step>} */
    async goByOperations(sealed) {
        await this.catchUp();
        const entry = this.find(sealed.entries[0]);
        const [first = [], ...rest] = split(entry?.operations ?? []);
        const updated = entry ? [{ ...entry, revision: undefined, operations: first }] : [];
        const added = rest.map((operations) => /** @type {Entry} */ ({
            seq: 0,
            id: makeID(),
            kind: "undo",
            operations,
            label: entry?.label ?? "",
        }));
        await this.copy.commit({ sealed: null, updated, added });
        return { kind: "again" };
    }

    /** @param {string} id @param {Problem} problem */
    async waitForRoom(id, problem) {
        const entry = this.find(id);
        this.mayHaveRoom = false;
        this.fullAt = this.copy.replica.token;
        await this.copy.commit({
            sealed: null,
            updated: entry ? [{ ...entry, full: true }] : [],
        });
        if (entry && !this.hasToldFull) this.notify({ entry, reason: "full", problem });
        this.hasToldFull = true;
    }

    /**
     * Retries entries that the server had no room for, after each success and after each change of
     * the items. @returns {Promise<boolean>}
     */
    async retryFull() {
        const { entries, token } = this.copy.replica;
        const waiting = entries.filter(({ full }) => full);
        if (waiting.length === 0 || !(this.mayHaveRoom || token !== this.fullAt)) return false;
        this.mayHaveRoom = false;
        this.fullAt = token;
        await this.copy.commit({ updated: waiting.map(({ full: _, ...entry }) => entry) });
        return true;
    }

    /**
     * Adds the refused change to «Changed elsewhere», with the server's reason.
     * @param {Entry | undefined} entry @param {Problem} problem
     */
    async refuse(entry, problem) {
        if (!entry) return void await this.copy.commit({ sealed: null });
        await this.copy.commit({
            sealed: null,
            removed: [entry.id],
            outcomes: [{ id: entry.id, alone: true }],
            ...lines(refusals(entry, reasonOf(problem), this.now())),
        });
        this.notify({ entry, reason: "refused", problem });
    }

    /** @param {string[]} ids of entries that leave the queue */
    without(ids) {
        return this.copy.replica.entries.filter(({ id }) => !ids.includes(id));
    }

    /** @param {string} id */
    find(id) {
        return this.copy.replica.entries.find((entry) => entry.id === id);
    }
}

/** @param {Conflict[]} listed */
const lines = (listed) => listed.length > 0 ? { listed } : {};

/** @param {Problem} problem @returns {string} in the server's words */
export const reasonOf = ({ errors, detail, title }) =>
    errors?.map((error) => error.detail).join(" ") || detail || title || "";
