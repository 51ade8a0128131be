import ElmwoodArchitecture
import ElmwoodHistory
import FoundationEssentials
import Synchronization
import Testing

/// Files that would be costly to read: a developer imports what somebody has sent.
@Suite struct HistoryCostTests {
    /// A program that counts how often its models are encoded.
    private struct Counted: Program {
        static let encodings = Mutex(0)

        struct Model: Codable, Equatable, Sendable {
            var text: String
            var count = 0
            private enum CodingKeys: CodingKey { case text, count }

            func encode(to encoder: any Encoder) throws {
                Counted.encodings.withLock { $0 += 1 }
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(text, forKey: .text)
                try container.encode(count, forKey: .count)
            }
        }

        enum Message: Codable, Equatable, Sendable { case count }

        func start(_ visit: Visit) -> Start<Self> { Start(Model(text: "")) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.count += 1
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> { Document("Counted") { model.text } }
    }

    /// A file with many turns of one kind.
    private func file(turns: Int, message: String, areKnown: Bool = false, length: Int, end: String) -> [UInt8] {
        let all = (0..<turns).map { number in
            let changes =
                areKnown ? #""changes":[{"path":"count","before":"\#(number)","after":"\#(number + 1)"}],"# : ""
            return """
                {"number":\(number + 1),"message":"\(message)","origin":"visitor","time":"2026-01-01T00:00:00Z",\(changes)
                "commands":[],"subscriptions":[]}
                """
        }
        let start = String(repeating: "a", count: length)
        return Array(
            """
            {"format":"elmwood history 1","program":"Counted","start":{"turn":0,"model":{"text":"\(start)","count":0}},"snapshots":[],
            "turns":[\(all.joined(separator: ","))],"end":{"turn":\(turns),"model":{"text":"\(end)","count":0}}}
            """.utf8
        )
    }

    @Test func `A file with many combining marks in a row is refused, also if they are escaped`() {
        for marks in [String(repeating: "\u{301}\u{323}", count: 20), String(repeating: #"\u0301"#, count: 40)] {
            let bytes = file(turns: 0, message: "", length: 1, end: "a" + marks)
            let error = #expect(throws: HistoryFileError.self) { _ = try HistoryFile(json: bytes) }
            #expect(error?.description.contains("combining marks") == true)
        }
    }

    @Test func `A file with more turns than are recorded is refused`() throws {
        let most = 2_000
        _ = try HistoryFile(json: file(turns: most, message: "x", length: 1, end: ""))
        #expect(throws: HistoryFileError.self) {
            _ = try HistoryFile(json: file(turns: most + 1, message: "x", length: 1, end: ""))
        }
    }

    @Test func `A large model is neither encoded nor compared for each of many turns`() throws {
        for (message, areKnown) in [("unreadable", false), ("count", false), ("count", true)] {
            let file = try HistoryFile(
                json: file(turns: 900, message: message, areKnown: areKnown, length: 100_000, end: "c")
            )
            Counted.encodings.withLock { $0 = 0 }
            let reading = HistoryReading(file, with: Counted())
            #expect(reading.history != nil)
            let count = Counted.encodings.withLock { $0 }
            #expect(count < 300, "\(message) \(areKnown): \(count) encodings")
        }
    }
}
