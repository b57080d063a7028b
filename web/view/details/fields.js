/** The boxes of a to-do: what they show, and the part of it that each changes. */

import { dueOf, timeText } from "../../core/calendar.js";
import { coordinateText } from "../../core/coordinate.js";

/** @import { Due, Field, Item } from "../../types.d.ts" */

/** @typedef {"title" | "description" | "date" | "time" | "place" | "coordinate"} Name */

/** The text of each box for an item. @type {Record<Name, (item: Item) => string>} */
export const shown = {
    title: ({ title }) => title,
    description: ({ itemDescription }) => itemDescription ?? "",
    // The line of words above it shows the date.
    date: () => "",
    time: (item) => item.timestamp === undefined ? "" : timeText(/** @type {Due} */ (dueOf(item))),
    place: ({ location }) => location?.name ?? "",
    coordinate: ({ location }) => location?.coordinate ? coordinateText(location.coordinate) : "",
};

export const names = /** @type {Name[]} */ (Object.keys(shown));

/** @type {Name[]} */
export const whenBoxes = ["date", "time"];

/** The boxes that change each part. @type {Partial<Record<Field, Name[]>>} */
const boxes = {
    title: ["title"],
    itemDescription: ["description"],
    when: whenBoxes,
    location: ["place", "coordinate"],
};

/** @param {Name} name @returns {Field} the part that a box changes */
export const partOf = (name) =>
    /** @type {Field[]} */ (Object.keys(boxes)).find((part) => boxes[part]?.includes(name)) ??
        "title";

/** A text as the box returns it: boxes normalize line breaks.
 * @param {HTMLInputElement | HTMLTextAreaElement} box @param {string} text */
export function asShown(box, text) {
    const other = /** @type {typeof box} */ (box.cloneNode());
    other.value = text;
    return other.value;
}
