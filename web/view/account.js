/** Dialogs to sign out and to delete the account, and reasons of refusals. */

import { leave, signOut } from "../app/account.js";
import { Refusal } from "../sync/api.js";
import { t } from "../text/text.js";
import { field, makeDialog, openDialog } from "./dialog.js";
import { focusFirst, h } from "./dom.js";

/** @import { App } from "../app/app.js" */

/** A box for a part of an account. @param {string} type @param {AutoFill} autocomplete */
export const credential = (type, autocomplete) =>
    h("input", { type, autocomplete, required: true });

export const wrongCredentials = "/problems/wrong-credentials";

/** @param {Refusal} error */
export function reason(error) {
    if (error.status === 0) return t("no answer");
    if (error.status === 429) return t("too many", { n: error.retryAfter ?? 60 });
    switch (error.problem.type) {
        case wrongCredentials:
            return t("wrong sign in");
        case "/problems/wrong-password":
            return t("wrong password");
        case "/problems/email-taken":
            return t("email taken");
    }
    return error.problem.errors?.length ? "" : error.message;
}

/** Sends waiting changes, asks about the rest, and signs out. @param {App} app */
export async function askToSignOut(app) {
    if (app.entries.length > 0) app.emit("message", t("signing out"));
    await sendTheRest(app);
    app.emit("message", "");
    const n = app.entries.length;
    const canBeKept = app.session?.kept ?? false;
    const choice = n === 0 ? "delete" : await askAboutUnsent(
        [t(n === 1 ? "not sent one" : "not sent many", { n }), canBeKept && t("kept hint")],
        t("stay"),
        canBeKept,
    );
    if (choice === "stay") return;
    await signOut(app, choice === "keep");
    focusFirst();
}

/** How long signing out waits for changes that are being sent. */
const longestSending = 3000;

/** @param {App} app @returns {Promise<void>} */
function sendTheRest(app) {
    const isSending = () => app.entries.length > 0 && app.connection === "online" && !app.ended;
    return new Promise((resolve) => {
        const look = () => isSending() || end();
        const listening = [app.on("items", look), app.on("connection", look)];
        const end = () => {
            for (const stop of listening) stop();
            resolve();
        };
        setTimeout(end, longestSending);
        look();
    });
}

/** @type {import("../app/account.js").Ask} */
export function askAboutOthers({ n, emails, canBeKept }) {
    const it = emails.join(", ");
    const text = t(n === 1 ? "not sent one of" : "not sent many of", { n, it });
    return askAboutUnsent(
        [text, canBeKept && t("kept hint of", { it })],
        t("cancel"),
        canBeKept,
    );
}

/**
 * @param {(string | false)[]} texts @param {string} stay the text of the button that changes nothing
 * @param {boolean} canBeKept
 * @returns {Promise<import("../app/account.js").Choice>}
 */
function askAboutUnsent(texts, stay, canBeKept) {
    return new Promise((resolve) => {
        /** @type {import("../app/account.js").Choice} */
        let choice = "stay";
        /** @param {string} text @param {import("../app/account.js").Choice} value @param {string} [style] */
        const button = (text, value, style) =>
            h("button", {
                class: style,
                click: () => {
                    choice = value;
                    dialog.close();
                },
            }, text);
        const dialog = makeDialog(
            t("not sent"),
            {},
            ...texts.map((text) => text && h("p", {}, text)),
            h(
                "div",
                { class: "buttons" },
                button(t("delete them"), "delete", "danger"),
                canBeKept && button(t("keep them"), "keep"),
                button(stay, "stay", "primary"),
            ),
        );
        dialog.addEventListener("close", () => resolve(choice));
        openDialog(dialog);
    });
}

/** @param {App} app */
export function askToLeave(app) {
    const password = field(t("password"), credential("password", "current-password"));
    // Password managers need the email address.
    const email = credential("email", "username");
    email.value = app.session?.email ?? "";
    email.hidden = true;
    const button = h("button", { type: "submit", class: "danger" }, t("delete account"));
    const dialog = makeDialog(
        t("delete account"),
        {},
        h("p", {}, t("leave text")),
        h(
            "form",
            {
                noValidate: true,
                submit: async (/** @type {Event} */ event) => {
                    event.preventDefault();
                    button.disabled = true;
                    try {
                        await leave(app, password.box.value);
                        dialog.close();
                        app.emit("message", t("account deleted"));
                        focusFirst();
                    } catch (error) {
                        password.fault(error instanceof Refusal ? reason(error) : String(error));
                        password.box.focus();
                    }
                    button.disabled = false;
                },
            },
            email,
            password.element,
            h("div", { class: "buttons" }, button),
        ),
    );
    openDialog(dialog);
}
