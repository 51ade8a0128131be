/// The script that makes a page live, in the page's head.
package struct ScriptTag: Sendable {
    /// What is the same on each page of a site.
    package var text: Text
    /// The revision that the page shows.
    package var revision: Revision
    /// The path at which the program is mounted: empty, or like `/counter`.
    package var base: String
    /// Whether the page connects as soon as it is loaded, since its view reads whether it is live or shows values that can change,
    /// or since its program has subscriptions.
    package var connects: Bool
    /// The attributes of the cookie in which the script states the visitor's time zone; empty if it states none.
    package var timeZoneCookie = ""

    package init(_ text: Text, revision: Revision, base: String, connects: Bool) {
        self.text = text
        self.revision = revision
        self.base = base
        self.connects = connects
    }

    /// What the tag says on each page of a site in one language. It is written as HTML once, not with each page.
    package struct Text: Sendable {
        /// The tag up to the revision, and what follows the program's path.
        fileprivate let start: [UInt8]
        fileprivate let rest: [UInt8]

        /// - Parameters:
        ///   - address: The script's address.
        ///   - gate: What the script tells the visitor where no program can: that something before the server wants to see them.
        ///   - refused: What it says where that has refused what they did.
        ///   - fileSize: The most bytes of a file in a form.
        ///   - largeFile: What the script says about a larger one, with `%` for the megabytes.
        package init(
            address: String,
            gate: String = "",
            refused: String = "",
            fileSize: Int = .max,
            largeFile: String = ""
        ) {
            var start = HTMLBuffer(capacity: 256)
            start.put("<script data-elmwood src=\"")
            start.put(escaping: address)
            start.put("\" defer data-revision=\"")
            var rest = HTMLBuffer(capacity: 256)
            rest.put("\" data-gate=\"")
            rest.put(escaping: gate)
            rest.put("\" data-refused=\"")
            rest.put(escaping: refused)
            rest.put("\" data-file-size=\"")
            rest.put(decimal: fileSize)
            rest.put("\" data-large-file=\"")
            rest.put(escaping: largeFile)
            self.start = Array(start.bytes)
            self.rest = Array(rest.bytes)
        }
    }
}

extension HTMLWriter {
    /// Writes the script's tag, if there is one.
    ///
    /// - Parameter head: the page's head, and what follows it.
    mutating func writeScript(in head: Range<Address>, before rest: Range<Address>) {
        guard let script else { return }
        script.text.start.withUnsafeBytes { out.put(bytes: $0) }
        for index in 0..<Revision.textSize { out.put(script.revision.character(index)) }
        out.put("\" data-base=\"")
        out.put(escaping: script.base)
        script.text.rest.withUnsafeBytes { out.put(bytes: $0) }
        // By these the script finds out whether others have put elements into the page before it runs.
        if let own = Self.nodeCount(head), let body = Self.child(.body, of: rest),
            let other = Self.nodeCount(Records.content(body))
        {
            out.put("\" data-elements=\"")
            out.put(decimal: own)
            out.put(UInt8(ascii: " "))
            out.put(decimal: other)
        }
        out.put("\"")
        if !script.timeZoneCookie.isEmpty {
            out.put(" data-zone=\"")
            out.put(escaping: script.timeZoneCookie)
            out.put("\"")
        }
        out.put(script.connects ? " data-connect></script>" : "></script>")
    }

    /// Returns the number of elements and comments in the content of an element; nil if there is markup among them, which may have any. Texts are
    /// not counted, since a parser joins and drops some.
    private static func nodeCount(_ content: Range<Address>) -> Int? {
        var cursor = ChildCursor(content)
        var count = 0
        while let node = cursor.next() {
            let kind = Records.kind(node.start)
            if kind == RecordKind.raw.rawValue { return nil }
            if Records.isElement(node) || kind == RecordKind.comment.rawValue { count += 1 }
        }
        return count
    }

    /// Returns the number of the name of the first element in the content of an element; nil if there is none.
    static func firstElement(of content: Range<Address>) -> UInt16? {
        var cursor = ChildCursor(content)
        while let node = cursor.next() { if Records.isElement(node) { return Records.name(node.start) } }
        return nil
    }

    private static func child(_ name: ElementName, of content: Range<Address>) -> Address? {
        var cursor = ChildCursor(content)
        while let node = cursor.next() {
            if Records.isElement(node), Records.name(node.start) == name.id { return node.start }
        }
        return nil
    }
}
