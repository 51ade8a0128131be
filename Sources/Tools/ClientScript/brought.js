// What the rare script brings.

own.bring({ morphPage, showProblems: showAllProblems, upload, checkFiles, runsOn, tellPayload, releaseThrottled, tellShortcut, rememberFocus, announceArrival, commands });
