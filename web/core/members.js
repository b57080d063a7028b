/**
 * The members of an item that a client sets. All that the page does with every member derives from
 * this table: comparison, merges, undo, patches, import and export.
 */

/** @import { Key } from "../text/text.js" */
/** @import { Field, Item, Member, Part } from "../types.d.ts" */

/**
 * For each member its part, and the key of its name on the page. The members of a part are compared,
 * kept and lost together.
 * @type {Record<Member, { part: Part, name: Key }>}
 */
const table = {
    title: { part: "title", name: "title" },
    itemDescription: { part: "itemDescription", name: "description" },
    timestamp: { part: "when", name: "due" },
    day: { part: "when", name: "date" },
    repeat: { part: "when", name: "repeat" },
    location: { part: "location", name: "place" },
    tags: { part: "tags", name: "tags" },
    position: { part: "position", name: "order" },
    remind: { part: "when", name: "remind" },
    done: { part: "done", name: "done list" },
};

export const members = /** @type {Member[]} */ (Object.keys(table));

export const parts = [...new Set(members.map((member) => table[member].part))];

/** @param {Part} part @returns {Member[]} */
export const membersOf = (part) => members.filter((member) => table[member].part === part);

/** @param {string[]} names of members @returns {Part[]} the parts that they belong to */
export const partsWith = (names) =>
    parts.filter((part) => membersOf(part).some((member) => names.includes(member)));

/** @param {string} name of a member or a part @returns {Key | undefined} of the part's first member */
export function nameKey(name) {
    const member = members.find((one) => one === name) ??
        members.find((one) => table[one].part === name);
    return member && table[member].name;
}

/** @type {(part: Part) => part is Field} */
export const isField = (part) => part !== "position" && part !== "done";

/** Members of an item that the server writes. */
const readOnly = ["createdAt", "updatedAt", "doneAt", "revision"];

/** Members that only a later version of the page knows. They are kept. @param {Item} item */
export const unknownMembers = (
    item,
) => /** @type {Member[]} */ (Object.keys(item).filter((name) =>
    name !== "id" && !(name in table) && !readOnly.includes(name)
));

/** The least and the most minutes of `remind`: a week after the due date, four weeks before it. */
export const leastRemind = -10_080;
export const mostRemind = 40_320;
