/** The heading of a tag's view, where the tag can be renamed or deleted, in all items at once. */

import { changeTag } from "../../app/actions.js";
import { foldTag, isTag, renamed, retagged } from "../../core/list/tags.js";
import { t } from "../../text/text.js";
import { field } from "../dialog.js";
import { h, setText } from "../dom.js";

/** @import { App } from "../../app/app.js" */

export class TagHead {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.title = h("h2", { dir: "auto" });
        this.rename = h("button", { class: "small plain", click: () => this.begin() }, t("rename"));
        this.remove = h("button", {
            class: "small plain danger",
            click: () => this.delete(),
        }, t("delete tag"));
        this.name = field(
            t("new name"),
            h("input", {
                type: "text",
                autocomplete: "off",
                dir: "auto",
                keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
                blur: () => this.end(),
            }),
        );
        this.name.element.hidden = true;
        this.element = h(
            "div",
            { class: "tag-head", hidden: true },
            this.title,
            this.name.element,
            this.rename,
            this.remove,
        );
        app.on("route", () => this.fill());
        app.on("session", () => this.fill());
        this.fill();
    }

    fill() {
        const { view, tag } = this.app.route;
        this.element.hidden = view !== "tag";
        if (this.title.textContent !== tag) this.end();
        setText(this.title, tag);
    }

    begin() {
        this.show(true);
        this.name.box.value = this.app.route.tag;
        this.name.fault("");
        this.name.box.select();
        this.name.box.focus();
    }

    end() {
        this.show(false);
    }

    /** @param {boolean} isEdited */
    show(isEdited) {
        this.name.element.hidden = !isEdited;
        this.title.hidden = this.rename.hidden = this.remove.hidden = isEdited;
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        if (event.isComposing) return;
        if (event.key === "Enter") this.submit();
        else if (event.key === "Escape") this.leave();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    leave() {
        this.end();
        this.rename.focus();
    }

    submit() {
        const { app, name } = this;
        const { tag } = app.route;
        const text = name.box.value.trim().replace(/^#/, "");
        if (!isTag(text)) return name.fault(t("tag wrong"));
        this.leave();
        if (text === tag) return;
        const folded = foldTag(tag);
        changeTag(app, "saved", `#${text}`, folded, (item) => renamed(item, folded, text));
        app.navigate({ tag: text }, true);
        this.rename.focus();
    }

    delete() {
        const { app } = this;
        const { tag } = app.route;
        changeTag(
            app,
            "deleted",
            `#${tag}`,
            foldTag(tag),
            (item) => retagged(item, { remove: [tag] }),
        );
        app.navigate({ view: "all", item: null });
    }
}
