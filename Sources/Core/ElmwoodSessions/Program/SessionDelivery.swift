import ElmwoodArchitecture

/// A message to a shared program, of a sender of any type.
struct SessionDelivery: Sendable {
    /// Returns the message of that sender as JSON, with the path or pattern of the visitor's program that sends it.
    let content: @Sendable (Sender, _ program: String?) throws -> [UInt8]
    /// Returns the message to the sender about what came of it, as JSON; nil if the sender does not ask.
    let answer: (@Sendable (SendOutcome) throws -> [UInt8])?
    /// Returns the name of the message, for the log.
    let name: @Sendable () -> String
    /// Returns the message to the sender if it cannot be sent; nil if the sender does not ask.
    let refused: (@Sendable (String) -> AnyMessage)?
}
