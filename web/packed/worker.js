const longestRequest = 60_000;class Refusal extends Error {constructor({ status, body, retryAfter }) {const problem = typeof body === "object" && body ? body : {};super(problem.detail ?? problem.title ?? String(status));this.status = status;this.problem = problem;this.retryAfter = retryAfter
}
}
function isLoadedFromServer() {const [load] = performance.getEntriesByType("navigation");return !navigator.serviceWorker?.controller && load?.transferSize > 0
}
class Marker {asking = null;isKnown = isLoadedFromServer();constructor(longest = longestRequest) {this.longest = longest
}
doubt() {this.isKnown = false
}
check() {if (this.isKnown) return Promise.resolve(true);this.asking ??= this.ask().finally(() => this.asking = null);return this.asking
}
async ask() {try {const response = await fetch("/manifest.webmanifest", {cache: "no-store", credentials: "omit", redirect: "error", signal: AbortSignal.timeout(this.longest) });const { id, name } = await response.json();this.isKnown = response.ok && id === "/" && name === "toodoo"
} catch {this.isKnown = false
}
return this.isKnown
}
}
class API {constructor(marker, token = null) {this.marker = marker;this.token = token
}
headers(more) {return { ...(this.token && { Authorization: `Bearer ${this.token}` }), ...more }
}
async request(method, path, { body = null, headers, keepalive } = {}) {if (!await this.marker.check()) return { status: 0, body: null };try {const response = await fetch(path, {method, body, keepalive, cache: "no-store", credentials: "omit", redirect: "error", signal: AbortSignal.timeout(this.marker.longest), headers: this.headers({...(body !== null && { "Content-Type": "application/json" }), Accept: "application/json", ...headers }) });return {status: response.status, body: await readBody(response), undo: numberIn(/\/undo\/(\d+)>/, response.headers.get("Link")), retryAfter: numberIn(/^(\d+)$/, response.headers.get("Retry-After")), etag: response.headers.get("ETag") ?? undefined, next: /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] }
} catch (error) {this.marker.doubt();return { status: 0, body: { title: String(error) } }
}
}
async success(method, path, body) {const answer = await this.request(method, path, {body: body === undefined ? null : JSON.stringify(body) });if (answer.status < 200 || answer.status > 299) throw new Refusal(answer);return answer
}
send({ key, path, body }) {return this.request("POST", path, { body, headers: { "Idempotency-Key": `"${key}"` } })
}
async stream(token, signal) {if (!await this.marker.check()) throw new TypeError("no answer");return fetch(`/items/changes?since=${encodeURIComponent(token)}`, {headers: this.headers({ Accept: "text/event-stream" }), cache: "no-store", credentials: "omit", redirect: "error", signal })
}
}
async function readBody(response) {const text = await response.text();try {return JSON.parse(text)
} catch {return null
}
}
function numberIn(pattern, text) {const match = pattern.exec(text ?? "");return match ? Number(match[1]) : undefined
}
let last = 0;function makeID(now = Date.now()) {last = Math.max(now, last + 1);const bytes = crypto.getRandomValues(new Uint8Array(16));for (let i = 0, rest = last; i < 6; i++, rest = Math.floor(rest / 256)) {bytes[5 - i] = rest % 256
}
bytes[6] = (bytes[6] & 0x0f) | 0x70;bytes[8] = (bytes[8] & 0x3f) | 0x80;const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
const table = {title: { part: "title", name: "title" }, itemDescription: { part: "itemDescription", name: "description" }, timestamp: { part: "when", name: "due" }, day: { part: "when", name: "date" }, repeat: { part: "when", name: "repeat" }, location: { part: "location", name: "place" }, tags: { part: "tags", name: "tags" }, position: { part: "position", name: "order" }, remind: { part: "when", name: "remind" }, done: { part: "done", name: "done list" } };const members = (Object.keys(table));const parts = [...new Set(members.map((member) => table[member].part))];const membersOf = (part) => members.filter((member) => table[member].part === part);const partsWith = (names) => parts.filter((part) => membersOf(part).some((member) => names.includes(member)));function nameKey(name) {const member = members.find((one) => one === name) ?? members.find((one) => table[one].part === name);return member && table[member].name
}
const isField = (part) => part !== "position" && part !== "done";const readOnly = ["createdAt", "updatedAt", "doneAt", "revision"];const unknownMembers = (item) => (Object.keys(item).filter((name) => name !== "id" && !(name in table) && !readOnly.includes(name)));const leastRemind = -10_080;const mostRemind = 40_320;function same(a, b) {if (a === b || (a ?? null) === (b ?? null)) return true;if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;const [left, right] = ([a, b]);return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => same(left[key], right[key]))
}
const sameContent = (a, b) => parts.every((part) => samePart(a, b, part)) && unknownInEither(a, b).every((name) => same(a[name], b[name]));const unknownInEither = (a, b) => [...new Set([...unknownMembers(a), ...unknownMembers(b)])];const samePart = (a, b, part) => membersOf(part).every((name) => same(a[name], b[name]));const isOnlyTicked = (before, after) => sameContent(withPart(ticked(before, after), after, "position"), after);const ticked = (item, other) => other.done ? patched(item, { done: true }) : item;const partsOf = (patch) => partsWith(Object.keys(patch));const fieldsOf = (patch) => partsOf(patch).filter(isField);function without(patch, part) {const result = { ...patch };for (const name of membersOf(part)) delete result[name];return result
}
function withPart(item, other, part) {const result = { ...item };for (const name of membersOf(part)) result[name] = other[name];return (result)
}
function content(item) {return ((Object.fromEntries((["id", ...members, ...unknownMembers(item)]).filter((key) => item[key] !== undefined && item[key] !== null).map((key) => [key, item[key]]))))
}
function apply(item, operation) {switch (operation.op) {case "put": return item ? { ...operation.item, createdAt: item.createdAt, revision: item.revision } : operation.item;case "patch": return item && patched(item, operation.patch);case "delete": return undefined
}
}
function patched(item, patch) {const result = { ...item };for (const [key, value] of Object.entries(patch)) {if (value === null) delete result[key];else result[key] = value
}
if (patch.location) {const { name, coordinate } = patch.location;result.location = coordinate ? { name, coordinate } : { name }
}
if ("timestamp" in patch && !("day" in patch)) delete result.day;if (result.done || result.timestamp === undefined) delete result.repeat;if (result.timestamp === undefined) delete result.remind;if (patch.tags?.length === 0) delete result.tags;return (result)
}
function remaining(item, patch) {const after = patched(item, patch);const names = (Object.keys(patch)).filter((name) => !same(item[name], after[name]));if (names.includes("timestamp") && after.day) names.push("day");const result = Object.fromEntries(names.map((name) => [name, patch[name]]));if (item.repeat && result.repeat) result.repeat = replacing(item.repeat, after.repeat);return result
}
const replacing = (old, next) => ({...Object.fromEntries(Object.keys(old).map((name) => [name, null])), ...next });function difference(from, to) {const patch = {};for (const part of parts) {if (samePart(from, to, part)) continue;for (const name of membersOf(part)) patch[name] = wire(name, to[name])
}
for (const name of unknownInEither(from, to)) {if (!same(from[name], to[name])) patch[name] = to[name] ?? null
}
return patch
}
function wire(member, value) {if (value === undefined) return null;if (member !== "location") return value;const { name, coordinate } = value;return { name, coordinate: coordinate ?? null }
}
function inverse(operation, before) {const after = apply(before, operation);if (after && before) {return { op: "patch", id: after.id, patch: difference(after, before), opened: after }
}
if (after) return { op: "delete", id: after.id, opened: after };return before ? { op: "put", item: before } : null
}
const mostTags = 10;const form = /^[^\p{White_Space}\p{Cc}#,]{1,40}$/u;const seen = /[^\p{C}\p{Default_Ignorable_Code_Point}]/u;const isTag = (text) => form.test(text) && seen.test(text);const foldedTags = new Map();function foldTag(tag) {let folded = foldedTags.get(tag);if (folded === undefined) {folded = tag.replace(/[^ı]+/gu, (part) => part.toLowerCase().toUpperCase().toLowerCase());foldedTags.set(tag, folded)
}
return folded
}
const hasTag = ({ tags }, folded) => tags?.some((tag) => foldTag(tag) === folded) ?? false;function countTags(items, language) {const counts = new Map();for (const { tags, done } of items) {for (const tag of tags ?? []) {const folded = foldTag(tag);let count = counts.get(folded);if (!count) counts.set(folded, count = { tag, folded, open: 0 });if (!done) count.open++
}
}
if (counts.size < 2) return [...counts.values()];const { compare } = new Intl.Collator(language, { numeric: true });return [...counts.values()].sort((a, b) => compare(a.tag, b.tag))
}
function retagged(item, { add = [], remove = [] }) {const away = new Set(remove.map(foldTag));const tags = (item.tags ?? []).filter((tag) => !away.has(foldTag(tag)));const known = new Set(tags.map(foldTag));for (const tag of add) {if (tags.length < mostTags && !known.has(foldTag(tag))) tags.push(tag);known.add(foldTag(tag))
}
return { ...item, tags: tags.length > 0 ? tags : undefined }
}
function renamed(item, folded, name) {const tags = (item.tags ?? []).map((tag) => foldTag(tag) === folded ? name : tag);const isFirst = (tag, index) => tags.findIndex((other) => foldTag(other) === foldTag(tag)) === index;return { ...item, tags: tags.filter(isFirst) }
}
function mergedTags(before, ours, theirs) {if (same(before, theirs)) return { tags: ours ?? null, isCut: false };const [old, here, there] = [before, ours, theirs].map((tags) => new Set((tags ?? []).map(foldTag)));const isKept = (tag) => !old.has(tag) || (here.has(tag) && there.has(tag));const added = (theirs ?? []).filter((tag) => !here.has(foldTag(tag)));const tags = [...ours ?? [], ...added].filter((tag) => isKept(foldTag(tag)));return {tags: tags.length > 0 ? tags.slice(0, mostTags) : null, isCut: tags.length > mostTags }
}
function netsOf(entries) {const nets = new Map();for (const { operations } of entries) {for (const operation of operations) extend(nets, operation)
}
return nets
}
function extend(nets, operation) {if (operation.op === "put") {const { item } = operation;const net = nets.get(item.id);nets.set(item.id, { first: item, seen: {}, ...net, after: item });return
}
const { id, opened } = operation;const net = nets.get(id) ?? { first: opened, seen: {}, after: opened };nets.set(id, net);net.after = apply(net.after ?? opened, operation);if (operation.op === "delete") net.expected = expectation(net, operation.expected ?? opened);else for (const part of partsOf(operation.patch)) net.seen[part] ??= opened
}
function expectation({ seen }, opened) {let item = opened;for (const [part, of] of Object.entries(seen)) {item = withPart(item, of, part)
}
return item
}
function resolution(net, theirs, part) {const { first, seen, after } = net;const withoutMovedRule = (item) => part === "done" ? item : ticked(item, theirs);const before = withoutMovedRule(seen[part] ?? first);if (!after && !isDeletable(net, theirs)) return "theirs";if (samePart(theirs, before, part)) return "ours";if (!after) return "theirs";const ours = withoutMovedRule(after);const isChange = !samePart(ours, before, part) && !samePart(ours, theirs, part);return isChange ? "crossed" : "theirs"
}
const isDeletable = ({ expected }, theirs) => expected !== undefined && isOnlyTicked(expected, theirs);function onlyTick({ first, after }) {if (!after || !isOnlyTicked(first, after)) return undefined;return { item: withPart(after, first, "when"), isTicked: after.done && !first.done }
}
function merged(net, theirs) {const { first, seen, after } = net;if (!after) return undefined;const ours = (Object.keys(seen)).filter((part) => resolution(net, theirs, part) !== "theirs");const { tags } = mergedTags((seen.tags ?? first).tags, after.tags, theirs.tags);const own = patched(after, { tags });return patched(ours.reduce((item, part) => withPart(item, own, part), theirs), {})
}
function rebased(entries, skipped) {const changed = new Map();for (const one of skipped) {const next = entries.find(({ operations }) => operations.some(touches(one)));if (!next) continue;const { operations, ...entry } = changed.get(next.id) ?? next;const index = operations.findIndex(touches(one));const operation = seeing(operations[index], one);changed.set(next.id, { ...entry, operations: operations.with(index, operation) })
}
return [...changed.values()]
}
const touches = ({ id, part }) => (operation) => operation.op !== "put" && operation.id === id && (operation.op === "delete" || partsOf(operation.patch).includes(part));function seeing(operation, { part, seen }) {if (operation.op === "put") return operation;if (operation.op === "patch") {return { ...operation, opened: withPart(operation.opened, seen, part) }
}
return { ...operation, expected: withPart(operation.expected ?? operation.opened, seen, part) }
}
const idOf = (operation) => operation.op === "put" ? operation.item.id : operation.id;function judge(entry, state) {const working = new Map(state.working);const conflicts = [...state.conflicts];const verdict = {wire: [], working, conflicts: [], skipped: [], completes: false };for (const operation of entry.operations) {const id = idOf(operation);const current = working.has(id) ? working.get(id) : state.base.get(id);const now = { ...state, working, conflicts };const judged = entry.kind === "undo" ? takeBack : change;const effect = judged(operation, current, now);conflicts.push(...effect.conflicts ?? []);verdict.conflicts.push(...effect.conflicts ?? []);verdict.skipped.push(...effect.skipped ?? []);if (!effect.wire) continue;verdict.wire.push(effect.wire);verdict.completes ||= current?.repeat !== undefined && !current.done && effect.now?.done === true;working.set(id, effect.now)
}
return verdict
}
function change(operation, current, state) {switch (operation.op) {case "put": return make(operation.item, current);case "delete": return deletion(operation, current, state);case "patch": return current ? edit(operation, current, state) : revive(operation, state)
}
}
const make = (item, current) => current ? {} : { wire: { op: "put", item: content(item) }, now: item };function deletion({ id, opened }, current, state) {if (!current) return {};const { base, nets, list } = state;const theirs = base.get(id);const net = nets.get(id);if (!theirs || !net || isDeletable(net, theirs)) {return { wire: { op: "delete", id, ...conditionOf(id, base) } }
}
const { title } = theirs;const lost = net.expected ?? opened;return { conflicts: [list({ kind: "kept", item: id, title, fields: [], lost, by: theirs })] }
}
function edit(operation, current, state) {const { id, patch, opened } = operation;const { base, nets } = state;const theirs = base.get(id);const net = nets.get(id);const crossed = [];const skipped = [];let rest = patch;for (const part of partsOf(patch)) {if (!theirs || !net) break;const what = resolution(net, theirs, part);if (what === "crossed" && isField(part) && part !== "tags") crossed.push(part);if (what !== "theirs") continue;rest = without(rest, part);skipped.push({ id, part, seen: net.seen[part] ?? net.first })
}
if ("tags" in rest) {const { tags, isCut } = mergedTags(opened.tags, rest.tags, current.tags);rest = { ...rest, tags };if (isCut) crossed.push("tags")
}
rest = remaining(current, rest);const ofRule = ruleWithoutPlace(operation, state);if (Object.keys(rest).length === 0) return { skipped, conflicts: ofRule };const isTick = partsOf(rest).every((part) => part === "done");return {wire: { op: "patch", id, patch: rest, ...(!isTick && conditionOf(id, base)) }, now: patched(current, rest), conflicts: [...overwriting(id, crossed, state), ...ofRule], skipped }
}
function overwriting(item, crossed, state) {const { base, nets, conflicts, list } = state;const listed = conflicts.filter((conflict) => conflict.item === item);const fields = crossed.filter((field) => !listed.some((other) => other.fields.includes(field)));const lost = base.get(item);const net = nets.get(item);const by = lost && net && merged(net, lost);if (fields.length === 0 || !by) return [];return [list({ kind: "overwrote", item, title: by.title, fields, lost, by })]
}
function ruleWithoutPlace({ id, opened, patch }, state) {const net = state.nets.get(id);const theirs = state.base.get(id);const after = theirs && net && merged(net, theirs);const ours = patched(opened, patch);if (!after?.done || ours.done || same(ours.repeat, opened.repeat)) return [];const made = [...state.base.values()].filter(({ repeat, createdAt }) => repeat && Math.abs(createdAt - (after.doneAt ?? 0)) < 1);const next = made.find(({ title }) => title === theirs?.title) ?? made[0];const by = next ?? after;if (same(by.repeat, ours.repeat)) return [];const lost = next ? { ...next, repeat: ours.repeat } : { ...withPart(after, ours, "when"), done: false };const { id: item, title } = by;const fields = next ? ["when"] : ["when", "done"];return [state.list({ kind: "overwrote", item, title, fields, lost, by })]
}
function revive({ id, opened, patch }, { nets, conflicts, list }) {const net = nets.get(id);if (!net?.after) return {};const once = (kind, lost, by) => conflicts.some((other) => other.item === id && other.kind === kind) ? [] : [list({ kind, item: id, title: (by ?? lost).title, fields: [], lost, by })];const tick = onlyTick(net);if (tick) return { conflicts: tick.isTicked && patch.done ? once("gone", tick.item) : [] };const now = patched(opened, patch);return {wire: { op: "put", item: content(now) }, now, conflicts: once("revived", net.first, net.after) }
}
function takeBack(operation, current, state) {const isOpened = operation.op === "patch" && operation.opened.done && operation.patch.done === false;if (!isOpened || !operation.patch.repeat) return change(operation, current, state);const { id, opened, patch } = operation;const effect = change({ ...operation, patch: without(patch, "when") }, current, state);const by = effect.now;if (!by) return effect;const lost = patched(current ?? opened, patch);const line = state.list({kind: "overwrote", item: id, title: by.title, fields: ["when"], lost, by });return { ...effect, conflicts: [...effect.conflicts ?? [], line] }
}
function conditionOf(id, base) {const revision = base.get(id)?.revision;return revision === undefined ? undefined : { ifRevision: revision }
}
const mostConflicts = 100;function changedList(conflicts, listed = [], unlisted = []) {const gone = new Set([...unlisted, ...listed.map(({ id }) => id)]);return [...conflicts.filter(({ id }) => !gone.has(id)), ...listed].sort((a, b) => a.at - b.at).slice(-mostConflicts)
}
const badgeCount = (conflicts) => conflicts.filter(({ kind }) => kind !== "gone").length;const makeConflict = (conflict, at) => ({ id: makeID(), at, ...conflict });function refusals({ kind, operations }, reason, at) {if (kind === "undo") return [];return operations.slice(-mostConflicts).flatMap((refused) => {const lost = refused.op === "put" ? refused.item : apply(refused.opened, refused) ?? refused.opened;const fields = refused.op === "patch" ? fieldsOf(refused.patch) : [];const item = idOf(refused);const conflict = { kind: ("refused"), item, title: lost.title };return [{ ...makeConflict({ ...conflict, fields, lost }, at), reason, refused }]
})
}
function hasHappened({ kind, item, fields, by }, base) {const now = base.get(item);if (!now || !by) return false;if (kind === "revived") return true;return kind === "overwrote" && fields.every((field) => samePart(now, by, field))
}
function putBack({ kind, item: id, fields, lost, refused }, shown) {if (kind === "revived" || kind === "kept" || refused?.op === "delete") {return shown ? [{ op: "delete", id, opened: shown }] : []
}
if (!shown && lost.done && lost.repeat) {const opened = { ...lost, done: false };return [{ op: "put", item: opened }, { op: "patch", id, patch: { done: true }, opened }]
}
if (!shown) return [{ op: "put", item: lost }];if (kind === "gone") return [];let parts = fields;if (refused?.op === "patch") parts = partsOf(refused.patch);if (refused?.op === "put") parts = partsOf(difference(shown, lost));const wanted = parts.reduce((item, part) => withPart(item, lost, part), shown);const patch = difference(shown, wanted);return Object.keys(patch).length > 0 ? [{ op: "patch", id, patch, opened: shown }] : []
}
class Replica {constructor() {this.base = new Map();this.shown = new Map();this.entries = [];this.outcomes = new Map();this.sealed = null;this.token = undefined;this.conflicts = [];this.version = -1;this.touched = new Set()
}
load(contents) {this.base = new Map(contents.items.map((item) => [item.id, item]));const unstored = this.entries.filter((entry) => entry.seq === Infinity);const stored = new Set(contents.entries.map((entry) => entry.id));this.entries = [...contents.entries, ...unstored.filter((entry) => !stored.has(entry.id))];this.token = contents.token;this.sealed = contents.sealed ?? null;this.conflicts = contents.conflicts;this.version = contents.version;this.shown = new Map(this.base);this.touched = new Set();this.refresh([])
}
anticipate(entries) {this.entries = [...this.entries, ...entries.map((entry) => ({ ...entry, seq: Infinity }))];return this.refresh([])
}
retract(ids) {this.entries = this.entries.filter((entry) => !ids.includes(entry.id));return this.refresh([])
}
apply(commit) {if (commit.version <= this.version) return new Set();if (commit.version !== this.version + 1) return null;this.version = commit.version;if (commit.token !== undefined) this.token = commit.token;if (commit.sealed !== undefined) this.sealed = commit.sealed;if (commit.conflicts) this.conflicts = commit.conflicts;for (const outcome of commit.outcomes ?? []) this.outcomes.set(outcome.id, outcome);if (commit.reset) {const ids = [...this.base.keys(), ...(commit.put ?? []).map((item) => item.id)];this.base = new Map((commit.put ?? []).map((item) => [item.id, item]));this.changeEntries(commit);return this.refresh(ids)
}
for (const item of commit.put ?? []) this.base.set(item.id, item);for (const id of commit.deleted ?? []) this.base.delete(id);this.changeEntries(commit);return this.refresh([...(commit.put ?? []).map((item) => item.id), ...(commit.deleted ?? [])])
}
changeEntries({ added = [], removed = [], updated = [] }) {if (!added.length && !removed.length && !updated.length) return;const gone = new Set([...removed, ...added.map((entry) => entry.id)]);const changed = new Map(updated.map((entry) => [entry.id, entry]));this.entries = [...this.entries.filter((entry) => !gone.has(entry.id)), ...added].map((entry) => changed.get(entry.id) ?? entry).sort((a, b) => (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0))
}
refresh(ids) {const dirty = new Set([...ids, ...this.touched]);const overlay = new Map();for (const entry of this.entries) {for (const operation of entry.operations) {const id = idOf(operation);const item = overlay.has(id) ? overlay.get(id) : this.base.get(id);overlay.set(id, apply(item, operation))
}
}
this.touched = new Set(overlay.keys());for (const id of this.touched) dirty.add(id);for (const id of dirty) {const item = overlay.has(id) ? overlay.get(id) : this.base.get(id);if (item) this.shown.set(id, item);else this.shown.delete(id)
}
return dirty
}
}
function covered(token) {const [, revision, ...inside] = (token ?? "").split(".");return revision ? Number(revision) - (inside.length ? 1 : 0) : 0
}
function news(changes, token) {const known = covered(token);const latest = new Map();for (const { revision, item, deleted } of changes) {if (revision > known) latest.set(item?.id ?? deleted, item ?? null)
}
const put = ([...latest.values()].filter((item) => item !== null));const deleted = [...latest.keys()].filter((id) => latest.get(id) === null);return { put, deleted }
}
function laterToken(stored, token) {if (!stored || !token) return token ?? stored;return covered(token) < covered(stored) ? stored : token
}
const storeFormat = 2;function openDatabase(name, onOutdated = () => {}) {return new Promise((resolve, reject) => {const opening = indexedDB.open(name, storeFormat);opening.onupgradeneeded = () => {const database = opening.result;for (const old of [...database.objectStoreNames]) database.deleteObjectStore(old);database.createObjectStore("items", { keyPath: "id" });database.createObjectStore("queue", { keyPath: "seq", autoIncrement: true }).createIndex("id", "id");database.createObjectStore("values")
};opening.onsuccess = () => {const database = opening.result;database.onversionchange = ({ newVersion }) => {database.close();if (newVersion !== null) onOutdated()
};resolve(new DatabaseStore(database))
};opening.onerror = () => reject(opening.error)
})
}
function deleteDatabase(name) {return new Promise((resolve, reject) => {const deleting = indexedDB.deleteDatabase(name);deleting.onsuccess = () => resolve();deleting.onblocked = () => resolve();deleting.onerror = () => reject(deleting.error)
})
}
function result(request) {return new Promise((resolve, reject) => {request.onsuccess = () => resolve(request.result);request.onerror = () => reject(request.error)
})
}
class DatabaseStore {shared = true;constructor(database) {this.database = database;this.name = database.name
}
async transaction(mode, body) {const transaction = this.database.transaction(["items", "queue", "values"], mode);const finished = new Promise((resolve, reject) => {transaction.oncomplete = () => resolve(undefined);transaction.onabort = () => reject(transaction.error ?? new Error("aborted"))
});const value = body({items: transaction.objectStore("items"), queue: transaction.objectStore("queue"), values: transaction.objectStore("values") });value.catch(() => {try {transaction.abort()
} catch {}
});return (await Promise.all([value, finished]))[0]
}
read() {return this.transaction("readonly", async ({ items, queue, values }) => {const [all, entries, version, token, sealed, conflicts] = await Promise.all([result(items.getAll()), result(queue.getAll()), result(values.get("version")), result(values.get("token")), result(values.get("sealed")), result(values.get("conflicts"))]);return {items: all, entries, version: version ?? 0, token, sealed, conflicts: conflicts ?? [] }
})
}
commit(draft) {return this.transaction("readwrite", (stores) => writeDraft(stores, draft))
}
take(ids) {return this.transaction("readwrite", async (stores) => {const [sealed, entries] = await Promise.all([result(stores.values.get("sealed")), result(stores.queue.getAll())]);const waiting = new Set(entries.map((entry) => entry.id));for (const id of sealed?.entries ?? []) waiting.delete(id);return writeDraft(stores, { removed: ids.filter((id) => waiting.has(id)) })
})
}
seal(make) {return this.transaction("readwrite", async ({ queue, values }) => {const [stored, entries, version] = await Promise.all([result(values.get("sealed")), result(queue.getAll()), result(values.get("version"))]);if (stored) return stored;const sealed = make(entries, version ?? 0);if (sealed) values.put(sealed, "sealed");return sealed
})
}
close() {this.database.close()
}
}
async function writeDraft({ items, queue, values }, { changes = [], reset, listed, unlisted, ...draft }) {const [last, stored] = await Promise.all([result(values.get("version")), result(values.get("token"))]);const version = (last ?? 0) + 1;values.put(version, "version");const { put, deleted } = reset ? { put: reset, deleted: [] } : news(changes, stored);if (reset) items.clear();for (const item of put) items.put(item);for (const id of deleted) items.delete(id);const token = reset ? draft.token : laterToken(stored, draft.token);if (token !== stored) values.put(token, "token");if (draft.sealed !== undefined) values.put(draft.sealed, "sealed");let conflicts;if (listed || unlisted) {conflicts = changedList(await result(values.get("conflicts")) ?? [], listed, unlisted);values.put(conflicts, "conflicts")
}
const keys = queue.index("id");for (const id of draft.removed ?? []) {const key = await result(keys.getKey(id));if (key !== undefined) queue.delete(key)
}
const updated = [];for (const change of draft.updated ?? []) {const seq = await result(keys.getKey(change.id));if (seq === undefined) continue;const entry = { ...change, seq: Number(seq) };updated.push(entry);queue.put(entry)
}
const added = [];for (const { seq: _, ...entry } of draft.added ?? []) {added.push({ ...entry, seq: Number(await result(queue.add(entry))) })
}
return { ...draft, put, deleted, token, version, conflicts, added, updated, reset: !!reset }
}
const revisionOf = ({ revision }) => Number(/(\d+)"?$/.exec(String(revision))?.[1]);async function notificationsOf(registration, account) {return (await registration.getNotifications()).map((notification) => ({notification, about: (Object(notification.data)) })).filter(({ about }) => about.account === account)
}
async function closeAll(registration, account) {for (const { notification } of await notificationsOf(registration, account)) {notification.close()
}
}
async function closeOld(registration, { shown, token }, account, kept) {for (const { notification, about } of await notificationsOf(registration, account)) {if (kept && notification.tag === kept) continue;const item = shown.get(about.id ?? "");const known = item?.revision ?? covered(token);if (!about.id || !(known >= revisionOf(about))) continue;if (!item || item.done || item.timestamp !== about.timestamp) notification.close()
}
}
async function subscribeBrowser(api, manager) {const { publicKey } = (await api.success("GET", "/subscriptions")).body;const { endpoint, keys } = (await subscriptionFor(manager, publicKey)).toJSON();const { body } = await api.success("POST", "/subscriptions", {kind: "webpush", endpoint, keys, label: browserName(navigator.userAgent), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });return body.handle
}
async function subscriptionFor(manager, publicKey) {const subscription = await manager.getSubscription();const key = subscription?.options.applicationServerKey;if (subscription && key && base64URL(key) === publicKey) return subscription;await subscription?.unsubscribe();return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}
async function unsubscribeBrowser(manager) {await (await manager?.getSubscription())?.unsubscribe()
}
const base64URL = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");function browserName(agent) {const named = (names) => names.find(([pattern]) => pattern.test(agent))?.[1];const browser = named([[/Edg/, "Edge"], [/OPR\//, "Opera"], [/SamsungBrowser/, "Samsung Internet"], [/Firefox|FxiOS/, "Firefox"], [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"]]);const system = named([[/Android/, "Android"], [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Windows/, "Windows"], [/Mac OS/, "Mac"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"]]);return [browser ?? "Browser", system].filter(Boolean).join(", ")
}
const sessionDatabase = "toodoo-session";function withStore(mode, body) {return new Promise((resolve, reject) => {const opening = indexedDB.open(sessionDatabase, 1);opening.onupgradeneeded = () => opening.result.createObjectStore("session");opening.onerror = () => reject(opening.error);opening.onsuccess = () => {const database = opening.result;const transaction = database.transaction("session", mode);const request = body(transaction.objectStore("session"));transaction.oncomplete = () => {database.close();resolve(request.result)
};transaction.onabort = () => reject(transaction.error)
}
})
}
async function readSession() {try {return (await withStore("readonly", (store) => store.get("current"))) ?? null
} catch {return null
}
}
async function keepSession(session) {await withStore("readwrite", (store) => store.put(session, "current"))
}
async function readLanguage() {const language = await withStore("readonly", (store) => store.get("language")).catch(() => "");return language === "de" ? "de" : "en"
}
async function storeLanguage(language) {await withStore("readwrite", (store) => store.put(language, "language"))
}
async function forgetSession(account) {const current = await readSession();if (current && isSameAccount(current, account)) {await withStore("readwrite", (store) => store.delete("current"))
}
}
const accountPrefix = "toodoo-account ";const databaseName = (account) => account ? accountPrefix + account.email.toLowerCase() : "toodoo-items";const isSameAccount = (one, other) => databaseName(one) === databaseName(other);async function accountsOnDevice() {try {const names = (await indexedDB.databases()).map(({ name }) => name ?? "");return names.filter((name) => name.startsWith(accountPrefix)).map((name) => ({ email: name.slice(accountPrefix.length) }))
} catch {return []
}
}
const manyEntries = 20;const mostOperations = 1000;const mostUnits = 2_000_000;const batchPath = "/items/batch";const newItemsPath = "/items?onConflict=skip";function plan(entries, base, key, { single = false, at = 0 } = {}) {const ready = sendable(entries);const together = !single && ready.length === entries.length && ready.length > manyEntries;const state = {base, working: new Map(), nets: netsOf(entries), conflicts: [], list: (conflict) => makeConflict(conflict, at) };const operations = [];const sealed = {key, at, path: "", body: null, entries: [], owners: [], conflicts: state.conflicts, skipped: [] };let units = 0;const passed = new Set();for (const entry of ready) {const first = sealed.entries.length === 0;if (!first && !together) break;if (entry.kind === "undo" && entry.revision !== undefined) {if (!first) break;return { send: { ...sealed, path: `/undo/${entry.revision}`, entries: [entry.id] } }
}
const ids = entry.operations.map(idOf);const verdict = judge(entry, state);if (verdict.wire.length === 0) {if (!first) break;const { conflicts, skipped } = verdict;return { drop: entry, conflicts, skipped }
}
const path = verdict.wire.every(({ op }) => op === "put") ? newItemsPath : batchPath;if (first) sealed.path = path;if (path !== sealed.path || ids.some((id) => passed.has(id))) {ids.forEach((id) => passed.add(id));continue
}
const size = JSON.stringify(verdict.wire).length;const tooLarge = operations.length + verdict.wire.length > mostOperations || units + size > mostUnits;if (!first && (tooLarge || verdict.completes)) break;units += size;sealed.owners.push(...verdict.wire.map(() => sealed.entries.length));sealed.entries.push(entry.id);sealed.skipped.push(...verdict.skipped);state.conflicts.push(...verdict.conflicts);operations.push(...verdict.wire);state.working = verdict.working;if (verdict.completes) break
}
if (sealed.entries.length === 0) return null;const isNew = sealed.path === newItemsPath;const body = JSON.stringify(isNew ? operations.map(({ item }) => item) : operations);return { send: { ...sealed, body } }
}
function sendable(entries) {if (!entries.some(({ full }) => full)) return entries;const first = unblocked(entries, (entry) => !makesRoom(entry));const rest = entries.filter((entry) => !first.includes(entry));return [...first, ...unblocked(rest, ({ full }) => full === true)]
}
function unblocked(entries, waits) {const blocked = new Set();return entries.filter((entry) => {const ids = entry.operations.map(idOf);if (!waits(entry) && !ids.some((id) => blocked.has(id))) return true;ids.forEach((id) => blocked.add(id));return false
})
}
const makesRoom = ({ operations }) => operations.every((operation) => {if (operation.op !== "patch") return operation.op === "delete";const { opened, patch } = operation;if (patch.done && opened.repeat) return false;return sizeOf(patched(opened, patch)) < sizeOf(opened)
});const sizeOf = (item) => JSON.stringify({ ...content(item), done: false }).length;function split(operations) {const parts = [];let units = Infinity;for (const operation of operations) {const size = operation.op === "delete" ? 120 : JSON.stringify(operation).length;const part = parts.at(-1);if (part && part.length < mostOperations && units + size <= mostUnits) {part.push(operation);units += size
} else {parts.push([operation]);units = size
}
}
return parts
}
const mostSteps = 100;function makeStep(label, operations, shown) {const parts = split(operations).map((part) => ({entry: ({seq: 0, id: makeID(), kind: "change", operations: part, label }), back: opposite(part, shown) }));return { label, parts }
}
function opposite(operations, shown) {const working = new Map();const back = [];for (const operation of operations) {const id = idOf(operation);const before = working.has(id) ? working.get(id) : shown.get(id);const reverse = inverse(operation, before);if (reverse) back.unshift(reverse);working.set(id, apply(before, operation))
}
return back
}
function reversed(step, taken, { outcomes, shown }) {const parts = [];const missed = [];const { label, said, settles, reopens } = step;for (const { entry, back, unsent } of [...step.parts].reverse()) {const outcome = outcomes.get(entry.id);if (!unsent && outcome?.alone && outcome.revision === undefined) continue;const isTaken = taken.has(entry.id);const isLocal = unsent || isTaken;const working = new Map(shown);const operations = back.filter((operation) => {const id = idOf(operation);const now = working.get(id);const why = isLocal ? null : obstacle(operation, now);if (why) missed.push({ title: titleOf(operation, now), why });else working.set(id, apply(now, operation));return !why
});if (operations.length === 0) continue;const isWhole = !isLocal && operations.length === back.length;for (const some of isWhole ? [operations] : split(operations)) {const reverse = { seq: 0, id: makeID(), kind: "change", operations: some, label };if (!isLocal) reverse.kind = "undo";if (isWhole) {reverse.of = entry.id;if (outcome?.alone) reverse.revision = outcome.revision
}
const ids = new Set(some.map(idOf));const again = some.length < operations.length ? entry.operations.filter((operation) => ids.has(idOf(operation))) : entry.operations;parts.push({ entry: reverse, back: again, unsent: !unsent && isTaken })
}
}
return { back: { label, parts, said, settles: reopens, reopens: settles }, missed }
}
function obstacle(operation, now) {const goal = apply(now, operation);if (operation.op === "patch" && !now) return "deleted";if (!now || (goal && sameContent(goal, now))) return null;if (operation.op === "put") return "changed";const { opened } = operation;if (operation.op === "delete") return sameContent(now, opened) ? null : "changed";const before = ticked(opened, now);const after = patched(before, operation.patch);const isChanged = partsOf(operation.patch).some((part) => part !== "done" && !samePart(now, before, part) && !samePart(now, after, part));return isChanged ? "changed" : null
}
const titleOf = (operation, now) => (now ?? (operation.op === "put" ? operation.item : operation.opened)).title;const listing = ({ settles, reopens }) => ({...(settles && { unlisted: [settles.id] }), ...(reopens && { listed: [reopens] }) });function nextItem(step, outcomes, base) {const [{ entry, back }] = step?.parts.length === 1 ? step.parts : [{ entry: null, back: [] }];const [operation] = entry?.operations ?? [];const [reverse] = back;if (!entry || operation?.op !== "patch" || !operation.patch.done) return null;if (reverse?.op !== "patch" || !reverse.patch.repeat) return null;const revision = outcomes.get(entry.id)?.revision;if (revision === undefined) return null;for (const item of base.values()) {if (item.revision === revision && item.id !== operation.id) return item
}
return null
}
const entriesOf = (step) => step.parts.filter((part) => !part.unsent).map((part) => part.entry);const has = ({ parts }, entry) => parts.some((part) => part.entry.id === entry);class History {constructor() {this.done = [];this.undone = []
}
add(step) {this.done.push(step);if (this.done.length > mostSteps) this.done.shift();this.undone = []
}
hasDeleted(id) {return this.done.at(-1)?.parts.some(({ entry }) => entry.operations.some((one) => one.op === "delete" && one.id === id)) ?? false
}
forget(entry) {const isOther = (step) => !has(step, entry);this.done = this.done.filter(isOther);this.undone = this.undone.filter(isOther)
}
}
class Copy {constructor(store, channel, onChange) {this.store = store;this.channel = channel;this.onChange = onChange;this.replica = new Replica();this.last = Promise.resolve();this.onMessage = () => {};channel.onmessage = ({ data }) => {if (data.commit) this.absorb(data.commit);else this.onMessage(data)
}
}
async load() {this.replica.load(await this.store.read());this.onChange(null)
}
async commit(draft) {return this.publish(await this.store.commit(draft))
}
async publish(commit) {this.channel.postMessage({ commit });await this.absorb(commit);return commit
}
async absorb(commit) {const dirty = this.replica.apply(commit);if (dirty) this.onChange(dirty);else await this.load()
}
async enqueue(entries, also = {}) {this.onChange(this.replica.anticipate(entries));try {await this.commit({ ...also, added: entries })
} catch (error) {this.onChange(this.replica.retract(entries.map((entry) => entry.id)));throw error
}
}
async take(ids) {return (await this.publish(await this.store.take(ids))).removed ?? []
}
async receive(changes, token) {const { base } = this.replica;const fresh = changes.filter(({ revision, item, deleted }) => revision >= (base.get(item?.id ?? deleted ?? "")?.revision ?? 0));if (fresh.length > 0 || (token && token !== this.replica.token)) {await this.commit({ changes: fresh, token })
}
}
close() {this.channel.onmessage = null;this.channel.close();this.store.close()
}
}
class EventParser {constructor() {this.rest = "";this.event = { type: "message", data: "", id: null }
}
push(text) {const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);this.rest = lines.pop() ?? "";return lines.flatMap((line) => this.line(line))
}
line(line) {if (line === "") {const { event } = this;this.event = { type: "message", data: "", id: null };return event.data ? [{ ...event, data: event.data.slice(0, -1) }] : []
}
const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];if (field === "event") this.event.type = value;else if (field === "data") this.event.data += value + "\n";else if (field === "id") this.event.id = value;return []
}
}
const longestSilence = 40_000;const tokenOf = (etag = "") => /"([^"]+?)(?:-(?:gzip|zstd|br))?"/.exec(etag)?.[1];class Receiver {constructor(copy, api) {this.copy = copy;this.api = api
}
async load() {const { body, etag } = await this.api.success("GET", "/items");const token = tokenOf(etag);if (!Array.isArray(body) || !token) throw new Refusal({ status: 0, body: null });await this.copy.commit({ reset: body, token })
}
async catchUp() {for (let more = true; more;) {const { token } = this.copy.replica;if (!token) return await this.load();const path = `/items/changes?limit=1000&since=${encodeURIComponent(token)}`;const answer = await this.api.request("GET", path);if (answer.status === 410 || answer.status === 400) return await this.load();if (answer.status !== 200 || !answer.body?.token) throw new Refusal(answer);await this.copy.receive(answer.body.changes, answer.body.token);more = answer.body.more && this.copy.replica.token !== token
}
}
async follow(signal) {const silence = new AbortController();const { token } = this.copy.replica;let timer = setTimeout(() => silence.abort(), longestSilence);try {const response = await this.api.stream(token ?? "", AbortSignal.any([signal, silence.signal]));const type = response.headers.get("Content-Type") ?? "";if (!response.ok || !response.body || !type.startsWith("text/event-stream")) {throw new Refusal({ status: response.status, body: null })
}
const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();const parser = new EventParser();for (;;) {const { value, done } = await reader.read();if (done) return;clearTimeout(timer);timer = setTimeout(() => silence.abort(), longestSilence);await this.take(parser.push(value))
}
} finally {clearTimeout(timer)
}
}
async take(events) {let changes = [];let token;for (const { type, data, id } of events) {if (type === "reset") {changes = [];token = undefined;await this.load()
} else if (type === "change") {changes.push(JSON.parse(data));token = id ?? token
}
}
if (changes.length > 0) await this.copy.receive(changes, token)
}
}
function meaning(sealed, answer) {const { status } = answer;if (status >= 200 && status < 300) return success(sealed, answer);const problem = (typeof answer.body === "object" && answer.body ? answer.body : {});if (status === 401) return { kind: "signed out" };const entry = entryOf(sealed, problem);if (status === 507 && entry !== undefined) return { kind: "full", entry, problem };if (status === 507) return { kind: "one by one" };if (status === 0 || status >= 500 || status === 408 || status === 429) {return { kind: "later", seconds: answer.retryAfter }
}
switch (problem.type) {case "/problems/idempotency-key-in-use": return { kind: "later", seconds: 1 };case "/problems/idempotency-key-reused": return { kind: "in doubt" };case "/problems/answer-not-kept": return { kind: "done", outcomes: outcomes(sealed, undefined), changes: [] }
}
if (sealed.path.startsWith("/undo/") && [404, 409, 410].includes(status)) {return { kind: "by operations" }
}
if (sealed.path === batchPath && [404, 410, 412].includes(status) && problem.pointer) {return { kind: "stale", problem }
}
if (status < 400) return { kind: "later" };return entry === undefined ? { kind: "one by one" } : { kind: "refused", entry, problem }
}
function success(sealed, { body, undo }) {if (sealed.path.startsWith("/undo/")) {if (!Number.isInteger(body?.revision)) return { kind: "later" };const { restored = [] } = body;return { kind: "done", outcomes: outcomes(sealed, undo), changes: [], restored }
}
if (!Array.isArray(body) || body.length !== sealed.owners.length) {return { kind: "later" }
}
if (sealed.path === newItemsPath) {const changes = body.map((item) => ({revision: item.revision ?? 0, item }));return { kind: "done", outcomes: outcomes(sealed, undo), changes }
}
const changes = body.map(({ id, item }) => item ? { revision: item.revision ?? 0, item } : { revision: undo ?? 0, deleted: id });return { kind: "done", outcomes: outcomes(sealed, undo), changes }
}
function outcomes(sealed, revision) {const alone = sealed.entries.length === 1;return sealed.entries.map((id) => ({ id, revision, alone }))
}
function entryOf(sealed, problem) {if (sealed.entries.length === 1) return sealed.entries[0];const pointer = problem.pointer ?? problem.errors?.[0]?.pointer;const index = pointer && /^\/(\d+)/.exec(pointer)?.[1];return index ? sealed.entries[sealed.owners[Number(index)]] : undefined
}
const mostStale = 10;const keyLifetime = 20 * 3600;class Sender {constructor(copy, send, catchUp, notify, now = () => Date.now() / 1000) {this.copy = copy;this.send = send;this.catchUp = catchUp;this.notify = notify;this.now = now;this.singles = 0;this.stale = 0;this.mayHaveRoom = true;this.fullAt = undefined;this.hasToldFull = false
}
async step() {const sealed = await this.seal();if (!sealed) return { kind: await this.retryFull() ? "again" : "idle" };if (Math.abs(this.now() - sealed.at) > keyLifetime) return this.settle(sealed);const answer = await this.send(sealed);const what = meaning(sealed, answer);if (what.kind !== "stale") this.stale = 0;switch (what.kind) {case "done": this.singles = Math.max(0, this.singles - 1);this.mayHaveRoom = true;await this.finish(sealed, what);return { kind: "sent" };case "later": return { kind: "later", seconds: what.seconds, status: answer.status };case "signed out": return { kind: "signed out" };case "stale": return this.retryStale(sealed, what.problem);case "in doubt": return this.settle(sealed);case "by operations": return this.goByOperations(sealed);case "refused": await this.refuse(this.find(what.entry), what.problem);return { kind: "again" };case "full": await this.waitForRoom(what.entry, what.problem);return { kind: "again" };case "one by one": this.singles = sealed.entries.length;break
}
await this.copy.commit({ sealed: null });return { kind: "again" }
}
async seal() {for (;;) {let next = null;const { replica, store } = this.copy;const sealed = await store.seal((entries, version) => {if (version > replica.version) next = "behind";if (next) return null;const options = { single: this.singles > 0, at: this.now() };next = plan(entries, replica.base, makeID(), options);return next && "send" in next ? next.send : null
});if (sealed || !next) return sealed;const decision = next;if (decision === "behind") {await this.copy.load();continue
}
const { drop: entry, conflicts: listed, skipped } = decision;await this.copy.commit({removed: [entry.id], outcomes: [{ id: entry.id, alone: true }], updated: rebased(this.without([entry.id]), skipped), ...lines(listed) });if (listed.length > 0) this.notify({ entry, reason: "conflict" })
}
}
async finish(sealed, { outcomes, changes, restored }) {const entries = this.copy.replica.entries;const [only] = sealed.entries.map((id) => this.find(id));if (restored && only) {changes = this.assumed(only, outcomes[0].revision, new Set(restored))
}
const revisions = new Map(outcomes.map((outcome) => [outcome.id, outcome]));const updated = entries.filter((entry) => entry.of && revisions.get(entry.of)?.alone && entry.revision === undefined && !sealed.entries.includes(entry.id) && entry.kind === "undo").map((entry) => ({ ...entry, revision: revisions.get(entry.of ?? "")?.revision }));await this.copy.commit({changes, sealed: null, removed: sealed.entries, outcomes, updated: [...updated, ...rebased(this.without(sealed.entries), sealed.skipped)], ...lines(sealed.conflicts) });if (this.copy.replica.entries.length === 0) this.hasToldFull = false
}
assumed(entry, revision, restored) {if (revision === undefined) return [];const { shown } = this.copy.replica;return entry.operations.map(idOf).filter((id) => restored.has(id)).map((id) => {const item = shown.get(id);return item ? { revision, item: { ...item, revision } } : { revision, deleted: id }
})
}
async retryStale(sealed, problem) {this.stale++;if (this.stale > mostStale) {this.stale = 0;const index = Number(/\d+/.exec(problem.pointer ?? "")?.[0] ?? 0);await this.refuse(this.find(sealed.entries[sealed.owners[index] ?? 0]), problem);return { kind: "again" }
}
await this.catchUp();await this.copy.commit({ sealed: null });return { kind: "again" }
}
async settle(sealed) {await this.catchUp();const { base } = this.copy.replica;const happened = sealed.conflicts.filter((conflict) => hasHappened(conflict, base));await this.copy.commit({ sealed: null, ...lines(happened) });return { kind: "again" }
}
async goByOperations(sealed) {await this.catchUp();const entry = this.find(sealed.entries[0]);const [first = [], ...rest] = split(entry?.operations ?? []);const updated = entry ? [{ ...entry, revision: undefined, operations: first }] : [];const added = rest.map((operations) => ({seq: 0, id: makeID(), kind: "undo", operations, label: entry?.label ?? "" }));await this.copy.commit({ sealed: null, updated, added });return { kind: "again" }
}
async waitForRoom(id, problem) {const entry = this.find(id);this.mayHaveRoom = false;this.fullAt = this.copy.replica.token;await this.copy.commit({sealed: null, updated: entry ? [{ ...entry, full: true }] : [] });if (entry && !this.hasToldFull) this.notify({ entry, reason: "full", problem });this.hasToldFull = true
}
async retryFull() {const { entries, token } = this.copy.replica;const waiting = entries.filter(({ full }) => full);if (waiting.length === 0 || !(this.mayHaveRoom || token !== this.fullAt)) return false;this.mayHaveRoom = false;this.fullAt = token;await this.copy.commit({ updated: waiting.map(({ full: _, ...entry }) => entry) });return true
}
async refuse(entry, problem) {if (!entry) return void await this.copy.commit({ sealed: null });await this.copy.commit({sealed: null, removed: [entry.id], outcomes: [{ id: entry.id, alone: true }], ...lines(refusals(entry, reasonOf(problem), this.now())) });this.notify({ entry, reason: "refused", problem })
}
without(ids) {return this.copy.replica.entries.filter(({ id }) => !ids.includes(id))
}
find(id) {return this.copy.replica.entries.find((entry) => entry.id === id)
}
}
const lines = (listed) => listed.length > 0 ? { listed } : {};const reasonOf = ({ errors, detail, title }) => errors?.map((error) => error.detail).join(" ") || detail || title || "";class Background {constructor(store, channel, api, alone) {this.copy = new Copy(store, channel, () => {});this.channel = channel;this.alone = alone;this.receiver = new Receiver(this.copy, api);this.sender = new Sender(this.copy, (sealed) => api.send(sealed), () => this.receiver.catchUp(), () => {})
}
async find(id, revision) {await this.copy.load();const isKnown = (this.copy.replica.base.get(id)?.revision ?? -1) >= revision;if (!isKnown) await this.sync();return this.copy.replica.shown.get(id)
}
async save(opened, changed) {const patch = difference(opened, changed);if (Object.keys(patch).length === 0) return;const { shown } = this.copy.replica;const step = makeStep(opened.title, [{ op: "patch", id: opened.id, patch, opened }], shown);await this.copy.enqueue(entriesOf(step))
}
async sync() {this.channel.postMessage({ wake: true });await this.alone(this.copy.store.name, () => this.exchange());await this.copy.load();return this.copy.replica.entries.length === 0
}
async exchange() {try {await this.copy.load();await this.receiver.catchUp();for (let kind = "sent"; kind === "sent" || kind === "again";) {({ kind } = await this.sender.step())
}
} catch {}
}
close() {this.copy.close()
}
}
function notificationOf(message, words, { account, origin, base }) {const { title, body, tag, navigate, data } = Object(message);const isRead = typeof title === "string" && title !== "";const { id, revision, timestamp } = Object(data);const hasItem = typeof id === "string" && typeof timestamp === "number";const acts = isRead && hasItem ? ["done", "later"] : [];return {title: isRead ? title : "toodoo", options: {body: typeof body === "string" ? body : isRead ? "" : words.unread, ...(typeof tag === "string" && { tag }), dir: "auto", icon: `${base}/icons/icon-192.png`, data: {...(hasItem && { id, revision, timestamp }), account, navigate: pathOf(navigate, origin) }, ...({actions: acts.map((action) => ({ action, title: words[action] })) }) } }
}
function pathOf(navigate, origin) {if (typeof navigate !== "string" || !URL.canParse(navigate, origin)) return "/";const url = new URL(navigate, origin);return url.origin === origin ? `/${url.search}${url.hash}` : "/"
}
const pause = 3600;function after(act, item, { timestamp }, now) {if (act === "done") return { ...item, done: true };if (item.done || item.timestamp === undefined || item.timestamp !== timestamp) return null;const remind = Math.floor((item.timestamp - now - pause) / 60);return remind >= leastRemind && remind <= mostRemind ? { ...item, remind } : null
}
const words = {en: {done: "Done", later: "In an hour", unread: "A reminder that this version cannot read." }, de: {done: "Erledigt", later: "In einer Stunde", unread: "Eine Erinnerung, die diese Version nicht lesen kann." } };const scope = self;const syncTag = "queue";const longestClosing = 3000;const alone = (name, step) => navigator.locks.request(name, { signal: AbortSignal.timeout(longestClosing) }, step).catch(() => {});const longestHere = 10_000;const longestAnswer = 300;async function sessionAPI() {const session = await readSession();const api = new API(new Marker(longestHere), session?.token);return { api, name: databaseName(session) }
}
async function openBackground() {try {const { api, name } = await sessionAPI();if (!(await indexedDB.databases()).some((one) => one.name === name)) return null;const store = await openDatabase(name);const channel = (new BroadcastChannel(name));return new Background(store, channel, api, alone)
} catch {return null
}
}
async function withBackground(body) {const background = await openBackground();if (!background) return null;try {return await body(background)
} finally {background.close()
}
}
async function showReminder({ data, notification }, base) {const message = notification ?? readMessage(data);const texts = words[await readLanguage()];const account = databaseName(await readSession());const here = { account, origin: location.origin, base };const { title, options } = notificationOf(message, texts, here);await scope.registration.showNotification(title, options);await sendQueue(options.tag)
}
function readMessage(data) {try {return data.json().notification
} catch {return null
}
}
async function followNotification({ action, notification }) {const about = Object(notification.data);notification.close();if ((action === "done" || action === "later") && await act(action, about)) return;const account = databaseName(await readSession());const path = about.account === account ? pathOf(about.navigate, location.origin) : "/";await openPage(path, account)
}
async function act(action, about) {const isStored = await withBackground(async (background) => {if (about.account !== background.copy.store.name) return false;const item = await background.find(about.id ?? "", revisionOf(about));const changed = item && after(action, item, about, Date.now() / 1000);if (!changed) return false;await background.save(item, changed);return true
}).catch(() => false);if (!isStored) return false;await sendQueue();return true
}
async function sendQueue(kept) {if (!await trySending(kept)) await scope.registration.sync?.register(syncTag).catch(() => {})
}
async function sendAgain() {if (!await trySending()) throw new Error("The server does not answer.")
}
async function trySending(kept) {const isEmpty = await withBackground(async (background) => {const isEmpty = await background.sync();const { replica, store } = background.copy;await closeOld(scope.registration, replica, store.name, kept);return isEmpty
});return isEmpty ?? true
}
async function openPage(path, account) {const pages = await scope.clients.matchAll({ type: "window" });const areOthers = await Promise.all(pages.map((page) => isOthers(page, account)));const page = pages.find((_, n) => !areOthers[n]);try {await page.focus();await page.navigate(path)
} catch {await scope.clients.openWindow(path)
}
}
function isOthers(page, account) {return new Promise((answer) => {const { port1, port2 } = new MessageChannel();port1.onmessage = ({ data }) => answer(data);setTimeout(answer, longestAnswer, false);page.postMessage({ whose: account }, [port2])
})
}
async function renewSubscription() {const { api, name: account } = await sessionAPI();const handle = await subscribeBrowser(api, scope.registration.pushManager);const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });for (const page of pages) page.postMessage({ handle, account })
}
