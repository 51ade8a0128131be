import ElmwoodArchitecture
import ElmwoodLanguages
import ElmwoodThreads
import ElmwoodViewTree

/// Why a request could not be served. Nothing changed.
package enum SessionFailure: Error, Sendable {
    /// The program's `start` threw.
    case start(any Error)
    /// The check against the view threw: the program's `view` did.
    case view(any Error)
    /// The program's `update` threw.
    case update(any Error)
    /// The post produced more messages than allowed, or more wait in the session.
    case tooManyMessages(limit: Int)
    /// The session would run more effects than allowed.
    case tooManyEffects(limit: Int)
    /// Too many sessions have begun for this client in a short time.
    case tooManySessions
    /// The stored model is larger than allowed, and would grow.
    case modelTooLarge(limit: Int)
    /// The visitor, or the visitors of one client, have added as much to the stores as they may for now.
    case storageShare
    /// The visitor's session has just received a new id, and this request has the old one.
    case renewed
    /// The session shows an earlier moment of its history, in development.
    case paused
    /// The session could not be stored or loaded. The change may still be stored when the store works again.
    case notStored
    /// The session ended, and its successor ended too, before the answer was ready.
    case ended
}

extension SessionFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .start(let error), .view(let error), .update(let error): "\(error)"
        case .tooManyMessages(let limit): "More than \(limit) messages wait in this session."
        case .tooManyEffects(let limit): "More than \(limit) effects would run in this session."
        case .tooManySessions: Sentences.english[.tooManyVisits]
        case .modelTooLarge(let limit): "The session's model has more than \(limit) bytes, and would grow."
        case .storageShare: Sentences.english[.storageShare]
        case .ended: "The session has ended."
        case .notStored: Sentences.english[.notStored]
        case .paused: Sentences.english[.earlierMoment]
        case .renewed: "The session has a new id, and this request came with the old one."
        }
    }

    init(_ failure: TurnFailure) {
        if let limit = failure.reason as? TooManyFollowUps {
            self = .tooManyMessages(limit: limit.limit)
        } else {
            self = failure.reason as? SessionFailure ?? .update(failure.reason)
        }
    }
}

extension SessionFailure {
    /// The error that the program threw; nil for any other failure.
    package var thrown: (any Error)? {
        switch self {
        // The program did not throw this.
        case .view(is PageTooLarge): nil
        case .start(let error), .view(let error), .update(let error): error
        default: nil
        }
    }

    /// Whether an open page loads its address again, which shows the failure. Otherwise the action is refused, and the page stays.
    package var reloadsPage: Bool {
        switch self {
        // What the visitor has typed into the page is still there.
        case .view(is EndedProcess): false
        case .start, .view, .update, .renewed, .ended, .paused: true
        case .tooManyMessages, .tooManyEffects, .tooManySessions, .modelTooLarge, .storageShare, .notStored: false
        }
    }

    /// The problems with which an update has refused its message; nil for any other failure.
    var problems: [Problem]? { if case .update(let error) = self { error.thrownProblems } else { nil } }

    /// The HTTP status of the failure, and its sentence for the visitor, without internal details. This is the only place that maps
    /// a failure to a status.
    package var refusal: (status: Int, sentence: Sentence) {
        switch self {
        case .view(let error) where error.meansOverload: (503, .lateReads)
        case .view(is PageTooLarge): (507, .pageTooLarge)
        case .start(let error), .view(let error), .update(let error):
            error is NotFound ? (404, .notFound) : (500, .programFailed)
        case .tooManyMessages, .tooManyEffects: (429, .tooMuchWaiting)
        case .tooManySessions: (429, .tooManyVisits)
        case .modelTooLarge: (507, .noRoom)
        case .storageShare: (503, .storageShare)
        case .renewed, .ended: (409, .sessionOver)
        case .notStored: (503, .notStored)
        case .paused: (409, .earlierMoment)
        }
    }

    /// The reason in one word, for metrics; nil for an error of the program.
    package var reason: String? {
        switch self {
        case .view(let error) where error.meansOverload: "reads"
        case .view(is PageTooLarge): "page_size"
        case .start, .view, .update: nil
        case .tooManyMessages: "messages"
        case .tooManyEffects: "effects"
        case .tooManySessions: "session_rate"
        case .modelTooLarge: "model_size"
        case .storageShare: "storage_share"
        case .renewed: "renewed"
        case .ended: "ended"
        case .notStored: "not_stored"
        case .paused: "paused"
        }
    }
}

/// The error of a call that was not tried, since it ended a process before with the same model.
struct EndedProcess: Error, CustomStringConvertible {
    var description: String { "This has ended the server before, so it was not tried again." }
}
