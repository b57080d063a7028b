/** Loads the server's items into the copy: all of them once, then changes, then the stream. */

import { EventParser } from "./events.js";
import { Refusal } from "./api.js";

/** @import { API } from "./api.js" */
/** @import { Copy } from "./copy.js" */
/** @import { Change } from "../types.d.ts" */

/** The server sends a comment every 15 seconds. */
const longestSilence = 40_000;

/**
 * The token in the entity tag of a list. A proxy that compresses makes it weak, or appends the coding.
 * @param {string} [etag]
 */
export const tokenOf = (etag = "") => /"([^"]+?)(?:-(?:gzip|zstd|br))?"/.exec(etag)?.[1];

export class Receiver {
    /** @param {Copy} copy @param {API} api */
    constructor(copy, api) {
        this.copy = copy;
        this.api = api;
    }

    /** Replaces the copy. The queue stays. */
    async load() {
        const { body, etag } = await this.api.success("GET", "/items");
        const token = tokenOf(etag);
        if (!Array.isArray(body) || !token) throw new Refusal({ status: 0, body: null });
        await this.copy.commit({ reset: body, token });
    }

    /** Gets all changes since the copy's token. */
    async catchUp() {
        for (let more = true; more;) {
            const { token } = this.copy.replica;
            if (!token) return await this.load();
            const path = `/items/changes?limit=1000&since=${encodeURIComponent(token)}`;
            const answer = await this.api.request("GET", path);
            // The server no longer knows the token, or never knew it.
            if (answer.status === 410 || answer.status === 400) return await this.load();
            if (answer.status !== 200 || !answer.body?.token) throw new Refusal(answer);
            await this.copy.receive(answer.body.changes, answer.body.token);
            more = answer.body.more && this.copy.replica.token !== token;
        }
    }

    /**
     * Follows the stream until it ends.
     * @param {AbortSignal} signal
     */
    async follow(signal) {
        const silence = new AbortController();
        const { token } = this.copy.replica;
        let timer = setTimeout(() => silence.abort(), longestSilence);
        try {
            const response = await this.api.stream(
                token ?? "",
                AbortSignal.any([signal, silence.signal]),
            );
            const type = response.headers.get("Content-Type") ?? "";
            if (!response.ok || !response.body || !type.startsWith("text/event-stream")) {
                throw new Refusal({ status: response.status, body: null });
            }
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
            const parser = new EventParser();
            for (;;) {
                const { value, done } = await reader.read();
                if (done) return;
                clearTimeout(timer);
                timer = setTimeout(() => silence.abort(), longestSilence);
                await this.take(parser.push(value));
            }
        } finally {
            clearTimeout(timer);
        }
    }

    /** @param {import("./events.js").ServerEvent[]} events */
    async take(events) {
        /** @type {Change[]} */
        let changes = [];
        let token;
        for (const { type, data, id } of events) {
            if (type === "reset") {
                changes = [];
                token = undefined;
                await this.load();
            } else if (type === "change") {
                changes.push(JSON.parse(data));
                token = id ?? token;
            }
        }
        if (changes.length > 0) await this.copy.receive(changes, token);
    }
}
