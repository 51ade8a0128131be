import ElmwoodArchitecture
import ElmwoodStorage

/// The cause of a transaction.
struct Cause {
    let origin: TurnOrigin
    /// The request that led to it, whose browser receives a new id; nil if there is none.
    var request: RequestOrigin?
    /// The task of its messages, if it ends with them.
    var task: EffectTask?
    /// The action of a live page, if it is the cause.
    var action: PageActionNumber?
    /// Whether a request's answer shows what came of the messages to shared programs.
    var awaitsDeliveries = false
    /// Whether the messages may contain the value of a secret field, such as a password.
    var isSecret = false
    /// The name of the request that led to it, for the log. A request without a session has no `request` here.
    let requestName: RequestName?

    init(
        _ origin: TurnOrigin,
        of request: RequestOrigin? = nil,
        named name: RequestName? = nil,
        ending task: EffectTask? = nil,
        isSecret: Bool = false
    ) {
        self.origin = origin
        self.request = request
        requestName = request?.name ?? name
        self.task = task
        self.isSecret = isSecret
    }

    /// Whether the session needs no new version if the model is unchanged and nothing begins: the cause leaves no other trace in
    /// what is stored. The number of a page's action and the end of work that outlives the process are such traces.
    var mayLeaveVersion: Bool {
        guard action == nil, task?.endurance == nil else { return false }
        return switch origin {
        case .visitor, .arrival, .effect, .storage, .clock, .topic, .sent: true
        case .start, .restored, .page, .delayed, .delivered, .watchers: false
        }
    }

    /// The message of another program, if it is the cause.
    var delivery: WaitingMessage? { if case .delivered(let message) = origin { message } else { nil } }

    /// Whether it is a message of another program, or tells of those who watch.
    var isFromOutside: Bool {
        switch origin {
        case .delivered, .watchers: true
        default: false
        }
    }

    /// Whether its messages come from the visitor's input, which the program may refuse.
    var isInput: Bool { if case .visitor = origin { true } else { false } }

    /// Whether the error only means that there is nothing at the address at which the visitor has arrived.
    func isMissingPage(_ error: any Error) -> Bool { if case .arrival = origin { error is NotFound } else { false } }

    /// Whether the error is a refusal of the visitor's input or of another program's message, rather than a failure.
    func isRefused(by error: any Error) -> Bool { (isInput || delivery != nil) && error.thrownProblems != nil }

    /// Whether the visitor caused it.
    var isDone: Bool {
        switch origin {
        case .visitor: true
        case .page(let event): event.isDone
        case .start, .restored, .arrival, .effect, .delayed, .storage, .clock, .topic, .sent: false
        case .delivered, .watchers: false
        }
    }
}

/// The number of an action of a page.
struct PageActionNumber {
    var page: PageID
    var sequence: UInt64
}

extension TurnFailure {
    /// Creates the failure of the transaction that begins with a message; nil for a start.
    init(of message: AnyMessage?, reason: any Error) {
        self.init(message: message.map { String(describing: $0) } ?? "start", reason: reason)
    }
}
