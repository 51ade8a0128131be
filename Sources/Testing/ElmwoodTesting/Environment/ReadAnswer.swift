import Elmwood
import ElmwoodArchitecture
import Synchronization

/// What a test answers a read of the page with, in place of the read's own source.
///
/// ```swift
/// let page = BookPage(id: 7, shelf: shelf)
/// let test = ProgramTest(page, reads: [ReadAnswer(BookByID(id: 7), with: Book(title: "Emma"))])
/// test.expect(.h1, "Emma")
/// ```
public struct ReadAnswer: Sendable {
    let key: AnsweredRead
    let result: Result<any Sendable, any Error>

    /// Answers a read with a value, whatever its source.
    public init<R: Read>(_ read: R, with value: R.Value) {
        key = AnsweredRead(read: read)
        result = .success(value)
    }

    /// Makes a read fail.
    public init<R: Read>(_ read: R, throwing error: any Error) {
        key = AnsweredRead(read: read)
        result = .failure(error)
    }
}

/// A read, whatever its source.
struct AnsweredRead: Hashable, Sendable {
    let read: any Read

    static func == (left: Self, right: Self) -> Bool {
        func isEqual<R: Read>(_ left: R) -> Bool { left == right.read as? R }
        return isEqual(left.read)
    }

    func hash(into hasher: inout Hasher) { read.hash(into: &hasher) }
}

/// The answers of a test, and which of them were needed.
final class ReadAnswers: Sendable {
    private struct Answer {
        let result: Result<any Sendable, any Error>
        /// The step of the test that has given it; nil if the test began with it.
        let step: TestStep?
        var isUsed = false
    }

    private let answers = Mutex<[AnsweredRead: Answer]>([:])

    /// Answers a read from now on.
    func add(_ answer: ReadAnswer, at step: TestStep?) {
        answers.withLock { $0[answer.key] = Answer(result: answer.result, step: step) }
    }

    /// Returns the value of a read; nil if the test leaves it to its source.
    func value(of request: ReadRequest) -> ReadValue? {
        let result = answers.withLock { answers in
            let key = AnsweredRead(read: request.key.read)
            answers[key]?.isUsed = true
            return answers[key]?.result
        }
        return result.map { ReadValue(of: request, $0) }
    }

    /// Removes and returns the answers that no page has needed, with their steps.
    func takeUnused() -> [(read: String, step: TestStep?)] {
        answers.withLock { answers in
            defer { answers = [:] }
            return answers.filter { !$0.value.isUsed }.map { ("\($0.key.read)", $0.value.step) }.sorted { $0.0 < $1.0 }
        }
    }
}
