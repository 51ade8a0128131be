/// Input methods, by which Japanese and Chinese are written: a text is composed before it is there.
extension Browser {
    /// Composes a text where the focus is, in place of what is being composed already.
    public func compose(_ text: String) throws {
        try driver.compose(text)
    }

    /// Ends the composition with a text.
    public func endComposition(with text: String) throws {
        try driver.endComposition(with: text)
    }
}
