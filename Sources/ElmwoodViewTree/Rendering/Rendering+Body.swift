extension Rendering {
    /// What is in the body, as HTML, with nothing that belongs to a page of its own: no form around lone controls, no script.
    /// Of what is no whole page, all of it.
    package var bodyHTML: [UInt8] {
        withExtendedLifetime(tape) {
            let html = content(of: .html, in: addresses)
            var writer = HTMLWriter(html.flatMap { content(of: .body, in: $0) } ?? addresses)
            writer.write()
            return [UInt8](writer.out.bytes)
        }
    }

    /// The content of the first element of that name among the topmost records of a range.
    private func content(of name: ElementName, in records: Range<Address>) -> Range<Address>? {
        var cursor = ChildCursor(records)
        while let node = cursor.next() {
            if Records.isElement(node), Records.name(node.start) == name.id { return Records.content(node.start) }
        }
        return nil
    }
}
