/** What an import does, in words. */

import { t } from "./text.js";

/** @import { ImportReport } from "../types.d.ts" */

/** @type {Record<string, string>} */
const programs = {
    todoist: "Todoist",
    ticktick: "TickTick",
    google: "Google Tasks",
    icalendar: "iCalendar",
    csv: "CSV",
    toodoo: "toodoo",
};

/** @param {string} name of a file @param {ImportReport} report @returns {string} */
export const fileText = (name, { format }) => `${name} (${programs[format] ?? format})`;

/** @param {ImportReport} report @returns {string} such as "12 new, 3 there already" */
export function importText(report) {
    const { changed, unchanged, skippedCount } = report;
    return [
        t("import new", { n: report.new }),
        changed > 0 && t("import changed", { n: changed }),
        unchanged > 0 && t("import unchanged", { n: unchanged }),
        skippedCount > 0 && t("import skipped", { n: skippedCount }),
    ].filter(Boolean).join(", ");
}
