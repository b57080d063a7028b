/** A box that gives tags to rows: the key `#`, and the button of several selected rows. */

import { changeAll } from "../../app/actions.js";
import { retagged } from "../../core/list/tags.js";
import { t } from "../../text/text.js";
import { Popover } from "../list/popover.js";
import { TagBox } from "./tag-box.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item } from "../../types.d.ts" */

export class TagPopover {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item[]} */
        this.items = [];
        this.popover = new Popover("dialog", "when");
        this.box = new TagBox(app, (tags) => this.add(tags));
        const { element } = this.popover;
        element.setAttribute("aria-label", t("tag"));
        element.append(this.box.element);
        element.addEventListener("keydown", (event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            this.popover.close();
        });
    }

    /** @param {Item[]} items @param {HTMLElement} anchor */
    open(items, anchor) {
        this.items = items;
        this.box.clear();
        this.popover.open(anchor);
        this.box.box.focus();
    }

    /** @param {string[]} tags */
    add(tags) {
        this.popover.close();
        this.popover.restore();
        const items = this.items.map((item) => this.app.items.get(item.id) ?? item);
        changeAll(this.app, "saved", items, (item) => retagged(item, { add: tags }));
        return "";
    }
}
