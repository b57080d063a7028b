/**
 * Text that is typed and not saved. Drafts survive a reload and a change of the views, but not the
 * end of their session. A session that is not kept stores no drafts.
 */

const key = "toodoo.drafts";

/** @import { Item, Session } from "../types.d.ts" */

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

    store() {
        const { owner, title, fields } = this;
        const isEmpty = !title && Object.keys(fields).length === 0;
        try {
            if (isEmpty || !this.isStored) sessionStorage.removeItem(key);
            else sessionStorage.setItem(key, JSON.stringify({ owner, title, fields }));
        } catch {
            // As above.
        }
    }
}
