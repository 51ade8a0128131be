// What the rare script brings.

// When an event was just queued.
function beforeAnswer(event) {
    if (!foresaw(event)) beginMeanwhile(event);
}

// When a patch is about to be applied.
function beforePatch() {
    leaveHandle();
    undoMeanwhile();
}

// When a patch has been applied.
function afterPatch() {
    redoMeanwhile();
    settleRows();
    // Later, when a form that was accepted is empty.
    if (inPieces) setTimeout(inPieces.settleUploads);
    askSoon();
    watchUnsavedLater();
}

own.bring({
    morphPage, showProblems: showAllProblems, upload, checkFiles, runsOn, tellPayload, releaseThrottled, tellShortcut, rememberFocus, announceArrival,
    refocus, present: presentChange, takeExpected, commands, beforeAnswer, awaitsUploads, exchangeFiles, beforePatch, undoMeanwhile, endMeanwhile,
    afterPatch
});
