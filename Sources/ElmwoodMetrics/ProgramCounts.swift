import ElmwoodObservation

/// What was counted of one program, or of what belongs to none.
struct ProgramCounts {
    let name: String
    /// By kind, and for each kind by status.
    private(set) var requests = [Int](repeating: 0, count: ObservedRequest.Kind.allCases.count * Self.statuses)
    var responseBytes = [Int](repeating: 0, count: ObservedRequest.Kind.allCases.count)
    var calls = [Histogram](repeating: Histogram(), count: ObservedCall.Function.allCases.count)
    var turns = Histogram()
    var failedTurns = 0
    var patches = Histogram()
    var patchBytes = 0
    var incidents: [String: Int] = [:]

    /// The statuses from 200 to 599.
    static let statuses = 400

    init(name: String) { self.name = name }

    mutating func count(_ request: ObservedRequest) {
        let status = min(max(request.status, 200), 599) - 200
        requests[request.kind.rawValue * Self.statuses + status] += 1
        responseBytes[request.kind.rawValue] += request.bytes
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
