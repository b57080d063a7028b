/** A button whose action needs the server. While it runs, a second press does nothing. */

import { h } from "../dom.js";

/** @param {string} text @param {string} describedBy the id of what it acts on @param {() => Promise<void>} act */
export function actButton(text, describedBy, act) {
    let isBusy = false;
    const button = h("button", {
        class: "small plain",
        "aria-describedby": describedBy,
        click: async () => {
            if (isBusy) return;
            isBusy = true;
            // A disabled button would lose the focus.
            button.ariaDisabled = "true";
            await act();
            button.ariaDisabled = null;
            isBusy = false;
        },
    }, text);
    return button;
}
