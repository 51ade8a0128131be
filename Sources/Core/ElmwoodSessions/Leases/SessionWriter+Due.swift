import ElmwoodArchitecture
import ElmwoodStorage

extension SessionWriter {
    /// The number of sessions that are loaded with one query.
    private static let share = 100
    /// The number of recipients that are woken at once.
    private static let recipients = 1_000

    /// Queries the store once a second for sessions of the program with due work.
    func scheduleDueCheck(of program: some DueProgram) {
        _ = environment.schedule(Lease.pollInterval) { [weak self, weak program, waker] in
            Task(executorPreference: waker) {
                guard let self, let program else { return }
                await self.wakeDue(of: program)
                self.scheduleDueCheck(of: program)
            }
        }
    }

    /// Looks once a second for messages whose recipients nobody has woken, since their sender's process has ended. Those that a process
    /// is about to apply are left to it.
    func scheduleMessageCheck(of registry: SessionRegistry) {
        _ = environment.schedule(Lease.pollInterval) { [weak self, weak registry, waker] in
            Task(executorPreference: waker) {
                guard let self, let registry else { return }
                await self.wakeRecipients(of: registry)
                self.scheduleMessageCheck(of: registry)
            }
        }
    }

    private func wakeRecipients(of registry: SessionRegistry) async {
        guard !isHandingOver else { return }
        do {
            let keys = try await store.recipients(limit: Self.recipients)
            for key in registry.shared.overdue(keys) { registry.wake(key) }
        } catch {
            environment.log(.sessionsNotStored(error: error))
        }
    }

    private func wakeDue(of program: some DueProgram) async {
        do {
            // Work that becomes due before the next query waits in this process.
            let soon = program.registry.millisecondsSince1970 + Lease.pollInterval.milliseconds
            // Sessions that are in memory already are found again until their changes are stored.
            var seen: Set<SessionKey> = []
            while !isHandingOver {
                let limit = seen.count + Self.share
                let keys = try await store.due(program.name, by: soon, limit: limit)
                for key in keys where seen.insert(key).inserted {
                    guard let host = program.host(of: key) else { continue }
                    let held = host.peek(key.id)
                    if let held, !held.mayLackDueWork { continue }
                    if isHandingOver { return }
                    let number = loads.begin(key)
                    let stored: StoredSession?
                    do {
                        stored = try await store.load(key)
                    } catch {
                        _ = loads.end(number, key, loaded: .max)
                        throw error
                    }
                    let version = stored?.version.number ?? .max
                    // What is due of a later version is found by a later query.
                    if let stored, loads.isLatest(number, key, loaded: version),
                        held?.makesWay(for: stored.version) ?? true
                    {
                        host.wake(stored, key.id)
                    }
                    endLoad(number, key, loaded: version)
                }
                guard keys.count == limit else { return }
            }
        } catch {
            environment.log(.sessionsNotStored(error: error))
        }
    }
}

/// A program whose stored sessions have due work: at a path, or at the places of a pattern.
protocol DueProgram: AnyObject, Sendable {
    /// The path or the pattern.
    var name: String { get }
    var registry: SessionRegistry { get }

    /// Returns the host of a stored session of the program; nil if there is no such place.
    func host(of key: SessionKey) -> SessionHost?
}

extension SessionHost: DueProgram {
    func host(of key: SessionKey) -> SessionHost? { self }
}
