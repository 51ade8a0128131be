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
        flushInput();
        wake();
        work();
        tellPage(document.hidden ? "hidden" : "visible");
    };
    // A stream that has been silent for longer than its heartbeat takes is dead: after a sleep, nobody tells.
    setInterval(() => Date.now() - heard > 6e4 && stream?.abort(), 5e3);
    // What was done in another tab of the session may show here.
    otherTabs.onmessage = () => {
        isStale ||= !wantsStream;
        work();
    };
}
