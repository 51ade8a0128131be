import ElmwoodArchitecture
import ElmwoodStorage

extension SessionWriter {
    /// The number of sessions that are loaded with one query.
    private static let share = 100

    /// Queries the store once a second for sessions of the program with due work.
    func scheduleDueCheck(of host: SessionHost) {
        _ = environment.schedule(Lease.pollInterval) { [weak self, weak host, waker] in
            Task(executorPreference: waker) {
                guard let self, let host else { return }
                await self.wakeDue(of: host)
                self.scheduleDueCheck(of: host)
            }
        }
    }

    private func wakeDue(of host: SessionHost) async {
        do {
            // Work that becomes due before the next query waits in this process.
            let soon = host.registry.millisecondsSince1970 + Lease.pollInterval.milliseconds
            // Sessions that are in memory already are found again until their changes are stored.
            var seen: Set<SessionID> = []
            while !isHandingOver {
                let limit = seen.count + Self.share
                let ids = try await store.due(host.name, by: soon, limit: limit)
                for id in ids where seen.insert(id).inserted && host.peek(id) == nil {
                    if isHandingOver { return }
                    let key = host.key(id)
                    let number = loads.begin(key)
                    let stored: StoredSession?
                    do {
                        stored = try await store.load(key)
                    } catch {
                        _ = loads.end(number, key, loaded: .max)
                        throw error
                    }
                    // What is due of a later version is found by a later query.
                    if loads.end(number, key, loaded: stored?.version ?? .max), let stored { host.wake(stored, id) }
                }
                guard ids.count == limit else { return }
            }
        } catch {
            environment.log(.sessionsNotStored(error: error))
        }
    }
}
