import ElmwoodCalendar

// Dates and times without a time zone are bound as their texts, which sort by time. PostgreSQL reads these as the `date`, `time` or `timestamp`
// of the column. They are read by their own decoding.

extension LocalDate: SQLConvertible {
    /// A text.
    public static var sqlType: SQLType { .text }
    /// The text, `2026-03-29`.
    public var sqlValue: SQLValue { .text(description) }
}

extension LocalTime: SQLConvertible {
    /// A text.
    public static var sqlType: SQLType { .text }
    /// The text, such as `08:30`.
    public var sqlValue: SQLValue { .text(description) }
}

extension LocalDateTime: SQLConvertible {
    /// A text.
    public static var sqlType: SQLType { .text }
    /// The text with a space, `2026-03-29 08:30`, as SQLite's functions write it.
    public var sqlValue: SQLValue { .text("\(date) \(time)") }
}
