/** The address of a to-do, whose coordinate the server looks up. */

import { save } from "../../app/actions.js";
import { server } from "../../app/settings.js";
import { t } from "../../text/text.js";
import { field } from "../dialog.js";
import { h } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item, Location } from "../../types.d.ts" */

export class Address {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} */
        this.item = null;
        const { element, box } = field(
            t("address"),
            h("input", {
                type: "text",
                autocomplete: "off",
                dir: "auto",
                blur: () => this.locate(),
                keydown: (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && this.locate(),
            }),
            t("address hint"),
        );
        this.element = element;
        this.box = box;
    }

    get text() {
        return this.box.value.trim();
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        if (item?.id !== this.item?.id) this.box.value = "";
        this.item = item;
    }

    /** Looks up the address, if there is one. */
    async locate() {
        const { item, app, box, text } = this;
        if (!server.geocoder || !item || !text || box.readOnly) return;
        box.readOnly = true;
        const path = `/coordinates?address=${encodeURIComponent(text)}`;
        const { status, body } = await app.api.request("GET", path);
        box.readOnly = false;
        if (this.item?.id === item.id) box.value = "";
        const now = app.items.get(item.id);
        if (!now) return;
        const name = now.location?.name || text;
        if (status === 200) {
            const { latitude, longitude } = body;
            save(app, now, located(now, { name, coordinate: { latitude, longitude } }));
            return;
        }
        app.emit("fault", t(status === 404 ? "address unknown" : "address failed", { it: text }));
        save(app, now, located(now, { ...now.location, name }));
    }
}

/** @param {Item} item @param {Location} location @returns {Item} */
export function located({ location: _location, ...item }, { name, coordinate }) {
    if (!name && !coordinate) return item;
    return { ...item, location: { name, ...(coordinate && { coordinate }) } };
}
