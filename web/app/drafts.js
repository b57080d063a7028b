/**
 * What is typed and not saved. It outlives what replaces the views, and a reload; not the session that
 * has typed it. A session that is not kept leaves nothing on the disk.
 */

const key = "toodoo.drafts";

/** @import { Item, Session } from "../types.d.ts" */

/** A field of an item: its text, and the item as it was when typing began.
 * @typedef {{ value: string, opened: Item }} FieldDraft */

export class Drafts {
    constructor() {
        // Firefox takes the focus from a box as it leaves the page, too late to save what is in it.
        this.isGone = false;
        addEventListener("pagehide", () => this.isGone = true);
        addEventListener("pageshow", () => this.isGone = false);
        /** Whose they are. */
        this.owner = "";
        this.isStored = true;
        /** A title that is typed and not added. */
        this.title = "";
        /** @type {Record<string, FieldDraft>} by id and name of the field */
        this.fields = {};
        try {
            Object.assign(this, JSON.parse(sessionStorage.getItem(key) ?? "{}"));
        } catch {
            // Storage can be forbidden; then a reload forgets.
        }
    }

    /**
     * @param {Session | null} session whose the page is from now on
     * @returns {boolean} whether there were those of another one
     */
    claim(session) {
        const owner = session?.id ?? "";
        this.isStored = session?.kept ?? true;
        // What nobody has typed, such as a shared text, is for who signs in.
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
