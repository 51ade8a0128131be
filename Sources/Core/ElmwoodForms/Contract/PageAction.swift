import ElmwoodFormData

/// One action of a visitor on a live page, as its script reports it.
///
/// A live page sends the actions as a list, numbered consecutively. Each begins with a field named `event`. Its value is the
/// number, the kind, how many of the following fields belong to it, and its subject:
///
/// ```
/// event=7 message 0 remove(id:3)
/// event=8 change 1 count & count=42
/// event=9 form-input 1 register⏎email & email=bob@
/// event=10 submit 1 new-todo & title=Milk
/// event=11 page 0 visible
/// event=12 event 2 board & x=120.5 & y=80
/// ```
package struct PageAction: Equatable, Sendable {
    /// The kind of an action.
    package enum Kind: Equatable, Sendable {
        /// An element offered that message, given as its text.
        case message(String)
        /// A control was changed, in a typed form if one is given. `isInput`: during the edit, at a keystroke.
        case edit(control: String, form: String?, isInput: Bool)
        /// A typed form was sent.
        case submit(form: String)
        /// An event with a payload, by its name in the view. Its fields are the members of the payload.
        case event(String)
        /// An event of the page itself: it became visible, a key was pressed.
        case page(String)
    }

    /// The typed form that it belongs to; nil if none.
    package var form: String? {
        switch kind {
        case .submit(let form): form
        case .edit(_, let form, _): form
        case .message, .event, .page: nil
        }
    }

    /// Whether the visitor has done it, and not the page itself.
    package var isAct: Bool { if case .page = kind { false } else { true } }

    /// Its number among the actions on that page, from 1.
    package var sequence: UInt64
    package var kind: Kind
    /// The values of the controls that belong to it.
    package var fields: [FormData.Entry]

    package init(sequence: UInt64, kind: Kind, fields: [FormData.Entry] = []) {
        self.sequence = sequence
        self.kind = kind
        self.fields = fields
    }

    /// Reads the list that a live page posted, in order.
    ///
    /// - Throws: an error if it is malformed, or longer than the limits allow. Then nothing of it may be applied.
    package static func list(
        _ post: FormData,
        limits: ContractLimits = ContractLimits()
    ) throws(Refusal) -> [PageAction] {
        guard post.entries.count <= limits.fields + limits.messages else {
            throw .malformed(.tooManyFields(limit: limits.fields))
        }
        var actions: [PageAction] = []
        var index = 0
        while index < post.entries.count {
            let entry = post.entries[index]
            index += 1
            guard entry.name.hasBytes(of: "event"), let text = entry.value.text, let head = Head(text),
                head.count <= post.entries.count - index
            else {
                throw .malformed(.badEvent)
            }
            guard CombiningMarks.areFew(in: text) else { throw .malformed(.tooManyMarks(limit: CombiningMarks.most)) }
            if let last = actions.last, head.sequence <= last.sequence {
                throw .malformed(.badEventNumbers)
            }
            let fields = Array(post.entries[index..<(index + head.count)])
            index += head.count
            actions.append(PageAction(sequence: head.sequence, kind: try head.kind(), fields: fields))
        }
        guard actions.count <= limits.messages else {
            throw .malformed(.tooManyEvents(limit: limits.messages))
        }
        return actions
    }

    /// The parsed value of a field `event`.
    private struct Head {
        let sequence: UInt64
        let kindName: String
        let count: Int
        let argument: String

        init?(_ text: String) {
            // By bytes: a space that belongs to a longer `Character` separates too, since the script joins the parts without regard
            // to what follows.
            let bytes = text.utf8.span
            guard let number = Self.part(of: bytes, from: 0),
                let kind = Self.part(of: bytes, from: number.upperBound + 1),
                let fields = Self.part(of: bytes, from: kind.upperBound + 1),
                let sequence = UInt64(Self.text(number, of: bytes)), sequence > 0, sequence < 1 << 53,
                let count = Int(Self.text(fields, of: bytes)), count >= 0
            else { return nil }
            self.sequence = sequence
            kindName = Self.text(kind, of: bytes)
            self.count = count
            argument = Self.text(fields.upperBound + 1..<bytes.count, of: bytes)
        }

        /// Returns the range of the part that begins at an index; nil if no space ends it.
        private static func part(of bytes: Span<UInt8>, from start: Int) -> Range<Int>? {
            bytes.extracting(start...).firstIndex(of: UInt8(ascii: " ")).map { start..<start + $0 }
        }

        private static func text(_ range: Range<Int>, of bytes: Span<UInt8>) -> String {
            bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }

        func kind() throws(Refusal) -> Kind {
            switch kindName {
            case "message": return .message(argument)
            case "change", "input":
                return .edit(control: argument, form: nil, isInput: kindName == "input")
            case "form-change", "form-input":
                // A multipart body has its line ends as CR LF, which is one `Character`.
                guard let end = argument.firstIndex(where: { $0 == "\n" || $0 == "\r\n" }) else {
                    throw .malformed(.eventNeedsControl)
                }
                let control = String(argument[argument.index(after: end)...])
                return .edit(control: control, form: String(argument[..<end]), isInput: kindName == "form-input")
            case "submit": return .submit(form: argument)
            case "event": return .event(argument)
            case "page": return .page(argument)
            default: throw .malformed(.unknownEvent(kindName))
            }
        }
    }
}
