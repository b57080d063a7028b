/**
 * The fragment of the address: `#/today`, `#/all?q=milk`, `#/tag/errands`, `#/history`,
 * `#/trash?q=milk`, `#/items/<id>`. The server never sees it.
 */

import { views } from "./list/find.js";

/** @import { Route, View } from "../types.d.ts" */

/** Views of what was: they have the place of the lists. @type {View[]} */
export const pastViews = ["history", "trash"];

/**
 * @param {string} hash @param {View} view the default, if the fragment has no view
 * @param {string} [tag] the default, if it has no tag @returns {Route} unreadable parts are ignored
 */
export function readRoute(hash, view, tag = "") {
    const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const name = /** @type {View} */ (path.slice(1));
    const named = readName(/^\/tag\/([^/]+)$/.exec(path)?.[1]);
    const id = /^\/items\/([^/]+)$/.exec(path)?.[1];
    return {
        view: named ? "tag" : [...views, ...pastViews].includes(name) ? name : view,
        tag: named || tag,
        q: new URLSearchParams(query).get("q") ?? "",
        item: id ? id.toLowerCase() : null,
    };
}

/** @param {string} [text] of a tag @returns {string} empty if it is none */
function readName(text = "") {
    try {
        return decodeURIComponent(text);
    } catch {
        return "";
    }
}

/** @param {Route} route @returns {string} */
export function writeRoute({ view, tag, q, item }) {
    const query = q && `?${new URLSearchParams({ q })}`;
    const path = view === "tag" ? `tag/${encodeURIComponent(tag)}` : view;
    return (item ? `#/items/${item}` : `#/${path}`) + query;
}
