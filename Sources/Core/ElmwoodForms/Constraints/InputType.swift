/// The type of an `input` element, by its `type` attribute.
enum InputType: String {
    case hidden, text, search, tel, url, email, password, date, month, week, time, number, range, color, checkbox
    case radio, file, submit, image, reset, button
    case localDateTime = "datetime-local"

    /// Creates the type for an attribute's value, in any case; `text` if the value is unknown or absent.
    init(attribute: String?) {
        self = attribute.flatMap { InputType(rawValue: $0.lowercased()) } ?? .text
    }

    /// Whether its value is one line of free text.
    var isText: Bool {
        switch self {
        case .text, .search, .tel, .url, .email, .password: true
        default: false
        }
    }

    /// Whether its value is a point in time.
    var isDate: Bool {
        switch self {
        case .date, .month, .week, .time, .localDateTime: true
        default: false
        }
    }

    /// Whether `readonly` applies to it.
    var canBeReadOnly: Bool { isText || isDate || self == .number }
}
