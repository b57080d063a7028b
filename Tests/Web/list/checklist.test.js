/** Checklists in notes. */

import { assertEquals } from "../assert.js";
import { noteLines, progress, withTick } from "../../../web/core/list/checklist.js";

const text = "Before\r\n- [x] one\n  * [ ] two [x]\n- [] no\n-[ ] no\n+ [X] three\nafter - [ ] no";

Deno.test("lines of a checklist begin with a box", () => {
    assertEquals(noteLines(text).filter(({ done }) => done !== undefined), [
        { text: "one", done: true },
        { text: "two [x]", done: false },
        { text: "three", done: true },
    ]);
    assertEquals(progress(text), { done: 2, total: 3 });
    assertEquals(progress("a\n[ ] b"), { done: 0, total: 0 });
});

Deno.test("a tick changes one letter of the text", () => {
    const ticked = withTick(text, 2, true);

    assertEquals(ticked, text.replace("* [ ]", "* [x]"));
    assertEquals(withTick(ticked, 2, false), text);
    assertEquals(withTick(text, 1, false), text.replace("- [x] one", "- [ ] one"));
    assertEquals(withTick(text, 0, true), text);
});
