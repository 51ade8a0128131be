import ElmwoodMetrics
import ElmwoodObservation

/// Several observers as one.
struct Observers: ProgramObserver {
    private let observers: [any Observer]

    /// Returns one observer that stands for these; nil if there are none.
    static func combining(_ observers: [any Observer]) -> (any Observer)? {
        observers.count > 1 ? Observers(observers: observers) : observers.first
    }

    func observe(_ event: Observation) {
        for observer in observers { observer.observe(event) }
    }

    func calls(of program: String) -> CallReceiver {
        let receivers = observers.map { $0.receiverOfCalls(of: program) }
        return CallReceiver { function, duration in
            for receiver in receivers { receiver.receive(function, duration) }
        }
    }

    func requests(of program: String?) -> RequestReceiver {
        let receivers = observers.map { $0.receiverOfRequests(of: program) }
        return RequestReceiver { kind, status, reason, duration, bytes in
            for receiver in receivers { receiver.receive(kind, status, reason, duration, bytes) }
        }
    }
}

extension Metrics {
    /// Returns metrics without any counts.
    static func started() -> Metrics {
        let start = ContinuousClock.now
        return Metrics { ContinuousClock.now - start }
    }
}
