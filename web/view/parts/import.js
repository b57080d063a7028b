/** Files that were chosen or dropped, and the dialog that shows what an import will do. */

import { importList } from "../../app/files.js";
import { FileImport, NotImported } from "../../app/imports.js";
import { decodeFile, isOwnList } from "../../core/savefile.js";
import { fileText, importText } from "../../text/imports.js";
import { t } from "../../text/text.js";
import { makeDialog, openDialog } from "../dialog.js";
import { h, unseen } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { ImportReport } from "../../types.d.ts" */

/**
 * Imports a list of this program at once, and asks the server about another file.
 * @param {App} app @param {File} file @param {boolean} [replaces] whether items that exist are replaced
 */
export async function takeFile(app, file, replaces = false) {
    let text;
    try {
        text = decodeFile(new Uint8Array(await file.arrayBuffer()));
    } catch {
        // It was deleted, or it is a folder.
        return app.emit("fault", t("file unread", { it: file.name }));
    }
    if (text !== null && isOwnList(text)) return importList(app, file.name, text, replaces);
    await askToImport(file, new FileImport(app, file, replaces));
}

/** @param {File} file @param {FileImport} pending @returns {Promise<void>} when the dialog is closed */
function askToImport(file, pending) {
    const name = h("p", { class: "file-name", dir: "auto" }, file.name);
    const status = h("p", { role: "status" }, t("reading"));
    const report = h("div", { class: "report" });
    const fault = h("p", { role: "alert", class: "fault" });
    /** @param {() => Promise<void>} step Its fault is shown as a sentence. */
    const attempt = async (step) => {
        fault.textContent = "";
        try {
            await step();
        } catch (error) {
            if (!(error instanceof NotImported)) throw error;
            fault.textContent = error.message;
        }
    };
    const start = h("button", {
        class: "primary",
        disabled: true,
        click: async () => {
            start.disabled = true;
            await attempt(async () => {
                await pending.write();
                dialog.close();
            });
            start.disabled = false;
            if (dialog.open) start.focus();
        },
    }, t("import"));
    const cancel = h("button", { click: () => dialog.close() }, t("cancel"));
    const dialog = makeDialog(
        t("import"),
        { class: "import" },
        name,
        status,
        report,
        fault,
        h("div", { class: "buttons foot" }, cancel, start),
    );
    const closed = new Promise((resolve) => dialog.addEventListener("close", () => resolve(null)));
    openDialog(dialog);
    cancel.focus();
    attempt(async () => {
        const found = await pending.preview();
        name.textContent = fileText(file.name, found);
        status.textContent = importText(found);
        report.replaceChildren(...tables(found));
        start.disabled = found.new + found.changed === 0;
        if (!start.disabled && document.activeElement === cancel) start.focus();
    }).finally(() => {
        if (fault.textContent) status.textContent = "";
    });
    return closed.then(() => {});
}

/** @param {ImportReport} report @returns {HTMLElement[]} what gets lost, and what is skipped */
function tables({ format, lost, lostCount, skipped, skippedCount }) {
    const place = t(format === "google" || format === "toodoo" ? "number" : "line");
    const parts = [];
    if (lostCount > 0) {
        parts.push(reportTable(
            t("lost"),
            lostCount,
            [place, t("one to-do"), t("value")],
            lost.map(({ line, title, field, value, kept }) => [
                String(line),
                title,
                h(
                    "span",
                    {},
                    h("b", {}, field),
                    value && " ",
                    value && h("bdi", {}, value),
                    kept && h("span", { class: "kept" }, unseen(", "), t("kept in notes")),
                ),
            ]),
        ));
    }
    if (skippedCount > 0) {
        parts.push(reportTable(
            t("skipped"),
            skippedCount,
            [place, t("why")],
            skipped.map(({ line, reason }) => [String(line), reason]),
        ));
    }
    return parts;
}

/** @param {string} name @param {number} count of all rows, of which the first are shown
 * @param {string[]} columns @param {(string | Node)[][]} rows */
const reportTable = (name, count, columns, rows) =>
    h(
        "table",
        { "aria-label": name },
        h("caption", {}, `${name}: ${count}`),
        h(
            "thead",
            {},
            h("tr", {}, ...columns.map((text) => h("th", { scope: "col" }, text))),
        ),
        h(
            "tbody",
            {},
            ...rows.map((cells) =>
                h("tr", {}, ...cells.map((cell) => h("td", { dir: "auto" }, cell)))
            ),
            rows.length < count &&
                h(
                    "tr",
                    {},
                    h("td", { colSpan: columns.length }, t("and more", { n: count - rows.length })),
                ),
        ),
    );
