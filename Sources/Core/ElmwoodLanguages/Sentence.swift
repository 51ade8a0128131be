/// A sentence that Elmwood itself shows to visitors, in whichever language: see ``Sentences``.
///
/// Numbers and dates of a control's constraints are texts as HTML writes them, `0.5` and `2026-11-21`.
public enum Sentence: Equatable, Sendable {
    // MARK: Fields

    /// A required field is empty.
    case fillIn
    /// A required box is not ticked.
    case tickBox
    /// Nothing is chosen of several choices.
    case chooseOne
    /// No color is chosen.
    case chooseColor
    /// No file is chosen.
    case chooseFile
    /// Several files are chosen for a field of one.
    case chooseOneFile
    /// The file is of none of the types of `accept`.
    case chooseFileOfType([String])
    /// The file has more than that many megabytes, such as `10` or `1.5`.
    case chooseSmallerFile(megabytes: String)
    /// More files are chosen than a field accepts.
    case chooseFewerFiles(limit: Int)
    /// What was uploaded of the file is not there any more, or not complete.
    case chooseFileAgain
    /// The server has no room for the file.
    case noRoomForFile
    /// A form waits until its files have arrived.
    case waitsForFiles
    /// The text is no absolute address, as a field of the type `url` asks for.
    case enterWholeAddress
    /// The text is no address.
    case enterAddress
    /// The text is no e-mail address.
    case enterEmail
    /// The text has more characters than `maxlength`.
    case tooLong(limit: Int, length: Int)
    /// The text has fewer characters than `minlength`.
    case tooShort(least: Int, length: Int)
    /// The text does not match `pattern`.
    case matchFormat
    /// The text has more combining marks in a row than the languages of people have.
    case tooManyMarks(limit: Int)
    /// Whether the text matches takes too long to find out.
    case tooLongToCheck
    /// The text is no number.
    case enterNumber
    /// The text is no whole number.
    case enterWholeNumber
    /// The number is less than `min`.
    case numberAtLeast(String)
    /// The number is more than `max`.
    case numberAtMost(String)
    /// The number is no multiple of `step`.
    case multipleOf(String)
    /// The number is none of the steps from `min`.
    case inStepsOf(String)
    /// The number is less than the type of the value can contain.
    case numberTooSmall
    /// The number is more than the type of the value can contain.
    case numberTooLarge
    /// The text is no date, time, month or week.
    case enterDate(DateKind, example: String?)
    /// The time is not between the two, which are across midnight.
    case timeBetween(String, String)
    /// The date is before `min`.
    case dateFrom(String)
    /// The date is after `max`.
    case dateUntil(String)
    /// The date is none of those that `step` allows.
    case dateInSteps(DateKind)
    /// The program expects a moment, and neither the text nor its field has a time zone.
    case timeZoneMissing
    /// A field of one value has several.
    case oneValueOnly
    /// A file was sent for a text.
    case textNotFile
    /// The text of a field has more combining marks in a row than it may.
    case fieldHasTooManyMarks(String, limit: Int)
    /// The post has no such field.
    case fieldMissing
    /// The post has fewer values of the field than the form.
    case tooFewValues
    /// The field contains more levels of names than may be.
    case nestedTooDeeply
    /// The value cannot be what the program expects.
    case valueNotAllowed
    /// A hidden field of the form has another value by now.
    case changedMeanwhile

    // MARK: Posts that the page does not offer, with the names that they contain

    /// The page offers no such message.
    case messageNotOffered(String)
    /// There is no form of that name.
    case noForm(String)
    /// There are several forms of that name.
    case severalForms(String)
    /// There is no form of that name, or there are several.
    case notOneForm(String)
    /// The form is hidden or inert.
    case formNotUsable(String)
    /// The page has no field of that name.
    case noField(String)
    /// The form has no field of that name.
    case noFieldInForm(String)
    /// The field is disabled, hidden or read-only.
    case fieldLocked(String)
    /// The value is none of the choices of the field.
    case valueNotOffered(String)
    /// The post contains several buttons.
    case severalButtons
    /// The post contains several choices of a field of one.
    case severalChoices
    /// A file was sent for the field, which is for a text.
    case textExpected(String)
    /// A text was sent for the field, which is for a file.
    case fileExpected(String)
    /// The page has another number of rows than the post.
    case otherRows(String, count: Int, posted: Int)
    /// The control makes no message.
    case noMessage
    /// The field has no such event.
    case noFieldEvent(String)
    /// The program does not handle that event of the page.
    case noPageEvent(String)
    /// There is no such event of a page.
    case unknownPageEvent

    // MARK: Malformed posts

