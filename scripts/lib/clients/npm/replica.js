import { ToDoError } from "./transport.js";

const longestPause = 30_000;

/** All items of the list, by id. Store `items` and `token` together, and begin with both. */
export class Replica {
    constructor(client, { items = new Map(), token } = {}) {
        this.client = client;
        this.items = items;
        this.token = token;
    }

    /** Applies what has changed. Starts over if the server no longer knows what that is. */
    async sync() {
        while (true) {
            let page;
            try {
                page = await this.client.listChanges({ since: this.token });
            } catch (error) {
                const isExpired = error instanceof ToDoError && error.status === 410;
                if (!isExpired || this.token === undefined) throw error;
                this.#startOver();
                continue;
            }
            for (const change of page.changes) this.#apply(change);
            this.token = page.token;
            if (!page.more) return;
        }
    }

    /**
     * Applies and yields each change as soon as it is stored, until the signal ends it; syncs before.
     *
     * Yields undefined after each sync: any item may be another one. Connects again after a break;
     * throws a ToDoError if the server refuses that, as when the token is revoked.
     */
    async *follow({ signal } = {}) {
        let pause = 1_000;
        while (!signal?.aborted) {
            try {
                await this.sync();
                yield undefined;
                let isReset = false;
                const query = { since: this.token };
                for await (const event of this.client.events("/items/changes", query, signal)) {
                    pause = 1_000;
                    if (event.name === "reset") {
                        isReset = true;
                        break;
                    }
                    const change = event.name === "change" ? JSON.parse(event.data) : undefined;
                    if (change) this.#apply(change);
                    this.token = event.id ?? this.token;
                    if (change) yield change;
                }
                if (isReset) this.#startOver();
                else await wait(pause, signal);
                continue;
            } catch (error) {
                if (signal?.aborted) return;
                // What fetch and its streams throw when a connection breaks or takes too long.
                const isBreak = error instanceof TypeError || error instanceof DOMException;
                const isRefusal = error instanceof ToDoError && error.status < 500 &&
                    error.status !== 408 && error.status !== 429;
                if (!isBreak && !(error instanceof ToDoError) || isRefusal) throw error;
            }
            await wait(pause, signal);
            pause = Math.min(2 * pause, longestPause);
        }
    }

    #apply(change) {
        if ("item" in change) this.items.set(change.item.id, change.item);
        else this.items.delete(change.deleted);
    }

    #startOver() {
        this.items.clear();
        this.token = undefined;
    }
}

function wait(milliseconds, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
        }, { once: true });
    });
}
