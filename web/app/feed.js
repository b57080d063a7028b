/** The address of the calendar that other programs subscribe to. */

import { Refusal } from "../sync/api.js";
import { t } from "../text/text.js";

/** @import { App } from "./app.js" */

/** A token of the account as the server lists it. Times are in seconds since 1970.
 * @typedef {{ handle: string, label?: string, scope: string, createdAt: number, lastUsedAt: number }} Feed */

/** @param {App} app @returns {Promise<Feed[]>} @throws {Refusal} */
export async function feedsOf(app) {
    const { body } = await app.api.success("GET", "/sessions");
    return body.filter((/** @type {Feed} */ { scope }) => scope === "calendar");
}

/** @param {App} app @returns {Promise<{ handle: string, calendar: string }>} `calendar`: its path
 * @throws {Refusal} */
export const addFeed = async (app) =>
    (await app.api.success("POST", "/tokens", { label: t("calendar"), scope: "calendar" })).body;

/** The calendar of a server without accounts. It exists on a loopback address alone. */
export const localFeed = "/calendar/local.ics";

/** @param {App} app @param {string} handle @throws {Refusal} */
export async function revokeFeed(app, handle) {
    const { status, ...answer } = await app.api.request("DELETE", `/sessions/${handle}`);
    // It may have been revoked elsewhere.
    if (status !== 204 && status !== 404) throw new Refusal({ status, ...answer });
}

/** @param {string} address @returns {string} the one that opens a calendar program */
export const subscription = (address) => address.replace(/^https?:/, "webcal:");
