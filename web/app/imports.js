/** An import of another program's file, which the server reads. */

import { opposite } from "../core/history/steps.js";
import { makeID } from "../core/ids.js";
import { t } from "../text/text.js";
import { finishImport, whyNot } from "./files.js";

/** @import { Answer } from "../core/answer.js" */
/** @import { Copy } from "../sync/copy.js" */
/** @import { Change, ImportReport, Item, Operation } from "../types.d.ts" */
/** @import { App } from "./app.js" */

/** The server did not import. The message is a sentence for the user. */
export class NotImported extends Error {}

export class FileImport {
    /** @param {App} app @param {File} file @param {boolean} replaces whether items that exist are replaced */
    constructor(app, file, replaces) {
        this.app = app;
        this.copy = /** @type {Copy} */ (app.copy);
        this.file = file;
        this.replaces = replaces;
        this.key = makeID();
    }

    /** @returns {Promise<ImportReport>} what the import would do @throws {NotImported} */
    async preview() {
        return (await this.send({ preview: "true" })).body;
    }

    /** Imports the file, tells it, and offers to undo it. @throws {NotImported} */
    async write() {
        const { app, copy, key } = this;
        const { token, shown } = copy.replica;
        const before = new Map(shown);
        const { body, undo } = await this.send({}, { "Idempotency-Key": `"${key}"` });
        /** @type {ImportReport} */
        const report = body;
        const count = report.new + report.changed;
        const items = undo === undefined ? [] : await this.written(report, undo, token);
        // Another account may have signed in in the meantime.
        if (app.copy !== copy) return;
        const step = { label: this.file.name, parts: [] };
        if (items.length === 0) return finishImport(app, step, count, report.unchanged);
        /** @type {Operation[]} */
        const operations = items.map((item) => ({ op: "put", item }));
        await copy.receive(items.map((item) => ({ revision: item.revision ?? 0, item })));
        await copy.commit({ outcomes: [{ id: key, revision: undo, alone: true }] });
        /** @type {import("../core/history/steps.js").Step["parts"][0]} */
        const part = {
            entry: { seq: 0, id: key, kind: "change", operations, label: "" },
            back: opposite(operations, before),
        };
        finishImport(app, { ...step, parts: [part] }, count, report.unchanged);
    }

    /**
     * @param {Record<string, string>} more parameters @param {Record<string, string>} [headers]
     * @returns {Promise<Answer>} a success @throws {NotImported}
     */
    async send(more, headers) {
        const parameters = new URLSearchParams({
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            onConflict: this.replaces ? "replace" : "skip",
            ...more,
        });
        const answer = await this.app.api.request("POST", `/imports?${parameters}`, {
            body: this.file,
            headers: { "Content-Type": "application/octet-stream", ...headers },
        });
        const { status, body } = answer;
        if (status === 200 && Array.isArray(body?.lost)) return answer;
        throw new NotImported(
            status === 401
                ? t("session ended")
                : status === 413
                ? t("file large")
                : status === 507
                ? t("file no room")
                : whyNot(answer),
        );
    }

    /**
     * The items that the import wrote. The report has the first ones of the file, and the changes
     * have all.
     * @param {ImportReport} report @param {number} revision of the import
     * @param {string} [token] of the copy before the import
     * @returns {Promise<Item[]>} empty if they are not to be had; then there is no undo
     */
    async written(report, revision, token) {
        const count = report.new + report.changed;
        /** @param {Item} [item] @returns {item is Item} */
        const isOwn = (item) => item?.revision === revision;
        const first = report.items.filter(isOwn);
        if (first.length === count) return first;
        const found = [];
        for (let since = token, more = true; more;) {
            const path = `/items/changes?limit=1000&since=${encodeURIComponent(since ?? "")}`;
            const { status, body } = await this.app.api.request("GET", path);
            if (status !== 200) return [];
            /** @type {Change[]} */
            const changes = body.changes;
            found.push(...changes.map(({ item }) => item).filter(isOwn));
            more = body.more && body.token !== since;
            since = body.token;
        }
        return found;
    }
}
