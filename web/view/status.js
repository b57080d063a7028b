/** The status line with its button, faults, and the connection, in permanent live regions. */

import { takeUpdate } from "../app/worker.js";
import { t } from "../text/text.js";
import { closeButton } from "./dialog.js";
import { h, setText } from "./dom.js";

/** @import { App } from "../app/app.js" */

/** How long Undo stays, in milliseconds; longer while it is hovered or has the focus. */
const shownFor = 20_000;

/** Milliseconds before a missing answer is shown. Usually the answer comes earlier. */
const longestAnswer = 5000;

/** @param {App} app */
export function connectionStatus(app) {
    const element = h("p", {
        role: "status",
        "aria-label": t("connection"),
        class: "connection",
    });
    /** The time since which an answer is missing. */
    let since = 0;
    let timer = 0;

    /** @returns {"" | "connecting" | "offline" | "no room"} */
    const state = () => {
        const { connection, entries, copy, ended } = app;
        if (!copy) return "";
        if (connection === "offline") return "offline";
        const isOwing = !ended &&
            (connection === "connecting" || entries.some(({ full }) => !full));
        if (!isOwing) since = 0;
        else if (since === 0) since = Date.now();
        if (isOwing && Date.now() - since >= longestAnswer) return "connecting";
        return entries.some(({ full }) => full) ? "no room" : "";
    };
    const render = () => {
        const name = state();
        // What is not stored yet is lost if the page is left.
        const n = app.entries.filter(({ seq }) => seq < Infinity).length;
        element.dataset.state = name;
        const words = name && t(name);
        setText(
            element,
            n === 0 || !name
                ? words
                : t(n === 1 ? "waiting one" : "waiting many", { state: words, n }),
        );
        clearTimeout(timer);
        if (since > 0 && name === "") {
            timer = setTimeout(render, Math.max(0, since + longestAnswer - Date.now()));
        }
    };
    app.on("connection", render);
    app.on("items", render);
    app.on("session", render);
    render();
    return element;
}

export class Messages {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.text = h("p", { role: "status", "aria-label": t("messages") });
        /** What the message is about is out of sight. */
        this.lead = () => {};
        this.show = h("button", {
            click: () => {
                this.lead();
                this.show.hidden = true;
            },
        }, t("show"));
        this.undo = h("button", { click: () => app.undo() }, t("undo"));
        this.redo = h("button", { click: () => app.redo() }, t("redo"));
        this.bar = h(
            "div",
            { class: "bar" },
            this.text,
            h("div", { class: "acts" }, this.show, this.undo, this.redo),
        );
        this.alert = h("div", { role: "alert", class: "alert" });
        const reload = h("button", {
            click: takeUpdate,
        }, t("reload"));
        this.update = h(
            "div",
            { class: "bar", hidden: !app.hasUpdate },
            h("p", {}, t("new version")),
            reload,
        );
        this.element = h("div", { class: "bars" }, this.alert, this.update, this.bar);
        this.timer = 0;
        app.on("message", (text) => this.say(text));
        app.on("fault", (text) => this.warn(text));
        app.on("update", () => this.update.hidden = false);
        app.on("session", () => this.say(""));
        for (const type of ["pointerleave", "focusout"]) {
            this.bar.addEventListener(type, () => this.wait());
        }
        this.say("");
    }

    /** @param {string} text empty: no message */
    say(text) {
        const { undo, redo } = this;
        const { done, undone } = this.app.history;
        const focused = document.activeElement;
        this.bar.classList.toggle("quiet-bar", !text);
        setText(this.text, text);
        this.show.hidden = true;
        undo.hidden = !text || done.length === 0;
        redo.hidden = !text || undone.length === 0;
        // The pressed button is hidden now, and its opposite is in its place.
        if (focused === undo && undo.hidden) redo.focus();
        if (focused === redo && redo.hidden) undo.focus();
        this.wait();
    }

    /** Adds Show to the message. @param {() => void} lead to what it is about */
    offer(lead) {
        this.lead = lead;
        this.show.hidden = false;
    }

    wait() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            if (!this.bar.matches(":hover, :focus-within")) this.say("");
        }, shownFor);
    }

    /** @param {string} text */
    warn(text) {
        for (const line of this.alert.children) {
            if (line.firstChild?.textContent === text) line.remove();
        }
        const line = h("div", { class: "bar fault-bar" }, h("p", {}, text));
        const button = closeButton(() => line.remove());
        button.setAttribute("aria-label", t("dismiss"));
        line.append(button);
        this.alert.append(line);
        while (this.alert.children.length > 3) this.alert.firstChild?.remove();
    }
}
