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
    case chooseColor
    case chooseFile
    case chooseOneFile
    /// The file is of none of the types of `accept`.
    case chooseFileOfType([String])
    /// The text is no absolute address, as a field of the type `url` asks for.
    case enterWholeAddress
    case enterAddress
    case enterEmail
    /// The text has more characters than `maxlength`.
    case tooLong(limit: Int, length: Int)
    /// The text has fewer characters than `minlength`.
    case tooShort(least: Int, length: Int)
    /// The text does not match `pattern`.
    case matchFormat
    /// Whether the text matches takes too long to find out.
    case tooLongToCheck
    case enterNumber
    case enterWholeNumber
    case numberAtLeast(String)
    case numberAtMost(String)
    case multipleOf(String)
    case inStepsOf(String)
    case numberTooSmall
    case numberTooLarge
    /// The text is no date, time, month or week.
    case enterDate(DateKind, example: String?)
    case timeBetween(String, String)
    case dateFrom(String)
    case dateUntil(String)
    /// The date is none of those that `step` allows.
    case dateInSteps(DateKind)
    /// A field of one value has several.
    case oneValueOnly
    /// A file was sent for a text.
    case textNotFile
    case fieldMissing
    case tooFewValues
    case nestedTooDeeply
    /// The value cannot be what the program expects.
    case valueNotAllowed

    // MARK: Posts that the page does not offer, with the names that they contain

    case messageNotOffered(String)
    case noForm(String)
    case severalForms(String)
    /// There is no form of that name, or there are several.
    case notOneForm(String)
    /// The form is hidden or inert.
    case formNotUsable(String)
    case noField(String)
    case noFieldInForm(String)
    /// The field is disabled, hidden or read-only.
    case fieldLocked(String)
    case valueNotOffered(String)
    case severalButtons
    case severalChoices
    case textExpected(String)
    case fileExpected(String)
    /// The page has another number of rows than the post.
    case otherRows(String, count: Int, posted: Int)
    /// The control makes no message.
    case noMessage
    case noFieldEvent(String)
    case noPageEvent(String)
    case unknownPageEvent

    // MARK: Malformed posts

    case tooManyFields(limit: Int)
    case tooManyMessages(limit: Int)
    case tooManyEvents(limit: Int)
    case nameTooNested(limit: Int)
    case formNameIsFile
    case messageIsFile
    /// The marks of the fields, which a page sends with them, are malformed.
    case badMarks
    case badEvent
    case badEventNumbers
    case eventNeedsControl
    case unknownEvent(String)
    case badPageName
    case containsNUL

    // MARK: Requests

    /// The request comes from a page of another site.
    case crossSite
    case unknownHost
    /// There is nothing at the address: 404.
    case notFound
    /// The address answers these methods only.
    case methods(String)
    case postTypes
    case tooMuchAtOnce
    case serverFailed
    case tooMuchToDo
    case lateReads
    /// The program has thrown an error.
    case programFailed
    case tooMuchWaiting
    case tooManyVisits
    /// The session's model is larger than allowed.
    case noRoom
    case storageShare
    case sessionOver
    case notStored
    /// The page shows an earlier moment of its history, in development.
    case earlierMoment
    /// An action may have been carried out by a process that has ended.
    case perhapsDone
    case refusedBefore
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
    case toHistory
    /// The title of the page that leads to another site.
    case leaving
    /// The text of the link to another site.
    case continueTo(String)
}

extension Sentence {
    /// What a field for dates and times asks for, by its type.
    public enum DateKind: Equatable, Sendable {
        case date, month, week, time, dateTime
    }
}
