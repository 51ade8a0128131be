import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage

// Access to shared models without a page or a program.

extension SessionRegistry {
    /// Returns a shared model that is in memory; nil if nobody has sent it anything.
    package func sharedModel<S: SharedProgram>(at address: SharedAddress, as program: S.Type) -> S.Model? {
        guard let host = try? shared.host(of: address) else { return nil }
        return host.peek(address.sessionKey.id)?.currentState?.model.value as? S.Model
    }

    /// Returns who shows a shared model under a name.
    package func watchers(of address: SharedAddress) -> [Watcher] { watchers.present(at: address) }

    /// Sends a message to a shared model from outside of all programs.
    package func send<S: SharedProgram>(
        _ message: S.Message,
        to address: SharedAddress,
        of program: S.Type,
        from sender: Sender
    ) {
        guard let json = try? JSON.encode(Delivered(message, from: sender)) else { return }
        deliver(StoredMessage(to: address.sessionKey, content: json, name: environment.bits()))
    }
}
