/// Writes a rendering as HTML: one pass over its records.
///
/// It also writes what a page needs to work without script: the page-wide form, the names of lone controls, the name of a typed
/// form.
struct HTMLWriter: ~Copyable {
    /// The records to write. 8 bytes beyond each record are readable; the caller that makes a writer keeps them alive.
    let records: Range<Address>
    let names = HTMLNames.shared
    let overlay: FormOverlay?
    /// The script at the end of the page's head.
    let script: ScriptTag?
    /// The addition of development tools to the page.
    let foot: PageFoot?
    /// What the page says while a request is still being processed.
    let pending: PendingNotice?
    /// The address of the style sheet by which a modal dialog covers the page without script.
    let modalStyle: String?
    var out: HTMLBuffer
    /// The elements that are open, outermost first.
    private var open: UnsafeMutablePointer<Open>
    /// How many elements `open` has room for. It is small at first, since most views nest few.
    private var room = 32
    private var depth = 0
    /// The modal dialog in which the problems of the overlay are shown; nil if they are shown at the top of the page.
    var noticePlace: Address?
    /// The form that is open, if any.
    var form: OpenForm?
    /// The fields outside any form, as they were rendered: the marks of `rendered`.
    var marks: [UInt32] = []
    var hasLoneControls = false
    /// How many controls of a name the overlay has filled already, by the view's own form and name.
    var filled: [String: Int] = [:]
    /// The `select` that is open, if any.
    var select: OpenSelect?
    /// The addresses of the scripts of custom elements, each once.
    var modules: [String] = []

    struct Open {
        var start: Address
        var end: Address
        /// Where to continue after it. If it is a lazy part's, that is not its end.
        var next: Address
        var name: UInt16
    }

    struct OpenForm {
        /// Nil for a plain form, whose fields the program does not decode.
        var name: String?
    }

    struct OpenSelect {
        /// The control's name; nil if nothing is sent.
        var name: String?
        /// Whether it belongs to the page-wide form, so that its mark is written.
        var isLone: Bool
        var isMultiple: Bool
        /// The values to be shown as selected, if the overlay has any.
        var chosen: FormOverlay.Texts?
        var selected: [String] = []
        var firstOption: String?
    }

    init(
        _ records: Range<Address>,
        overlay: consuming FormOverlay? = nil,
        script: consuming ScriptTag? = nil,
        foot: consuming PageFoot? = nil,
        pending: consuming PendingNotice? = nil,
        modalStyle: consuming String? = nil,
        limit: Int = .max
    ) {
        self.records = records
        self.overlay = overlay
        self.script = script
        self.foot = foot
        self.pending = pending
        self.modalStyle = modalStyle
        let size = records.upperBound - records.lowerBound
        out = HTMLBuffer(capacity: min(size + size / 4 + 1024, limit), limit: limit)
        open = .allocate(capacity: room)
    }

    deinit { open.deallocate() }

    /// Pushes an element whose content comes next.
    @inline(__always)
    mutating func push(_ element: Open) {
        if depth == room { makeRoom() }
        (open + depth).initialize(to: element)
        depth += 1
    }

    /// Returns what follows an element in the one around it.
    func rest(after closed: Open) -> Range<Address> {
        closed.next..<(depth > 0 ? max(closed.next, open[depth - 1].end) : closed.next)
    }

    @inline(never)
    private mutating func makeRoom() {
        let larger = UnsafeMutablePointer<Open>.allocate(capacity: room * 2)
        larger.moveInitialize(from: open, count: depth)
        open.deallocate()
        open = larger
        room *= 2
    }

    mutating func write() {
        var offset = records.lowerBound
        let limit = records.upperBound
        var end = limit
        while true {
            while offset >= end {
                guard depth > 0 else { return }
                depth -= 1
                writeEnd(open[depth])
                offset = open[depth].next
                end = depth > 0 ? open[depth - 1].end : limit
            }
            // A record's size is checked against its container once; its parts lie within it by construction.
            let size = Records.size(offset)
            guard size >= RecordLayout.textHeader, size <= end - offset else { return }
            switch Records.kind(offset) {
            case RecordKind.element.rawValue:
                offset = writeElement(at: offset, size: size, next: offset + size, &end)
            case RecordLayout.partKind:
                let element = Records.element(ofPart: offset)
                offset = writeElement(at: element, size: Records.size(element), next: offset + size, &end)
            case RecordKind.text.rawValue:
                out.put(
                    escaping: offset + RecordLayout.textHeader,
                    size: size - RecordLayout.textHeader
                )
                offset += size
            case RecordKind.raw.rawValue:
                out.put(bytes: content(offset, size))
                offset += size
            case RecordKind.comment.rawValue:
                out.put("<!--")
                out.put(bytes: content(offset, size))
                out.put("-->")
                offset += size
            default:
                offset += size
            }
        }
    }

