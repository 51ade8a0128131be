// Links and the history.

// Whether a page is requested: until it is shown, no stream is opened.
let isVisiting;

// The visit that is under way to another address.
let pending;

// The address that is being left to the browser.
let left;

// Shows the page of the address that the browser has just entered.
let arriving;

const browserNavigation = self.Navigation && navigation;

// Shows another page of the program when the browser is about to load it, by a link or through the history. The browser
// still controls the address, the history and the scroll positions, and loads all other pages.
function takeNavigation() {
    if (!browserNavigation) {
        addEventListener("popstate", () => {
            const url = location.href;
            if (isLive && url.split("#")[0] != address.split("#")[0]) queue.push({ url, isEntered: true, arrive() {} });
            work();
        });
    }
    browserNavigation?.addEventListener("navigate", (event) => {
        const { destination, navigationType, info } = event;
        const { url, sameDocument } = destination;
        if (!isLive || !event.canIntercept || navigationType == "reload") return;
        if (event.hashChange || event.formData || event.downloadRequest != null) return;
        // Only where the browser says so is an address left to it.
        if (url == left) return (left = null);
        if (info && info == arriving) return event.intercept({ handler: async () => arriving(), focusReset: "manual" });
        const isTraversal = navigationType == "traverse";
        // Another script changes its state or the address, or this one does: the page remains.
        if (sameDocument && !isTraversal) return;
        const { pathname } = new URL(url);
        // A dot in the last part of a path means a file.
        // To an entry of this document, even if that was another program's page, the browser goes without loading anything.
        const isPage = sameDocument || ((pathname + "/").startsWith(base + "/") && !/\.[^/]*$/.test(pathname));
        if (!isPage || (followed?.href == url && followed.relList?.contains("external"))) return;
        leaveFocus();
        if (isTraversal) {
            event.intercept({ handler: () => new Promise((arrive) => queueVisit({ url, isEntered: true, arrive })), focusReset: "manual" });
            return;
        }
        // The address is changed when there is a page to be shown, so that a link to anything else leaves this page as it is.
        event.preventDefault();
        queueVisit({ url, arrive() {}, entry: navigationType });
    });
}

// Queues a visit, in place of the pending ones.
function queueVisit(visit) {
    flushInput();
    queue = queue.filter((item) => item.type || item.arrive());
    queue.push(visit);
    interrupt();
    work();
}

// Gives up the visit under way, since the visitor has gone on before there was a page.
function interrupt() {
    if (!pending || pending.isEntered) return;
    pending.isOver = true;
    current.abort();
    wake();
}

// Updates the page, at its address or at another one.
async function visit(asked) {
    const { url, isEntered, arrive, entry } = asked;
    isStale = false;
    // Patches that are pushed meanwhile would belong to the former page, and a stream to its address.
    hangUp();
    isVisiting = true;
    const former = address;
    if (isEntered) address = url;
    pending = arrive && asked;
    // It may have been asked for before the click.
    const known = await (arrive && rare?.takeExpected(url, (request) => (current = request)));
    const patch = known || (!asked.isOver && (await exchange(url, null, pending)));
    if (arrive) await need();
    pending = null;
    // Without the rare script, the browser loads it.
    const isPage = (rare || !arrive) && patch?.[1];
    if (!arrive) {
        if (patch) await present(isPage && patch);
    } else if (asked.isOver) {
        // An act on this page comes first, and once. Another visit comes instead.
        if (queue.every((item) => item.type)) queue.push({ url, arrive, entry, isPostponed: true });
    } else if (isEntered || !isPage) {
        // Another address may always be loaded.
        mayReload = true;
        if (isPage) await show(patch, former);
        else if (isEntered) reload();
        else leave(url, entry == "replace" ? "replace" : "assign");
        arrive();
    } else {
        arriving = () => {
            address = url;
            return show(patch, former);
        };
        await browserNavigation.navigate(url, { history: entry, info: arriving }).finished.catch(() => {});
    }
    // The server does not know yet that the visitor is there.
    if (known) isStale = true;
    isVisiting = false;
    if (wantsStream) setTimeout(listen);
}

// Shows the page of another address.
function show(patch, former) {
    return present(patch, () => {
        showFailure();
        forgetEdits();
        receive(patch);
        arriveAt(former);
    }, true);
}

// Leaves an address to the browser: it loads a page, saves a file, or does nothing.
function leave(url, method = "assign") {
    left = new URL(url, location).href;
    location[method](url);
}

// Remembers the control that has the focus, for the way back.
function leaveFocus() {
    const key = browserNavigation?.currentEntry?.key;
    const element = page.activeElement;
    need().then(() => rare?.rememberFocus(key, element));
}

// Does what a newly loaded page would do. What this causes is no event of the visitor.
function arriveAt(former) {
    isPatching = true;
    rare.announceArrival(former);
    isPatching = false;
}

// Sets the page's address.
function enter(method, url) {
    const former = address;
    leaveFocus();
    // What the visitor has entered meanwhile is left by this.
    queue = queue.filter((item) => !item.isEntered || item.arrive());
    history[method](null, "", url);
    address = location.href;
    if (method == "pushState") {
        scrollTo(0, 0);
        arriveAt(former);
    }
}

const find = (id) => page.getElementById(id);
