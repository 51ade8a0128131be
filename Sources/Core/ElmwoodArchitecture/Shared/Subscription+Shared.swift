extension Subscription {
    /// Sends a message with a model of a shared program: as it is, and each time it has changed.
    ///
    /// ```swift
    /// .changes(of: Room.self, "lobby", Message.roomChanged)
    /// ```
    ///
    /// Both visitors' programs and shared programs can subscribe. A view that only shows the model reads it instead
    /// (``Page/read(_:_:as:)``). Of several changes at once the last one may be all that comes. A model that has ended, or that nobody has
    /// sent anything, is the one of the program's start.
    public static func changes<S: SharedProgram>(
        of program: S.Type,
        _ key: S.Key,
        _ message: @escaping @Sendable (S.Model) -> P.Message
    ) -> Self {
        .topic(SharedAddress(program, key).topic, message)
    }
}
