/** A response that is no success. */
export class ToDoError extends Error {
    constructor(status: number, headers: Headers, problem: Problem | undefined);
    readonly status: number;
    readonly headers: Headers;
    /** What the server says; undefined if the response is not of the server. */
    readonly problem: Problem | undefined;
}

/** Calls of one server; a refusal is a ToDoError. */
export class Client {
    /** A live stream is silent for 15 seconds at most, so its time-out must be longer. */
    constructor(
        baseURL: string,
        options?: { token?: string; timeout?: number; fetch?: typeof fetch },
    );
    readonly baseURL: string;
    /** The token of a session or of a program; servers without accounts need none. */
    token: string | undefined;
    timeout: number;
    /** Any request, with the response as it is; throws a ToDoError if that is no success. */
    send(
        method: string,
        path: string,
        options?: Record<string, unknown>,
        body?: unknown,
    ): Promise<Response>;
    // CALLS
}

/** All items of the list, by id. Store `items` and `token` together, and begin with both. */
export class Replica {
    constructor(client: Client, stored?: { items?: Map<string, ToDoItem>; token?: string });
    readonly client: Client;
    readonly items: Map<string, ToDoItem>;
    /** The state of the server that `items` shows; undefined before the first sync. */
    token: string | undefined;
    /** Applies what has changed. Starts over if the server no longer knows what that is. */
    sync(): Promise<void>;
    /**
     * Applies and yields each change as soon as it is stored, until the signal ends it; syncs before.
     *
     * Yields undefined after each sync: any item may be another one. Connects again after a break;
     * throws a ToDoError if the server refuses that, as when the token is revoked.
     */
    follow(options?: { signal?: AbortSignal }): AsyncGenerator<Change | undefined, void>;
}
