/// The values of a statement, as libpq takes them.
struct ParameterBytes: Sendable {
    private var formats: [CInt] = []
    private var lengths: [CInt] = []
    /// Where each value begins; nil is NULL.
    private var starts: [Int?] = []
    /// All values, each with a zero at its end.
    private var bytes: [UInt8] = []

    mutating func appendNull() {
        starts.append(nil)
        lengths.append(0)
        formats.append(1)
    }

    mutating func append(_ value: some Collection<UInt8>, isBinary: Bool = true) {
        starts.append(bytes.count)
        lengths.append(CInt(clamping: value.count))
        formats.append(isBinary ? 1 : 0)
        bytes.append(contentsOf: value)
        bytes.append(0)
    }

    /// Calls a function of libpq with the number, values, lengths and formats of the parameters.
    func withPointers<Result>(_ body: (CInt, [UnsafePointer<CChar>?], [CInt], [CInt]) -> Result) -> Result {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.assumingMemoryBound(to: CChar.self).baseAddress
            return body(
                CInt(clamping: starts.count),
                starts.map { $0.flatMap { start in base.map { $0 + start } } },
                lengths,
                formats
            )
        }
    }
}