    /// The post has more fields than it may have.
    case tooManyFields(limit: Int)
    /// The post has more messages than it may have.
    case tooManyMessages(limit: Int)
    /// The post has more events than it may have.
    case tooManyEvents(limit: Int)
    /// The name of a field has more levels than it may have.
    case nameTooNested(limit: Int)
    /// The name of the form was sent as a file.
    case formNameIsFile
    /// A message was sent as a file.
    case messageIsFile
    /// The marks of the fields, which a page sends with them, are malformed.
    case badMarks
    /// An event of a live page is malformed.
    case badEvent
    /// The numbers of the events do not increase.
    case badEventNumbers
    /// An event names no control.
    case eventNeedsControl
    /// There is no kind of event of that name.
    case unknownEvent(String)
    /// The name of a live page is malformed.
    case badPageName
    /// A field contains the character NUL.
    case containsNUL

    // MARK: Requests

    /// The request comes from a page of another site.
    case crossSite
    /// The site has no such host name: 421.
    case unknownHost
    /// There is nothing at the address: 404.
    case notFound
    /// The address answers these methods only.
    case methods(String)
    /// The request cannot be read: 400.
    case malformedRequest
    /// The request has not arrived in time: 408.
    case receivedTooLate
    /// The body is too large: 413.
    case contentTooLarge
    /// The address is too long: 414.
    case addressTooLong
    /// The header fields are too large, which a site's cookies may have caused: 431.
    case headersTooLarge
    /// The server cannot do what the request asks for: 412, 416, 417, 501, 505.
    case cannotMeet
    /// The body of the post is of another type than those of forms: 415.
    case postTypes
    /// The client has posted more than its share: 429.
    case tooMuchAtOnce
    /// Something failed that is not the program's: 500.
    case serverFailed
    /// Too many requests wait: 503.
    case tooMuchToDo
    /// What the view reads was not there in time: 503.
    case lateReads
    /// The program has thrown an error.
    case programFailed
    /// Too many messages wait in the session.
    case tooMuchWaiting
    /// Too many sessions have begun at the client's address.
    case tooManyVisits
    /// The session's model is larger than allowed.
    case noRoom
    /// The page is larger than allowed, or would become so.
    case pageTooLarge
    /// The visitor, or others at the address, have stored more than their share of the day.
    case storageShare
    /// The session has ended or has another id.
    case sessionOver
    /// The store has failed: 503.
    case notStored
    /// The page shows an earlier moment of its history, in development.
    case earlierMoment
    /// An action may have been carried out by a process that has ended.
    case perhapsDone
    /// Something before the server, such as a proxy, wants to see the visitor. A link to the page in another tab.
    case signInAgain
    /// The server is still processing what the visitor has sent.
    case stillProcessing
    /// A button that continues with what a question asks about.
    case yes
    /// A button or link that does nothing of what a question asks about.
    case cancel
    /// A text has been copied.
    case copied
    /// The browser has not allowed the page to copy a text, which follows.
    case copyByHand
    /// The name of the control that moves a row of a list.
    case moveRow(String)
    /// A button that moves a row before the one above it.
    case moveRowUp
    /// A button that moves a row behind the one below it.
    case moveRowDown
    /// A button that moves a row to another list.
    case moveRowTo(String)
    /// A row has been moved to that place of that many, in a list that has a name if there are others.
    case rowMoved(String, place: String, count: String, list: String?)
    /// A row that was shown at another place is where it was.
    case rowNotMoved(String)
    /// A link to the page before this one, of a list that has several.
    case previousPage
    /// A link to the page after this one.
    case nextPage
    /// A link that loads the page again, to show the result.
    case showResult
    /// Something before the server has refused what the visitor did.
    case notAccepted
    /// The page repeats a request that was refused.
    case refusedBefore
    /// More messages than may wait for a shared model.
    case messagesWait(limit: Int)
    /// There are as many models of the shared program as there may be.
    case noRoomFor(String)

    // MARK: Pages

    /// The heading of a page about an error, by its HTTP status: `Not Found`.
    case status(Int)
    /// The request's id, by which its line in the log is found.
    case mentionRequest(String)
    /// The heading of what the page offers.
    case offers
    /// The text of a link to the site's first page.
    case toFirstPage
    /// The text of a link or button that shows the page again.
    case showPageAgain
    /// The text of the link to the history, in development.
    case toHistory
    /// The title of the page that leads to another site.
    case leaving
    /// The text of the link to another site.
    case continueTo(String)
}

extension Sentence {
    /// What a field for dates and times asks for, by its type.
    public enum DateKind: Equatable, Sendable {
        /// A day: `type="date"`.
        case date
        /// A month of a year: `type="month"`.
        case month
        /// A week of a year: `type="week"`.
        case week
        /// A time of day: `type="time"`.
        case time
        /// A day and a time, without a time zone: `type="datetime-local"`.
        case dateTime
    }
}
