/** Forms and dialogs to sign in, create an account, sign out, and delete the account. */

import { leave, signIn, signOut, signUp } from "../app/account.js";
import { server } from "../app/settings.js";
import { Refusal } from "../sync/api.js";
import { t } from "../text/text.js";
import { field, makeDialog, openDialog } from "./dialog.js";
import { focusFirst, h } from "./dom.js";

/** @import { App } from "../app/app.js" */

/** @param {string} type @param {AutoFill} autocomplete */
const input = (type, autocomplete) => h("input", { type, autocomplete, required: true });

export class SignIn {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.isNew = false;
        this.element = h("section", { class: "account" });
        app.on("session", () => this.render());
        this.render();
    }

    /** Whether the page is for a signed-out user. */
    get isNeeded() {
        return server.accounts && (!this.app.session || this.app.ended);
    }

    render() {
        this.element.hidden = !this.isNeeded;
        if (this.isNeeded) this.fill();
        else this.element.replaceChildren();
    }

    fill() {
        const { app, isNew } = this;
        const heading = t(isNew ? "sign up" : "sign in");
        const hint = isNew ? t("password hint") : "";
        const fields = this.fields = {
            name: field(t("name"), input("text", "name")),
            email: field(t("email"), input("email", "username")),
            password: field(
                t("password"),
                input("password", isNew ? "new-password" : "current-password"),
                hint,
            ),
        };
        fields.email.box.value = app.session?.email ?? "";
        const { box } = fields.password;
        const show = h("button", {
            class: "small plain show-password",
            "aria-pressed": "false",
            click: () => {
                const isShown = box.type === "text";
                box.type = isShown ? "password" : "text";
                show.ariaPressed = String(!isShown);
            },
        }, t("show password"));
        fields.password.element.append(show);
        this.keep = h("input", { type: "checkbox", checked: app.session?.kept ?? true });
        this.fault = h("p", { role: "alert", class: "fault" });
        this.button = h(
            "button",
            { type: "submit", class: "primary" },
            t(isNew ? "create account" : "sign in"),
        );
        this.element.setAttribute("aria-label", heading);
        this.element.replaceChildren(
            h("p", { class: "about" }, t("about")),
            h("h2", {}, heading),
            ...(app.ended ? [h("p", { class: "ended" }, t("session ended"))] : []),
            h(
                "form",
                { noValidate: true, submit: this.submit },
                isNew && fields.name.element,
                fields.email.element,
                fields.password.element,
                h("label", { class: "check" }, this.keep, t("keep signed in")),
                this.fault,
                h("div", { class: "buttons" }, this.other(), this.button),
            ),
        );
    }

    /** A link to the other form. */
    other() {
        if (this.app.ended || (!server.signUp && !this.isNew)) return null;
        return h("button", {
            class: "plain",
            click: () => {
                this.isNew = !this.isNew;
                this.fill();
                focusFirst();
            },
        }, t(this.isNew ? "sign in" : "sign up"));
    }

    submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        const { app, fields, keep, button, fault } = this;
        if (!fields || !keep || !button || !fault) return;
        for (const { fault } of Object.values(fields)) fault("");
        fault.textContent = "";
        button.disabled = true;
        const values = {
            name: fields.name.box.value,
            email: fields.email.box.value.trim(),
            password: fields.password.box.value,
            keep: keep.checked,
        };
        try {
            const { isNew } = this;
            const isSignedIn = await (isNew ? signUp : signIn)(app, values, askAboutOthers);
            this.isNew = false;
            button.disabled = false;
            if (isSignedIn) focusFirst();
            // The account was created, but the user has not signed in.
            else if (isNew) this.fill();
        } catch (error) {
            button.disabled = false;
            this.explain(error);
        }
    };

    /** @param {unknown} error */
    explain(error) {
        const { fields, fault } = this;
        if (!fields || !fault) return;
        if (!(error instanceof Refusal)) return void (fault.textContent = String(error));
        for (const { pointer, detail } of error.problem.errors ?? []) {
            const name = /** @type {keyof typeof fields} */ (pointer.slice(1));
            fields[name]?.fault(plain(name, detail));
        }
        fault.textContent = reason(error);
        const first = this.element.querySelector("[aria-invalid]");
        if (first instanceof HTMLElement) first.focus();
    }
}

/**
 * The server's detail is a sentence without its subject, and counts bytes.
 * @param {"name" | "email" | "password"} name @param {string} detail
 */
function plain(name, detail) {
    const [, kind, n] = /bytes; at (least|most) (\d+)/.exec(detail) ?? [];
    if (!kind) return `${t(name)} ${detail}.`;
    return kind === "least" ? t("password hint") : t("too long", { n });
}

/** @param {Refusal} error */
function reason(error) {
    if (error.status === 0) return t("no answer");
    if (error.status === 429) return t("too many", { n: error.retryAfter ?? 60 });
    switch (error.problem.type) {
        case "/problems/wrong-credentials":
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
function askAboutOthers({ n, emails, canBeKept }) {
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
    const password = field(t("password"), input("password", "current-password"));
    // Password managers need the email address.
    const email = input("email", "username");
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
