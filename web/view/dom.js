/** Makes elements. Text is set as text; no value is parsed as HTML. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties] functions are listeners; names with a dash, `role`,
 *     `for` and `class` are attributes; the others are properties
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    // By default it would send the form around it.
    if (tag === "button") properties = { type: "button", ...properties };
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === null) continue;
        if (typeof value === "function") {
            element.addEventListener(name, /** @type {EventListener} */ (value));
        } else if (/-|^(role|for|class|list)$/.test(name)) {
            element.setAttribute(name, String(value));
        } else {
            Reflect.set(element, name, value);
        }
    }
    element.append(...present(children));
    return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number>} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, String(value));
    }
    element.append(...present(children));
    return element;
}

/** @param {Child[]} children */
const present = (
    children,
) => /** @type {(Node | string)[]} */ (children.filter((child) => child || child === ""));

/** A link to another site, without a referrer. @param {string} href @param {string} text */
export const outside = (href, text) =>
    h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);

const paths = {
    alert: "M12 5v9M12 18.5h.01",
    back: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12H9",
    bell: "M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4",
    calendar: "M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7",
    check: "M5 12.5l4.5 4.5L19 7.5",
    circle: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16",
    close: "M6 6l12 12M18 6L6 18",
    down: "M7 10l5 5 5-5",
    edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
    export: "M12 15V4M8 8l4-4 4 4M5 19h14",
    forward: "M5 12h13M13 7l5 5-5 5",
    history: "M4.5 9A8 8 0 1 1 4 13M4 4.5V9h4.5M12 8v4.5l3 2",
    import: "M12 4v11M8 11l4 4 4-4M5 19h14",
    keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
    language: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c-4 4-4 14 0 18c4-4 4-14 0-18",
    leave: "M14 5H6v14h8M11 12h9M17 9l3 3-3 3",
    menu: "M4 7h16M4 12h16M4 17h16",
    more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
    offline: "M7 18.5h10a4 4 0 0 0 .5-8A6 6 0 0 0 6 9.8a4.4 4.4 0 0 0 1 8.7M4 4l16 16",
    order: "M4 7h11M4 12h8M4 17h5M18 9v9M15 15l3 3 3-3",
    place: "M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11zM12 8a2 2 0 1 0 0 4a2 2 0 0 0 0-4",
    plus: "M12 5.5v13M5.5 12h13",
    search: "M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M16 16l4.5 4.5",
    sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2",
    sunrise: "M7 17a5 5 0 0 1 10 0M3 17h18M12 9V4M9 6.5L12 4l3 2.5",
    tag: "M4 4h7.5L20 12.5 12.5 20 4 11.5zM8 8h.01",
    theme: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 4v16M15 5.5v13",
    trash: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7",
    user: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M5 20c1-6 13-6 14 0",
};

/** @typedef {keyof typeof paths} Icon */

/** Icons to copy: a copy costs less, and a list has many. @type {Map<string, Element>} */
const icons = new Map();

/** @param {Icon} name of a decoration, hidden from screen readers */
export function icon(name) {
    const made = icons.get(name) ?? svg(
        "svg",
        { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
        svg("path", { d: paths[name] }),
    );
    icons.set(name, made);
    return made.cloneNode(true);
}

/** @param {string} text the words of a rule @returns {HTMLElement} with a decorative sign */
export const repetition = (text) =>
    h("span", { class: "repeat" }, h("span", { "aria-hidden": "true" }, "↻ "), text);

/** Sets a text only if it differs. Screen readers would announce an equal text again.
 * @param {Element} element @param {string} text */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Focuses the first box of the page: New to-do, or Email. */
export const focusFirst = () =>
    /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".add input, main input")])
        .find((box) => box.checkVisibility())?.focus();

/** @returns {boolean} whether the user prefers reduced motion */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Text for screen readers only. @param {string} text */
export const unseen = (text) => h("span", { class: "unseen" }, text);

/** @returns {boolean} whether the focused element takes typed text */
export const isTyping = () =>
    document.activeElement?.matches("input:not([type=checkbox]), textarea, select") ?? false;
