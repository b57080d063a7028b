/** Swipes of a row on a touch screen: left deletes the item, right moves it to tomorrow. */

import { move, remove } from "../../app/actions.js";
import { t } from "../../text/text.js";
import { h, icon, isStill } from "../dom.js";
import { targetIcons } from "./more.js";

/** @import { App } from "../../app/app.js" */
/** @import { Icon } from "../dom.js" */
/** @import { List } from "./list.js" */

/** Distances in pixels at which a swipe begins, and at which it counts. */
const begins = 12;
const counts = 96;

/** @param {Icon} name @param {string} text */
const sign = (name, text) => h("span", { class: "sign", "aria-hidden": "true" }, icon(name), text);

/** @param {App} app @param {List} list */
export function acceptSwipes(app, list) {
    /** @type {{ element: HTMLElement, id: string, x: number, y: number, by: number } | null} */
    let swipe = null;
    // What each direction does, beside the row.
    const signs = {
        "delete": sign("trash", t("delete")),
        "tomorrow": sign(targetIcons.tomorrow, t("tomorrow")),
    };

    const end = (/** @type {boolean} */ isDone) => {
        if (!swipe) return;
        const { element, id, by } = swipe;
        swipe = null;
        const item = app.items.get(id);
        element.style.removeProperty("--swipe");
        delete element.dataset.swipe;
        for (const each of Object.values(signs)) each.remove();
        if (by !== 0 && !isStill()) {
            // In a long list, the same property positions a row.
            element.animate([{ translate: `${by}px 0` }, { translate: "0 0" }], {
                duration: 150,
                composite: "add",
            });
        }
        if (!isDone || !item || Math.abs(by) < counts) return;
        if (by < 0) remove(app, [item]);
        else move(app, [item], "tomorrow");
    };

    list.element.addEventListener("touchstart", ({ touches, target }) => {
        const element = /** @type {Element} */ (target).closest("li");
        const row = list.rows.flatMap(({ rows }) => [...rows.values()])
            .find((row) => row.element === element);
        if (!row || touches.length !== 1) return end(false);
        const [{ clientX: x, clientY: y }] = touches;
        swipe = { element: row.element, id: row.item.id, x, y, by: 0 };
    }, { passive: true });
    list.element.addEventListener("touchmove", (event) => {
        if (!swipe) return;
        // The row is dragged.
        if (event.defaultPrevented) return end(false);
        const [{ clientX, clientY }] = event.touches;
        const by = clientX - swipe.x;
        if (swipe.by === 0 && Math.abs(clientY - swipe.y) > begins) return end(false);
        if (swipe.by === 0 && Math.abs(by) < begins) return;
        swipe.by = by;
        swipe.element.style.setProperty("--swipe", `${by}px`);
        const name = by < 0 ? "delete" : "tomorrow";
        if (swipe.element.dataset.swipe !== name) {
            swipe.element.dataset.swipe = name;
            for (const each of Object.values(signs)) each.remove();
            swipe.element.append(signs[name]);
        }
        swipe.element.classList.toggle("counts", Math.abs(by) >= counts);
    }, { passive: true });
    list.element.addEventListener("touchend", () => end(true));
    list.element.addEventListener("touchcancel", () => end(false));
}
