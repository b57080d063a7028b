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
// At `mouseup` the element that gets the click is already known.
for (const type of ["mouseup", "dragend", "contextmenu", "keydown", "pagehide"]) {
    addEventListener(type, flush, true);
}

/** Acts at once, or when the button is released. @param {() => void} act */
export function afterPress(act) {
    if (isPressed) delayed.add(act);
    else act();
}
