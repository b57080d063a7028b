/**
 * Packs the page: web/ -> web/packed/. Run by scripts/page.
 *
 *     *.js    joined, in the order of their imports, without import and export:
 *             main.js    what main.js imports
 *             parts.js   what only `import("…")` loads, which imports names of main.js
 *             worker.js  what sw.js imports, as a classic script
 *     *.css   joined into app.css
 *     others  as they are; the page without what is joined
 *
 * Comments, most line breaks and last semicolons are left out; names stay. One file costs half of
 * what its fifty modules cost over the wire, and one request.
 */

const root = new URL("../../", import.meta.url);
const web = new URL("web/", root);
const packed = new URL(Deno.args[0] ?? "web/packed/", root);

const styles = ["app.css", "list.css", "dialogs.css", "history.css"];

const importLine = /^import\s[^;]*?from "([^"]+)";\n|^import "([^"]+)";\n/gm;
const declaration = /^(?:async )?(?:function|class|const|let) ([\w$]+)/gm;

/** A comment within a line, and one that casts a name, which then needs no parentheses. */
const comment = /\/\*\* [^*]*(?:\*(?!\/)[^*]*)*\*\/ ?/g;
const cast = new RegExp(comment.source + /\(([\w$.]+)\)/.source, "g");

/** Whole lines of comments, and casts within lines. The formatter keeps comments at the start of lines.
 * @param {string} text */
function withoutComments(text) {
    const lines = [];
    let isInside = false;
    for (const line of text.split("\n")) {
        const trimmed = line.trim();
        if (isInside) {
            isInside = !trimmed.endsWith("*/");
        } else if (
            trimmed.startsWith("/*") && (trimmed.endsWith("*/") || !trimmed.includes("*/"))
        ) {
            isInside = !trimmed.endsWith("*/");
        } else if (trimmed && !trimmed.startsWith("//")) {
            lines.push(line.replace(cast, "$1").replace(comment, ""));
        }
    }
    return lines.join("\n") + "\n";
}

/** Undoes what the formatter has done to long expressions. No text of the page spans lines.
 * @param {string} script */
const withLongLines = (script) =>
    script
        .replace(/([([])\n\s*/g, "$1")
        .replace(/,?\n\s*([\])])/g, "$1")
        .replace(/,\n\s*\}/g, " }")
        .replace(/,\n\s*/g, ", ")
        .replace(/\n\s*\./g, ".")
        .replace(/([=?&|:>])\n\s*/g, "$1 ")
        .replace(/\n\s*([?:]) /g, " $1 ")
        .replace(/;\n\s*\}/g, "\n}")
        .replace(/([;{])\n\s*/g, "$1");

/** @param {string} style */
const withShortRules = (style) =>
    style
        .replace(/;?\n\s*\}/g, "}")
        .replace(/ \{\n\s*/g, "{")
        .replace(/;\n\s*/g, ";")
        .replace(/([;{}]|^)([-a-z]+): /gm, "$1$2:");

/** Modules that are loaded when they are needed. */
const dynamic = /\bimport\("([^"]+)"\)/g;

/** `import("…")` to the URL of a module. @type {Set<string>} */
const loaded = new Set();

/** Names that one file imports from another. @type {Set<string>} */
const shared = new Set();

/**
 * Joins a module and what it imports.
 * @param {URL} entry @param {Map<string, string>} modules of this file: URL to text, in the order of
 *     evaluation
 * @param {Map<string, string>} [others] modules of the file that this one imports
 */
function join(entry, modules, others = new Map()) {
    if (modules.has(entry.href) || others.has(entry.href)) return;
    modules.set(entry.href, "");
    const source = withoutComments(Deno.readTextFileSync(entry));
    for (const [line, from, alone] of source.matchAll(importLine)) {
        const url = urlOf(from ?? alone, entry);
        join(url, modules, others);
        if (others.has(url.href)) namesIn(line).forEach((name) => shared.add(name));
    }
    for (const [, from] of source.matchAll(dynamic)) loaded.add(new URL(from, entry).href);
    modules.delete(entry.href);
    modules.set(
        entry.href,
        source.replace(importLine, "").replace(dynamic, 'import("./parts.js")'),
    );
}

/** The server fills in `%base%`, the folder of the page's files. @param {string} name @param {URL} from */
const urlOf = (name, from) =>
    name.startsWith("%base%/") ? new URL(name.slice(7), web) : new URL(name, from);

