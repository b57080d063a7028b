/** The page as a whole: its views, in the page's language. */

import { move, removeAll } from "../app/actions.js";
import { server } from "../app/settings.js";
import { t } from "../text/text.js";
import { askToLeave, askToSignOut } from "./account.js";
import { Add } from "./add.js";
import { Changed, changedLink } from "./changed.js";
import { Details } from "./details/details.js";
import { h, icon } from "./dom.js";
import { Find } from "./find.js";
import { List } from "./list/list.js";
import { acceptDrops, Menu } from "./menu.js";
import { More } from "./list/more.js";
import { Nav } from "./nav.js";
import { Keys, openShortcuts } from "./shortcuts.js";
import { connectionStatus, Messages } from "./status.js";
import { isPast, leavePast } from "./history/region.js";
import { TrashView } from "./history/trash.js";
import { WritesView } from "./history/writes.js";
import { SignIn } from "./sign-in.js";
import { SelectBar } from "./list/select-bar.js";
import { acceptSwipes } from "./list/swipe.js";
import { When } from "./list/when.js";
import { TagHead } from "./tags/tag-head.js";
import { TagNav } from "./tags/tag-nav.js";
import { TagPopover } from "./tags/tag-popover.js";

/** @import { App } from "../app/app.js" */

/** Milliseconds before the page shows that it is loading. Usually it has finished by then. */
const calm = 300;

/**
 * @param {App} app @param {boolean} [isMenuOpen] after a change of the language in the menu
 * @returns {{ list: List, add: Add, nav: Nav, signIn: SignIn }}
 */
export function showPage(app, isMenuOpen) {
    const more = new More(app);
    const when = new When(app);
    const list = new List(app, {
        more: (row) => more.open(row),
        clear: () => removeAll(app, true),
        moveToToday: (items) => move(app, items, "today"),
    });
    const tag = new TagPopover(app);
    acceptSwipes(app, list);
    const add = new Add(app, (ids) => {
        const away = list.showNew(ids);
        if (!away) return;
        messages.offer(() => {
            if (isPast(app)) leavePast(app);
            list.lead(away);
        });
    });
    const find = new Find(app, () => list.walk.move(1));
    const nav = new Nav(app);
    const tags = new TagNav(app);
    const signIn = new SignIn(app);
    const messages = new Messages(app);
    messages.element.prepend(signIn.bar, new SelectBar(app, list, when, tag).element);
    const details = new Details(app, list, messages.element);
    const changed = new Changed(app);
    const goHome = () => menuButton.focus();
    const writes = new WritesView(app, goHome);
    const trash = new TrashView(app, goHome);
    const search = () => app.route.view === "trash" ? trash.box.focus() : find.open();
    const menu = new Menu(app, {
        see: (view) => app.navigate({ view, q: "", item: null }),
        shortcuts: openShortcuts,
        signOut: () => askToSignOut(app),
        deleteAccount: () => askToLeave(app),
    });
    new Keys(app, {
        list,
        details,
        nav,
        when,
        tag,
        help: openShortcuts,
        add: () => add.box.focus(),
        search,
    });
    const loading = h("p", { class: "loading", hidden: true }, t("loading"));
    const items = h(
        "div",
        { class: "items" },
        changed.element,
        loading,
        new TagHead(app).element,
        list.element,
        writes.element,
        trash.element,
    );
    const menuButton = h("button", {
        class: "quiet menu-button",
        "aria-label": t("menu"),
        title: t("menu"),
        click: () => menu.open(),
    }, icon("menu"));
    const main = h("main", {}, signIn.element, items);
    // On a wide screen, the first and the last part are a column at the left.
    const top = h("div", { class: "top" }, add.element, find.element);
    const views = h("div", { class: "side" }, nav.element, tags.element);
    const header = h(
        "header",
        {},
        h(
            "div",
            { class: "brand" },
            h("h1", {}, "toodoo"),
            connectionStatus(app),
            changedLink(app),
            find.button,
            menuButton,
        ),
        top,
        views,
    );
    keepInSight(header, top, messages.element, app.views.signal);
    const update = () => {
        items.hidden = server.accounts && !app.session;
        add.element.hidden = views.hidden = items.hidden;
        document.body.classList.toggle("signed-out", items.hidden);
        main.ariaBusy = String(!app.loaded && !items.hidden);
        list.element.hidden = isPast(app);
        if (app.loaded) loading.hidden = true;
        welcome(app, add.box);
        setTitle(app);
    };
    app.on("items", update);
    app.on("session", update);
    app.on("route", update);
    setTimeout(() => loading.hidden = app.loaded, calm);
    acceptDrops(app, document.body);
    const page = h("div", { class: "page" }, header, main, messages.element);
    details.home = page;
    document.body.replaceChildren(h("div", { class: "columns" }, page, details.element));
    update();
    list.refresh(null);
    details.render();
    if (isMenuOpen) {
        // It gets the focus back.
        menuButton.focus();
        menu.open();
        menu.language.focus();
    }
    return { list, add, nav, signIn };
}

/** An empty list begins with the first to-do. On a phone the focus would open the keyboard.
 * @param {App} app @param {HTMLElement} box */
function welcome(app, box) {
    const isFirst = app.loaded && app.items.size === 0 && app.history.done.length === 0;
    const isFree = document.activeElement === document.body;
    if (isFirst && isFree && matchMedia("(hover: hover)").matches) box.focus();
}

/** The largest part of the window that a header in sight takes. */
const mostHeader = 0.4;

/**
 * The header stays in sight while the list scrolls, unless it would leave too little room for it: in a
 * low window, or with large text. In columns only its top covers the list. Nor do the bars at the
 * bottom cover the focused row when one appears.
 * @param {HTMLElement} header @param {HTMLElement} top @param {HTMLElement} bars
 * @param {AbortSignal} signal
 */
function keepInSight(header, top, bars, signal) {
    const { style } = document.documentElement;
    const fit = () => {
        const height = header.offsetHeight || top.offsetHeight;
        const isSticky = height < mostHeader * innerHeight;
        header.classList.toggle("sticky", isSticky);
        // Focused rows do not scroll beneath it.
        style.setProperty("--header", `${isSticky ? height : 0}px`);
    };
    const lift = () => {
        style.setProperty("--bars", `${bars.offsetHeight}px`);
        document.activeElement?.closest("li")?.scrollIntoView({ block: "nearest" });
    };
    const rising = new ResizeObserver(lift);
    rising.observe(bars);
    const observer = new ResizeObserver(fit);
    observer.observe(header);
    observer.observe(top);
    addEventListener("resize", fit, { signal });
    signal.addEventListener("abort", () => {
        observer.disconnect();
        rising.disconnect();
    });
}

/** @param {App} app */
function setTitle(app) {
    const item = app.route.item && app.items.get(app.route.item);
    const { view } = app.route;
    const name = item ? item.title : view === "history" || view === "trash" ? t(view) : "";
    document.title = name ? `${name} – toodoo` : "toodoo";
}
