import ElmwoodViewTree

extension Attribute {
    /// An attribute whose value may be a text, a number or another `AttributeConvertible`. It is called with its value.
    ///
    /// ```swift
    /// circle(.cx(50), .cy("50%"), .r(model.radius))
    /// ```
    public struct Converted: Sendable {
        @usableFromInline let name: AttributeName

        @inlinable
        init(_ name: AttributeName) { self.name = name }

        /// Returns the attribute with that value. It is left out if the value has no text.
        @inlinable
        public func callAsFunction(_ value: some AttributeConvertible) -> Attribute {
            Attribute(name, converted: value)
        }
    }
}
