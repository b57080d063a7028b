/**
 * The state of the page, and what the user can do. Views read it and listen to its events.
 */

import { API, Marker } from "../sync/api.js";
import { Copy } from "../sync/copy.js";
import { openDatabase } from "../sync/database.js";
import { Link } from "../sync/link.js";
import { MemoryStore } from "../sync/memory.js";
import { databaseName } from "../sync/session.js";
import { entriesOf, History, listing, makeStep } from "../core/history/steps.js";
import { same } from "../core/merge.js";
import { views } from "../core/list/find.js";
import { readRoute, writeRoute } from "../core/route.js";
import { t } from "../text/text.js";
import { Drafts } from "./drafts.js";
import { choices, keepChoice } from "./settings.js";
import { tell } from "./notices.js";
import { reverse } from "./reverse.js";

/** @import { Step } from "../core/history/steps.js" */
/** @import { Key } from "../text/text.js" */
/** @import { Connection, Contents, Draft, Entry, Item, Operation, Route, Session, Store } from "../types.d.ts" */

/**
 * @typedef {object} Events
 * @property {Set<string> | null} items changed ids; null: any item may have changed
 * @property {Connection} connection
 * @property {Route} route
 * @property {string} message of the status line; empty: no message
 * @property {string} fault
 * @property {undefined} session the user has signed in or out
 * @property {undefined} left another account, or none, has the page now: views are recreated
 * @property {undefined} update a new version is waiting
 * @property {undefined} language
 */

export class App {
    constructor() {
        this.marker = new Marker();
        /** The API of the session, whose late requests carry its token. */
        this.api = new API(this.marker);
        this.history = new History();
        /** @type {Copy | null} */
        this.copy = null;
        /** @type {Link | null} */
        this.link = null;
        /** @type {Session | null} */
        this.session = null;
        /** Whether the server has stopped accepting the token. */
        this.ended = false;
        this.loaded = false;
        /** @type {Connection} */
        this.connection = "connecting";
        this.route = readRoute(location.hash, choices.view);
        this.drafts = new Drafts();
        this.hasUpdate = false;
        /** @type {Map<string, Set<(detail: any) => void>>} */
        this.listeners = new Map();
        /** Removes the views' listeners on objects outside the page's elements. */
        this.views = new AbortController();
        /** @type {Promise<unknown>} Actions do not overlap. */
        this.last = Promise.resolve();
        // Links, Back and Forward, and addresses typed by hand.
        addEventListener("popstate", () => this.follow());
        addEventListener("hashchange", () => this.follow());
    }

    /**
     * @template {keyof Events} Name @param {Name} name @param {(detail: Events[Name]) => void} listener
     * @returns {() => void} ends it
     */
    on(name, listener) {
        const listeners = this.listeners.get(name) ?? new Set();
        this.listeners.set(name, listeners.add(listener));
        return () => void listeners.delete(listener);
    }

    /** @template {keyof Events} Name @param {Name} name @param {Events[Name]} detail */
    emit(name, detail) {
        this.listeners.get(name)?.forEach((listener) => listener(detail));
    }

    /** Removes the views, before they are made in another language. */
    resetViews() {
        this.views.abort();
        this.views = new AbortController();
        this.listeners.clear();
    }

    /** @returns {Map<string, Item>} */
    get items() {
        return this.copy?.replica.shown ?? new Map();
    }

    get entries() {
        return this.copy?.replica.entries ?? [];
    }

    /** The lines of «Changed elsewhere», the newest last. */
    get conflicts() {
        return this.copy?.replica.conflicts ?? [];
    }

    /**
     * Opens the copy of an account, or that of a server without accounts.
     * @param {Session | null} session
     * @param {Contents | null} [unsent] the account's queue from another store
     */
    async open(session, unsent = null) {
        this.become(session);
        const { api } = this;
        const store = await this.openStore(session);
        // Another tab has signed out in the meantime.
        if (this.api !== api) return store.close();
        if (unsent) {
            await store.seal(() => unsent.sealed ?? null);
            await store.commit({ added: unsent.entries, listed: unsent.conflicts });
        }
        const channel = store.shared ? openChannel(store.name) : silentChannel();
        const copy = this.copy = new Copy(store, channel, (dirty) => {
            if (copy.replica.token) this.loaded = true;
            this.emit("items", dirty);
        });
        const link = this.link = new Link(copy, api, {
            onState: (state) => this.setConnection(state),
            onSignedOut: () => this.endSession(),
            onNotice: (notice) => tell(this, notice),
        });
        this.emit("session", undefined);
        await copy.load();
        await this.storeAgain();
        link.start();
    }

    /** Stores what the page had not stored when it was left. */
    async storeAgain() {
        const stored = new Set(this.entries.map(({ id }) => id));
        const { unstored } = this.drafts;
        const missing = unstored.filter(({ id }) => !stored.has(id));
        if (missing.length === 0 || await this.enqueue(missing)) this.drafts.release(unstored);
    }

