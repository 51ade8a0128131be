extension Rendering {
    /// The content of the body as HTML, without the page's own additions: no form around lone controls, no script. If the view is
    /// not a whole page, it is all of the view.
    package var bodyHTML: [UInt8] {
        withExtendedLifetime(tape) {
            let html = content(of: .html, in: addresses)
            var writer = HTMLWriter(html.flatMap { content(of: .body, in: $0) } ?? addresses)
            writer.write()
            return [UInt8](writer.out.bytes)
        }
    }

    /// Returns the content of the first element of that name among the topmost records of a range.
    private func content(of name: ElementName, in records: Range<Address>) -> Range<Address>? {
        var cursor = ChildCursor(records)
        while let node = cursor.next() {
            if Records.isElement(node), Records.name(node.start) == name.id { return Records.content(node.start) }
        }
        return nil
    }
}
