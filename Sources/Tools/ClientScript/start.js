// The code that runs when the page is loaded.

if (script?.dataset.revision) {
    ({ revision, base } = script.dataset);
    address = location.href;
    isLive = true;
    // A page of the history may be older than what has happened since.
    const isRestored = loaded && loaded.type != "navigate";
    isStale = "connect" in script.dataset || loaded?.type == "back_forward";
    boot(script.dataset.elements);
    // Later, so that the page counts as loaded without it.
    if (page.querySelector(rareElements)) addEventListener("load", need);
    tellZone(script.dataset.zone);
    // The whole page is needed to tell the nodes of others from its own.
    if (isLearning) [revision, isStale] = [0, true];
    takeEvents();
    takeNavigation();
    tellEarly(isRestored);
    work();

    onpageshow = (event) => {
        if (!event.persisted) return;
        isLive = true;
        heal();
    };
    onpagehide = sayFarewell;
    ononline = onoffline = ({ type }) => {
        // "online" has no meaning in a style sheet, and the next response clears it.
        mark(root, type);
        wake();
        tellPage(type);
    };
    page.onvisibilitychange = () => {
        if (!isLive) return;
        flushInput();
        wake();
        tellPage(page.visibilityState);
        attend();
    };
    setInterval(() => {
        if (Date.now() - heard < 60_000) return;
        // A stream that is silent for longer than its heartbeat is dead: after a sleep, nothing reports that.
        stream?.abort();
        // A hidden page has no stream, and polls once a minute, since its title may change.
        heard = Date.now();
        wake();
        attend();
    }, 5_000);
    // An event in another tab of the session may change this page.
    otherTabs.onmessage = () => {
        isStale ||= !wantsStream || isPolling;
        work();
    };
}

// States the visitor's time zone for the next requests, in a cookie with these attributes, if the program asks for it.
function tellZone(attributes) {
    if (!attributes) return;
    const zone = "elmwood-zone=" + Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!page.cookie.split("; ").includes(zone)) page.cookie = zone + attributes;
}

// What this script knows: for the report of a fault, from the browser's console or a test.
globalThis.elmwoodState = () => ({
    isLive, revision, included, answered, lastSequence, queue, underWay, early, accepted, watched, isBusy, isStale, wantsStream, stream, heard, gaps, waits,
    mayReload, isLearning, pageName, arrival, foreseen
});
