import ElmwoodArchitecture
import ElmwoodStorage

extension SessionWriter {
    /// The number of sessions that are loaded with one query.
    private static let share = 100
    /// The number of recipients that are woken at once.
    private static let recipients = 1_000

    /// Queries the store once a second for sessions of the program with due work.
    func scheduleDueCheck(of program: some DueProgram) {
        poll(for: program) { await $0.wakeDue(of: $1) }
    }

    /// Looks once a second for messages whose recipients nobody has woken, since their sender's process has ended. Those that a process
    /// is about to apply are left to it.
    func scheduleMessageCheck(of registry: SessionRegistry) {
        poll(for: registry) { await $0.wakeRecipients(of: $1) }
    }

    /// Calls the function once a second, as long as that object exists.
    private func poll<Asked: AnyObject & Sendable>(
        for asked: Asked,
        _ query: @escaping @Sendable (SessionWriter, Asked) async -> Void
    ) {
        _ = environment.schedule(Lease.pollInterval) { [weak self, weak asked, waker] in
            Task(executorPreference: waker) {
                guard let self, let asked else { return }
                await query(self, asked)
                self.poll(for: asked, query)
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
