/** The types that modules share. Types only: the browser never loads this file. */

export interface Coordinate {
    latitude: number;
    longitude: number;
}

export interface Location {
    name: string;
    coordinate?: Coordinate;
}

export type Frequency = "daily" | "weekly" | "monthly" | "yearly";

/** How an item comes back when it is done. Values that are the default are absent. */
export interface Repetition {
    frequency: Frequency;
    interval?: number;
    /** `mo` to `su`; for a month one with an ordinal, `1mo` to `4su`, or `-1fr`, the last. */
    byDay?: string[];
    byMonthDay?: number;
    /** Written by the server, where summer time has moved a time. */
    time?: string;
    from?: "due" | "done";
    until?: string;
    timeZone?: string;
}

/** An item as the server sends it. An item that was never sent has no revision. */
export interface Item {
    id: string;
    title: string;
    itemDescription?: string;
    timestamp?: number;
    day?: string;
    repeat?: Repetition;
    location?: Location;
    /** At most ten, none of them twice by case folding. None is absent. */
    tags?: string[];
    /** The key of the place in the order by hand. */
    position?: string;
    /** Minutes before the due date at which the user wants to be told. */
    remind?: number;
    done: boolean;
    createdAt: number;
    doneAt?: number;
    revision?: number;
}

/** A member of an item that a client sets. */
export type Member = Exclude<keyof Item, "id" | "createdAt" | "doneAt" | "revision">;

/**
 * The parts of an item that a form can change. `when` is the date, the day, the rule and the
 * reminder together.
 */
export type Field = "title" | "itemDescription" | "when" | "location" | "tags";

/** The parts of an item that a change can touch. */
export type Part = Field | "position" | "done";

/** A merge patch. `null` removes the member; a location and a repetition are always whole. */
export type Patch =
    & { [M in Exclude<Member, "location">]?: Item[M] | (undefined extends Item[M] ? null : never) }
    & { location?: { name: string; coordinate: Coordinate | null } | null };

/**
 * The effect of a change on one item. `opened` is the item that the form showed when it opened; other
 * devices' changes are found by comparison with it. `expected`: the item that a deletion expects on
 * the server, if that differs from `opened`.
 */
export type Operation =
    | { op: "put"; item: Item }
    | { op: "patch"; id: string; patch: Patch; opened: Item }
    | { op: "delete"; id: string; opened: Item; expected?: Item };

/** A part that was not sent, because another device's value counts. `seen` is the item that had it. */
export interface Skipped {
    id: string;
    part: Part;
    seen: Item;
}

/**
 * The result of two changes of the same item:
 *
 *     overwrote   both changed these fields; the change of this device counts
 *     revived     deleted elsewhere, changed here: it is there again
 *     kept        deleted here, changed elsewhere: it is still there
 *     gone        deleted elsewhere, only ticked here: it is gone
 *     refused     the server does not accept the change
 */
export type ConflictKind = "overwrote" | "revived" | "kept" | "gone" | "refused";

/** A line of «Changed elsewhere». */
export interface Conflict {
    id: string;
    kind: ConflictKind;
    /** The id of the item. */
    item: string;
    title: string;
    /** Seconds since 1970. */
    at: number;
    /** The parts that were overwritten or refused. */
    fields: Part[];
    /** The version that was replaced; for `refused`, the item that the user wanted. */
    lost: Item;
    /** The version that replaced it; absent if that was a deletion. */
    by?: Item;
    /** Why the server refused it. */
    reason?: string;
    /** The operation that the server refused. */
    refused?: Operation;
}

/** An item that an undo leaves as it is. */
export interface Missed {
    title: string;
    why: "changed" | "deleted";
}

/** A change that the server does not have yet. */
export interface Entry {
    /** Position in the queue; the store assigns it. */
    seq: number;
    id: string;
    /**
     * `undo` takes back the entry `of`: by its revision if it is known, else by operations. Without
     * `of` it takes back only some of an entry's items.
     */
    kind: "change" | "undo";
    operations: Operation[];
    label: string;
    of?: string;
    revision?: number;
    /** The server had no room for it. */
    full?: boolean;
}

/** A request whose body and key are stored before the first try, and sent unchanged until answered. */
export interface Sealed {
    key: string;
    /** When it was made, in seconds since 1970. */
    at: number;
    path: string;
    body: string | null;
    entries: string[];
    /** For each operation of the body, the index of its entry in `entries`. */
    owners: number[];
    /** The lines that are listed when it succeeds. */
    conflicts: Conflict[];
    skipped: Skipped[];
}

