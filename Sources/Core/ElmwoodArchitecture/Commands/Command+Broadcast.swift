extension Command {
    /// Sends a value to every session of this site that subscribes to the topic, including this one.
    ///
    /// ```swift
    /// return .broadcast("chat", Line(author: model.name, text: text))
    /// ```
    ///
    /// Each session receives it as a message with a turn of its own, in the order of the broadcasts: see
    /// ``Subscription/topic(_:_:)``. A session that does not subscribe at that moment never receives it.
    public static func broadcast(_ topic: String, _ payload: some Codable & Sendable) -> Self {
        Self(.broadcast(topic, Payload(payload)))
    }
}
