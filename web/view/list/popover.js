/** Small boxes that open at a button or a row: its menu, and the box for its date. */

import { h } from "../dom.js";

/** Distance to the edges of the window, in pixels. */
const margin = 8;

export class Popover {
    /** @param {"menu" | "dialog"} role @param {string} style */
    constructor(role, style) {
        /** @type {HTMLElement | null} what it belongs to */
        this.anchor = null;
        this.element = h("div", { role, class: `popover ${style}`, popover: "auto" });
        this.element.addEventListener("beforetoggle", (event) => {
            const isOpen = /** @type {any} */ (event).newState === "open";
            // The button of a row opens only the menu, not the box for a date.
            if (role === "menu" && this.anchor) this.anchor.ariaExpanded = String(isOpen);
            // If the focus is inside, it is returned.
            this.isLeft = !isOpen && this.element.contains(document.activeElement);
        });
        this.element.addEventListener("toggle", (event) => {
            if (/** @type {any} */ (event).newState === "closed" && this.isLeft) this.restore();
        });
        this.isLeft = false;
        /** Where the focus was. */
        this.before = /** @type {Element | null} */ (null);
    }

    get isOpen() {
        return this.element.matches(":popover-open");
    }

    /** @param {HTMLElement} anchor */
    open(anchor) {
        if (this.isOpen) this.close();
        this.anchor = anchor;
        this.before = document.activeElement;
        const { element } = this;
        // Elements outside a modal dialog are inert.
        (anchor.closest("dialog, main") ?? document.body).append(element);
        element.showPopover();
        const { top, bottom, left, right } = anchor.getBoundingClientRect();
        const { offsetWidth: width, offsetHeight: height } = element;
        const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
        const x = isRightToLeft ? left : right - width;
        const isBelow = bottom + height + margin < innerHeight;
        const y = isBelow ? bottom : Math.max(margin, top - height);
        element.style.left = `${Math.min(innerWidth - width - margin, Math.max(margin, x))}px`;
        element.style.top = `${y}px`;
    }

    close() {
        if (this.isOpen) this.element.hidePopover();
    }

    restore() {
        const { before, anchor } = this;
        const place = before?.isConnected && before !== document.body ? before : anchor;
        if (place instanceof HTMLElement) place.focus();
    }
}
