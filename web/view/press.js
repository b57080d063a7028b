/**
 * Work that waits while a button of the pointer is pressed. What is saved when a field loses the focus
 * can move elements, and a button that moves between press and release gets no click.
 */

/** @type {Set<() => void>} */
const delayed = new Set();
let isPressed = false;

function flush() {
    isPressed = false;
    for (const act of [...delayed]) {
        delayed.delete(act);
        act();
    }
}

addEventListener("mousedown", () => isPressed = true, true);
// A click belongs to the element that was pressed, wherever that is now.
for (const type of ["click", "dragend", "keydown", "pagehide"]) addEventListener(type, flush, true);
// Not every release is a click.
addEventListener("mouseup", () => setTimeout(flush), true);

/** Acts at once, or before the click is handled. @param {() => void} act */
export function afterPress(act) {
    if (isPressed) delayed.add(act);
    else act();
}
