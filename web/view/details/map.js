/** Shows a place: a link to a map, and with `--tiles` nine tiles of that server. */

import { t } from "../../text/text.js";
import { h, outside } from "../dom.js";

/** @import { Coordinate, Location } from "../../types.d.ts" */

/** Android phones have a map app that opens `geo:` links. */
const hasMaps = /Android/.test(navigator.userAgent);

/** @param {Location} location @returns {string} the address of its map; empty: no map */
export function mapAddress({ name, coordinate }) {
    const query = encodeURIComponent(name);
    if (coordinate) {
        const { latitude, longitude } = coordinate;
        const point = `${latitude},${longitude}`;
        if (hasMaps) return `geo:${point}?q=${point}`;
        return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
    }
    if (!name) return "";
    return hasMaps ? `geo:0,0?q=${query}` : `https://www.openstreetmap.org/search?query=${query}`;
}

const zoom = 15;

/** @param {string} name @param {Coordinate} coordinate @param {string} template of the address of a tile */
export function mapOf(name, { latitude, longitude }, template) {
    const size = 2 ** zoom;
    const radians = latitude * Math.PI / 180;
    const x = (longitude + 180) / 360 * size;
    const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 * size;
    const image = h("div", { role: "img", "aria-label": t("map of", { it: name }) });
    for (let row = -1; row <= 1; row++) {
        for (let column = -1; column <= 1; column++) {
            const [tileX, tileY] = [Math.floor(x) + column, Math.floor(y) + row];
            if (tileY < 0 || tileY >= size) continue;
            // OpenStreetMap refuses requests without a referrer.
            const tile = h("img", { alt: "", loading: "lazy", referrerPolicy: "origin" });
            tile.src = template.replace("{z}", String(zoom))
                .replace("{x}", String((tileX + size) % size)).replace("{y}", String(tileY));
            tile.style.setProperty("--x", String(tileX - x));
            tile.style.setProperty("--y", String(tileY - y));
            image.append(tile);
        }
    }
    image.append(h("span", { class: "pin" }));
    const credit = outside("https://www.openstreetmap.org/copyright", t("credit"));
    return h("div", { class: "map tiles" }, image, credit);
}
