import Synchronization

/// Wakes a connection whose producer had nothing to send for a while, from any thread.
public final class ResponseStream: Sendable {
    let request: RequestNumber
    /// Whether the library no longer owns the stream's socket.
    let isDetached: Bool
    private let isWoken = Atomic(false)
    private let mailbox: Mailbox

    init(_ request: RequestNumber, isDetached: Bool, mailbox: Mailbox) {
        self.request = request
        self.isDetached = isDetached
        self.mailbox = mailbox
    }

    /// Makes the loop call the producer for its next piece. After the response's end this does nothing.
    ///
    /// It costs next to nothing. Several calls before the producer is called count as one.
    public func wake() {
        if !isWoken.exchange(true, ordering: .acquiringAndReleasing) { mailbox.post(.wake(self)) }
    }

    /// Resets the wake-up right before the loop calls the producer: a later call of ``wake()`` counts again.
    func takeWakeUp() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
