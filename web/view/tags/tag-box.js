/** A box for tags, which completes those that are known. */

import { countTags, isTag } from "../../core/list/tags.js";
import { currentLanguage, t } from "../../text/text.js";
import { field } from "../dialog.js";
import { h } from "../dom.js";

/** @import { App } from "../../app/app.js" */

let boxCount = 0;

export class TagBox {
    /**
     * @param {App} app
     * @param {(tags: string[]) => string} onAdd returns why they cannot be added, or nothing
     */
    constructor(app, onAdd) {
        this.app = app;
        this.onAdd = onAdd;
        const id = `tags-${++boxCount}`;
        this.options = h("datalist", { id });
        this.field = field(
            t("add tag"),
            h("input", {
                type: "text",
                list: id,
                autocomplete: "off",
                dir: "auto",
                placeholder: t("add tag"),
                focus: () => this.offer(),
                input: (/** @type {InputEvent} */ event) => this.read(event),
                keydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key !== "Enter" || event.isComposing) return;
                    event.preventDefault();
                    this.submit();
                },
            }),
        );
        this.box = this.field.box;
        this.element = h("div", { class: "tag-box" }, this.field.element, this.options);
    }

    /** Offers the tags that items have. */
    offer() {
        const tags = countTags(this.app.items.values(), currentLanguage());
        this.options.replaceChildren(...tags.map(({ tag }) => h("option", { value: tag })));
    }

    /** A chosen tag is added at once. @param {InputEvent} event */
    read({ inputType }) {
        this.field.fault("");
        if (!inputType || inputType === "insertReplacementText") this.submit();
    }

    /** @returns {boolean} whether the box is empty now */
    submit() {
        const tags = this.box.value.split(/[\s,]+/).map((text) => text.replace(/^#/, "")).filter(
            Boolean,
        );
        const fault = tags.every(isTag) ? tags.length > 0 && this.onAdd(tags) : t("tag wrong");
        this.field.fault(fault || "");
        if (fault) return false;
        this.box.value = "";
        return true;
    }

    clear() {
        this.box.value = "";
        this.field.fault("");
    }
}
