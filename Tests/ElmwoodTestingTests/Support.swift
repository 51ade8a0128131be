import ElmwoodTestSupport
import ElmwoodTesting
import Synchronization

/// Returns what the kit reports about a body: a sentence each, with its line, as `12: The model changed …`.
///
/// - Parameter endsTests: whether a test ends with its first failure, as others do. Most tests here look at several.
func said(endsTests: Bool = false, _ body: () -> Void) -> [String] {
    let sentences = Sentences()
    let reporting = Reporting(endsTests: endsTests) { sentence, line in sentences.add("\(line.line): \(sentence)") }
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

/// Returns what the kit reports about a body that waits.
func said(_ body: () async -> Void) async -> [String] {
    let sentences = Sentences()
    let reporting = Reporting { sentence, line in sentences.add("\(line.line): \(sentence)") }
    await Reporting.$current.withValue(reporting) { await body() }
    return sentences.all
}

/// A number that several threads may raise.
final class Counts: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
