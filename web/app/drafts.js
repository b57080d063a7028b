/**
 * What is typed and not in the store yet. Drafts survive a reload and a change of the views, but not
 * the end of their session. A session that is not kept stores no drafts.
 */

const key = "toodoo.drafts";

/** An entry with more operations, such as a large deletion, is not copied: that would take time. */
const mostHeld = 100;

/** @import { Content } from "./actions.js" */
/** @import { Entry, Item, Session } from "../types.d.ts" */

/** A field of an item: its text, and the item at the time when typing began.
 * @typedef {{ value: string, opened: Item }} FieldDraft */

export class Drafts {
    constructor() {
        // Firefox takes the focus from a box while it leaves the page. That is too late to save.
        this.isGone = false;
        addEventListener("pagehide", () => this.isGone = true);
        addEventListener("pageshow", () => this.isGone = false);
        /** The id of the session that the drafts belong to. */
        this.owner = "";
        this.isStored = true;
        /** The title of a to-do that has not been added yet. */
        this.title = "";
        /** @type {Record<string, FieldDraft>} by id and name of the field */
        this.fields = {};
        /** To-dos that are added before the copy is loaded, step by step. @type {Content[][]} */
        this.early = [];
        /** Entries that the store may not have yet. @type {Entry[]} */
        this.unstored = [];
        try {
            Object.assign(this, JSON.parse(sessionStorage.getItem(key) ?? "{}"));
        } catch {
            // Storage can be forbidden. Then a reload loses the drafts.
        }
    }

    /**
     * @param {Session | null} session the new owner of the page
     * @returns {boolean} whether there were drafts of another session
     */
    claim(session) {
        const owner = session?.id ?? "";
        this.isStored = session?.kept ?? true;
        // A text that no session has typed, such as a shared one, is for the session that signs in.
        const isForeign = this.owner !== "" && owner !== this.owner;
        if (isForeign) this.clear();
        this.owner = owner;
        return isForeign;
    }

    clear() {
        this.title = "";
        this.fields = {};
        this.early = [];
        this.unstored = [];
        this.store();
    }

    /** @param {string} title */
    keepTitle(title) {
        if (title === this.title) return;
        this.title = title;
        this.store();
    }

    /** @param {string} name @param {FieldDraft | null} draft */
    keep(name, draft) {
        if (this.isGone) return;
        if (draft) this.fields[name] = draft;
        else if (name in this.fields) delete this.fields[name];
        else return;
        this.store();
    }

    /** @param {Content[]} contents */
    keepEarly(contents) {
        this.early.push(contents);
        this.store();
    }

    takeEarly() {
        const early = this.early.splice(0);
        if (early.length > 0) this.store();
        return early;
    }

    /** Keeps entries until the store has them. @param {Entry[]} entries */
    hold(entries) {
        if (this.isGone) return;
        this.unstored.push(
            ...entries.filter(({ operations }) => operations.length <= mostHeld),
        );
        this.store();
    }

    /** @param {Entry[]} entries that the store has, or has refused */
    release(entries) {
        const ids = new Set(entries.map(({ id }) => id));
        this.unstored = this.unstored.filter(({ id }) => !ids.has(id));
        this.store();
    }

    store() {
        const { owner, title, fields, early, unstored } = this;
        const isEmpty = !title && early.length + unstored.length === 0 &&
            Object.keys(fields).length === 0;
        try {
            if (isEmpty || !this.isStored) sessionStorage.removeItem(key);
            else {
                const stored = JSON.stringify({ owner, title, fields, early, unstored });
                sessionStorage.setItem(key, stored);
            }
        } catch {
            // As above.
        }
    }
}
