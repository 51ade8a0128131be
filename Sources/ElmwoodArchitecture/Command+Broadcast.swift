extension Command {
    /// Tells a value to all sessions of this site that subscribe to the topic, this one's own among them.
    ///
    /// ```swift
    /// return .broadcast("chat", Line(author: model.name, text: text))
    /// ```
    ///
    /// Each gets it as a message with a turn of its own, in the order in which it was told: see
    /// ``Subscription/topic(_:_:)``. Who does not subscribe at that moment never hears of it.
    public static func broadcast(_ topic: String, _ payload: some Codable & Sendable) -> Self {
        Self(.broadcast(topic, Payload(payload)))
    }
}
