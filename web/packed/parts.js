import { Refusal, currentLanguage, databaseName, decodeFile, field, finishImport, fullDay, h, importList, isOwnList, isRemindingAll, keepReminded, keepRemindingAll, makeDialog, makeID, openDialog, opposite, reason, remindedAs, say, server, setText, storeLanguage, subscribeBrowser, t, unseen, unsubscribeBrowser, whyNot } from "./main.js";function pushObstacle({ session }) {if (!isSecureContext) return "insecure";if (!navigator.serviceWorker || !("PushManager" in globalThis)) {return isMobileApple() ? "home screen" : "unsupported"
}
return session && !session.kept ? "not kept" : null
}
const isMobileApple = () => /iPhone|iPad/.test(navigator.userAgent) || (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);class NoWorker extends Error {}
async function pushManager() {const registration = await navigator.serviceWorker.getRegistration();if (!registration) throw new NoWorker();return (await navigator.serviceWorker.ready).pushManager
}
async function turnOn(app) {if (await Notification.requestPermission() !== "granted") return false;const manager = await pushManager();try {await subscribe(app, manager)
} catch (error) {await unsubscribeBrowser(manager).catch(() => {});throw error
}
await storeLanguage(currentLanguage());await sendTest(app);return true
}
async function subscribe({ api, session }, manager) {keepReminded(await subscribeBrowser(api, manager), databaseName(session))
}
async function sendTest(app) {await app.api.success("POST", `/subscriptions/${remindedAs()}/test`)
}
async function turnOff(app) {const handle = remindedAs();keepReminded("");await unsubscribeBrowser((await navigator.serviceWorker.getRegistration())?.pushManager);await removeSubscriber(app, handle)
}
async function removeSubscriber(app, handle) {const answer = await app.api.request("DELETE", `/subscriptions/${handle}`);if (answer.status !== 204 && answer.status !== 404) throw new Refusal(answer)
}
async function otherSubscribers(app) {const { body } = await app.api.success("GET", "/subscriptions");return body.subscriptions.filter(({ handle }) => handle !== remindedAs())
}
async function renew(app) {if (pushObstacle(app)) return;if (Notification.permission !== "granted") return keepReminded("");try {await subscribe(app, await pushManager());await storeLanguage(currentLanguage())
} catch {}
}
async function feedsOf(app) {const { body } = await app.api.success("GET", "/sessions");return body.filter(({ scope }) => scope === "calendar")
}
const addFeed = async (app) => (await app.api.success("POST", "/tokens", { label: t("calendar"), scope: "calendar" })).body;const localFeed = "/calendar/local.ics";async function revokeFeed(app, handle) {const { status, ...answer } = await app.api.request("DELETE", `/sessions/${handle}`);if (status !== 204 && status !== 404) throw new Refusal({ status, ...answer })
}
const subscription = (address) => address.replace(/^https?:/, "webcal:");class Calendar {constructor(app) {this.app = app;this.shown = "";this.address = field(t("address"), h("input", { readOnly: true, dir: "ltr" }));this.address.box.addEventListener("focus", () => this.address.box.select());this.subscribe = h("a", {}, t("subscribe"));this.copied = h("span", { role: "status", class: "hint" });this.copy = h("button", { class: "primary", click: () => this.copyAddress() }, t("copy"));this.made = h("div", { hidden: true }, this.address.element, h("div", { class: "buttons" }, this.copied, this.subscribe, this.copy), server.accounts && h("p", { class: "hint" }, t("address secret")));this.none = h("p", { hidden: true }, t("no calendar"));this.fault = h("p", { role: "alert", class: "fault" });this.list = h("ul", { role: "list", "aria-label": t("calendar addresses"), hidden: true });this.make = h("button", { click: () => this.attempt(() => this.add()) }, t("new address"));this.dialog = makeDialog(t("calendar"), { class: "listing" }, h("p", {}, t("calendar text")), this.made, this.none, this.fault, this.list, server.accounts && h("div", { class: "buttons" }, this.make))
}
open() {openDialog(this.dialog);this.attempt(() => server.accounts ? this.fill() : this.findLocal())
}
async attempt(step) {this.fault.textContent = "";this.make.disabled = true;try {await step()
} catch (error) {if (!(error instanceof Refusal)) throw error;this.fault.textContent = error.status === 401 ? t("session ended") : reason(error)
}
this.make.disabled = false
}
async findLocal() {const answer = await this.app.api.request("HEAD", localFeed);if (answer.status === 200) this.show(localFeed);else if (answer.status === 404) this.none.hidden = false;else throw new Refusal(answer)
}
show(path) {const address = new URL(path, location.origin).href;this.address.box.value = address;this.subscribe.href = subscription(address);this.copied.textContent = "";this.made.hidden = false;this.copy.focus()
}
async add() {const { handle, calendar } = await addFeed(this.app);this.shown = handle;this.show(calendar);await this.fill()
}
async fill() {const feeds = await feedsOf(this.app);this.list.replaceChildren(...feeds.map((feed) => this.line(feed)));this.list.hidden = feeds.length === 0
}
line({ handle, label, createdAt, lastUsedAt }) {const [made, used] = [createdAt, lastUsedAt].map((time) => fullDay(new Date(time * 1000)));const name = h("span", { id: `feed-${handle}` }, h("bdi", {}, label ?? ""), h("span", { class: "hint" }, ` ${t("made and used", { made, used })}`));const revoke = h("button", {class: "small", "aria-describedby": name.id, click: () => this.attempt(() => this.revoke(handle)) }, t("revoke"));return h("li", {}, name, revoke)
}
async revoke(handle) {await revokeFeed(this.app, handle);if (handle === this.shown) this.made.hidden = true;await this.fill();this.make.disabled = false;this.make.focus()
}
async copyAddress() {const { box } = this.address;try {await navigator.clipboard.writeText(box.value);this.copied.textContent = t("copied")
} catch {box.focus();box.select();this.copied.textContent = t("copy by hand")
}
}
}
const pushTexts = {"about": ["The server tells this device when the reminder of a to-do is due, also with everything closed.", "Der Server sagt diesem Gerät Bescheid, wenn an eine Aufgabe zu erinnern ist, auch wenn alles geschlossen ist."], "on": ["Reminders are on.", "Erinnerungen sind an."], "off": ["Reminders are off.", "Erinnerungen sind aus."], "denied": ["The browser blocks notifications of this page. Allow them in the browser’s settings for this site, then turn reminders on here.", "Der Browser blockiert Mitteilungen dieser Seite. Erlaube sie in den Einstellungen des Browsers für diese Seite, und schalte die Erinnerungen dann hier ein."], "home screen": ["On an iPhone or iPad, first add this page to the home screen (Share, Add to Home Screen), and open it from there.", "Auf einem iPhone oder iPad füge diese Seite zuerst zum Home-Bildschirm hinzu (Teilen, Zum Home-Bildschirm), und öffne sie von dort."], "insecure": ["The browser allows reminders only on a page that comes by HTTPS.", "Der Browser erlaubt Erinnerungen nur auf einer Seite, die über HTTPS kommt."], "unsupported": ["This browser has no push messages.", "Dieser Browser kennt keine Push-Nachrichten."], "not kept": ["You are signed in for this tab only. Reminders need “Stay signed in on this device”.", "Du bist nur in diesem Tab angemeldet. Erinnerungen brauchen „Auf diesem Gerät angemeldet bleiben“."], "no worker": ["The page could not install what shows reminders. Reload it, then try again.", "Die Seite konnte nicht einrichten, was Erinnerungen zeigt. Lade sie neu und versuche es noch einmal."], "not subscribed": ["The browser could not subscribe: {reason}", "Der Browser konnte sich nicht eintragen: {reason}"], "not done": ["That did not work: {reason}", "Das ging nicht: {reason}"], "turn on": ["Turn on", "Einschalten"], "turn off": ["Turn off", "Ausschalten"], "test": ["Test", "Testen"], "test sent": ["A test is on its way. It says “Reminders work.”", "Ein Test ist unterwegs. Er lautet „Reminders work.“"], "all with a time": ["All that has a time", "Alles mit einer Uhrzeit"], "all hint": ["What gets a time on this device is told at that time.", "Was auf diesem Gerät eine Uhrzeit bekommt, wird zu dieser Zeit gemeldet."], "others": ["Other devices and topics", "Andere Geräte und Themen"], "since": ["{host}, since {day}", "{host}, seit {day}"], "failed": ["last message failed: {error}", "letzte Nachricht schlug fehl: {error}"], "remove": ["Remove", "Entfernen"] };const pushText = (key, values) => say(pushTexts[key], values);class Device {constructor(app) {this.app = app;this.isBusy = false;this.state = h("p", { role: "status" });this.fault = h("p", { role: "alert", class: "fault" });this.on = h("button", {class: "primary", click: () => this.attempt(() => this.turnOn(), "not subscribed") }, pushText("turn on"));this.off = h("button", { click: () => this.attempt(() => turnOff(app)) }, pushText("turn off"));this.test = h("button", {class: "primary", click: () => this.attempt(() => this.sendTest()) }, pushText("test"));this.all = h("input", {type: "checkbox", checked: isRemindingAll(), "aria-describedby": "remind-all-hint", change: () => keepRemindingAll(this.all.checked) });this.heading = h("h3", { hidden: true }, pushText("others"));this.list = h("ul", { role: "list", "aria-label": pushText("others"), hidden: true });this.dialog = makeDialog(t("remind device"), { class: "listing" }, h("p", {}, pushText("about")), this.state, this.fault, h("div", { class: "buttons" }, this.off, this.test, this.on), h("label", { class: "check" }, this.all, pushText("all with a time")), h("p", { class: "hint", id: "remind-all-hint" }, pushText("all hint")), this.heading, this.list)
}
open() {openDialog(this.dialog);this.render();this.fillBeside()
}
render(more = "") {const obstacle = pushObstacle(this.app);const isOn = !obstacle && Notification.permission === "granted" && remindedAs() !== "";const isDenied = !obstacle && Notification.permission === "denied";const { on, off, test } = this;const focused = document.activeElement;setText(this.state, `${pushText(obstacle ?? (isDenied ? "denied" : isOn ? "on" : "off"))} ${more}`.trim());on.hidden = isOn || obstacle !== null;off.hidden = test.hidden = !isOn;if (focused === on && on.hidden) test.focus();if (focused === off && off.hidden) on.focus()
}
async attempt(step, failure) {if (this.isBusy) return;this.isBusy = true;this.fault.textContent = "";let more = "";try {more = await step() ?? ""
} catch (error) {this.fault.textContent = why(error, failure)
}
this.isBusy = false;this.render(more)
}
async turnOn() {if (!await turnOn(this.app)) return "";this.fillBeside();return pushText("test sent")
}
async sendTest() {await sendTest(this.app);return pushText("test sent")
}
fillBeside() {this.fill().catch((error) => this.fault.textContent = why(error))
}
async fill() {const others = await otherSubscribers(this.app);this.list.replaceChildren(...others.map((one) => this.line(one)));this.list.hidden = this.heading.hidden = others.length === 0
}
line({ handle, label, host, createdAt, lastError }) {const about = [pushText("since", { host, day: fullDay(new Date(createdAt * 1000)) }), lastError && pushText("failed", { error: lastError })];const name = h("span", { id: `subscriber-${handle}` }, h("bdi", {}, label ?? host), h("span", { class: "hint" }, ` ${about.filter(Boolean).join(", ")}`));const button = h("button", {class: "small", "aria-describedby": name.id, click: () => this.attempt(() => this.remove(handle)) }, pushText("remove"));return h("li", {}, name, button)
}
async remove(handle) {await removeSubscriber(this.app, handle);await this.fill();this.all.focus()
}
}
function why(error, failure = "not done") {if (error instanceof NoWorker) return pushText("no worker");if (error instanceof Refusal) {if (error.status === 401) return t("session ended");const faults = error.problem.errors?.map(({ detail }) => detail).join(" ");return faults ? pushText(failure, { reason: faults }) : reason(error)
}
return pushText(failure, {reason: error instanceof Error ? error.message : `${error}` })
}
class NotImported extends Error {}
class FileImport {constructor(app, file, replaces) {this.app = app;this.copy = app.copy;this.file = file;this.replaces = replaces;this.key = makeID()
}
async preview() {return (await this.send({ preview: "true" })).body
}
async write() {const { app, copy, key } = this;const { token, shown } = copy.replica;const before = new Map(shown);const { body, undo } = await this.send({}, { "Idempotency-Key": `"${key}"` });const report = body;const count = report.new + report.changed;const items = undo === undefined ? [] : await this.written(report, undo, token);if (app.copy !== copy) return;const step = { label: this.file.name, parts: [] };if (items.length === 0) return finishImport(app, step, count, report.unchanged);const operations = items.map((item) => ({ op: "put", item }));await copy.receive(items.map((item) => ({ revision: item.revision ?? 0, item })));await copy.commit({ outcomes: [{ id: key, revision: undo, alone: true }] });const part = {entry: { seq: 0, id: key, kind: "change", operations, label: "" }, back: opposite(operations, before) };finishImport(app, { ...step, parts: [part] }, count, report.unchanged)
}
async send(more, headers) {const parameters = new URLSearchParams({timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, onConflict: this.replaces ? "replace" : "skip", ...more });const answer = await this.app.api.request("POST", `/imports?${parameters}`, {body: this.file, headers: { "Content-Type": "application/octet-stream", ...headers } });const { status, body } = answer;if (status === 200 && Array.isArray(body?.lost)) return answer;throw new NotImported(status === 401 ? t("session ended") : status === 413 ? t("file large") : status === 507 ? t("file no room") : whyNot(answer))
}
async written(report, revision, token) {const count = report.new + report.changed;const isOwn = (item) => item?.revision === revision;const first = report.items.filter(isOwn);if (first.length === count) return first;const found = [];for (let since = token, more = true; more;) {const path = `/items/changes?limit=1000&since=${encodeURIComponent(since ?? "")}`;const { status, body } = await this.app.api.request("GET", path);if (status !== 200) return [];const changes = body.changes;found.push(...changes.map(({ item }) => item).filter(isOwn));more = body.more && body.token !== since;since = body.token
}
return found
}
}
const programs = {todoist: "Todoist", ticktick: "TickTick", google: "Google Tasks", icalendar: "iCalendar", csv: "CSV", toodoo: "toodoo" };const fileText = (name, { format }) => `${name} (${programs[format] ?? format})`;function importText(report) {const { changed, unchanged, skippedCount } = report;return [t("import new", { n: report.new }), changed > 0 && t("import changed", { n: changed }), unchanged > 0 && t("import unchanged", { n: unchanged }), skippedCount > 0 && t("import skipped", { n: skippedCount })].filter(Boolean).join(", ")
}
async function takeFile(app, file, replaces = false) {let text;try {text = decodeFile(new Uint8Array(await file.arrayBuffer()))
} catch {return app.emit("fault", t("file unread", { it: file.name }))
}
if (text !== null && isOwnList(text)) return importList(app, file.name, text, replaces);await askToImport(file, new FileImport(app, file, replaces))
}
function askToImport(file, pending) {const name = h("p", { class: "file-name", dir: "auto" }, file.name);const status = h("p", { role: "status" }, t("reading"));const report = h("div", { class: "report" });const fault = h("p", { role: "alert", class: "fault" });const attempt = async (step) => {fault.textContent = "";try {await step()
} catch (error) {if (!(error instanceof NotImported)) throw error;fault.textContent = error.message
}
};const start = h("button", {class: "primary", disabled: true, click: async () => {start.disabled = true;await attempt(async () => {await pending.write();dialog.close()
});start.disabled = false;if (dialog.open) start.focus()
} }, t("import"));const cancel = h("button", { click: () => dialog.close() }, t("cancel"));const dialog = makeDialog(t("import"), { class: "import" }, name, status, report, fault, h("div", { class: "buttons foot" }, cancel, start));const closed = new Promise((resolve) => dialog.addEventListener("close", () => resolve(null)));openDialog(dialog);cancel.focus();attempt(async () => {const found = await pending.preview();name.textContent = fileText(file.name, found);status.textContent = importText(found);report.replaceChildren(...tables(found));start.disabled = found.new + found.changed === 0;if (!start.disabled && document.activeElement === cancel) start.focus()
}).finally(() => {if (fault.textContent) status.textContent = ""
});return closed.then(() => {})
}
function tables({ format, lost, lostCount, skipped, skippedCount }) {const place = t(format === "google" || format === "toodoo" ? "number" : "line");const parts = [];if (lostCount > 0) {parts.push(reportTable(t("lost"), lostCount, [place, t("one to-do"), t("value")], lost.map(({ line, title, field, value, kept }) => [String(line), title, h("span", {}, h("b", {}, field), value && " ", value && h("bdi", {}, value), kept && h("span", { class: "kept" }, unseen(", "), t("kept in notes")))])))
}
if (skippedCount > 0) {parts.push(reportTable(t("skipped"), skippedCount, [place, t("why")], skipped.map(({ line, reason }) => [String(line), reason])))
}
return parts
}
const reportTable = (name, count, columns, rows) => h("table", { "aria-label": name }, h("caption", {}, `${name}: ${count}`), h("thead", {}, h("tr", {}, ...columns.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell) => h("td", { dir: "auto" }, cell)))), rows.length < count && h("tr", {}, h("td", { colSpan: columns.length }, t("and more", { n: count - rows.length })))));export { pushObstacle, NoWorker, turnOn, sendTest, turnOff, removeSubscriber, otherSubscribers, renew, Calendar, Device, takeFile };