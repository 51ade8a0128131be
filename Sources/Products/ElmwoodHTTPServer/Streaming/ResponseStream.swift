import Synchronization

/// Wakes a connection whose producer had nothing to send for a while, from any thread.
public final class ResponseStream: Sendable {
    let request: RequestNumber
    /// Whether the library no longer owns the stream's socket.
    let isDetached: Bool
    private let isWoken = Atomic(false)
    /// Nil if no connection sends the content.
    private let mailbox: Mailbox?
    private let woken: @Sendable () -> Void

    init(_ request: RequestNumber, isDetached: Bool, mailbox: Mailbox) {
        self.request = request
        self.isDetached = isDetached
        self.mailbox = mailbox
        woken = {}
    }

    /// Creates a stream whose content is not sent, but collected.
    ///
    /// - Parameter woken: called when there is more.
    init(woken: @escaping @Sendable () -> Void) {
        request = RequestNumber(slot: 0, number: 0)
        isDetached = false
        mailbox = nil
        self.woken = woken
    }

    /// Makes the loop call the producer for its next piece. After the response's end this does nothing.
    ///
    /// It costs next to nothing. Several calls before the producer is called count as one.
    public func wake() {
        guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        if let mailbox { mailbox.post(.wake(self)) } else { woken() }
    }

    /// Resets the wake-up right before the loop calls the producer: a later call of ``wake()`` counts again.
    func takeWakeUp() { _ = isWoken.exchange(false, ordering: .acquiringAndReleasing) }
}
