import FoundationEssentials

extension SQL {
    /// Collects the literal's text and values.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// Creates an empty one.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Appends text of the literal. It is static: no string of the running program can take this way.
        public mutating func appendLiteral(_ literal: StaticString) {
            pieces.append(.literal(literal))
        }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            pieces.append(.value(value.sqlValue))
        }

        /// Binds a value, or NULL.
        public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            pieces.append(.value(value?.sqlValue ?? .null))
        }

        /// Binds the raw value of an enum.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: SQLConvertible {
            pieces.append(.value(value.rawValue.sqlValue))
        }

        /// Binds the raw value of an enum, or NULL.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?)
        where Value.RawValue: SQLConvertible {
            pieces.append(.value(value?.rawValue.sqlValue ?? .null))
        }

        /// Appends another part of a statement, with its values.
        public mutating func appendInterpolation(_ fragment: SQL) {
            pieces += fragment.pieces
        }

        /// Binds each value of a list, within parentheses. An empty list contains no value: `IN` is false, and `NOT IN` is true.
        public mutating func appendInterpolation<Values: Sequence>(list values: Values)
        where Values.Element: SQLConvertible {
            pieces.append(.list(values.map(\.sqlValue), Values.Element.sqlType))
        }

        /// Binds the raw value of each enum of a list, within parentheses.
        @_disfavoredOverload
        public mutating func appendInterpolation<Values: Sequence>(list values: Values)
        where Values.Element: RawRepresentable, Values.Element.RawValue: SQLConvertible {
            pieces.append(.list(values.map(\.rawValue.sqlValue), Values.Element.RawValue.sqlType))
        }

        /// Binds a value as JSON, or NULL. Dates in it are texts of ISO 8601, and its keys are in order.
        public mutating func appendInterpolation<Value: Encodable>(json value: Value?) {
            guard let value else { return pieces.append(.value(.null)) }
            do {
                pieces.append(.value(.json(try JSONText.encode(value))))
            } catch {
                // The error may quote what it could not encode.
                pieces.append(.problem("A value of type \(Value.self) cannot be encoded as JSON."))
            }
        }

        /// Appends a name of the database within double quotes; with several, a qualified name.
        ///
        /// ```swift
        /// "SELECT * FROM books ORDER BY \(identifier: column)"
        /// ```
        public mutating func appendInterpolation(identifier names: String...) {
            pieces.append(.identifier(names))
        }

        /// Appends text that is used as it is. Never use it for anything that a visitor has sent.
        public mutating func appendInterpolation(raw text: String) {
            pieces.append(.text(text))
        }
    }
}
