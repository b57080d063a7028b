/** The tags of a to-do in its details: chips that can be removed, and a box for more. */

import { changeAll } from "../../app/actions.js";
import { mostTags, retagged } from "../../core/list/tags.js";
import { t } from "../../text/text.js";
import { h, icon } from "../dom.js";
import { TagBox } from "./tag-box.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item } from "../../types.d.ts" */

export class TagChips {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} */
        this.item = null;
        this.box = new TagBox(app, (tags) => this.add(tags));
        this.chips = h("span", { class: "tag-chips" });
        this.element = h("div", { class: "item-tags" }, this.chips, this.box.element);
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        if (item?.id !== this.item?.id) this.box.clear();
        const hadFocus = this.chips.contains(document.activeElement);
        this.item = item;
        this.chips.replaceChildren(...(item?.tags ?? []).map((tag) =>
            h(
                "span",
                { class: "tag-chip" },
                h("span", { dir: "auto" }, tag),
                h("button", {
                    class: "quiet",
                    "aria-label": t("remove tag", { it: tag }),
                    click: () => this.change({ remove: [tag] }),
                }, icon("close")),
            )
        ));
        if (hadFocus) this.box.box.focus();
    }

    /** @param {string[]} tags @returns {string} why they cannot be added, or nothing */
    add(tags) {
        const { item } = this;
        if (!item) return "";
        const count = retagged(item, { add: tags }).tags?.length ?? 0;
        if (count === item.tags?.length && count === mostTags) return t("tags full");
        this.change({ add: tags });
        return "";
    }

    /** @param {{ add?: string[], remove?: string[] }} change */
    change(change) {
        if (this.item) changeAll(this.app, "saved", [this.item], (item) => retagged(item, change));
    }
}
