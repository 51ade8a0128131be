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
    askSoon();
    watchUnsavedLater();
}

own.bring({
    morphPage, showProblems: showAllProblems, upload, checkFiles, runsOn, tellPayload, releaseThrottled, tellShortcut, rememberFocus, announceArrival,
    commands, beforeAnswer, beforePatch, endMeanwhile, afterPatch
});
