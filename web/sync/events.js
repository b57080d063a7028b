/** Server-sent events, read from a stream of text in parts of any size. */

/** @typedef {{ type: string, data: string, id: string | null }} ServerEvent */

export class EventParser {
    constructor() {
        this.rest = "";
        /** @type {ServerEvent} */
        this.event = { type: "message", data: "", id: null };
    }

    /** @param {string} text @returns {ServerEvent[]} the events that the text completes */
    push(text) {
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        return lines.flatMap((line) => this.line(line));
    }

    /** @param {string} line @returns {ServerEvent[]} */
    line(line) {
        if (line === "") {
            const { event } = this;
            this.event = { type: "message", data: "", id: null };
            return event.data ? [{ ...event, data: event.data.slice(0, -1) }] : [];
        }
        const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === "event") this.event.type = value;
        else if (field === "data") this.event.data += value + "\n";
        else if (field === "id") this.event.id = value;
        return [];
    }
}
