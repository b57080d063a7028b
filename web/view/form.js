/** New to-do, Edit to-do: the whole item. What another device changes meanwhile does not touch it. */

import { add, longestTitle, save } from "../app/actions.js";
import { server } from "../app/settings.js";
import { dateText, dayText, fromInputs, timeText } from "../core/calendar.js";
import { coordinateText, readCoordinate } from "../core/coordinate.js";
import { firstDay } from "../core/repeats.js";
import { t } from "../text/text.js";
import { field, makeDialog, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { RepeatFields } from "./repeat.js";

/** @import { App } from "../app/app.js" */
/** @import { Content } from "../app/actions.js" */
/** @import { Coordinate, Due, Item, Location } from "../types.d.ts" */

const longestDescription = 65_536;

export class Form {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** @type {Item | null} the item as it was when the form opened */
        this.opened = null;
        this.onSaved = () => {};
        /** @type {HTMLDialogElement | null} */
        this.dialog = null;
        const line = (/** @type {string} */ type) => h("input", { type, autocomplete: "off" });
        const text = () => Object.assign(line("text"), { dir: "auto" });
        this.fields = {
            title: field(t("title"), Object.assign(text(), { required: true })),
            description: field(t("description"), h("textarea", { rows: 3, dir: "auto" })),
            date: field(t("date"), line("date")),
            time: field(t("time"), line("time")),
            place: field(t("place"), text()),
            address: field(t("address"), text(), t("address hint")),
            coordinate: field(t("coordinate"), line("text"), t("coordinate hint")),
        };
        this.repeat = new RepeatFields(() => this.suggestDate());
        /** The date that a new rule has filled in. */
        this.suggested = "";
        /** @type {Due | null} as it was when the form opened */
        this.due = null;
    }

    /** A form of a session that was left is open, and not in the document. */
    get isOpen() {
        return (this.dialog?.open && this.dialog.isConnected) ?? false;
    }

    /** @param {Content} content @param {() => void} onSaved */
    openNew(content, onSaved) {
        this.opened = null;
        this.onSaved = onSaved;
        this.open(t("new to-do"), content);
    }

    /** @param {Item} item */
    openEdit(item) {
        this.opened = item;
        this.onSaved = () => {};
        this.open(t("edit to-do"), item);
    }

    /** @param {string} name @param {Partial<Item>} item */
    open(name, { title = "", itemDescription = "", timestamp, day, repeat, location, done }) {
        const { fields } = this;
        this.save = h("button", { type: "submit", class: "primary" }, t("save"));
        const cancel = h("button", { type: "button", click: () => this.close() }, t("cancel"));
        this.dialog = makeDialog(
            name,
            { close: () => this.close(), class: "form" },
            h(
                "form",
                { noValidate: true, submit: this.submit },
                fields.title.element,
                fields.description.element,
                h("div", { class: "pair" }, fields.date.element, fields.time.element),
                // What is done does not repeat.
                !done && this.repeat.element,
                fields.place.element,
                server.geocoder && fields.address.element,
                fields.coordinate.element,
                h("div", { class: "buttons" }, cancel, this.save),
            ),
        );
        this.dialog.addEventListener("keydown", (event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.submit(event);
        });
        fields.title.box.value = title;
        fields.description.box.value = itemDescription;
        this.due = timestamp === undefined ? null : { timestamp, day };
        fields.date.box.value = this.due ? dateText(this.due) : "";
        fields.time.box.value = this.due ? timeText(this.due) : "";
        this.repeat.fill(repeat);
        this.suggested = "";
        fields.place.box.value = location?.name ?? "";
        fields.address.box.value = "";
        fields.coordinate.box.value = location?.coordinate
            ? coordinateText(location.coordinate)
            : "";
        this.shown = this.values();
        Object.values(fields).forEach(({ fault }) => fault(""));
        openDialog(this.dialog);
        fields.title.box.focus();
    }

    /** A new rule begins with the first day that fits, unless there is a date. */
    suggestDate() {
        const { box } = this.fields.date;
        const rule = this.repeat.value();
        if (!rule || (box.value && box.value !== this.suggested)) return;
        const day = firstDay(rule, new Date());
        box.value = this.suggested = day ? dayText(day) : "";
    }

    values() {
        return Object.fromEntries(
            Object.entries(this.fields).map(([name, { box }]) => [name, box.value]),
        );
    }

    /** Whether a box says something else than when the form opened. @param {...string} names */
    isChanged(...names) {
        const values = this.values();
        return names.some((name) => values[name] !== this.shown?.[name]);
    }

    close() {
        this.dialog?.close();
    }

    submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        const item = this.read();
        if (!item) {
            const first = this.dialog?.querySelector("[aria-invalid]");
            if (first instanceof HTMLElement) first.focus();
            return;
        }
        const located = await this.locate(item);
        if (!this.isOpen) return; // Cancelled or left while the address was looked up.
        this.close();
        this.onSaved();
        if (this.opened) save(this.app, this.opened, located);
        else add(this.app, located);
    };

    /** Reads the boxes and shows their faults. @returns {Item | null} */
    read() {
        const { fields, opened } = this;
        let isValid = true;
        /** @param {keyof typeof fields} name @param {string} text */
        const judge = (name, text) => {
            fields[name].fault(text);
            isValid &&= !text;
        };
        const tooLong = (/** @type {string} */ text) =>
            [...text].length > longestTitle ? t("too long", { n: longestTitle }) : "";
        const title = fields.title.box.value.toWellFormed().trim();
        judge("title", title ? tooLong(title) : t("title missing"));
        const description = fields.description.box.value.toWellFormed();
        const bytes = new TextEncoder().encode(description).length;
        judge("description", bytes > longestDescription ? t("description long") : "");
        const { date, time } = fields;
        const due = fromInputs(date.box.value, time.box.value);
        const isWrong = date.box.validity.badInput || (date.box.value && due === null);
        const isMissing = !date.box.value && (time.box.value || time.box.validity.badInput);
        const rule = this.repeat.value();
        const needsDate = rule && !date.box.value ? t("repeat needs date") : "";
        judge("date", isWrong ? t("date wrong") : isMissing ? t("date missing") : needsDate);
        const isRule = this.repeat.judge();
        isValid &&= isRule;
        const place = fields.place.box.value.toWellFormed().trim();
        judge("place", tooLong(place));
        const text = fields.coordinate.box.value.trim();
        const coordinate = text ? readCoordinate(text) : null;
        judge("coordinate", text && !coordinate ? t("coordinate wrong") : "");
        if (!isValid) return null;
        // What the boxes cannot show exactly, such as seconds, stays unless they are changed.
        const isMoved = this.isChanged("date", "time");
        const when = isMoved ? due : this.due;
        const repeat = rule && { ...rule };
        // The wall time of before.
        if (repeat && (isMoved || when?.day)) delete repeat.time;
        const location = this.location(place, coordinate);
        const hasDescription = description !== "" || opened?.itemDescription === "";
        return /** @type {Item} */ ({
            ...(opened && { id: opened.id, done: opened.done, createdAt: opened.createdAt }),
            title,
            ...(hasDescription && { itemDescription: description }),
            ...(when && { timestamp: when.timestamp, ...(when.day && { day: when.day }) }),
            ...(repeat && { repeat }),
            ...(location && { location }),
        });
    }

    /** @param {string} name @param {Coordinate | null} coordinate @returns {Location | undefined} */
    location(name, coordinate) {
        if (!this.isChanged("place", "coordinate")) return this.opened?.location;
        if (!name && !coordinate) return undefined;
        return { name, ...(coordinate && { coordinate }) };
    }

    /** Looks up the address, if there is one. @param {Item} item @returns {Promise<Item>} */
    async locate(item) {
        const address = this.fields.address.box.value.trim();
        if (!server.geocoder || !address || this.isChanged("coordinate")) return item;
        if (this.save) this.save.disabled = true;
        const path = `/coordinates?address=${encodeURIComponent(address)}`;
        const { status, body } = await this.app.api.request("GET", path);
        if (!this.isOpen) return item;
        const name = item.location?.name || address;
        if (status === 200) {
            const { latitude, longitude } = body;
            return { ...item, location: { name, coordinate: { latitude, longitude } } };
        }
        const key = status === 404 ? "address unknown" : "address failed";
        this.app.emit("fault", t(key, { it: address }));
        return { ...item, location: { ...item.location, name } };
    }
}
