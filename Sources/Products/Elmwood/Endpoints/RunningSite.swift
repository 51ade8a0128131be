import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodSessions

/// A started site, for code outside of its programs: endpoints and scheduled work.
public struct RunningSite: Sendable {
    let registry: SessionRegistry

    init(_ registry: SessionRegistry) { self.registry = registry }

    /// Says that what the topic is about has changed: pages that have read values of it show the new ones, on all nodes.
    public func changed(_ topic: String) { registry.changed(topic) }

    /// Sends a value to all sessions that subscribe to the topic, as `Command.broadcast` does.
    public func broadcast(_ topic: String, _ value: some Codable & Sendable) { registry.broadcast(value, on: topic) }

    /// Returns the model of a shared program, as it is stored: that of its start if nobody has sent it anything.
    ///
    /// - Throws: an error if the site does not share the program, or the store fails.
    public func read<S: SharedProgram>(_ program: S.Type, _ key: S.Key) async throws -> S.Model {
        try await registry.sharedModel(of: program, key)
    }

    /// Sends a message to a shared program, and returns once it is stored and applied. It waits for that no longer than
    /// ``SessionLimits/deliveryWait``: a message that is stored is applied in any case.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - program: the shared program, such as `Room.self`.
    ///   - key: the key of the model.
    ///   - sender: on whose behalf; by default that of the server itself, which no visitor can be.
    /// - Throws: an error if the site does not share the program, or too many messages wait for the model.
    public func send<S: SharedProgram>(
        _ message: S.Message,
        to program: S.Type,
        _ key: S.Key,
        from sender: Sender = .itself
    ) async throws {
        try await registry.send(message, to: program, key, from: sender, waiting: registry.limits.deliveryWait)
    }
}
