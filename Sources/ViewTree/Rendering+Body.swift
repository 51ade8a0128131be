extension Rendering {
    /// What is in the body, as HTML, with nothing that belongs to a page of its own: no form around lone controls, no script.
    /// Of what is no whole page, all of it.
    package var bodyHTML: [UInt8] {
        withExtendedLifetime(tape) {
            let records = Records(base: tape.base)
            let html = element(.html, in: range, records)
            let content = html.flatMap { element(.body, in: $0, records) } ?? range
            var writer = HTMLWriter(Rendering(tape: tape, range: content, facts: facts))
            writer.write()
            return [UInt8](writer.out.bytes)
        }
    }

    /// The content of the first element of that name among the topmost records of a range.
    private func element(_ name: ElementName, in range: Range<Int>, _ records: Records) -> Range<Int>? {
        var cursor = ChildCursor(records, range)
        while let node = cursor.next() {
            guard records.isElement(node), records.name(node.start) == name.id else { continue }
            let start = records.attributes(node.start).upperBound
            return start..<max(start, node.end)
        }
        return nil
    }
}
