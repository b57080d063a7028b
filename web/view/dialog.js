/** Dialogs: what they have in common. */

import { t } from "../text/text.js";
import { h, icon } from "./dom.js";

/**
 * @param {string} name the accessible name, also shown as heading
 * @param {{ class?: string }} options
 * @param {...import("./dom.js").Child} children
 */
export function makeDialog(name, options, ...children) {
    const close = () => dialog.close();
    const dialog = h(
        "dialog",
        { "aria-label": name, class: options.class },
        h("div", { class: "dialog-head" }, h("h2", {}, name), closeButton(close)),
        ...children,
    );
    dialog.addEventListener("close", () => dialog.open || dialog.remove());
    // A click outside the dialog closes it. Its content covers it to the edge.
    dialog.addEventListener("pointerdown", (event) => {
        if (event.target === dialog && isOutside(dialog, event)) close();
    });
    return dialog;
}

/** @param {HTMLDialogElement} dialog @param {MouseEvent} event */
export function isOutside(dialog, { clientX, clientY }) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** @param {() => void} close */
export const closeButton = (close) =>
    h(
        "button",
        { class: "quiet close", "aria-label": t("close"), click: close },
        icon("close"),
    );

/** Shows a modal dialog. When it closes, the browser returns the focus.
 * @param {HTMLDialogElement} dialog */
export function openDialog(dialog) {
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
}

let count = 0;

/**
 * A label with its box. Hint and fault are the box's accessible description.
 * @template {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Box
 * @param {string} name @param {Box} box @param {string} [hint]
 */
export function field(name, box, hint = "") {
    const id = `box-${++count}`;
    box.id = id;
    const note = h("span", { id: `${id}-note`, class: "hint" }, hint);
    box.setAttribute("aria-describedby", note.id);
    const shown = box instanceof HTMLSelectElement ? framed(box) : box;
    const element = h("div", { class: "field" }, h("label", { for: id }, name), shown, note);
    return {
        element,
        box,
        /** @param {string} text empty: no fault */
        fault(text) {
            note.textContent = text || hint;
            note.classList.toggle("fault", text !== "");
            if (text) box.setAttribute("aria-invalid", "true");
            else box.removeAttribute("aria-invalid");
        },
    };
}

/**
 * @param {string} name @param {[string, string][]} options @param {(value: string) => void} change
 */
export function select(name, options, change) {
    const element = h(
        "select",
        { "aria-label": name, change: () => change(element.value) },
        ...options.map(([value, text]) => h("option", { value }, text)),
    );
    return element;
}

/** @param {HTMLSelectElement} element @returns {HTMLElement} with an arrow */
export const framed = (element) => h("span", { class: "select" }, element, icon("down"));
