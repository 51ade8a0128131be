import ElmwoodWebDriver

/// Input methods, such as those for Japanese and Chinese: a text is composed before it is inserted.
extension Browser {
    /// Composes a text at the focus, replacing the current composition.
    package func compose(_ text: String) throws {
        try driver.compose(text)
    }

    /// Ends the composition with a text.
    package func endComposition(with text: String) throws {
        try driver.endComposition(with: text)
    }
}
