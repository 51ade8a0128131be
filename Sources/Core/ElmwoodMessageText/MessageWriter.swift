/// Writes the texts of messages, one after another, into a buffer that it reuses.
///
/// ```swift
/// let writer = MessageWriter()
/// try writer.withText(of: Message.set(to: 5)) { bytes.append(contentsOf: $0) }  // set(to:5)
/// ```
///
/// A writer may be used by one thread at a time. It also has a ``MessageTextCache``: a page with a thousand buttons has nearly the
/// same thousand texts at every render.
package final class MessageWriter {
    private let output: MessageOutput
    private let cache: MessageTextCache?

    /// Creates a writer whose texts have at most `limit` bytes.
    ///
    /// `remembers` is the number of texts that the cache has room for (4,096 take half a megabyte); 0, the default, means no cache.
    /// With a cache, a recent text costs about 50 ns instead of 500.
    package init(limit: Int = MessageText.defaultLimit, remembers: Int = 0) {
        output = MessageOutput(limit: limit)
        cache = remembers > 0 ? MessageTextCache(capacity: remembers) : nil
    }

    /// Calls `body` with the text of a value, as UTF-8. The bytes are valid only while `body` runs.
    ///
    /// Throws ``MessageTextError`` if the text is too long or the value nested too deeply, and what the value's own `encode(to:)`
    /// throws.
    package func withText<T: Encodable & Sendable, Result>(
        of value: T,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        if let cache, let key = MessageTextCache.Key(value) {
            if let text = cache.text(for: key) { return try body(text) }
            try output.encode(value)
            cache.keep(output.text, for: key)
        } else {
            try output.encode(value)
        }
        return try body(output.text)
    }
}
