import ElmwoodFormData
import ElmwoodViewTree

extension Contract {
    /// Returns the message of an event with a payload, which its handler makes of the members that the script has sent.
    ///
    /// - Throws: 409 if the view does not offer the event exactly once, 422 if the members are not those of the payload.
    func message(of name: String, _ fields: [FormData.Entry]) throws(Refusal) -> any Sendable {
        let offers = Outline(rendering, purpose: .payloads).payloads.filter { $0.event.name.hasBytes(of: name) }
        // It is unknown which of two elements was meant, and the wrong row must not be changed.
        guard let offer = offers.first, offers.count == 1, let handler = offer.attribute.handler,
            let payload = handler.payload as? any EventPayload.Type
        else { throw .notOffered(.messageNotOffered(name)) }
        // Browsers write the line ends of a text in one way or the other.
        let fields = fields.map { field in
            field.value.text.map { FormData.Entry(name: field.name, value: .text(Sanitization.lineFeeds($0))) } ?? field
        }
        try check(fields, of: payload, at: offer.node)
        do {
            return try handler.message(FieldDecoder(FieldTree(FormData(fields), limit: limits.fields)))
        } catch let error as FieldError {
            throw .wrongMember(error.field)
        } catch {
            throw .wrongMember(name)
        }
    }

    /// Refuses members that the payload does not declare, and values that are none of its members.
    private func check<Payload: EventPayload>(
        _ fields: [FormData.Entry],
        of payload: Payload.Type,
        at node: TapeNode
    ) throws(Refusal) {
        let members: [PayloadShape.Member]
        do {
            members = try PayloadShape.of(payload).members
        } catch {
            // The view could not have offered it.
            throw .notOffered(.noMessage)
        }
        var counts: [ReceivedText: Int] = [:]
        for field in fields {
            // The names of a view, compared by their bytes.
            guard let member = members.first(where: { $0.name.hasBytes(of: field.name) }) else {
                throw .wrongMember(field.name)
            }
            let count = counts[ReceivedText(field.name), default: 0] + 1
            guard count <= (member.kind == .files ? payload.mostFiles : 1) else { throw .wrongMember(field.name) }
            counts[ReceivedText(field.name)] = count
            guard isValue(field.value, of: member, payload, at: node) else { throw .wrongMember(field.name) }
        }
        for member in members where !member.isOptional && member.kind != .files {
            guard counts[ReceivedText(member.name)] != nil else { throw .wrongMember(member.name) }
        }
    }

    private func isValue<Payload: EventPayload>(
        _ value: FormData.Value,
        of member: PayloadShape.Member,
        _ payload: Payload.Type,
        at node: TapeNode
    ) -> Bool {
        switch (member.kind, value) {
        case (.file, .file(let file)), (.files, .file(let file)): return file.limit == nil
        case (.boolean, .text(let text)): return text.hasBytes(of: "true") || text.hasBytes(of: "false")
        case (.text, .text(let text)):
            return text.utf16.count <= payload.longestText && CombiningMarks.areFew(in: text)
        case (.number, .text(let text)):
            guard text.utf8.count <= 40, DecimalNumber(text) != nil, let number = Double(text), number.isFinite else {
                return false
            }
            return range(of: member.name, payload, at: node).contains(number)
        default: return false
        }
    }

    /// Returns the range of a number: what its type declares or, of a place, that of the element.
    private func range<Payload: EventPayload>(
        of member: String,
        _ payload: Payload.Type,
        at node: TapeNode
    ) -> ClosedRange<Double> {
        if let declared = payload.ranges[member] { return declared }
        let place = member == "x" || member == "y" ? PlaceRange(node) : nil
        return (member == "x" ? place?.x : place?.y) ?? -9_007_199_254_740_992...9_007_199_254_740_992
    }
}

/// The places within an element, in its own units: its `viewBox`, or its `width` and `height`.
struct PlaceRange {
    private(set) var x: ClosedRange<Double>?
    private(set) var y: ClosedRange<Double>?

    init(_ node: TapeNode) {
        if let box = node.attribute(.viewBox)?.text {
            let numbers = box.utf8.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }.map { Double(String(Substring($0))) }
            if numbers.count == 4, let left = numbers[0], let top = numbers[1], let width = numbers[2],
                let height = numbers[3]
            {
                x = Self.range(from: left, width)
                y = Self.range(from: top, height)
                return
            }
        }
        x = node.attribute(.width).flatMap { Double($0.text) }.flatMap { Self.range(from: 0, $0) }
        y = node.attribute(.height).flatMap { Double($0.text) }.flatMap { Self.range(from: 0, $0) }
    }

    private static func range(from start: Double, _ size: Double) -> ClosedRange<Double>? {
        let end = start + size
        return size > 0 && start.isFinite && end.isFinite ? start...end : nil
    }
}
