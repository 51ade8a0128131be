import ElmwoodObservation

/// What was counted of one program, or of what belongs to none.
struct ProgramCounts {
    let name: String
    /// By kind, and for each kind by status.
    private(set) var requests = [Int](repeating: 0, count: ObservedRequest.Kind.allCases.count * Self.statuses)
    private(set) var responseBytes = [Int](repeating: 0, count: ObservedRequest.Kind.allCases.count)
    /// By kind.
    private(set) var requestDurations = [Histogram](repeating: Histogram(), count: ObservedRequest.Kind.allCases.count)
    /// The refused requests by reason.
    private(set) var refusals: [String: Int] = [:]
    var calls = [Histogram](repeating: Histogram(), count: ObservedCall.Function.allCases.count)
    var turns = Histogram()
    var failedTurns = 0
    var patches = Histogram()
    var patchBytes = 0
    var incidents: [String: Int] = [:]

    /// The statuses from 200 to 599.
    static let statuses = 400

    mutating func count(
        _ kind: ObservedRequest.Kind,
        _ status: Int,
        _ reason: String?,
        _ duration: Duration,
        _ bytes: Int
    ) {
        requests[kind.rawValue * Self.statuses + min(max(status, 200), 599) - 200] += 1
        responseBytes[kind.rawValue] += bytes
        requestDurations[kind.rawValue].add(duration)
        if let reason { refusals[reason, default: 0] += 1 }
    }

    /// Calls a function with each number that is not 0.
    func forEachRequest(_ body: (ObservedRequest.Kind, _ status: Int, _ count: Int) -> Void) {
        for kind in ObservedRequest.Kind.allCases {
            for status in 0..<Self.statuses {
                let count = requests[kind.rawValue * Self.statuses + status]
                if count > 0 { body(kind, status + 200, count) }
            }
        }
    }
}
