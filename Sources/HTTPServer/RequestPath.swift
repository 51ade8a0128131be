/// The path of a request's target.
enum RequestPath {
    /// Decodes the path of a target; nil where ``RequestTarget`` refuses it, or it is no path.
    static func decode(_ target: ArraySlice<UInt8>) -> String? {
        (try? RequestTarget(target.span))?.path
    }
}
