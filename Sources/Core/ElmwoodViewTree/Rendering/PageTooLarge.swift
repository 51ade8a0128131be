/// A page that is larger than the site permits.
package struct PageTooLarge: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes of its HTML; nil if its elements alone take more memory than a page of the greatest size.
    package var bytes: Int?
    package var limit: Int
    /// The address of the page, if it is known.
    package var address: String?

    package var description: String {
        let page = address.map { "The page at \($0)" } ?? "The page"
        guard let bytes else { return "\(page) is far larger than the \(limit) bytes that a page may have." }
        return "\(page) has \(bytes) bytes, more than the \(limit) that a page may have."
    }
}

extension Rendering {
    /// Throws if the HTML of the view is larger than that. What a page adds to its view is small, and does not count.
    func checkSize(_ limit: Int) throws(PageTooLarge) {
        // A byte of the records becomes at most eight bytes, such as a quotation mark `&quot;`. Views of usual sizes are not written for this.
        guard size > (limit - 4_096) / 8 else { return }
        defer { withExtendedLifetime(tape) {} }
        var writer = HTMLWriter(addresses, limit: limit)
        writer.write()
        guard writer.out.total <= limit else { throw PageTooLarge(bytes: writer.out.total, limit: limit) }
    }
}
