/** The table of quick add, which the tests of the client library read too. */

/** @import { Repetition } from "../../web/types.d.ts" */

/** When the sentences of the table are typed. */
export const now = new Date(2026, 10, 25, 18, 25);

/**
 * @param {string} language
 * @returns {{ sentence: string, title: string, due: string, rule: Repetition | "-" }[]}
 */
export function rows(language) {
    const lines = Deno.readTextFileSync(new URL("words.tsv", import.meta.url)).split("\n");
    return lines.filter((line) => line.startsWith(`${language}\t`)).map((line) => {
        const [, sentence, title, due, rule] = line.split("\t");
        return { sentence, title, due, rule: rule === "-" ? rule : JSON.parse(rule) };
    });
}
