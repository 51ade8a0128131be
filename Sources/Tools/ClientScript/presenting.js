// How a change of the page is shown: within a transition of the browser, if the page asks for that, and with the style sheets of a new page.

// The last change that is not made yet. Others wait for it, in their order.
let awaitedChange;

// The transition that is shown.
let transition;

const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");

// Makes the change of a patch: at once and without a result, or later and with a promise.
function presentChange(patch, change, isVisit) {
    const begin = () => (isVisit ? loadSheets(patch).then(() => changeWithin(patch, change, isVisit)) : changeWithin(patch, change));
    const mine = awaitedChange ? awaitedChange.then(begin) : begin();
    if (!mine) return;
    awaitedChange = mine;
    return mine.then(() => {
        if (awaitedChange == mine) awaitedChange = null;
    });
}

// Makes a change within a transition, if the page asks for one: at all changes, or as another address is shown. One that is shown meanwhile ends.
function changeWithin([from, , , content], change, isVisit) {
    const { revision, isForeseen } = pageState();
    const changesPage = content?.length && (!from || from == revision) && !isForeseen;
    const kind = root.getAttribute("data-transition");
    const isWanted = changesPage && (kind == "changes" || (kind && isVisit));
    if (!isWanted || !page.startViewTransition || page.hidden || prefersStill.matches) {
        if (changesPage) transition?.skipTransition();
        return void change();
    }
    const mine = (transition = page.startViewTransition(change));
    const end = () => {
        if (transition == mine) transition = null;
    };
    mine.finished.then(end, end);
    // One that is skipped is no fault.
    mine.ready.catch(() => {});
    // What keeps the browser from drawing must not keep the page from its changes.
    const timer = setTimeout(() => mine.skipTransition(), 1_000);
    return mine.updateCallbackDone.catch(reportError).then(() => clearTimeout(timer));
}

const isSheet = (attributes) => /\bstylesheet\b/i.test(attributes?.rel);

// The style sheets that an element patch brings, as the attributes of their links. They are in the head.
function sheetsIn(element, operations) {
    const found = [];
    for (let i = 0; i < operations.length; ) {
        const item = operations[i++];
        if (typeof item == "string") {
            const value = operations[i++];
            if (item == "href" && isSheet(element)) found.push({ href: value, media: element.media });
        } else if (Array.isArray(item)) found.push(...item.map((spec) => spec[0] == "link" && spec[1]).filter(isSheet));
        else if (item.h == null) {
            let child = element[kids][item];
            while (typeof operations[i] == "number") child = child[kids][operations[i++]];
            const change = operations[i++];
            if (child.hasAttribute && child.localName != "body" && typeof change != "string") found.push(...sheetsIn(child, change));
        }
    }
    return found;
}

// Those of a whole page.
function sheetsOf(source) {
    const links = new DOMParser().parseFromString(source, "text/html").querySelectorAll("link[href]");
    return [...links].filter(isSheet).map((link) => Object.fromEntries(link.getAttributeNames().map((name) => [name, link.getAttribute(name)])));
}

// Loads the style sheets of a new page before it is shown, for two seconds at most. They apply from then on, until the page's own links do.
async function loadSheets([from, , , content]) {
    let sheets = [];
    try {
        sheets = from ? sheetsIn(root, content) : sheetsOf(content);
    } catch {
        // The patch will not fit either.
    }
    const known = new Set([...page.styleSheets].map((sheet) => sheet.href));
    const isLoaded = [];
    const early = sheets.filter(({ href }) => !known.has(new URL(href, location).href)).map((attributes) => {
        const link = make(["link", { ...attributes, media: "print", "data-elmwood": 1 }], root);
        isLoaded.push(new Promise((resolve) => (link.onload = link.onerror = resolve)));
        page.head.append(link);
        return [link, attributes.media ?? ""];
    });
    if (!early[0]) return;
    const pause = new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.race([Promise.all(isLoaded), pause]);
    for (const [link, media] of early) link.media = media;
    setTimeout(() => early.forEach(([link]) => link.remove()), 2_000);
}