/** The result of an entry. Without a revision it changed nothing. */
export interface Outcome {
    id: string;
    revision?: number;
    alone: boolean;
}

/** A change as the server reports it. */
export interface Change {
    revision: number;
    item?: Item;
    deleted?: string;
}

/** One transaction of the store, and the message that tells the other tabs about it. */
export interface Commit {
    version: number;
    put?: Item[];
    deleted?: string[];
    /** All items are replaced by `put`. */
    reset?: boolean;
    token?: string;
    added?: Entry[];
    removed?: string[];
    updated?: Entry[];
    outcomes?: Outcome[];
    /** The sealed request: null when it was answered. */
    sealed?: Sealed | null;
    /** The list «Changed elsewhere», if it is another one now. */
    conflicts?: Conflict[];
}

/** A commit to be made. The store decides which of the changes are new. */
export type Draft =
    & Pick<Commit, "token" | "added" | "removed" | "updated" | "outcomes" | "sealed">
    & { changes?: Change[]; reset?: Item[]; listed?: Conflict[]; unlisted?: string[] };

/** All that a store keeps. */
export interface Contents {
    version: number;
    items: Item[];
    entries: Entry[];
    token?: string;
    sealed?: Sealed | null;
    conflicts: Conflict[];
}

export interface Store {
    /** Whether other tabs share the store. */
    shared: boolean;
    name: string;
    read(): Promise<Contents>;
    /** Writes a draft in one transaction; returns it with its version, and with assigned `seq`. */
    commit(draft: Draft): Promise<Commit>;
    /** Returns the stored sealed request, or stores the one that `make` returns for the queue. */
    seal(make: (entries: Entry[], version: number) => Sealed | null): Promise<Sealed | null>;
    /** Removes those of the entries that are in no sealed request; the commit names them. */
    take(ids: string[]): Promise<Commit>;
    close(): void;
}

export interface Session {
    /** Random; in the browser's history it names the session of an entry. */
    id: string;
    name: string;
    email: string;
    token: string;
    /** Whether the device keeps the session. */
    kept: boolean;
}

export type Connection = "online" | "connecting" | "offline";

export type View = "today" | "all" | "done" | "tag" | "history" | "trash";
export type Sort = "due" | "position" | "created" | "title" | "changed";
export type Section =
    | "overdue"
    | "today"
    | "tomorrow"
    | "week"
    | "later"
    | "no date"
    | "to do"
    | "done";

/** The state that the URL's fragment encodes. */
export interface Route {
    view: View;
    /** The tag of the view `tag`; in another view that of the last one. */
    tag: string;
    q: string;
    item: string | null;
}

export interface Problem {
    type?: string;
    title?: string;
    status?: number;
    detail?: string;
    pointer?: string;
    revision?: number;
    errors?: { pointer: string; detail: string }[];
    /** Ids of items that were changed since. */
    items?: string[];
}

export type EffectKind = "created" | "changed" | "deleted";

/** An item in a write of the history. `members`: those that differ, if it was changed. */
export interface WrittenItem {
    id: string;
    title: string;
    kind: EffectKind;
    members?: string[];
}

/** A write in the server's history. `items`: the first ten. */
export interface LoggedWrite {
    revision: number;
    /** Seconds since 1970. */
    at: number;
    /** The label of the token that wrote. */
    by?: string;
    /** The revision that this write took back. */
    undoes?: number;
    created: number;
    changed: number;
    deleted: number;
    items: WrittenItem[];
}

/** A write in the history of one item, and the item before it. */
export interface Version {
    revision: number;
    at: number;
    by?: string;
    undoes?: number;
    kind: EffectKind;
    members?: string[];
    before?: Item;
}

/** An item of the trash. `deletedIn`: the revision of its deletion. */
export type DeletedItem = Item & { deletedAt: number; deletedIn: number };

/** What an import does, as the server reports it. `lost` and `skipped` are the first 1,000. */
export interface ImportReport {
    format: string;
    new: number;
    changed: number;
    unchanged: number;
    lostCount: number;
    skippedCount: number;
    /** `line`: in JSON, the number of the task. */
    lost: { line: number; title: string; field: string; value: string; kept?: true }[];
    skipped: { line: number; reason: string }[];
    /** The first 100 of the file. */
    items: Item[];
}

export interface Due {
    timestamp: number;
    /** The calendar day, if there is no time. */
    day?: string;
}
