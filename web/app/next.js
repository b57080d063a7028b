/** After a repeating item is ticked: announces the next item, which the server has made. */

import { nextItem } from "../core/history/steps.js";
import { nextDue, t } from "../text/text.js";

/** @import { App } from "./app.js" */

/** The last announced item, so that each is announced once. */
let announced = "";

/** @param {App} app */
export function announceNext(app) {
    app.on("items", () => {
        const { replica } = app.copy ?? {};
        const item = replica && nextItem(app.history.done.at(-1), replica.outcomes, replica.base);
        const { timestamp, day } = item ?? {};
        const name = `${item?.id} ${item?.revision}`;
        if (timestamp === undefined || name === announced) return;
        announced = name;
        app.emit("message", t("done next", { date: nextDue({ timestamp, day }, new Date()) }));
    });
}
