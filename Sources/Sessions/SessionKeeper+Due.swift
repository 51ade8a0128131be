import Architecture
import Storage

extension SessionKeeper {
    /// So many sessions are brought back at a time.
    private static let share = 100

    /// Looks once a second for stored sessions of the program for which something is due, though nobody asks for them.
    func lookForDue<P: Program>(of host: ProgramHost<P>) {
        _ = surroundings.schedule(Lease.look) { [weak self, weak host, waker] in
            Task(executorPreference: waker) {
                guard let self, let host else { return }
                await self.wakeDue(of: host)
                self.lookForDue(of: host)
            }
        }
    }

    private func wakeDue<P: Program>(of host: ProgramHost<P>) async {
        do {
            // Who comes due before the next look waits here, not there.
            let soon = host.registry.millisecondsSince1970 + Lease.look.milliseconds
            // Those that are here already are found again, until what they have done is stored.
            var here = 0
            while true {
                let limit = here + Self.share
                let ids = try await store.due(host.name, by: soon, limit: limit)
                let absent = ids.filter { host.peek($0) == nil }
                var count = 0
                for id in absent {
                    if let stored = try await store.load(host.key(id)), host.wake(stored, id) { count += 1 }
                }
                guard ids.count == limit, count > 0 else { return }
                here = ids.count - absent.count + count
            }
        } catch {
            surroundings.log(.sessionsNotStored(error: error))
        }
    }
}
