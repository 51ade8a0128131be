/// What the value of an attribute may be given as, where HTML or SVG takes a text or a number: `String`, `Substring`,
/// the integers, `Double`, `Float`, `Bool`, and optionals of these. An enum with raw values needs only to say that it
/// conforms.
///
/// ```swift
/// input(.type(.number), .value(model.count), .step(0.5))
/// circle(.cx(50), .cy("50%"), .r(model.radius))
///
/// enum Size: String, AttributeConvertible { case small, large }
/// option("Small", value: Size.small, selected: model.size == .small)
/// ```
public protocol AttributeConvertible {
    /// The value as it is written; nil where the attribute is left out.
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
    /// The number as HTML writes floating-point numbers (HTML Standard §2.3.4.3): `0.5`, `3`, `1e-07`; nil where it is
    /// infinite or not a number, since HTML has no form for these.
    public var attributeText: String? { floatingPointText(description, isFinite: isFinite) }
}

extension Float: AttributeConvertible {
    /// The number as HTML writes floating-point numbers (HTML Standard §2.3.4.3): `0.5`, `3`, `1e-07`; nil where it is
    /// infinite or not a number, since HTML has no form for these.
    public var attributeText: String? { floatingPointText(description, isFinite: isFinite) }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
    /// The value where there is one.
    public var attributeText: String? { self?.attributeText }
}

/// Swift's shortest description, without the `.0` of a whole number.
private func floatingPointText(_ description: String, isFinite: Bool) -> String? {
    guard isFinite else { return nil }
    return description.hasSuffix(".0") ? String(description.dropLast(2)) : description
}

extension Attribute {
    /// The attribute of that name, left out where the value has no text.
    @inlinable
    package init(_ name: AttributeName, converted value: some AttributeConvertible) {
        if let text = value.attributeText {
            self.init(name, text)
        } else {
            self = .none
        }
    }
}

/// The values of attributes that HTML gives a small set of words for, each a type of its own.
///
/// They are written with a leading dot: `.type(.number)`, `.loading(.lazy)`.
public enum HtmlValue {}
