/// Makes a message from the visitor's input: the payload's type, and the function of a payload.
@usableFromInline
package final class Handler: Sendable {
    /// The type that the fields are decoded into.
    package let payload: any (Decodable & Sendable).Type
    /// Decodes the payload, and makes the message from it.
    package let message: @Sendable (any Decoder) throws -> any Sendable

    package init(
        payload: any (Decodable & Sendable).Type,
        message: @escaping @Sendable (any Decoder) throws -> any Sendable
    ) {
        self.payload = payload
        self.message = message
    }

    package convenience init<Payload: Decodable & Sendable, Message: Sendable>(
        _ message: @escaping @Sendable (Payload) throws -> Message
    ) {
        self.init(payload: Payload.self) { decoder in
            try message((decoder as? any PayloadDecoder)?.payload(Payload.self) ?? Payload(from: decoder))
        }
    }
}

/// A decoder of a visitor's input, which knows types whose own coding is not that of the input.
package protocol PayloadDecoder: Decoder {
    func payload<Payload: Decodable>(_ type: Payload.Type) throws -> Payload
}

/// A handler, and the offset of the attribute record that it belongs to.
struct PlacedHandler {
    var offset: Int
    var handler: Handler

    /// Returns the handler for a copy of its record that many bytes further on.
    func moved(by distance: Int) -> PlacedHandler { PlacedHandler(offset: offset + distance, handler: handler) }
}
