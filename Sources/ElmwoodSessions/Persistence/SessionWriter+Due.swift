import ElmwoodArchitecture
import ElmwoodStorage

extension SessionWriter {
    /// So many sessions are brought back at a time.
    private static let share = 100

    /// Looks once a second for stored sessions of the program for which something is due, though nobody asks for them.
    func lookForDue(of host: SessionHost) {
        _ = environment.schedule(Lease.look) { [weak self, weak host, waker] in
            Task(executorPreference: waker) {
                guard let self, let host else { return }
                await self.wakeDue(of: host)
                self.lookForDue(of: host)
            }
        }
    }

    private func wakeDue(of host: SessionHost) async {
        do {
            // Who comes due before the next look waits here, not there.
            let soon = host.registry.millisecondsSince1970 + Lease.look.milliseconds
            // Those that are here already are found again, until what they have done is stored.
            var seen: Set<SessionID> = []
            while !isHandingOver {
                let limit = seen.count + Self.share
                let ids = try await store.due(host.name, by: soon, limit: limit)
                for id in ids where seen.insert(id).inserted && host.peek(id) == nil {
                    if isHandingOver { return }
                    if let stored = try await store.load(host.key(id)) { host.wake(stored, id) }
                }
                guard ids.count == limit else { return }
            }
        } catch {
            environment.log(.sessionsNotStored(error: error))
        }
    }
}
