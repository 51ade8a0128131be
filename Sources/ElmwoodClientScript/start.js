// What runs when the page is there.

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
        // "online" means nothing to a style sheet, and goes with the next answer.
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
        // A stream that has been silent for longer than its heartbeat takes is dead: after a sleep, nobody tells.
        stream?.abort();
        // A hidden page has none, and asks once a minute: its title may say something new.
        heard = Date.now();
        wake();
        attend();
    }, 5e3);
    // What was done in another tab of the session may show here.
    otherTabs.onmessage = () => {
        isStale ||= !wantsStream;
        work();
    };
}
