extension Sentences {
    /// The sentences in English.
    public static let english = Sentences(inEnglish)
}

private func inEnglish(_ sentence: Sentence) -> String {
    switch sentence {
    case .fillIn: "Please fill this in."
    case .tickBox: "Please tick this box."
    case .chooseOne: "Please choose one."
    case .chooseColor: "Please choose a color."
    case .chooseFile: "Please choose a file."
    case .chooseOneFile: "Please choose one file only."
    case .chooseSmallerFile(let megabytes): "Please choose a file of at most \(megabytes) MB."
    case .chooseFewerFiles(let limit): "Please choose at most \(limit) files."
    case .chooseFileAgain: "Please choose the file again."
    case .noRoomForFile: "There is no room for this file at present."
    case .waitsForFiles: "This is sent as soon as the files have arrived."
    case .chooseFileOfType(let types): "Please choose a file of the kind \(types.joined(separator: ", "))."
    case .enterWholeAddress: "Please enter a whole address, such as https://example.org."
    case .enterAddress: "Please enter an address."
    case .enterEmail: "Please enter an e-mail address, such as name@example.org."
    case .tooLong(let limit, let length): "Please use at most \(characters(limit)); there are \(length)."
    case .tooShort(let least, let length):
        "Please use at least \(characters(least)); there \(length == 1 ? "is" : "are") \(length)."
    case .matchFormat: "Please match the requested format."
    case .tooManyMarks(let limit):
        "Please write this with fewer combining marks: at most \(limit) may follow one another."
    case .tooLongToCheck: "This text cannot be checked; please make it shorter."
    case .enterNumber: "Please enter a number."
    case .enterWholeNumber: "Please enter a whole number."
    case .numberAtLeast(let least): "Please enter a number that is at least \(least)."
    case .numberAtMost(let most): "Please enter a number that is at most \(most)."
    case .multipleOf(let step): "Please enter a multiple of \(step)."
    case .inStepsOf(let step): "Please enter a number in steps of \(step)."
    case .numberTooSmall: "This number is too small."
    case .numberTooLarge: "This number is too large."
    case .enterDate(let kind, let example): "Please enter a \(name(kind))\(example.map { ", such as \($0)" } ?? "")."
    case .timeBetween(let first, let last): "Please enter a time from \(first) to \(last)."
    case .dateFrom(let first): "Please enter \(first) or later."
    case .dateUntil(let last): "Please enter \(last) or earlier."
    case .dateInSteps(let kind): "Please enter a \(name(kind)) in the allowed steps."
    case .timeZoneMissing: "This date has no time zone."
    case .oneValueOnly: "Please give one value only."
    case .textNotFile: "This field expects a text, not a file."
    case .fieldMissing: "This field is missing."
    case .tooFewValues: "There are too few values."
    case .nestedTooDeeply: "This field is nested too deeply."
    case .valueNotAllowed: "This value is not allowed here."
    case .changedMeanwhile:
        "This has been changed since you began to edit it. Look at what is here now, then send it again if it is still right."

    case .messageNotOffered(let message): "The message “\(message)” is not offered here."
    case .noForm(let name): "There is no form named “\(name)” here."
    case .severalForms(let name): "There are several forms named “\(name)” here."
    case .notOneForm(let name): "There is no form named “\(name)” here, or there are several."
    case .formNotUsable(let name): "The form “\(name)” cannot be used now."
    case .noField(let name): "There is no field named “\(name)” here."
    case .noFieldInForm(let name): "There is no field named “\(name)” in this form."
    case .fieldLocked(let name): "The field “\(name)” cannot be changed."
    case .valueNotOffered(let name): "The field “\(name)” does not offer that value."
    case .severalButtons: "Only one button can have been pressed."
    case .severalChoices: "Only one of the choices can be selected."
    case .textExpected(let name): "The field “\(name)” expects a text, not a file."
    case .fileExpected(let name): "The field “\(name)” expects a file: send the form as multipart/form-data."
    case .otherRows(let name, let count, let posted):
        "There are \(count) fields named “\(name)” here, and the post has \(posted)."
    case .noMessage: "This control makes no message."
    case .noFieldEvent(let name): "The field “\(name)” has no such event."
    case .noPageEvent(let name): "The program does not handle the page's event “\(name)”."
    case .unknownPageEvent: "There is no such event."

    case .tooManyFields(let limit): "A post may have at most \(count(limit, "field"))."
    case .tooManyMessages(let limit): "A post may have at most \(count(limit, "message"))."
    case .tooManyEvents(let limit): "A post may have at most \(count(limit, "event"))."
    case .nameTooNested(let limit): "The name of a field may be nested at most \(limit) deep."
    case .formNameIsFile: "The field “form” must be a form's name."
    case .messageIsFile: "A message must be a text, not a file."
    case .badMarks: "The field “rendered” is not a list of marks."
    case .badEvent: "A field “event” must be a number, a kind, the number of its fields, and its subject."
    case .badEventNumbers: "The numbers of events must increase."
    case .eventNeedsControl: "The event needs a form and a control, one on each line."
    case .unknownEvent(let kind): "There is no event of the kind “\(kind)”."
    case .badPageName: "A live page names itself in the header Elmwood-Page, in 22 characters."
    case .fieldHasTooManyMarks(let name, let limit):
        "The field “\(name)” has more than \(limit) combining marks in a row."
    case .containsNUL: "A field contains the character NUL."

    case .crossSite: "This was sent from a page of another site, so it was not carried out."
    case .unknownHost: "This site has no such host name. ELMWOOD_ORIGIN or ELMWOOD_HOSTS must contain it."
    case .notFound: "There is nothing at this address."
    case .methods(let methods): "This address answers \(methods)."
    case .malformedRequest: "The request is malformed."
    case .receivedTooLate: "The request did not arrive in time. Please try again."
    case .contentTooLarge: "What was sent is too large."
    case .addressTooLong: "The address is too long."
    case .headersTooLarge:
        "The header fields of the request are too large. It may help to delete the cookies of this site."
    case .cannotMeet: "The server cannot do what the request asks for."
    case .postTypes: "A post is read as application/x-www-form-urlencoded or multipart/form-data."
    case .tooMuchAtOnce: "That was too much at once. Wait a moment, and try again."
    case .serverFailed: "Something went wrong on the server."
    case .tooMuchToDo: "Too much waits to be done. Try again in a while."
    case .lateReads: "What this page shows could not be read in time. Please try again in a while."
    case .programFailed:
        "Something went wrong here. Nothing of it was applied; what you had before is still there."
    case .tooMuchWaiting:
        "Too much is waiting in your session. Nothing of it was applied; please try again in a while."
    case .tooManyVisits: "Too many visits have begun at your address at once. Please try again in a while."
    case .noRoom:
        "There is no more room in your session. Nothing of it was applied; please remove something first."
    case .pageTooLarge: "This page would be too large to be shown. Nothing of it was applied."
    case .storageShare: "You, or others at your address, have stored a lot today. Please try again later."
    case .sessionOver:
        "Your session has just ended or been renewed, so this was not applied. Please load the page again."
    case .notStored: "This could not be stored. Please try again later."
    case .earlierMoment: "The page shows an earlier moment of its history. Resume it in the history first."
    case .perhapsDone: "This may have been carried out before, so it was not carried out again."
    case .signInAgain:
        "You have to sign in again: open this page in another tab. What you have done here is sent afterwards."
    case .stillProcessing: "This is still being processed."
    case .showResult: "Show the result"
    case .yes: "Yes"
    case .cancel: "Cancel"
    case .copied: "Copied"
    case .copyByHand: "The browser does not allow this page to copy. Copy the text here:"
    case .moveRow(let row): "Move “\(row)”"
    case .moveRowUp: "Up"
    case .moveRowDown: "Down"
    case .moveRowTo(let list): "To “\(list)”"
    case .rowMoved(let row, let place, let count, let list):
        "“\(row)” is at place \(place) of \(count)\(list.map { " in “\($0)”" } ?? "")."
    case .rowNotMoved(let row): "“\(row)” was not moved."
    case .previousPage: "Previous"
    case .nextPage: "Next"
    case .notAccepted: "This was not accepted on its way to the server. Nothing of it was applied."
    case .refusedBefore: "This was refused before."
    case .messagesWait(let limit):
        Language("en").plural(
            limit,
            one: "More than 1 message waits already. Please try again in a while.",
            other: "More than \(limit) messages wait already. Please try again in a while."
        )
    case .noRoomFor(let program): "There is no room for another \(program) at present. Please try again in a while."

    case .status(let status): title(of: status)
    case .mentionRequest(let request): "If you report this, mention the request \(request)."
    case .offers: "What the page offers"
    case .toFirstPage: "Go to the first page"
    case .showPageAgain: "Show the page again"
    case .toHistory: "Go to the history"
    case .leaving: "Leaving"
    case .continueTo(let address): "Continue to \(address)"
    }
}

private func count(_ number: Int, _ noun: String) -> String {
    Language("en").plural(number, one: "1 \(noun)", other: "\(number) \(noun)s")
}

private func characters(_ number: Int) -> String {
    Language("en").plural(number, one: "1 character", other: "\(number) characters")
}

private func name(_ kind: Sentence.DateKind) -> String {
    switch kind {
    case .date: "date"
    case .month: "month"
    case .week: "week"
    case .time: "time"
    case .dateTime: "date and time"
    }
}

/// The name of an HTTP status (RFC 9110, section 15).
private func title(of status: Int) -> String {
    switch status {
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    case 500...: "Internal Server Error"
    default: "Bad Request"
    }
}
