/** Requests to the server. An answer is a value; that there was none is status 0. */

/** @import { Answer } from "../core/answer.js" */
/** @import { Problem, Sealed } from "../types.d.ts" */

/** A request that takes longer is over: something on the way keeps it. */
const longest = 60_000;

/** An answer that is no success. */
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

export class API {
    /** @param {string | null} [token] the bearer token */
    constructor(token = null) {
        this.token = token;
    }

    /** @param {Record<string, string>} [more] @returns {Record<string, string>} */
    headers(more) {
        return { ...(this.token && { Authorization: `Bearer ${this.token}` }), ...more };
    }

    /**
     * @param {string} method @param {string} path
     * @param {{ body?: string | null, headers?: Record<string, string>, keepalive?: boolean }} [options]
     * @returns {Promise<Answer & { etag?: string }>}
     */
    async request(method, path, { body = null, headers, keepalive } = {}) {
        try {
            const response = await fetch(path, {
                method,
                body,
                keepalive,
                cache: "no-store",
                credentials: "omit",
                redirect: "error",
                signal: AbortSignal.timeout(longest),
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
            };
        } catch (error) {
            // fetch says no more than "failed"; that is what being offline looks like.
            return { status: 0, body: { title: String(error) } };
        }
    }

    /**
     * As `request`, for a caller that can only go on with a success.
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

    /** @param {Sealed} sealed @returns {Promise<Answer>} */
    send({ key, path, body }) {
        return this.request("POST", path, { body, headers: { "Idempotency-Key": `"${key}"` } });
    }

    /**
     * Opens the event stream after a token.
     * @param {string} token @param {AbortSignal} signal @returns {Promise<Response>}
     */
    stream(token, signal) {
        return fetch(`/items/changes?since=${encodeURIComponent(token)}`, {
            headers: this.headers({ Accept: "text/event-stream" }),
            cache: "no-store",
            credentials: "omit",
            redirect: "error",
            signal,
        });
    }
}

/** @param {Response} response @returns {Promise<unknown>} null if it is no JSON */
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
