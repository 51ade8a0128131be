/// The reply to a request: ready at once, or when its effects have settled.
package enum Eventual<Reply: Sendable>: Sendable {
    case ready(Reply)
    case promised(Promise<Reply>)

    /// Returns the same with a transformed reply.
    package func map<Other: Sendable>(_ transform: @escaping @Sendable (Reply) -> Other) -> Eventual<Other> {
        switch self {
        case .ready(let reply): return .ready(transform(reply))
        case .promised(let promise):
            let later = Promise<Other>()
            promise.whenFulfilled { later.fulfill(transform($0)) }
            return .promised(later)
        }
    }

    /// Returns the reply of what follows from this one.
    package func then<Other: Sendable>(_ next: @escaping @Sendable (Reply) -> Eventual<Other>) -> Eventual<Other> {
        switch self {
        case .ready(let reply): return next(reply)
        case .promised(let promise):
            let later = Promise<Other>()
            promise.whenFulfilled { next($0).deliver(to: later) }
            return .promised(later)
        }
    }

    /// Returns the same reply after a step, which may replace it. A promised one stays one promise, unlike with ``then(_:)``.
    func revised(by step: @escaping @Sendable (Reply) -> Eventual<Reply>) -> Eventual<Reply> {
        switch self {
        case .ready(let reply): return step(reply)
        case .promised(let promise):
            promise.revise(by: step)
            return self
        }
    }

    /// Calls the function with the reply, now or later.
    package func whenReady(_ receive: @escaping @Sendable (Reply) -> Void) {
        switch self {
        case .ready(let reply): receive(reply)
        case .promised(let promise): promise.whenFulfilled(receive)
        }
    }

    /// Fulfils the promise with the reply, now or later.
    func deliver(to promise: Promise<Reply>) {
        switch self {
        case .ready(let reply): promise.fulfill(reply)
        case .promised(let earlier): earlier.whenFulfilled { promise.fulfill($0) }
        }
    }
}
