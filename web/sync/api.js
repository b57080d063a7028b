/**
 * Requests to the server. An answer is a value; status 0 means that there was no answer.
 *
 * The server may have ended, and another program may have its address. Before the page sends
 * anything to a program that may not be toodoo, it requests one of toodoo's files without the
 * token.
 */

/** @import { Answer } from "../core/answer.js" */
/** @import { Problem, Sealed } from "../types.d.ts" */

/** A request of a page that takes longer is aborted. In milliseconds. */
const longestRequest = 60_000;

/** An answer other than a success. */
export class Refusal extends Error {
    /** @param {Answer} answer */
    constructor({ status, body, retryAfter }) {
        /** @type {Problem} */
        const problem = typeof body === "object" && body ? body : {};
        super(problem.detail ?? problem.title ?? String(status));
        this.status = status;
        this.problem = problem;
        this.retryAfter = retryAfter;
    }
}

/** Whether the document was loaded from the server, and not from the worker or a cache. */
function isLoadedFromServer() {
    const [load] = performance.getEntriesByType("navigation");
    return !navigator.serviceWorker?.controller &&
        /** @type {PerformanceNavigationTiming} */ (load)?.transferSize > 0;
}

/** Knows whether the program at this address is toodoo. All requests of a tab share one. */
export class Marker {
    /** @type {Promise<boolean> | null} A question that is not answered yet. */
    asking = null;

    isKnown = isLoadedFromServer();

    /** @param {number} [longest] milliseconds after which a request is aborted */
    constructor(longest = longestRequest) {
        this.longest = longest;
    }

    /** Called when the connection was lost: another program may answer from now on. */
    doubt() {
        this.isKnown = false;
    }

    /** @returns {Promise<boolean>} */
    check() {
        if (this.isKnown) return Promise.resolve(true);
        this.asking ??= this.ask().finally(() => this.asking = null);
        return this.asking;
    }

    async ask() {
        try {
            const response = await fetch("/manifest.webmanifest", {
                cache: "no-store",
                credentials: "omit",
                redirect: "error",
                signal: AbortSignal.timeout(this.longest),
            });
            const { id, name } = await response.json();
            this.isKnown = response.ok && id === "/" && name === "toodoo";
        } catch {
            this.isKnown = false;
        }
        return this.isKnown;
    }
}

export class API {
    /** @param {Marker} marker @param {string | null} [token] the bearer token */
    constructor(marker, token = null) {
        this.marker = marker;
        this.token = token;
    }

    /** @param {Record<string, string>} [more] @returns {Record<string, string>} */
    headers(more) {
        return { ...(this.token && { Authorization: `Bearer ${this.token}` }), ...more };
    }

    /**
     * @param {string} method @param {string} path
     * @param {{ body?: string | Blob | null, headers?: Record<string, string>, keepalive?: boolean }} [options]
     * @returns {Promise<Answer & { etag?: string, next?: string }>}
     */
    async request(method, path, { body = null, headers, keepalive } = {}) {
        if (!await this.marker.check()) return { status: 0, body: null };
        try {
            const response = await fetch(path, {
                method,
                body,
                keepalive,
                cache: "no-store",
                credentials: "omit",
                redirect: "error",
                signal: AbortSignal.timeout(this.marker.longest),
                headers: this.headers({
                    ...(body !== null && { "Content-Type": "application/json" }),
                    Accept: "application/json",
                    ...headers,
                }),
            });
            return {
                status: response.status,
                body: await readBody(response),
                undo: numberIn(/\/undo\/(\d+)>/, response.headers.get("Link")),
                retryAfter: numberIn(/^(\d+)$/, response.headers.get("Retry-After")),
                etag: response.headers.get("ETag") ?? undefined,
                next: /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1],
            };
        } catch (error) {
            // fetch reports only a failure, which is also what being offline looks like.
            this.marker.doubt();
            return { status: 0, body: { title: String(error) } };
        }
    }

    /**
     * Like `request`, but throws if the answer is not a success.
     * @param {string} method @param {string} path @param {unknown} [body]
     * @throws {Refusal}
     */
    async success(method, path, body) {
        const answer = await this.request(method, path, {
            body: body === undefined ? null : JSON.stringify(body),
        });
        if (answer.status < 200 || answer.status > 299) throw new Refusal(answer);
        return answer;
    }

    /** @param {Pick<Sealed, "key" | "path" | "body">} sealed @returns {Promise<Answer>} */
    send({ key, path, body }) {
        return this.request("POST", path, { body, headers: { "Idempotency-Key": `"${key}"` } });
    }

    /**
     * Opens the event stream after a token.
     * @param {string} token @param {AbortSignal} signal @returns {Promise<Response>}
     */
    async stream(token, signal) {
        if (!await this.marker.check()) throw new TypeError("no answer");
        return fetch(`/items/changes?since=${encodeURIComponent(token)}`, {
            headers: this.headers({ Accept: "text/event-stream" }),
            cache: "no-store",
            credentials: "omit",
            redirect: "error",
            signal,
        });
    }
}

/** @param {Response} response @returns {Promise<unknown>} null if it is not JSON */
async function readBody(response) {
    const text = await response.text();
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** @param {RegExp} pattern @param {string | null} text */
function numberIn(pattern, text) {
    const match = pattern.exec(text ?? "");
    return match ? Number(match[1]) : undefined;
}
