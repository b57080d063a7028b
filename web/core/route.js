/**
 * The fragment of the address: `#/today`, `#/all?q=milk`, `#/items/<id>`. The server never sees it.
 */

import { views } from "./list/find.js";

/** @import { Route, View } from "../types.d.ts" */

/**
 * @param {string} hash @param {View} view the default, if the fragment has no view
 * @returns {Route} unreadable parts are ignored
 */
export function readRoute(hash, view) {
    const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const name = /** @type {View} */ (path.slice(1));
    const id = /^\/items\/([^/]+)$/.exec(path)?.[1];
    return {
        view: views.includes(name) ? name : view,
        q: new URLSearchParams(query).get("q") ?? "",
        item: id ? id.toLowerCase() : null,
    };
}

/** @param {Route} route @returns {string} */
export function writeRoute({ view, q, item }) {
    const query = q && `?${new URLSearchParams({ q })}`;
    return (item ? `#/items/${item}` : `#/${view}`) + query;
}
