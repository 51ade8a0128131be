import ElmwoodArchitecture
import ElmwoodSupervisor
import ElmwoodThreads

/// Identifies an effect in this process and the next, so that an effect that ended a process is not tried again.
struct EffectFault: Sendable {
    let record: FaultRecord
    /// Whether it has ended a process.
    let isKnown: Bool
    /// Returns the keys under which it is recorded if it ends this process.
    let keys: @Sendable () -> (FaultKey, FaultKey?)
}

extension SessionHost {
    /// Begins the task of an effect. If it ends the process, the next process knows the effect. Work that the task does on its own
    /// threads, or on an actor with its own executor, is not observed.
    func task(
        of fault: EffectFault?,
        named name: @escaping @Sendable () -> String,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        guard let fault else { return environment.appTask(named: name, operation) }
        let run = environment.threads.map { threads in { @Sendable work in threads.run(name, work) } }
        return Task(executorPreference: fault.record.executor(noting: fault.keys, by: run)) { await operation() }
    }
}

extension Environment {
    /// Begins the task of a read, on a thread that may block. If it ends the process, the next process knows it.
    func readTask(
        of fault: EffectFault?,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        guard let fault else { return (readTask ?? task)(operation) }
        let executor = fault.record.executor(noting: fault.keys) { BlockingThreads.shared.run($0) }
        return Task(executorPreference: executor) { await operation() }
    }
}

extension SessionCore {
    /// For how long after its expected answer a visitor may still send requests without the session's id.
    private static var beginningTime: Duration { .seconds(5) }

    /// Records that a visit began the session. Until its answer has been sent, the visitor has no id and may begin another session.
    func note(beginning key: FaultKey?) {
        guard host.faults != nil, let key else { return }
        let end = host.environment.now() + host.effectWaitWithoutScript + Self.beginningTime
        state.withLock { $0.activeParts().beginning = (key, end) }
    }

    /// Returns what identifies an effect; nil if no record of faults is kept.
    ///
    /// A durable effect is identified by its attempt. Any other effect begins again with the visitor's next action, or when the
    /// session is restored. It is identified by its value and the session's id, independent of the model; until the visitor knows
    /// the id, also by its value and the visit.
    func fault(of task: EffectTask, _ effect: AnyEffect) -> EffectFault? {
        guard let faults = host.faults else { return nil }
        let record = faults.record
        if let attempt = task.attempt {
            var key = faults.program
            key.combine("durable effect")
            key.combine(attempt.id)
            return EffectFault(record: record, isKnown: attempt.isRepeat && record.isKnown(key)) { [key] in
                (key, nil)
            }
        }
        var key = faults.program
        key.combine("effect")
        key.combine((try? JSON.encode(effect.value)) ?? Array(String(describing: effect).utf8))
        let keys = { @Sendable [self, key] in self.keys(of: key) }
        let (first, second) = keys()
        var isKnown = record.isKnown(first)
        if !isKnown, let second, record.isKnown(second) {
            // A restored session no longer has a visit.
            record.add(first)
            isKnown = true
        }
        return EffectFault(record: record, isKnown: isKnown, keys: keys)
    }

    private func keys(of effect: FaultKey) -> (FaultKey, FaultKey?) {
        let (id, beginning) = state.withLock { ($0.id, $0.parts?.beginning) }
        var own = effect
        own.combine(id.words.high)
        own.combine(id.words.low)
        guard let beginning, host.environment.now() < beginning.end else { return (own, nil) }
        var visit = effect
        visit.combine(beginning.key)
        return (own, visit)
    }
}
