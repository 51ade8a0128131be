import ElmwoodCalendar

/// A type that the value of a textual or numeric attribute may have. `String`, `Substring`, the integers, `Double`, `Float`,
/// `Bool`, `LocalDate`, `LocalTime`, `LocalDateTime`, and optionals of these conform. An enum with raw values needs only to declare the conformance.
///
/// ```swift
/// input(.type(.number), .value(model.count), .step(0.5))
/// circle(.cx(50), .cy("50%"), .r(model.radius))
///
/// enum Size: String, AttributeConvertible { case small, large }
/// option("Small", value: Size.small, selected: model.size == .small)
/// ```
public protocol AttributeConvertible {
    /// The value as HTML text; nil leaves the attribute out.
    var attributeText: String? { get }
}

extension String: AttributeConvertible {
    /// The text itself.
    public var attributeText: String? { self }
}

extension Substring: AttributeConvertible {
    /// The text itself.
    public var attributeText: String? { String(self) }
}

extension Bool: AttributeConvertible {
    /// `true` or `false`.
    public var attributeText: String? { self ? "true" : "false" }
}

extension AttributeConvertible where Self: BinaryInteger {
    /// The number in decimal digits.
    public var attributeText: String? { String(self) }
}

extension Int: AttributeConvertible {
    /// The number in decimal digits.
    public var attributeText: String? { decimal(self) }
}

extension Int8: AttributeConvertible {}
extension Int16: AttributeConvertible {}
extension Int32: AttributeConvertible {}
extension Int64: AttributeConvertible {}
extension UInt: AttributeConvertible {}
extension UInt8: AttributeConvertible {}
extension UInt16: AttributeConvertible {}
extension UInt32: AttributeConvertible {}
extension UInt64: AttributeConvertible {}

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
    /// The raw value.
    public var attributeText: String? { rawValue.attributeText }
}

extension Double: AttributeConvertible {
    /// The number as HTML writes floating-point numbers (HTML Standard §2.3.4.3): `0.5`, `3`, `1e-07`. It is nil if the number is
    /// infinite or NaN, since HTML has no form for these.
    public var attributeText: String? { floatingPointText(description, isFinite: isFinite) }
}

extension Float: AttributeConvertible {
    /// The number as HTML writes floating-point numbers (HTML Standard §2.3.4.3): `0.5`, `3`, `1e-07`. It is nil if the number is
    /// infinite or NaN, since HTML has no form for these.
    public var attributeText: String? { floatingPointText(description, isFinite: isFinite) }
}

extension LocalDate: AttributeConvertible {
    /// The text for `type="date"`: `2026-03-29`.
    public var attributeText: String? { description }
}

extension LocalTime: AttributeConvertible {
    /// The text for `type="time"`: `08:30`.
    public var attributeText: String? { description }
}

extension LocalDateTime: AttributeConvertible {
    /// The text for `type="datetime-local"`: `2026-03-29T08:30`.
    public var attributeText: String? { description }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
    /// The wrapped value's text, or nil.
    public var attributeText: String? { self?.attributeText }
}

/// Returns Swift's shortest description, without the `.0` of a whole number.
private func floatingPointText(_ description: String, isFinite: Bool) -> String? {
    guard isFinite else { return nil }
    return description.hasSuffix(".0") ? String(description.dropLast(2)) : description
}

extension Attribute {
    /// Creates an attribute of that name. It is left out if the value has no text.
    @inlinable
    package init(_ name: AttributeName, converted value: some AttributeConvertible) {
        if let text = value.attributeText {
            self.init(name, text)
        } else {
            self = .none
        }
    }
}

/// The values of attributes for which HTML defines a small set of keywords, each a type of its own.
///
/// They are written with a leading dot: `.type(.number)`, `.loading(.lazy)`.
public enum HtmlValue {}
