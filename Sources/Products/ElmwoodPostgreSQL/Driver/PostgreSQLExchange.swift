import CElmwoodPostgreSQL
import ElmwoodSQL
import Glibc

/// One statement's way to the server and back: sends, waits, and ends it when its control says so.
///
/// libpq does not block: the thread waits in `poll` for the socket, the control, and the time.
final class PostgreSQLExchange {
    private let socket: PostgreSQLSocket
    private var connection: OpaquePointer { socket.handle }
    private let control: StatementControl
    private let wakeup: Wakeup
    private let text: String
    /// The kind of error if the connection is lost: whether what was sent may be stored.
    private let lossKind: DatabaseError.Kind
    private var cancelRequest: CancelRequest?
    /// Until when the answer to a request to cancel is waited for.
    private var grace: ContinuousClock.Instant?
    /// Why the statement was ended, if it was not the control.
    private var endReason: DatabaseError?

    /// How long the server may take to end a statement, before the connection is dropped.
    private static let graceTime = Duration.seconds(5)

    init(
        _ socket: PostgreSQLSocket,
        _ text: String,
        lossKind: DatabaseError.Kind,
        control: StatementControl,
        wakeup: Wakeup
    ) {
        self.socket = socket
        self.text = text
        self.lossKind = lossKind
        self.control = control
        self.wakeup = wakeup
    }

    deinit { cancelRequest?.isOver.store(true, ordering: .releasing) }

    /// Sends what `send` gives to libpq, and passes each result on, which it clears. Throws the first error among them.
    func run(_ send: (OpaquePointer) -> CInt, receive: (OpaquePointer) throws -> Void) throws {
        guard send(connection) == 1 else { throw lost() }
        var failure: (any Error)?
        while PQflush(connection) == 1 { try wait(for: POLLIN | POLLOUT) }
        // Whatever fails, all results are taken, so that the connection can be used again.
        while let result = try next() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
                let error = PostgreSQLFailure.error(result, statement: text)
                if PostgreSQLFailure.isFatal(result) || PQstatus(connection) != CONNECTION_OK { throw lost(error) }
                failure = failure ?? error
            case PGRES_EMPTY_QUERY:
                failure = failure ?? DatabaseError(.syntax, "The statement is empty.", statement: text)
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                socket.isLost = true
                throw DatabaseError(.misuse, "COPY is not supported.", statement: text)
            default:
                // Also after a request to cancel, which may come too late: then the result has to be whole.
                guard failure == nil else { continue }
                do {
                    try receive(result)
                } catch {
                    failure = error
                    // Nobody needs the rest of it.
                    endReason = error as? DatabaseError
                    cancel()
                }
            }
        }
        try conclude(failure)
    }

    /// Says how an exchange ended whose results are all taken.
    private func conclude(_ failure: (any Error)?) throws {
        guard let cancelRequest else {
            if let failure { throw failure }
            return
        }
        let isCancelled = (failure as? DatabaseError)?.code == "57014"
        // A request that is still under way would cancel the next statement. So would one that came after the end of this.
        let end = ContinuousClock.now + .seconds(1)
        while !cancelRequest.isDone.load(ordering: .acquiring), .now < end { wakeup.wait(milliseconds: 50) }
        if !isCancelled || !cancelRequest.isDone.load(ordering: .acquiring) { socket.isLost = true }
        if let endReason { throw endReason }
        if isCancelled { throw control.error(text) }
        if let failure { throw failure }
        // It was done before it could be cancelled. In a transaction that is lost with its connection.
        if PQtransactionStatus(connection) != PQTRANS_IDLE { throw control.error(text) }
    }

    private func next() throws -> OpaquePointer? {
        while PQisBusy(connection) != 0 { try wait(for: POLLIN) }
        return PQgetResult(connection)
    }

    /// Waits until libpq can go on.
    private func wait(for events: Int32) throws {
        if cancelRequest == nil, control.shouldStop { cancel() }
        var milliseconds: Int32 = -1
        if let end = grace ?? control.deadline {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero || grace == nil else { throw lost() }
            // Rounded up. A deadline is within `StatementControl.longest`.
            milliseconds = (rest + .milliseconds(1)).pollMilliseconds
        }
        if socket.wait(for: events, milliseconds: milliseconds, wakeup: wakeup) == .lost { throw lost() }
    }

    private func cancel() {
        grace = .now + Self.graceTime
        cancelRequest = CancelRequest(connection, wakeup: wakeup)
    }

    private func lost(_ reason: DatabaseError? = nil) -> any Error {
        socket.isLost = true
        if let endReason { return endReason }
        var message = "The connection to the database was lost"
        if let reason {
            message += ": \(reason.message)"
        } else {
            message += "."
        }
        if lossKind == .unknownOutcome { message += " What was sent may be stored or not." }
        // Its task asked for the end, and what was not committed is not stored.
        if lossKind != .unknownOutcome, cancelRequest != nil { return control.error(text) }
        return DatabaseError(lossKind, message, code: reason?.code ?? "08006", statement: text)
    }
}
