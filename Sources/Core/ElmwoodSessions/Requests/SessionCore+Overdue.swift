import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// Answers to requests whose pages nothing can be pushed to. They wait some seconds for the work that their requests began. What has not ended
// by then is overdue: the page says that it is still being processed, and loads itself again.

/// An answer that was sent before the work of its request has ended.
package struct OverdueAnswer: Sendable {
    /// The address of the page that it shows, or redirects to.
    let address: String
    /// The fields of the post, which the page shows until the work has ended, if nothing was pushed to it.
    package var fields: [FormOverlay.Field]
    let work: PendingEffects

    /// The most that a session has. An earlier one is forgotten for another.
    static let limit = 8
    /// The most bytes of fields that one has. Fields beyond it are left out.
    static let bytes = 100_000
}

/// How long an answer waits.
struct AnswerWait: Sendable {
    let time: Duration
    /// Called when the answer waits no more.
    var end: @Sendable () -> Void = {}
}

extension SessionCore {
    /// Returns how long the answer to a request waits for its tasks.
    ///
    /// Whether a browser runs script is known only from requests of its scripts. A newcomer's page is sent soon: script shows what comes later,
    /// and without script it comes back by itself, which is the second request without script.
    func wait(for work: PendingEffects, by visitor: any VisitorRequest, isNewcomer: Bool) -> AnswerWait {
        let mayBePushed = visitor.mayHaveScript && (isNewcomer || hasScript)
        let time = mayBePushed ? host.effectWait : host.effectWaitWithoutScript
        guard time > host.effectWait else { return AnswerWait(time: time) }
        return host.registry.waitingAnswers.wait(time, for: work, of: visitor.client)
    }

    /// Whether script is known to run in the visitor's browser.
    private var hasScript: Bool {
        state.withLock { $0.hasScript || !($0.parts?.pages.remembered.isEmpty ?? true) }
    }

    /// Records that an answer is sent now, unless its work has ended.
    func note(
        overdue work: PendingEffects,
        of visitor: any VisitorRequest,
        after outcome: RequestOutcome,
        sent: () -> [FormOverlay.Field]
    ) {
        guard host.effectWaitWithoutScript > .zero, work.whenEnded({ [weak self] in self?.forget(work) }) else {
            return
        }
        let visit = visitor.visit
        var overdue = OverdueAnswer(
            address: (outcome.navigation.map(visit.moved) ?? visit).addressKey,
            fields: [],
            work: work
        )
        var room = OverdueAnswer.bytes
        // The fields belong to the page that was posted.
        for field in outcome.navigation == nil ? sent() : [] {
            room -= field.name.utf8.count + field.value.utf8.count
            if room >= 0 { overdue.fields.append(field) }
        }
        state.withLock { state in
            guard !state.hasEnded else { return }
            let parts = state.activeParts()
            parts.pages.overdue.removeAll { $0.address == overdue.address }
            parts.pages.overdue.append(overdue)
            if parts.pages.overdue.count > OverdueAnswer.limit { parts.pages.overdue.removeFirst() }
        }
        // It may have ended meanwhile.
        if work.haveEnded { forget(work) }
    }

    private func forget(_ work: PendingEffects) {
        state.withLock { state in
            state.parts?.pages.overdue.removeAll { $0.work === work }
            if !state.isTurning { state.dropIdleParts() }
        }
    }

    /// Returns the overdue answer of the page that a request is answered with.
    func overdueAnswer(to visit: Visit, leadingTo navigation: String?) -> OverdueAnswer? {
        switch visit.answer {
        case .load where navigation == nil: overdueAnswer(at: visit.addressKey)
        case .page: overdueAnswer(at: (navigation.map(visit.moved) ?? visit).addressKey)
        case .load, .redirect, .preview: nil
        }
    }

    /// Returns the overdue answer whose page is at that address. If script runs there, it has no fields: what the visitor sees changes.
    private func overdueAnswer(at address: String) -> OverdueAnswer? {
        state.withLock { state in
            var overdue = state.parts?.pages.overdue.first { $0.address == address }
            if state.hasScript { overdue?.fields = [] }
            return overdue
        }
    }

    /// Returns the answer to a visit once the overdue work of its page has ended, but no later than after some seconds; nil if it does not have
    /// to wait.
    func onceWorkHasEnded<Reply: Sendable>(
        for visit: Visit,
        _ answer: @escaping @Sendable () -> Eventual<Reply>
    ) -> Eventual<Reply>? {
        guard host.effectWaitWithoutScript > host.effectWait, !hasScript,
            let work = overdueAnswer(to: visit, leadingTo: nil)?.work
        else { return nil }
        let pending = PendingEffects()
        let wait = wait(for: pending, by: KnownVisit(visit), isNewcomer: false)
        guard wait.time > .zero, pending.join(), work.whenEnded(pending.leave) else {
            wait.end()
            return nil
        }
        let promise = Promise<Reply>()
        pending.finish(within: wait.time, in: host.environment) { _ in
            wait.end()
            answer().deliver(to: promise)
        }
        return .promised(promise)
    }
}

/// The number of answers that wait for the work of their requests, of each client and in all.
final class WaitingAnswers: Sendable {
    private struct State {
        var clients: [UInt32: Int] = [:]
        /// What they wait for, by a number of each.
        var waiting: [UInt64: PendingEffects] = [:]
        var number: UInt64 = 0
        var isClosed = false
    }

    private let limit: Int
    private let state = OrderedMutex(.leaf, State())

    init(_ limits: SessionLimits) { limit = limits.waitingAnswers }

    var count: Int { state.withLock { $0.waiting.count } }

    /// Returns a wait of that time, or none if too many wait already.
    func wait(_ time: Duration, for work: PendingEffects, of client: UInt32) -> AnswerWait {
        let number: UInt64? = state.withLock { state in
            // 0 stands for no client in particular.
            let own = client == 0 ? 0 : state.clients[client] ?? 0
            guard !state.isClosed, state.waiting.count < limit, own < max(1, limit / 4) else { return nil }
            state.number &+= 1
            state.waiting[state.number] = work
            state.clients[client] = own + 1
            return state.number
        }
        guard let number else { return AnswerWait(time: .zero) }
        return AnswerWait(time: time) { self.end(number, of: client) }
    }

    /// Lets all be answered now, and none wait any more, since the process ends.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return Array(state.waiting.values)
        }
        for work in waiting { work.timeIsUp() }
    }

    private func end(_ number: UInt64, of client: UInt32) {
        state.withLock { state in
            state.waiting[number] = nil
            let own = (state.clients[client] ?? 0) - 1
            state.clients[client] = own > 0 ? own : nil
        }
    }
}
