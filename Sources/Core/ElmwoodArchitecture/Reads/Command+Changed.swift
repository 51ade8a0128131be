extension Command {
    /// Says that what the topic is about has changed outside of the model: the values that name it (``Read/topics``) are read again, and
    /// all open pages that show them show the new ones.
    ///
    /// ```swift
    /// return .changed("article/\(slug)")
    /// ```
    ///
    /// It is told once the turn is stored. An effect that has changed something calls ``Send/changed(_:)`` instead. A
    /// ``broadcast(_:_:)`` on the topic says the same.
    public static func changed(_ topic: String) -> Self { Self(.changed(topic)) }
}
