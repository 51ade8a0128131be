// The code that runs when the page is loaded.

if (script?.dataset.revision) {
    ({ revision, base } = script.dataset);
    address = location.href;
    isLive = true;
    isStale = "connect" in script.dataset;
    boot();
    takeEvents();
    takeNavigation();
    tellRestored();
    work();

    onpageshow = (event) => {
        if (!event.persisted) return;
        isLive = true;
        tellRestored();
        heal();
    };
    onpagehide = sayFarewell;
    ononline = onoffline = ({ type }) => {
        // "online" has no meaning in a style sheet, and the next response clears it.
        mark(root, type);
        wake();
        tellPage(type);
    };
    document.onvisibilitychange = () => {
        if (!isLive) return;
        flushInput();
        wake();
        tellPage(document.visibilityState);
        attend();
    };
    setInterval(() => {
        if (Date.now() - heard < 6e4) return;
        // A stream that is silent for longer than its heartbeat is dead: after a sleep, nothing reports that.
        stream?.abort();
        // A hidden page has no stream, and polls once a minute, since its title may change.
        heard = Date.now();
        wake();
        attend();
    }, 5e3);
    // An event in another tab of the session may change this page.
    otherTabs.onmessage = () => {
        isStale ||= !wantsStream;
        work();
    };
}
