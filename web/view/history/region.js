/** A region that has the place of the lists, with its heading and Close: History, Trash. */

import { choices } from "../../app/settings.js";
import { pastViews } from "../../core/route.js";
import { t } from "../../text/text.js";
import { closeButton } from "../dialog.js";
import { h } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Paged } from "./paged.js" */
/** @import { Child } from "../dom.js" */

/** Whether the history or the trash is shown. @param {App} app */
export const isPast = ({ route }) => pastViews.includes(route.view);

/** Goes to the lists. @param {App} app */
export const leavePast = (app) => app.navigate({ view: choices.view, q: "", item: null });

export class Region {
    /**
     * @param {App} app @param {"history" | "trash"} view
     * @param {Paged<any>} paged
     * @param {() => void} goHome focuses the element from which the region is opened
     * @param {...Child} between heading and list
     */
    constructor(app, view, paged, goHome, ...between) {
        this.app = app;
        this.view = view;
        this.paged = paged;
        this.goHome = goHome;
        this.heading = h("h2", { tabIndex: -1 }, t(view));
        this.element = h(
            "section",
            { "aria-label": t(view), class: "past", hidden: true },
            h("div", { class: "past-head" }, this.heading, closeButton(() => leavePast(app))),
            ...between,
            paged.element,
        );
        app.on("route", () => this.render());
        app.on("session", () => this.render());
        this.render();
    }

    render() {
        const { app, element, paged } = this;
        const isOpen = app.route.view === this.view && app.copy !== null;
        if (isOpen !== element.hidden) return;
        const hadFocus = element.contains(document.activeElement);
        element.hidden = !isOpen;
        if (!isOpen) {
            paged.close();
            if (hadFocus) this.goHome();
            return;
        }
        paged.open();
        scrollTo(0, 0);
        this.heading.focus({ preventScroll: true });
    }
}
