/** The value of a part of an item, in words. */

import { hasTime } from "../core/calendar.js";
import { reminderText } from "./reminders.js";
import { repeatText } from "./repeats.js";
import { longDue, t } from "./text.js";

/** @import { Field, Item } from "../types.d.ts" */

/** @param {Field} field @param {Item} item @returns {string} "none" without a value */
export function valueText(field, item) {
    const { title, itemDescription, timestamp, day, repeat, remind, location, tags } = item;
    switch (field) {
        case "title":
            return title;
        case "itemDescription":
            return itemDescription || t("none");
        case "when": {
            if (timestamp === undefined) return t("none");
            const date = longDue({ timestamp, day }, new Date());
            const words = [
                date,
                repeat && repeatText(repeat),
                remind !== undefined && reminderText(remind, hasTime({ timestamp, day })),
            ];
            return words.filter(Boolean).join(", ");
        }
        case "tags":
            return tags?.join(", ") || t("none");
        case "location": {
            const { name, coordinate } = location ?? {};
            const point = coordinate && `${coordinate.latitude}, ${coordinate.longitude}`;
            return [name, point].filter(Boolean).join(" – ") || t("none");
        }
    }
}
