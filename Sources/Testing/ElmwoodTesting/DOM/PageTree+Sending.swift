import ElmwoodPageTree
import ElmwoodViewTree

/// A name and a value that a form sends.
package struct SentField: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
        case text(String)
        /// Nil if a file field was sent with no file chosen.
        case file(TestFile?)
    }

    package var name: String
    package var value: Value

    init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    init(_ name: String, file: TestFile?) {
        self.name = name
        value = .file(file)
    }

    /// Whether it is a file field without a file, which the script does not send.
    var isEmptyFile: Bool { value == .file(nil) }
}

extension PageTree {
    /// The owner of controls that are sent together.
    enum Owner {
        /// The form of the whole page, to which lone controls belong.
        case page
        case form(PageNode)
    }

    /// Returns the fields that a browser sends of a form (HTML, section 4.10.22.4): the values of its controls, in document order.
    ///
    /// - Parameter submitter: the button that submits it; nil if it is not a button of the view.
    func fields(of owner: Owner, by submitter: PageNode? = nil) -> [SentField] {
        var fields: [SentField] = []
        switch owner {
        case .page:
            for node in controls where node.isLone { node.send(to: &fields, submitter) }
            if let marks { fields.append(SentField("rendered", marks)) }
        case .form(let form):
            if let name = form["data-form"] { fields.append(SentField("form", name)) }
            for node in form.formControls { node.send(to: &fields, submitter) }
        }
        return fields
    }

    /// The marks of the rendered lone fields; nil if there are no such fields. The HTML writer writes them at the end of the page.
    package var marks: String? {
        var hasLoneControls = false
        var marks = ""
        for node in controls where node.isLone && node.tag != "button" {
            hasLoneControls = true
            guard !node.has("disabled"), let name = node["name"] else { continue }
            for value in node.markedValues { marks += Self.mark(fieldHash(name: name.utf8, value: value.utf8)) }
        }
        return hasLoneControls ? marks : nil
    }

    /// Returns 32 bits as six characters of base64url.
    private static func mark(_ bits: UInt32) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String(stride(from: 30, through: 0, by: -6).map { digits[Int((UInt64(bits) << 4) >> UInt64($0) & 63)] })
    }
}

extension PageNode {
    /// Adds the fields that the control sends, if any.
    func send(to fields: inout [SentField], _ submitter: PageNode? = nil, as givenName: String? = nil) {
        guard isSubmittable, !isDisabled else { return }
        let name = givenName ?? self["name"] ?? ""
        if control == .button {
            guard self == submitter else { return }
            if type == "image" {
                let prefix = name.isEmpty ? "" : name + "."
                fields += [SentField(prefix + "x", "0"), SentField(prefix + "y", "0")]
            } else if !name.isEmpty {
                fields.append(SentField(name, self["value"] ?? ""))
            }
            return
        }
        guard !name.isEmpty else { return }
        switch fieldValue {
        case .checked(let isChecked):
            if isChecked { fields.append(SentField(name, self["value"] ?? "on")) }
        case .chosen:
            for option in chosenOptions where !option.isDisabled { fields.append(SentField(name, option.optionValue)) }
        case .files(let files):
            fields += files.isEmpty ? [SentField(name, file: nil)] : files.map { SentField(name, file: $0) }
        case .text(let text):
            let isCharset = type == "hidden" && name.lowercased() == "_charset_"
            fields.append(SentField(name, isCharset ? "UTF-8" : text))
            if let direction = self["dirname"], !direction.isEmpty { fields.append(SentField(direction, "ltr")) }
        }
    }

    /// The values of a lone control that have marks.
    fileprivate var markedValues: [String] {
        switch tag {
        case "textarea":
            guard case .text(let text) = renderedValue else { return [] }
            return [text]
        case "select":
            let options = options.filter { !$0.has("disabled") }
            let selected = options.filter { $0.has("selected") }.map(\.optionValue)
            if has("multiple") { return selected }
            return (selected.last ?? options.first?.optionValue).map { [$0] } ?? []
        default:
            switch type {
            case "checkbox", "radio": return has("checked") ? [self["value"] ?? "on"] : []
            case "submit", "button", "reset", "image", "file": return []
            default: return [self["value"] ?? ""]
            }
        }
    }
}
