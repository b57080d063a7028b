/** Makes elements. Text is set as text: no value is ever parsed as HTML. */

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

/** A link to another site, which learns nothing of this page. @param {string} href @param {string} text */
export const outside = (href, text) =>
    h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);

const paths = {
    close: "M6 6l12 12M18 6L6 18",
    menu: "M4 7h16M4 12h16M4 17h16",
    down: "M7 10l5 5 5-5",
    more: "M4 6h16M4 12h10M4 18h7M18 14v6M15 17h6",
};

/** Those that were made: a copy costs less, and a list has many. @type {Map<string, Element>} */
const icons = new Map();

/** @param {keyof typeof paths} name a decoration beside a name in words */
export function icon(name) {
    const made = icons.get(name) ?? svg(
        "svg",
        { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
        svg("path", { d: paths[name] }),
    );
    icons.set(name, made);
    return made.cloneNode(true);
}

/** @param {string} text the words of a rule @returns {HTMLElement} with a sign that only eyes need */
export const repetition = (text) =>
    h("span", { class: "repeat" }, h("span", { "aria-hidden": "true" }, "↻ "), text);

/** Sets a property only if it differs: an equal text would be announced again.
 * @param {Element} element @param {string} text */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** To the first box of the page: New to-do, or Email. */
export const focusFirst = () => document.querySelector("input")?.focus();

/** @returns {boolean} whether the focus is where letters are typed */
export function isTyping() {
    const element = document.activeElement;
    if (element instanceof HTMLInputElement) {
        return !["checkbox", "file", "button", "submit"].includes(element.type);
    }
    return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
