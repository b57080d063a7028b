/**
 * The connection of a device to the server. One tab leads: it holds a Web Lock, follows the stream,
 * and sends the queue for all tabs. Without Web Locks (in an insecure context) each tab polls.
 */

import { Receiver } from "./receiver.js";
import { Refusal } from "./api.js";
import { Sender } from "./sender.js";

/** @import { API } from "./api.js" */
/** @import { Copy } from "./copy.js" */
/** @import { Notice } from "./sender.js" */
/** @import { Connection } from "../types.d.ts" */

const pollInterval = 3000;
const shortestWait = 1000;
const longestWait = 10_000;

export class Link {
    /**
     * @param {Copy} copy
     * @param {API} api
     * @param {{ onState(state: Connection): void, onSignedOut(): void, onNotice(notice: Notice): void }} events
     */
    constructor(copy, api, events) {
        this.copy = copy;
        this.api = api;
        this.events = events;
        this.receiver = new Receiver(copy, api);
        this.sender = new Sender(
            copy,
            (sealed) => api.send(sealed),
            () => this.receiver.catchUp(),
            (notice) => {
                copy.channel.postMessage({ notice });
                this.events.onNotice(notice);
            },
        );
        this.stopped = new AbortController();
        /** Aborting it ends the stream, which is then opened again. */
        this.streaming = new AbortController();
        /** @type {Connection} */
        this.state = "connecting";
        this.isLeader = false;
        /** Whether the server has stopped accepting the token. */
        this.ended = false;
        /** @type {Set<{ (): void, sends: boolean }>} */
        this.waiters = new Set();
        copy.onMessage = (message) => this.onMessage(message);
    }

    async start() {
        const { signal } = this.stopped;
        const wake = () => this.wake();
        const restart = () => {
            this.streaming.abort();
            this.wake();
        };
        addEventListener("online", restart, { signal });
        addEventListener("offline", restart, { signal });
        document.addEventListener("visibilitychange", wake, { signal });
        addEventListener("focus", wake, { signal });
        if (!this.copy.store.shared || !navigator.locks) return this.lead();
        this.copy.channel.postMessage({ joined: true });
        try {
            await navigator.locks.request(this.copy.store.name, { signal }, () => this.lead());
        } catch (error) {
            if (!signal.aborted) throw error;
        }
    }

    async lead() {
        this.isLeader = true;
        // The last commits of the former leader may not have reached this tab.
        await this.copy.load();
        await Promise.all([this.receive(), this.send()]);
    }

    /**
     * Another tab can still have the token of an ended session after this one has signed in again.
     * @param {any} message from another tab; `signedOut` is the token that the server refused
     */
    onMessage(message) {
        if (message.state && !this.isLeader) this.setState(message.state);
        else if (message.notice) this.events.onNotice(message.notice);
        else if (message.signedOut === this.api.token && !this.isLeader) this.events.onSignedOut();
        else if (message.joined && this.isLeader) this.welcome();
        else if (message.wake && this.isLeader) this.wake();
    }

    /** Sends the current state to a tab that has just opened. */
    welcome() {
        this.copy.channel.postMessage({ state: this.state });
        if (this.ended) this.copy.channel.postMessage({ signedOut: this.api.token });
    }

    async receive() {
        let failures = 0;
        while (!this.stopped.signal.aborted) {
            try {
                await this.receiver.catchUp();
                failures = 0;
                this.ended = false;
                this.setState("online");
                await this.follow();
            } catch (error) {
                if (this.stopped.signal.aborted) return;
                if (error instanceof Refusal && error.status === 401) this.signedOut();
                else this.setState("offline");
                // If the user cut the wait short, the next one is not longer.
                if (await this.pause(waitAfter(failures, error))) failures++;
            }
        }
    }

    /** Follows the stream, or waits for the next poll. */
    async follow() {
        if (this.copy.store.shared && !navigator.locks) return void await this.pause(pollInterval);
        this.streaming = new AbortController();
        try {
            await this.receiver.follow(
                AbortSignal.any([this.stopped.signal, this.streaming.signal]),
            );
        } catch (error) {
            // A proxy may block streams. Then this tab polls.
            if (error instanceof Refusal) await this.pause(pollInterval);
        }
        // The next round finds out whether the server answers.
        if (!this.stopped.signal.aborted && this.state === "online") this.setState("connecting");
    }

    async send() {
        let failures = 0;
        while (!this.stopped.signal.aborted) {
            // Offline nothing is sent: a change that was tried once can no longer leave the queue,
            // because its outcome is unknown.
            if (this.state !== "online" || this.ended) {
                await this.pause(longestWait, true);
                continue;
            }
            let wait = 0;
            try {
                const step = await this.sender.step();
                if (step.kind === "sent" || step.kind === "again") failures = 0;
                else if (step.kind === "signed out") this.signedOut();
                else if (step.kind === "later") {
                    wait = step.seconds ? step.seconds * 1000 : waitAfter(failures++, null);
                    // The stream may still be open. The receiver checks whether the server answers.
                    if (step.status === 0) this.streaming.abort();
                } else await this.pause(longestWait, true);
            } catch (error) {
                // Catching up got no answer, or the store failed. The queue stays as it is.
                wait = waitAfter(failures++, error);
            }
            await this.rest(wait);
        }
    }

    /** A pause of the sender that `wake` does not end: the server may have set its length.
     * @param {number} time */
    async rest(time) {
        const end = performance.now() + time;
        while (!this.stopped.signal.aborted && performance.now() < end) {
            await this.pause(end - performance.now(), true);
        }
    }

    signedOut() {
        this.ended = true;
        this.copy.channel.postMessage({ signedOut: this.api.token });
        this.setState("online");
        this.events.onSignedOut();
    }

    /** @param {Connection} state */
    setState(state) {
        if (state === this.state) return;
        this.state = state;
        // The connection of the leading tab counts for this tab too.
        if (state !== "online") this.api.marker.doubt();
        if (this.isLeader) {
            this.copy.channel.postMessage({ state });
            if (state === "online") this.wake(false);
        }
        this.events.onState(state);
    }

    /**
     * @param {number} time @param {boolean} [sends] whether it is a pause of the sender
     * @returns {Promise<boolean>} whether the full time has passed
     */
    pause(time, sends = false) {
        return new Promise((resolve) => {
            const wake = Object.assign((isOver = false) => {
                clearTimeout(timer);
                this.waiters.delete(wake);
                resolve(isOver);
            }, { sends });
            const timer = setTimeout(() => wake(true), time);
            this.waiters.add(wake);
        });
    }

    /** Ends all pauses, or only those of the sender. @param {boolean} [all] */
    wake(all = true) {
        if (!this.isLeader) return this.copy.channel.postMessage({ wake: true });
        for (const waiter of [...this.waiters]) {
            if (all || waiter.sends) waiter();
        }
    }

    /** Results of requests in progress are no longer reported. */
    stop() {
        this.stopped.abort();
        this.events = { onState() {}, onSignedOut() {}, onNotice() {} };
        this.wake();
    }
}

/** The wait doubles, up to ten seconds, with a random part.
 * @param {number} failures @param {unknown} error */
function waitAfter(failures, error) {
    if (error instanceof Refusal && error.retryAfter) return error.retryAfter * 1000;
    // The token stays refused. A new token comes with a new link.
    if (error instanceof Refusal && error.status === 401) return 60_000;
    return Math.min(longestWait, shortestWait * 2 ** failures) * (0.5 + Math.random() / 2);
}
