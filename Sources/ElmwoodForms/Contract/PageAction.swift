import ElmwoodFormData

/// One thing that a visitor did on a live page, as its script tells it.
///
/// A live page sends what was done on it as a list, each with a number one above the last. Each begins with a field named
/// `event`, whose value is the number, the kind, how many fields follow that belong to it, and what it is about:
///
/// ```
/// event=7 message 0 remove(id:3)
/// event=8 change 1 count & count=42
/// event=9 form-input 1 register⏎email & email=bob@
/// event=10 submit 1 new-todo & title=Milk
/// event=11 page 0 visible
/// ```
package struct PageAction: Equatable, Sendable {
    /// What was done.
    package enum Kind: Equatable, Sendable {
        /// Something offered that message, as its text.
        case message(String)
        /// A control was changed; in a typed form where that is named. `isInput`: while it was edited, at a keystroke.
        case edit(control: String, form: String?, isInput: Bool)
        /// A typed form was sent.
        case submit(form: String)
        /// Something happened to the page itself: it became visible, a key was pressed.
        case page(String)
    }

    /// Its number among what was done on that page, from 1 on.
    package var sequence: UInt64
    package var kind: Kind
    /// The values of the controls that it is about.
    package var fields: [FormData.Entry]

    package init(sequence: UInt64, kind: Kind, fields: [FormData.Entry] = []) {
        self.sequence = sequence
        self.kind = kind
        self.fields = fields
    }

    /// Reads the list that a live page posted, in order.
    ///
    /// - Throws: where it is malformed, or longer than the limits allow. Then nothing of it is to be applied.
    package static func list(
        _ post: FormData,
        limits: ContractLimits = ContractLimits()
    ) throws(Refusal) -> [PageAction] {
        guard post.entries.count <= limits.fields + limits.messages else {
            throw .malformed("A post has at most \(limits.fields) fields.")
        }
        var actions: [PageAction] = []
        var index = 0
        while index < post.entries.count {
            let entry = post.entries[index]
            index += 1
            guard entry.name == "event", let text = entry.value.text, let head = Head(text),
                head.count <= post.entries.count - index
            else {
                throw .malformed("A field “event” is a number, a kind, how many fields follow, and what it is about.")
            }
            if let last = actions.last, head.sequence <= last.sequence {
                throw .malformed("The numbers of events rise.")
            }
            let fields = Array(post.entries[index..<(index + head.count)])
            index += head.count
            actions.append(PageAction(sequence: head.sequence, kind: try head.kind(), fields: fields))
        }
        guard actions.count <= limits.messages else {
            throw .malformed("A post has at most \(limits.messages) events.")
        }
        return actions
    }

    /// The value of a field `event`, taken apart.
    private struct Head {
        let sequence: UInt64
        let kindName: Substring
        let count: Int
        let argument: Substring

        init?(_ text: String) {
            let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let sequence = UInt64(parts[0]), sequence > 0, sequence < 1 << 53,
                let count = Int(parts[2]), count >= 0
            else { return nil }
            self.sequence = sequence
            kindName = parts[1]
            self.count = count
            argument = parts[3]
        }

        func kind() throws(Refusal) -> Kind {
            switch kindName {
            case "message": return .message(String(argument))
            case "change", "input":
                return .edit(control: String(argument), form: nil, isInput: kindName == "input")
            case "form-change", "form-input":
                // A multipart body has its line ends as CR LF, which is one character.
                guard let end = argument.firstIndex(where: { $0 == "\n" || $0 == "\r\n" }) else {
                    throw .malformed("The event is about a form and a control, a line each.")
                }
                let control = String(argument[argument.index(after: end)...])
                return .edit(control: control, form: String(argument[..<end]), isInput: kindName == "form-input")
            case "submit": return .submit(form: String(argument))
            case "page": return .page(String(argument))
            default: throw .malformed("There is no event of the kind “\(kindName)”.")
            }
        }
    }
}
