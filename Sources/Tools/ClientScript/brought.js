// What the rare script brings.

// When an event was just queued.
function beforeAnswer(event) {
    if (!foresaw(event)) beginMeanwhile(event);
}

// When a patch is about to be applied.
function beforePatch() {
    leaveHandle();
    leaveWindows();
    undoMeanwhile();
}

// When a patch has been applied.
function afterPatch() {
    redoMeanwhile();
    settleRows();
    settleWindows();
    // Later, when a form that was accepted is empty.
    if (inPieces) setTimeout(inPieces.settleUploads);
    askSoon();
    watchUnsavedLater();
}

// What a style sheet would otherwise have to say. A site's own rules come before these, which have no specificity.
if (page.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
        ":where(.elmwood-handle>summary){touch-action:none;user-select:none;-webkit-user-select:none;cursor:grab}" +
            ":where(.elmwood-dragged){z-index:9;pointer-events:none;opacity:.8}" +
            ":where(.elmwood-place){list-style:none;outline:2px dashed;outline-offset:-2px}" +
            // Only rows say what is to stay where it is.
            ":where([data-window],.elmwood-spacer){overflow-anchor:none}"
    );
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
}

own.bring({
    morphPage, showProblems: showAllProblems, upload, checkFiles, runsOn, tellPayload, releaseThrottled, tellShortcut, rememberFocus, announceArrival,
    refocus, present: presentChange, takeExpected, commands, beforeAnswer, awaitsUploads, exchangeFiles, beforePatch, undoMeanwhile, endMeanwhile,
    afterPatch
});
