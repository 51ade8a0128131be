import Elmwood
import Glibc

/// A file with the notes of effects, one in each line, which outlives the processes that write it.
struct AttemptNotes: Sendable {
    private let path = (getenv("ELMWOOD_DATA").map { String(cString: $0) } ?? ".") + "/attempts"

    struct NotWritten: Error {}

    /// Adds a line: the number that the effect was given, the attempt's id, whether it is a repeat, and what happened.
    func add(_ number: Int, _ attempt: Attempt, _ moment: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw NotWritten() }
        defer { close(descriptor) }
        let line = "\(number) \(attempt.id) \(attempt.isRepeat ? "again" : "first") \(moment)\n"
        // One call for each line, since several processes write to the file.
        let written = line.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.utf8.count else { throw NotWritten() }
    }
}
