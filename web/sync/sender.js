/** Sends the queue, one request at a time; every request is stored before its first try. */

import { meaning } from "../core/answer.js";
import { makeID } from "../core/ids.js";
import { idOf, plan } from "../core/queue.js";

/** @import { Answer } from "../core/answer.js" */
/** @import { Copy } from "./copy.js" */
/** @import { Change, Draft, Entry, Problem, Sealed } from "../types.d.ts" */

/**
 * What the user has to know: a change that the server refused, or that came too late.
 * @typedef {{ entry: Entry, reason: "refused" | "full" | "deleted" | "changed", problem?: Problem }} Notice
 */

/** @typedef {{ kind: "idle" | "sent" | "again" | "signed out" }
 *     | { kind: "later", seconds?: number, status: number }} Step */

/** So many refused conditions in a row are no coincidence. */
const mostStale = 10;

export class Sender {
    /**
     * @param {Copy} copy
     * @param {(sealed: Sealed) => Promise<Answer>} send
     * @param {() => Promise<void>} catchUp gets the changes that the copy does not have yet
     * @param {(notice: Notice) => void} notify
     */
    constructor(copy, send, catchUp, notify) {
        this.copy = copy;
        this.send = send;
        this.catchUp = catchUp;
        this.notify = notify;
        this.single = false;
        this.stale = 0;
    }

    /** Sends one request, if any waits. @returns {Promise<Step>} */
    async step() {
        const sealed = await this.seal();
        if (!sealed) return { kind: "idle" };
        const answer = await this.send(sealed);
        const what = meaning(sealed, answer);
        if (what.kind !== "stale") this.stale = 0;
        switch (what.kind) {
            case "done":
                this.single = false;
                await this.finish(sealed, what);
                return { kind: "sent" };
            case "later":
                return { kind: "later", seconds: what.seconds, status: answer.status };
            case "signed out":
                return { kind: "signed out" };
            case "stale":
                return this.retryStale(sealed, what.problem);
            case "refused":
                await this.drop(this.find(what.entry), "refused", what.problem, { sealed: null });
                return { kind: "again" };
            case "full":
                await this.holdFull(what.entry, what.problem);
                return { kind: "again" };
            case "one by one":
                this.single = true;
                break;
        }
        await this.copy.commit({ sealed: null });
        return { kind: "again" };
    }

    /** @returns {Promise<Sealed | null>} */
    async seal() {
        for (;;) {
            /** @type {import("../core/queue.js").Plan} */
            let next = null;
            const sealed = await this.copy.store.seal((entries) => {
                next = plan(entries, this.copy.replica.base, makeID(), this.single);
                return next && "send" in next ? next.send : null;
            });
            if (sealed || !next) return sealed;
            const decision = /** @type {Exclude<import("../core/queue.js").Plan, null>} */ (next);
            if ("hold" in decision) {
                await this.copy.commit({ updated: [{ ...decision.hold, hold: decision.why }] });
            } else if ("drop" in decision) {
                const { drop, reason } = decision;
                const outcomes = [{ id: drop.id, alone: true }];
                if (reason === "unchanged") {
                    await this.copy.commit({ removed: [drop.id], outcomes });
                } else await this.drop(drop, reason);
            }
        }
    }

    /**
     * @param {Sealed} sealed
     * @param {Extract<import("../core/answer.js").Meaning, { kind: "done" }>} answer
     */
    async finish(sealed, { outcomes, changes, restored }) {
        const entries = this.copy.replica.entries;
        const undone = restored && entries.find((entry) => entry.id === sealed.entries[0]);
        if (undone) changes = this.assumed(undone, outcomes[0].revision, new Set(restored));
        const revisions = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
        const updated = entries.filter((entry) =>
            entry.of && revisions.get(entry.of)?.alone && entry.revision === undefined &&
            !sealed.entries.includes(entry.id) && entry.kind === "undo"
        ).map((entry) => ({ ...entry, revision: revisions.get(entry.of ?? "")?.revision }));
        // There is room again, perhaps.
        const retried = entries.filter((entry) => entry.hold?.why === "quota")
            .map(({ hold: _, ...entry }) => entry);
        await this.copy.commit({
            changes,
            sealed: null,
            removed: sealed.entries,
            outcomes,
            updated: [...updated, ...retried],
        });
    }

    /**
     * What an undo made of the items, until the stream tells it: what is shown. An item that the undone
     * write had not changed is not restored, whatever the entry meant.
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
            const entry = this.find(sealed.entries[sealed.owners[index] ?? 0]);
            await this.drop(entry, "refused", problem, { sealed: null });
            return { kind: "again" };
        }
        await this.catchUp();
        await this.copy.commit({ sealed: null });
        return { kind: "again" };
    }

    /** @param {string} id @param {Problem} problem */
    async holdFull(id, problem) {
        const entry = this.find(id);
        await this.copy.commit({
            sealed: null,
            updated: entry ? [{ ...entry, hold: { why: "quota" } }] : [],
        });
        if (entry) this.notify({ entry, reason: "full", problem });
    }

    /**
     * @param {Entry | undefined} entry
     * @param {Notice["reason"]} reason
     * @param {Problem} [problem]
     * @param {Draft} [also]
     */
    async drop(entry, reason, problem, also = {}) {
        if (!entry) return void await this.copy.commit(also);
        const outcomes = [{ id: entry.id, alone: true }];
        await this.copy.commit({ ...also, removed: [entry.id], outcomes });
        this.notify({ entry, reason, problem });
    }

    /** @param {string} id */
    find(id) {
        return this.copy.replica.entries.find((entry) => entry.id === id);
    }
}
