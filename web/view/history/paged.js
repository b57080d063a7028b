/** A list that the server has in pages, and its states: loading, empty, without network, a fault. */

import { readPage } from "../../app/history.js";
import { withFirst } from "../../core/history/pages.js";
import { Refusal } from "../../sync/api.js";
import { t } from "../../text/text.js";
import { reason } from "../account.js";
import { h, icon } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Page } from "../../core/history/pages.js" */
/** @import { Key } from "../../text/text.js" */
/** @import { Icon } from "../dom.js" */

/** `state`: a line with the same key and state stays as it is.
 * @typedef {{ key: string, state: string, make(): HTMLLIElement }} Line */

/**
 * `groups`: the lines, below a heading if `name` is set, else in a list called `label`.
 * @template T
 * @typedef {{ path(): string, keyOf(element: T): string, empty(): { key: Key, sign: Icon, hint?: Key },
 *     groups(elements: T[]): { name?: string, label: string, lines: Line[] }[] }} Kind
 */

/** Milliseconds before the page shows that it is loading. */
const calmReading = 300;

/** Pixels below the window at which the next page is read. */
const nearby = 400;

/** @template T */
export class Paged {
    /** @param {App} app @param {Kind<T>} kind */
    constructor(app, kind) {
        this.app = app;
        this.kind = kind;
        /** @type {Page<T> | null} */
        this.page = null;
        /** @type {Refusal | null} */
        this.fault = null;
        this.isOpen = false;
        this.isReading = false;
        /** Whether something has changed since the request in progress. */
        this.isStale = false;
        /** Results of earlier rounds count no more. */
        this.round = 0;
        /** @type {string | undefined} The state of the copy when the first page was requested. */
        this.token = undefined;
        /** @type {Map<string, { state: string, element: HTMLLIElement }>} */
        this.lines = new Map();
        this.loading = h("p", { class: "loading", hidden: true }, t("loading"));
        this.note = h("div", { role: "status" });
        this.body = h("div");
        this.more = h(
            "button",
            { class: "small plain more-button", hidden: true, click: () => this.readMore() },
            t("show more"),
        );
        this.element = h("div", { class: "paged" }, this.loading, this.note, this.body, this.more);
        app.on(
            "items",
            () => this.isOpen && app.copy?.replica.token !== this.token && this.refresh(),
        );
        app.on("connection", (state) => state === "online" && this.fault && this.refresh());
        const scrolled = () => isNear(this.more) && this.readMore();
        // The details scroll in their own box.
        addEventListener("scroll", scrolled, {
            passive: true,
            capture: true,
            signal: app.views.signal,
        });
    }

    /** Reads the list from its beginning. */
    open() {
        this.close();
        this.isOpen = true;
        setTimeout(() => this.showLoading(), calmReading);
        this.refresh();
    }

    /** Nothing of it stays. */
    close() {
        this.round++;
        this.isOpen = this.isReading = this.isStale = false;
        this.page = this.fault = null;
        this.render();
    }

    /** Reads the first page again, and keeps the others that still follow it. */
    refresh() {
        if (!this.isOpen) return;
        if (this.isReading) {
            this.isStale = true;
            return;
        }
        this.token = this.app.copy?.replica.token;
        const { page, kind } = this;
        this.read(kind.path(), (first) => page ? withFirst(page, first, kind.keyOf) : first);
    }

    /** Reads another list in the place of this one, which is shown until then. */
    replace() {
        this.round++;
        this.isReading = this.isStale = false;
        this.token = this.app.copy?.replica.token;
        this.read(this.kind.path(), (first) => first);
    }

    readMore() {
        const { page } = this;
        if (!page?.next || this.isReading || this.fault) return;
        this.read(page.next, ({ elements, next }) => ({
            elements: [...page.elements, ...elements],
            next,
        }));
    }

