/**
 * The fragment: `#/?q=milk&show=open&sort=due`, `#/items/<id>`. The server never sees it.
 */

import { shows, sorts } from "./find.js";

/** @import { Route, Show, Sort } from "../types.d.ts" */

/** @type {Route} */
export const start = { q: "", show: "all", sort: "created", item: null };

/** @param {string} hash @returns {Route} what cannot be read is as if it were absent */
export function readRoute(hash) {
    const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const parameters = new URLSearchParams(query);
    const show = /** @type {Show} */ (parameters.get("show"));
    const sort = /** @type {Sort} */ (parameters.get("sort"));
    const id = /^\/items\/([^/]+)$/.exec(path)?.[1];
    return {
        q: parameters.get("q") ?? "",
        show: shows.includes(show) ? show : start.show,
        sort: sorts.includes(sort) ? sort : start.sort,
        item: id ? id.toLowerCase() : null,
    };
}

/** @param {Route} route @returns {string} */
export function writeRoute({ q, show, sort, item }) {
    const parameters = new URLSearchParams();
    if (q) parameters.set("q", q);
    if (show !== start.show) parameters.set("show", show);
    if (sort !== start.sort) parameters.set("sort", sort);
    const query = parameters.toString();
    return (item ? `#/items/${item}` : "#/") + (query && `?${query}`);
}
