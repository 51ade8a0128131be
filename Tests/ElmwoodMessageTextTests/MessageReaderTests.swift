import ElmwoodMessageText
import Testing

/// Texts that are read repeatedly.
struct MessageReaderTests {
    private enum Message: Codable, Equatable, Sendable {
        case increment
        case set(to: Int)
    }

    private enum Named: Codable, Equatable, Sendable {
        case rename(String)
    }

    @Test func `A text is read as the same message each time`() throws {
        let reader = MessageReader<Message>()
        for _ in 0..<3 {
            #expect(try reader.message(of: "increment") == .increment)
            #expect(try reader.message(of: "set(to:5)") == .set(to: 5))
        }
    }

    @Test func `Messages are correct if there are more than the reader caches`() throws {
        let reader = MessageReader<Message>()
        for number in 0..<3_000 {
            #expect(try reader.message(of: "set(to:\(number % 1_500))") == .set(to: number % 1_500))
        }
    }

    @Test func `An invalid message is refused each time`() {
        let reader = MessageReader<Message>()
        for _ in 0..<2 {
            #expect(throws: MessageTextError.self) { try reader.message(of: "explode") }
        }
    }

    @Test func `A message that contains a string is read too`() throws {
        let reader = MessageReader<Named>()
        #expect(try reader.message(of: "rename(\"Bob\")") == .rename("Bob"))
        #expect(try reader.message(of: "rename(\"Ann\")") == .rename("Ann"))
    }
}
