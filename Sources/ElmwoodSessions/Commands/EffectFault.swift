import ElmwoodArchitecture
import ElmwoodSupervisor

/// Identifies an effect, in this process and the next, so that one that has ended a process is not tried again.
struct EffectFault: Sendable {
    let record: FaultRecord
    /// Whether it has ended a process before.
    let isKnown: Bool
    /// What it is known by, where it ends this one.
    let keys: @Sendable () -> (FaultKey, FaultKey?)
}

extension SessionHost {
    /// Begins the task of an effect. Where it ends the process, the next one knows: what the task does on threads of its own, or on
    /// those of an actor with an executor of its own, is not seen.
    func task(
        of fault: EffectFault?,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        guard let fault else { return environment.task(operation) }
        let executor = fault.record.executor(noting: fault.keys)
        return Task(executorPreference: executor) { await operation() }
    }
}

extension SessionCore {
    /// How long after an answer should have left its visitor may come again without the session's id.
    private static var patience: Duration { .seconds(5) }

    /// The session has begun by a visit: until its answer has left, the visitor may come again as a newcomer.
    func note(beginning key: FaultKey?) {
        guard host.faults != nil, let key else { return }
        let end = host.environment.now() + host.effectWait + Self.patience
        state.withLock { $0.active().beginning = (key, end) }
    }

    /// Identifies an effect; nil where no record of faults is kept.
    ///
    /// A durable one is known by its attempt. Any other is begun anew by what the visitor does, or as the session comes back: it is
    /// known by its value and the session's id, on whatever model, and by its value and the visit until the visitor knows the id.
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
            // As the session comes back it has no visit any more.
            record.add(first)
            isKnown = true
        }
        return EffectFault(record: record, isKnown: isKnown, keys: keys)
    }

    private func keys(of effect: FaultKey) -> (FaultKey, FaultKey?) {
        let (id, beginning) = state.withLock { ($0.id, $0.activity?.beginning) }
        var own = effect
        own.combine(id.words.high)
        own.combine(id.words.low)
        guard let beginning, host.environment.now() < beginning.end else { return (own, nil) }
        var visit = effect
        visit.combine(beginning.key)
        return (own, visit)
    }
}
