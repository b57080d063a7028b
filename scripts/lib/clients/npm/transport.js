/** A response that is no success. */
export class ToDoError extends Error {
    /**
     * @param {number} status
     * @param {Headers} headers
     * @param {{ detail: string } | undefined} problem
     */
    constructor(status, headers, problem) {
        super(problem?.detail ?? `status ${status}`);
        this.name = "ToDoError";
        this.status = status;
        this.headers = headers;
        this.problem = problem;
    }
}

const fieldNames = {
    ifMatch: "If-Match",
    ifNoneMatch: "If-None-Match",
    idempotencyKey: "Idempotency-Key",
    contentType: "Content-Type",
};

/** Sends requests to one server. */
export class Transport {
    /**
     * A live stream is silent for 15 seconds at most, so its time-out must be longer.
     * @param {string} baseURL
     * @param {{ token?: string, timeout?: number, fetch?: typeof fetch }} options
     */
    constructor(baseURL, { token, timeout = 40_000, fetch: send } = {}) {
        this.baseURL = baseURL.replace(/\/+$/, "");
        this.token = token;
        this.timeout = timeout;
        this.fetch = send ?? globalThis.fetch.bind(globalThis);
    }

    /**
     * Sends a request. The body is an object, which becomes JSON, or bytes; options are the fields of
     * `fieldNames`, the signal and the parameters of the query. Throws a ToDoError.
     */
    async send(method, path, options = {}, body = undefined) {
        const { signal, ...others } = options;
        const query = new URLSearchParams();
        const headers = new Headers(this.token ? { Authorization: `Bearer ${this.token}` } : {});
        for (const [name, value] of Object.entries(others)) {
            if (value === undefined) continue;
            if (name in fieldNames) headers.set(fieldNames[name], value);
            else if (name === "accept") headers.set("Accept", value);
            else query.set(name, String(value));
        }
        const isBytes = body instanceof Uint8Array || body instanceof Blob;
        if (body !== undefined && !headers.has("Content-Type")) {
            headers.set("Content-Type", "application/json");
        }
        const response = await this.fetch(this.baseURL + path + (query.size ? `?${query}` : ""), {
            method,
            headers,
            body: body === undefined || isBytes ? body : JSON.stringify(body),
            signal: signal ?? AbortSignal.timeout(this.timeout),
        });
        if (response.ok) return response;
        const type = response.headers.get("Content-Type") ?? "";
        const isProblem = type.startsWith("application/problem+json");
        const problem = isProblem ? await response.json() : await response.body?.cancel();
        throw new ToDoError(response.status, response.headers, problem);
    }

    /** Sends a request and returns the content of the response; undefined if there is none. */
    async call(method, path, options, body) {
        return await content(await this.send(method, path, options, body));
    }

    /** Yields one page after the other, beginning where the options say. */
    async *pages(path, options = {}) {
        for (let cursor = options.cursor;;) {
            const response = await this.send("GET", path, { ...options, cursor });
            yield await content(response);
            const link = response.headers.get("Link") ?? "";
            cursor = link.match(/[?&]cursor=(\w+)[^>]*>; rel="next"/)?.[1];
            if (cursor === undefined) return;
        }
    }

    /**
     * Yields events until the server ends the stream. Throws if the connection breaks, also if nothing
     * comes for the time-out, or when the signal ends it.
     */
    async *events(path, query, signal) {
        const silence = new AbortController();
        const expire = () => silence.abort(new DOMException("Nothing has come.", "TimeoutError"));
        let timer = setTimeout(expire, this.timeout);
        try {
            const response = await this.send("GET", path, {
                ...query,
                accept: "text/event-stream",
                signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
            });
            let text = "";
            for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
                clearTimeout(timer);
                timer = setTimeout(expire, this.timeout);
                const events = (text + part).split("\n\n");
                text = events.pop();
                for (const event of events) {
                    const field = (name) => event.match(new RegExp(`^${name}: ?(.*)$`, "m"))?.[1];
                    const name = field("event");
                    if (name !== undefined) {
                        yield { name, id: field("id"), data: field("data") ?? "" };
                    }
                }
            }
        } finally {
            clearTimeout(timer);
            silence.abort();
        }
    }
}

async function content(response) {
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
}
