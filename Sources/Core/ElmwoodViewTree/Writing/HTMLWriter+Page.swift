extension HTMLWriter {
    /// Writes the start tag of an element that needs more than its own attributes, and returns where to continue.
    @inline(never)
    mutating func writeSpecial(
        at offset: Address,
        contentStart: Address,
        size: Int,
        next: Address,
        _ end: inout Address
    ) -> Address {
        let name = ElementName(id: Records.load16(offset + RecordLayout.name))
        let attributes = (offset + RecordLayout.elementHeader)..<contentStart
        let after = offset + size
        switch name {
        case .html:
            if out.count == 0 { out.put("<!DOCTYPE html>") }
            writeStart(name, attributes)
        case .head: writeStart(name, attributes)
        case .body: writeBody(at: offset, attributes)
        case .dialog: writeDialog(at: offset, attributes)
        case .form: writeForm(at: offset, attributes)
        case .button: writeButton(attributes)
        case .input:
            writeInput(attributes)
            return next
        case .textarea:
            writeTextarea(attributes, content: contentStart..<after)
            return next
        case .select: writeSelect(attributes, content: contentStart..<after)
        case .option: writeOption(attributes, content: contentStart..<after)
        default:
            out.put(UInt8(ascii: "<"))
            out.put(bytes: customTag(offset))
            writeCustomAttributes(attributes)
            out.put(UInt8(ascii: ">"))
        }
        end = after
        push(Open(start: offset, end: after, next: next, name: name.id))
        return contentStart
    }

    /// Writes the end tag of an element that ``writeSpecial(at:contentStart:size:next:_:)`` began.
    @inline(never)
    mutating func writeSpecialEnd(_ closed: Open) {
        switch ElementName(id: closed.name) {
        case .custom:
            out.put("</")
            out.put(bytes: customTag(closed.start))
            out.put(UInt8(ascii: ">"))
            return
        case .form: form = nil
        case .head:
            writeScript(in: Records.content(closed.start), before: rest(after: closed))
            writeFootHead()
            writePendingHead()
        case .select: endSelect()
        case .body:
            writeMarks()
            writeModules()
            writeFoot()
        default: break
        }
        let index = Int(closed.name)
        out.put(slot: names.endTags + index * HTMLNames.slotSize, size: Int(names.startTagSizes[index]) + 2)
    }

    /// Returns the name of an element that the table does not have.
    private func customTag(_ offset: Address) -> UnsafeRawBufferPointer {
        let start = offset + RecordLayout.elementHeader
        let value = start + RecordLayout.attributeHeader
        guard Records.load16(start) == AttributeName.tag.id else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return Records.bytes(value..<(value + Records.load32(start + RecordLayout.attributeSize)))
    }

    /// Writes a start tag with those attributes.
    mutating func writeStart(
        _ name: ElementName,
        _ attributes: Range<Address>,
        skipping skipped: SkippedAttributes = .none
    ) {
        writeTagName(name)
        writeAttributes(attributes, skipping: skipped)
        out.put(UInt8(ascii: ">"))
    }

    mutating func writeTagName(_ name: ElementName) {
        let index = Int(name.id)
        out.put(slot: names.startTags + index * HTMLNames.slotSize, size: Int(names.startTagSizes[index]))
    }

    mutating func writeAttributes(_ attributes: Range<Address>, skipping skipped: SkippedAttributes = .none) {
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            if skipped.contains(Records.load16(attribute)) {
                attribute += RecordLayout.attributeHeader + Records.load32(attribute + RecordLayout.attributeSize)
            } else {
                attribute = writeAttribute(at: attribute)
            }
        }
    }

    /// Writes `body` and what lone controls need without script: one form for the whole page, which they refer to by
    /// `form="elmwood"`, so that no wrapper breaks the layout.
    ///
    /// The form's first button has no name: Enter in a lone field presses it, and sends the changed fields only. A page with a
    /// script always has the form, since later views may need it.
    private mutating func writeBody(at offset: Address, _ attributes: Range<Address>) {
        writeStart(.body, attributes)
        let facts = Facts(rawValue: Records.load16(offset + RecordLayout.facts))
        if script != nil || !facts.isDisjoint(with: [.messageButton, .loneControl]) {
            out.put("<form id=\"elmwood\" method=\"post\"")
            if facts.isSuperset(of: [.loneControl, .fileInput]) { out.put(" enctype=\"multipart/form-data\"") }
            out.put(" novalidate hidden data-elmwood><button hidden></button></form>")
        }
        guard overlay != nil || pending != nil else { return }
        noticePlace = Self.lastModal(of: Records.content(offset))
        if noticePlace == nil { writeNotices() }
    }

    /// Writes the problems of a post, and that a request is still being processed, where they can be seen.
    private mutating func writeNotices() {
        if let overlay { writeProblems(of: overlay) }
        writePendingNotice()
    }

    /// Writes a dialog. One that is modal is open also without script; a style sheet then lets it cover the page, of which nothing else
    /// can be used, so that the problems of a post are shown in it.
    private mutating func writeDialog(at offset: Address, _ attributes: Range<Address>) {
        guard ControlParts.isModal(attributes) else { return writeStart(.dialog, attributes) }
        writeTagName(.dialog)
        out.put(" open")
        writeAttributes(attributes, skipping: SkippedAttributes(.open))
        out.put(">")
        if let modalStyle {
            out.put("<noscript data-elmwood><link rel=\"stylesheet\" href=\"")
            out.put(escaping: modalStyle)
            out.put("\"></noscript>")
        }
        if noticePlace == offset { writeNotices() }
    }

    /// Returns the last modal dialog of a content, which is the topmost one; nil if there is none.
    private static func lastModal(of content: Range<Address>) -> Address? {
        var cursor = ChildCursor(content)
        var last: Address?
        while let node = cursor.next() {
            guard Records.isElement(node) else { continue }
            let isDialog = Records.name(node.start) == ElementName.dialog.id
            if isDialog, ControlParts.isModal(Records.attributes(node.start)) { last = node.start }
            if let inner = lastModal(of: Records.content(node.start)) { last = inner }
        }
        return last
    }

    /// Lists the problems that the view does not show itself.
    private mutating func writeProblems(of overlay: FormOverlay) {
        var shown: String?
        var sentences: [String] = []
        for problem in overlay.problems where !sentences.contains(problem.sentence) {
            if shown == nil { shown = Records.text(of: records) }
            if !contains(shown ?? "", problem.sentence) { sentences.append(problem.sentence) }
        }
        if sentences.isEmpty { return }
        out.put("<div data-elmwood role=\"alert\" class=\"problems\"><ul>")
        for sentence in sentences {
            out.put("<li>")
            out.put(escaping: sentence)
            out.put("</li>")
        }
        out.put("</ul></div>")
    }

    /// Writes the marks of the lone fields as they were rendered: 32 bits each, as six characters of base64url.
    private mutating func writeMarks() {
        guard hasLoneControls else { return }
        out.put("<input data-elmwood type=\"hidden\" form=\"elmwood\" name=\"rendered\" value=\"")
        for mark in marks {
            for shift in stride(from: 30, through: 0, by: -6) {
                out.put(base64URLCharacter((UInt64(mark) << 4) >> UInt64(shift)))
            }
        }
        out.put("\">")
    }

    /// Writes a form. A typed one posts to the page itself, with its name in a hidden field.
    private mutating func writeForm(at offset: Address, _ attributes: Range<Address>) {
        let parts = ControlParts(attributes)
        guard parts.submit != nil else {
            form = OpenForm(name: nil)
            writeStart(.form, attributes)
            return
        }
        let name = parts.text(parts.typedFormName)
        form = OpenForm(name: name)
        writeTagName(.form)
        out.put(" method=\"post\" data-form=\"")
        out.put(escaping: name)
        out.put(UInt8(ascii: "\""))
        let facts = Facts(rawValue: Records.load16(offset + RecordLayout.facts))
        let isMultipart = facts.contains(.fileInput)
        if isMultipart { out.put(" enctype=\"multipart/form-data\"") }
        writeAttributes(attributes, skipping: .ofTypedForm(isMultipart: isMultipart))
        out.put("><input data-elmwood type=\"hidden\" name=\"form\" value=\"")
        out.put(escaping: name)
        out.put("\">")
    }
}

