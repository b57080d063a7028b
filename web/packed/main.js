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
let last = 0;function makeID(now = Date.now()) {last = Math.max(now, last + 1);const bytes = crypto.getRandomValues(new Uint8Array(16));for (let i = 0, rest = last; i < 6; i++, rest = Math.floor(rest / 256)) {bytes[5 - i] = rest % 256
}
bytes[6] = (bytes[6] & 0x0f) | 0x70;bytes[8] = (bytes[8] & 0x3f) | 0x80;const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
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
const lines = (listed) => listed.length > 0 ? { listed } : {};const reasonOf = ({ errors, detail, title }) => errors?.map((error) => error.detail).join(" ") || detail || title || "";const pollInterval = 3000;const shortestWait = 1000;const longestWait = 10_000;class Link {constructor(copy, api, events) {this.copy = copy;this.api = api;this.events = events;this.receiver = new Receiver(copy, api);this.sender = new Sender(copy, (sealed) => api.send(sealed), () => this.receiver.catchUp(), (notice) => {copy.channel.postMessage({ notice });this.events.onNotice(notice)
});this.stopped = new AbortController();this.streaming = new AbortController();this.state = "connecting";this.isLeader = false;this.ended = false;this.waiters = new Set();copy.onMessage = (message) => this.onMessage(message)
}
async start() {const { signal } = this.stopped;const wake = () => this.wake();const restart = () => {this.streaming.abort();this.wake()
};addEventListener("online", restart, { signal });addEventListener("offline", restart, { signal });document.addEventListener("visibilitychange", wake, { signal });addEventListener("focus", wake, { signal });if (!this.copy.store.shared || !navigator.locks) return this.lead();this.copy.channel.postMessage({ joined: true });try {await navigator.locks.request(this.copy.store.name, { signal }, () => this.lead())
} catch (error) {if (!signal.aborted) throw error
}
}
async lead() {this.isLeader = true;await this.copy.load();await Promise.all([this.receive(), this.send()])
}
onMessage(message) {if (message.state && !this.isLeader) this.setState(message.state);else if (message.notice) this.events.onNotice(message.notice);else if (message.signedOut === this.api.token && !this.isLeader) this.events.onSignedOut();else if (message.joined && this.isLeader) this.welcome();else if (message.wake && this.isLeader) this.wake()
}
welcome() {this.copy.channel.postMessage({ state: this.state });if (this.ended) this.copy.channel.postMessage({ signedOut: this.api.token })
}
async receive() {let failures = 0;while (!this.stopped.signal.aborted) {try {await this.receiver.catchUp();failures = 0;this.ended = false;this.setState("online");await this.follow()
} catch (error) {if (this.stopped.signal.aborted) return;if (error instanceof Refusal && error.status === 401) this.signedOut();else this.setState("offline");if (await this.pause(waitAfter(failures, error))) failures++
}
}
}
async follow() {if (this.copy.store.shared && !navigator.locks) return void await this.pause(pollInterval);this.streaming = new AbortController();try {await this.receiver.follow(AbortSignal.any([this.stopped.signal, this.streaming.signal]))
} catch (error) {if (error instanceof Refusal) await this.pause(pollInterval)
}
if (!this.stopped.signal.aborted && this.state === "online") this.setState("connecting")
}
async send() {let failures = 0;while (!this.stopped.signal.aborted) {if (this.state !== "online" || this.ended) {await this.pause(longestWait, true);continue
}
let wait = 0;try {const step = await this.sender.step();if (step.kind === "sent" || step.kind === "again") failures = 0;else if (step.kind === "signed out") this.signedOut();else if (step.kind === "later") {wait = step.seconds ? step.seconds * 1000 : waitAfter(failures++, null);if (step.status === 0) this.streaming.abort()
} else await this.pause(longestWait, true)
} catch (error) {wait = waitAfter(failures++, error)
}
await this.rest(wait)
}
}
async rest(time) {const end = performance.now() + time;while (!this.stopped.signal.aborted && performance.now() < end) {await this.pause(end - performance.now(), true)
}
}
signedOut() {this.ended = true;this.copy.channel.postMessage({ signedOut: this.api.token });this.setState("online");this.events.onSignedOut()
}
setState(state) {if (state === this.state) return;this.state = state;if (state !== "online") this.api.marker.doubt();if (this.isLeader) {this.copy.channel.postMessage({ state });if (state === "online") this.wake(false)
}
this.events.onState(state)
}
pause(time, sends = false) {return new Promise((resolve) => {const wake = Object.assign((isOver = false) => {clearTimeout(timer);this.waiters.delete(wake);resolve(isOver)
}, { sends });const timer = setTimeout(() => wake(true), time);this.waiters.add(wake)
})
}
wake(all = true) {if (!this.isLeader) return this.copy.channel.postMessage({ wake: true });for (const waiter of [...this.waiters]) {if (all || waiter.sends) waiter()
}
}
stop() {this.stopped.abort();this.events = { onState() {}, onSignedOut() {}, onNotice() {} };this.wake()
}
}
function waitAfter(failures, error) {if (error instanceof Refusal && error.retryAfter) return error.retryAfter * 1000;if (error instanceof Refusal && error.status === 401) return 60_000;return Math.min(longestWait, shortestWait * 2 ** failures) * (0.5 + Math.random() / 2)
}
class Memory {constructor() {this.version = 0;this.seq = 0;this.items = new Map();this.entries = new Map();this.token = undefined;this.sealed = null;this.conflicts = []
}
}
class MemoryStore {shared = false;name = "";constructor(memory = new Memory()) {this.memory = memory
}
read() {const { version, token, sealed, conflicts } = this.memory;const items = [...this.memory.items.values()];const entries = this.entries();return Promise.resolve({ version, items, entries, token, sealed, conflicts })
}
entries() {return [...this.memory.entries.values()].sort((a, b) => a.seq - b.seq)
}
commit({ changes = [], reset, listed, unlisted, ...draft }) {const { memory } = this;const added = draft.added?.map((entry) => ({ ...entry, seq: ++memory.seq }));const updated = draft.updated?.flatMap((entry) => {const stored = memory.entries.get(entry.id);return stored ? [{ ...entry, seq: stored.seq }] : []
});const { put, deleted } = reset ? { put: reset, deleted: [] } : news(changes, memory.token);if (reset) memory.items.clear();for (const item of put) memory.items.set(item.id, item);for (const id of deleted) memory.items.delete(id);for (const id of draft.removed ?? []) memory.entries.delete(id);for (const entry of [...(added ?? []), ...(updated ?? [])]) {memory.entries.set(entry.id, entry)
}
memory.token = reset ? draft.token : laterToken(memory.token, draft.token);if (draft.sealed !== undefined) memory.sealed = draft.sealed;if (listed || unlisted) {memory.conflicts = changedList(memory.conflicts, listed, unlisted)
}
const conflicts = listed || unlisted ? memory.conflicts : undefined;const version = ++memory.version;const { token } = memory;return Promise.resolve({...draft, added, updated, put, deleted, token, version, conflicts, reset: !!reset })
}
take(ids) {const sealed = new Set(this.memory.sealed?.entries);const removed = ids.filter((id) => this.memory.entries.has(id) && !sealed.has(id));return this.commit({ removed })
}
seal(make) {this.memory.sealed ??= make(this.entries(), this.memory.version);return Promise.resolve(this.memory.sealed)
}
close() {}
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
function startOfDay(date, days = 0) {return dayOf(date.getFullYear(), date.getMonth(), date.getDate() + days)
}
function dayOf(year, month, day) {const date = new Date(2000, 0, 1);date.setFullYear(year, month, day);return date
}
function exactDay(year, month, day) {if (year < 1) return null;const date = dayOf(year, month, day);return date.getMonth() === month && date.getDate() === day ? date : null
}
function addMonths(date, months) {const last = dayOf(date.getFullYear(), date.getMonth() + months + 1, 0);const day = Math.min(date.getDate(), last.getDate());return dayOf(date.getFullYear(), date.getMonth() + months, day)
}
const pad = (number, width = 2) => String(number).padStart(width, "0");const dayText = (date) => `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;function readDay(text) {const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);return match && exactDay(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
}
function isDay(timestamp) {const date = new Date(timestamp * 1000);return startOfDay(date).getTime() === timestamp * 1000
}
const dueOf = ({ timestamp, day }) => timestamp === undefined ? null : { timestamp, day };const wholeDay = (date) => ({ ...exactTime(startOfDay(date)), day: dayText(date) });const exactTime = (date) => ({ timestamp: Math.floor(date.getTime() / 1000) });function dueDate({ timestamp, day }) {return (day && readDay(day)) || new Date(timestamp * 1000)
}
const hasTime = ({ timestamp, day }) => !day && !isDay(timestamp);function isOverdue(due, now) {const date = dueDate(due);return hasTime(due) ? date < now : startOfDay(date, 1) <= now
}
const dateText = (due) => due.day ?? dayText(dueDate(due));function timeText(due) {if (!hasTime(due)) return "";const date = dueDate(due);return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}
function machineText(due) {const time = timeText(due);return dateText(due) + (time && `T${time}`)
}
function fromInputs(date, time) {const result = readDay(date);if (!result) return null;if (!time) return wholeDay(result);const [hours, minutes] = time.split(":").map(Number);result.setHours(hours, minutes);return exactTime(result)
}
function onDay(due, date) {return due && hasTime(due) ? (fromInputs(dayText(date), timeText(due))) : wholeDay(date)
}
const nextWeek = (now) => startOfDay(now, (8 - now.getDay()) % 7 || 7);const views = ["today", "all", "done"];const sections = ["overdue", "today", "tomorrow", "week", "later", "no date", "to do", "done"];function sectionsAt(now) {const starts = [0, 1, 2, 8].map((days) => startOfDay(now, days));const [today, tomorrow, afterTomorrow, later] = starts.map((date) => date.getTime());const [todayText, tomorrowText, afterText, laterText] = starts.map(dayText);return ({ done, timestamp, day }) => {if (done) return "done";if (timestamp === undefined) return "no date";if (day) {if (day < todayText) return "overdue";if (day < tomorrowText) return "today";if (day < afterText) return "tomorrow";return day < laterText ? "week" : "later"
}
const time = timestamp * 1000;if (time < today || (time > today && time < now.getTime())) return "overdue";if (time < tomorrow) return "today";if (time < afterTomorrow) return "tomorrow";return time < later ? "week" : "later"
}
}
function isShown(section, view, isSearch) {if (view === "history" || view === "trash") return false;if (view === "done") return section === "done";if (view === "tag") return section !== "done";if (view === "today") return section === "overdue" || section === "today";return section !== "done" || isSearch
}
const hasPlace = ({ location }) => !!location && (!!location.name || !!location.coordinate);const folded = new WeakMap();function fold(text) {if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();return text.normalize("NFC").toUpperCase().toLowerCase()
}
function textOf(item) {let text = folded.get(item);if (text === undefined) {text = fold(item.itemDescription ? `${item.title}\n${item.itemDescription}` : item.title);folded.set(item, text)
}
return text
}
function search(query) {const words = fold(query).split(/\s+/).filter(Boolean);if (words.length === 0) return () => true;return (item) => {const text = textOf(item);return words.every((word) => text.includes(word))
}
}
const pastViews = ["history", "trash"];function readRoute(hash, view, tag = "") {const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);const name = (path.slice(1));const named = readName(/^\/tag\/([^/]+)$/.exec(path)?.[1]);const id = /^\/items\/([^/]+)$/.exec(path)?.[1];return {view: named ? "tag" : [...views, ...pastViews].includes(name) ? name : view, tag: named || tag, q: new URLSearchParams(query).get("q") ?? "", item: id ? id.toLowerCase() : null }
}
function readName(text = "") {try {return decodeURIComponent(text)
} catch {return ""
}
}
function writeRoute({ view, tag, q, item }) {const query = q && `?${new URLSearchParams({ q })}`;const path = view === "tag" ? `tag/${encodeURIComponent(tag)}` : view;return (item ? `#/items/${item}` : `#/${path}`) + query
}
const conflictTexts = {"changed elsewhere": ["Changed elsewhere", "Anderswo geändert"], "changed elsewhere n": ["Changed elsewhere ({n})", "Anderswo geändert ({n})"], "conflict rules": ["Changes to different parts of a to-do are all kept. If two devices changed the same part, the one that arrives last counts; what it replaced is kept under “Changed elsewhere” and comes back with one tap. A deletion counts only if nobody changed the to-do meanwhile; a tick or a move is no change.", "Änderungen an verschiedenen Teilen einer Aufgabe bleiben alle erhalten. Haben zwei Geräte denselben Teil geändert, gilt, was zuletzt ankommt; was es ersetzt hat, steht unter „Anderswo geändert“ und kommt mit einem Tippen zurück. Löschen gilt nur, wenn inzwischen niemand die Aufgabe geändert hat; Abhaken oder Verschieben ist keine Änderung."], "replaced by": ["{part}: {lost} – replaced by {by}", "{part}: {lost} – ersetzt durch {by}"], "kept line": ["Deleted here, changed elsewhere: it is kept.", "Hier gelöscht, anderswo geändert: Die Aufgabe bleibt."], "revived line": ["Deleted elsewhere, changed here: it is there again.", "Anderswo gelöscht, hier geändert: Die Aufgabe ist wieder da."], "gone line": ["Ticked here, deleted elsewhere: it is gone.", "Hier abgehakt, anderswo gelöscht: Die Aufgabe ist weg."], "refused because": ["Refused by the server: {reason}", "Vom Server abgelehnt: {reason}"], "put back": ["Put back", "Zurückholen"], "no room": ["No room on the server", "Kein Platz auf dem Server"], "full": ["The server has no room for “{it}”. It is kept here and sent when something is deleted.", "Der Server hat keinen Platz für „{it}“. Es bleibt hier und wird gesendet, sobald etwas gelöscht ist."], "not undone": ["Not undone: {it}.", "Nicht rückgängig gemacht: {it}."], "not redone": ["Not redone: {it}.", "Nicht wiederhergestellt: {it}."], "was changed": ["“{it}” was changed elsewhere", "„{it}“ wurde anderswo geändert"], "was deleted": ["“{it}” was deleted elsewhere", "„{it}“ wurde anderswo gelöscht"], "and more": ["and {n} more", "und {n} weitere"], "undo again": ["Undo again takes back: {it}.", "Als Nächstes wird zurückgenommen: {it}."] };const exchangeTexts = {"reading": ["Reading …", "Lesen …"], "import new": ["{n} new", "{n} neu"], "import changed": ["{n} to be replaced", "{n} zu ersetzen"], "import unchanged": ["{n} there already", "{n} schon vorhanden"], "import skipped": ["{n} skipped", "{n} übersprungen"], "lost": ["Lost", "Geht verloren"], "skipped": ["Skipped", "Übersprungen"], "line": ["Line", "Zeile"], "number": ["No.", "Nr."], "one to-do": ["To-do", "Aufgabe"], "value": ["Value", "Wert"], "why": ["Why", "Grund"], "kept in notes": ["kept in the notes", "bleibt in den Notizen"], "calendar": ["Calendar", "Kalender"], "calendar text": ["What is due, in Google Calendar, Apple Calendar, Outlook or Thunderbird. It can only be read there.", "Was fällig ist, in Google Kalender, Apple Kalender, Outlook oder Thunderbird. Dort lässt es sich nur lesen."], "new address": ["New address", "Neue Adresse"], "address secret": ["Everybody who knows this address can read the calendar. It is shown only now.", "Wer diese Adresse kennt, kann den Kalender lesen. Sie wird nur jetzt gezeigt."], "calendar addresses": ["Addresses", "Adressen"], "made and used": ["made {made}, last used {used}", "erstellt {made}, zuletzt benutzt {used}"], "subscribe": ["Subscribe", "Abonnieren"], "copy": ["Copy", "Kopieren"], "copied": ["Copied", "Kopiert"], "copy by hand": ["The browser does not allow it. The address is selected.", "Der Browser erlaubt es nicht. Die Adresse ist ausgewählt."], "revoke": ["Revoke", "Widerrufen"], "no calendar": ["Without accounts, the calendar exists only on a server that answers to this computer alone.", "Ohne Konten gibt es den Kalender nur auf einem Server, der nur diesem Rechner antwortet."], "file large": ["The file is too large for the server.", "Die Datei ist dem Server zu groß."], "file no room": ["The server has no room for these to-dos.", "Der Server hat keinen Platz für diese Aufgaben."] };const historyTexts = {"history": ["History", "Verlauf"], "trash": ["Trash", "Papierkorb"], "versions": ["Earlier versions", "Frühere Versionen"], "show more": ["Show more", "Mehr anzeigen"], "try again": ["Try again", "Erneut versuchen"], "no history": ["Nothing has happened yet.", "Noch ist nichts passiert."], "no history hint": ["What you and your assistants change is listed here for 30 days, each with its Undo.", "Was du und deine Assistenten ändern, steht hier 30 Tage lang, und lässt sich rückgängig machen."], "no trash": ["The trash is empty.", "Der Papierkorb ist leer."], "no trash hint": ["What you delete can be put back from here for 30 days.", "Was du löschst, kannst du hier 30 Tage lang zurückholen."], "no versions": ["There are no earlier versions.", "Es gibt keine früheren Versionen."], "needs network": ["This needs the network.", "Das geht nur mit Netz."], "needs network hint": ["The history is on the server. It is shown as soon as the server answers.", "Der Verlauf ist auf dem Server. Er erscheint, sobald der Server antwortet."], "not loaded": ["This could not be loaded.", "Das ließ sich nicht laden."], "one item": ["1 to-do", "1 Aufgabe"], "n items": ["{n} to-dos", "{n} Aufgaben"], "by {who}": ["{who} {did}", "{who} hat {did}"], "did nothing": ["changed nothing in the end", "am Ende nichts geändert"], "did added": ["added {it}", "{it} hinzugefügt"], "did put back": ["put back {it}", "{it} zurückgeholt"], "did completed": ["completed {it}", "{it} erledigt"], "did reopened": ["reopened {it}", "{it} wieder geöffnet"], "did moved": ["moved {it}", "{it} verschoben"], "did tagged": ["changed the tags of {it}", "Tags von {it} geändert"], "did changed": ["changed {it}", "{it} geändert"], "did deleted": ["deleted {it}", "{it} gelöscht"], "did undo": ["took back: {it}", "zurückgenommen: {it}"], "did redo": ["restored: {it}", "wiederhergestellt: {it}"], "earlier change": ["an earlier change", "eine frühere Änderung"], "is undone": ["undone", "rückgängig gemacht"], "version added": ["Added", "Hinzugefügt"], "version completed": ["Completed", "Erledigt"], "version reopened": ["Reopened", "Wieder geöffnet"], "version deleted": ["Deleted", "Gelöscht"], "before that": ["{part} before: {value}", "{part} vorher: {value}"], "by undo": ["by Undo", "durch Rückgängig"], "deleted at": ["Deleted: {time}", "Gelöscht: {time}"], "item put back": ["Put back: {it}", "Zurückgeholt: {it}"], "same already": ["Nothing to put back: it is the same.", "Nichts zurückzuholen: Es ist gleich."], "was changed since": ["“{it}” was changed since", "„{it}“ wurde seither geändert"], "it was changed since": ["it was changed since", "es wurde seither geändert"], "no longer there": ["it is no longer there", "es ist nicht mehr vorhanden"], "needs the network": ["this needs the network", "das geht nur mit Netz"], "only reads": ["this sign-in may only read", "diese Anmeldung darf nur lesen"], "no room left": ["the server has no room", "der Server hat keinen Platz"], "not put back": ["Not put back: {it}.", "Nicht zurückgeholt: {it}."] };const listTexts = {"empty": ["No to-dos yet.", "Noch keine Aufgaben."], "empty hint": ["Type what there is to do, with a day if you like: “Call Ada Friday 17:00”.", "Was ist zu tun? Gern mit Tag: „Ada anrufen Freitag 17 Uhr“."], "nothing matches": ["Nothing matches.", "Nichts gefunden."], "nothing today": ["Nothing for today.", "Heute ist nichts zu tun."], "nothing open": ["Everything is done.", "Alles ist erledigt."], "nothing done": ["Nothing is done yet.", "Noch ist nichts erledigt."], "nothing tagged": ["Nothing to do with this tag.", "Nichts zu tun mit diesem Tag."], "nothing matches hint": ["Try fewer or other words.", "Versuch es mit weniger oder anderen Worten."], "nothing today hint": ["What comes later is under All.", "Was später kommt, steht unter Alle."], "nothing tagged hint": ["What you add here gets this tag.", "Was du hier hinzufügst, bekommt diesen Tag."], "nothing open hint": ["Type what comes next.", "Was kommt als Nächstes?"], "nothing done hint": ["A tick brings a to-do here.", "Ein Haken bringt eine Aufgabe hierher."], "tag": ["Tag", "Tag"], "tags": ["Tags", "Tags"], "add tag": ["Add tag", "Tag hinzufügen"], "remove tag": ["Remove tag {it}", "Tag {it} entfernen"], "tag wrong": ["A tag has no space, # or comma, and at most 40 characters.", "Ein Tag hat kein Leerzeichen, # oder Komma und höchstens 40 Zeichen."], "tags full": ["At most 10 tags.", "Höchstens 10 Tags."], "rename": ["Rename", "Umbenennen"], "delete tag": ["Delete tag", "Tag löschen"], "new name": ["New name", "Neuer Name"], "selected": ["Selected", "Ausgewählt"], "n selected": ["{n} selected", "{n} ausgewählt"], "clear selection": ["Clear", "Aufheben"], "move to today": ["Move to today", "Auf heute verschieben"] };const ruleTexts = {"at the time": ["at the time", "zur Zeit"], "before it": ["{it} before", "{it} vorher"], "after it": ["{it} after", "{it} danach"], "that day": ["{time} that day", "{time} am selben Tag"], "the day before": ["{time} the day before", "{time} am Tag davor"], "repeat": ["Repeat", "Wiederholen"], "repeat never": ["Never", "Nie"], "repeat daily": ["Every day", "Jeden Tag"], "repeat weekdays": ["Every weekday", "Jeden Werktag"], "repeat weekly": ["Every week", "Jede Woche"], "repeat monthly": ["Every month", "Jeden Monat"], "repeat yearly": ["Every year", "Jedes Jahr"], "repeat custom": ["Custom", "Eigene Regel"], "custom repeat": ["Custom repeat", "Eigene Regel"], "interval": ["Every", "Alle"], "interval wrong": ["A number from 1 to 999.", "Eine Zahl von 1 bis 999."], "unit": ["Unit", "Einheit"], "unit daily": ["Days", "Tage"], "unit weekly": ["Weeks", "Wochen"], "unit monthly": ["Months", "Monate"], "unit yearly": ["Years", "Jahre"], "weekdays": ["Weekdays", "Wochentage"], "on": ["On", "Am"], "on due": ["The day of the due date", "Tag des Datums"], "on day": ["A day of the month", "Bestimmter Tag"], "on weekday": ["A weekday", "Wochentag"], "month day": ["Day of the month", "Tag des Monats"], "month day wrong": ["A number from 1 to 31.", "Eine Zahl von 1 bis 31."], "which": ["Which", "Welcher"], "which 1": ["First", "Erster"], "which 2": ["Second", "Zweiter"], "which 3": ["Third", "Dritter"], "which 4": ["Fourth", "Vierter"], "which -1": ["Last", "Letzter"], "weekday": ["Weekday", "Wochentag"], "from": ["Counted from", "Gezählt ab"], "from due": ["Due date", "Fälligkeit"], "from done": ["Completion", "Erledigung"], "until": ["Until", "Bis"], "every daily": ["every day", "jeden Tag"], "every weekly": ["every week", "jede Woche"], "every monthly": ["every month", "jeden Monat"], "every yearly": ["every year", "jedes Jahr"], "every n daily": ["every {n} days", "alle {n} Tage"], "every n weekly": ["every {n} weeks", "alle {n} Wochen"], "every n monthly": ["every {n} months", "alle {n} Monate"], "every n yearly": ["every {n} years", "alle {n} Jahre"], "every weekday": ["every weekday", "jeden Werktag"], "every of": ["every {days}", "jeden {days}"], "rule on": ["{rule} on {days}", "{rule} am {days}"], "rule on day": ["{rule} on the {day}", "{rule} am {day}"], "rule from done": ["{rule} after completion", "{rule} nach Erledigung"], "rule until": ["{rule} until {date}", "{rule} bis {date}"], "ordinal one": ["{n}st", "{n}."], "ordinal two": ["{n}nd", "{n}."], "ordinal few": ["{n}rd", "{n}."], "ordinal other": ["{n}th", "{n}."], "nth 1": ["first {day}", "ersten {day}"], "nth 2": ["second {day}", "zweiten {day}"], "nth 3": ["third {day}", "dritten {day}"], "nth 4": ["fourth {day}", "vierten {day}"], "nth -1": ["last {day}", "letzten {day}"], "last day": ["last day", "letzten Tag"] };const texts = {...conflictTexts, ...exchangeTexts, ...historyTexts, ...listTexts, ...ruleTexts, "added": ["Added: {it}", "Hinzugefügt: {it}"], "done": ["Done: {it}", "Erledigt: {it}"], "done next": ["Done. Next: {date}", "Erledigt. Nächstes Mal: {date}"], "not done": ["Not done: {it}", "Nicht erledigt: {it}"], "saved": ["Saved: {it}", "Gespeichert: {it}"], "moved": ["Moved: {it}", "Verschoben: {it}"], "moved to": ["Moved: {it} ({place} of {n})", "Verschoben: {it} ({place} von {n})"], "deleted": ["Deleted: {it}", "Gelöscht: {it}"], "undone": ["Undone", "Rückgängig gemacht"], "redone": ["Redone", "Wiederhergestellt"], "imported": ["Imported: {it}", "Importiert: {it}"], "imported rest": ["Imported: {it} – {n} there already", "Importiert: {it} – {n} schon vorhanden"], "messages": ["Messages", "Meldungen"], "connection": ["Connection", "Verbindung"], "connecting": ["Connecting", "Verbinden"], "offline": ["Offline", "Offline"], "waiting one": ["{state} – 1 change waiting", "{state} – 1 Änderung wartet"], "waiting many": ["{state} – {n} changes waiting", "{state} – {n} Änderungen warten"], "show": ["Show", "Anzeigen"], "undo": ["Undo", "Rückgängig"], "redo": ["Redo", "Wiederherstellen"], "reload": ["Reload", "Neu laden"], "part missing": ["This part of the page could not be loaded. Check the connection, or reload the page.", "Dieser Teil der Seite ließ sich nicht laden. Prüfe die Verbindung, oder lade die Seite neu."], "new version": ["There is a new version.", "Es gibt eine neue Version."], "new to-do": ["New to-do", "Neue Aufgabe"], "add": ["Add", "Hinzufügen"], "as typed": ["As typed", "Wie getippt"], "due on": ["Due {date}", "Fällig {date}"], "due and repeat": ["Due {date}, {rule}", "Fällig {date}, {rule}"], "add many": ["Add to-dos", "Aufgaben hinzufügen"], "add many text": ["The text has {n} lines. Add {n} to-dos?", "Der Text hat {n} Zeilen. {n} Aufgaben hinzufügen?"], "search": ["Search", "Suchen"], "views": ["Views", "Ansichten"], "all": ["All", "Alle"], "with a place": ["With a place", "Mit Ort"], "show all": ["Show all", "Alle anzeigen"], "view order": ["View order", "Reihenfolge"], "sort due": ["Due date", "Fälligkeit"], "sort position": ["Order by hand", "Eigene Reihenfolge"], "sort created": ["Order added", "Hinzugefügt"], "sort title": ["Title", "Titel"], "sort changed": ["Last changed", "Geändert"], "to do": ["To do", "Zu erledigen"], "done list": ["Done", "Erledigt"], "loading": ["Loading …", "Laden …"], "overdue": ["Overdue", "Überfällig"], "today": ["Today", "Heute"], "tomorrow": ["Tomorrow", "Morgen"], "yesterday": ["Yesterday", "Gestern"], "week": ["Next 7 days", "Nächste 7 Tage"], "later": ["Later", "Später"], "no date": ["No date", "Kein Datum"], "next week": ["Next week", "Nächste Woche"], "more of": ["More: {it}", "Mehr: {it}"], "clear": ["Clear", "Leeren"], "details": ["Details", "Einzelheiten"], "due": ["Due", "Fällig"], "place": ["Place", "Ort"], "order": ["Order", "Reihenfolge"], "remind": ["Remind", "Erinnern"], "description": ["Description", "Beschreibung"], "coordinate": ["Coordinate", "Koordinate"], "map of": ["Map: {it}", "Karte: {it}"], "open map": ["Open map", "Karte öffnen"], "credit": ["© OpenStreetMap contributors", "© OpenStreetMap-Mitwirkende"], "delete": ["Delete", "Löschen"], "close": ["Close", "Schließen"], "title": ["Title", "Titel"], "date": ["Date", "Datum"], "time": ["Time", "Uhrzeit"], "address": ["Address", "Adresse"], "address hint": ["The server looks up its coordinate.", "Der Server sucht ihre Koordinate."], "cancel": ["Cancel", "Abbrechen"], "title missing": ["Enter a title.", "Gib einen Titel ein."], "too long": ["At most {n} characters.", "Höchstens {n} Zeichen."], "description long": ["At most 64 KiB.", "Höchstens 64 KiB."], "date missing": ["Enter a date as well.", "Gib auch ein Datum ein."], "date wrong": ["There is no such date.", "Dieses Datum gibt es nicht."], "coordinate wrong": ["Enter latitude and longitude, such as 51.2, 6.7.", "Gib Breite und Länge ein, etwa 51.2, 6.7."], "menu": ["Menu", "Menü"], "export": ["Export", "Exportieren"], "import": ["Import", "Importieren"], "replace existing": ["Replace existing", "Vorhandene ersetzen"], "notify": ["Notify me when something is due", "Erinnern, wenn etwas fällig ist"], "remind device": ["Remind me on this device", "Auf diesem Gerät erinnern"], "notify denied": ["The browser does not allow notifications from this page.", "Der Browser erlaubt dieser Seite keine Mitteilungen."], "view": ["View", "Ansicht"], "settings": ["Settings", "Einstellungen"], "file": ["File", "Datei"], "account": ["Account", "Konto"], "clear done": ["Clear done", "Erledigte löschen"], "delete all": ["Delete all", "Alle löschen"], "shortcuts": ["Keyboard shortcuts", "Tastenkürzel"], "sign out": ["Sign out", "Abmelden"], "delete account": ["Delete account", "Konto löschen"], "theme": ["Theme", "Darstellung"], "theme system": ["As the system", "Automatisch"], "theme light": ["Light", "Hell"], "theme dark": ["Dark", "Dunkel"], "language": ["Language", "Sprache"], "single keys": ["Single-key shortcuts", "Kürzel mit einer Taste"], "key rows": ["Next or previous to-do", "Nächste oder vorige Aufgabe"], "key select": ["Select several", "Mehrere auswählen"], "key move": ["Move by hand", "Von Hand verschieben"], "key check": ["Check or uncheck", "Abhaken oder öffnen"], "key tag": ["Add a tag", "Tag hinzufügen"], "key date": ["Date: then t, m, w, or a text", "Datum: dann t, m, w oder ein Text"], "key views": ["Today, All, Done", "Heute, Alle, Erledigt"], "key help": ["This help", "Diese Hilfe"], "key close": ["Close, or leave a box", "Schließen oder ein Feld verlassen"], "space": ["Space", "Leertaste"], "deleted elsewhere": ["“{it}” was deleted on another device.", "„{it}“ wurde auf einem anderen Gerät gelöscht."], "deleted while edited": ["Deleted elsewhere. Saving keeps it.", "Anderswo gelöscht. Speichern behält die Aufgabe."], "none": ["none", "nichts"], "not sent": ["Changes not sent", "Änderungen nicht gesendet"], "not sent one": ["The server does not have 1 change yet.", "Der Server hat 1 Änderung noch nicht."], "not sent many": ["The server does not have {n} changes yet.", "Der Server hat {n} Änderungen noch nicht."], "not sent one of": ["The server does not have 1 change of {it} yet.", "Der Server hat 1 Änderung von {it} noch nicht."], "not sent many of": ["The server does not have {n} changes of {it} yet.", "Der Server hat {n} Änderungen von {it} noch nicht."], "kept hint": ["What is kept here is sent when you sign in again on this device.", "Was hier bleibt, wird gesendet, wenn du dich auf diesem Gerät wieder anmeldest."], "kept hint of": ["What is kept here is sent when {it} signs in again on this device.", "Was hier bleibt, wird gesendet, wenn sich {it} auf diesem Gerät wieder anmeldet."], "stay": ["Stay signed in", "Angemeldet bleiben"], "keep them": ["Keep them here", "Hier behalten"], "delete them": ["Delete them", "Löschen"], "leave text": ["This deletes your account with all its to-dos, on the server and here. It cannot be undone.", "Das löscht dein Konto mit allen Aufgaben, auf dem Server und hier. Es lässt sich nicht rückgängig machen."], "password": ["Password", "Passwort"], "show password": ["Show password", "Passwort zeigen"], "about": ["To-dos with dates, on all your devices, also without a network.", "Aufgaben mit Terminen, auf allen Geräten, auch ohne Netz."], "sign in": ["Sign in", "Anmelden"], "no account": ["No account yet? The operator makes it: toodoo setup-link for the first one, then toodoo user add.", "Noch kein Konto? Der Betreiber legt es an: das erste mit toodoo setup-link, dann toodoo user add."], "first account": ["This is the first account of this server.", "Das ist das erste Konto dieses Servers."], "sign up": ["Create an account", "Konto anlegen"], "create account": ["Create account", "Konto erstellen"], "name": ["Name", "Name"], "email": ["Email", "E-Mail"], "keep signed in": ["Stay signed in on this device", "Auf diesem Gerät angemeldet bleiben"], "password hint": ["At least 10 characters.", "Mindestens 10 Zeichen."], "session ended": ["Your session has ended.", "Die Sitzung ist beendet."], "ended hint": ["Until you sign in again, nothing is sent or received here.", "Bis du dich wieder anmeldest, wird hier nichts gesendet oder empfangen."], "wrong or deleted": ["Wrong email or password, or the account was deleted.", "E-Mail oder Passwort ist falsch, oder das Konto wurde gelöscht."], "signed in as": ["Signed in as {it}", "Angemeldet als {it}"], "wrong sign in": ["Wrong email or password.", "E-Mail oder Passwort ist falsch."], "wrong password": ["Wrong password.", "Das Passwort ist falsch."], "too many": ["Too many attempts. Try again in {n} seconds.", "Zu viele Versuche. Versuche es in {n} Sekunden wieder."], "account deleted": ["Your account is deleted.", "Dein Konto ist gelöscht."], "email taken": ["There is an account with this email already.", "Es gibt schon ein Konto mit dieser E-Mail."], "no answer": ["The server does not answer. Try again later.", "Der Server antwortet nicht. Versuche es später wieder."], "refused": ["The server refused “{it}”: {reason}", "Der Server hat „{it}“ abgelehnt: {reason}"], "address unknown": ["The address was not found: {it}. The to-do is saved without a coordinate.", "Die Adresse wurde nicht gefunden: {it}. Die Aufgabe ist ohne Koordinate gespeichert."], "address failed": ["The address could not be looked up. The to-do is saved without a coordinate.", "Die Adresse konnte nicht gesucht werden. Die Aufgabe ist ohne Koordinate gespeichert."], "file form": ["“{it}” is not a list of to-dos. The first fault is in line or item {n}.", "„{it}“ ist keine Liste von Aufgaben. Der erste Fehler ist in Zeile oder Eintrag {n}."], "file empty": ["“{it}” is empty.", "„{it}“ ist leer."], "file unread": ["“{it}” cannot be read.", "„{it}“ lässt sich nicht lesen."], "file refused": ["Not imported: {reason}", "Nicht importiert: {reason}"], "item fault": ["Item {n}: {reason}.", "Eintrag {n}: {reason}."], "imported before": ["The {n} before it are imported.", "Die {n} davor sind importiert."], "no such item": ["There is no such to-do.", "Diese Aufgabe gibt es nicht."], "not stored": ["The browser cannot store changes on this device: {reason}", "Der Browser kann Änderungen auf diesem Gerät nicht speichern: {reason}"], "outdated": ["A newer version is open in another tab. Reload this page.", "Eine neuere Version ist in einem anderen Tab offen. Lade diese Seite neu."], "insecure": ["Without HTTPS this page does not start without the server.", "Ohne HTTPS startet diese Seite nicht ohne den Server."], "dismiss": ["Dismiss", "Ausblenden"], "signing out": ["Signing out …", "Abmelden …"], "date in words": ["Date in words", "Datum in Worten"], "days": ["Days", "Tage"], "earlier weeks": ["Earlier weeks", "Frühere Wochen"], "later weeks": ["Later weeks", "Spätere Wochen"], "finish": ["Done", "Fertig"], "by coordinate": ["By its coordinate", "Mit Koordinate"], "minutes before": ["Minutes before", "Minuten vorher"], "days before": ["Days before", "Tage vorher"], "remind time": ["Reminder time", "Uhrzeit der Erinnerung"], "remind wrong": ["From 28 days before to 7 days after.", "Von 28 Tagen vorher bis 7 Tage danach."], "edit title": ["Edit the title", "Titel bearbeiten"], "date box hint": ["Such as Friday 17:00", "Etwa Freitag 17 Uhr"], "add a description": ["Notes", "Notizen"], "add a place": ["Add a place", "Ort hinzufügen"] };const languages = { en: "English", de: "Deutsch" };const columns = { en: 0, de: 1 };let language = "en";const forms = {weekday: { weekday: "short" }, longWeekday: { weekday: "long" }, weekdayAndDay: { weekday: "short", day: "numeric", month: "short" }, weekdayAndYear: { weekday: "short", day: "numeric", month: "short", year: "numeric" }, day: { day: "numeric", month: "short" }, dayAndYear: { day: "numeric", month: "short", year: "numeric" }, month: { month: "long", year: "numeric" }, monthAlone: { month: "long" }, time: { timeStyle: "short" }, long: { weekday: "long", day: "numeric", month: "long" }, longAndYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" } };const formats = new Map();const variant = () => navigator.languages.find((name) => name.startsWith(language)) ?? language;function formatted(form, date) {let made = formats.get(form);if (!made) {formats.set(form, made = new Intl.DateTimeFormat(variant(), forms[form]))
}
return made.format(date).replaceAll("\u202f", " ")
}
const currentLanguage = () => language;function setLanguage(next) {language = next;document.documentElement.lang = next;formats.clear()
}
const t = (key, values) => say(texts[key], values);function say(both, values) {const text = both[columns[language]];return values ? text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : text
}
function memberName(member = "") {const key = nameKey(member);return key ? t(key) : member
}
const memberNames = (members) => partsWith(members).map(memberName).join(", ");const timeOf = (date) => formatted("time", date);function shortDue(due, now) {const date = dueDate(due);const days = Math.round((startOfDay(date).getTime() - startOfDay(now).getTime()) / 86_400_000);const text = days === -1 ? t("yesterday") : days === 0 ? t("today") : days === 1 ? t("tomorrow") : days > 1 && days < 7 ? formatted("weekday", date) : formatted(date.getFullYear() === now.getFullYear() ? "day" : "dayAndYear", date);return hasTime(due) ? `${text} ${formatted("time", date)}` : text
}
function longDue(due, now) {const date = dueDate(due);const text = formatted(date.getFullYear() === now.getFullYear() ? "long" : "longAndYear", date);return hasTime(due) ? `${text} ${formatted("time", date)}` : text
}
function relativeDay(due, now) {const date = dueDate(due);const days = Math.round((startOfDay(date).getTime() - startOfDay(now).getTime()) / 86_400_000);if (days === -1) return t("yesterday");if (days === 0) return t("today");if (days === 1) return t("tomorrow");const isThisYear = date.getFullYear() === now.getFullYear();return formatted(isThisYear ? "weekdayAndDay" : "weekdayAndYear", date)
}
function monthsOf(first, last) {const end = formatted("month", last);return first.getMonth() === last.getMonth() ? end : `${formatted("monthAlone", first)} – ${end}`
}
function nextDue(due, now) {const date = dueDate(due);const form = date.getFullYear() === now.getFullYear() ? "weekdayAndDay" : "weekdayAndYear";const text = formatted(form, date);return hasTime(due) ? `${text} ${formatted("time", date)}` : text
}
const formatUnit = (count, unit) => new Intl.NumberFormat(variant(), { style: "unit", unit, unitDisplay: "long" }).format(count);const weekdayName = (weekday, form) => formatted(form, new Date(2024, 0, 1 + weekday));const fullDay = (date) => formatted("dayAndYear", date);const listed = (parts) => new Intl.ListFormat(variant()).format(parts);const key = "toodoo.drafts";const mostHeld = 100;class Drafts {constructor() {this.isGone = false;addEventListener("pagehide", () => this.isGone = true);addEventListener("pageshow", () => this.isGone = false);this.owner = "";this.isStored = true;this.title = "";this.fields = {};this.early = [];this.unstored = [];try {Object.assign(this, JSON.parse(sessionStorage.getItem(key) ?? "{}"))
} catch {}
}
claim(session) {const owner = session?.id ?? "";this.isStored = session?.kept ?? true;const isForeign = this.owner !== "" && owner !== this.owner;if (isForeign) this.clear();this.owner = owner;return isForeign
}
clear() {this.title = "";this.fields = {};this.early = [];this.unstored = [];this.store()
}
keepTitle(title) {if (title === this.title) return;this.title = title;this.store()
}
keep(name, draft) {if (this.isGone) return;if (draft) this.fields[name] = draft;else if (name in this.fields) delete this.fields[name];else return;this.store()
}
keepEarly(contents) {this.early.push(contents);this.store()
}
takeEarly() {const early = this.early.splice(0);if (early.length > 0) this.store();return early
}
hold(entries) {if (this.isGone) return;this.unstored.push(...entries.filter(({ operations }) => operations.length <= mostHeld));this.store()
}
release(entries) {const ids = new Set(entries.map(({ id }) => id));this.unstored = this.unstored.filter(({ id }) => !ids.has(id));this.store()
}
store() {const { owner, title, fields, early, unstored } = this;const isEmpty = !title && early.length + unstored.length === 0 && Object.keys(fields).length === 0;try {if (isEmpty || !this.isStored) sessionStorage.removeItem(key);else {const stored = JSON.stringify({ owner, title, fields, early, unstored });sessionStorage.setItem(key, stored)
}
} catch {}
}
}
const sorts = ["due", "position", "created", "title", "changed"];const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);const byCreation = (a, b) => Number(a.revision === undefined) - Number(b.revision === undefined) || a.createdAt - b.createdAt || compareText(a.id, b.id);const byCompletion = (a, b) => (b.doneAt ?? Infinity) === (a.doneAt ?? Infinity) ? byCreation(a, b) : (b.doneAt ?? Infinity) - (a.doneAt ?? Infinity);function byPosition(a, b) {if (a.position === b.position) return byCreation(a, b);if (!a.position || !b.position) return a.position ? -1 : 1;return compareText(a.position, b.position)
}
const moments = new WeakMap();function momentOf(item) {let moment = moments.get(item);if (!moment) moments.set(item, moment = makeMoment(item));return moment
}
function makeMoment({ timestamp, day }) {if (timestamp === undefined) return { start: Infinity };const due = { timestamp, day };const date = dueDate(due);const start = startOfDay(date).getTime();return hasTime(due) ? { start, time: date.getTime() } : { start }
}
function byDue(a, b) {const [left, right] = [momentOf(a), momentOf(b)];if (left.start !== right.start) return left.start < right.start ? -1 : 1;if (left.time === undefined && right.time === undefined) return byPosition(a, b);return (left.time ?? 0) - (right.time ?? 0) || byCreation(a, b)
}
function orderOf(sort, language) {switch (sort) {case "created": return byCreation;case "due": return byDue;case "position": return byPosition;case "title": {const { compare } = new Intl.Collator(language, { numeric: true });return (a, b) => compare(a.title, b.title) || byCreation(a, b)
}
case "changed": return (a, b) => {const [left, right] = [a.revision ?? Infinity, b.revision ?? Infinity];return left === right ? byCreation(a, b) : right - left
}
}
}
function order(sort, language, isDone = ({ done }) => done) {const openOrder = orderOf(sort, language);return (a, b) => {const [left, right] = [isDone(a), isDone(b)];if (left !== right) return left ? 1 : -1;return left ? byCompletion(a, b) : openOrder(a, b)
}
}
const words = (document.querySelector('meta[name="toodoo"]')?.getAttribute("content") ?? "").split(/\s+/);const tileTemplate = words.find((word) => word.startsWith("tiles="))?.slice("tiles=".length) ?? null;const server = {accounts: words.includes("accounts"), signUp: words.includes("sign-up"), proxy: words.includes("proxy-sign-in"), setupToken: /^#\/setup\/(.+)/.exec(location.hash)?.[1] ?? "", geocoder: words.includes("geocoder"), reminders: words.includes("reminders"), tiles: tileTemplate };function readPreference(key) {try {return localStorage.getItem(`toodoo.${key}`)
} catch {return null
}
}
function writePreference(key, value) {try {localStorage.setItem(`toodoo.${key}`, value)
} catch {}
}
function preferredLanguage() {const chosen = readPreference("language");if (chosen === "en" || chosen === "de") return chosen;const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name === "en" || name === "de");return known === "de" ? "de" : "en"
}
const preferences = {get theme() {const theme = document.documentElement.dataset.theme;return theme === "light" || theme === "dark" ? theme : "system"
}, set theme(theme) {writePreference("theme", theme);if (theme === "system") delete document.documentElement.dataset.theme;else document.documentElement.dataset.theme = theme;colourBrowser()
}, keepLanguage(language) {writePreference("language", language)
}, letters: readPreference("letters") !== "off", keepLetters(on) {this.letters = on;writePreference("letters", on ? "on" : "off")
} };const readChoice = (key, values) => values.find((value) => value === readPreference(key)) ?? values[0];const choices = {view: readChoice("view", ["all", ...views]), sort: readChoice("order", sorts), place: readPreference("place") === "on" };const isNotifying = () => readPreference("notify") === "on";const keepNotifying = (on) => writePreference("notify", on ? "on" : "off");const remindedAs = () => server.reminders && readPreference("push") || "";const remindedAccount = () => readPreference("push account") ?? "";function keepReminded(handle, account = "") {writePreference("push", handle);writePreference("push account", account)
}
const isRemindingAll = () => server.reminders && readPreference("remind all") === "on";const keepRemindingAll = (on) => writePreference("remind all", on ? "on" : "off");function keepChoice(name, value) {choices[name] = value;const text = value === true ? "on" : value === false ? "off" : value;writePreference(name === "sort" ? "order" : name, String(text))
}
function colourBrowser() {const { theme } = preferences;document.querySelectorAll('meta[name="theme-color"]').forEach((meta, index) => {const own = ["light", "dark"][index];const isChosen = theme === own ? "all" : "not all";meta.setAttribute("media", theme === "system" ? `(prefers-color-scheme: ${own})` : isChosen)
})
}
colourBrowser();const mostNames = 3;function tell(app, { entry, reason, problem }) {const it = entry.label;if (reason === "full") return app.emit("fault", t("full", { it }));app.history.forget(entry.id);app.emit("message", "");if (reason !== "refused") return;app.emit("fault", t("refused", { it, reason: reasonOf(problem ?? {}) }))
}
function tellMissed(app, from, missed) {const next = from === "done" ? app.history.done.at(-1) : undefined;app.emit("fault", notUndone(from, missed, next))
}
function notUndone(from, missed, next) {const names = missed.slice(0, mostNames).map(({ title, why }) => t(`was ${why}`, { it: title }));const n = missed.length - names.length;if (n > 0) names.push(t("and more", { n }));const sentence = t(from === "done" ? "not undone" : "not redone", { it: names.join(", ") });const it = next?.said?.replace(": ", " ");return it ? `${sentence} ${t("undo again", { it })}` : sentence
}
async function readPage(api, path) {const { body, next } = await api.success("GET", path);if (!Array.isArray(body)) throw new Refusal({ status: 0, body: null });return { elements: body, next }
}
const unanswered = new WeakMap();async function post({ api, connection }, path) {if (connection === "offline") return { status: 0, body: null };const keys = unanswered.get(api) ?? new Map();unanswered.set(api, keys);const key = keys.get(path) ?? makeID();keys.set(path, key);const answer = await api.send({ key, path, body: null });if (!isPassing(answer)) keys.delete(path);return answer
}
const isSuccess = ({ status }) => status >= 200 && status < 300;const isPassing = ({ status }) => status === 0 || status === 429 || status >= 500;async function undoWrite(app, revision, titleOf) {const { api } = app;const answer = await post(app, `/undo/${revision}`);if (app.api !== api) return false;if (!isSuccess(answer)) {app.emit("fault", t("not undone", { it: obstacleOf(app, answer, titleOf) }));return false
}
remember(app, t("undone"), answer.undo);return true
}
async function putBackItem(app, { id, title }, revision) {const { api } = app;const query = revision === undefined ? "" : `?revision=${revision}`;const answer = await post(app, `/items/${id}/restore${query}`);if (app.api !== api) return false;if (!isSuccess(answer)) {app.emit("fault", t("not put back", { it: obstacleOf(app, answer, () => title) }));return false
}
if (answer.undo === undefined) app.emit("message", t("same already"));else remember(app, t("item put back", { it: title }), answer.undo);return true
}
function remember(app, said, revision) {app.history.add({ label: said, parts: [], said, revision });app.emit("message", said);app.link?.wake()
}
async function reverseOnServer(app, step, from, to, said) {const { api, history } = app;const answer = await post(app, `/undo/${step.revision}`);if (app.api !== api) return;if (isSuccess(answer)) {history[to].push({ ...step, revision: answer.undo });app.emit("message", said);return app.link?.wake()
}
if (isPassing(answer)) history[from].push(step);const it = obstacleOf(app, answer, () => undefined);app.emit("fault", t(from === "done" ? "not undone" : "not redone", { it }));app.emit("message", "")
}
const mostObstacles = 3;function obstacleOf(app, { status, body, retryAfter }, titleOf) {const problem = (body ?? {});switch (status) {case 0: return t("needs the network");case 401: app.endSession();return t("session ended").replace(/\.$/, "");case 403: return t("only reads");case 404: case 410: return t("no longer there");case 409: {if (problem.type !== "/problems/changed-since") break;const titles = (problem.items ?? []).map((id) => app.items.get(id)?.title ?? titleOf(id));const names = titles.slice(0, mostObstacles).filter((title) => title !== undefined).map((it) => t("was changed since", { it }));if (names.length === 0) return t("it was changed since");const n = titles.length - names.length;return [...names, ...(n > 0 ? [t("and more", { n })] : [])].join(", ")
}
case 429: return t("too many", { n: retryAfter ?? 60 }).replace(/\.$/, "");case 507: return t("no room left")
}
return reasonOf(problem).replace(/\.$/, "")
}
async function reverse(app, from, to, key) {const { copy, history } = app;const step = history[from].pop();if (!step || !copy) return;if (step.revision !== undefined) return reverseOnServer(app, step, from, to, t(key));const taken = await copy.take(entriesOf(step).map((entry) => entry.id));if (app.copy !== copy) return;const { back, missed } = reversed(step, new Set(taken), copy.replica);const isNothing = back.parts.length === 0 && !back.settles && !back.reopens;if (isNothing && missed.length === 0) missed.push({ title: step.label, why: "changed" });if (missed.length > 0) tellMissed(app, from, missed);if (isNothing) return app.emit("message", "");history[to].push(back);app.emit("message", t(key));await app.store(back)
}
class App {constructor() {this.marker = new Marker();this.api = new API(this.marker);this.history = new History();this.copy = null;this.link = null;this.session = null;this.ended = false;this.loaded = false;this.connection = "connecting";this.route = readRoute(location.hash, choices.view);this.drafts = new Drafts();this.hasUpdate = false;this.listeners = new Map();this.views = new AbortController();this.last = Promise.resolve();addEventListener("popstate", () => this.follow());addEventListener("hashchange", () => this.follow())
}
on(name, listener) {const listeners = this.listeners.get(name) ?? new Set();this.listeners.set(name, listeners.add(listener));return () => void listeners.delete(listener)
}
emit(name, detail) {this.listeners.get(name)?.forEach((listener) => listener(detail))
}
resetViews() {this.views.abort();this.views = new AbortController();this.listeners.clear()
}
get items() {return this.copy?.replica.shown ?? new Map()
}
get entries() {return this.copy?.replica.entries ?? []
}
get conflicts() {return this.copy?.replica.conflicts ?? []
}
async open(session, unsent = null) {this.become(session);const { api } = this;const store = await this.openStore(session);if (this.api !== api) return store.close();if (unsent) {await store.seal(() => unsent.sealed ?? null);await store.commit({ added: unsent.entries, listed: unsent.conflicts })
}
const channel = store.shared ? openChannel(store.name) : silentChannel();const copy = this.copy = new Copy(store, channel, (dirty) => {if (copy.replica.token) this.loaded = true;this.emit("items", dirty)
});const link = this.link = new Link(copy, api, {onState: (state) => this.setConnection(state), onSignedOut: () => this.endSession(), onNotice: (notice) => tell(this, notice) });this.emit("session", undefined);await copy.load();await this.storeAgain();link.start()
}
async storeAgain() {const stored = new Set(this.entries.map(({ id }) => id));const { unstored } = this.drafts;const missing = unstored.filter(({ id }) => !stored.has(id));if (missing.length === 0 || await this.enqueue(missing)) this.drafts.release(unstored)
}
close() {const { session } = this;this.become(null);if (session) this.emit("session", undefined)
}
become(session) {this.link?.stop();this.copy?.close();this.copy = this.link = null;const isOther = this.session !== null && this.session.id !== session?.id;this.session = session;this.ended = false;this.api = new API(this.marker, session?.token);this.loaded = false;this.history = new History();const hasForeign = this.drafts.claim(session);if (isOther || hasForeign || this.isForeign) this.leave();else this.mark();this.setConnection("connecting")
}
leave() {this.drafts.clear();this.mark("#/");this.route = readRoute(location.hash, choices.view);this.emit("left", undefined)
}
get isForeign() {const of = history.state?.session;return of !== undefined && of !== this.session?.id
}
mark(hash) {history.replaceState(this.owner, "", hash)
}
get owner() {return this.session && { session: this.session.id }
}
async openStore(session) {if (session && !session.kept) return new MemoryStore();try {return await openDatabase(databaseName(session), () => this.emit("fault", t("outdated")))
} catch (error) {this.emit("fault", t("not stored", { reason: String(error) }));return new MemoryStore()
}
}
endSession() {if (this.ended) return;this.ended = true;this.emit("session", undefined)
}
setConnection(state) {this.connection = state;this.emit("connection", state)
}
navigate(change, replaces = false) {const hash = writeRoute({ ...this.route, ...change });if (replaces) this.mark(hash);else history.pushState(this.owner, "", hash);this.follow()
}
follow() {if (this.isForeign) this.mark("#/");else if (this.session && !history.state) this.mark();const route = readRoute(location.hash, this.route.view, this.route.tag);if (same(route, this.route)) return;const isOther = route.view !== this.route.view;if (isOther && views.includes(route.view)) keepChoice("view", route.view);this.route = route;this.emit("route", route)
}
inOrder(step) {const next = this.last.then(step, step);this.last = next.catch(() => {});return next
}
act(key, it, operations, more = {}) {const { copy } = this;if (!copy) return Promise.resolve(false);const said = t(key, { it });const step = { ...makeStep(String(it), operations, copy.replica.shown), said, ...more };this.history.add(step);this.emit("message", said);return this.store(step)
}
async store(step) {const entries = entriesOf(step);this.drafts.hold(entries);const isStored = await this.enqueue(entries, listing(step));this.drafts.release(entries);return isStored
}
async enqueue(entries, also) {try {await this.copy?.enqueue(entries, also);this.link?.wake();return true
} catch (error) {entries.forEach((entry) => this.history.forget(entry.id));this.emit("fault", t("not stored", { reason: String(error) }));return false
}
}
offerUpdate() {this.hasUpdate = true;this.emit("update", undefined)
}
undo() {return this.inOrder(() => reverse(this, "done", "undone", "undone"))
}
redo() {return this.inOrder(() => reverse(this, "undone", "done", "redone"))
}
}
const openChannel = (name) => (new BroadcastChannel(name));const silentChannel = () => ({ postMessage() {}, close() {}, onmessage: null });const revisionOf = ({ revision }) => Number(/(\d+)"?$/.exec(String(revision))?.[1]);async function notificationsOf(registration, account) {return (await registration.getNotifications()).map((notification) => ({notification, about: (Object(notification.data)) })).filter(({ about }) => about.account === account)
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
class Reminder {constructor(app) {this.app = app;this.told = Date.now();this.timer = 0;this.badge = -1;this.renewed = null;this.own = new Set();this.account = "";navigator.serviceWorker?.addEventListener("message", (event) => this.hear(event))
}
hear({ data, ports }) {const { session } = this.app;if (data.whose) {const isOthers = session !== null && databaseName(session) !== data.whose;ports[0].postMessage(isOthers)
} else keepReminded(data.handle, data.account)
}
look() {const { app } = this;if (app.copy) this.account = databaseName(app.session);const items = app.copy ? [...app.items.values()] : [];this.showBadge(countToday(items));clearTimeout(this.timer);const now = Date.now();if (app.copy && isNotifying() && !remindedAs() && app.link?.isLeader) {this.tell(dueBetween(items, this.told, now))
}
if (app.loaded) this.closeOld();this.told = now;const next = Math.min(...dueBetween(items, now, Infinity).map(timeOfItem));if (Number.isFinite(next) && next - now < 86_400_000) {this.timer = setTimeout(() => this.look(), next - now + 1)
}
}
showBadge(count) {if (count === this.badge) return;this.badge = count;const page = navigator;(count > 0 ? page.setAppBadge?.(count) : page.clearAppBadge?.())?.catch(() => {})
}
async tell(items) {if (items.length === 0 || Notification.permission !== "granted") return;const { account } = this;const registration = await navigator.serviceWorker?.getRegistration();for (const { id, title, timestamp = 0, day, revision } of items) {const options = {body: nextDue({ timestamp, day }, new Date()), tag: id, icon: document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "", data: { id, revision, timestamp, account, navigate: `/#/items/${id}` } };if (registration?.active) await registration.showNotification(title, options);else this.own.add(new Notification(title, options))
}
}
async renew() {const { app } = this;if (!remindedAs() || !app.link?.isLeader || app.ended || this.renewed === app.api) return;this.renewed = app.api;await import("./parts.js").then((push) => push.renew(app), () => {})
}
keepLanguage() {if (remindedAs()) storeLanguage(currentLanguage()).catch(() => {})
}
async closeOld() {if (!remindedAs() && !isNotifying()) return;const registration = await navigator.serviceWorker?.getRegistration();const { copy, session } = this.app;if (registration && copy) await closeOld(registration, copy.replica, databaseName(session))
}
async close() {const { account } = this;for (const notification of this.own) notification.close();this.own.clear();const registration = await navigator.serviceWorker?.getRegistration();if (registration) await closeAll(registration, account)
}
}
function countToday(items) {const sectionOf = sectionsAt(new Date());let count = 0;for (const item of items) {if (item.timestamp === undefined || item.done) continue;const section = sectionOf(item);if (section === "overdue" || section === "today") count++
}
return count
}
const timeOfItem = ({ timestamp = 0, day }) => dueDate({ timestamp, day }).getTime();function dueBetween(items, from, to) {return items.filter((item) => {const { done, timestamp, day } = item;if (done || day || timestamp === undefined) return false;return timestamp * 1000 > from && timestamp * 1000 <= to && hasTime({ timestamp })
})
}
function stopReminding(account) {if (!remindedAs() || remindedAccount() !== databaseName(account)) return;keepReminded("");navigator.serviceWorker?.getRegistration().then((registration) => unsubscribeBrowser(registration?.pushManager)).catch(() => {})
}
const canNotify = () => isSecureContext && "Notification" in globalThis;async function setNotifying(app, on) {const isAllowed = on && await Notification.requestPermission() === "granted";if (on && !isAllowed) app.emit("fault", t("notify denied"));keepNotifying(isAllowed);return isAllowed
}
const announcements = new BroadcastChannel("toodoo-session");async function signIn(app, { email, password, keep }, ask) {const { body } = await app.api.success("POST", "/sessions", email === undefined ? undefined : { email, password });const api = new API(app.marker, body.token);const account = (await api.success("GET", "/users/current")).body;const before = app.session && isSameAccount(app.session, account) ? app.session : null;const session = {id: before?.id ?? makeID(), name: account.name, email: account.email, token: body.token, kept: keep };const replaced = await readSession();const others = await leftByOthers(app, session, replaced);const choice = await choose(others.filter(({ n }) => n > 0), ask);if (choice === "stay") {revoke(api);return false
}
for (const other of others) {await forgetAccount(other, choice === "keep" && other.n > 0);if (replaced && isSameAccount(other, replaced)) revoke(new API(app.marker, replaced.token))
}
const queue = await strandedQueue(app, session);if (keep) await keepSession(session);await app.open(session, queue);if (keep) announcements.postMessage({ signedIn: session.email });return true
}
async function choose(unsent, ask) {if (unsent.length === 0) return "delete";return await ask({n: unsent.reduce((sum, { n }) => sum + n, 0), emails: unsent.map(({ email }) => email), canBeKept: unsent.every(({ isOnDisk }) => isOnDisk) })
}
async function leftByOthers({ session: before, copy, marker }, session, device) {const token = session.kept ? null : device?.token;const isValid = token && (await new API(marker, token).request("GET", "/users/current")).status === 200;const left = [];for (const account of await accountsOnDevice()) {if (isSameAccount(account, session)) continue;if (isValid && device && isSameAccount(account, device)) continue;const contents = await readDatabase(account);if (contents) left.push({ ...account, n: contents.entries.length, isOnDisk: true })
}
if (before && copy && !before.kept && !isSameAccount(before, session)) {left.push({ email: before.email, n: copy.replica.entries.length, isOnDisk: false })
}
return left
}
async function strandedQueue({ session: before, copy }, session) {if (before && copy && !before.kept && isSameAccount(before, session)) return copy.store.read();const accounts = session.kept ? [] : await accountsOnDevice();if (!accounts.some((account) => isSameAccount(account, session))) return null;const contents = await readDatabase(session);if (contents) await forgetAccount(session);return contents
}
async function readDatabase(account) {try {const store = await openDatabase(databaseName(account));const contents = await store.read();store.close();return contents
} catch {return null
}
}
async function signUp(app, { name, email, password, keep }, ask) {const setupToken = server.setupToken || undefined;await app.api.success("POST", "/users", { name, email, password, setupToken });if (setupToken) {server.setupToken = "";history.replaceState(null, "", location.pathname)
}
return await signIn(app, { email, password, keep }, ask)
}
async function signOut(app, keepsQueue) {const { api } = app;await forget(app, keepsQueue);revoke(api)
}
function revoke(api) {api.request("DELETE", "/sessions/current", { keepalive: true })
}
async function leave(app, password) {await app.api.success("DELETE", "/users/current", { password });await forget(app)
}
async function forget(app, keepsQueue) {const { session } = app;app.close();if (session?.kept) await forgetAccount(session, keepsQueue)
}
async function forgetAccount(account, keepsQueue = false) {stopReminding(account);announcements.postMessage({ signedOut: account.email });await forgetSession(account);const name = databaseName(account);if (!keepsQueue) return deleteDatabase(name);const store = await openDatabase(name);const { conflicts } = await store.read();await store.commit({ reset: [], unlisted: conflicts.map(({ id }) => id) });store.close()
}
function followTabs(app, onSignedIn) {announcements.onmessage = ({ data: { signedIn, signedOut } }) => {const { session, ended } = app;if (session && !session.kept) return;const isOurs = session && isSameAccount(session, { email: signedIn ?? signedOut });if (signedOut && isOurs) app.close();if (signedIn && (!session || ended || isOurs)) onSignedIn()
}
}
let announced = "";function announceNext(app) {app.on("items", () => {const { replica } = app.copy ?? {};const item = replica && nextItem(app.history.done.at(-1), replica.outcomes, replica.base);const { timestamp, day } = item ?? {};const name = `${item?.id} ${item?.revision}`;if (timestamp === undefined || name === announced) return;announced = name;app.emit("message", t("done next", { date: nextDue({ timestamp, day }, new Date()) }))
})
}
const address = "/sw.js";const workerType = "classic";function trustedAddress() {const policy = globalThis.trustedTypes?.createPolicy("toodoo", {createScriptURL(url) {if (url !== address) throw new TypeError(url);return url
} });return policy ? policy.createScriptURL(address) : address
}
let waiting = null;let look = () => {};const lookForUpdate = () => look();function isFromWorker() {const [navigation] = performance.getEntriesByType("navigation");return navigation?.workerStart > 0
}
async function startWorker(app) {const container = navigator.serviceWorker;if (!container) return;let { controller } = container;container.addEventListener("controllerchange", () => {if (controller && isTaking) location.reload();else if (controller) app.offerUpdate();({ controller } = container)
});try {const registration = isFromWorker() ? await container.getRegistration() : await container.register(trustedAddress(), {type: workerType, updateViaCache: "none" });if (!registration) {if (isFromWorker()) location.reload();return
}
const offer = () => {if (!registration.waiting || !container.controller) return;waiting = registration.waiting;app.offerUpdate()
};offer();registration.addEventListener("updatefound", () => {registration.installing?.addEventListener("statechange", offer)
});look = () => {if (document.visibilityState === "visible") registration.update().catch(() => {})
};document.addEventListener("visibilitychange", () => look())
} catch {}
}
let isTaking = false;function takeUpdate() {isTaking = true;if (waiting?.state === "installed") waiting.postMessage("activate");else location.reload()
}
function h(tag, properties = {}, ...children) {const element = document.createElement(tag);if (tag === "button") properties = { type: "button", ...properties };for (const [name, value] of Object.entries(properties)) {if (value === undefined || value === null) continue;if (typeof value === "function") {element.addEventListener(name, value)
} else if (/-|^(role|for|class|list)$/.test(name)) {element.setAttribute(name, String(value))
} else {Reflect.set(element, name, value)
}
}
element.append(...present(children));return element
}
function svg(tag, attributes = {}, ...children) {const element = document.createElementNS("http://www.w3.org/2000/svg", tag);for (const [name, value] of Object.entries(attributes)) {element.setAttribute(name, String(value))
}
element.append(...present(children));return element
}
const present = (children) => (children.filter((child) => child || child === ""));const outside = (href, text) => h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);const paths = {alert: "M12 5v9M12 18.5h.01", back: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12H9", bell: "M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4", calendar: "M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7", check: "M5 12.5l4.5 4.5L19 7.5", circle: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16", close: "M6 6l12 12M18 6L6 18", down: "M7 10l5 5 5-5", edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3", export: "M12 15V4M8 8l4-4 4 4M5 19h14", forward: "M5 12h13M13 7l5 5-5 5", history: "M4.5 9A8 8 0 1 1 4 13M4 4.5V9h4.5M12 8v4.5l3 2", import: "M12 4v11M8 11l4 4 4-4M5 19h14", keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8", language: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c-4 4-4 14 0 18c4-4 4-14 0-18", leave: "M14 5H6v14h8M11 12h9M17 9l3 3-3 3", menu: "M4 7h16M4 12h16M4 17h16", more: "M5.5 12h.01M12 12h.01M18.5 12h.01", offline: "M7 18.5h10a4 4 0 0 0 .5-8A6 6 0 0 0 6 9.8a4.4 4.4 0 0 0 1 8.7M4 4l16 16", order: "M4 7h11M4 12h8M4 17h5M18 9v9M15 15l3 3 3-3", place: "M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11zM12 8a2 2 0 1 0 0 4a2 2 0 0 0 0-4", plus: "M12 5.5v13M5.5 12h13", search: "M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M16 16l4.5 4.5", sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2", sunrise: "M7 17a5 5 0 0 1 10 0M3 17h18M12 9V4M9 6.5L12 4l3 2.5", tag: "M4 4h7.5L20 12.5 12.5 20 4 11.5zM8 8h.01", theme: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 4v16M15 5.5v13", trash: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7", user: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M5 20c1-6 13-6 14 0" };const icons = new Map();function icon(name) {const made = icons.get(name) ?? svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: paths[name] }));icons.set(name, made);return made.cloneNode(true)
}
const repetition = (text) => h("span", { class: "repeat" }, h("span", { "aria-hidden": "true" }, "↻ "), text);function setText(element, text) {if (element.textContent !== text) element.textContent = text
}
const focusFirst = () => ([...document.querySelectorAll(".add input, main input")]).find((box) => box.checkVisibility())?.focus();const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;const unseen = (text) => h("span", { class: "unseen" }, text);const isTyping = () => document.activeElement?.matches("input:not([type=checkbox]), textarea, select") ?? false;const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";const smallest = "A".padEnd(27, "0");const largest = "z".padEnd(27, "z");const digitOf = (character) => characters.indexOf(character);function integerLength(head) {const letter = digitOf(head) - digitOf("A");return letter < 26 ? 27 - letter : letter - 24
}
function splitKey(key) {const length = integerLength(key[0]);return [key.slice(0, length), key.slice(length)]
}
function isOrderKey(text) {if (!/^[A-Za-z][0-9A-Za-z]*$/.test(text) || text === smallest) return false;const length = integerLength(text[0]);return text.length === length || (text.length > length && !text.endsWith("0"))
}
function neighbour(integer, step) {const [end, carry] = step > 0 ? ["z", "0"] : ["0", "z"];let index = integer.length - 1;while (index > 0 && integer[index] === end) index--;const next = characters[digitOf(integer[index]) + step];const length = index > 0 ? integer.length : integerLength(next);return (integer.slice(0, index) + next).padEnd(length, carry)
}
function middle(lower, upper) {let result = "";for (let index = 0;; index++) {const low = index < lower.length ? digitOf(lower[index]) : 0;const high = upper === undefined ? characters.length : digitOf(upper[index]);if (high - low > 1) return result + characters[Math.ceil((low + high) / 2)];if (high > low && upper !== undefined && upper.length > index + 1) {return result + upper[index]
}
result += characters[low];if (high > low) upper = undefined
}
}
function below(key) {const [integer, fraction] = splitKey(key);if (integer === smallest) return integer + middle("", fraction);if (fraction) return integer;const before = neighbour(integer, -1);return before === smallest ? before + middle("") : before
}
function above(key) {const [integer, fraction] = splitKey(key);return integer === largest ? integer + middle(fraction) : neighbour(integer, 1)
}
function keyBetween(lower, upper) {if (lower === undefined) return upper === undefined ? "a0" : below(upper);if (upper === undefined) return above(lower);if (lower >= upper) throw new Error(`No key is between ${lower} and ${upper}.`);const [integer, fraction] = splitKey(lower);const [upperInteger, upperFraction] = splitKey(upper);if (integer === upperInteger) return integer + middle(fraction, upperFraction);const next = above(lower);return next < upper ? next : integer + middle(fraction)
}
function keysBetween(count, lower, upper) {if (count === 0) return [];if (lower !== undefined && upper !== undefined) {const key = keyBetween(lower, upper);const half = Math.floor(count / 2);return [...keysBetween(half, lower, key), key, ...keysBetween(count - half - 1, key, upper)]
}
const keys = [keyBetween(lower, upper)];while (keys.length < count) {const last = keys[keys.length - 1];keys.push(upper === undefined ? keyBetween(last, undefined) : keyBetween(undefined, last))
}
return upper === undefined ? keys : keys.reverse()
}
const longestKey = 32;function moveChanges(moved, target, list, keyed) {const isMoved = new Set(moved);const entries = new Map(list.map((entry) => [entry.id, entry]));const block = moved.flatMap((id) => entries.get(id) ?? []);const found = list.findIndex(({ id }) => id === target);const start = found < 0 ? list.length : found;const above = list.slice(0, start).filter(({ id }) => !isMoved.has(id));const below = list.slice(start).filter(({ id }) => !isMoved.has(id));if ([...above, ...block, ...below].every(({ id }, index) => id === list[index].id)) return [];const unkeyed = above.filter(({ position }) => !position);const lower = above.reduce((most, { position }) => position && (!most || position > most) ? position : most, undefined);const end = below.findIndex(({ position }) => !position || !lower || position > lower);const crowded = end < 0 ? below : below.slice(0, end);const upper = unkeyed.length ? undefined : below[crowded.length]?.position;const placed = [...unkeyed, ...block, ...crowded];const keys = keysBetween(placed.length, lower, upper);if (keys.every((key) => key.length <= longestKey)) return changed(placed, keys);return renewal(keyed(), placed, above.findLast(({ position }) => position))
}
function renewal(keyed, placed, anchor) {const isPlaced = new Set(placed.map(({ id }) => id));const order = keyed.filter(({ id }) => !isPlaced.has(id));order.splice(order.findIndex(({ id }) => id === anchor?.id) + 1, 0, ...placed);return changed(order, keysBetween(order.length, undefined, undefined))
}
const changed = (entries, keys) => entries.flatMap(({ id, position }, index) => position === keys[index] ? [] : [{ id, position: keys[index] }]);const dates = { "today": 0, "tomorrow": 1, "no date": null };const isTimed = (item) => momentOf(item).time !== undefined;function landing(moved, { section, items, isByHand, before }) {if (section === "done" || moved.length === 0 || moved.some(({ done }) => done)) return null;const inSection = new Set(items);const isOneDate = section in dates;const isArriving = moved.some((item) => !inSection.has(item));if (isArriving && (isByHand || !isOneDate)) return null;let run = items;if (!isByHand) {const byHand = moved.filter((item) => !isTimed(item));if (!isArriving && byHand.length === 0) return null;const { start } = momentOf(byHand[0] ?? moved[0]);if (!isOneDate && byHand.some((item) => momentOf(item).start !== start)) return null;run = items.filter((item) => !isTimed(item) && (isOneDate || momentOf(item).start === start))
}
const index = items.findIndex(({ id }) => id === before);const inRun = new Set(run);const next = index < 0 ? undefined : items.slice(index).find((item) => inRun.has(item));return { run, before: next?.id }
}
function drop(moved, place, keyed, now) {const goal = landing(moved, place);if (!goal) return [];const inSection = new Set(place.items);const arriving = moved.filter((item) => !inSection.has(item));const changes = new Map();const distance = dates[place.section];for (const { id, timestamp, day } of place.isByHand ? [] : arriving) {const date = typeof distance === "number" ? startOfDay(now, distance) : null;const due = timestamp === undefined ? null : { timestamp, day };changes.set(id, { id, due: date && onDay(due, date) })
}
const byHand = moved.filter((item) => place.isByHand || !isTimed(item) || (distance === null && !inSection.has(item)));for (const change of placed(byHand, goal, keyed)) {changes.set(change.id, { ...changes.get(change.id), ...change })
}
return [...changes.values()]
}
function placed(moved, { run, before }, keyed) {const inRun = new Set(run);const arriving = moved.filter((item) => !inRun.has(item)).map(({ id }) => ({ id }));const ids = moved.map(({ id }) => id);const isMoved = new Set(moved);if (run.every((item) => isMoved.has(item))) {const isOrdered = moved.every((item, n) => n === 0 || byPosition(moved[n - 1], item) < 0);const keys = isOrdered ? [] : keysBetween(moved.length, undefined, undefined);return keys.map((position, index) => ({ id: ids[index], position }))
}
const list = before === undefined ? [...arriving, ...run] : [...run, ...arriving];return moveChanges(ids, before, list, () => keyed().sort(byPosition))
}
const longestTitle = 500;function add(app, contents) {let createdAt = Date.now() / 1000;for (const item of app.items.values()) createdAt = Math.max(createdAt, item.createdAt + 1e-6);const items = contents.map((content, index) => withReminder({id: makeID(), done: false, createdAt: createdAt + index * 1e-6, ...content }));const isFirst = app.items.size === 0;const it = items.length === 1 ? items[0].title : items.length;const stored = app.act("added", it, items.map((item) => ({ op: "put", item })));if (isFirst) navigator.storage?.persist?.().catch(() => {});return { ids: items.map(({ id }) => id), stored }
}
function withReminder(item, before) {const isNew = isTimed(item) && !(before && isTimed(before));return isNew && item.remind === undefined && isRemindingAll() ? { ...item, remind: 0 } : item
}
const nameOf = (items) => items.length === 1 ? items[0].title : items.length;function changeAll(app, key, items, changed, named = items) {const operations = operationsOf(items, changed);if (operations.length === 0) return Promise.resolve(true);return app.act(key, nameOf(named), operations)
}
const operationsOf = (items, changed) => items.flatMap((opened) => {const patch = difference(opened, withReminder(changed(opened), opened));if (Object.keys(patch).length === 0) return [];return [({ op: "patch", id: opened.id, patch, opened })]
});function changeTag(app, key, name, folded, changed) {const items = [...app.items.values()].filter((item) => hasTag(item, folded));const operations = operationsOf(items, changed);if (operations.length > 0) app.act(key, name, operations)
}
function check(app, items, done) {changeAll(app, done ? "done" : "not done", items, (item) => ({ ...item, done }))
}
function save(app, opened, changed, key = "saved") {const patch = difference(opened, withReminder(changed, opened));if (Object.keys(patch).length === 0) return Promise.resolve(true);return app.act(key, changed.title, [{ op: "patch", id: opened.id, patch, opened }])
}
const targets = ["today", "tomorrow", "next week", "no date"];const targetDate = (target, now) => ({"today": startOfDay(now), "tomorrow": startOfDay(now, 1), "next week": nextWeek(now), "no date": null }[target]);function move(app, items, target) {const date = targetDate(target, new Date());changeAll(app, "moved", items, (item) => withDue(item, date && onDay(dueOf(item), date)))
}
function withDue({ timestamp: _timestamp, day: _day, repeat, remind, ...item }, due) {if (!due) return item;const { time: _time, ...rule } = repeat ?? {};return {...item, timestamp: due.timestamp, ...(due.day && { day: due.day }), ...(remind !== undefined && { remind }), ...(repeat && { repeat: rule }) }
}
function remove(app, items) {const operations = items.map((opened) => ({op: "delete", id: opened.id, opened }));app.act("deleted", nameOf(items), operations)
}
function removeAll(app, onlyDone = false) {const operations = [...app.items.values()].filter((item) => !onlyDone || item.done).map((item) => ({ op: "delete", id: item.id, opened: item }));if (operations.length > 0) app.act("deleted", operations.length, operations)
}
function putBackLine(app, conflict) {const operations = putBack(conflict, app.items.get(conflict.item));const key = { put: "added", patch: "saved", delete: "deleted" }[operations[0]?.op ?? "patch"];app.act(key, conflict.title, operations, { settles: conflict })
}
function dismiss(app, { id }) {app.copy?.commit({ unlisted: [id] })
}
function makeDialog(name, options, ...children) {const close = () => dialog.close();const dialog = h("dialog", { "aria-label": name, class: options.class }, h("div", { class: "dialog-head" }, h("h2", {}, name), closeButton(close)), ...children);dialog.addEventListener("close", () => dialog.open || dialog.remove());dialog.addEventListener("pointerdown", (event) => {if (event.target === dialog && isOutside(dialog, event)) close()
});return dialog
}
function isOutside(dialog, { clientX, clientY }) {const { left, right, top, bottom } = dialog.getBoundingClientRect();return clientX < left || clientX > right || clientY < top || clientY > bottom
}
const closeButton = (close) => h("button", { class: "quiet close", "aria-label": t("close"), click: close }, icon("close"));function openDialog(dialog) {if (!dialog.isConnected) document.body.append(dialog);if (!dialog.open) dialog.showModal()
}
let count = 0;function field(name, box, hint = "") {const id = `box-${++count}`;box.id = id;const note = h("span", { id: `${id}-note`, class: "hint" }, hint);box.setAttribute("aria-describedby", note.id);const shown = box instanceof HTMLSelectElement ? framed(box) : box;const element = h("div", { class: "field" }, h("label", { for: id }, name), shown, note);return {element, box, fault(text) {note.textContent = text || hint;note.classList.toggle("fault", text !== "");if (text) box.setAttribute("aria-invalid", "true");else box.removeAttribute("aria-invalid")
} }
}
function select(name, options, change) {const element = h("select", { "aria-label": name, change: () => change(element.value) }, ...options.map(([value, text]) => h("option", { value }, text)));return element
}
const framed = (element) => h("span", { class: "select" }, element, icon("down"));const credential = (type, autocomplete) => h("input", { type, autocomplete, required: true });const wrongCredentials = "/problems/wrong-credentials";function reason(error) {if (error.status === 0) return t("no answer");if (error.status === 429) return t("too many", { n: error.retryAfter ?? 60 });switch (error.problem.type) {case wrongCredentials: return t("wrong sign in");case "/problems/wrong-password": return t("wrong password");case "/problems/email-taken": return t("email taken")
}
return error.problem.errors?.length ? "" : error.message
}
async function askToSignOut(app) {if (app.entries.length > 0) app.emit("message", t("signing out"));await sendTheRest(app);app.emit("message", "");const n = app.entries.length;const canBeKept = app.session?.kept ?? false;const choice = n === 0 ? "delete" : await askAboutUnsent([t(n === 1 ? "not sent one" : "not sent many", { n }), canBeKept && t("kept hint")], t("stay"), canBeKept);if (choice === "stay") return;await signOut(app, choice === "keep");focusFirst()
}
const longestSending = 3000;function sendTheRest(app) {const isSending = () => app.entries.length > 0 && app.connection === "online" && !app.ended;return new Promise((resolve) => {const look = () => isSending() || end();const listening = [app.on("items", look), app.on("connection", look)];const end = () => {for (const stop of listening) stop();resolve()
};setTimeout(end, longestSending);look()
})
}
function askAboutOthers({ n, emails, canBeKept }) {const it = emails.join(", ");const text = t(n === 1 ? "not sent one of" : "not sent many of", { n, it });return askAboutUnsent([text, canBeKept && t("kept hint of", { it })], t("cancel"), canBeKept)
}
function askAboutUnsent(texts, stay, canBeKept) {return new Promise((resolve) => {let choice = "stay";const button = (text, value, style) => h("button", {class: style, click: () => {choice = value;dialog.close()
} }, text);const dialog = makeDialog(t("not sent"), {}, ...texts.map((text) => text && h("p", {}, text)), h("div", { class: "buttons" }, button(t("delete them"), "delete", "danger"), canBeKept && button(t("keep them"), "keep"), button(stay, "stay", "primary")));dialog.addEventListener("close", () => resolve(choice));openDialog(dialog)
})
}
function askToLeave(app) {const password = field(t("password"), credential("password", "current-password"));const email = credential("email", "username");email.value = app.session?.email ?? "";email.hidden = true;const button = h("button", { type: "submit", class: "danger" }, t("delete account"));const dialog = makeDialog(t("delete account"), {}, h("p", {}, t("leave text")), h("form", {noValidate: true, submit: async (event) => {event.preventDefault();button.disabled = true;try {await leave(app, password.box.value);dialog.close();app.emit("message", t("account deleted"));focusFirst()
} catch (error) {password.fault(error instanceof Refusal ? reason(error) : String(error));password.box.focus()
}
button.disabled = false
} }, email, password.element, h("div", { class: "buttons" }, button)));openDialog(dialog)
}
const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"];const ordinals = ["1", "2", "3", "4", "-1"];const presets = {"daily": { frequency: "daily" }, "weekdays": { frequency: "weekly", byDay: weekdays.slice(0, 5) }, "weekly": { frequency: "weekly" }, "monthly": { frequency: "monthly" }, "yearly": { frequency: "yearly" } };function presetOf({ timeZone: _zone, time: _time, ...rule }) {return Object.keys(presets).find((name) => same(presets[name], rule)) ?? "custom"
}
function canonical({ interval, byDay, from, timeZone, ...rule }) {return JSON.parse(JSON.stringify({...rule, ...(interval !== 1 && { interval }), ...(byDay && { byDay: [...byDay].sort((a, b) => position(a) - position(b)) }), ...(from !== "due" && { from }), ...(timeZone !== "UTC" && { timeZone }) }))
}
const position = (day) => weekdays.indexOf(day.slice(-2));function inThisZone(rule) {const { timeZone } = Intl.DateTimeFormat().resolvedOptions();return canonical({ ...rule, ...(timeZone !== "Etc/Unknown" && { timeZone }) })
}
const mostDays = 62;function firstDay(rule, from) {for (let ahead = 0; ahead <= mostDays; ahead++) {const day = startOfDay(from, ahead);if (rule.until && dayText(day) > rule.until) return null;if (fits(rule, day)) return day
}
return null
}
function fits({ byDay, byMonthDay }, date) {const day = date.getDate();const last = dayOf(date.getFullYear(), date.getMonth() + 1, 0).getDate();if (byMonthDay) return day === Math.min(byMonthDay, last);if (!byDay) return true;const name = weekdays[(date.getDay() + 6) % 7];return byDay.includes(name) || byDay.includes(`${Math.ceil(day / 7)}${name}`) || (day > last - 7 && byDay.includes(`-1${name}`))
}
function numbered(names) {return new Map(names.flatMap((group, index) => group.split("|").map((name) => [name, index])))
}
const namesOf = (names) => [...names.keys()].join("|");const fullNames = (names) => [...names.keys()].filter((name) => name.length > 5).join("|");const anyOf = (names) => `(${namesOf(names)})`;function nextWeekday(weekday, now) {return startOfDay(now, (weekday - now.getDay() + 7) % 7 || 7)
}
const inNextWeek = (weekday, now) => startOfDay(nextWeek(now), (weekday + 6) % 7);const weekend = (now) => startOfDay(now, now.getDay() === 0 ? 0 : 6 - now.getDay());const countOf = (count) => /\d/.test(count) ? Number(count) : /hal/.test(count) ? 0.5 : 1;function later(count, unit, now) {if (unit === "month") return addMonths(now, countOf(count));return startOfDay(now, countOf(count) * (unit === "week" ? 7 : 1))
}
function afterTime(count, unit, now) {return new Date(now.getTime() + countOf(count) * (unit === "hour" ? 3_600_000 : 60_000))
}
function dayOfYear(month, day, year, now) {if (year) return exactDay(Number(year), month, day);for (let ahead = 0; ahead <= 8; ahead++) {const date = exactDay(now.getFullYear() + ahead, month, day);if (date && date >= dayOf(now.getFullYear(), now.getMonth(), now.getDate())) return date
}
return null
}
function dayOfMonth(day, now) {for (let ahead = 0; ahead <= 2; ahead++) {const date = exactDay(now.getFullYear(), now.getMonth() + ahead, day);if (date && date >= startOfDay(now)) return date
}
return null
}
const endOfMonth = (now) => dayOf(now.getFullYear(), now.getMonth() + 1, 0);function clock(hours, minutes = "0") {const time = { hours: Number(hours), minutes: Number(minutes) };return time.hours < 24 && time.minutes < 60 ? time : null
}
function bareClock(hours, minutes) {const time = clock(hours, minutes);return time && { ...time, isVague: time.hours > 0 && time.hours < 7 }
}
const oneOf = (patterns) => new RegExp(`(?:^| )(?:${patterns.join("|")})`);const wholeWords = (pattern) => new RegExp(`(?<!\\S)${pattern}(?![^\\s,])`, "g");function firstMatch(rules, text, now) {for (const [pattern, meaning] of rules) {const match = pattern.exec(text);if (match) return meaning(match, now)
}
return null
}
const [alone, besideDate, afterDate] = [0, 1, 2];function readTime(text, { times, looseTimes, part, parts }, place, now, date) {const all = [...times, ...looseTimes];const time = firstMatch(place === alone ? times : all, text, now);if (time) return time.isVague ? null : time;const [, before, name, after] = part.exec(text) ?? [];if (!name || (before && after) || (!before && place !== afterDate)) return null;const [usual, earliest] = parts[name];if (!before && !after) {const isTonight = usual >= 20 && date?.getTime() === startOfDay(now).getTime();const hours = isTonight ? Math.min(23, Math.max(usual, now.getHours() + 1)) : usual;return { hours, minutes: 0 }
}
const clock = firstMatch(all, before ?? after, now);if (!clock) return null;const hours = clock.hours + (!clock.isExact && clock.hours < earliest ? 12 : 0);return hours >= earliest && hours < (earliest ? 24 : 12) ? { ...clock, hours } : null
}
function daysIn(list, names) {const numbers = new Set(list.split(/[ .]+/).map((word) => names.get(word)));return weekdays.filter((_, index) => numbers.has((index + 1) % 7))
}
function ruleOf(frequency, count, words, more) {const interval = count === undefined ? 1 : words[count] ?? parseInt(count);if (interval < 1 || interval > 999) return null;return { frequency, ...(interval !== 1 && { interval }), ...more }
}
function onMonthDay(count, words, day) {const byMonthDay = Number(day);return byMonthDay >= 1 && byMonthDay <= 31 ? ruleOf("monthly", count, words, { byMonthDay }) : null
}
const englishWeekdays = numbered(["sunday|sun", "monday|mon", "tuesday|tue|tues", "wednesday|wed", "thursday|thu|thur|thurs", "friday|fri", "saturday|sat"]);const englishMonths = numbered(["january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug", "september|sep|sept", "october|oct", "november|nov", "december|dec"]);const year = "(?:,? (\\d{4}))?";const nth = "\\d{1,2}(?:st|nd|rd|th)";const day = "(\\d{1,2})(?:st|nd|rd|th)?";const aDay = "\\d{1,2}(?:st|nd|rd|th)?";const englishDay = namesOf(englishWeekdays);const englishMonth = namesOf(englishMonths);const month = (name) => (englishMonths.get(name));const inThatWeek = ([, name], now) => inNextWeek((englishWeekdays.get(name)), now);const englishMonthDays = [[new RegExp(`^(?:on )?${anyOf(englishMonths)} ${day}${year}$`), ([, name, day, year], now) => dayOfYear(month(name), Number(day), year, now)], [new RegExp(`^(?:on )?(?:the )?${day}(?: of)? ${anyOf(englishMonths)}${year}$`), ([, day, name, year], now) => dayOfYear(month(name), Number(day), year, now)]];const englishJoins = "to|until|till|through|thru|and|or|nor|of|from|before|after|past";const englishSpans = "(?:day|week|weekend|month|quarter|year|hour|minute)s?";const englishNumbers = `\\d{1,4}[/-]\\d{1,2}[/-]\\d{1,4}|\\d{1,2}/\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.\\d*|\\d{1,2}:\\d\\d|(?:\\d{1,2}(?::\\d\\d)? ?)[ap]\\.?m\\.?|at \\d{1,2}|${aDay} (?:of )?(?:${englishMonth})(?: \\d{4})?|(?:${englishMonth}) ${aDay}(?:,? \\d{4})?`;const englishDates = {folds: [[wholeWords("tonight"), "today night"], [wholeWords("this(?=\\s(?:morning|afternoon|evening)(?![^\\s,]))"), "today"], [wholeWords("every(!?)(?=\\s(?:morning|afternoon|evening|night)(?![^\\s,]))"), "every$1 day"], [/(?<!\S)daily(?=,?(?:\s(?:(?:at|on|from|starting|until)\s|\d)[^]*)?$)/g, "every day"], [/(?<!\S)(week|month|year)ly(?=,?(?:\s(?:(?:at|on|from|starting|until)\s|\d)[^]*)?$)/g, "every $1"]], lead: /^(?:(?:is )?due (?:by )?|by )/, on: "on ", dates: [[/^today$/, (_, now) => startOfDay(now)], [/^tomorrow$/, (_, now) => startOfDay(now, 1)], [/^(?:the )?day after tomorrow$/, (_, now) => startOfDay(now, 2)], [/^next week$/, (_, now) => nextWeek(now)], [new RegExp(`^next week(?: on)? ${anyOf(englishWeekdays)}$`), inThatWeek], [new RegExp(`^(?:on )?${anyOf(englishWeekdays)} (?:of )?next week$`), inThatWeek], [/^(?:this|on the) weekend$/, (_, now) => weekend(now)], [/^(?:at )?(?:the )?end of (?:the |this )?month$|^(?:on )?the last day of (?:the|this) month$/, (_, now) => endOfMonth(now)], [new RegExp(`^(?:on )?(?:next |this )?(?:coming )?${anyOf(englishWeekdays)}$`), ([, name], now) => nextWeekday((englishWeekdays.get(name)), now)], [/^in (\d{1,4}|a|one) (day|week|month)s?$/, ([, count, unit], now) => later(count, unit, now)], [/^on the (\d{1,2})(?:st|nd|rd|th)$/, ([, day], now) => dayOfMonth(Number(day), now)], ...englishMonthDays, [new RegExp(`^(?:on )?${anyOf(englishWeekdays)} (.+)$`), ([, name, rest], now) => {const date = firstMatch(englishMonthDays, rest, now);return date?.getDay() === englishWeekdays.get(name) ? date : null
}]], looseDates: [], times: [[/^(?:at )?(\d{1,2}):(\d\d)$/, ([, hours, minutes]) => clock(hours, minutes)], [/^(?:at )?(\d{1,2})(?::(\d\d))? ?([ap])\.?m\.?$/, ([, hours, minutes, half]) => {if (Number(hours) < 1 || Number(hours) > 12) return null;const time = clock(String(Number(hours) % 12 + (half === "p" ? 12 : 0)), minutes);return time && { ...time, isExact: true }
}], [/^(?:at )?(\d{1,2}) o['’]clock$/, ([, hours]) => bareClock(hours)], [/^at noon$/, () => clock("12")]], looseTimes: [[/^noon$/, () => clock("12")], [/^at (\d{1,2})$/, ([, hours]) => bareClock(hours)]], part: /^(?:(.+?) )??(?:in the |at )?(morning|afternoon|evening|night)(?: (.+))?$/, parts: { morning: [9, 0], afternoon: [14, 12], evening: [18, 17], night: [20, 17] }, before: oneOf([`(?:${englishJoins}|since|between|last|previous|following|than|not|except|without|about|around|approx|circa|early|mid|late|later|half|quarter|the|every|each|any|twice|once|times|\\d+ ?x|per|for|at|starting|beginning|daily|weekly|monthly|yearly),? [|@]`, `(?:${englishNumbers}),? [|@]`, `(?:\\d\\S*|${englishDay}|${englishMonth}|today|tomorrow) [&+/–—-] [|@]`, `(?:${englishDay})s?,?(?: the)? \\| (?:in |(?:on |the )*(?:\\d|${englishDay}|${englishMonth}))`, `(?:today|tomorrow|yesterday),? \\| in `, `(?:a|\\d+) (?:week|month|year)s?,? \\|`, `(?:first|second|third|fourth|other|${nth}|week|month|year),? \\| (?:on )?(?:${englishDay})`, `(?:${englishDay}|${englishMonth}|${nth}|${englishSpans}),? @`, `(?:${fullNames(englishWeekdays)}|today|tomorrow|yesterday),?(?: .*)? @`]), after: new RegExp(`^(?:${englishJoins}|on|for|starting|${englishNumbers}|(?:at|in) \\d\\S*|${englishDay}|${englishMonth}|today|tomorrow|${nth}|${englishSpans}|[&+/–—-])(?![^\\s,])|(?:^| )(?:at \\d{1,2}|noon)$`), moments: [[/^in (\d{1,4}|an|half an) (hours?|hrs|minutes?|mins?)$/, ([, count, unit], now) => afterTime(count, unit[0] === "h" ? "hour" : "minute", now)]] };const germanWeekdays = numbered(["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend"]);const germanMonths = numbered(["januar|jan|jänner", "februar|feb", "märz|mär", "april|apr", "mai", "juni|jun", "juli|jul", "august|aug", "september|sep|sept", "oktober|okt", "november|nov", "dezember|dez"]);const unit = (stem) => stem.startsWith("tag") ? "day" : stem.startsWith("woche") ? "week" : "month";const dayAndMonth = ([, day, month, year], now) => dayOfYear(Number(month) - 1, Number(day), year, now);const germanWeekday = namesOf(germanWeekdays);const germanDays = new Map([...germanWeekdays, ...numbered(["so", "mo", "di", "mi", "do", "fr", "sa"])]);const germanDay = namesOf(germanDays);const germanMonth = namesOf(germanMonths);const inJenerWoche = ([, name], now) => inNextWeek((germanWeekdays.get(name)), now);const germanMonthDays = [[/^(?:am )?(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/, dayAndMonth], [/^am (\d{1,2})\.(\d{1,2})$/, dayAndMonth], [new RegExp(`^(?:am )?(\\d{1,2})\\.? ${anyOf(germanMonths)}\\.?(?: (\\d{4}))?$`), ([, day, name, year], now) => dayOfYear((germanMonths.get(name)), Number(day), year, now)]];const hourNames = numbered(["null", "eins|ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]);const anHour = `(\\d{1,2}|${namesOf(hourNames)})`;const hour = (text) => String(hourNames.get(text) ?? text);const germanParts = "früh|vormittag|mittag|nachmittag|abend|nacht";const germanJoins = "bis|und|oder|nach|vor|seit|ab|von|vom|zum|gegen";const germanSpans = "(?:tag|woche|wochenende|monat|quartal|jahr|stunde|minute)(?:e?[nrs]?)";const germanNumbers = `\\d{1,2}\\. ?\\d{1,2}\\.(?: ?\\d*)|\\d{1,4}[/-]\\d{1,2}[/-]\\d{1,4}|\\d{1,2}/\\d{1,2}|\\d{1,2}:\\d\\d|${anHour} uhr(?: \\d\\d)?|\\d{1,2}\\.\\d\\d uhr|um ${anHour}|\\d{1,2}\\.? (?:${germanMonth})\\.?(?: \\d{4})?`;const germanDates = {folds: [[wholeWords(`(${germanWeekday})(morgen|${germanParts})(s?)`), "$1$3 $2"], [wholeWords(`(${germanWeekday})s`), "jeden $1"], [wholeWords("täglich"), "jeden tag"], [wholeWords("wöchentlich"), "jede woche"], [wholeWords("monatlich"), "jeden monat"], [wholeWords("jährlich"), "jedes jahr"], [wholeWords("werktags"), "jeden werktag"], [wholeWords(`(?:morgens|(?<=(?:${germanWeekday}|heute|jeden!?)\\s)morgen)`), "früh"], [wholeWords(`jede[ns]?(!?)(?=\\s(?:${germanParts})s?(?![^\\s,]))`), "jeden$1 tag"]], lead: /^(?:fällig )?(?:bis (?:spätestens )?(?:zum )?|spätestens )?/, on: "am ", dates: [[/^heute$/, (_, now) => startOfDay(now)], [/^morgen$/, (_, now) => startOfDay(now, 1)], [/^übermorgen$/, (_, now) => startOfDay(now, 2)], [/^nächste woche$/, (_, now) => nextWeek(now)], [new RegExp(`^nächster? woche(?: am)? ${anyOf(germanWeekdays)}$`), inJenerWoche], [new RegExp(`^(?:am )?${anyOf(germanWeekdays)} nächster? woche$`), inJenerWoche], [/^(?:am|dieses) wochenende$/, (_, now) => weekend(now)], [/^(?:am )?(?:monatsende|letzten tag d(?:es|ieses) monats)$|^ende d(?:es|ieses) monats$/, (_, now) => endOfMonth(now)], [new RegExp(`^(?:am )?(?:(?:diese|nächste|kommende)n )?${anyOf(germanWeekdays)}$`), ([, name], now) => nextWeekday((germanWeekdays.get(name)), now)], [/^in (\d{1,4}|eine[mr]) (tage?n?|wochen?|monate?n?)$/, ([, count, stem], now) => later(count, unit(stem), now)], [/^am (\d{1,2})\.$/, ([, day], now) => dayOfMonth(Number(day), now)], ...germanMonthDays, [new RegExp(`^(?:am )?${anyOf(germanWeekdays)} (?:de[nm] )?(.+)$`), ([, name, rest], now) => {const date = firstMatch(germanMonthDays, rest, now);return date?.getDay() === germanWeekdays.get(name) ? date : null
}]], looseDates: [[/^(\d{1,2})\.(\d{1,2})$/, dayAndMonth]], times: [[/^(?:um )?(\d{1,2}):(\d\d)(?: uhr)?$/, ([, hours, minutes]) => clock(hours, minutes)], [new RegExp(`^(?:um )?${anHour} uhr(?: (\\d\\d))?$`), ([, hours, minutes]) => clock(hour(hours), minutes)], [/^(?:um )?(\d{1,2})\.(\d\d) uhr$/, ([, hours, minutes]) => clock(hours, minutes)], [/^mittags$/, () => clock("12")], [new RegExp(`^(?:um )?halb ${anHour}$`), ([, text]) => {const hours = Number(hour(text));return hours > 0 && hours < 13 ? bareClock(String(hours - 1 || 12), "30") : null
}]], looseTimes: [[/^mittag$/, () => clock("12")], [new RegExp(`^um ${anHour}$`), ([, hours]) => bareClock(hour(hours))]], part: new RegExp(`^(?:(.+?) )??(?:am |in der )?(${germanParts})s?(?: (.+))?$`), parts: {früh: [9, 0], vormittag: [9, 0], mittag: [12, 11], nachmittag: [14, 12], abend: [18, 17], nacht: [22, 17] }, before: oneOf([`(?:${germanJoins}|für|an|am|zur|zwischen|letzte[nrs]?|vorige[nrs]?|vergangene[nrs]?|ca\\.?|circa|etwa|ungefähr|anfang|mitte|ende|viertel|dreiviertel|nicht|außer|\\S*mal|\\d+ ?x),? [|@]`, `(?:de[rnm]|die|das) \\| (?:nächste|${germanWeekday})`, `(?:${germanNumbers}),? [|@]`, `(?:\\d\\S*|${germanDay}|${germanMonth}|heute|(?:über)?morgen) [&+/–—-] [|@]`, `(?:\\d{1,2}\\.?|${germanDay}),? [|@] bis `, `(?:${germanDay}),?(?: de[nm])? \\| (?:in |(?:am )?(?:\\d|${germanWeekday}))`, `(?:heute|(?:über|vor)?(?:morgen|gestern)),? \\| in `, `(?:ersten|zweiten|dritten|vierten|(?:vor|über)\\S+ten|\\d{1,2}\\.|woche|monat|jahr),? \\| (?:am )?(?:${germanWeekday})`, `(?:${germanDay}|${germanMonth}|\\d{1,2}\\.|\\d{1,2}\\.\\d{1,2}|${germanSpans}),? @`, `(?:${fullNames(germanWeekdays)}|heute|(?:über|vor)?(?:morgen|gestern)),?(?: .*)? @`]), after: new RegExp(`^(?:${germanJoins}|am|für|in \\d\\S*|${germanNumbers}|${germanWeekday}|${germanMonth}|${germanSpans}|heute|morgen|übermorgen|\\d{1,2}\\.|[&+/–—-])(?![^\\s,])|(?:^| )(?:um ${anHour}|zu mittag)$`), moments: [[/^in (\d{1,4}|einer(?: halben)?) (stunden?|minuten?|std\.?|min\.?)$/, ([, count, stem], now) => afterTime(count, stem[0] === "s" ? "hour" : "minute", now)]] };const englishCounts = {other: 2, second: 2, third: 3, fourth: 4, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };const englishOrdinals = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1", "1st": "1", "2nd": "2", "3rd": "3", "4th": "4" };const englishUnits = { day: "daily", week: "weekly", month: "monthly", year: "yearly" };const englishCount = `(?:(\\d{1,3}(?:st|nd|rd|th)?|${Object.keys(englishCounts).join("|")}) )?`;const englishOrdinal = Object.keys(englishOrdinals).join("|");const englishDate = "(\\d{1,2})(?:st|nd|rd|th)?";const english = (pattern) => new RegExp(`^${pattern}$`);const ordinalDay = (ordinal, day) => ({byDay: daysIn(day, englishWeekdays).map((name) => englishOrdinals[ordinal] + name) });function everyYear(count, month, day, now) {const rule = ruleOf("yearly", count, englishCounts);const on = dayOfYear(englishMonths.get(month) ?? 0, Number(day), undefined, now);return rule && on && { rule, on }
}
const englishRepeats = {opener: /^every!?(?!\S)/, phrase: english(`every!?(?: (?:(?:\\d+(?:st|nd|rd|th)?|single|few|couple|of|${englishOrdinal}|${Object.keys(englishCounts).join("|")
}) )*(?:(?:minute|hour|day|weekday|workday|week|weekend|month|quarter|year|morning|noon|afternoon|evening|night|${englishDay}|${englishMonth})s?|\\d+(?:st|nd|rd|th))(?: .*)?)?`), start: /^(?:starting|from) /, on: /^on /, until: /(?:^| )until /, rules: [[english(`${englishCount}(day|week|month|year)s?`), ([, count, unit]) => ({rule: ruleOf(englishUnits[unit], count, englishCounts) })], [/^(?:weekday|workday)$/, () => ({ rule: presets.weekdays })], [/^weekend$/, () => ({ rule: { frequency: "weekly", byDay: ["sa", "su"] } })], [english(`(?:(?:${englishCount}weeks? on|(other)) )?((?:${englishDay})(?:(?: and)? (?:${englishDay}))*)`), ([, count, other, days]) => ({rule: ruleOf("weekly", count ?? other, englishCounts, {byDay: daysIn(days, englishWeekdays) }) })], [english(`${englishCount}months? on (?:the )?${englishDate}`), ([, count, day]) => ({rule: onMonthDay(count, englishCounts, day) })], [/^(\d{1,2})(?:st|nd|rd|th)(?: of the month)?$/, ([, day]) => ({rule: onMonthDay(undefined, englishCounts, day) })], [english(`(?:${englishCount}months? on the )?last day(?: of the month)?`), ([, count]) => ({rule: onMonthDay(count, englishCounts, "31") })], [english(`${englishCount}months? on (?:the )?(${englishOrdinal}) (${englishDay})`), ([, count, ordinal, day]) => ({rule: ruleOf("monthly", count, englishCounts, ordinalDay(ordinal, day)) })], [english(`(?:(first|1st|last) (${englishDay})|(${englishOrdinal}) (${englishDay}) of the month)`), ([, edge, edgeDay, ordinal = edge, day = edgeDay]) => ({rule: ruleOf("monthly", undefined, englishCounts, ordinalDay(ordinal, day)) })], [english(`(?:${englishCount}years? on )?(?:the )?${englishDate}(?: of)? (${englishMonth})`), ([, count, day, month], now) => everyYear(count, month, day, now)], [english(`(?:${englishCount}years? on )?(${englishMonth}) ${englishDate}`), ([, count, month, day], now) => everyYear(count, month, day, now)]] };const numerals = ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"];const ordinalStems = ["zweite", "dritte", "vierte"];const germanCounts = Object.fromEntries([...numerals.map((word, index) => [word, index + 2]), ...ordinalStems.flatMap((stem, index) => ["", "n", "s"].map((end) => [stem + end, index + 2]))]);const germanOrdinals = {"ersten": "1", "zweiten": "2", "dritten": "3", "vierten": "4", "letzten": "-1", "1.": "1", "2.": "2", "3.": "3", "4.": "4" };const germanCountWords = `\\d{1,3}\\.?|${Object.keys(germanCounts).join("|")}`;const germanCount = `(?:(${germanCountWords}) )?`;const germanOrdinal = Object.keys(germanOrdinals).join("|").replaceAll(".", "\\.");const months = `${germanCount}monate?`;const years = `${germanCount}jahre?`;const german = (pattern) => new RegExp(`^${pattern}$`);const frequency = (stem) => stem.startsWith("tag") ? "daily" : stem.startsWith("woche") ? "weekly" : stem.startsWith("monat") ? "monthly" : "yearly";const amTag = (ordinal, day) => ({byDay: daysIn(day, germanDays).map((name) => germanOrdinals[ordinal] + name) });function jedesJahr(count, month, day, now) {const rule = ruleOf("yearly", count, germanCounts);const on = dayOfYear(month, Number(day), undefined, now);return rule && on && { rule, on }
}
const germanRepeats = {opener: /^(?:jede[nrsm]?|alle)!?(?!\S)/, phrase: german(`(?:jede[nrsm]?!?(?: (?:(?:${germanCountWords}|${germanOrdinal}) )*(?:minute|stunde|tag|werktag|wochentag|arbeitstag|woche|wochenende|monat|quartal|jahr|morgen|vormittag|mittag|nachmittag|abend|nacht|${germanDay}|${germanMonth}|\\d{1,2}\\.(?:\\d{1,2}\\.)?)[en.]?(?: .*)?)?|alle!? (?:paar|${germanCountWords}) (?:minuten|stunden|tage|wochen|monate|quartale|jahre)(?: .*)?)`), start: /^ab (?:dem )?/, on: /^am /, until: /(?:^| )bis (?:zum )?/, rules: [[german(`${germanCount}(tage?|wochen?|monate?|jahre?)`), ([, count, stem]) => ({rule: ruleOf(frequency(stem), count, germanCounts) })], [/^(?:werktag|wochentag|arbeitstag)$/, () => ({ rule: presets.weekdays })], [/^wochenende$/, () => ({ rule: { frequency: "weekly", byDay: ["sa", "su"] } })], [german(`(?:${germanCount}wochen? am )?((?:${germanDay})\\.?(?:(?: und)?(?: am| jeden)? (?:${germanDay})\\.?)*)`), ([, count, days]) => ({rule: ruleOf("weekly", count, germanCounts, {byDay: daysIn(days, germanDays) }) })], [german(`${months} am (\\d{1,2})\\.`), ([, count, day]) => ({rule: onMonthDay(count, germanCounts, day) })], [/^(\d{1,2})\.(?: (?:im|des) monats?)?$/, ([, day]) => ({rule: onMonthDay(undefined, germanCounts, day) })], [german(`(?:${months} am )?letzten tag(?: im monat| des monats)?`), ([, count]) => ({rule: onMonthDay(count, germanCounts, "31") })], [german(`${months} am (${germanOrdinal}) (${germanDay})`), ([, count, ordinal, day]) => ({rule: ruleOf("monthly", count, germanCounts, amTag(ordinal, day)) })], [german(`(?:(ersten|1\\.|letzten) (${germanDay})|(${germanOrdinal}) (${germanDay}) (?:im monat|des monats))`), ([, edge, edgeDay, ordinal = edge, day = edgeDay]) => ({rule: ruleOf("monthly", undefined, germanCounts, amTag(ordinal, day)) })], [german(`(?:${years} am )?(\\d{1,2})\\. ?(?:(\\d{1,2})\\.|(${germanMonth}))`), ([, count, day, month, name], now) => jedesJahr(count, month ? Number(month) - 1 : germanMonths.get(name) ?? 0, day, now)]] };const grammars = {en: { dates: englishDates, repeats: englishRepeats }, de: { dates: germanDates, repeats: germanRepeats } };const mostWords = 12;const mostRuleWords = 24;const isoDate = [/^\d{4}-\d\d-\d\d$/, ([text]) => readDay(text)];function readDue(text, language, now) {const typed = [...text.matchAll(/\S+/g)];const folded = grammars[language].dates.folds.reduce((text, [pattern, meaning]) => text.replace(pattern, meaning), typed.map((word) => word[0].normalize().toLowerCase()).join("\n"));const lines = folded.split("\n").map((line) => line.split(" "));const understood = understand(lines.flat(), grammars[language], now);if (!understood) return null;const { start, end, ...rest } = understood;const sources = lines.flatMap((line, index) => line.map(() => typed[index]));const last = sources[end - 1];const mark = [sources[start].index, last.index + last[0].length];const title = start > 0 ? text.slice(0, mark[0]).trim().replace(/\s*,$/, "") : text.slice(mark[1]).trim();return title ? { title, ...rest, mark } : null
}
function understand(words, language, now) {const { dates, repeats: { opener, phrase } } = language;const places = words.flatMap((word, index) => opener.test(word) ? [index] : []);const hasPhrase = (start, end) => places.some((place) => start <= place && place < end && phrase.test(joined(words.slice(place, end))));for (const place of places) {const read = readRule(words, place, language, now);if (!read) continue;return hasPhrase(0, read.start) || isPart(words, read, "|", dates) ? null : read
}
if (places[0] === 0) {for (let end = Math.min(mostWords + 4, words.length - 1); end > 0; end--) {const read = readRule(words.slice(0, end), 0, language, now);if (!read) continue;const isAll = !hasPhrase(end, words.length) && !readEnd(words.slice(end), dates, now);return isAll && !isPart(words, read, "|", dates) ? read : null
}
}
if (hasPhrase(0, words.length)) return null;const last = readEnd(words, dates, now);const first = readBeginning(words.slice(0, last?.start), dates, now);const read = last ?? first;if (!read || (last && first && !last.parts.time !== !first.parts.time)) return null;const due = !isPart(words, read, read.parts.time && !read.parts.date ? "@" : "|", dates) && resolve(read.parts, now);return due && read.end - read.start < words.length ? { ...read, due } : null
}
function isPart(words, { start, end }, sign, { before, after }) {const text = [...words.slice(0, start), sign, ...words.slice(start)].join(" ");return start > 0 ? before.test(text.replace(/\s+/g, " ")) : after.test(words.slice(end).join(" "))
}
function readBeginning(words, grammar, now) {for (let end = Math.min(mostWords, words.length); end > 0; end--) {const parts = readExpression(words.slice(0, end), grammar, now);if (!parts || (end === 1 && words[0].length < 5 && !parts.time)) continue;return { start: 0, end, parts }
}
return null
}
function readRule(words, place, { dates, repeats }, now) {const isFromDone = words[place].includes("!");for (let end = Math.min(words.length, place + mostRuleWords); end > place; end--) {const text = joined(words.slice(place, end));if (!repeats.phrase.test(text)) continue;const reading = firstMatch(repeats.rules, text.replace(/^\S+ /, ""), now);const rest = reading?.rule && readRest(words.slice(end), dates, repeats, now);if (!reading?.rule || !rest) continue;const around = [...words.slice(0, place), ...rest.words];const read = readEnd(around, dates, now, rest.words.length > 0 ? afterDate : besideDate);if (rest.words.length > 0 && !(read && read.start <= place)) continue;const { rule, on } = reading;const hasDays = rule.byDay || rule.byMonthDay || on;if (hasDays && (isFromDone || rest.hasDate)) return null;const repeat = {...rule, ...(isFromDone && { from: "done" }), ...(rest.until && { until: rest.until }) };const due = resolve({ date: on, ...read?.parts }, now, repeat);const start = Math.min(place, read?.start ?? place);return due && { start, end: words.length, due, repeat }
}
return null
}
const joined = (words) => words.join(" ").replace(/[ ,]+/g, " ").trim();function readRest(words, dates, repeats, now) {const [before, last, ...others] = words.join(" ").split(repeats.until);if (others.length > 0) return null;const day = last === undefined ? null : firstMatch([isoDate, ...dates.dates], last, now);if ((last !== undefined && !day) || repeats.on.test(before)) return null;const text = before.replace(repeats.start, "");const rest = text ? text.split(" ") : [];const hasDate = text === before && readExpression(rest, dates, now)?.date !== undefined;return { words: rest, hasDate, ...(day && { until: dayText(day) }) }
}
function readEnd(words, grammar, now, place) {for (let start = Math.max(0, words.length - mostWords); start < words.length; start++) {const parts = readExpression(words.slice(start), grammar, now, place);if (parts && resolve(parts, now)) return { start, end: words.length, parts }
}
return null
}
function readExpression(words, grammar, now, place = alone) {const whole = words.join(" ").replace(/,? /g, " ");const text = whole.replace(grammar.lead, "");const moment = firstMatch(grammar.moments, text, now);if (moment) return { moment };const readDate = (text, loose = []) => firstMatch([isoDate, ...grammar.dates, ...loose], text, now);const date = readDate(text) ?? (text !== whole && readDate(grammar.on + text));if (date) return { date };const parts = text.split(" ");for (let count = parts.length - 1; count > 0; count--) {const [first, second] = [parts.slice(0, count).join(" "), parts.slice(count).join(" ")];for (const place of [afterDate, besideDate]) {const [day, hour] = place === afterDate ? [first, second] : [second, first];const date = readDate(day, grammar.looseDates) ?? (text !== whole && readDate(grammar.on + day));const time = date && readTime(hour, grammar, place, now, date);if (time) return { date, time }
}
}
const time = readTime(text, grammar, place, now);return time && { time }
}
function resolve({ date, time, moment }, now, rule) {const isOver = time && at(startOfDay(now), time) <= now;const next = startOfDay(now, isOver ? 1 : 0);const day = moment ?? date ?? (rule ? firstDay(rule, next) : next);if (!day || day.getFullYear() > 9999) return null;if (rule?.until && dayText(day) > rule.until) return null;return moment ? exactTime(moment) : time ? exactTime(at(day, time)) : wholeDay(day)
}
function at(day, { hours, minutes }) {const date = new Date(day);date.setHours(hours, minutes);return date
}
function readDate(text, language, now) {const read = readDue(`x ${text}`, language, now);return read?.title === "x" ? read : null
}
const blank = "\u2029";function readTags(text) {const tags = [];const marks = [];const known = new Set();let rest = text;for (const { 0: word, index } of text.matchAll(/\P{White_Space}+/gu)) {const tag = word.slice(1);const isOne = word.startsWith("#") && isTag(tag) && !/^\d+$/.test(tag);if (!isOne || tags.length === mostTags || known.has(foldTag(tag))) continue;known.add(foldTag(tag));tags.push(tag);const end = index + word.length;marks.push([index, end]);rest = rest.slice(0, index) + blank.repeat(word.length) + rest.slice(end)
}
return rest.trim() ? { rest, tags, marks } : { rest: text, tags: [], marks: [] }
}
const titleWithout = (rest) => rest.replace(/\s*\u2029/g, "").replace(/(?<!\P{White_Space})\\#/gu, "#").trim();const reminders = {en: /\s(?:remind(?: me)? (\d+) ?(m|mins?|minutes?|h|hours?|d|days?)(?: before)?|!)\s*$/i, de: /\s(?:erinnere(?: mich)? (\d+) ?(min|minuten?|h|std|stunden?|tage?)(?: vorher)?|!)\s*$/i };const minutesOf = { m: 1, h: 60, s: 60, d: 1440, t: 1440 };function readReminded(text, language, now) {const match = reminders[language].exec(text);if (!match) return null;const before = text.slice(0, match.index);const read = readDue(before, language, now);if (!read) return null;const { 0: typed, 1: count, 2: unit, index } = match;const isTimed = !read.due.day;const remind = count ? Number(count) * minutesOf[unit[0].toLowerCase()] : isTimed ? 0 : -540;const isBehind = read.mark[1] === before.trimEnd().length;if (count ? !isTimed || remind > mostRemind : !isBehind) return null;return { ...read, remind, words: [index + 1, index + typed.trimEnd().length] }
}
function readTyped(text, language, now) {const { rest, tags, marks } = readTags(text);const reminded = readReminded(rest, language, now);const read = reminded ?? readDue(rest, language, now);if (!read) return { title: titleWithout(rest), tags, marks };const { title, mark: date, due, repeat } = read;const others = marks.filter(([start]) => start < date[0] || start >= date[1]);return {title: titleWithout(title), tags, due, ...(repeat && { repeat }), ...(reminded && { remind: reminded.remind }), date, marks: [...others, date, ...(reminded ? [reminded.words] : [])].sort((a, b) => a[0] - b[0]) }
}
const minutesOfDay = 1440;function reminderText(remind, hasTime) {if (!hasTime) return dayReminderText(remind);if (remind === 0) return t("at the time");const minutes = Math.abs(remind);const [unit, size] = ([["day", 1440], ["hour", 60], ["minute", 1]]).find(([, size]) => minutes % size === 0) ?? ["minute", 1];return t(remind > 0 ? "before it" : "after it", { it: formatUnit(minutes / size, unit) })
}
function dayReminderText(remind) {const days = Math.ceil(remind / minutesOfDay);const time = timeOf(new Date(2024, 0, 1, 0, days * minutesOfDay - remind));if (days === 0) return t("that day", { time });if (days === 1) return t("the day before", { time });const it = formatUnit(Math.abs(days), "day");return `${t(days > 0 ? "before it" : "after it", { it })} ${time}`
}
function repeatText(rule) {const day = rule.until && readDay(rule.until);const text = rule.from === "done" ? t("rule from done", { rule: everyText(rule) }) : onText(rule);return day ? t("rule until", { rule: text, date: fullDay(day) }) : text
}
function everyText({ frequency, interval: n = 1 }) {return n === 1 ? t(`every ${frequency}`) : t(`every n ${frequency}`, { n })
}
function onText(rule) {const { frequency, interval, byDay, byMonthDay } = rule;const every = everyText(rule);if (byMonthDay) {const isLast = byMonthDay === 31 && frequency === "monthly";const day = isLast ? t("last day") : ordinalText(byMonthDay);return t("rule on day", { rule: every, day })
}
if (!byDay) return every;if (frequency === "monthly") {return t("rule on day", { rule: every, day: nthText(byDay[0]) })
}
if (presetOf({ frequency, interval, byDay }) === "weekdays") return t("every weekday");const days = listed(byDay.map(dayName));return interval ? t("rule on", { rule: every, days }) : t("every of", { days })
}
const dayName = (day) => weekdayName(weekdays.indexOf(day.slice(-2)), "longWeekday");const nthText = (day) => t((`nth ${day.slice(0, -2)}`), { day: dayName(day) });function ordinalText(n) {const form = new Intl.PluralRules(currentLanguage(), { type: "ordinal" }).select(n);return t((`ordinal ${form}`), { n })
}
const manyLines = 20;class Add {constructor(app, onAdded) {this.app = app;this.onAdded = onAdded;this.plain = "";this.box = h("input", {type: "text", "aria-label": t("new to-do"), placeholder: t("new to-do"), "aria-describedby": "understood", autocomplete: "off", enterKeyHint: "done", dir: "auto", value: app.drafts.title, input: () => this.read(), scroll: () => this.follow(), paste: (event) => this.paste(event) });this.marked = h("span", { class: "marked", dir: "auto" });this.understood = h("span", { id: "understood" });this.asTyped = h("button", {class: "small plain", click: () => {this.plain = this.box.value;this.read();this.box.focus()
} }, t("as typed"));this.element = h("form", { class: "add", noValidate: true, submit: this.submit }, h("div", { class: "add-box" }, h("div", { class: "marking" }, h("div", { class: "marks", "aria-hidden": "true" }, this.marked), this.box), h("button", { type: "submit", class: "primary" }, t("add"))), h("p", { class: "understood" }, this.understood, this.asTyped));app.on("route", () => this.read());app.on("items", () => {if (app.copy) app.drafts.takeEarly().forEach((contents) => this.add(contents))
});this.read()
}
understand(text) {const { view, tag } = this.app.route;const isPlain = text === this.plain;const [tick = ""] = isPlain ? [] : text.match(tickSign) ?? [];const typed = text.slice(tick.length);const read = isPlain ? { title: typed.trim(), tags: [], marks: [] } : readTyped(typed, currentLanguage(), new Date());const done = tick !== "" && { done: true };const { title, due, repeat, remind, date } = read;const today = view === "today" && !done && wholeDay(startOfDay(new Date()));const isOther = view === "tag" && read.tags.every((other) => foldTag(other) !== foldTag(tag));const tags = isOther ? [tag, ...read.tags].slice(0, mostTags) : read.tags;const place = ([start, end]) => ([tick.length + start, tick.length + end]);return {content: {title, ...(due ?? today), ...(!done && repeat && { repeat: inThisZone(repeat) }), ...(remind !== undefined && { remind }), ...(tags.length > 0 && { tags }), ...done }, marks: read.marks.map(place), ...(date && { date: place(date) }) }
}
read() {const text = this.box.value.toWellFormed();this.app.drafts.keepTitle(text);const { content, marks } = this.understand(text);const isLong = [...content.title].length > longestTitle;this.box.ariaInvalid = isLong ? "true" : null;this.asTyped.hidden = marks.length === 0 && !content.done;setText(this.understood, isLong ? t("too long", { n: longestTitle }) : summary(content));let end = 0;const parts = marks.flatMap((mark) => {const before = text.slice(end, mark[0]);end = mark[1];return [before, h("mark", {}, text.slice(...mark))]
});this.marked.replaceChildren(...parts, ...(parts.length > 0 ? [text.slice(end)] : []));if (parts.length > 0) this.follow()
}
follow() {this.marked.style.translate = `${-this.box.scrollLeft}px 0`
}
submit = async (event) => {event.preventDefault();const { value } = this.box;const { content } = this.understand(value.toWellFormed());this.box.focus();if (!content.title || [...content.title].length > longestTitle) return;this.fill("");if (!await this.add([content]) && !this.box.value) this.fill(value)
};add(contents) {if (!this.app.copy) {this.app.drafts.keepEarly(contents);return true
}
const { ids, stored } = add(this.app, contents);this.onAdded(ids);return stored
}
fill(text) {this.box.value = text;this.plain = "";this.read()
}
paste(event) {const text = event.clipboardData?.getData("text/plain") ?? "";const { value, selectionStart, selectionEnd } = this.box;const end = value.slice(selectionEnd ?? value.length);const whole = value.slice(0, selectionStart ?? 0) + text + end;const lines = this.entries(whole.toWellFormed().split(/\r\n|\r|\n/).filter((line) => line.trim())).filter(Boolean);if (lines.length === 0 || lines[0] === whole.trim()) return;event.preventDefault();if (lines.length === 1) {this.fill(lines[0]);const place = lines[0].length - end.length;return this.box.setSelectionRange(place, place)
}
const contents = lines.map((line) => withShortTitle(this.understand(line).content));const act = () => {this.fill("");this.add(contents)
};if (contents.length > manyLines) ask(contents.length, act);else act()
}
entries(lines) {const beginsDate = (line) => this.understand(line.trim()).date?.[0] === 0;const numbered = lines.filter((line) => lineNumber.test(line));const numbers = numbered.filter((line) => !beginsDate(line)).map(parseFloat);const isList = numbered.length > 1 || lines.length === 1 || currentLanguage() !== "de";const isNumbered = isList && numbers.every((number, index) => index === 0 || number >= numbers[index - 1]);return lines.map((line) => {const text = isNumbered && !beginsDate(line) ? line.replace(lineNumber, "") : line;const [sign] = text.match(lineSign) ?? [""];return (lineTick.test(sign) ? "[x] " : "") + text.slice(sign.length).trim()
})
}
}
const lineNumber = /^\s*\d{1,3}[.)]\s+/;const lineSign = /^\s*(?:[-*•–]\s+)?(?:\[[ x]?\]\s|[☐☑☒✓✔]\s*)?/i;const lineTick = /[x☑☒✓✔]/i;const tickSign = /^\s*\[x\]\s+(?=\S)/i;function summary(content) {const { title, done, tags } = content;const names = tags?.map((tag) => `#${tag}`).join(" ");const parts = [done && t("done list"), dueText(content), names].filter(Boolean);return title && parts.length > 0 ? [...parts, title].join(" · ") : ""
}
function withShortTitle(content) {const letters = [...content.title];if (letters.length <= longestTitle) return content;return {...content, title: letters.slice(0, longestTitle).join(""), itemDescription: letters.slice(longestTitle).join("") }
}
function ask(n, act) {const dialog = makeDialog(t("add many"), {}, h("p", {}, t("add many text", { n })), h("div", { class: "buttons" }, h("button", { click: () => dialog.close() }, t("cancel")), h("button", {class: "primary", click: () => {dialog.close();act()
} }, t("add"))));openDialog(dialog)
}
function dueText({ timestamp, day, repeat, remind }) {if (timestamp === undefined) return "";const due = { timestamp, day };const date = longDue(due, new Date());const text = repeat ? t("due and repeat", { date, rule: repeatText(repeat) }) : t("due on", { date });return remind === undefined ? text : `${text} · ${reminderText(remind, hasTime(due))}`
}
function valueText(field, item) {const { title, itemDescription, timestamp, day, repeat, remind, location, tags } = item;switch (field) {case "title": return title;case "itemDescription": return itemDescription || t("none");case "when": {if (timestamp === undefined) return t("none");const date = longDue({ timestamp, day }, new Date());const words = [date, repeat && repeatText(repeat), remind !== undefined && reminderText(remind, hasTime({ timestamp, day }))];return words.filter(Boolean).join(", ")
}
case "tags": return tags?.join(", ") || t("none");case "location": {const { name, coordinate } = location ?? {};const point = coordinate && `${coordinate.latitude}, ${coordinate.longitude}`;return [name, point].filter(Boolean).join(" – ") || t("none")
}
}
}
const changedAddress = "#/changed";function changedLink(app) {const link = h("a", { href: changedAddress, hidden: true });const render = () => {const { conflicts } = app;const n = badgeCount(conflicts);const text = n > 0 ? t("changed elsewhere n", { n }) : t("changed elsewhere");link.hidden = conflicts.length === 0;setText(link, link.hidden ? "" : text)
};app.on("items", render);app.on("session", render);render();return h("p", { "aria-live": "polite", class: "changed-link" }, link)
}
class Changed {constructor(app) {this.app = app;this.heading = h("h2", { tabIndex: -1 }, t("changed elsewhere"));this.list = h("ul", { role: "list" });this.element = h("section", { "aria-label": t("changed elsewhere"), class: "changed", hidden: true }, h("div", { class: "dialog-head" }, this.heading, closeButton(() => this.close())), this.list, h("p", { class: "hint" }, t("conflict rules")));this.shown = [];const { signal } = app.views;addEventListener("hashchange", () => this.render(), { signal });app.on("route", () => this.render());app.on("items", (dirty) => this.render(dirty));app.on("session", () => this.render());this.render()
}
get isOpen() {return location.hash === changedAddress && this.app.conflicts.length > 0
}
render(dirty = new Set()) {const { app, element, list } = this;const wasHidden = element.hidden;const hadFocus = element.contains(document.activeElement);element.hidden = !this.isOpen;if (element.hidden) {if (!wasHidden && location.hash === changedAddress) app.navigate({}, true);if (!wasHidden && hadFocus) focusFirst();return
}
const isOld = !dirty || this.shown !== app.conflicts || this.shown.some(({ item }) => dirty.has(item));if (wasHidden || isOld) {const place = [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);this.shown = app.conflicts;list.replaceChildren(...[...this.shown].reverse().map((line) => this.line(line)));const buttons = list.querySelectorAll("button");if (place >= 0) buttons[Math.min(place, buttons.length - 1)]?.focus()
}
if (wasHidden) this.heading.focus()
}
line(conflict) {const { app } = this;const { id, kind, item, at } = conflict;const title = h("span", { id: `changed-${id}`, class: "title", dir: "auto" }, app.items.get(item)?.title ?? conflict.title);const when = { timestamp: at };const button = (text, action) => h("button", {class: "small", "aria-describedby": title.id, click: action }, text);return h("li", { class: kind === "gone" ? "quiet-line" : undefined }, h("p", { class: "what" }, title, " ", h("time", { dateTime: machineText(when) }, shortDue(when, new Date()))), ...explanation(conflict).map((text) => h("p", { class: "why", dir: "auto" }, text)), h("div", { class: "buttons" }, button(t("put back"), () => putBackLine(app, conflict)), button(t("dismiss"), () => dismiss(app, conflict))))
}
close() {this.app.navigate({});this.render()
}
}
function explanation({ kind, fields: parts, lost, by, reason = "" }) {const fields = parts.filter(isField);if (kind === "refused") {const typed = fields.map((field) => `${memberName(field)}: ${valueText(field, lost)}`);return [t("refused because", { reason }), ...typed]
}
if (kind !== "overwrote") return [t(`${kind} line`)];return fields.map((field) => t("replaced by", {part: memberName(field), lost: valueText(field, lost), by: by ? valueText(field, by) : "" }))
}
const number = "[+-]?\\d{1,3}(?:\\.\\d+)?(?:e-\\d+)?";const patterns = [new RegExp(`^geo:(${number}),(${number})(?:[,;?].*)?$`, "i"), new RegExp(`^(${number})\\s*[,;\\s]\\s*(${number})$`, "i"), /^([+-]?\d{1,3},\d+)\s*[;\s]\s*([+-]?\d{1,3},\d+)$/];function readCoordinate(text) {const match = patterns.map((pattern) => pattern.exec(text.trim())).find((match) => match);if (!match) return null;const [latitude, longitude] = match.slice(1, 3).map((part) => Number(part.replace(",", ".")));return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
const coordinateText = ({ latitude, longitude }) => `${latitude}, ${longitude}`;class Address {constructor(app) {this.app = app;this.item = null;const { element, box } = field(t("address"), h("input", {type: "text", autocomplete: "off", dir: "auto", blur: () => this.locate(), keydown: ({ key }) => key === "Enter" && this.locate() }), t("address hint"));this.element = element;this.box = box
}
get text() {return this.box.value.trim()
}
fill(item) {if (item?.id !== this.item?.id) this.box.value = "";this.item = item
}
async locate() {const { item, app, box, text } = this;if (!server.geocoder || !item || !text || box.readOnly) return;box.readOnly = true;const path = `/coordinates?address=${encodeURIComponent(text)}`;const { status, body } = await app.api.request("GET", path);box.readOnly = false;if (this.item?.id === item.id) box.value = "";const now = app.items.get(item.id);if (!now) return;const name = now.location?.name || text;if (status === 200) {const { latitude, longitude } = body;save(app, now, located(now, { name, coordinate: { latitude, longitude } }));return
}
app.emit("fault", t(status === 404 ? "address unknown" : "address failed", { it: text }));save(app, now, located(now, { ...now.location, name }))
}
}
function located({ location: _location, ...item }, { name, coordinate }) {if (!name && !coordinate) return item;return { ...item, location: { name, ...(coordinate && { coordinate }) } }
}
const shown = {title: ({ title }) => title, description: ({ itemDescription }) => itemDescription ?? "", date: () => "", time: (item) => item.timestamp === undefined ? "" : timeText((dueOf(item))), place: ({ location }) => location?.name ?? "", coordinate: ({ location }) => location?.coordinate ? coordinateText(location.coordinate) : "" };const names = (Object.keys(shown));const whenBoxes = ["date", "time"];const boxes = {title: ["title"], itemDescription: ["description"], when: whenBoxes, location: ["place", "coordinate"] };const partOf = (name) => (Object.keys(boxes)).find((part) => boxes[part]?.includes(name)) ?? "title";function asShown(box, text) {const other = (box.cloneNode());other.value = text;return other.value
}
const delayed = new Set();let isPressed = false;function flush() {isPressed = false;for (const act of [...delayed]) {delayed.delete(act);act()
}
}
addEventListener("mousedown", () => isPressed = true, true);for (const type of ["mouseup", "dragend", "contextmenu", "keydown", "pagehide"]) {addEventListener(type, flush, true)
}
function afterPress(act) {if (isPressed) delayed.add(act);else act()
}
const frequencies = ["daily", "weekly", "monthly", "yearly"];const choice = (name, prefix, values, change) => field(t(name), select(t(name), values.map((value) => [value, t((`${prefix} ${value}`))]), change));function readNumber(value, most) {const number = Number(value);return Number.isInteger(number) && number >= 1 && number <= most ? number : null
}
class RepeatFields {constructor() {this.filled = null;this.shown = "";const change = () => this.arrange();this.choice = choice("repeat", "repeat", ["never", ...Object.keys(presets), "custom"], () => {if (this.choice.box.value in presets) {this.fillParts(presets[this.choice.box.value])
}
change()
});const number = (name, max) => field(t(name), h("input", { type: "number", min: "1", max: `${max}`, input: change }));this.interval = number("interval", 999);this.unit = choice("unit", "unit", frequencies, change);this.days = weekdays.map((_, index) => h("input", {type: "checkbox", "aria-label": weekdayName(index, "longWeekday"), change }));this.on = choice("on", "on", ["due", "day", "weekday"], change);this.monthDay = number("month day", 31);this.which = choice("which", "which", ordinals, change);this.weekday = field(t("weekday"), select(t("weekday"), weekdays.map((day, index) => [day, weekdayName(index, "longWeekday")]), change));this.from = choice("from", "from", ["due", "done"], change);this.until = field(t("until"), h("input", { type: "date", input: change }));this.typed = [this.interval, this.monthDay, this.until];this.dayChoice = h("fieldset", { class: "days" }, h("legend", {}, t("weekdays")), ...this.days.map((box, index) => h("label", { class: "check" }, box, weekdayName(index, "weekday"))));this.nth = h("div", { class: "pair" }, this.which.element, this.weekday.element);this.custom = h("fieldset", { class: "custom" }, h("legend", {}, t("custom repeat")), h("div", { class: "pair" }, this.interval.element, this.unit.element), this.dayChoice, this.on.element, this.monthDay.element, this.nth, this.from.element, this.until.element);this.element = h("div", {}, this.choice.element, this.custom)
}
fill(rule) {this.filled = rule ?? null;this.choice.box.value = rule ? presetOf(rule) : "never";this.fillParts(rule ?? presets.weekly);this.arrange();this.shown = this.state()
}
boxes() {const boxes = this.element.querySelectorAll("input, select");return [...boxes]
}
state() {return JSON.stringify(this.boxes().map((box) => box.type === "checkbox" ? box.checked : box.value))
}
restore(state) {JSON.parse(state).forEach((value, index) => {const box = this.boxes()[index];if (box.type === "checkbox") box.checked = !!value;else box.value = value
});this.arrange();this.judge()
}
fillParts({ frequency, interval = 1, byDay = [], byMonthDay, from = "due", until = "" }) {const nth = frequency === "monthly" ? byDay[0] : undefined;this.interval.box.value = String(interval);this.unit.box.value = frequency;this.days.forEach((box, index) => box.checked = byDay.includes(weekdays[index]));this.on.box.value = nth ? "weekday" : byMonthDay ? "day" : "due";this.monthDay.box.value = String(byMonthDay ?? 1);this.which.box.value = nth?.slice(0, -2) ?? "1";this.weekday.box.value = nth?.slice(-2) ?? "mo";this.from.box.value = from;this.until.box.value = until
}
arrange() {const isFromDue = this.from.box.value === "due";const unit = this.unit.box.value;const isMonthly = unit === "monthly" && isFromDue;const on = this.on.box.value;this.custom.hidden = this.choice.box.value !== "custom";this.dayChoice.hidden = unit !== "weekly" || !isFromDue;this.on.element.hidden = !isMonthly;this.monthDay.element.hidden = !isMonthly || on !== "day";this.nth.hidden = !isMonthly || on !== "weekday"
}
value() {const { filled } = this;if (this.state() === this.shown) return filled;const chosen = this.choice.box.value;if (chosen === "never") return null;const rule = chosen === "custom" ? this.customRule() : presets[chosen];const { time, timeZone } = filled ?? {};const next = { ...rule, ...(time && { time }) };return timeZone ? canonical({ ...next, timeZone }) : inThisZone(next)
}
customRule() {const frequency = this.unit.box.value;const days = weekdays.filter((_, index) => this.days[index].checked);const nth = this.which.box.value + this.weekday.box.value;const from = this.from.box.value;const hasDays = !this.dayChoice.hidden && days.length > 0;const { frequency: former, byMonthDay } = this.filled ?? {};const staysYearly = frequency === "yearly" && former === frequency && from === "due";return {frequency, interval: readNumber(this.interval.box.value, 999) ?? 1, from, ...(hasDays && { byDay: days }), ...(!this.nth.hidden && { byDay: [nth] }), ...(staysYearly && byMonthDay && { byMonthDay }), ...(!this.monthDay.element.hidden && { byMonthDay: Number(this.monthDay.box.value) }), ...(this.until.box.value && { until: this.until.box.value }) }
}
judge() {const isCustom = !this.custom.hidden;const isInterval = readNumber(this.interval.box.value, 999) !== null;this.interval.fault(isCustom && !isInterval ? t("interval wrong") : "");const isDay = this.monthDay.element.hidden || readNumber(this.monthDay.box.value, 31) !== null;this.monthDay.fault(isCustom && !isDay ? t("month day wrong") : "");const isUntil = !this.until.box.validity.badInput;this.until.fault(isCustom && !isUntil ? t("date wrong") : "");return !isCustom || (isInterval && isDay && isUntil)
}
}
class Rule {constructor(app) {this.app = app;this.fields = new RepeatFields();this.element = this.fields.element;this.item = null;this.opened = null;this.isTyped = false;this.isBegun = false;const { element } = this;element.addEventListener("input", (event) => {this.isTyped ||= this.isBox(event);if (this.isTyped) this.keepDraft(this.fields.state())
});element.addEventListener("change", (event) => {const { box } = this.fields.choice;if (event.target === box) this.isBegun = box.value === "custom";if (this.isBox(event) || (event.target === box && this.isBegun)) return;this.save()
});element.addEventListener("focusout", () => afterPress(() => this.finish()));element.addEventListener("keydown", ({ key }) => key === "Enter" && this.finish())
}
isBox({ target }) {return this.fields.typed.some(({ box }) => box === target)
}
fill(item) {const isOther = item?.id !== this.item?.id;this.item = item;if (isOther) this.isTyped = this.isBegun = false;if (!item) return;const draft = this.app.drafts.fields[`${item.id} rule`];const value = this.fields.value();const isUsed = draft || this.isBegun || !same(value, this.opened?.repeat);const isShown = !isOther && same(value, item.repeat);if (isOther || (!isUsed && !isShown)) this.fields.fill(item.repeat);if (isOther || !isUsed || isShown) this.opened = item;if (isOther && draft) {this.opened = draft.opened;this.isTyped = true;this.fields.restore(draft.value)
}
this.element.hidden = item.done
}
keepDraft(value) {const { opened } = this;if (!opened) return;this.app.drafts.keep(`${opened.id} rule`, value === null ? null : { value, opened })
}
finish() {if (this.isTyped) this.save();this.isTyped = this.isBegun = false
}
save() {const { app, item, opened, fields } = this;if (!item || !opened || !fields.judge()) return;const rule = fields.value();this.isBegun = false;this.keepDraft(null);if (same(rule, item.repeat)) return;const first = rule && opened.timestamp === undefined && firstDay(rule, new Date());const due = first ? fromInputs(dayText(first), "") : dueOf(opened);const { repeat: _repeat, ...plain } = withDue(opened, due);save(app, opened, { ...plain, ...(rule && { repeat: rule }) })
}
}
const longestDescription = 65_536;class Editor {constructor(app) {this.app = app;this.item = null;this.opened = new Map();const line = (type, more = {}) => h("input", { type, autocomplete: "off", ...more });this.fields = {title: field(t("title"), h("textarea", { rows: 1, dir: "auto", class: "title-box" })), description: field(t("description"), h("textarea", { rows: 1, dir: "auto", placeholder: t("add a description") })), date: field(t("date in words"), line("text", { placeholder: t("date box hint") })), time: field(t("time"), line("time")), place: field(t("place"), line("text", { dir: "auto", placeholder: t("add a place") })), coordinate: field(t("coordinate"), line("text", { placeholder: "51.2, 6.7" })) };this.address = new Address(app);this.rule = new Rule(app);for (const name of names) this.watch(name)
}
watch(name) {const { box } = this.fields[name];box.addEventListener("focus", () => this.enter(name));box.addEventListener("input", () => {this.enter(name);this.keepDraft(name)
});box.addEventListener("blur", () => afterPress(() => this.leave(name)));box.addEventListener("keydown", (event) => {const { key, isComposing } = event;if (isComposing) return;if (key === "Escape" && this.isChanged(name)) {event.preventDefault();this.takeBack(name)
} else if (key === "Enter" && name !== "description") {event.preventDefault();this.leave(name);this.enter(name)
}
})
}
fill(item) {const before = this.item;const isOther = item?.id !== before?.id;if (isOther) this.opened.clear();this.item = item;this.rule.fill(item);this.address.fill(item);if (!item) return;for (const name of names) {const draft = this.app.drafts.fields[`${item.id} ${name}`];if (isOther) this.fields[name].fault("");if (isOther && draft) {this.opened.set(name, draft.opened);this.fields[name].box.value = draft.value
} else if (before && !isOther && this.isChanged(name)) {this.advance(name, before, item)
} else {this.write(name, item)
}
}
this.grow()
}
advance(name, before, now) {const opened = this.opened.get(name);const part = partOf(name);if (!opened || before.revision !== now.revision) return;if (samePart(before, now, part) || !samePart(opened, before, part)) return;this.opened.set(name, withPart(opened, now, part));this.keepDraft(name)
}
write(name, item) {const { box, fault } = this.fields[name];const value = shown[name](item);if (box.value !== value) box.value = value;if (this.opened.has(name)) this.opened.set(name, item);fault("")
}
grow() {for (const { box } of [this.fields.title, this.fields.description]) {if (CSS.supports("field-sizing", "content")) break;box.style.blockSize = "auto";box.style.blockSize = `${box.scrollHeight + 2}px`
}
}
enter(name) {if (this.item && !this.opened.has(name)) this.opened.set(name, this.item)
}
isChanged(name) {const opened = this.opened.get(name);const { box } = this.fields[name];return opened !== undefined && (box.value !== asShown(box, shown[name](opened)) || box.validity.badInput)
}
get differs() {return names.some((name) => this.isChanged(name)) || this.rule.isTyped || this.address.text !== ""
}
keepDraft(name) {const opened = this.opened.get(name);if (!opened) return;const { value } = this.fields[name].box;const isChanged = this.isChanged(name);this.app.drafts.keep(`${opened.id} ${name}`, isChanged ? { value, opened } : null);this.grow()
}
takeBack(name) {const { item } = this;if (!item) return;this.app.drafts.keep(`${item.id} ${name}`, null);this.opened.set(name, item);this.write(name, item);this.grow()
}
async leave(name) {const opened = this.opened.get(name);if (!opened) return;if (!this.isChanged(name)) {this.fields[name].fault("");this.opened.delete(name);if (this.item) this.write(name, this.item);return
}
const changed = this.read(name, opened);if (typeof changed === "string") return this.fields[name].fault(changed);const left = (partOf(name) === "when" ? whenBoxes : [name]).map((each) => {this.fields[each].fault("");this.app.drafts.keep(`${opened.id} ${each}`, null);this.opened.delete(each);return { each, value: this.fields[each].box.value }
});if (await save(this.app, opened, changed)) return;for (const { each, value } of left) {if (value === shown[each](opened)) continue;this.app.drafts.keep(`${opened.id} ${each}`, { value, opened });if (this.item?.id !== opened.id || this.opened.has(each)) continue;this.opened.set(each, opened);this.fields[each].box.value = value
}
}
finish() {for (const name of names) this.leave(name);this.rule.finish()
}
read(name, opened) {const value = this.fields[name].box.value.toWellFormed();const text = value.trim();const isLong = [...text].length > longestTitle;switch (name) {case "title": if (!text) return t("title missing");return isLong ? t("too long", { n: longestTitle }) : { ...opened, title: text.replace(/\s*\n\s*/g, " ") };case "description": {const bytes = new TextEncoder().encode(value).length;if (bytes > longestDescription) return t("description long");return { ...opened, itemDescription: value || undefined }
}
case "date": return this.readWords(opened, text);case "time": return this.readTime(opened);case "place": return isLong ? t("too long", { n: longestTitle }) : located(opened, { ...opened.location, name: text });case "coordinate": {const coordinate = text ? readCoordinate(text) : undefined;if (coordinate === null) return t("coordinate wrong");return located(opened, { name: opened.location?.name ?? "", coordinate })
}
}
}
readWords(opened, text) {const read = readDate(text, currentLanguage(), new Date());if (!read) return t("date wrong");const { due, repeat } = read;const time = due.day && this.isChanged("time") ? this.fields.time.box.value : "";const changed = withDue(opened, (time && fromInputs(due.day ?? "", time)) || due);return { ...changed, ...(repeat && { repeat: inThisZone(repeat) }) }
}
readTime(opened) {const { box } = this.fields.time;if (box.validity.badInput) return t("date wrong");const due = dueOf(opened);if (!due) return box.value ? t("date missing") : opened;return withDue(opened, fromInputs(dateText(due), box.value))
}
takeTime() {const { box } = this.fields.time;const time = this.isChanged("time") && !box.validity.badInput ? box.value : "";if (this.item) this.takeBack("time");this.opened.delete("time");return time
}
}
function whenText({ timestamp, day, repeat, remind }, now) {if (timestamp === undefined) return "";const due = { timestamp, day };const isTimed = hasTime(due);const date = dueDate(due);return [relativeDay(due, now), isTimed && timeOf(date), repeat && `↻ ${repeatText(repeat)}`, remind !== undefined && reminderText(remind, isTimed)].filter(Boolean).join(" · ")
}
const margin = 8;class Popover {constructor(role, style) {this.anchor = null;this.element = h("div", { role, class: `popover ${style}`, popover: "auto" });this.element.addEventListener("beforetoggle", (event) => {const isOpen = event.newState === "open";if (role === "menu" && this.anchor) this.anchor.ariaExpanded = String(isOpen);this.isLeft = !isOpen && this.element.contains(document.activeElement)
});this.element.addEventListener("toggle", (event) => {if (event.newState === "closed" && this.isLeft) this.restore()
});this.isLeft = false;this.before = null
}
get isOpen() {return this.element.matches(":popover-open")
}
open(anchor) {if (this.isOpen) this.close();this.anchor = anchor;this.before = document.activeElement;const { element } = this;(anchor.closest("dialog, main") ?? document.body).append(element);element.showPopover();const { top, bottom, left, right } = anchor.getBoundingClientRect();const { offsetWidth: width, offsetHeight: height } = element;const isRightToLeft = getComputedStyle(anchor).direction === "rtl";const x = isRightToLeft ? left : right - width;const isBelow = bottom + height + margin < innerHeight;const y = isBelow ? bottom : Math.max(margin, top - height);element.style.left = `${Math.min(innerWidth - width - margin, Math.max(margin, x))}px`;element.style.top = `${y}px`
}
close() {if (this.isOpen) this.element.hidePopover()
}
restore() {const { before, anchor } = this;const place = before?.isConnected && before !== document.body ? before : anchor;if (place instanceof HTMLElement) place.focus()
}
}
const targetIcons = {"today": "sun", "tomorrow": "sunrise", "next week": "forward", "no date": "close" };class More {constructor(app) {this.app = app;this.popover = new Popover("menu", "more-menu");this.popover.element.addEventListener("keydown", (event) => this.press(event))
}
open({ item, button }) {const { app, popover } = this;popover.element.setAttribute("aria-label", t("more of", { it: item.title }));popover.element.replaceChildren(...targets.map((target) => this.item(targetIcons[target], t(target), () => move(app, [current(app, item)], target))), h("hr", { role: "separator" }), this.item("trash", t("delete"), () => remove(app, [item]), "danger"));popover.open(button);this.items()[0].focus()
}
item(name, text, act, style = "") {return h("button", {role: "menuitem", tabIndex: -1, class: style, click: () => {this.popover.close();this.popover.restore();act()
} }, icon(name), text)
}
items() {return ([...this.popover.element.querySelectorAll("button")])
}
press(event) {const items = this.items();const index = items.indexOf(document.activeElement);const next = {ArrowDown: index + 1, ArrowUp: index - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];if (next !== undefined) items[next % items.length].focus();else if (event.key === "Tab") this.popover.close();else if (event.key === "Escape") this.popover.close();else return;event.preventDefault()
}
}
const current = (app, item) => app.items.get(item.id) ?? item;const weeks = 5;const monday = (date) => startOfDay(date, -((date.getDay() + 6) % 7));class Days {constructor(choose) {this.choose = choose;this.first = monday(new Date());this.current = startOfDay(new Date());this.chosen = "";this.title = h("span", { class: "months" });const turn = (sign, by) => h("button", {class: `quiet ${sign}`, "aria-label": t(by < 0 ? "earlier weeks" : "later weeks"), click: () => this.show(startOfDay(this.current, by * weeks * 7)) }, icon("down"));this.grid = h("div", {role: "grid", "aria-label": t("days"), class: "days-grid", keydown: (event) => this.press(event) });this.element = h("div", { class: "days-part" }, h("div", { class: "days-head" }, this.title, turn("up", -1), turn("down", 1)), this.grid)
}
fill(date) {this.chosen = date ? dayText(date) : "";this.show(date ?? startOfDay(new Date()))
}
show(date) {this.current = date;const today = monday(new Date());const distance = Math.round((monday(date).getTime() - today.getTime()) / 86_400_000);const page = Math.floor(distance / (weeks * 7));this.first = startOfDay(today, page * weeks * 7);this.title.textContent = monthsOf(this.first, startOfDay(this.first, weeks * 7 - 1));const names = Array.from({ length: 7 }, (_, index) => h("span", {role: "columnheader", "aria-label": weekdayName(index, "longWeekday") }, weekdayName(index, "weekday").slice(0, 2)));const rows = Array.from({ length: weeks }, (_, week) => h("div", { role: "row" }, ...Array.from({ length: 7 }, (_, index) => this.cell(startOfDay(this.first, week * 7 + index)))));this.grid.replaceChildren(h("div", { role: "row" }, ...names), ...rows)
}
cell(date) {const text = dayText(date);const isChosen = text === this.chosen;const now = new Date();const due = { timestamp: date.getTime() / 1000, day: text };return h("span", { role: "gridcell", "aria-selected": String(isChosen) }, h("button", {tabIndex: text === dayText(this.current) ? 0 : -1, "aria-label": date.getFullYear() === now.getFullYear() ? longDue(due, now) : fullDay(date), ...(text === dayText(now) && { "aria-current": "date" }), class: date < startOfDay(now) ? "past" : undefined, click: () => this.choose(date) }, String(date.getDate())))
}
press(event) {const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, PageUp: -weeks * 7, PageDown: weeks * 7 }[event.key];if (by === undefined) return;event.preventDefault();this.show(startOfDay(this.current, by));(this.grid.querySelector('[tabindex="0"]'))?.focus()
}
}
let lineCount = 0;class Line {constructor(name, sign, ...editor) {this.name = t(name);const id = `line-${++lineCount}`;this.button = h("button", {class: "line", "aria-expanded": "false", "aria-controls": id, click: () => this.isOpen ? this.close() : this.open() });this.more = h("span", { class: "line-more" });this.panel = h("div", { id, role: "dialog", "aria-label": this.name, class: "panel", hidden: true }, ...editor, h("div", { class: "panel-end" }, h("button", {class: "small", click: () => this.close() }, t("finish"))));this.panel.addEventListener("keydown", (event) => {if (event.key !== "Escape" || event.defaultPrevented) return;event.preventDefault();event.stopPropagation();this.close()
});this.element = h("div", { class: "part" }, icon(sign), h("div", {}, h("div", { class: "line-row" }, this.button, this.more), this.panel));this.say("")
}
say(text) {this.button.textContent = text || this.name;this.button.classList.toggle("none", !text);this.button.setAttribute("aria-label", text ? `${this.name}: ${text}` : this.name)
}
get isOpen() {return !this.panel.hidden
}
open() {const { panel, button } = this;this.show(true);const view = panel.closest("dialog");const bottom = view?.getBoundingClientRect().bottom ?? 0;const hidden = panel.getBoundingClientRect().bottom - bottom;const room = button.getBoundingClientRect().top - (view?.getBoundingClientRect().top ?? 0);view?.scrollBy(0, Math.max(0, Math.min(hidden, room)));const first = (panel.querySelector("button, input"));first?.focus({ preventScroll: true })
}
close() {const hadFocus = this.panel.contains(document.activeElement);this.show(false);if (hadFocus) this.button.focus()
}
show(isOpen) {this.panel.hidden = !isOpen;this.button.ariaExpanded = String(isOpen)
}
}
const ofTimes = [0, 10, 60, 1440];const ofDays = [-540, 360];class Remind {constructor(app) {this.app = app;this.item = null;this.choice = field(t("remind"), select(t("remind"), [], (value) => this.choose(value)));const save = () => this.saveCustom();this.minutes = field(t("minutes before"), h("input", {type: "number", min: `${leastRemind}`, max: `${mostRemind}`, change: save }));this.days = field(t("days before"), h("input", { type: "number", min: "-6", max: "28", change: save }));this.time = field(t("remind time"), h("input", { type: "time", change: save }));this.ofDay = h("div", { class: "pair" }, this.days.element, this.time.element);this.element = h("div", {}, this.choice.element, this.minutes.element, this.ofDay);this.isCustom = false
}
fill(item) {if (item?.id !== this.item?.id) this.isCustom = false;this.item = item;this.element.hidden = item?.timestamp === undefined;if (!item || item.timestamp === undefined) return;const { timestamp, day, remind } = item;const isTimed = hasTime({ timestamp, day });const presets = isTimed ? ofTimes : ofDays;const values = remind === undefined || presets.includes(remind) ? presets : [...presets, remind];this.choice.box.replaceChildren(h("option", { value: "never" }, t("repeat never")), ...values.map((value) => h("option", { value: String(value) }, capital(reminderText(value, isTimed)))), h("option", { value: "custom" }, t("repeat custom")));this.choice.box.value = this.isCustom ? "custom" : String(remind ?? "never");this.minutes.element.hidden = !this.isCustom || !isTimed;this.ofDay.hidden = !this.isCustom || isTimed;const before = remind ?? (isTimed ? 10 : -540);const days = Math.ceil(before / 1440);const rest = days * 1440 - before;const pad = (number) => String(number).padStart(2, "0");this.minutes.box.value = String(before);this.days.box.value = String(days);this.time.box.value = `${pad(Math.floor(rest / 60))}:${pad(rest % 60)}`;for (const { fault } of [this.minutes, this.days]) fault("")
}
choose(value) {this.isCustom = value === "custom";if (this.isCustom) this.fill(this.item);else this.save(value === "never" ? undefined : Number(value))
}
saveCustom() {const isTimed = this.ofDay.hidden;const [hours, minutes] = this.time.box.value.split(":").map(Number);const remind = isTimed ? this.minutes.box.valueAsNumber : this.days.box.valueAsNumber * 1440 - hours * 60 - minutes;const isValid = Number.isInteger(remind) && remind >= leastRemind && remind <= mostRemind;const { fault } = isTimed ? this.minutes : this.days;fault(isValid ? "" : t("remind wrong"));if (isValid) this.save(remind)
}
save(remind) {const { app, item } = this;if (item) save(app, item, { ...item, remind })
}
}
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);class DateEditor {constructor(app, editor) {this.app = app;this.editor = editor;this.item = null;this.chips = targets.map((target) => h("button", { class: "small", "aria-pressed": "false", click: () => this.choose(target) }, icon(targetIcons[target]), t(target)));this.days = new Days((date) => this.chooseDay(date));this.remind = new Remind(app);this.line = new Line("date", "calendar", h("div", { class: "chips" }, ...this.chips), this.days.element, h("div", { class: "moment" }, editor.fields.date.element, editor.fields.time.element), editor.rule.element, this.remind.element)
}
fill(item) {if (item?.id !== this.item?.id) this.line.show(false);this.item = item;this.remind.fill(item);if (!item) return;const now = new Date();this.line.say(whenText(item, now));const due = dueOf(item);const day = due && startOfDay(dueDate(due));targets.forEach((target, index) => {const date = targetDate(target, now);const isChosen = date && day ? dayText(date) === dayText(day) : date === day;this.chips[index].ariaPressed = String(isChosen)
});this.days.fill(day)
}
choose(target) {const date = targetDate(target, new Date());if (date) this.chooseDay(date);else if (this.item) move(this.app, [this.item], target)
}
chooseDay(date) {const { app, item, editor } = this;if (!item) return;const time = editor.takeTime();const due = time ? fromInputs(dayText(date), time) : onDay(dueOf(item), date);save(app, item, withDue(item, due), "moved")
}
}
const mark = /^(\s*[-*+] \[)([ xX])(\] )(.*)$/;const noteLines = (text) => text.split(/\r?\n/).map((line) => {const [, , sign, , rest] = mark.exec(line) ?? [];return sign === undefined ? { text: line } : { text: rest, done: sign !== " " }
});function progress(text) {const lines = text.includes("[") ? noteLines(text).filter(({ done }) => done !== undefined) : [];return { done: lines.filter(({ done }) => done).length, total: lines.length }
}
const withTick = (text, index, done) => text.split("\n").map((line, at) => at === index ? line.replace(mark, `$1${done ? "x" : " "}$3$4`) : line).join("\n");const pattern = /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<![\w./:-])(?:\+|00?)[1-9][\d ()/-]{5,20}\d(?!\w|[./-]\w)/gi;function withoutEnd(text) {const ends = text.includes("(") ? /[.,;:!?'"»”]/ : /[.,;:!?'"»”)]/;while (ends.test(text.slice(-1))) text = text.slice(0, -1);return text
}
function addressOf(text) {if (/^https?:/i.test(text)) return text;if (/^www\./i.test(text)) return `https://${text}`;return text.includes("@") ? `mailto:${text}` : `tel:${text.replace(/[^\d+]/g, "")}`
}
function linkParts(text) {const parts = [];let end = 0;for (const { 0: match, index } of text.matchAll(pattern)) {const link = withoutEnd(match);const href = addressOf(link);if (!URL.canParse(href)) continue;parts.push({ text: text.slice(end, index) }, { text: link, href });end = index + link.length
}
return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "")
}
const linked = (text) => linkParts(text).map(({ text, href }) => href ? outside(href, text) : text);class Notes {constructor(app, editor) {this.app = app;this.editor = editor;const { box, element } = editor.fields.description;this.box = box;this.view = h("div", {class: "note-view", dir: "auto", click: (event) => this.enter(event) });this.element = h("div", { class: "notes" }, element, this.view);for (const type of ["focus", "input"]) {box.addEventListener(type, () => this.arrange())
}
box.addEventListener("blur", () => afterPress(() => this.arrange()))
}
enter({ target }) {if (target.closest("a, label")) return;if (getSelection()?.type === "Range") return;this.box.focus();this.box.setSelectionRange(this.box.value.length, this.box.value.length)
}
fill(item) {const text = item.itemDescription ?? "";const place = [...this.view.querySelectorAll("input")].findIndex((box) => box === document.activeElement);this.view.replaceChildren(...this.parts(text ? noteLines(text) : []));this.view.querySelectorAll("input")[place]?.focus();this.arrange()
}
parts(lines) {const parts = [];let texts = [];const flush = () => {if (texts.length > 0) parts.push(h("p", {}, ...linked(texts.join("\n"))));texts = []
};lines.forEach((line, index) => {if (line.done === undefined) {texts.push(line.text);return
}
flush();parts.push(this.line(line, index))
});flush();return parts
}
line({ text, done }, index) {const box = h("input", {type: "checkbox", checked: done, "aria-label": text || "–", change: () => this.tick(index, box.checked) });return h("p", { class: "check-line" }, h("label", {}, box), h("span", {}, ...linked(text)))
}
tick(index, done) {const { app, editor: { item } } = this;if (!item) return;const itemDescription = withTick(item.itemDescription ?? "", index, done);save(app, item, { ...item, itemDescription })
}
arrange() {const isUsed = document.activeElement === this.box || this.editor.isChanged("description");this.element.classList.toggle("read", !isUsed && this.box.value !== "")
}
}
const hasMaps = /Android/.test(navigator.userAgent);function mapAddress({ name, coordinate }) {const query = encodeURIComponent(name);if (coordinate) {const { latitude, longitude } = coordinate;const point = `${latitude},${longitude}`;if (hasMaps) return `geo:${point}?q=${point}`;return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}
if (!name) return "";return hasMaps ? `geo:0,0?q=${query}` : `https://www.openstreetmap.org/search?query=${query}`
}
const zoom = 15;function mapOf(name, { latitude, longitude }, template) {const size = 2 ** zoom;const radians = latitude * Math.PI / 180;const x = (longitude + 180) / 360 * size;const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 * size;const image = h("div", { role: "img", "aria-label": t("map of", { it: name }) });for (let row = -1; row <= 1; row++) {for (let column = -1; column <= 1; column++) {const [tileX, tileY] = [Math.floor(x) + column, Math.floor(y) + row];if (tileY < 0 || tileY >= size) continue;const tile = h("img", { alt: "", loading: "lazy", referrerPolicy: "origin" });tile.src = template.replace("{z}", String(zoom)).replace("{x}", String((tileX + size) % size)).replace("{y}", String(tileY));tile.style.setProperty("--x", String(tileX - x));tile.style.setProperty("--y", String(tileY - y));image.append(tile)
}
}
image.append(h("span", { class: "pin" }));const credit = outside("https://www.openstreetmap.org/copyright", t("credit"));return h("div", { class: "map tiles" }, image, credit)
}
class PlaceEditor {constructor({ fields: { place, coordinate }, address }) {this.item = null;this.map = h("div", { class: "map-place" });this.coordinate = coordinate.box;this.folded = h("details", { class: "folded" }, h("summary", {}, t("by coordinate")), coordinate.element);this.line = new Line("place", "place", place.element, server.geocoder && address.element, this.folded, this.map)
}
fill(item) {if (item?.id !== this.item?.id) this.line.show(false);this.item = item;const { location, title = "" } = item ?? {};const point = location?.coordinate;this.line.say(location?.name || (point ? coordinateText(point) : ""));const address = location && mapAddress(location);this.line.more.replaceChildren(...(address ? [outside(address, t("open map"))] : []));this.map.replaceChildren(...(point && server.tiles ? [mapOf(location.name || title, point, server.tiles)] : []));this.folded.open ||= this.coordinate.ariaInvalid === "true" || (!!point && !location.name)
}
}
function readWrites(writes, base) {const undone = undoneOf(writes);const returned = returnedIn(writes);const states = new DoneStates(base);return writes.map((write) => {const hidden = write.created + write.changed + write.deleted - write.items.length;const verbs = new Map(write.items.map((item) => {const isDone = states.after(item);const isBack = returned.has(`${write.revision} ${item.id}`);return [item, isBack ? "put back" : verbOf(item, isDone)]
}));states.goBehind(write);return {write, deeds: deedsOf(write, verbs), isUndone: undone.has(write.revision), hidden }
})
}
function undoneOf(writes) {const undone = new Set();for (const { revision, undoes } of writes) {if (undoes !== undefined && !undone.has(revision)) undone.add(undoes)
}
return undone
}
function returnedIn(writes) {const deleted = new Set();const returned = new Set();for (const { revision, items } of [...writes].reverse()) {for (const { id, kind } of items) {if (kind === "created" && deleted.has(id)) returned.add(`${revision} ${id}`);if (kind === "deleted") deleted.add(id)
}
}
return returned
}
class DoneStates {constructor(base) {this.base = base;this.known = new Map();this.hasGap = false
}
after({ id }) {if (this.known.has(id)) return this.known.get(id);return this.hasGap ? undefined : this.base.get(id)?.done
}
goBehind({ items, changed }) {const before = items.map((item) => {const { id, kind, members = [] } = item;const isDone = this.after(item);if (kind !== "changed" || isDone === undefined) return [id, undefined];return [id, members.includes("done") ? !isDone : isDone]
});if (changed > items.filter(({ kind }) => kind === "changed").length) {this.hasGap = true;this.known.clear()
}
for (const [id, isDone] of before) {this.known.set(id, isDone)
}
}
}
function verbOf({ kind, members = [] }, isDone) {if (kind === "created") return "added";if (kind === "deleted") return "deleted";const isAll = (...names) => members.every((member) => names.includes(member));if (members.includes("done") && isAll("done", "repeat") && isDone !== undefined) {return isDone ? "completed" : "reopened"
}
const isPlaced = ["timestamp", "day", "position"].some((name) => members.includes(name));if (isPlaced && isAll("timestamp", "day", "repeat", "remind", "position")) return "moved";return members.length > 0 && isAll("tags") ? "tagged" : "changed"
}
function deedsOf({ created, changed, deleted, items }, verbs) {const of = (kind) => items.filter((item) => item.kind === kind);const common = (some, count, other) => {const found = new Set(some.map((item) => verbs.get(item) ?? other));return found.size === 1 && some.length === count ? [...found][0] : other
};const deed = (verb, count, some) => {if (count === 0) return [];const members = verb === "changed" ? some.flatMap(({ members = [] }) => members) : [];const item = count === 1 ? some[0] : undefined;return [{ verb, count, item, members: [...new Set(members)] }]
};const verb = common(of("changed"), changed, "changed");const changes = deed(verb, changed, of("changed"));const titles = new Set(of("changed").map(({ title }) => title));const isSeries = verb === "completed" && deleted === 0 && created <= changed && of("created").every(({ title }) => titles.has(title));if (isSeries) return changes;return [...deed(common(of("created"), created, "added"), created, of("created")), ...changes, ...deed("deleted", deleted, of("deleted"))]
}
function rootOf(read, all) {let isRedone = true;let root = read;while (root?.write.undoes !== undefined) {root = all.get(root.write.undoes);isRedone = !isRedone
}
return { root, isRedone }
}
function byDays(reads) {const days = [];for (const read of reads) {const day = startOfDay(new Date(read.write.at * 1000));const last = days.at(-1);if (last?.day.getTime() === day.getTime()) last.reads.push(read);else days.push({ day, reads: [read] })
}
return days
}
function actButton(text, describedBy, act) {let isBusy = false;const button = h("button", {class: "small plain", "aria-describedby": describedBy, click: async () => {if (isBusy) return;isBusy = true;button.ariaDisabled = "true";await act();button.ariaDisabled = null;isBusy = false
} }, text);return button
}
function withFirst(shown, first, keyOf) {const fresh = new Set(first.elements.map(keyOf));const last = shown.elements.findLastIndex((element) => fresh.has(keyOf(element)));if (first.next === undefined || last < 0) return first;return {elements: [...first.elements, ...shown.elements.slice(last + 1)], next: last + 1 < shown.elements.length ? shown.next : first.next }
}
const calmReading = 300;const nearby = 400;class Paged {constructor(app, kind) {this.app = app;this.kind = kind;this.page = null;this.fault = null;this.isOpen = false;this.isReading = false;this.isStale = false;this.round = 0;this.token = undefined;this.lines = new Map();this.loading = h("p", { class: "loading", hidden: true }, t("loading"));this.note = h("div", { role: "status" });this.body = h("div");this.more = h("button", { class: "small plain more-button", hidden: true, click: () => this.readMore() }, t("show more"));this.element = h("div", { class: "paged" }, this.loading, this.note, this.body, this.more);app.on("items", () => this.isOpen && app.copy?.replica.token !== this.token && this.refresh());app.on("connection", (state) => state === "online" && this.fault && this.refresh());const scrolled = () => isNear(this.more) && this.readMore();addEventListener("scroll", scrolled, {passive: true, capture: true, signal: app.views.signal })
}
open() {this.close();this.isOpen = true;setTimeout(() => this.showLoading(), calmReading);this.refresh()
}
close() {this.round++;this.isOpen = this.isReading = this.isStale = false;this.page = this.fault = null;this.render()
}
refresh() {if (!this.isOpen) return;if (this.isReading) {this.isStale = true;return
}
this.token = this.app.copy?.replica.token;const { page, kind } = this;this.read(kind.path(), (first) => page ? withFirst(page, first, kind.keyOf) : first)
}
replace() {this.round++;this.isReading = this.isStale = false;this.token = this.app.copy?.replica.token;this.read(this.kind.path(), (first) => first)
}
readMore() {const { page } = this;if (!page?.next || this.isReading || this.fault) return;this.read(page.next, ({ elements, next }) => ({elements: [...page.elements, ...elements], next }))
}
async read(path, join) {const { app, round } = this;this.isReading = true;try {const page = join(await readPage(app.api, path));if (round !== this.round) return;this.page = page;this.fault = null
} catch (error) {if (!(error instanceof Refusal)) throw error;if (round !== this.round) return;this.fault = error;if (error.status === 401) app.endSession();if (error.status === 400 && path !== this.kind.path()) this.page = null
}
this.isReading = false;this.render();if (this.isStale) {this.isStale = false;this.refresh()
} else if (this.page?.elements.length === 0 || isNear(this.more)) {this.readMore()
}
}
showLoading() {const isWaiting = this.isOpen && !this.page && !this.fault;this.loading.hidden = !isWaiting
}
render() {const { page, fault, element, more } = this;element.ariaBusy = String(this.isOpen && !page && !fault);if (!this.isOpen || page || fault) this.loading.hidden = true;more.hidden = !page?.next || fault !== null;this.fill(page ? this.kind.groups(page.elements) : []);this.note.replaceChildren(...this.noteOf())
}
noteOf() {const { page, fault, kind } = this;if (!this.isOpen) return [];const isEmpty = this.lines.size === 0;if (fault) return [faultNote(fault, isEmpty, () => this.refresh())];if (!page || page.next || !isEmpty) return [];const { key, sign, hint } = kind.empty();return [h("div", { class: "note-box" }, h("span", { class: "picture" }, icon(sign)), h("p", { class: "large" }, t(key)), hint && h("p", {}, t(hint)))]
}
fill(groups) {const focused = document.activeElement;const isInside = focused !== null && this.body.contains(focused);const place = isInside ? [...this.lines.values()].findIndex(({ element }) => element.contains(focused)) : -1;const key = [...this.lines.keys()][place];const lines = new Map();this.body.replaceChildren(...groups.map(({ name, label, lines: some }) => {for (const line of some) {const known = this.lines.get(line.key);lines.set(line.key, known?.state === line.state ? known : { state: line.state, element: line.make() })
}
const list = h("ul", { role: "list", "aria-label": label }, ...some.map((line) => lines.get(line.key)?.element));return h("div", { class: "past-group" }, name && h("h3", {}, name), list)
}));this.lines = lines;if (!isInside) return;if (focused.isConnected) return focused.focus();const next = lines.get(key) ?? [...lines.values()][Math.min(place, lines.size - 1)];const heir = [...next?.element.querySelectorAll("a, button") ?? []].at(-1) ?? this.element.closest("section")?.querySelector("[tabindex]");heir?.focus()
}
}
function isNear(element) {return element.checkVisibility() && element.getBoundingClientRect().top < innerHeight + nearby
}
function faultNote(fault, isAlone, retry) {const isOffline = fault.status === 0;const text = isOffline ? t("needs network") : fault.status === 401 ? t("session ended") : reason(fault);const button = h("button", { class: "small", click: retry }, t("try again"));if (!isAlone) return h("p", { class: "filter" }, h("span", {}, text), button);return h("div", { class: "note-box" }, h("span", { class: "picture" }, icon(isOffline ? "offline" : "alert")), h("p", { class: "large" }, isOffline ? text : t("not loaded")), h("p", {}, isOffline ? t("needs network hint") : text), button)
}
class Versions {constructor(app) {this.app = app;this.item = null;this.button = h("button", {class: "line none", "aria-expanded": "false", click: () => this.show(this.button.ariaExpanded === "false") }, t("versions"));this.paged = new Paged(app, {path: () => `/items/${this.item?.id}/history`, keyOf: ({ revision }) => String(revision), empty: () => ({ key: "no versions", sign: "history" }), groups: (versions) => this.group(versions) });this.element = h("section", { "aria-label": t("versions"), class: "versions", hidden: true }, this.paged.element)
}
fill(item) {if (item?.id !== this.item?.id) this.show(false);this.item = item
}
show(isShown) {this.element.hidden = !isShown;this.button.ariaExpanded = String(isShown);if (isShown) this.paged.open();else this.paged.close()
}
group(versions) {const lines = versions.map((version) => ({key: String(version.revision), state: "", make: () => this.line(version) }));return lines.length > 0 ? [{ label: t("versions"), lines }] : []
}
line(version) {const { revision, at, by, undoes, kind, before } = version;const when = { timestamp: at };const id = `version-${revision}`;return h("li", { class: "version" }, h("div", { class: "past-text" }, h("p", { id }, whatChanged(version)), h("p", { class: "hint" }, h("time", { dateTime: machineText(when) }, shortDue(when, new Date())), by !== undefined && " · ", by !== undefined && h("bdi", {}, by), undoes !== undefined && ` · ${t("by undo")}`), ...before && kind === "changed" ? formerValues(version, before) : []), before && actButton(t("put back"), id, async () => {const { item } = this;if (item && await putBackItem(this.app, item, revision - 1)) this.paged.refresh()
}))
}
}
function whatChanged({ kind, members = [], before }) {const verb = verbOf({ kind, members }, before && !before.done);switch (verb) {case "added": case "completed": case "reopened": case "deleted": return t(`version ${verb}`)
}
return memberNames(members)
}
function formerValues({ members = [] }, before) {return partsWith(members).filter(isField).map((part) => h("p", { class: "former", dir: "auto" }, t("before that", { part: memberName(part), value: valueText(part, before) })))
}
let boxCount = 0;class TagBox {constructor(app, onAdd) {this.app = app;this.onAdd = onAdd;const id = `tags-${++boxCount}`;this.options = h("datalist", { id });this.field = field(t("add tag"), h("input", {type: "text", list: id, autocomplete: "off", dir: "auto", placeholder: t("add tag"), focus: () => this.offer(), input: (event) => this.read(event), keydown: (event) => {if (event.key !== "Enter" || event.isComposing) return;event.preventDefault();this.submit()
} }));this.box = this.field.box;this.element = h("div", { class: "tag-box" }, this.field.element, this.options)
}
offer() {const tags = countTags(this.app.items.values(), currentLanguage());this.options.replaceChildren(...tags.map(({ tag }) => h("option", { value: tag })))
}
read({ inputType }) {this.field.fault("");if (!inputType || inputType === "insertReplacementText") this.submit()
}
submit() {const tags = this.box.value.split(/[\s,]+/).map((text) => text.replace(/^#/, "")).filter(Boolean);const fault = tags.every(isTag) ? tags.length > 0 && this.onAdd(tags) : t("tag wrong");this.field.fault(fault || "");if (fault) return false;this.box.value = "";return true
}
clear() {this.box.value = "";this.field.fault("")
}
}
class TagChips {constructor(app) {this.app = app;this.item = null;this.box = new TagBox(app, (tags) => this.add(tags));this.chips = h("span", { class: "tag-chips" });this.element = h("div", { class: "item-tags" }, this.chips, this.box.element)
}
fill(item) {if (item?.id !== this.item?.id) this.box.clear();const hadFocus = this.chips.contains(document.activeElement);this.item = item;this.chips.replaceChildren(...(item?.tags ?? []).map((tag) => h("span", { class: "tag-chip" }, h("span", { dir: "auto" }, tag), h("button", {class: "quiet", "aria-label": t("remove tag", { it: tag }), click: () => this.change({ remove: [tag] }) }, icon("close")))));if (hadFocus) this.box.box.focus()
}
add(tags) {const { item } = this;if (!item) return "";const count = retagged(item, { add: tags }).tags?.length ?? 0;if (count === item.tags?.length && count === mostTags) return t("tags full");this.change({ add: tags });return ""
}
change(change) {if (this.item) changeAll(this.app, "saved", [this.item], (item) => retagged(item, change))
}
}
const wide = matchMedia("(min-width: 60rem)");class Details {constructor(app, list, bars) {this.app = app;this.list = list;this.bars = bars;this.home = document.body;this.item = null;this.editor = new Editor(app);this.tags = new TagChips(app);this.box = h("input", {type: "checkbox", "aria-label": t("done list"), change: () => this.item && check(app, [this.item], this.box.checked) });this.gone = h("p", { role: "status", class: "gone" });this.notes = new Notes(app, this.editor);this.date = new DateEditor(app, this.editor);this.place = new PlaceEditor(this.editor);this.versions = new Versions(app);this.element = h("dialog", { "aria-label": t("details"), class: "details", tabIndex: -1 }, h("div", { class: "details-head" }, h("label", { class: "tick" }, this.box), this.editor.fields.title.element, closeButton(() => this.leave())), this.notes.element, this.gone, this.date.line.element, h("div", { class: "part" }, icon("tag"), this.tags.element), this.place.line.element, h("div", { class: "part" }, icon("history"), h("div", {}, this.versions.button, this.versions.element)), h("div", { class: "buttons" }, h("button", { class: "small plain danger", click: () => this.remove() }, t("delete"))));this.element.addEventListener("cancel", (event) => {event.preventDefault();this.leave()
});this.element.addEventListener("click", (event) => {const { element } = this;const isTap = event.target === element && event.detail > 0;if (isTap && isOutside(element, event)) this.leave()
});this.element.addEventListener("focusout", () => setTimeout(() => this.render()));for (const name of (["route", "items", "session", "connection"])) {app.on(name, () => this.render())
}
wide.addEventListener("change", () => {const { element } = this;if (!element.open) return;const { activeElement } = document;element.close();this.home.append(this.bars);this.open();if (element.contains(activeElement)) activeElement.focus()
}, { signal: app.views.signal })
}
render() {const { app, element } = this;const id = app.route.item;const item = id ? app.items.get(id) : undefined;const isKnown = this.item?.id === id || app.connection !== "connecting";const before = this.item;if (before && !app.loaded) return;const isKept = before !== null && before.id === id && !item && this.isUsed(before);setText(this.gone, isKept && !this.isWaiting(before) ? t("deleted while edited") : "");if (isKept) return;if (before && before.id !== item?.id) this.editor.finish();if (this.item !== before) return;if (id && !item && app.loaded && isKnown) return this.miss(id);if (!item || !app.copy) return this.close();if (item !== this.item) {this.item = item;this.fill(item)
}
if (element.open) return;this.returnTo = document.activeElement;this.keepInPlace(item.id, () => this.open())
}
isUsed(item) {const { app, editor, element } = this;if (app.history.hasDeleted(item.id)) return false;const isInside = isTyping() && element.contains(document.activeElement);return editor.differs || isInside || this.isWaiting(item)
}
isWaiting({ id }) {return this.app.entries.some(({ operations }) => operations.some((one) => one.op === "patch" && one.id === id && !("done" in one.patch)))
}
miss(id) {const { app, item } = this;this.close();app.navigate({ item: null }, true);if (item?.id !== id) app.emit("fault", t("no such item"));else if (item.revision && !app.copy?.replica.touched.has(id)) {app.emit("fault", t("deleted elsewhere", { it: item.title }))
}
}
fill(item) {const isOther = item.id !== this.editor.item?.id;this.box.checked = item.done;this.editor.fill(item);this.notes.fill(item);this.fillLines(item);if (isOther) this.openDrafts(item)
}
openDrafts({ id }) {const { fields } = this.app.drafts;const has = (names) => names.some((name) => fields[`${id} ${name}`]);if (has(["date", "time", "rule"])) this.date.line.show(true);if (has(["place", "coordinate"])) this.place.line.show(true)
}
fillLines(item) {this.tags.fill(item);this.date.fill(item);this.place.fill(item);this.versions.fill(item)
}
open() {if (wide.matches) this.element.show();else {this.element.showModal();this.element.append(this.bars)
}
this.element.scrollTop = 0;this.editor.grow();this.element.focus({ preventScroll: true })
}
close() {if (!this.element.open) return;const id = this.item?.id;const hadFocus = this.element.contains(document.activeElement);this.item = null;this.editor.fill(null);this.fillLines(null);this.keepInPlace(id ?? "", () => this.element.close());this.home.append(this.bars);if (!hadFocus && document.activeElement !== document.body) return;const { returnTo } = this;if (returnTo instanceof HTMLElement && returnTo.isConnected && returnTo !== document.body) {returnTo.focus()
} else if (!id || !this.list.walk.focusItem(id)) focusFirst()
}
keepInPlace(id, change) {const top = () => this.list.find(id, ({ rows }) => rows.get(id)?.element.getBoundingClientRect().top);const before = top();change();const after = top();if (before !== undefined && after !== undefined) scrollBy(0, after - before)
}
leave() {this.app.navigate({ item: null })
}
remove() {const { item, list, app } = this;if (!item) return;const place = list.find(item.id, (rows, index) => ({ rows, index }));app.navigate({ item: null });remove(app, [item]);const { rows, index } = place ?? {};if (!rows || !rows.focus(Math.min(index ?? 0, rows.items.length - 1))) focusFirst()
}
}
class Find {constructor(app, onDown) {this.app = app;this.onDown = onDown;this.isOpen = this.q !== "";this.view = app.route.view;this.box = h("input", {type: "search", "aria-label": t("search"), placeholder: t("search"), autocomplete: "off", enterKeyHint: "search", dir: "auto", input: () => this.look(), blur: () => this.box.value === "" && this.show(false), keydown: (event) => this.press(event) });this.button = h("button", {class: "quiet find-button", "aria-label": t("search"), title: t("search"), "aria-expanded": "false", pointerdown: (event) => event.preventDefault(), click: () => this.isOpen ? this.close() : this.open() }, icon("search"));this.element = h("search", { class: "find" }, this.box);app.on("route", () => this.fill());app.on("session", () => this.fill());this.fill()
}
get q() {const { view, q } = this.app.route;return view === "trash" ? "" : q
}
fill() {const { q } = this;if (this.box.value !== q) this.box.value = q;if (q !== "") this.show(true);else if (document.activeElement !== this.box) this.show(false);this.button.hidden = this.element.hidden = !this.app.copy || this.app.route.view === "trash"
}
show(isOpen) {this.isOpen = isOpen;this.box.hidden = !isOpen;this.button.ariaExpanded = String(isOpen)
}
open() {if (!this.isOpen) this.view = this.app.route.view;this.show(true);this.box.focus()
}
look() {const { route } = this.app;const q = this.box.value;const view = q === "" ? this.view : "all";this.app.navigate({ q, view }, route.q !== "")
}
press(event) {if (event.isComposing) return;if (event.key === "ArrowDown") this.onDown();else if (event.key === "Escape") this.close();else return;event.preventDefault()
}
close() {const { app, view } = this;this.button.focus();this.show(false);if (app.route.q !== "") app.navigate({ q: "", view }, true)
}
}
function arrange(app, moved, place) {const keyed = () => [...app.items.values()].filter(({ position }) => position);const writes = new Map(drop(moved, place, keyed, new Date()).map((write) => [write.id, write]));const others = [...writes.keys()].filter((id) => !moved.some((item) => item.id === id));const items = [...moved.filter(({ id }) => writes.has(id)), ...others.flatMap((id) => app.items.get(id) ?? [])];if (items.length === 0) return false;changeAll(app, "moved", items, (item) => {const { due, position } = writes.get(item.id) ?? {};const dated = due === undefined ? item : withDue(item, due);return { ...dated, ...(position && { position }) }
}, moved);return true
}
class Arranging {constructor(list) {this.list = list
}
placeAt({ section, items }, before) {const isByHand = this.list.isSimple && this.list.sorting === "position";return { section, items, isByHand, before }
}
get isMovable() {return !this.list.isSimple || this.list.sorting === "position"
}
drop(items, place) {const now = this.list.app.items;const moved = items.flatMap(({ id }) => now.get(id) ?? []);const rows = this.list.rows.find(({ section }) => section === place.section);if (!rows || moved.length === 0) return;const rest = place.items.slice(place.items.findIndex(({ id }) => id === place.before));const ids = new Set(rows.items.map(({ id }) => id));const before = place.before && rest.find(({ id }) => ids.has(id))?.id;if (!arrange(this.list.app, moved, this.placeAt(rows, before))) return;const [{ id }] = moved;const standing = this.list.find(id, ({ items: { length: n } }, index) => ({ place: index + 1, n }));if (!standing) return;this.list.app.emit("message", t("moved to", { it: nameOf(moved), ...standing }))
}
shift(where) {const moved = this.list.chosen();const rows = this.list.rows.find(({ items }) => items.includes(moved[0]));if (!rows || !this.isMovable || !moved.every((item) => rows.items.includes(item))) return;const isMoved = new Set(moved);const { items } = rows;const first = items.indexOf(moved[0]);const last = items.indexOf(moved[moved.length - 1]);const others = items.filter((item) => !isMoved.has(item));const above = items.slice(0, first).filter((item) => !isMoved.has(item)).length;const below = items.slice(0, last).filter((item) => !isMoved.has(item)).length;const index = { up: Math.max(0, above - 1), down: below + 1, first: 0, last: Infinity }[where];this.drop(moved, this.placeAt(rows, others[index]?.id));rows.reveal(rows.items.findIndex(({ id }) => id === moved[0].id))
}
partAt(y) {if (!this.isMovable) return null;const shown = this.list.parts.filter(({ element }) => !element.hidden);const part = shown.find(({ element }) => y < element.getBoundingClientRect().bottom) ?? shown.at(-1);return part ? { rows: part.rows, index: part.rows.indexNear(y) } : null
}
}
const dragBegins = 5;const slips = 8;const lifts = 250;const edge = 64;const fastest = 18;class Drag {constructor(list) {this.list = list;this.press = null;this.items = [];this.timer = 0;this.frame = 0;this.y = 0;this.ghost = h("div", { class: "ghost", "aria-hidden": "true" });this.line = h("div", { class: "drop-line", hidden: true });list.element.append(this.line);const { element, app: { views: { signal } } } = list;element.addEventListener("pointerdown", (event) => this.begin(event));element.addEventListener("touchmove", (event) => {if (this.isLifted) event.preventDefault()
}, { passive: false });element.addEventListener("contextmenu", (event) => {if (this.press?.isTouch) event.preventDefault()
});element.addEventListener("dragstart", (event) => event.preventDefault());document.addEventListener("pointermove", (event) => this.move(event), { signal });document.addEventListener("pointerup", (event) => this.end(event), { signal });document.addEventListener("pointercancel", () => this.cancel(), { signal });addEventListener("blur", () => this.cancel(), { signal });document.addEventListener("keydown", (event) => {if (event.key !== "Escape" || !this.isLifted) return;event.preventDefault();event.stopPropagation();this.cancel()
}, { signal, capture: true })
}
get isLifted() {return this.items.length > 0
}
begin({ target, button, pointerType, isPrimary, clientX: x, clientY: y, ctrlKey }) {this.cancel();const element = target;const row = this.list.rowAt(element);if (!row || button !== 0 || !isPrimary || ctrlKey) return;if (element.closest("label, button, input")) return;const isTouch = pointerType !== "mouse";this.press = { row, x, y, isTouch, hasMoved: false };this.y = y;if (isTouch) this.timer = setTimeout(() => this.lift(), lifts)
}
lift() {const { press, list } = this;if (!press) return;this.items = list.selection.ids.has(press.row.item.id) ? list.selection.items : [press.row.item];list.hold();for (const { rows } of list.rows) {for (const { id } of this.items) rows.get(id)?.element.classList.add("lifted")
}
const { left, top, width } = press.row.element.getBoundingClientRect();const copy = (press.row.element.cloneNode(true));copy.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));this.ghost.replaceChildren(copy, ...(this.items.length > 1 ? [h("span", { class: "number" }, String(this.items.length))] : []));this.ghost.style.inlineSize = `${width}px`;this.ghost.style.left = `${left}px`;this.ghost.style.top = `${top}px`;document.body.append(this.ghost);document.body.classList.add("dragging");this.frame = requestAnimationFrame(() => this.scroll())
}
move({ clientX, clientY, buttons, isPrimary }) {const { press } = this;if (!press || !isPrimary) return;if (!press.isTouch && buttons === 0) return this.cancel();this.y = clientY;const distance = Math.hypot(clientX - press.x, clientY - press.y);if (!this.isLifted) {if (press.isTouch && distance > slips) return this.cancel();if (press.isTouch || distance < dragBegins) return;this.lift()
}
if (distance >= dragBegins) press.hasMoved = true;this.ghost.style.translate = `0 ${clientY - press.y}px`;this.show()
}
scroll() {if (!this.isLifted) return;const top = document.querySelector("header.sticky")?.getBoundingClientRect().bottom ?? 0;const beyond = Math.min(0, this.y - top - edge) || Math.max(0, this.y - innerHeight + edge);if (beyond && this.press?.hasMoved) {scrollBy(0, Math.max(-fastest, Math.min(fastest, beyond / 4)));this.show()
}
this.frame = requestAnimationFrame(() => this.scroll())
}
place() {const { list, y, press } = this;const part = press && list.arranging.partAt(y);if (!part) return null;const { rows, index } = part;const place = list.arranging.placeAt(rows, rows.items[index]?.id);const goal = landing(this.items, place);return goal && { place, goal, rows }
}
show() {const found = this.press?.hasMoved && this.place();this.line.hidden = !found;if (!found) return;const { goal: { run, before }, rows } = found;const last = run.at(-1);const row = rows.rows.get(before ?? last?.id ?? "");const box = row?.element.getBoundingClientRect() ?? rows.list.getBoundingClientRect();const y = before || !last ? box.top : box.bottom;this.line.style.top = `${y - this.list.element.getBoundingClientRect().top}px`
}
end({ isPrimary }) {const { press, isLifted, items } = this;if (!press || !isPrimary) return;if (!isLifted) return this.cancel();const place = press.hasMoved ? this.place()?.place : undefined;swallowClick();this.cancel();if (place) this.list.arranging.drop(items, place);else if (press.isTouch && !press.hasMoved) this.list.selection.toggle(items[0].id)
}
cancel() {clearTimeout(this.timer);cancelAnimationFrame(this.frame);this.press = null;if (!this.isLifted) return;this.items = [];this.ghost.remove();this.ghost.style.translate = "";this.line.hidden = true;document.body.classList.remove("dragging");this.list.element.querySelectorAll(".lifted").forEach((each) => each.classList.remove("lifted"));this.list.release()
}
}
function swallowClick() {const stop = (event) => {event.preventDefault();event.stopPropagation()
};addEventListener("click", stop, { capture: true, once: true });setTimeout(() => removeEventListener("click", stop, { capture: true }))
}
const staysFor = 600;const foldsFor = 180;class Linger {constructor(onEnd) {this.onEnd = onEnd;this.rows = new Map()
}
sectionOf(id) {return this.rows.get(id)?.section
}
wasDone({ id }) {return this.rows.get(id)?.wasDone
}
notice(dirty, lists, items) {for (const id of dirty) {const item = items.get(id);if (!item) this.rows.delete(id);for (const { rows, section, isLong } of item ? lists : []) {const row = rows.get(id);if (!row || !item) continue;const state = this.rows.get(id);if (state) {if (state.wasDone === item.done) this.rows.delete(id)
} else if (row.item.done !== item.done) {const made = { section, wasDone: row.item.done };this.rows.set(id, made);setTimeout(() => this.end(id, made, isLong ? null : row.element), staysFor)
}
}
}
}
async end(id, state, element) {if (this.rows.get(id) !== state) return;if (element?.isConnected && !isStill()) {const blockSize = `${element.offsetHeight}px`;const from = { blockSize, minBlockSize: 0, opacity: 1, overflow: "clip" };const to = { ...from, blockSize: 0, opacity: 0 };const fold = element.animate([from, to], { duration: foldsFor, easing: "ease-in" });await fold.finished.catch(() => {})
}
if (this.rows.get(id) !== state) return;this.rows.delete(id);this.onEnd()
}
}
const pictures = {"empty": "check", "nothing matches": "search", "nothing today": "sun", "nothing tagged": "tag", "nothing open": "check", "nothing done": "circle" };class Note {constructor(app, onChange) {this.app = app;this.element = h("div", { class: "note-box", hidden: true });this.filter = h("p", { class: "filter", hidden: true }, h("span", {}, t("with a place")), h("button", {class: "small", click: () => {keepChoice("place", false);onChange();focusFirst()
} }, t("show all")))
}
render(count) {const { loaded } = this.app;this.filter.hidden = !choices.place || !loaded;this.element.hidden = count > 0 || !loaded;const key = this.key();if (this.element.hidden || this.element.dataset.note === key) return;this.element.dataset.note = key;this.element.replaceChildren(h("span", { class: "picture" }, icon(pictures[key])), h("p", { class: "large" }, t(key)), h("p", {}, t(`${key} hint`)))
}
key() {const { items, route } = this.app;if (items.size === 0) return "empty";if (route.q || choices.place) return "nothing matches";if (route.view === "today") return "nothing today";if (route.view === "tag") return "nothing tagged";return route.view === "done" ? "nothing done" : "nothing open"
}
}
const selectedId = "selected-row";class Row {constructor(app, item, section, onMore) {this.app = app;this.item = item;this.section = section;this.position = -1;this.size = -1;this.box = h("input", {type: "checkbox", change: () => check(app, [this.item], this.box.checked) });this.isSelected = false;this.link = h("a", { class: "title", dir: "auto", draggable: false });this.meta = h("span", { class: "meta" });this.date = h("span", { class: "date", id: `due-${item.id}` });this.button = h("button", {class: "quiet more", "aria-haspopup": "menu", "aria-expanded": "false", click: () => onMore(this) }, icon("more"));this.element = h("li", { class: "row", click: (event) => this.open(event) }, h("label", { class: "tick", click: once }, this.box), h("span", { class: "text" }, this.link, this.meta), this.date, this.button);this.fill()
}
open(event) {const target = event.target;if (event.defaultPrevented || target.closest("a, button, label, input")) return;this.link.click()
}
edit() {const { item: opened, link } = this;const input = h("input", {type: "text", value: opened.title, "aria-label": t("title"), class: "title-edit", dir: "auto", autocomplete: "off", blur: () => end(true), keydown: (event) => {if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;event.preventDefault();end(event.key === "Enter");this.box.focus()
} });let isOpen = true;const end = (saves) => {if (!isOpen) return;isOpen = false;const title = input.value.toWellFormed().trim();const isValid = title !== "" && [...title].length <= longestTitle;input.replaceWith(link);if (saves && isValid) save(this.app, opened, { ...opened, title })
};link.replaceWith(input);input.focus();input.select()
}
update(item, again) {if (item === this.item && !again) return;this.item = item;this.fill()
}
fill() {const { title, done, timestamp, day, repeat, location, tags, itemDescription } = this.item;this.box.checked = done;this.box.setAttribute("aria-label", title);if (this.link.textContent !== title) this.link.textContent = title;this.linkTo();this.button.setAttribute("aria-label", t("more of", { it: title }));this.element.classList.toggle("done", done);const { done: ticked, total } = progress(itemDescription ?? "");const note = noteOf(itemDescription ?? "");this.fillDate(timestamp === undefined ? null : { timestamp, day });this.meta.replaceChildren(...(total > 0 ? [h("span", { class: "progress" }, `${ticked}/${total}`)] : []), ...(repeat ? [repetition(repeatText(repeat))] : []), ...this.otherTags(tags).map((tag) => h("span", { class: "tag", dir: "auto" }, tag)), ...(location?.name ? [h("span", { class: "place", dir: "auto" }, location.name)] : []), ...(note ? [h("span", { class: "note", dir: "auto" }, note)] : []))
}
otherTags(tags = []) {const { view, tag } = this.app.route;return view === "tag" ? tags.filter((other) => foldTag(other) !== foldTag(tag)) : tags
}
fillDate(due) {const { date, section, item } = this;date.replaceChildren();date.className = "date";this.describe();if (!due) return;const now = new Date();const isLate = !item.done && isOverdue(due, now);if (isLate) date.classList.add("overdue");else if (section === "today") date.classList.add("now");if (isLate && section === "to do") date.append(h("span", {}, t("overdue")), " ");date.append(h("time", { dateTime: machineText(due) }, ...this.dateText(due, now)))
}
dateText(due, now) {const { section } = this;if (section !== "today" && section !== "tomorrow") return [shortDue(due, now)];if (hasTime(due)) return [unseen(`${t(section)} `), timeOf(dueDate(due))];return [unseen(t(section))]
}
describe() {const ids = [this.isSelected && selectedId, this.item.timestamp !== undefined && this.date.id].filter(Boolean);if (ids.length > 0) this.link.setAttribute("aria-describedby", ids.join(" "));else this.link.removeAttribute("aria-describedby")
}
mark(ids) {const isSelected = ids.has(this.item.id);if (isSelected === this.isSelected) return;this.isSelected = isSelected;this.element.classList.toggle("selected", isSelected);this.describe()
}
linkTo() {const { route } = this.app;const { id } = this.item;const hash = writeRoute({ ...route, item: id });if (this.link.getAttribute("href") !== hash) this.link.setAttribute("href", hash);const isOpen = route.item === id;this.element.classList.toggle("open", isOpen);if (isOpen) this.link.setAttribute("aria-current", "true");else this.link.removeAttribute("aria-current")
}
place(position, size) {if (position !== this.position) {this.position = position;this.element.ariaPosInSet = String(position + 1);this.element.style.setProperty("--position", String(position))
}
if (size !== this.size) {this.size = size;this.element.ariaSetSize = String(size)
}
}
}
function noteOf(text) {const start = text.slice(0, 1000);const isList = start.includes("[");const lines = isList ? noteLines(start).filter(({ done }) => done === undefined) : null;return (lines ? lines.map((line) => line.text).join(" ").trim() : start).slice(0, 200)
}
function once(event) {if (event.detail > 1) event.preventDefault()
}
const spare = 8;class Rows {constructor(app, list, section, onMore) {this.app = app;this.list = list;this.section = section;this.onMore = onMore;this.items = [];this.rows = new Map();this.selected = new Set();this.isLong = false;this.isPrinting = false;this.height = 0
}
prepare(items, height) {this.items = items;this.isLong = height > 0 && !this.isPrinting;this.list.classList.toggle("long", this.isLong);this.height = height;this.list.style.setProperty("--count", String(items.length))
}
update(again = false, range = this.range()) {const [first, last] = range;const kept = this.focusedIndex();const rows = new Map();const add = (index) => {const item = this.items[index];const row = this.rows.get(item.id) ?? new Row(this.app, item, this.section, this.onMore);row.update(item, again);row.mark(this.selected);row.place(index, this.items.length);rows.set(item.id, row)
};if (kept >= 0 && kept < first) add(kept);for (let index = first; index < last; index++) add(index);if (kept >= last) add(kept);for (const [id, row] of this.rows) if (!rows.has(id)) row.element.remove();this.rows = rows;let next = this.list.firstElementChild;for (const { element } of rows.values()) {if (element === next) next = next.nextElementSibling;else this.move(element, next)
}
}
move(element, next) {const list = this.list;if (element.parentNode === list && list.moveBefore) list.moveBefore(element, next);else list.insertBefore(element, next)
}
focusedIndex() {const li = document.activeElement?.closest("li");if (!li || !this.list.contains(li)) return -1;for (const [id, { element, position }] of this.rows) {if (element !== li) continue;if (this.items[position]?.id === id) return position;return this.items.findIndex((item) => item.id === id)
}
return -1
}
range() {if (!this.isLong) return [0, this.items.length];const top = this.list.getBoundingClientRect().top;const first = Math.floor(-top / this.height) - spare;const last = Math.ceil((innerHeight - top) / this.height) + spare;const { length } = this.items;return [Math.min(length, Math.max(0, first)), Math.max(0, Math.min(length, last))]
}
indexNear(y) {const { top } = this.list.getBoundingClientRect();if (this.isLong) return Math.max(0, Math.round((y - top) / this.height));let index = 0;for (const { element } of this.rows.values()) {const box = element.getBoundingClientRect();if (y < (box.top + box.bottom) / 2) break;index++
}
return index
}
isSeen(index) {const element = this.rows.get(this.items[index].id)?.element;if (!element) return false;const { x, y, width, height } = element.getBoundingClientRect();return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
reveal(index) {const item = this.items[index];if (this.isLong && item && !this.rows.has(item.id)) {const top = this.list.getBoundingClientRect().top + scrollY;scrollTo(0, top + index * this.height - innerHeight / 2);this.update()
}
return this.rows.get(item?.id)
}
focus(index) {const row = this.reveal(index);row?.box.focus();return row !== undefined
}
indexAt(element) {const li = element?.closest("li");if (!li || !this.list.contains(li)) return -1;return Number(li.ariaPosInSet) - 1
}
}
class Selection {constructor(list, onChange) {this.list = list;this.onChange = onChange;this.ids = new Set();this.anchor = "";list.element.addEventListener("click", (event) => this.click(event), { capture: true })
}
get items() {return this.ids.size === 0 ? [] : this.list.shown().filter(({ id }) => this.ids.has(id))
}
click(event) {const target = event.target;const row = target.closest("label, button") ? undefined : this.list.rowAt(target);if (!row) return;const { id } = row.item;const isTap = event.pointerType === "touch";if (event.shiftKey) this.extend(id, this.list.walk.focused()?.item.id);else if (event.ctrlKey || event.metaKey || (isTap && this.ids.size > 0)) this.toggle(id);else return this.clear();event.preventDefault();event.stopPropagation();row.box.focus({ preventScroll: true })
}
set(ids) {this.ids = ids;for (const rows of this.list.rows) {rows.selected = ids;rows.rows.forEach((row) => row.mark(ids))
}
this.onChange()
}
clear() {if (this.ids.size > 0) this.set(new Set());this.anchor = ""
}
prune() {if (this.ids.size === 0) return;const left = this.items;if (left.length < this.ids.size) this.set(new Set(left.map(({ id }) => id)))
}
toggle(id) {const ids = new Set(this.ids);if (!ids.delete(id)) ids.add(id);this.anchor = id;this.set(ids)
}
extend(id, from = id) {const shown = this.list.shown().map((item) => item.id);if (!shown.includes(this.anchor)) this.anchor = from;const ends = [shown.indexOf(this.anchor), shown.indexOf(id)].sort((a, b) => a - b);this.set(new Set(shown.slice(ends[0], ends[1] + 1)))
}
all() {this.set(new Set(this.list.shown().map(({ id }) => id)))
}
}
class Walk {constructor(list) {this.list = list
}
lost(parts) {for (const lists of this.list.rows) {const index = lists.indexAt(document.activeElement);const item = lists.items[index];if (!item) continue;const stays = parts.get(lists.section)?.some(({ id }) => id === item.id);return stays ? null : { lists, index, item }
}
return null
}
restore({ lists, index, item: { id, done } }) {const isMoved = this.list.app.items.get(id)?.done === done;if (isMoved && this.list.find(id, (rows, index) => rows.focus(index))) return;if (lists.focus(Math.min(index, lists.items.length - 1))) return;const place = this.list.rows.indexOf(lists);const next = [...this.list.rows.slice(place), ...this.list.rows.slice(0, place).reverse()];if (!next.some((rows) => rows.focus(0))) focusFirst()
}
move(by) {const shown = this.list.rows.filter(({ items }) => items.length > 0);const active = shown.findIndex(({ list }) => list.contains(document.activeElement));if (active < 0) {const rows = by > 0 ? shown[0] : shown.at(-1);return void rows?.focus(by > 0 ? 0 : rows.items.length - 1)
}
const index = shown[active].indexAt(document.activeElement) + by;if (shown[active].focus(index)) return;const next = shown[active + by];next?.focus(by > 0 ? 0 : next.items.length - 1)
}
moveOn() {const before = document.activeElement;this.move(1);if (document.activeElement === before) this.move(-1)
}
focused() {for (const rows of this.list.rows) {const index = rows.indexAt(document.activeElement);const row = rows.rows.get(rows.items[index]?.id);if (row) return row
}
return null
}
focusItem(id) {return this.list.find(id, (rows, index) => {const row = rows.reveal(index);row?.link.focus();return row !== undefined
}) ?? false
}
}
const mostRows = 100;class List {constructor(app, actions) {this.app = app;const act = (section) => {if (section === "done") return sectionButton(t("clear"), actions.clear);return section === "overdue" && sectionButton(t("move to today"), () => {actions.moveToToday(this.rows[sections.indexOf(section)].items)
})
};this.parts = sections.map((section) => {const made = makeSection(t(section === "done" ? "done list" : section), act(section));return { ...made, section, rows: new Rows(app, made.list, section, actions.more) }
});this.parts.forEach(({ list, section }) => list.dataset.section = section);this.rows = this.parts.map(({ rows }) => rows);this.note = new Note(app, () => this.render(true));this.element = h("div", { class: "lists" }, this.note.filter, this.note.element, ...this.parts.map(({ element }) => element), h("span", { id: selectedId, hidden: true }, t("selected")));this.selection = new Selection(this, () => this.onSelect());this.linger = new Linger(() => {this.sort();this.render()
});this.walk = new Walk(this);this.arranging = new Arranging(this);this.onSelect = () => {};this.held = undefined;this.isHeld = false;this.fresh = new Set();this.sorted = [];this.order = "due";this.day = new Date().toDateString();app.on("items", (dirty) => this.refresh(dirty));let { view, tag, q } = app.route;app.on("route", (route) => {const isOther = route.view !== view || route.tag !== tag;if (isOther || !route.q !== !q) this.fresh.clear();if (isOther) this.selection.clear();({ view, tag, q } = route);this.render(true, isOther)
});app.on("session", () => this.refresh(null));this.drag = new Drag(this);const scrolled = () => this.rows.forEach((rows) => rows.isLong && rows.update());const { signal } = app.views;addEventListener("scroll", scrolled, { passive: true, signal });addEventListener("resize", () => this.render(), { signal });addEventListener("beforeprint", () => this.print(true), { signal });addEventListener("afterprint", () => this.print(false), { signal })
}
tick() {const day = new Date().toDateString();this.render(true, day !== this.day || this.hasDates());this.day = day
}
hasDates() {return this.sorted.some((item) => item.timestamp !== undefined)
}
refresh(dirty) {const { items } = this.app;if (this.isHeld) {const before = this.held === undefined ? new Set() : this.held;this.held = before && dirty && new Set([...before, ...dirty]);return
}
this.linger.notice(dirty ?? new Set(), this.rows, items);if (!dirty || this.sorting !== this.order || dirty.size > items.size / 2) {this.sorted = [...items.values()]
} else {const added = new Set(dirty);this.sorted = this.sorted.flatMap((item) => {if (!added.delete(item.id)) return [item];return items.get(item.id) ?? []
});for (const id of added) this.sorted.push(...[items.get(id) ?? []].flat())
}
this.sort();this.render()
}
sort() {this.order = this.sorting;const isDone = (item) => this.linger.wasDone(item) ?? item.done;this.sorted.sort(order(this.order, currentLanguage(), isDone))
}
get sorting() {return this.app.route.view === "tag" ? "position" : choices.sort
}
get isSimple() {const { view } = this.app.route;return view === "tag" || (view === "all" && choices.sort !== "due")
}
divide() {const { view, tag, q } = this.app.route;const matches = search(q);const folded = foldTag(tag);const sectionOf = sectionsAt(new Date());const { isSimple } = this;const parts = new Map(sections.map((section) => [section, []]));for (const item of this.sorted) {const lingers = this.linger.sectionOf(item.id);const own = sectionOf(item);const section = lingers ?? (isSimple && own !== "done" ? "to do" : own);const isHere = lingers || (own !== "done" && this.fresh.has(item.id)) || (isShown(section, view, q !== "") && matches(item) && (view !== "tag" || hasTag(item, folded)) && (!choices.place || hasPlace(item)));if (isHere) parts.get(section)?.push(item)
}
return parts
}
render(isNewRoute = false, again = false) {if (this.isHeld) {if (isNewRoute) this.held = null;else if (this.held === undefined) this.held = new Set();return
}
if (isNewRoute && this.sorting !== this.order) return this.refresh(null);const parts = this.divide();let count = 0;for (const items of parts.values()) count += items.length;const lost = this.walk.lost(parts);const height = count > mostRows ? rowHeight() : 0;for (const { section, element, count: label, rows } of this.parts) {const items = parts.get(section) ?? [];element.hidden = items.length === 0;setText(label, String(items.length));rows.prepare(items, height)
}
const ranges = this.rows.map((rows) => rows.range());this.rows.forEach((rows, index) => {rows.update(again, ranges[index]);if (isNewRoute) rows.rows.forEach((row) => row.linkTo())
});if (lost) this.walk.restore(lost);this.note.render(count);this.selection.prune()
}
showNew(ids) {ids.forEach((id) => this.fresh.add(id));this.render();for (const id of ids) this.mark(id);return ids.find((id) => this.find(id, (rows, index) => !rows.isSeen(index)))
}
mark(id) {for (const { rows } of this.rows) rows.get(id)?.element.classList.add("fresh")
}
lead(id) {const row = this.find(id, (rows, index) => rows.reveal(index));if (!row) return;this.mark(id);row.element.scrollIntoView({block: "center", behavior: isStill() ? "instant" : "smooth" });row.link.focus({ preventScroll: true })
}
find(id, act) {for (const rows of this.rows) {const index = rows.items.findIndex((item) => item.id === id);if (index >= 0) return act(rows, index)
}
return undefined
}
hold() {this.isHeld = true
}
release() {this.isHeld = false;const { held } = this;this.held = undefined;if (held !== undefined) this.refresh(held)
}
shown() {return this.rows.flatMap(({ items }) => items)
}
chosen() {const { items } = this.selection;const row = this.walk.focused();return items.length > 0 ? items : row ? [row.item] : []
}
rowAt(element) {const li = element.closest("li");return li ? this.rows.flatMap(({ rows }) => [...rows.values()]).find((row) => row.element === li) : undefined
}
print(isPrinting) {this.rows.forEach((rows) => rows.isPrinting = isPrinting);this.render()
}
}
function rowHeight() {const style = getComputedStyle(document.documentElement);return parseFloat(style.getPropertyValue("--row-height")) * parseFloat(style.fontSize)
}
const sectionButton = (text, click) => h("button", { class: "small plain", click }, text);function makeSection(title, button) {const list = h("ul", { role: "list", "aria-label": title, class: "rows" });const count = h("span", { class: "count", "aria-hidden": "true" });const head = h("div", { class: "list-head" }, h("h2", {}, title), count, button);return { element: h("div", { class: "list", hidden: true }, head, list), list, count }
}
const importedAtOnce = 1000;const writeFile = (items) => JSON.stringify([...items].map(content), null, 1) + "\n";class FileFault extends Error {constructor(why, place = 1) {super(why);this.why = why;this.place = place
}
}
function decodeFile(bytes) {try {const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);if (!text.includes("\0")) return text
} catch {}
return null
}
function isOwnList(text) {const trimmed = text.trim();if (!trimmed || trimmed.startsWith("[")) return true;try {const first = JSON.parse(/^.*/.exec(trimmed)?.[0] ?? "");return isObject(first) && !String(first.kind).startsWith("tasks#")
} catch {return false
}
}
function readFile(text) {const trimmed = text.replace(/^\uFEFF/, "").trim();if (!trimmed) throw new FileFault("empty");if (trimmed.startsWith("[")) {const items = readArray(trimmed);const wrong = items.findIndex((item) => !isObject(item));if (wrong >= 0) throw new FileFault("form", wrong + 1);return items
}
return trimmed.split(/\r?\n/).flatMap((line, index) => {if (!line.trim()) return [];try {const item = JSON.parse(line);if (isObject(item)) return [item]
} catch {}
throw new FileFault("form", index + 1)
})
}
function readArray(text) {try {return JSON.parse(text)
} catch {throw new FileFault("form")
}
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);function portions(items) {const parts = [];for (let start = 0; start < items.length; start += importedAtOnce) {parts.push(items.slice(start, start + importedAtOnce))
}
return parts
}
function exportFile(app) {const url = URL.createObjectURL(new Blob([writeFile(app.items.values())], { type: "application/json" }));const link = Object.assign(document.createElement("a"), { href: url, download: "toodoo.json" });link.click();setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
async function importList(app, name, text, replaces) {const { copy } = app;const items = read(app, name, text);if (!items) return;const step = { label: name, parts: [] };let [count, there] = [0, 0];for (const portion of portions(items)) {const part = app.copy === copy && await send(app, portion, count + there, replaces);if (app.copy !== copy) return;if (!part) break;const { operations } = part.entry;if (operations.length > 0) step.parts.push(part);count += operations.length;there += portion.length - operations.length
}
if (count + there === 0 && items.length > 0) return;finishImport(app, step, count, there)
}
function finishImport(app, step, count, there) {step.said = t("imported", { it: count });if (step.parts.length > 0) app.history.add(step);app.emit("message", there > 0 ? t("imported rest", { it: count, n: there }) : step.said)
}
function read(app, name, text) {try {return readFile(text)
} catch (error) {if (!(error instanceof FileFault)) throw error;app.emit("fault", t(`file ${error.why}`, { it: name, n: error.place }));return null
}
}
async function send(app, portion, before, replaces) {const { copy } = app;if (!copy) return null;const key = makeID();const mode = replaces ? "replace" : "skip";const answer = await app.api.request("POST", `/items?onConflict=${mode}`, {body: JSON.stringify(portion), headers: { "Idempotency-Key": `"${key}"` } });if (app.copy !== copy) return null;if (answer.status < 200 || answer.status > 299 || !Array.isArray(answer.body)) {refuse(app, answer, before);return null
}
const stored = answer.body;const own = answer.undo;const operations = stored.filter(({ revision }) => replaces || revision === own).map((item) => ({ op: "put", item }));const back = opposite(operations, copy.replica.shown);const changes = stored.map((item) => ({ revision: item.revision ?? 0, item }));await copy.commit({ changes, outcomes: [{ id: key, revision: answer.undo, alone: true }] });return { entry: { seq: 0, id: key, kind: "change", operations, label: "" }, back }
}
function refuse(app, answer, before) {const rest = before ? t("imported before", { n: before }) : "";app.emit("fault", `${t("file refused", { reason: whyNot(answer, before) })} ${rest}`.trim())
}
function whyNot({ status, body }, before = 0) {if (status === 0) return t("no answer");const faults = body?.errors ?? (body?.pointer ? [body] : []);const reasons = faults.slice(0, 5).map(({ pointer, detail }) => {const [, index, member] = pointer.split("/");const n = before + Number(index) + 1;return t("item fault", { n, reason: `${memberName(member)} ${detail}`.trim() })
});return reasons.join(" ") || String(body?.detail ?? status)
}
async function load(app, loading) {try {return await loading
} catch {app.emit("fault", t("part missing"));return null
}
}
const setting = (name, text, box) => h("label", { class: "entry switch" }, name ? icon(name) : h("i", { class: "icon" }), h("span", {}, text), box);const choiceOf = (name, element) => h("label", { class: "entry choice" }, icon(name), h("span", {}, element.getAttribute("aria-label")), framed(element));class Menu {constructor(app, actions) {this.app = app;const button = (name, text, action, style = "") => h("button", {class: `entry ${style}`, click: () => {this.dialog.close();action()
} }, icon(name), h("span", {}, text));this.file = h("input", {type: "file", hidden: true, change: () => this.importChosen() });this.replaces = h("input", { type: "checkbox" });this.sort = select(t("view order"), sorts.map((sort) => [sort, t(`sort ${sort}`)]), (sort) => this.see("sort", sort));this.place = h("input", {type: "checkbox", change: () => this.see("place", this.place.checked) });this.notify = h("input", {type: "checkbox", change: async () => {this.notify.checked = await setNotifying(app, this.notify.checked)
} });this.clear = button("check", t("clear done"), () => removeAll(app, true));this.all = button("trash", t("delete all"), () => removeAll(app), "danger");this.theme = select(t("theme"), [["system", t("theme system")], ["light", t("theme light")], ["dark", t("theme dark")]], (theme) => preferences.theme = theme);this.language = select(t("language"), Object.entries(languages), (language) => {preferences.keepLanguage(language);setLanguage(language);app.emit("language", undefined)
});this.who = h("p", { class: "hint" });this.view = group(t("view"), choiceOf("order", this.sort), setting("place", t("with a place"), this.place));this.past = group(t("history"), button("history", t("history"), () => actions.see("history")), button("trash", t("trash"), () => actions.see("trash")));this.items = group(t("file"), button("import", t("import"), () => this.file.click()), setting(null, t("replace existing"), this.replaces), button("export", t("export"), () => exportFile(app)), button("calendar", t("calendar"), async () => {const part = await load(app, import("./parts.js"));if (part) new part.Calendar(app).open()
}), this.clear, this.file);this.reminding = setting("bell", t("notify"), this.notify);this.device = button("bell", t("remind device"), async () => {const part = await load(app, import("./parts.js"));if (part) new part.Device(app).open()
});this.signOut = button("leave", t("sign out"), actions.signOut);this.account = group(t("account"), this.who, this.signOut);this.leave = button("user", t("delete account"), actions.deleteAccount, "danger");this.danger = h("div", { class: "group" }, this.all, server.accounts && this.leave);this.dialog = makeDialog(t("menu"), { class: "menu" }, this.view, this.past, group(t("settings"), this.reminding, this.device, choiceOf("theme", this.theme), choiceOf("language", this.language), button("keys", t("shortcuts"), actions.shortcuts)), this.items, server.accounts && this.account, this.danger, !isSecureContext && h("p", { class: "hint" }, t("insecure")))
}
see(name, value) {keepChoice(name, value);this.app.emit("route", this.app.route)
}
open() {const { app } = this;this.items.hidden = this.past.hidden = this.view.hidden = this.danger.hidden = !app.copy;this.account.hidden = this.leave.hidden = !app.session;this.reminding.hidden = !app.copy || !canNotify() || remindedAs() !== "";this.device.hidden = !app.copy || !server.reminders;this.who.textContent = app.session ? t("signed in as", { it: `${app.session.name} (${app.session.email})` }) : "";this.all.disabled = app.items.size === 0;this.clear.disabled = ![...app.items.values()].some((item) => item.done);this.sort.value = choices.sort;this.place.checked = choices.place;this.notify.checked = isNotifying();this.theme.value = preferences.theme;this.language.value = currentLanguage();openDialog(this.dialog)
}
async importChosen() {const file = this.file.files?.[0];if (!file) return;await importFile(this.app, file, this.replaces.checked);this.file.value = ""
}
}
async function importFile(app, file, replaces) {const part = await load(app, import("./parts.js"));await part?.takeFile(app, file, replaces)
}
const group = (name, ...entries) => h("div", { class: "group", role: "group", "aria-label": name }, ...entries);function acceptDrops(app, area) {const { signal } = app.views;const isFile = (event) => app.copy !== null && event.dataTransfer?.types.includes("Files");area.addEventListener("dragover", (event) => {if (!isFile(event)) return;event.preventDefault();area.classList.add("dropping")
}, { signal });area.addEventListener("dragleave", (event) => {if (!area.contains(event.relatedTarget)) {area.classList.remove("dropping")
}
}, { signal });area.addEventListener("drop", async (event) => {area.classList.remove("dropping");if (!isFile(event)) return;event.preventDefault();for (const file of event.dataTransfer?.files ?? []) await importFile(app, file)
}, { signal })
}
class Nav {constructor(app) {this.app = app;this.counts = [h("span", { class: "count" }), h("span", { class: "count" })];this.links = views.map((view, index) => h("a", { href: writeRoute({ view, tag: "", q: "", item: null }) }, t(view === "done" ? "done list" : view), this.counts[index]));this.element = h("nav", { class: "views", "aria-label": t("views") }, ...this.links);app.on("route", () => this.mark());app.on("items", () => this.fill());app.on("session", () => this.fill());this.mark();this.fill()
}
mark() {views.forEach((view, index) => {const link = this.links[index];if (view === this.app.route.view) link.setAttribute("aria-current", "page");else link.removeAttribute("aria-current")
})
}
fill() {const items = [...this.app.items.values()];const open = items.filter(({ done }) => !done);[countToday(open), open.length].forEach((count, index) => setText(this.counts[index], count > 0 ? ` ${count}` : ""))
}
open(index) {const view = views[index];if (view) this.app.navigate({ view, q: "", item: null });return view !== undefined
}
}
const isPast = ({ route }) => pastViews.includes(route.view);const leavePast = (app) => app.navigate({ view: choices.view, q: "", item: null });class Region {constructor(app, view, paged, goHome, ...between) {this.app = app;this.view = view;this.paged = paged;this.goHome = goHome;this.heading = h("h2", { tabIndex: -1 }, t(view));this.element = h("section", { "aria-label": t(view), class: "past", hidden: true }, h("div", { class: "past-head" }, this.heading, closeButton(() => leavePast(app))), ...between, paged.element);app.on("route", () => this.render());app.on("session", () => this.render());this.render()
}
render() {const { app, element, paged } = this;const isOpen = app.route.view === this.view && app.copy !== null;if (isOpen !== element.hidden) return;const hadFocus = element.contains(document.activeElement);element.hidden = !isOpen;if (!isOpen) {paged.close();if (hadFocus) this.goHome();return
}
paged.open();scrollTo(0, 0);this.heading.focus({ preventScroll: true })
}
}
function openShortcuts() {const letters = h("input", {type: "checkbox", checked: preferences.letters, change: () => preferences.keepLetters(letters.checked) });const keys = [[["n"], t("new to-do")], [["/"], t("search")], [["1", "2", "3"], t("key views")], [["j", "k", "↓", "↑"], t("key rows")], [["Shift+↓", "Shift+↑", "Ctrl+A"], t("key select")], [["x", t("space")], t("key check")], [["Enter"], t("details")], [["e"], t("edit title")], [["t"], t("key date")], [["#"], t("key tag")], [["Alt+↑", "Alt+↓"], t("key move")], [["Delete", "Backspace"], t("delete")], [["u", "Ctrl+Z"], t("undo")], [["Ctrl+Shift+Z"], t("redo")], [["?"], t("key help")], [["Esc"], t("key close")]];openDialog(makeDialog(t("shortcuts"), { class: "keys" }, h("label", { class: "check switch" }, letters, t("single keys")), h("dl", {}, ...keys.map(([names, text]) => h("div", {}, h("dt", {}, ...names.map((name) => h("kbd", {}, name))), h("dd", {}, text)))), h("p", { class: "hint" }, t("conflict rules"))))
}
class Keys {constructor(app, views) {this.app = app;this.views = views;document.addEventListener("keydown", (event) => this.press(event), {signal: app.views.signal })
}
press(event) {if (event.defaultPrevented || event.isComposing) return;if (document.querySelector("dialog:modal:not(.details), :popover-open")) return;if (event.altKey) return this.pressAlt(event);if (event.ctrlKey || event.metaKey) return this.pressControl(event);if (event.key === "Escape") return this.escape();if (isTyping() || !this.app.copy) return;if (event.shiftKey && this.select(event)) return event.preventDefault();const isText = event.key.length === 1 || /^(Enter|Backspace)$/.test(event.key);if (isText && this.views.when.takesRest(event.key)) return event.preventDefault();const isLetter = event.key.length === 1 && event.key !== " ";if (isLetter && !preferences.letters) return;if (this.act(event.key)) event.preventDefault()
}
pressAlt(event) {const { list } = this.views;const where = ({ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" })[event.key];if (!where || !list.element.contains(document.activeElement)) return;event.preventDefault();list.arranging.shift(where)
}
select({ key }) {const { walk, selection } = this.views.list;const from = walk.focused();const by = { ArrowUp: -1, ArrowDown: 1 }[key];if (!from || !by) return false;walk.move(by);selection.extend((walk.focused() ?? from).item.id, from.item.id);return true
}
pressControl(event) {if (isTyping()) return;const key = event.key.toLowerCase();const { list } = this.views;const isAll = key === "a" && list.walk.focused() !== null;if (!isAll && key !== "z") return;event.preventDefault();if (isAll) return list.selection.all();if (event.shiftKey) this.app.redo();else this.app.undo()
}
escape() {const { details, list } = this.views;const { activeElement } = document;const isInside = details.element.contains(activeElement);if (isTyping() && !isInside) activeElement.blur();else if (list.selection.ids.size > 0) list.selection.clear();else if (details.element.open) details.leave();else if (isPast(this.app)) leavePast(this.app)
}
act(key) {const { app, views } = this;const items = this.targets();switch (key) {case "n": this.leaveSheet();views.add();return true;case "/": this.leaveSheet();views.search();return true;case "?": views.help();return true;case "u": app.undo();return true;case "1": case "2": case "3": return views.nav.open(Number(key) - 1);case "j": case "ArrowDown": return this.move(1, key);case "k": case "ArrowUp": return this.move(-1, key);case "Enter": if (items.length !== 1 || !isBox(document.activeElement)) return false;app.navigate({ item: items[0].id });return true
}
return items.length > 0 && this.actOn(items, key)
}
actOn(items, key) {const { list, details, when, tag } = this.views;const isInside = details.element.contains(document.activeElement);const row = list.walk.focused();switch (key) {case "x": check(this.app, items, items.some(({ done }) => !done));if (row && list.linger.sectionOf(row.item.id)) list.walk.moveOn();return true;case "t": when.open(items, row?.button ?? details.date.line.button);return true;case "e": if (isInside) details.editor.fields.title.box.focus();else if (row) row.edit();return true;case "#": if (isInside) details.tags.box.box.focus();else tag.open(items, row?.button ?? list.element);return true;case "Delete": case "Backspace": if (isInside) details.remove();else remove(this.app, items);return true
}
return false
}
leaveSheet() {const { details } = this.views;if (details.element.matches(":modal")) details.leave()
}
move(by, key) {const { list, details } = this.views;const { activeElement } = document;const inRows = list.element.contains(activeElement) || activeElement === document.body;if (key.startsWith("Arrow") && !inRows) return false;if (details.element.contains(activeElement)) return false;list.walk.move(by);return true
}
targets() {const { details, list } = this.views;if (!details.element.contains(document.activeElement)) return list.chosen();return details.item ? [details.item] : []
}
}
const isBox = (element) => element instanceof HTMLInputElement && element.type === "checkbox";const shownFor = 20_000;const longestAnswer = 5000;function connectionStatus(app) {const element = h("p", {role: "status", "aria-label": t("connection"), class: "connection" });let since = 0;let timer = 0;const state = () => {const { connection, entries, copy, ended } = app;if (!copy) return "";if (connection === "offline") return "offline";const isOwing = !ended && (connection === "connecting" || entries.some(({ full }) => !full));if (!isOwing) since = 0;else if (since === 0) since = Date.now();if (isOwing && Date.now() - since >= longestAnswer) return "connecting";return entries.some(({ full }) => full) ? "no room" : ""
};const render = () => {const name = state();const n = app.entries.filter(({ seq }) => seq < Infinity).length;element.dataset.state = name;const words = name && t(name);setText(element, n === 0 || !name ? words : t(n === 1 ? "waiting one" : "waiting many", { state: words, n }));clearTimeout(timer);if (since > 0 && name === "") {timer = setTimeout(render, Math.max(0, since + longestAnswer - Date.now()))
}
};app.on("connection", render);app.on("items", render);app.on("session", render);render();return element
}
class Messages {constructor(app) {this.app = app;this.text = h("p", { role: "status", "aria-label": t("messages") });this.lead = () => {};this.show = h("button", {click: () => {this.lead();this.show.hidden = true
} }, t("show"));this.undo = h("button", { click: () => app.undo() }, t("undo"));this.redo = h("button", { click: () => app.redo() }, t("redo"));this.bar = h("div", { class: "bar" }, this.text, h("div", { class: "acts" }, this.show, this.undo, this.redo));this.alert = h("div", { role: "alert", class: "alert" });const reload = h("button", {click: takeUpdate }, t("reload"));this.update = h("div", { class: "bar", hidden: !app.hasUpdate }, h("p", {}, t("new version")), reload);this.element = h("div", { class: "bars" }, this.alert, this.update, this.bar);this.timer = 0;app.on("message", (text) => this.say(text));app.on("fault", (text) => this.warn(text));app.on("update", () => this.update.hidden = false);app.on("session", () => this.say(""));for (const type of ["pointerleave", "focusout"]) {this.bar.addEventListener(type, () => this.wait())
}
this.say("")
}
say(text) {const { undo, redo } = this;const { done, undone } = this.app.history;const focused = document.activeElement;this.bar.classList.toggle("quiet-bar", !text);setText(this.text, text);this.show.hidden = true;undo.hidden = !text || done.length === 0;redo.hidden = !text || undone.length === 0;if (focused === undo && undo.hidden) redo.focus();if (focused === redo && redo.hidden) undo.focus();this.wait()
}
offer(lead) {this.lead = lead;this.show.hidden = false
}
wait() {clearTimeout(this.timer);this.timer = setTimeout(() => {if (!this.bar.matches(":hover, :focus-within")) this.say("")
}, shownFor)
}
warn(text) {for (const line of this.alert.children) {if (line.firstChild?.textContent === text) line.remove()
}
const line = h("div", { class: "bar fault-bar" }, h("p", {}, text));const button = closeButton(() => line.remove());button.setAttribute("aria-label", t("dismiss"));line.append(button);this.alert.append(line);while (this.alert.children.length > 3) this.alert.firstChild?.remove()
}
}
const pauseOfTyping = 200;class TrashView {constructor(app, goHome) {this.app = app;this.timer = 0;this.box = h("input", {type: "search", "aria-label": t("search"), placeholder: t("search"), autocomplete: "off", enterKeyHint: "search", maxLength: 200, dir: "auto", input: () => this.look(), keydown: (event) => this.press(event) });this.paged = new Paged(app, {path: () => this.path, keyOf: ({ id, deletedIn }) => `${id} ${deletedIn}`, empty: () => this.q ? { key: "nothing matches", sign: "search", hint: "nothing matches hint" } : { key: "no trash", sign: "trash", hint: "no trash hint" }, groups: (items) => this.group(items) });const { element } = new Region(app, "trash", this.paged, goHome, h("search", {}, this.box));this.element = element;this.shown = this.q;app.on("route", () => this.follow());this.follow()
}
get q() {const { view, q } = this.app.route;return view === "trash" ? q.trim() : ""
}
get path() {return this.q ? `/trash?${new URLSearchParams({ q: this.q })}` : "/trash"
}
look() {const { value } = this.box;clearTimeout(this.timer);this.timer = setTimeout(() => {if (this.app.route.view === "trash") this.app.navigate({ q: value }, true)
}, pauseOfTyping)
}
follow() {const { q, shown, box, paged } = this;if (box.value.trim() !== q) box.value = q;this.shown = q;if (q !== shown && paged.isOpen) paged.replace()
}
press(event) {if (event.isComposing || event.key !== "Escape" || this.box.value === "") return;event.preventDefault();this.box.value = "";this.look()
}
group(items) {const { base } = this.app.copy?.replica ?? {};const lines = items.filter(({ id }) => !base?.has(id)).map((item) => ({key: `${item.id} ${item.deletedIn}`, state: item.title, make: () => this.line(item) }));return lines.length > 0 ? [{ label: t("trash"), lines }] : []
}
line(item) {const { id, title, done, deletedAt } = item;const titleID = `deleted-${id}`;const now = new Date();const when = { timestamp: deletedAt };return h("li", { class: "past-line unsigned" }, h("div", { class: done ? "past-text done" : "past-text" }, h("p", { class: "title", id: titleID, dir: "auto" }, title), h("p", { class: "hint" }, h("time", { dateTime: machineText(when) }, t("deleted at", { time: shortDue(when, now) })), ...[whenText(item, now), item.tags?.join(", ")].flatMap((text) => text ? [" · ", h("span", { dir: "auto" }, text)] : []))), actButton(t("put back"), titleID, async () => {if (await putBackItem(this.app, item)) this.paged.refresh()
}))
}
}
function writeSentence(read, all) {const { write, deeds } = read;if (write.undoes === undefined) return started(signed(write.by, deedsText(deeds)));const { root, isRedone } = rootOf(read, all);const of = root ? signed(root.write.by, deedsText(root.deeds)) : [t("earlier change")];return started(signed(write.by, filled(t(isRedone ? "did redo" : "did undo"), of)))
}
function deedsText(deeds) {if (deeds.length === 0) return [t("did nothing")];const [first] = deeds;if (deeds.length === 1 && first.item) return filled(t(`did ${first.verb}`), [first.item]);const parts = deeds.map(({ verb, count }, index) => t(`did ${verb}`, { it: index === 0 ? countText(count) : count }));return [parts.join(", ")]
}
const countText = (n) => n === 1 ? t("one item") : t("n items", { n });function signed(who, did) {if (!who) return did;const [before, after] = t("by {who}").split("{did}");return sentenceOf([before.replace("{who}", () => who), ...did, after])
}
function filled(text, it) {const [before, after] = text.split("{it}");return sentenceOf([before, ...it, after])
}
const sentenceOf = (parts) => parts.filter((part) => part !== "");function started([first, ...rest]) {if (typeof first !== "string") return [first, ...rest];return [first.slice(0, 1).toLocaleUpperCase() + first.slice(1), ...rest]
}
const signs = {"added": "plus", "put back": "back", "completed": "check", "reopened": "circle", "moved": "forward", "tagged": "tag", "changed": "edit", "deleted": "trash" };class WritesView {constructor(app, goHome) {this.app = app;this.paged = new Paged(app, {path: () => "/history", keyOf: ({ revision }) => String(revision), empty: () => ({ key: "no history", sign: "history", hint: "no history hint" }), groups: (writes) => this.days(writes) });this.element = new Region(app, "history", this.paged, goHome).element
}
days(writes) {const reads = readWrites(writes, this.app.copy?.replica.base ?? new Map());const all = new Map(reads.map((read) => [read.write.revision, read]));return byDays(reads).map(({ day, reads }) => {const name = relativeDay({ timestamp: day.getTime() / 1000 }, new Date());return {name, label: name, lines: reads.map((read) => {const sentence = writeSentence(read, all);const { write, isUndone } = read;const links = write.items.map((item) => this.href(item));return {key: String(write.revision), state: JSON.stringify([sentence, isUndone, links]), make: () => this.line(read, sentence) }
}) }
})
}
line({ write, deeds, isUndone, hidden }, sentence) {const { revision, at, undoes, items } = write;const date = new Date(at * 1000);const id = `write-${revision}`;const isNamed = sentence.some((part) => typeof part !== "string");const [{ verb, members } = { verb: ("changed"), members: [] }] = deeds;const isOne = deeds.length === 1 && undoes === undefined;const sign = undoes !== undefined ? "back" : deeds.length > 1 ? "edit" : signs[verb];const shown = isNamed ? [] : items;return h("li", { class: "past-line" }, icon(sign), h("div", { class: "past-text" }, h("p", {}, h("span", { id, dir: "auto" }, ...sentence.map((part) => this.part(part))), h("span", { class: "dot" }, " · "), h("time", { dateTime: date.toISOString() }, timeOf(date))), isOne && members.length > 0 && h("p", { class: "hint" }, memberNames(members)), shown.length > 0 && h("ul", { role: "list", class: "past-items" }, ...shown.map((item) => h("li", {}, this.link(item))), hidden > 0 && h("li", {}, t("and more", { n: hidden })))), isUndone ? h("span", { class: "hint" }, t("is undone")) : deeds.length > 0 && this.button(write, id))
}
part(part) {return typeof part === "string" ? part : this.link(part)
}
link(item) {return h("a", { href: this.href(item), dir: "auto" }, item.title)
}
href({ id, title }) {const { app } = this;return app.items.has(id) ? writeRoute({ ...app.route, q: "", item: id }) : writeRoute({ ...app.route, view: "trash", q: title, item: null })
}
button({ revision, items }, id) {const titleOf = (id) => items.find((item) => item.id === id)?.title;return actButton(t("undo"), id, async () => {if (await undoWrite(this.app, revision, titleOf)) this.paged.refresh()
})
}
}
class SignIn {constructor(app) {this.app = app;this.isNew = server.setupToken !== "";this.element = h("section", { class: "account" });this.bar = h("div", { class: "bar", hidden: true });this.dialog = null;app.on("session", () => this.render());this.render()
}
render() {const { session, ended } = this.app;this.element.hidden = !server.accounts || session !== null;if (this.element.hidden) this.element.replaceChildren();else this.fill();if (ended !== this.bar.hidden) return;this.bar.hidden = !ended;if (!ended) {this.bar.replaceChildren();this.dialog?.close();return
}
this.bar.append(h("p", { role: "alert" }, t("session ended")), h("button", { click: () => this.open() }, t("sign in")));if (server.proxy) this.askProxy()
}
async askProxy() {try {await signIn(this.app, { keep: this.app.session?.kept ?? true }, askAboutOthers)
} catch (error) {this.explain(error)
}
}
fill() {const heading = t(this.isNew ? "sign up" : "sign in");this.element.setAttribute("aria-label", heading);this.element.replaceChildren(h("p", { class: "about" }, t("about")), h("h2", {}, heading), server.setupToken && h("p", {}, t("first account")), this.form(), server.signUp || server.setupToken ? "" : h("p", {}, t("no account")))
}
open() {const n = this.app.entries.length;this.dialog = makeDialog(t("sign in"), {}, h("p", {}, t("ended hint")), n > 0 && h("p", {}, t(n === 1 ? "not sent one" : "not sent many", { n })), this.form());openDialog(this.dialog);this.fields?.password.box.focus()
}
form() {const { app, isNew } = this;const hint = isNew ? t("password hint") : "";const fields = this.fields = {name: field(t("name"), credential("text", "name")), email: field(t("email"), credential("email", "username")), password: field(t("password"), credential("password", isNew ? "new-password" : "current-password"), hint) };fields.email.box.value = app.session?.email ?? "";const { box } = fields.password;const show = h("button", {class: "small plain show-password", "aria-pressed": "false", click: () => {const isShown = box.type === "text";box.type = isShown ? "password" : "text";show.ariaPressed = String(!isShown)
} }, t("show password"));fields.password.element.append(show);this.keep = h("input", { type: "checkbox", checked: app.session?.kept ?? true });this.fault = h("p", { role: "alert", class: "fault" });this.button = h("button", { type: "submit", class: "primary" }, t(isNew ? "create account" : "sign in"));return h("form", { noValidate: true, submit: this.submit }, isNew && fields.name.element, fields.email.element, fields.password.element, h("label", { class: "check" }, this.keep, t("keep signed in")), this.fault, h("div", { class: "buttons" }, this.other(), this.button))
}
other() {if (this.app.ended || server.setupToken || (!server.signUp && !this.isNew)) return null;return h("button", {class: "plain", click: () => {this.isNew = !this.isNew;this.fill();focusFirst()
} }, t(this.isNew ? "sign in" : "sign up"))
}
submit = async (event) => {event.preventDefault();const { app, fields, keep, button, fault } = this;if (!fields || !keep || !button || !fault) return;for (const { fault } of Object.values(fields)) fault("");fault.textContent = "";button.disabled = true;const values = {name: fields.name.box.value, email: fields.email.box.value.trim(), password: fields.password.box.value, keep: keep.checked };try {const { isNew } = this;const isSignedIn = await (isNew ? signUp : signIn)(app, values, askAboutOthers);this.isNew = false;button.disabled = false;if (isSignedIn) focusFirst();else if (isNew) this.fill()
} catch (error) {button.disabled = false;this.explain(error)
}
};explain(error) {const { fields, fault } = this;if (!fields || !fault) return;if (!(error instanceof Refusal)) return void (fault.textContent = String(error));for (const { pointer, detail } of error.problem.errors ?? []) {const name = (pointer.slice(1));fields[name]?.fault(plain(name, detail))
}
const isWrong = error.problem.type === wrongCredentials;fault.textContent = isWrong && this.app.ended ? t("wrong or deleted") : reason(error);Object.values(fields).find(({ box }) => box.ariaInvalid)?.box.focus()
}
}
function plain(name, detail) {const [, kind, n] = /bytes; at (least|most) (\d+)/.exec(detail) ?? [];if (!kind) return `${t(name)} ${detail}.`;return kind === "least" ? t("password hint") : t("too long", { n })
}
class SelectBar {constructor(app, list, when, tag) {this.list = list;const { selection } = list;const button = (name, act) => {const made = h("button", { click: () => act(made) }, t(name));return made
};this.status = h("p", { role: "status" });this.toolbar = h("div", { role: "toolbar", "aria-label": t("selected"), class: "acts", hidden: true }, button("today", () => move(app, selection.items, "today")), button("tomorrow", () => move(app, selection.items, "tomorrow")), button("date", (anchor) => when.open(selection.items, anchor)), button("tag", (anchor) => tag.open(selection.items, anchor)), button("done list", () => {const { items } = selection;check(app, items, items.some(({ done }) => !done))
}), button("delete", () => remove(app, selection.items)), button("clear selection", () => selection.clear()));this.element = h("div", { class: "bar select-bar quiet-bar" }, this.status, this.toolbar);list.onSelect = () => this.render()
}
render() {const { selection, walk } = this.list;const n = selection.ids.size;const hadFocus = this.toolbar.contains(document.activeElement);this.element.classList.toggle("quiet-bar", n === 0);this.toolbar.hidden = n === 0;if (n > 0) this.element.setAttribute("role", "region");else this.element.removeAttribute("role");this.element.ariaLabel = n > 0 ? t("selected") : null;setText(this.status, n > 0 ? t("n selected", { n }) : "");if (!hadFocus || n > 0) return;if (!walk.focusItem(selection.anchor)) walk.move(1);if (document.activeElement === document.body) focusFirst()
}
}
const begins = 12;const counts = 96;const sign = (name, text) => h("span", { class: "sign", "aria-hidden": "true" }, icon(name), text);function acceptSwipes(app, list) {let swipe = null;const signs = {"delete": sign("trash", t("delete")), "tomorrow": sign(targetIcons.tomorrow, t("tomorrow")) };const end = (isDone) => {if (!swipe) return;const { element, id, by } = swipe;swipe = null;const item = app.items.get(id);element.style.removeProperty("--swipe");delete element.dataset.swipe;for (const each of Object.values(signs)) each.remove();if (by !== 0 && !isStill()) {element.animate([{ translate: `${by}px 0` }, { translate: "0 0" }], {duration: 150, composite: "add" })
}
if (!isDone || !item || Math.abs(by) < counts) return;if (by < 0) remove(app, [item]);else move(app, [item], "tomorrow")
};list.element.addEventListener("touchstart", ({ touches, target }) => {const element = target.closest("li");const row = list.rows.flatMap(({ rows }) => [...rows.values()]).find((row) => row.element === element);if (!row || touches.length !== 1) return end(false);const [{ clientX: x, clientY: y }] = touches;swipe = { element: row.element, id: row.item.id, x, y, by: 0 }
}, { passive: true });list.element.addEventListener("touchmove", (event) => {if (!swipe) return;if (event.defaultPrevented) return end(false);const [{ clientX, clientY }] = event.touches;const by = clientX - swipe.x;if (swipe.by === 0 && Math.abs(clientY - swipe.y) > begins) return end(false);if (swipe.by === 0 && Math.abs(by) < begins) return;swipe.by = by;swipe.element.style.setProperty("--swipe", `${by}px`);const name = by < 0 ? "delete" : "tomorrow";if (swipe.element.dataset.swipe !== name) {swipe.element.dataset.swipe = name;for (const each of Object.values(signs)) each.remove();swipe.element.append(signs[name])
}
swipe.element.classList.toggle("counts", Math.abs(by) >= counts)
}, { passive: true });list.element.addEventListener("touchend", () => end(true));list.element.addEventListener("touchcancel", () => end(false))
}
function chips(choose) {return h("div", { class: "chips" }, ...targets.map((target) => h("button", { class: "small", click: () => choose(target) }, icon(targetIcons[target]), t(target))))
}
const letters = { t: "today", m: "tomorrow", w: "next week" };const dateWords = {en: "today tomorrow tonight tuesday thursday monday morning march may midnight wednesday week", de: "morgen montag mittwoch märz mai mittag mitternacht täglich woche wochenende" };const restWait = 500;const textLength = 3;class When {constructor(app) {this.app = app;this.items = [];this.typed = "";this.restUntil = 0;this.popover = new Popover("dialog", "when");this.box = h("input", {type: "text", "aria-label": t("date"), placeholder: t("date box hint"), "aria-describedby": "when-hint", autocomplete: "off", input: () => this.read() });this.hint = h("p", { id: "when-hint", class: "hint" });const { element } = this.popover;element.setAttribute("aria-label", t("date"));element.append(this.box, this.hint, chips((target) => this.finish(target)));element.addEventListener("keydown", (event) => this.press(event))
}
open(items, anchor) {this.items = items;this.box.value = "";this.read();this.popover.open(anchor);this.box.focus()
}
read() {this.box.removeAttribute("aria-invalid");const read = this.understand();setText(this.hint, read ? dueText({ ...read.due, repeat: read.repeat }) : "")
}
understand() {return readDate(this.box.value, currentLanguage(), new Date())
}
takesRest(key) {const typed = this.typed + key.toLowerCase();const isRest = Date.now() < this.restUntil && (this.typed.length >= textLength || dateWords[currentLanguage()].split(" ").some((word) => word.startsWith(typed)));this.typed = isRest ? typed : "";this.restUntil = isRest ? Date.now() + restWait : 0;return isRest
}
press(event) {const { key, ctrlKey, metaKey, altKey } = event;const isPlain = !ctrlKey && !metaKey && !altKey && !event.isComposing;const target = event.target === this.box && this.box.value === "" && letters[key];if (target && isPlain) {this.typed = key;this.restUntil = Date.now() + restWait;this.finish(target)
} else if (event.key === "Escape") this.popover.close();else if (event.key === "Enter" && event.target === this.box) this.submit();else return;event.preventDefault()
}
submit() {const text = this.box.value.trim();const target = letters[text.toLowerCase()] ?? targets.find((name) => t(name).toLowerCase() === text.toLowerCase());if (target) return this.finish(target);const read = this.understand();if (!read) return this.box.setAttribute("aria-invalid", "true");this.close();const { due, repeat } = read;changeAll(this.app, "moved", this.current(), (item) => ({...withDue(item, due), ...(repeat && { repeat: inThisZone(repeat) }) }))
}
current() {return this.items.map((item) => this.app.items.get(item.id) ?? item)
}
close() {this.popover.close();this.popover.restore()
}
finish(target) {if (!this.popover.isOpen) return;this.close();move(this.app, this.current(), target)
}
}
class TagHead {constructor(app) {this.app = app;this.title = h("h2", { dir: "auto" });this.rename = h("button", { class: "small plain", click: () => this.begin() }, t("rename"));this.remove = h("button", {class: "small plain danger", click: () => this.delete() }, t("delete tag"));this.name = field(t("new name"), h("input", {type: "text", autocomplete: "off", dir: "auto", keydown: (event) => this.press(event), blur: () => this.end() }));this.name.element.hidden = true;this.element = h("div", { class: "tag-head", hidden: true }, this.title, this.name.element, this.rename, this.remove);app.on("route", () => this.fill());app.on("session", () => this.fill());this.fill()
}
fill() {const { view, tag } = this.app.route;this.element.hidden = view !== "tag";if (this.title.textContent !== tag) this.end();setText(this.title, tag)
}
begin() {this.show(true);this.name.box.value = this.app.route.tag;this.name.fault("");this.name.box.select();this.name.box.focus()
}
end() {this.show(false)
}
show(isEdited) {this.name.element.hidden = !isEdited;this.title.hidden = this.rename.hidden = this.remove.hidden = isEdited
}
press(event) {if (event.isComposing) return;if (event.key === "Enter") this.submit();else if (event.key === "Escape") this.leave();else return;event.preventDefault();event.stopPropagation()
}
leave() {this.end();this.rename.focus()
}
submit() {const { app, name } = this;const { tag } = app.route;const text = name.box.value.trim().replace(/^#/, "");if (!isTag(text)) return name.fault(t("tag wrong"));this.leave();if (text === tag) return;const folded = foldTag(tag);changeTag(app, "saved", `#${text}`, folded, (item) => renamed(item, folded, text));app.navigate({ tag: text }, true);this.rename.focus()
}
delete() {const { app } = this;const { tag } = app.route;changeTag(app, "deleted", `#${tag}`, foldTag(tag), (item) => retagged(item, { remove: [tag] }));app.navigate({ view: "all", item: null })
}
}
class TagNav {constructor(app) {this.app = app;this.list = h("div", { class: "tag-links" });this.element = h("nav", { class: "tags", "aria-label": t("tags"), hidden: true }, h("p", { class: "nav-head", "aria-hidden": "true" }, t("tags")), this.list);this.shown = "";this.counts = [];app.on("route", () => this.fill());app.on("items", () => this.count());app.on("session", () => this.count());this.count()
}
count() {this.counts = countTags(this.app.items.values(), currentLanguage());this.fill()
}
fill() {const { route } = this.app;const current = route.view === "tag" ? foldTag(route.tag) : null;const tags = this.counts.filter(({ open, folded }) => open > 0 || folded === current);const shown = JSON.stringify([tags, current]);if (shown === this.shown) return;this.shown = shown;this.element.hidden = tags.length === 0;const focused = document.activeElement?.getAttribute("href");this.list.replaceChildren(...tags.map(({ tag, folded, open }) => h("a", {href: writeRoute({ view: "tag", tag, q: "", item: null }), ...(folded === current && { "aria-current": "page" }) }, h("span", { dir: "auto" }, tag), open > 0 && h("span", { class: "count" }, ` ${open}`))));const link = [...this.list.children].find((link) => link.getAttribute("href") === focused);if (link && document.activeElement === document.body) {link.focus()
}
}
}
class TagPopover {constructor(app) {this.app = app;this.items = [];this.popover = new Popover("dialog", "when");this.box = new TagBox(app, (tags) => this.add(tags));const { element } = this.popover;element.setAttribute("aria-label", t("tag"));element.append(this.box.element);element.addEventListener("keydown", (event) => {if (event.key !== "Escape") return;event.preventDefault();this.popover.close()
})
}
open(items, anchor) {this.items = items;this.box.clear();this.popover.open(anchor);this.box.box.focus()
}
add(tags) {this.popover.close();this.popover.restore();const items = this.items.map((item) => this.app.items.get(item.id) ?? item);changeAll(this.app, "saved", items, (item) => retagged(item, { add: tags }));return ""
}
}
const calm = 300;function showPage(app, isMenuOpen) {const more = new More(app);const when = new When(app);const list = new List(app, {more: (row) => more.open(row), clear: () => removeAll(app, true), moveToToday: (items) => move(app, items, "today") });const tag = new TagPopover(app);acceptSwipes(app, list);const add = new Add(app, (ids) => {const away = list.showNew(ids);if (!away) return;messages.offer(() => {if (isPast(app)) leavePast(app);list.lead(away)
})
});const find = new Find(app, () => list.walk.move(1));const nav = new Nav(app);const tags = new TagNav(app);const signIn = new SignIn(app);const messages = new Messages(app);messages.element.prepend(signIn.bar, new SelectBar(app, list, when, tag).element);const details = new Details(app, list, messages.element);const changed = new Changed(app);const goHome = () => menuButton.focus();const writes = new WritesView(app, goHome);const trash = new TrashView(app, goHome);const search = () => app.route.view === "trash" ? trash.box.focus() : find.open();const menu = new Menu(app, {see: (view) => app.navigate({ view, q: "", item: null }), shortcuts: openShortcuts, signOut: () => askToSignOut(app), deleteAccount: () => askToLeave(app) });new Keys(app, {list, details, nav, when, tag, help: openShortcuts, add: () => add.box.focus(), search });const loading = h("p", { class: "loading", hidden: true }, t("loading"));const items = h("div", { class: "items" }, changed.element, loading, new TagHead(app).element, list.element, writes.element, trash.element);const menuButton = h("button", {class: "quiet menu-button", "aria-label": t("menu"), title: t("menu"), click: () => menu.open() }, icon("menu"));const main = h("main", {}, signIn.element, items);const top = h("div", { class: "top" }, add.element, find.element);const views = h("div", { class: "side" }, nav.element, tags.element);const header = h("header", {}, h("div", { class: "brand" }, h("h1", {}, "toodoo"), connectionStatus(app), changedLink(app), find.button, menuButton), top, views);keepInSight(header, top, messages.element, app.views.signal);const update = () => {items.hidden = server.accounts && !app.session;add.element.hidden = views.hidden = items.hidden;document.body.classList.toggle("signed-out", items.hidden);main.ariaBusy = String(!app.loaded && !items.hidden);list.element.hidden = isPast(app);if (app.loaded) loading.hidden = true;welcome(app, add.box);setTitle(app)
};app.on("items", update);app.on("session", update);app.on("route", update);setTimeout(() => loading.hidden = app.loaded, calm);acceptDrops(app, document.body);const page = h("div", { class: "page" }, header, main, messages.element);details.home = page;document.body.replaceChildren(h("div", { class: "columns" }, page, details.element));update();list.refresh(null);details.render();if (isMenuOpen) {menuButton.focus();menu.open();menu.language.focus()
}
return { list, add, nav, signIn }
}
function welcome(app, box) {const isFirst = app.loaded && app.items.size === 0 && app.history.done.length === 0;const isFree = document.activeElement === document.body;if (isFirst && isFree && matchMedia("(hover: hover)").matches) box.focus()
}
const mostHeader = 0.4;function keepInSight(header, top, bars, signal) {const { style } = document.documentElement;const fit = () => {const height = header.offsetHeight || top.offsetHeight;const isSticky = height < mostHeader * innerHeight;header.classList.toggle("sticky", isSticky);style.setProperty("--header", `${isSticky ? height : 0}px`)
};const lift = () => {style.setProperty("--bars", `${bars.offsetHeight}px`);document.activeElement?.closest("li")?.scrollIntoView({ block: "nearest" })
};const rising = new ResizeObserver(lift);rising.observe(bars);const observer = new ResizeObserver(fit);observer.observe(header);observer.observe(top);addEventListener("resize", fit, { signal });signal.addEventListener("abort", () => {observer.disconnect();rising.disconnect()
})
}
function setTitle(app) {const item = app.route.item && app.items.get(app.route.item);const { view } = app.route;const name = item ? item.title : view === "history" || view === "trash" ? t(view) : "";document.title = name ? `${name} – toodoo` : "toodoo"
}
const minute = 60_000;const app = new App();const reminder = new Reminder(app);async function openSession() {const session = server.accounts ? await readSession() : null;if (session || !server.accounts) await app.open(session);else app.close()
}
function show(isMenuOpen) {app.resetViews();app.on("language", () => {reminder.keepLanguage();page = show(true)
});app.on("left", () => {page = show();focusFirst();reminder.close()
});app.on("items", () => reminder.look());app.on("session", () => reminder.look());app.on("connection", (state) => {if (state !== "online") return;lookForUpdate();reminder.renew()
});announceNext(app);return showPage(app, isMenuOpen)
}
function takeText() {const parameters = new URLSearchParams(location.search);const texts = ["title", "text", "url"].map((name) => parameters.get(name)?.trim());if (!parameters.has("text") && !texts.some(Boolean)) return;history.replaceState(history.state, "", location.pathname + location.hash);const text = [...new Set(texts.filter(Boolean))].join(" ").replace(/\s+/g, " ");if (text) {page.add.fill([page.add.box.value.trim(), text].filter(Boolean).join(" ").slice(0, 2_000))
}
page.add.box.focus()
}
setLanguage(preferredLanguage());let page = show();followTabs(app, openSession);setInterval(() => {page.list.tick();page.nav.fill();reminder.look()
}, minute);async function start() {await openSession();if (server.proxy && server.accounts && !app.session) page.signIn.askProxy();takeText();await startWorker(app)
}
start();export { Refusal, currentLanguage, databaseName, decodeFile, field, finishImport, fullDay, h, importList, isOwnList, isRemindingAll, keepReminded, keepRemindingAll, makeDialog, makeID, openDialog, opposite, reason, remindedAs, say, server, setText, storeLanguage, subscribeBrowser, t, unseen, unsubscribeBrowser, whyNot };