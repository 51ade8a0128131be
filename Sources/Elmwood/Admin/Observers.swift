import ElmwoodMetrics
import ElmwoodObservation

/// Several observers as one.
struct Observers: Observer {
    private let observers: [any Observer]

    /// Returns one observer that stands for these; nil if there are none.
    static func combining(_ observers: [any Observer]) -> (any Observer)? {
        observers.count > 1 ? Observers(observers: observers) : observers.first
    }

    func observe(_ event: Observation) {
        for observer in observers { observer.observe(event) }
    }
}

extension Metrics {
    /// Returns metrics without any counts.
    static func started() -> Metrics {
        let start = ContinuousClock.now
        return Metrics { ContinuousClock.now - start }
    }
}
