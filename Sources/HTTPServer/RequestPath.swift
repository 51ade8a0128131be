/// The path of a request's target.
enum RequestPath {
    /// Decodes the path of a target in origin form (RFC 9112 §3.2.1), or `*`; nil where it is malformed.
    static func decode(_ target: ArraySlice<UInt8>) -> String? {
        let path = target.prefix { $0 != 0x3F }
        guard path.first == 0x2F else { return nil }
        return String(decoding: path, as: UTF8.self)
    }
}
