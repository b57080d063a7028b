/**
 * Packs the page: web/ -> web/packed/. Run by scripts/page.
 *
 *     *.js    joined into main.js: in the order of their imports, without import and export
 *     *.css   joined into app.css
 *     others  as they are; the page without what is joined
 *
 * Comments, most line breaks and last semicolons are left out; names stay. One file costs half of
 * what its fifty modules cost over the wire, and one request.
 */

const root = new URL("../../", import.meta.url);
const web = new URL("web/", root);
const packed = new URL(Deno.args[0] ?? "web/packed/", root);

/** Served under fixed names, or before the modules. */
const single = ["boot.js", "sw.js"];
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

/** @type {Map<string, string>} Module to its text, in the order of evaluation. */
const modules = new Map();

/** @param {URL} url */
function visit(url) {
    if (modules.has(url.href)) return;
    modules.set(url.href, "");
    const source = withoutComments(Deno.readTextFileSync(url));
    for (const [, from, alone] of source.matchAll(importLine)) visit(new URL(from ?? alone, url));
    modules.delete(url.href);
    modules.set(url.href, source.replace(importLine, "").replace(/^export /gm, ""));
}

/** Two declarations of one name would be one; one of a name of the browser would hide that.
 * @param {string} text */
function checkNames(text) {
    const names = [...text.matchAll(declaration)].map(([, name]) => name);
    const wrong = names.filter((name, index) => names.indexOf(name) < index || name in globalThis);
    if (wrong.length > 0) throw new Error(`names that are not unique: ${wrong.join(", ")}`);
    if (/^(?:import|export)\b|\bimport\(/m.test(text)) {
        throw new Error("an import or export is left");
    }
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

visit(new URL("main.js", web));
const script = [...modules.values()].join("");
checkNames(script);
write("main.js", withLongLines(script));
for (const name of single) {
    write(name, withLongLines(withoutComments(Deno.readTextFileSync(new URL(name, web)))));
}
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