/// Up to five attributes that are written in another way, or not at all.
struct SkippedAttributes {
    private let first: UInt16
    private let second: UInt16
    private let third: UInt16
    private let fourth: UInt16
    private let fifth: UInt16

    static var none: Self { Self() }
    /// Those of a button that offers a message: the page-wide form's replace these, and it has a `type` of its own.
    static var ofMessageButton: Self { Self(.type, .form, .name, .value, .onClick) }

    /// Returns those of a form that is sent as a message.
    static func ofTypedForm(isMultipart: Bool) -> Self {
        isMultipart ? Self(.method, .onSubmit, .enctype) : Self(.method, .onSubmit)
    }

    @inline(__always)
    init(
        _ first: AttributeName? = nil,
        _ second: AttributeName? = nil,
        _ third: AttributeName? = nil,
        _ fourth: AttributeName? = nil,
        _ fifth: AttributeName? = nil
    ) {
        self.first = first?.id ?? .max
        self.second = second?.id ?? .max
        self.third = third?.id ?? .max
        self.fourth = fourth?.id ?? .max
        self.fifth = fifth?.id ?? .max
    }

    @inline(__always)
    func contains(_ id: UInt16) -> Bool {
        id == first || id == second || id == third || id == fourth || id == fifth
    }
}

/// Whether the text contains the part.
func contains(_ text: String, _ part: String) -> Bool { contains(Array(text.utf8), Array(part.utf8)) }

/// Whether the bytes contain the part.
func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard !part.isEmpty, part.count <= bytes.count else { return part.isEmpty }
    return (0...(bytes.count - part.count)).contains { bytes[$0..<($0 + part.count)].elementsEqual(part) }
}
