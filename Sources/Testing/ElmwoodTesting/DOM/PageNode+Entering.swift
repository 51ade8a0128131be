import Elmwood
import ElmwoodPageTree

extension PageNode {
    /// Returns why a visitor cannot enter that text in the field, as the end of a sentence; nil if they can.
    ///
    /// Values that a browser accepts and then reports as invalid, like a number that is too large, can be entered.
    func reasonNotToHold(_ text: String) -> String? {
        if let limit = self["maxlength"].flatMap({ Int($0) }), limit >= 0, takesLength, text.utf16.count > limit {
            return "takes \(limit) characters at most, and this has \(text.utf16.count)"
        }
        guard tag == "input" else { return nil }
        if text.contains(where: \.isNewline) { return "has one line, and this has several" }
        guard !text.isEmpty else {
            return type == "range" || type == "color" ? "always holds something" : nil
        }
        switch type {
        case "number": return Self.isNumber(text) ? nil : "takes a number, and “\(text)” is none"
        case "range":
            guard let value = Double(text), Self.isNumber(text) else { return "takes a number, and “\(text)” is none" }
            let low = self["min"].flatMap { Double($0) } ?? 0
            let high = self["max"].flatMap { Double($0) } ?? 100
            return value < low || value > high ? "goes from \(self["min"] ?? "0") to \(self["max"] ?? "100")" : nil
        case "color":
            let isColor = text.count == 7 && text.first == "#" && text.dropFirst().allSatisfy(\.isHexDigit)
            return isColor ? nil : "takes a color like #ff8800, and “\(text)” is none"
        case "date": return LocalDate(text) != nil ? nil : "takes a date like 2024-12-31, and “\(text)” is none"
        case "month": return Self.fits(text, "0000-00") ? nil : "takes a month like 2024-12, and “\(text)” is none"
        case "week": return Self.fits(text, "0000-W00") ? nil : "takes a week like 2024-W52, and “\(text)” is none"
        case "time":
            return LocalTime(text) != nil ? nil : "takes a time like 17:30, and “\(text)” is none"
        case "datetime-local":
            return LocalDateTime(text) != nil
                ? nil : "takes a date and a time like 2024-12-31T17:30, and “\(text)” is none"
        default: return nil
        }
    }

    private var takesLength: Bool {
        tag == "textarea" || ["text", "search", "url", "tel", "email", "password"].contains(type)
            || !Self.knownTypes.contains(type)
    }

    private static let knownTypes: Set<String> = [
        "text", "search", "url", "tel", "email", "password", "number", "range", "color", "date", "month", "week",
        "time",
        "datetime-local", "checkbox", "radio", "file", "hidden", "submit", "image", "button", "reset",
    ]

    /// Whether the text is a floating-point number in HTML's format.
    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?/) != nil
    }

    /// Whether the text has digits in place of the pattern's zeros, and is otherwise equal to it.
    private static func fits(_ text: String, _ pattern: String) -> Bool {
        text.count == pattern.count
            && zip(text, pattern).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
    }
}
