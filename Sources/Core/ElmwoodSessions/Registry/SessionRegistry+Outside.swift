import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodThreads

// What code outside of all programs asks the sessions for.

extension SessionRegistry {
    /// Returns who uses a session, as shared programs know them; nil if there is no such session.
    package func sender(of id: SessionID) async -> Sender? {
        if let visitor = visitor(of: id), isUsed(id) {
            return Sender(id: visitor.publicName, account: identities.withLock { $0.owners.account(of: id) })
        }
        guard let writer else { return nil }
        let stored: StoredProgram? = await withCheckedContinuation { continuation in
            writer.loadAny(of: id, where: { self.isWithinLife($0, at: self.secondsSince1970) }) { result in
                continuation.resume(returning: try? result.get())
            }
        }
        return stored.map { Sender(id: $0.visitor.publicName, account: $0.account) }
    }

    /// Whether a session in memory has neither been idle too long nor reached its age.
    private func isUsed(_ id: SessionID) -> Bool {
        let now = now
        return look(at: id) { !isOver($0, at: now) } ?? false
    }

    /// Returns the model of a shared program, as it is stored.
    package func sharedModel<S: SharedProgram>(of program: S.Type, _ key: S.Key) async throws -> S.Model {
        let model = try await shared.model(at: SharedAddress(program, key))
        guard let model = model.value as? S.Model else { throw NotShared(program: S.name) }
        return model
    }

    /// Sends a message to a shared program, and returns once it is stored and applied, here or on another node.
    ///
    /// - Parameter time: how long it waits at most until the message is applied.
    package func send<S: SharedProgram>(
        _ message: S.Message,
        to program: S.Type,
        _ key: S.Key,
        from sender: Sender,
        waiting time: Duration
    ) async throws {
        let address = SharedAddress(program, key)
        guard shared.has(address.program) else { throw NotShared(program: address.program) }
        let recipient = address.sessionKey
        guard shared.waiting(for: recipient.id) < limits.waitingMessages, hasRoomForShared(recipient) else {
            throw TooManyMessages(program: address.program)
        }
        let content = try JSON.encode(Delivered(message, from: sender))
        let stored = StoredMessage(to: recipient, content: content, name: environment.bits())
        // Before it is stored: from then on it may be applied.
        let awaited = AwaitedMessages([stored.name], shared)
        if let writer {
            writer.append(.send([stored]))
            await withCheckedContinuation { written in writer.afterwards { written.resume() } }
            wakeSoon([recipient])
        } else {
            deliver(stored)
        }
        await withCheckedContinuation { applied in
            awaited.pending.finish(within: time, in: environment) { _ in applied.resume() }
        }
        awaited.end()
    }
}

/// The error of sending to a shared program for which too many messages wait.
package struct TooManyMessages: OverloadError, CustomStringConvertible {
    package let program: String

    package var description: String { "Too many messages wait for \(program). Try again in a while." }
}