    /** Closes the copy; its data stay. A form to sign in that is shown keeps what was typed. */
    close() {
        const { session } = this;
        this.become(null);
        if (session) this.emit("session", undefined);
    }

    /** @param {Session | null} session */
    become(session) {
        this.link?.stop();
        this.copy?.close();
        this.copy = this.link = null;
        const isOther = this.session !== null && this.session.id !== session?.id;
        this.session = session;
        this.ended = false;
        this.api = new API(this.marker, session?.token);
        this.loaded = false;
        this.history = new History();
        const hasForeign = this.drafts.claim(session);
        if (isOther || hasForeign || this.isForeign) this.leave();
        else this.mark();
        this.setConnection("connecting");
    }

    /** Removes what an account has typed, read or searched for, before another one appears. */
    leave() {
        this.drafts.clear();
        this.mark("#/");
        this.route = readRoute(location.hash, choices.view);
        this.emit("left", undefined);
    }

    /** Whether the current entry of the browser's history belongs to another session. */
    get isForeign() {
        const of = history.state?.session;
        return of !== undefined && of !== this.session?.id;
    }

    /** Stores the session's id in the entry of the browser's history. @param {string} [hash] */
    mark(hash) {
        history.replaceState(this.owner, "", hash);
    }

    /** The state that an entry of the browser's history gets. */
    get owner() {
        return this.session && { session: this.session.id };
    }

    /** @param {Session | null} session @returns {Promise<Store>} */
    async openStore(session) {
        if (session && !session.kept) return new MemoryStore();
        try {
            return await openDatabase(
                databaseName(session),
                () => this.emit("fault", t("outdated")),
            );
        } catch (error) {
            this.emit("fault", t("not stored", { reason: String(error) }));
            return new MemoryStore();
        }
    }

    endSession() {
        if (this.ended) return;
        this.ended = true;
        this.emit("session", undefined);
    }

    /** @param {Connection} state */
    setConnection(state) {
        this.connection = state;
        this.emit("connection", state);
    }

    /** @param {Partial<Route>} change @param {boolean} [replaces] whether Back skips it */
    navigate(change, replaces = false) {
        const hash = writeRoute({ ...this.route, ...change });
        if (replaces) this.mark(hash);
        else history.pushState(this.owner, "", hash);
        this.follow();
    }

    follow() {
        if (this.isForeign) this.mark("#/");
        else if (this.session && !history.state) this.mark();
        const route = readRoute(location.hash, this.route.view, this.route.tag);
        if (same(route, this.route)) return;
        const isOther = route.view !== this.route.view;
        if (isOther && views.includes(route.view)) keepChoice("view", route.view);
        this.route = route;
        this.emit("route", route);
    }

    /** @template T @param {() => Promise<T>} step @returns {Promise<T>} */
    inOrder(step) {
        const next = this.last.then(step, step);
        this.last = next.catch(() => {});
        return next;
    }

    /**
     * Does what the user asked for: shown at once, stored, then sent.
     * @param {Key} key of the message @param {string | number} it
     * @param {Operation[]} operations @param {Partial<Step>} [more]
     * @returns {Promise<boolean>} whether the store has it
     */
    act(key, it, operations, more = {}) {
        const { copy } = this;
        if (!copy) return Promise.resolve(false);
        const said = t(key, { it });
        const step = { ...makeStep(String(it), operations, copy.replica.shown), said, ...more };
        this.history.add(step);
        this.emit("message", said);
        return this.store(step);
    }

    /** @param {Step} step */
    async store(step) {
        const entries = entriesOf(step);
        this.drafts.hold(entries);
        const isStored = await this.enqueue(entries, listing(step));
        this.drafts.release(entries);
        return isStored;
    }

    /** @param {Entry[]} entries @param {Draft} [also] @returns {Promise<boolean>} */
    async enqueue(entries, also) {
        try {
            await this.copy?.enqueue(entries, also);
            this.link?.wake();
            return true;
        } catch (error) {
            entries.forEach((entry) => this.history.forget(entry.id));
            this.emit("fault", t("not stored", { reason: String(error) }));
            return false;
        }
    }

    offerUpdate() {
        this.hasUpdate = true;
        this.emit("update", undefined);
    }

    undo() {
        return this.inOrder(() => reverse(this, "done", "undone", "undone"));
    }

    redo() {
        return this.inOrder(() => reverse(this, "undone", "done", "redone"));
    }
}

/** @param {string} name @returns {import("../sync/copy.js").Channel} */
const openChannel = (name) => /** @type {any} */ (new BroadcastChannel(name));

/** @returns {import("../sync/copy.js").Channel} for a store that no other tab shares */
const silentChannel = () => ({ postMessage() {}, close() {}, onmessage: null });
