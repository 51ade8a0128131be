import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodSupervisor

extension SessionCore {
    /// Begins an effect, a delayed message or an operation of the store, once.
    func begin(_ task: EffectTask) {
        guard task.start() else { return }
        switch task.work {
        case .message(let message, let duration):
            let call = host.environment.schedule(duration) { [weak self] in
                guard task.pass(to: .returned) else { return }
                // The timer thread is shared by all sessions, so the turn runs on another one.
                self?.receive([.message(message, task), .finished(task, nil)], onOtherThread: true)
            }
            task.began { call.cancel() }
        case .effect(let effect):
            begin(effect, task)
        case .storage:
            store(task)
        case .identify(let account):
            identify(as: account, task)
        }
    }

    /// States whose session it is: at once, and not after values that are being saved, so that no program takes the visitor for another
    /// one meanwhile. Whoever waits for the task waits until it is stored.
    private func identify(as account: String?, _ task: EffectTask) {
        host.registry.identify(self, as: account)
        guard task.pass(to: .returned) else { return }
        let finish = { @Sendable [weak self] in _ = self?.receive([.finished(task, nil)], onOtherThread: true) }
        if let writer = host.writer { writer.afterwards(finish) } else { finish() }
    }

    private func begin(_ effect: AnyEffect, _ task: EffectTask) {
        // Cancelled tasks that ignore their cancellation still use memory. Beyond twice the limit, the next one waits until one
        // ends.
        let begins = state.withLock { state in
            let parts = state.activeParts()
            guard parts.tasks.running < 2 * host.limits.effects else {
                parts.tasks.postponed.append(task)
                return false
            }
            parts.tasks.running += 1
            return true
        }
        if begins { perform(effect, task) }
    }

    private func perform(_ effect: AnyEffect, _ task: EffectTask) {
        let fault = fault(of: task, effect)
        let name = { @Sendable [host] in
            "\(host.name): an effect" + (task.request?.name.map { " of the request \($0)" } ?? "")
        }
        let running = host.task(of: fault, named: name) { [host] in
            var thrown: (any Error)?
            do {
                if let fault, fault.isKnown {
                    host.log(.faultAvoided(program: host.name), self.context(of: task))
                    throw EndedProcess()
                }
                try await host.perform(
                    EffectCall(effect: effect, task: task, session: self) { [weak self] in self?.receive($0, from: task)
                    }
                )
            } catch {
                thrown = error
            }
            self.taskReturned(task, thrown)
        }
        task.began { running.cancel() }
    }

    private func taskReturned(_ task: EffectTask, _ thrown: (any Error)?) {
        let next = state.withLock { state -> EffectTask? in
            guard let parts = state.parts else { return nil }
            while let next = parts.tasks.postponed.first {
                parts.tasks.postponed.removeFirst()
                if !next.isCancelled { return next }
            }
            parts.tasks.running -= 1
            if !state.isTurning { state.dropIdleParts() }
            return nil
        }
        if let next, case .effect(let effect) = next.work { perform(effect, next) }
        if task.pass(to: .returned) { receive([.finished(task, thrown)]) }
    }

    /// Receives a message of an effect, on any thread.
    private func receive(_ message: AnyMessage, from task: EffectTask) {
        switch task.phase {
        case .cancelled, .flooded: return
        case .going, .returned: break
        }
        if receive([.message(message, task)]) { return }
        let limit = host.limits.messages
        if task.pass(to: .flooded) {
            host.log(.effectFlooded(program: host.name, effect: name(of: task), limit: limit), context(of: task))
            receive([.finished(task, SessionFailure.tooManyMessages(limit: limit))])
        }
        host.log(.messageDropped(program: host.name, message: caseName(message), limit: limit), context(of: task))
    }

    /// Returns what connects an event of a task with its session and with the request that began it.
    private func context(of task: EffectTask) -> EventContext { EventContext(session: id, request: task.request?.name) }

    /// Returns only the effect's name, since its values may be secret.
    func name(of task: EffectTask) -> String {
        if case .effect(let effect) = task.work { caseName(effect) } else { "" }
    }
}

/// An effect that a session begins, as its performer receives it.
struct EffectCall: Sendable {
    let effect: AnyEffect
    let task: EffectTask
    let session: SessionCore
    /// Receives its messages.
    let send: @Sendable (AnyMessage) -> Void
}
