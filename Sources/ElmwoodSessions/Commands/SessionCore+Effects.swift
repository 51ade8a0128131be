import ElmwoodArchitecture
import ElmwoodSupervisor

extension SessionCore {
    /// Begins an effect, a delayed message or a task for the store, once.
    func begin(_ run: EffectTask) {
        guard run.start() else { return }
        switch run.work {
        case .message(let message, let duration):
            let call = host.environment.schedule(duration) { [weak self] in
                guard run.pass(to: .returned) else { return }
                self?.receive([.message(message, run), .finished(run, nil)])
            }
            run.began { call.cancel() }
        case .effect(let effect):
            begin(effect, run)
        case .storage:
            store(run)
        }
    }

    private func begin(_ effect: AnyEffect, _ run: EffectTask) {
        // Cancelled tasks that do not heed it still take memory: beyond as many again, the next waits for one to end.
        let begins = state.withLock { state in
            let activity = state.active()
            guard activity.tasks < 2 * host.limits.effects else {
                activity.postponed.append(run)
                return false
            }
            activity.tasks += 1
            return true
        }
        if begins { perform(effect, run) }
    }

    private func perform(_ effect: AnyEffect, _ run: EffectTask) {
        let fault = fault(of: run, effect)
        let task = host.task(of: fault) { [host] in
            var thrown: (any Error)?
            do {
                if let fault, fault.isKnown {
                    host.log(.faultAvoided(program: host.name))
                    throw EndedProcess()
                }
                let attempt = run.attempt ?? Attempt(drawing: host.environment.bits)
                try await host.perform(
                    EffectCall(
                        effect: effect,
                        session: self,
                        isSubscribed: run.source != nil,
                        isDurable: run.isDurable,
                        attempt: attempt
                    ) { [weak self] in self?.receive($0, from: run) }
                )
            } catch {
                thrown = error
            }
            self.taskReturned(run, thrown)
        }
        run.began { task.cancel() }
    }

    private func taskReturned(_ run: EffectTask, _ thrown: (any Error)?) {
        let next = state.withLock { state -> EffectTask? in
            guard let activity = state.activity else { return nil }
            while let next = activity.postponed.first {
                activity.postponed.removeFirst()
                if !next.isCancelled { return next }
            }
            activity.tasks -= 1
            if !state.isTurning { state.dropIdleActivity() }
            return nil
        }
        if let next, case .effect(let effect) = next.work { perform(effect, next) }
        if run.pass(to: .returned) { receive([.finished(run, thrown)]) }
    }

    /// A message of an effect, which may come from any thread.
    private func receive(_ message: AnyMessage, from run: EffectTask) {
        switch run.phase {
        case .cancelled, .flooded: return
        case .going, .returned: break
        }
        if receive([.message(message, run)]) { return }
        let limit = host.limits.messages
        if run.pass(to: .flooded) {
            host.log(.effectFlooded(program: host.name, effect: name(of: run), limit: limit))
            receive([.finished(run, SessionFailure.tooManyMessages(limit: limit))])
        }
        host.log(.messageDropped(program: host.name, message: SessionEvent.caseName(message), limit: limit))
    }

    /// The effect's name alone: what it holds may be secret.
    func name(of run: EffectTask) -> String {
        if case .effect(let effect) = run.work { SessionEvent.caseName(effect) } else { "" }
    }
}

/// An effect that a session begins, for what carries it out.
struct EffectCall: Sendable {
    let effect: AnyEffect
    let session: SessionCore
    /// Whether it is a subscription's, which runs for as long as it is subscribed to.
    let isSubscribed: Bool
    /// Whether another process carries it out again where this one ends before it has.
    let isDurable: Bool
    let attempt: Attempt
    /// Takes its messages.
    let send: @Sendable (AnyMessage) -> Void
}
