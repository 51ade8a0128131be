// What the rare script brings.

own.bring({
    morphPage, showProblems: showAllProblems, upload, checkFiles, runsOn, rememberFocus, announceArrival, commands, beginMeanwhile, undoMeanwhile, endMeanwhile,
    redoMeanwhile
});
