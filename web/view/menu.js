/** The menu: the view, files, settings, the account. Entries that delete are last. */

import { removeAll } from "../app/actions.js";
import { exportFile } from "../app/files.js";
import { canNotify, setNotifying } from "../app/remind.js";
import {
    choices,
    isNotifying,
    keepChoice,
    preferences,
    remindedAs,
    server,
} from "../app/settings.js";
import { sorts } from "../core/list/order.js";
import { currentLanguage, languages, setLanguage, t } from "../text/text.js";
import { framed, makeDialog, openDialog, select } from "./dialog.js";
import { h, icon } from "./dom.js";
import { load } from "./load.js";

/** @import { App } from "../app/app.js" */
/** @import { Theme } from "../app/settings.js" */
/** @import { Icon } from "./dom.js" */
/** @import { Sort } from "../types.d.ts" */

/** @param {Icon | null} name null: it belongs to the entry above @param {string} text @param {HTMLInputElement} box */
const setting = (name, text, box) =>
    h(
        "label",
        { class: "entry switch" },
        name ? icon(name) : h("i", { class: "icon" }),
        h("span", {}, text),
        box,
    );

/** @param {Icon} name @param {HTMLSelectElement} element */
const choiceOf = (name, element) =>
    h(
        "label",
        { class: "entry choice" },
        icon(name),
        h("span", {}, element.getAttribute("aria-label")),
        framed(element),
    );

export class Menu {
    /**
     * @param {App} app
     * @param {{ see(view: "history" | "trash"): void, shortcuts(): void, signOut(): void, deleteAccount(): void }} actions
     */
    constructor(app, actions) {
        this.app = app;
        /** @param {Icon} name @param {string} text @param {() => void} action @param {string} [style] */
        const button = (name, text, action, style = "") =>
            h(
                "button",
                {
                    class: `entry ${style}`,
                    click: () => {
                        this.dialog.close();
                        action();
                    },
                },
                icon(name),
                h("span", {}, text),
            );
        this.file = h("input", {
            type: "file",
            hidden: true,
            change: () => this.importChosen(),
        });
        this.replaces = h("input", { type: "checkbox" });
        this.sort = select(
            t("view order"),
            sorts.map((sort) => [sort, t(`sort ${sort}`)]),
            (sort) => this.see("sort", /** @type {Sort} */ (sort)),
        );
        this.place = h("input", {
            type: "checkbox",
            change: () => this.see("place", this.place.checked),
        });
        this.notify = h("input", {
            type: "checkbox",
            change: async () => {
                this.notify.checked = await setNotifying(app, this.notify.checked);
            },
        });
        this.clear = button("check", t("clear done"), () => removeAll(app, true));
        this.all = button("trash", t("delete all"), () => removeAll(app), "danger");
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
        this.who = h("p", { class: "hint" });
        this.view = group(
            t("view"),
            choiceOf("order", this.sort),
            setting("place", t("with a place"), this.place),
        );
        this.past = group(
            t("history"),
            button("history", t("history"), () => actions.see("history")),
            button("trash", t("trash"), () => actions.see("trash")),
        );
        this.items = group(
            t("file"),
            button("import", t("import"), () => this.file.click()),
            setting(null, t("replace existing"), this.replaces),
            button("export", t("export"), () => exportFile(app)),
            button("calendar", t("calendar"), async () => {
                const part = await load(app, import("./parts/calendar.js"));
                if (part) new part.Calendar(app).open();
            }),
            this.clear,
            this.file,
        );
        this.reminding = setting("bell", t("notify"), this.notify);
        this.device = button("bell", t("remind device"), async () => {
            const part = await load(app, import("./parts/device.js"));
            if (part) new part.Device(app).open();
        });
        this.signOut = button("leave", t("sign out"), actions.signOut);
        this.account = group(t("account"), this.who, this.signOut);
        this.leave = button("user", t("delete account"), actions.deleteAccount, "danger");
        this.danger = h("div", { class: "group" }, this.all, server.accounts && this.leave);
        this.dialog = makeDialog(
            t("menu"),
            { class: "menu" },
            this.view,
            this.past,
            group(
                t("settings"),
                this.reminding,
                this.device,
                choiceOf("theme", this.theme),
                choiceOf("language", this.language),
                button("keys", t("shortcuts"), actions.shortcuts),
            ),
            this.items,
            server.accounts && this.account,
            this.danger,
            !isSecureContext && h("p", { class: "hint" }, t("insecure")),
        );
    }

    /** @template {"sort" | "place"} Name @param {Name} name @param {(typeof choices)[Name]} value */
    see(name, value) {
        keepChoice(name, value);
        this.app.emit("route", this.app.route);
    }

    open() {
        const { app } = this;
        this.items.hidden =
            this.past.hidden =
            this.view.hidden =
            this.danger.hidden =
                !app.copy;
        this.account.hidden = this.leave.hidden = !app.session;
        // The server's reminders replace those of the page.
        this.reminding.hidden = !app.copy || !canNotify() || remindedAs() !== "";
        this.device.hidden = !app.copy || !server.reminders;
        this.who.textContent = app.session
            ? t("signed in as", { it: `${app.session.name} (${app.session.email})` })
            : "";
        this.all.disabled = app.items.size === 0;
        this.clear.disabled = ![...app.items.values()].some((item) => item.done);
        this.sort.value = choices.sort;
        this.place.checked = choices.place;
        this.notify.checked = isNotifying();
        this.theme.value = preferences.theme;
        this.language.value = currentLanguage();
        openDialog(this.dialog);
    }

    async importChosen() {
        const file = this.file.files?.[0];
        if (!file) return;
        await importFile(this.app, file, this.replaces.checked);
        // Otherwise choosing the same file again would fire no event.
        this.file.value = "";
    }
}

/** @param {App} app @param {File} file @param {boolean} [replaces] whether items that exist are replaced */
async function importFile(app, file, replaces) {
    const part = await load(app, import("./parts/import.js"));
    await part?.takeFile(app, file, replaces);
}

/** @param {string} name @param {...import("./dom.js").Child} entries */
const group = (name, ...entries) =>
    h("div", { class: "group", role: "group", "aria-label": name }, ...entries);

/** Imports files that are dropped onto the page. @param {App} app @param {HTMLElement} area */
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
    }, { signal });
    area.addEventListener("drop", async (event) => {
        area.classList.remove("dropping");
        if (!isFile(event)) return;
        event.preventDefault();
        for (const file of event.dataTransfer?.files ?? []) await importFile(app, file);
    }, { signal });
}
