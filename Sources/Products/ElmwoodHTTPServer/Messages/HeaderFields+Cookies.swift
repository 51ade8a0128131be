extension HeaderFields {
    /// Returns the value of a cookie, or nil if there is none of this name, or more than one.
    package func cookie(_ name: String) -> String? {
        cookieBytes.flatMap { Cookies.value(of: name, in: $0.span) }
    }

    /// The bytes of the `Cookie` fields as one (RFC 9113 §8.2.3); nil if there is none.
    var cookieBytes: ArraySlice<UInt8>? { joinedBytes(of: "cookie", by: "; ") }
}
