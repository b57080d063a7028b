/**
 * A map that asks nobody: the graticule of the earth with the point. With `--tiles` it shows nine
 * tiles of that server.
 */

import { server } from "../app/settings.js";
import { t } from "../text/text.js";
import { h, outside, svg } from "./dom.js";
import { land } from "./land.js";

/** @import { Coordinate } from "../types.d.ts" */

/** @param {string} name @param {Coordinate} coordinate */
export function map(name, coordinate) {
    const label = t("map of", { it: name });
    return server.tiles ? tileMap(label, coordinate, server.tiles) : graticule(label, coordinate);
}

/** @param {string} label @param {Coordinate} coordinate */
function graticule(label, { latitude, longitude }) {
    // Degrees are units: x is the longitude, y the latitude downwards.
    const view = { width: 120, height: 60 };
    const left = clamp(longitude - view.width / 2, -180, 180 - view.width);
    const top = clamp(-latitude - view.height / 2, -90, 90 - view.height);
    const lines = [];
    for (let x = -180; x <= 180; x += 15) lines.push(`M${x} -90V90`);
    for (let y = -90; y <= 90; y += 15) lines.push(`M-180 ${y}H180`);
    return svg(
        "svg",
        {
            class: "map",
            role: "img",
            "aria-label": label,
            viewBox: `${left} ${top} ${view.width} ${view.height}`,
        },
        svg("path", { class: "land", d: land }),
        svg("path", { class: "lines", d: lines.join("") }),
        svg("path", { class: "axes", d: `M${longitude} -90V90M-180 ${-latitude}H180` }),
        svg("circle", { class: "point", cx: longitude, cy: -latitude, r: 1.6 }),
    );
}

const zoom = 15;

/** @param {string} label @param {Coordinate} coordinate @param {string} template */
function tileMap(label, { latitude, longitude }, template) {
    const size = 2 ** zoom;
    const radians = latitude * Math.PI / 180;
    const x = (longitude + 180) / 360 * size;
    const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 * size;
    const image = h("div", { role: "img", "aria-label": label });
    for (let row = -1; row <= 1; row++) {
        for (let column = -1; column <= 1; column++) {
            const [tileX, tileY] = [Math.floor(x) + column, Math.floor(y) + row];
            if (tileY < 0 || tileY >= size) continue;
            // OpenStreetMap refuses whom it cannot tell by the origin.
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

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
