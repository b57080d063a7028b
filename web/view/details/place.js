/** The place of a to-do as one line of words with a link to a map, and its editor. */

import { server } from "../../app/settings.js";
import { coordinateText } from "../../core/coordinate.js";
import { t } from "../../text/text.js";
import { h, outside } from "../dom.js";
import { Line } from "./line.js";
import { mapAddress, mapOf } from "./map.js";

/** @import { Editor } from "./editor.js" */
/** @import { Item } from "../../types.d.ts" */

export class PlaceEditor {
    /** @param {Editor} editor */
    constructor({ fields: { place, coordinate }, address }) {
        /** @type {Item | null} */
        this.item = null;
        this.map = h("div", { class: "map-place" });
        this.coordinate = coordinate.box;
        // Folded, because few people type one.
        this.folded = h(
            "details",
            { class: "folded" },
            h("summary", {}, t("by coordinate")),
            coordinate.element,
        );
        this.line = new Line(
            "place",
            "place",
            place.element,
            server.geocoder && address.element,
            this.folded,
            this.map,
        );
    }

    /** @param {Item | null} item another one, or the same with other values */
    fill(item) {
        if (item?.id !== this.item?.id) this.line.show(false);
        this.item = item;
        const { location, title = "" } = item ?? {};
        const point = location?.coordinate;
        this.line.say(location?.name || (point ? coordinateText(point) : ""));
        const address = location && mapAddress(location);
        this.line.more.replaceChildren(...(address ? [outside(address, t("open map"))] : []));
        this.map.replaceChildren(
            ...(point && server.tiles ? [mapOf(location.name || title, point, server.tiles)] : []),
        );
        // A coordinate with a fault, or without a name, is in sight.
        this.folded.open ||= this.coordinate.ariaInvalid === "true" || (!!point && !location.name);
    }
}