    /** @param {string} path @param {(page: Page<T>) => Page<T>} join */
    async read(path, join) {
        const { app, round } = this;
        this.isReading = true;
        try {
            const page = join(await readPage(app.api, path));
            if (round !== this.round) return;
            this.page = page;
            this.fault = null;
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            if (round !== this.round) return;
            this.fault = error;
            if (error.status === 401) app.endSession();
            // The list that the page belongs to has ended.
            if (error.status === 400 && path !== this.kind.path()) this.page = null;
        }
        this.isReading = false;
        this.render();
        if (this.isStale) {
            this.isStale = false;
            this.refresh();
        } else if (this.page?.elements.length === 0 || isNear(this.more)) {
            // A page whose time was used up can be empty.
            this.readMore();
        }
    }

    showLoading() {
        const isWaiting = this.isOpen && !this.page && !this.fault;
        this.loading.hidden = !isWaiting;
    }

    render() {
        const { page, fault, element, more } = this;
        element.ariaBusy = String(this.isOpen && !page && !fault);
        if (!this.isOpen || page || fault) this.loading.hidden = true;
        more.hidden = !page?.next || fault !== null;
        this.fill(page ? this.kind.groups(page.elements) : []);
        this.note.replaceChildren(...this.noteOf());
    }

    /** @returns {Node[]} */
    noteOf() {
        const { page, fault, kind } = this;
        if (!this.isOpen) return [];
        const isEmpty = this.lines.size === 0;
        if (fault) return [faultNote(fault, isEmpty, () => this.refresh())];
        if (!page || page.next || !isEmpty) return [];
        const { key, sign, hint } = kind.empty();
        return [
            h(
                "div",
                { class: "note-box" },
                h("span", { class: "picture" }, icon(sign)),
                h("p", { class: "large" }, t(key)),
                hint && h("p", {}, t(hint)),
            ),
        ];
    }

    /** Lines that have not changed stay, and the focus stays where it is. @param {ReturnType<Kind<T>["groups"]>} groups */
    fill(groups) {
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        const isInside = focused !== null && this.body.contains(focused);
        const place = isInside
            ? [...this.lines.values()]
                .findIndex(({ element }) => element.contains(focused))
            : -1;
        const key = [...this.lines.keys()][place];
        /** @type {typeof this.lines} */
        const lines = new Map();
        this.body.replaceChildren(...groups.map(({ name, label, lines: some }) => {
            for (const line of some) {
                const known = this.lines.get(line.key);
                lines.set(
                    line.key,
                    known?.state === line.state
                        ? known
                        : { state: line.state, element: line.make() },
                );
            }
            const list = h(
                "ul",
                { role: "list", "aria-label": label },
                ...some.map((line) => lines.get(line.key)?.element),
            );
            return h("div", { class: "past-group" }, name && h("h3", {}, name), list);
        }));
        this.lines = lines;
        if (!isInside) return;
        if (focused.isConnected) return focused.focus();
        const next = lines.get(key) ?? [...lines.values()][Math.min(place, lines.size - 1)];
        const heir = [...next?.element.querySelectorAll("a, button") ?? []].at(-1) ??
            this.element.closest("section")?.querySelector("[tabindex]");
        /** @type {HTMLElement | null | undefined} */ (heir)?.focus();
    }
}

/** @param {HTMLElement} element @returns {boolean} whether it is in sight, or soon will be */
function isNear(element) {
    return element.checkVisibility() && element.getBoundingClientRect().top < innerHeight + nearby;
}

/** @param {Refusal} fault @param {boolean} isAlone @param {() => void} retry */
function faultNote(fault, isAlone, retry) {
    const isOffline = fault.status === 0;
    const text = isOffline
        ? t("needs network")
        : fault.status === 401
        ? t("session ended")
        : reason(fault);
    const button = h("button", { class: "small", click: retry }, t("try again"));
    if (!isAlone) return h("p", { class: "filter" }, h("span", {}, text), button);
    return h(
        "div",
        { class: "note-box" },
        h("span", { class: "picture" }, icon(isOffline ? "offline" : "alert")),
        h("p", { class: "large" }, isOffline ? text : t("not loaded")),
        h("p", {}, isOffline ? t("needs network hint") : text),
        button,
    );
}
