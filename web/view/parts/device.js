/** The dialog that turns the server's reminders on and off for this device, and lists the others. */

import {
    NoWorker,
    otherSubscribers,
    pushObstacle,
    removeSubscriber,
    sendTest,
    turnOff,
    turnOn,
} from "../../app/push.js";
import { isRemindingAll, keepRemindingAll, remindedAs } from "../../app/settings.js";
import { Refusal } from "../../sync/api.js";
import { fullDay, say, t } from "../../text/text.js";
import { pushTexts } from "../../text/texts-push.js";
import { reason } from "../account.js";
import { makeDialog, openDialog } from "../dialog.js";
import { h, setText } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Subscriber } from "../../app/push.js" */

/** @param {keyof typeof pushTexts} key @param {Record<string, string>} [values] */
const pushText = (key, values) => say(pushTexts[key], values);

export class Device {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.isBusy = false;
        this.state = h("p", { role: "status" });
        this.fault = h("p", { role: "alert", class: "fault" });
        this.on = h("button", {
            class: "primary",
            click: () => this.attempt(() => this.turnOn(), "not subscribed"),
        }, pushText("turn on"));
        this.off = h(
            "button",
            { click: () => this.attempt(() => turnOff(app)) },
            pushText("turn off"),
        );
        this.test = h("button", {
            class: "primary",
            click: () => this.attempt(() => this.sendTest()),
        }, pushText("test"));
        this.all = h("input", {
            type: "checkbox",
            checked: isRemindingAll(),
            "aria-describedby": "remind-all-hint",
            change: () => keepRemindingAll(this.all.checked),
        });
        this.heading = h("h3", { hidden: true }, pushText("others"));
        this.list = h("ul", { role: "list", "aria-label": pushText("others"), hidden: true });
        this.dialog = makeDialog(
            t("remind device"),
            { class: "listing" },
            h("p", {}, pushText("about")),
            this.state,
            this.fault,
            h("div", { class: "buttons" }, this.off, this.test, this.on),
            h("label", { class: "check" }, this.all, pushText("all with a time")),
            h("p", { class: "hint", id: "remind-all-hint" }, pushText("all hint")),
            this.heading,
            this.list,
        );
    }

    open() {
        openDialog(this.dialog);
        this.render();
        this.fillBeside();
    }

    /** @param {string} [more] behind the state */
    render(more = "") {
        const obstacle = pushObstacle(this.app);
        const isOn = !obstacle && Notification.permission === "granted" && remindedAs() !== "";
        const isDenied = !obstacle && Notification.permission === "denied";
        const { on, off, test } = this;
        const focused = document.activeElement;
        setText(
            this.state,
            `${pushText(obstacle ?? (isDenied ? "denied" : isOn ? "on" : "off"))} ${more}`.trim(),
        );
        on.hidden = isOn || obstacle !== null;
        off.hidden = test.hidden = !isOn;
        // The pressed button is hidden now.
        if (focused === on && on.hidden) test.focus();
        if (focused === off && off.hidden) on.focus();
    }

    /**
     * Does what a button says, once. Its failure is a sentence.
     * @param {() => Promise<string | void>} step returns a message @param {Failure} [failure]
     */
    async attempt(step, failure) {
        if (this.isBusy) return;
        this.isBusy = true;
        this.fault.textContent = "";
        let more = "";
        try {
            more = await step() ?? "";
        } catch (error) {
            this.fault.textContent = why(error, failure);
        }
        this.isBusy = false;
        this.render(more);
    }

    async turnOn() {
        // Without the permission the state says how to give it.
        if (!await turnOn(this.app)) return "";
        this.fillBeside();
        return pushText("test sent");
    }

    async sendTest() {
        await sendTest(this.app);
        return pushText("test sent");
    }

    /** The buttons do not wait for the list. */
    fillBeside() {
        this.fill().catch((error) => this.fault.textContent = why(error));
    }

    async fill() {
        const others = await otherSubscribers(this.app);
        this.list.replaceChildren(...others.map((one) => this.line(one)));
        this.list.hidden = this.heading.hidden = others.length === 0;
    }

    /** @param {Subscriber} subscriber */
    line({ handle, label, host, createdAt, lastError }) {
        const about = [
            pushText("since", { host, day: fullDay(new Date(createdAt * 1000)) }),
            lastError && pushText("failed", { error: lastError }),
        ];
        const name = h(
            "span",
            { id: `subscriber-${handle}` },
            h("bdi", {}, label ?? host),
            h("span", { class: "hint" }, ` ${about.filter(Boolean).join(", ")}`),
        );
        const button = h("button", {
            class: "small",
            "aria-describedby": name.id,
            click: () => this.attempt(() => this.remove(handle)),
        }, pushText("remove"));
        return h("li", {}, name, button);
    }

    /** @param {string} handle */
    async remove(handle) {
        await removeSubscriber(this.app, handle);
        await this.fill();
        this.all.focus();
    }
}

/** @typedef {"not subscribed" | "not done"} Failure */

/** @param {unknown} error @param {Failure} [failure] */
function why(error, failure = "not done") {
    if (error instanceof NoWorker) return pushText("no worker");
    if (error instanceof Refusal) {
        if (error.status === 401) return t("session ended");
        const faults = error.problem.errors?.map(({ detail }) => detail).join(" ");
        return faults ? pushText(failure, { reason: faults }) : reason(error);
    }
    // The browser's own words; it has no others.
    return pushText(failure, {
        reason: error instanceof Error ? error.message : `${error}`,
    });
}
