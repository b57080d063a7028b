/** The menu: files, many at once, account, preferences. */

import { removeAll } from "../app/actions.js";
import { exportFile, importFile } from "../app/files.js";
import { preferences, server } from "../app/settings.js";
import { currentLanguage, languages, setLanguage, t } from "../text/text.js";
import { field, makeDialog, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { framed, select } from "./find.js";

/** @import { App } from "../app/app.js" */
/** @import { Theme } from "../app/settings.js" */

export class Menu {
    /**
     * @param {App} app
     * @param {{ shortcuts(): void, signOut(): void, deleteAccount(): void }} actions
     */
    constructor(app, actions) {
        this.app = app;
        /** @param {string} text @param {() => void} action @param {string} [style] */
        const button = (text, action, style) =>
            h("button", {
                type: "button",
                class: style,
                click: () => {
                    this.dialog.close();
                    action();
                },
            }, text);
        this.file = h("input", {
            type: "file",
            accept: ".json,.ndjson,application/json,application/x-ndjson",
            change: () => this.importChosen(),
        });
        this.clear = button(t("clear done"), () => removeAll(app, true));
        this.all = button(t("delete all"), () => removeAll(app));
        this.who = h("p", { class: "hint" });
        this.account = h(
            "div",
            { class: "group" },
            this.who,
            button(t("sign out"), actions.signOut),
            button(t("delete account"), actions.deleteAccount, "danger"),
        );
        this.theme = select(t("theme"), [
            ["system", t("theme system")],
            ["light", t("theme light")],
            ["dark", t("theme dark")],
        ], (theme) => preferences.theme = /** @type {Theme} */ (theme));
        this.language = select(t("language"), Object.entries(languages), (language) => {
            preferences.keepLanguage(/** @type {"en"} */ (language));
            setLanguage(/** @type {"en"} */ (language));
            app.emit("language", undefined);
        });
        const labelled = (/** @type {HTMLSelectElement} */ element) =>
            h(
                "label",
                { class: "choice" },
                h("span", {}, element.getAttribute("aria-label")),
                framed(element),
            );
        this.importField = field(t("import file"), this.file, t("import hint"));
        this.replaces = h("input", { type: "checkbox" });
        this.items = h(
            "div",
            { class: "group" },
            this.importField.element,
            h("label", { class: "check" }, this.replaces, t("replace existing")),
            button(t("export"), () => exportFile(app)),
            this.clear,
            this.all,
        );
        this.dialog = makeDialog(
            t("menu"),
            { class: "menu" },
            this.items,
            h(
                "div",
                { class: "group" },
                labelled(this.theme),
                labelled(this.language),
                button(t("shortcuts"), actions.shortcuts),
            ),
            server.accounts && this.account,
            !isSecureContext && h("p", { class: "hint" }, t("insecure")),
        );
    }

    open() {
        const { app } = this;
        this.items.hidden = !app.copy;
        this.account.hidden = !app.session;
        this.who.textContent = app.session ? t("signed in as", { it: app.session.email }) : "";
        this.all.disabled = app.items.size === 0;
        this.clear.disabled = ![...app.items.values()].some((item) => item.done);
        this.theme.value = preferences.theme;
        this.language.value = currentLanguage();
        openDialog(this.dialog);
    }

    async importChosen() {
        const file = this.file.files?.[0];
        if (!file) return;
        await importFile(this.app, file, this.replaces.checked);
        // The same file can be chosen again.
        this.file.value = "";
        this.dialog.close();
    }
}

/** A file that is dropped onto the page is imported. @param {App} app @param {HTMLElement} area */
export function acceptDrops(app, area) {
    const { signal } = app.views;
    const isFile = (/** @type {DragEvent} */ event) =>
        app.copy !== null && event.dataTransfer?.types.includes("Files");
    area.addEventListener("dragover", (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        area.classList.add("dropping");
    }, { signal });
    area.addEventListener("dragleave", (event) => {
        if (!area.contains(/** @type {Node} */ (event.relatedTarget))) {
            area.classList.remove("dropping");
        }
    });
    area.addEventListener("drop", async (event) => {
        area.classList.remove("dropping");
        if (!isFile(event)) return;
        event.preventDefault();
        for (const file of event.dataTransfer?.files ?? []) await importFile(app, file);
    }, { signal });
}
