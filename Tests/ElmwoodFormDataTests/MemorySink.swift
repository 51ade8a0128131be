import ElmwoodFormData
import Synchronization

/// Stores files in memory; a file's "path" is its content. Copies share one log.
struct MemorySink: FileSink {
    final class Log: Sendable {
        let calls = Mutex<[String]>([])
    }

    struct Full: Error {}

    let log = Log()
    var capacity = Int.max
    private var content: [UInt8] = []

    init(capacity: Int = .max) {
        self.capacity = capacity
    }

    mutating func open(filename: String, contentType: String) {
        content = []
        log.calls.withLock { $0.append("open \(filename) \(contentType)") }
    }

    mutating func write(_ bytes: [UInt8]) throws {
        content += bytes
        if content.count > capacity { throw Full() }
    }

    mutating func close() -> String {
        log.calls.withLock { $0.append("close") }
        return "memory:" + String(decoding: content, as: UTF8.self)
    }

    mutating func abandon() {
        log.calls.withLock { $0.append("abandon") }
    }
}
