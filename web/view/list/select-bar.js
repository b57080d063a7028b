/** The bar for the selected rows: their number, and what can be done with all of them. */

import { check, move, remove } from "../../app/actions.js";
import { t } from "../../text/text.js";
import { focusFirst, h, setText } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { List } from "./list.js" */
/** @import { TagPopover } from "../tags/tag-popover.js" */
/** @import { When } from "./when.js" */
/** @import { Key } from "../../text/text.js" */

export class SelectBar {
    /** @param {App} app @param {List} list @param {When} when @param {TagPopover} tag */
    constructor(app, list, when, tag) {
        this.list = list;
        const { selection } = list;
        /** @param {Key} name @param {(button: HTMLElement) => void} act */
        const button = (name, act) => {
            const made = h("button", { click: () => act(made) }, t(name));
            return made;
        };
        this.status = h("p", { role: "status" });
        this.toolbar = h(
            "div",
            { role: "toolbar", "aria-label": t("selected"), class: "acts", hidden: true },
            button("today", () => move(app, selection.items, "today")),
            button("tomorrow", () => move(app, selection.items, "tomorrow")),
            button("date", (anchor) => when.open(selection.items, anchor)),
            button("tag", (anchor) => tag.open(selection.items, anchor)),
            button("done list", () => {
                const { items } = selection;
                check(app, items, items.some(({ done }) => !done));
            }),
            button("delete", () => remove(app, selection.items)),
            button("clear selection", () => selection.clear()),
        );
        // The status exists before it speaks.
        this.element = h("div", { class: "bar select-bar quiet-bar" }, this.status, this.toolbar);
        list.onSelect = () => this.render();
    }

    render() {
        const { selection, walk } = this.list;
        const n = selection.ids.size;
        const hadFocus = this.toolbar.contains(document.activeElement);
        this.element.classList.toggle("quiet-bar", n === 0);
        this.toolbar.hidden = n === 0;
        // A landmark, as long as there is something in it.
        if (n > 0) this.element.setAttribute("role", "region");
        else this.element.removeAttribute("role");
        this.element.ariaLabel = n > 0 ? t("selected") : null;
        setText(this.status, n > 0 ? t("n selected", { n }) : "");
        if (!hadFocus || n > 0) return;
        if (!walk.focusItem(selection.anchor)) walk.move(1);
        if (document.activeElement === document.body) focusFirst();
    }
}
