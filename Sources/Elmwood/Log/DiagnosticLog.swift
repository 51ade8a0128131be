import Synchronization

/// Logs what views had to leave out, each sentence once: a view is run at every request.
final class DiagnosticLog: Sendable {
    private let log: Log
    private let program: String
    private let seen = Mutex<Set<String>>([])

    /// Sentences may name a visitor's text, so how many are remembered is bounded; later ones are not logged.
    private static let capacity = 200
    /// How many characters of a sentence are kept.
    private static let longest = 1_000

    init(_ log: Log, program: String) {
        self.log = log
        self.program = program
    }

    func log(_ sentences: [String]) {
        let new = seen.withLock { seen in
            sentences.map { String($0.unicodeScalars.prefix(Self.longest)) }
                .filter { seen.count < Self.capacity && seen.insert($0).inserted }
        }
        for sentence in new { log(.warning, "\(program): \(sentence)") }
    }
}
