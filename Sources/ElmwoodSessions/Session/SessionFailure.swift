import ElmwoodArchitecture

/// Why a request could not be served. Nothing changed.
package enum SessionFailure: Error, Sendable {
    /// The program's `start` threw.
    case start(any Error)
    /// The check against the view threw: the program's `view` did.
    case view(any Error)
    /// The program's `update` threw.
    case update(any Error)
    /// More messages followed from the post, or wait in the session, than allowed.
    case tooManyMessages(limit: Int)
    /// More effects would run in the session than allowed.
    case tooManyEffects(limit: Int)
    /// The visitor's session has just been given a new id, and this request still has the old one.
    case renewed
    /// The session stands still at an earlier moment of its history, in development.
    case paused
    /// The session could not be stored or loaded. What was done may be there all the same, once that works again.
    case notStored
    /// The session ended, and the one that began in its place ended too, before the answer was ready.
    case ended
}

extension SessionFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .start(let error), .view(let error), .update(let error): "\(error)"
        case .tooManyMessages(let limit): "More than \(limit) messages wait in this session."
        case .tooManyEffects(let limit): "More than \(limit) effects would run in this session."
        case .ended: "The session has ended."
        case .notStored: "What you did could not be stored. Please try again in a while."
        case .paused: "The page shows an earlier moment of its history. Resume it in the history first."
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
    /// The HTTP status that goes with it, and what a visitor is told of it: nothing of the inside. This is the one place where a
    /// failure becomes a status.
    package var refusal: (status: Int, sentence: String) {
        switch self {
        case .start(let error), .view(let error), .update(let error):
            error is NotFound
                ? (404, "There is nothing at this address.")
                : (500, "Something went wrong here. Nothing of it was applied; what you had before is still there.")
        case .tooManyMessages, .tooManyEffects:
            (429, "Too much is waiting in your session. Nothing of it was applied; please try again in a while.")
        case .renewed, .ended:
            (
                409,
                "Your session has just ended or been renewed, and this came too late for it. Please load the page again."
            )
        case .notStored: (503, description)
        case .paused: (409, description)
        }
    }
}
