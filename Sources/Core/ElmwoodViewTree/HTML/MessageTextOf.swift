import ElmwoodMessageText

/// Returns the text of a message, as a control carries it.
///
/// Within a render the arena's writer is used, which caches the texts of the last renders.
func messageText(of message: some Encodable & Sendable) throws -> String {
    guard let arena = Arena.current else { return try MessageText.text(of: message) }
    return try arena.pointee.messages.withText(of: message) { String(decoding: $0, as: UTF8.self) }
}