    private func content(_ offset: Address, _ size: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: offset + RecordLayout.textHeader,
            count: size - RecordLayout.textHeader
        )
    }

    /// Writes an element's start tag. Returns where to continue, and sets the end of the open element.
    @inline(__always)
    private mutating func writeElement(
        at offset: Address,
        size: Int,
        next: Address,
        _ end: inout Address
    ) -> Address {
        let name = Records.name(offset)
        let index = Int(name)
        let start = offset + RecordLayout.elementHeader
        let contentStart = start + Records.load32(offset + RecordLayout.attributesSize)
        let kind = index < names.elementCount ? names.elementKinds[index] : .special
        if kind == .special {
            return writeSpecial(at: offset, contentStart: contentStart, size: size, next: next, &end)
        }
        let tag = names.startTags + index * HTMLNames.slotSize
        let tagSize = Int(names.startTagSizes[index])
        if start == contentStart {
            out.put(slot: tag, size: tagSize + 1)
        } else {
            out.put(slot: tag, size: tagSize)
            var attribute = start
            while attribute < contentStart { attribute = writeAttribute(at: attribute) }
            out.put(UInt8(ascii: ">"))
        }
        if kind == .void { return next }
        if kind != .plain {
            if kind == .rawText {
                writeRawText(contentStart..<(offset + size))
                writeEnd(Open(start: offset, end: offset + size, next: next, name: name))
                return next
            }
            writeLeadingLineFeed(contentStart, offset + size)
        }
        // Many elements contain one text.
        let contentSize = offset + size - contentStart
        if contentSize > RecordLayout.textHeader, Records.kind(contentStart) == RecordKind.text.rawValue,
            Records.size(contentStart) == contentSize
        {
            out.put(escaping: contentStart + RecordLayout.textHeader, size: contentSize - RecordLayout.textHeader)
            out.put(slot: names.endTags + index * HTMLNames.slotSize, size: tagSize + 2)
            return next
        }
        end = offset + size
        push(Open(start: offset, end: end, next: next, name: name))
        return contentStart
    }

    @inline(__always)
    private mutating func writeEnd(_ closed: Open) {
        let index = Int(closed.name)
        if index < names.elementCount, names.elementKinds[index] != .special {
            out.put(slot: names.endTags + index * HTMLNames.slotSize, size: Int(names.startTagSizes[index]) + 2)
        } else {
            writeSpecialEnd(closed)
        }
    }

    /// Writes the attribute record, and returns the address of the next one.
    @inline(__always)
    mutating func writeAttribute(at offset: Address) -> Address {
        let name = Records.load16(offset)
        let kind = Records.kind(offset + RecordLayout.attributeKind)
        let size = Records.load32(offset + RecordLayout.attributeSize)
        let value = offset + RecordLayout.attributeHeader
        let index = Int(name)
        if name <= AttributeName.lastUnwritten {
            if name == AttributeName.custom.id { writeCustomAttribute(at: offset, kind: kind, size: size) }
        } else if index < names.attributeCount {
            let slot = names.attributes + index * HTMLNames.slotSize
            if kind == AttributeValue.Kind.flag.rawValue {
                out.put(slot: slot, size: Int(names.attributeSizes[index]) - 2)
            } else {
                out.put(slot: slot, size: Int(names.attributeSizes[index]))
                out.put(escaping: value, size: size)
                out.put(UInt8(ascii: "\""))
            }
        }
        return value + size
    }

    private mutating func writeCustomAttribute(at offset: Address, kind: UInt8, size: Int) {
        let nameSize = Records.nameSize(offset)
        guard nameSize <= size else { return }
        let start = offset + RecordLayout.attributeHeader
        out.put(UInt8(ascii: " "))
        out.put(bytes: UnsafeRawBufferPointer(start: start, count: nameSize))
        if kind == AttributeValue.Kind.flag.rawValue { return }
        out.put("=\"")
        out.put(escaping: start + nameSize, size: size - nameSize)
        out.put(UInt8(ascii: "\""))
    }

    /// Writes the texts of a raw text element unescaped: the builder has left out those that would end it early.
    private mutating func writeRawText(_ range: Range<Address>) {
        var cursor = ChildCursor(range)
        while let node = cursor.next() {
            let kind = Records.kind(node.start)
            guard kind == RecordKind.text.rawValue || kind == RecordKind.raw.rawValue else { continue }
            // CR cannot be escaped here, and a parser reads it as a line feed.
            var text = withLineFeeds(String(decoding: Records.text(node.range), as: UTF8.self))
            text.withUTF8 { bytes in
                // If NUL were left out, the text around it could become an end tag. A parser reads it as U+FFFD.
                for byte in bytes { if byte == 0 { out.put("\u{FFFD}") } else { out.put(byte) } }
            }
        }
    }

    /// Writes a second line feed if the text begins with one: the parser drops the one right after `<pre>` and `<textarea>`.
    mutating func writeLeadingLineFeed(_ start: Address, _ end: Address) {
        var offset = start
        while offset < end {
            let kind = Records.kind(offset)
            if kind == RecordKind.text.rawValue || kind == RecordKind.raw.rawValue {
                if Records.kind(offset + RecordLayout.textHeader) == 0x0a { out.put(0x0a) }
                return
            }
            guard kind == RecordKind.nothing.rawValue else { return }
            offset += max(Records.size(offset), RecordLayout.textHeader)
        }
    }
}

extension HTMLWriter {
    /// Begins with the content of a form, so that controls are written as those of a form.
    mutating func beginInForm() { form = OpenForm(name: nil) }
}

extension Rendering {
    /// Returns the rendering as HTML, in UTF-8. With an overlay, controls show the posted values, and the page shows the problems.
    /// The script is written at the end of the head, and the foot at the end of the body.
    package func html(
        overlay: consuming FormOverlay? = nil,
        script: consuming ScriptTag? = nil,
        foot: consuming PageFoot? = nil,
        pending: consuming PendingNotice? = nil,
        modalStyle: consuming String? = nil
    ) -> [UInt8] {
        defer { withExtendedLifetime(tape) {} }
        var writer = HTMLWriter(
            addresses,
            overlay: overlay,
            script: script,
            foot: foot,
            pending: pending,
            modalStyle: modalStyle
        )
        writer.write()
        return [UInt8](writer.out.bytes)
    }
}