/** The names in the braces of an import. @param {string} line */
function namesIn(line) {
    const names = /\{([^}]*)\}/.exec(line)?.[1].split(",").map((name) => name.trim()) ?? [];
    const wrong = names.find((name) => name.includes(" "));
    if (wrong) throw new Error(`an import under another name: ${wrong}`);
    return names.filter(Boolean);
}

const isExported = /^export /gm;

/** @param {Map<string, string>} modules */
const textOf = (modules) => [...modules.values()].join("").replace(isExported, "");

/** What a module exports. @param {string} source */
const exportsOf = (source) =>
    [...source.matchAll(/^export (?:async )?(?:function|class|const|let) ([\w$]+)/gm)]
        .map(([, name]) => name);

/** @param {string} text @param {string} old which is there once @param {string} now */
function replaced(text, old, now) {
    if (text.split(old).length !== 2) throw new Error(`${old} is not there once`);
    return text.replace(old, now);
}

/** Two declarations of one name would be one; one of a name of the browser would hide that.
 * @param {string} text @param {string[]} [free] names that only other browser scripts have */
function checkNames(text, free = []) {
    const names = [...text.matchAll(declaration)].map(([, name]) => name);
    const isTaken = (/** @type {string} */ name) => name in globalThis && !free.includes(name);
    const wrong = names.filter((name, index) => names.indexOf(name) < index || isTaken(name));
    if (wrong.length > 0) throw new Error(`names that are not unique: ${wrong.join(", ")}`);
    if (/^(?:import|export)\b/m.test(text)) throw new Error("an import or export is left");
}

/** @param {string} name @param {string | Uint8Array} content */
function write(name, content) {
    const url = new URL(name, packed);
    Deno.mkdirSync(new URL(".", url), { recursive: true });
    Deno.writeFileSync(
        url,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
}

/** @type {Map<string, string>} */
const main = new Map();
join(new URL("main.js", web), main);
/** @type {Map<string, string>} */
const parts = new Map();
// Set iterates over what a part adds, too.
for (const url of loaded) {
    if (main.has(url)) throw new Error(`${url} is imported, so it need not be loaded later`);
    join(new URL(url), parts, main);
}
/** @type {Map<string, string>} */
const worker = new Map();
join(new URL("sw.js", web), worker);
const own = worker.get(new URL("sw.js", web).href) ?? "";
worker.delete(new URL("sw.js", web).href);
const given = [...loaded].flatMap((url) => exportsOf(parts.get(url) ?? ""));
checkNames(textOf(main) + textOf(parts));
// A window has a name, and a service worker has none.
checkNames(textOf(worker) + own, ["name"]);
const names = [...shared].sort().join(", ");
write(
    "main.js",
    withLongLines(
        replaced(textOf(main), 'workerType = "module"', 'workerType = "classic"') +
            `export { ${names} };\n`,
    ),
);
write(
    "parts.js",
    withLongLines(
        `import { ${names} } from "./main.js";\n` + textOf(parts) +
            `export { ${given.join(", ")} };\n`,
    ),
);
write("worker.js", withLongLines(textOf(worker)));
// The name is filled in, and the policy of the worker allows it alone.
const imported = `importScripts(
    globalThis.trustedTypes?.createPolicy("toodoo", { createScriptURL: () => "%base%/worker.js" })
        .createScriptURL("") ?? "%base%/worker.js",
);
`;
write("sw.js", withLongLines(imported + own));
write("boot.js", withLongLines(withoutComments(Deno.readTextFileSync(new URL("boot.js", web)))));
write(
    "app.css",
    withShortRules(
        styles.map((name) => withoutComments(Deno.readTextFileSync(new URL(name, web)))).join(""),
    ),
);
const page = Deno.readTextFileSync(new URL("index.html", web));
// The modules are one file, so there is nothing to preload.
const left = [...styles.slice(1).map((name) => `/${name}"`), "<!-- preload -->"];
const kept = page.split("\n").filter((line) => !left.some((text) => line.includes(text)));
write("index.html", kept.join("\n"));
for (const name of ["manifest.webmanifest"]) write(name, Deno.readFileSync(new URL(name, web)));
for (const { name } of Deno.readDirSync(new URL("icons/", web))) {
    write(`icons/${name}`, Deno.readFileSync(new URL(`icons/${name}`, web)));
}
