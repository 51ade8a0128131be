import ElmwoodTestSupport
import ElmwoodTesting
import Synchronization

/// Returns what the kit reports about a body: a sentence each, with its line, as `12: The model changed …`.
func said(_ body: () -> Void) -> [String] {
    let sentences = Sentences()
    let reporting = Reporting { sentence, line in sentences.add("\(line.line): \(sentence)") }
    Reporting.$current.withValue(reporting) { body() }
    return sentences.all
}

private final class Sentences: Sendable {
    private let sentences = Mutex<[String]>([])

    var all: [String] { sentences.withLock { $0 } }

    func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}

extension TestTransport {
    /// Process and HTTP, and a browser too if every test runs in full.
    static let usual: [TestTransport] = runsInFull ? allCases : [.process, .http]
}
