import Synchronization

/// Logs what views had to omit, and what their forms lack, each sentence once, since a view runs at every request. In development the pages
/// are told too.
final class DiagnosticLog: Sendable {
    private let log: Log
    private let program: String
    private let development: DevelopmentChannel?
    private let seen = Mutex<Set<String>>([])

    /// Sentences may contain a visitor's text, so the number of remembered ones is bounded. Further ones are not logged.
    private static let capacity = 200
    /// The number of characters of a sentence that are retained.
    private static let longest = 1_000

    init(_ log: Log, program: String, development: DevelopmentChannel? = nil) {
        self.log = log
        self.development = development
        self.program = program
    }

    func log(_ sentences: [String]) {
        guard !sentences.isEmpty else { return }
        let new = seen.withLock { seen in
            sentences.map { String($0.unicodeScalars.prefix(Self.longest)) }
                .filter { seen.count < Self.capacity && seen.insert($0).inserted }
        }
        for sentence in new {
            log(.warning, "\(program): \(sentence)")
            development?.note(DevelopmentChannel.Note(text: "\(program): \(sentence)", program: program))
        }
    }
}
