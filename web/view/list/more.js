/** The menu of a row: move to another day, or delete. */

import { move, remove, targets } from "../../app/actions.js";
import { t } from "../../text/text.js";
import { h, icon } from "../dom.js";
import { Popover } from "./popover.js";

/** @import { App } from "../../app/app.js" */
/** @import { Target } from "../../app/actions.js" */
/** @import { Icon } from "../dom.js" */
/** @import { Row } from "./row.js" */
/** @import { Item } from "../../types.d.ts" */

/** @type {Record<Target, Icon>} */
export const targetIcons = {
    "today": "sun",
    "tomorrow": "sunrise",
    "next week": "forward",
    "no date": "close",
};

export class More {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.popover = new Popover("menu", "more-menu");
        this.popover.element.addEventListener("keydown", (event) => this.press(event));
    }

    /** @param {Row} row */
    open({ item, button }) {
        const { app, popover } = this;
        popover.element.setAttribute("aria-label", t("more of", { it: item.title }));
        popover.element.replaceChildren(
            ...targets.map((target) =>
                this.item(
                    targetIcons[target],
                    t(target),
                    () => move(app, [current(app, item)], target),
                )
            ),
            h("hr", { role: "separator" }),
            this.item("trash", t("delete"), () => remove(app, [item]), "danger"),
        );
        popover.open(button);
        this.items()[0].focus();
    }

    /** @param {Icon} name @param {string} text @param {() => void} act @param {string} [style] */
    item(name, text, act, style = "") {
        return h(
            "button",
            {
                role: "menuitem",
                tabIndex: -1,
                class: style,
                click: () => {
                    this.popover.close();
                    // The focus returns to the row first, so that it can go to a neighbour.
                    this.popover.restore();
                    act();
                },
            },
            icon(name),
            text,
        );
    }

    items() {
        return /** @type {HTMLElement[]} */ ([...this.popover.element.querySelectorAll("button")]);
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const items = this.items();
        const index = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        const next = {
            ArrowDown: index + 1,
            ArrowUp: index - 1 + items.length,
            Home: 0,
            End: items.length - 1,
        }[event.key];
        if (next !== undefined) items[next % items.length].focus();
        else if (event.key === "Tab") this.popover.close();
        else if (event.key === "Escape") this.popover.close();
        else return;
        event.preventDefault();
    }
}

/** @param {App} app @param {Item} item as it was @returns {Item} as it is now */
const current = (app, item) => app.items.get(item.id) ?? item;
