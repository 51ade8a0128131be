import Synchronization

/// Lets a bounded number of tasks work at once. Others wait: the clients in rotation, and those of one client in their order.
///
/// So a client that asks for a hundred hashes delays another one by one of them. If too many wait, the client with the most gives way to
/// one with fewer.
final class Turns: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var working = 0
        /// Those who wait, by client.
        var waiting: [ClientKey: ArraySlice<Waiter>] = [:]
        /// The clients of which some wait, each once.
        var rotation: ArraySlice<ClientKey> = []
        var waitingCount = 0
        var lastNumber = 0
        var count = 0

        mutating func add(_ waiter: Waiter, of client: ClientKey) {
            if waiting[client] == nil { rotation.append(client) }
            waiting[client, default: []].append(waiter)
            waitingCount += 1
        }

        /// Removes one of a client that waits; nil if there is none at that place.
        mutating func remove(
            of client: ClientKey,
            where place: (ArraySlice<Waiter>) -> ArraySlice<Waiter>.Index?
        ) -> Waiter? {
            guard var own = waiting[client], let index = place(own) else { return nil }
            let waiter = own.remove(at: index)
            waitingCount -= 1
            waiting[client] = own.isEmpty ? nil : own
            if own.isEmpty { rotation.removeAll { $0 == client } }
            return waiter
        }

        /// Removes the one whose turn it is, and puts its client behind the others.
        mutating func next() -> Waiter? {
            guard let client = rotation.popFirst() else { return nil }
            rotation.append(client)
            return remove(of: client) { $0.startIndex }
        }

        /// Removes the last of the client of which the most wait, if a client with fewer wants the place.
        mutating func makeRoom(for client: ClientKey) -> Waiter? {
            guard let greediest = waiting.max(by: { $0.value.count < $1.value.count }),
                greediest.value.count > (waiting[client]?.count ?? 0) + 1
            else { return nil }
            return remove(of: greediest.key) { $0.indices.last }
        }
    }

    private let state = Mutex(State())
    private let atOnce: Int
    private let mostWaiting: Int

    init(atOnce: Int, waiting: Int) {
        self.atOnce = atOnce
        mostWaiting = waiting
    }

    /// How many have begun.
    var count: Int { state.withLock { $0.count } }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// Waits for a turn. Each must be ended.
    ///
    /// - Throws: ``PasswordError/busy`` if too many wait, or `CancellationError`.
    func begin(for client: ClientKey) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(Waiter(number: number, continuation: continuation), of: client)
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.remove(of: client) { $0.firstIndex { $0.number == number } }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func enqueue(_ waiter: Waiter, of client: ClientKey) {
        let (result, displaced) = state.withLock { state -> (Result<Void, any Error>?, Waiter?) in
            if Task.isCancelled { return (.failure(CancellationError()), nil) }
            if state.working < atOnce {
                state.working += 1
                state.count += 1
                return (.success(()), nil)
            }
            var displaced: Waiter?
            if state.waitingCount >= mostWaiting {
                displaced = state.makeRoom(for: client)
                if displaced == nil { return (.failure(PasswordError.busy), nil) }
            }
            state.add(waiter, of: client)
            return (nil, displaced)
        }
        displaced?.continuation.resume(throwing: PasswordError.busy)
        if let result { waiter.continuation.resume(with: result) }
    }

    /// Ends a turn. The next who waits has it.
    func end() {
        let next = state.withLock { state -> Waiter? in
            guard let next = state.next() else {
                state.working -= 1
                return nil
            }
            state.count += 1
            return next
        }
        next?.continuation.resume()
    }
}
