/** The form to sign in or to create an account: on a signed-out page, or in a dialog. */

import { signIn, signUp } from "../app/account.js";
import { server } from "../app/settings.js";
import { Refusal } from "../sync/api.js";
import { t } from "../text/text.js";
import { askAboutOthers, credential, reason, wrongCredentials } from "./account.js";
import { field, makeDialog, openDialog } from "./dialog.js";
import { focusFirst, h } from "./dom.js";

/** @import { App } from "../app/app.js" */

export class SignIn {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.isNew = server.setupToken !== "";
        /** For a signed-out user. */
        this.element = h("section", { class: "account" });
        /** After the end of a session, whose list stays. */
        this.bar = h("div", { class: "bar", hidden: true });
        /** @type {HTMLDialogElement | null} */
        this.dialog = null;
        app.on("session", () => this.render());
        this.render();
    }

    render() {
        const { session, ended } = this.app;
        this.element.hidden = !server.accounts || session !== null;
        if (this.element.hidden) this.element.replaceChildren();
        else this.fill();
        if (ended !== this.bar.hidden) return;
        this.bar.hidden = !ended;
        if (!ended) {
            this.bar.replaceChildren();
            this.dialog?.close();
            return;
        }
        // Screen readers announce an alert that is inserted.
        this.bar.append(
            h("p", { role: "alert" }, t("session ended")),
            h("button", { click: () => this.open() }, t("sign in")),
        );
        if (server.proxy) this.askProxy();
    }

    /** Signs in the user whom the proxy names; otherwise the form stays. */
    async askProxy() {
        try {
            await signIn(this.app, { keep: this.app.session?.kept ?? true }, askAboutOthers);
        } catch (error) {
            this.explain(error);
        }
    }

    fill() {
        const heading = t(this.isNew ? "sign up" : "sign in");
        this.element.setAttribute("aria-label", heading);
        this.element.replaceChildren(
            h("p", { class: "about" }, t("about")),
            h("h2", {}, heading),
            server.setupToken && h("p", {}, t("first account")),
            this.form(),
            server.signUp || server.setupToken ? "" : h("p", {}, t("no account")),
        );
    }

    /** The form in a dialog, after the end of a session. */
    open() {
        const n = this.app.entries.length;
        this.dialog = makeDialog(
            t("sign in"),
            {},
            h("p", {}, t("ended hint")),
            n > 0 && h("p", {}, t(n === 1 ? "not sent one" : "not sent many", { n })),
            this.form(),
        );
        openDialog(this.dialog);
        this.fields?.password.box.focus();
    }

    form() {
        const { app, isNew } = this;
        const hint = isNew ? t("password hint") : "";
        const fields = this.fields = {
            name: field(t("name"), credential("text", "name")),
            email: field(t("email"), credential("email", "username")),
            password: field(
                t("password"),
                credential("password", isNew ? "new-password" : "current-password"),
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
        return h(
            "form",
            { noValidate: true, submit: this.submit },
            isNew && fields.name.element,
            fields.email.element,
            fields.password.element,
            h("label", { class: "check" }, this.keep, t("keep signed in")),
            this.fault,
            h("div", { class: "buttons" }, this.other(), this.button),
        );
    }

    /** A link to the other form. */
    other() {
        if (this.app.ended || server.setupToken || (!server.signUp && !this.isNew)) return null;
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
        const isWrong = error.problem.type === wrongCredentials;
        fault.textContent = isWrong && this.app.ended ? t("wrong or deleted") : reason(error);
        Object.values(fields).find(({ box }) => box.ariaInvalid)?.box.focus();
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
