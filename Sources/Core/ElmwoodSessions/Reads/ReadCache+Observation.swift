import ElmwoodArchitecture
import ElmwoodObservation

/// What reads do at one moment, and have done.
package struct ReadStatistics: Equatable, Sendable {
    /// Reads that have begun and not returned.
    package var running = 0
    /// Reads that wait for their turn.
    package var waiting = 0
    /// Values that are kept.
    package var values = 0
    /// Reads that have begun so far.
    package var begun = 0
}

extension ReadCache {
    /// The numbers of reads and values.
    package var statistics: ReadStatistics {
        state.withLock { state in
            ReadStatistics(
                running: state.tasks,
                waiting: state.queue.count,
                values: state.values,
                begun: state.begun
            )
        }
    }

    /// Tells the observer of a read that has ended.
    func observe(_ value: ReadValue, over former: ReadValue?, _ outcome: Outcome, duration: Duration) {
        let hasChanged = former.map { !value.hasFailed && value !== $0 } ?? false
        let (requests, pages) = (outcome.waiters.count, outcome.viewers.count)
        observe(value.request, value.outcome, duration, wait: outcome.wait, hasChanged, for: requests, pages)
    }

    /// Tells the observer that a read was not begun.
    func observeRefusal(of request: ReadRequest) { observe(request, .refused) }

    private func observe(
        _ request: ReadRequest,
        _ outcome: ObservedRead.Outcome,
        _ duration: Duration = .zero,
        wait: Duration = .zero,
        _ hasChanged: Bool = false,
        for requests: Int = 1,
        _ pages: Int = 0
    ) {
        guard let observer = environment.observer else { return }
        let read = ObservedRead(
            name: request.typeName,
            outcome: outcome,
            duration: duration,
            wait: wait,
            hasChanged: hasChanged,
            requests: requests,
            pages: pages
        )
        observer.observe(.read(read))
    }

    /// Tells the observer that a kept value was fresh enough.
    func observeKeptValue(of request: ReadRequest) {
        environment.observer?.observe(.keptValue(read: request.typeName))
    }
}

extension ReadRequest {
    /// The name of the read's type, without its values.
    fileprivate var typeName: String { String(describing: type(of: key.read)) }
}

extension ReadValue {
    fileprivate var outcome: ObservedRead.Outcome {
        switch result {
        case .success: .value
        case .failure(let error): error is ReadTimeout ? .timeout : .failure
        }
    }
}
