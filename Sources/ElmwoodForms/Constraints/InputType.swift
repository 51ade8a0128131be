/// What an `input` element is, by its `type` attribute.
enum InputType: String {
    case hidden, text, search, tel, url, email, password, date, month, week, time, number, range, color, checkbox
    case radio, file, submit, image, reset, button
    case localDateTime = "datetime-local"

    /// The type that an attribute's value names, in any case; a text where it names none or is absent.
    init(attribute: String?) {
        self = attribute.flatMap { InputType(rawValue: $0.lowercased()) } ?? .text
    }

    /// Whether it holds one line of free text.
    var isText: Bool {
        switch self {
        case .text, .search, .tel, .url, .email, .password: true
        default: false
        }
    }

    /// Whether it holds a point in time.
    var isDate: Bool {
        switch self {
        case .date, .month, .week, .time, .localDateTime: true
        default: false
        }
    }

    /// Whether `readonly` has a meaning for it.
    var canBeReadOnly: Bool { isText || isDate || self == .number }
}
