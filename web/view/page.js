/** The page as a whole: its views, in the page's language. */

import { server } from "../app/settings.js";
import { t } from "../text/text.js";
import { askToLeave, askToSignOut, SignIn } from "./account.js";
import { Add } from "./add.js";
import { Changed, changedLink } from "./changed.js";
import { Details } from "./details.js";
import { h, icon } from "./dom.js";
import { Find } from "./find.js";
import { Form } from "./form.js";
import { List } from "./list.js";
import { acceptDrops, Menu } from "./menu.js";
import { Keys, openShortcuts } from "./shortcuts.js";
import { connectionStatus, Messages } from "./status.js";

/** @import { App } from "../app/app.js" */

/** No word about loading before this: mostly it is over. */
const patience = 300;

/**
 * @param {App} app @param {boolean} [isMenuOpen] after a change of the language in the menu
 * @returns {List}
 */
export function showPage(app, isMenuOpen) {
    const form = new Form(app);
    const list = new List(app);
    const add = new Add(app, form);
    const find = new Find(app);
    const signIn = new SignIn(app);
    const messages = new Messages(app);
    const details = new Details(app, form, list, messages.element);
    const changed = new Changed(app);
    const menu = new Menu(app, {
        shortcuts: openShortcuts,
        signOut: () => askToSignOut(app),
        deleteAccount: () => askToLeave(app),
    });
    new Keys(app, {
        list,
        details,
        form,
        help: openShortcuts,
        add: () => add.box.focus(),
        search: () => find.box.focus(),
    });
    const loading = h("p", { class: "loading", hidden: true }, t("loading"));
    const items = h(
        "div",
        { class: "items" },
        changed.element,
        add.element,
        find.element,
        loading,
        list.element,
    );
    const main = h("main", {}, signIn.element, items);
    const connection = connectionStatus(app);
    connection.append(changedLink(app));
    const header = h(
        "header",
        {},
        h("h1", {}, "toodoo"),
        connection,
        h(
            "button",
            { type: "button", class: "menu-button", click: () => menu.open() },
            icon("menu"),
            h("span", { class: "words" }, t("menu")),
        ),
    );
    const update = () => {
        items.hidden = server.accounts && !app.session;
        main.ariaBusy = String(!app.loaded && !items.hidden);
        if (app.loaded) loading.hidden = true;
        setTitle(app);
    };
    app.on("items", update);
    app.on("session", update);
    app.on("route", update);
    setTimeout(() => loading.hidden = app.loaded, patience);
    acceptDrops(app, document.body);
    document.body.replaceChildren(
        header,
        h("div", { class: "columns" }, main, details.element),
        messages.element,
    );
    document.body.classList.remove("has-details");
    update();
    list.refresh(null);
    details.render();
    if (isMenuOpen) {
        menu.open();
        menu.language.focus();
    }
    return list;
}

/** @param {App} app */
function setTitle(app) {
    const item = app.route.item && app.items.get(app.route.item);
    document.title = item ? `${item.title} – toodoo` : "toodoo";
}
