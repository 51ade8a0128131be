/// An attribute or an event of an element: a plain value, which an element writes into its record.
///
/// ```swift
/// input(.id("name"), .type(.text), .value(model.name), .onChange(Message.rename))
/// ```
public struct Attribute<Message>: Sendable {
    @usableFromInline package var value: AttributeValue

    @inlinable
    package init(value: AttributeValue) { self.value = value }

    /// No attribute at all, for use if an attribute depends on a condition.
    ///
    /// ```swift
    /// li(isDone ? .class("completed") : .none) { title }
    /// ```
    @inlinable public static var none: Self { Self(value: AttributeValue(kind: .none, name: .custom)) }

    /// The attribute if the condition holds, else none.
    ///
    /// ```swift
    /// input(.type(.checkbox), .checked(model.isDone), .required)
    /// ```
    @inlinable
    public func callAsFunction(_ isPresent: Bool) -> Self { isPresent ? self : .none }
}

/// An attribute without the type of its messages.
@usableFromInline
package struct AttributeValue: Sendable {
    @usableFromInline
    package enum Kind: UInt8, Sendable {
        /// Left out.
        case none
        /// A name and a value.
        case text
        /// A name without a value.
        case flag
        /// An event that offers one message; the value is the message's text.
        case message
        /// An event whose message is made from the visitor's input.
        case handler
        /// Cannot be written: it is left out, and the text is the diagnostic that says why.
        case refused
    }

    @usableFromInline package var kind: Kind
    @usableFromInline package var name: AttributeName
    /// The size in bytes of the custom name within the text, if ``name`` is ``AttributeName/custom``; else 0.
    @usableFromInline package var customNameSize: UInt16
    /// The value. A custom name precedes it, so that both need one string and no further storage.
    @usableFromInline package var text: String
    @usableFromInline package var handler: Handler?

    @inlinable
    package init(
        kind: Kind,
        name: AttributeName,
        text: String = "",
        customNameSize: UInt16 = 0,
        handler: Handler? = nil
    ) {
        self.kind = kind
        self.name = name
        self.text = text
        self.customNameSize = customNameSize
        self.handler = handler
    }
}

extension Attribute {
    /// Creates an attribute with a name and a value.
    @inlinable
    package init(_ name: AttributeName, _ text: String) {
        value = AttributeValue(kind: .text, name: name, text: text)
    }

    /// Creates an attribute with a whole number as its value.
    @inlinable
    package init(_ name: AttributeName, _ number: Int) {
        value = AttributeValue(kind: .text, name: name, text: decimal(number))
    }

    /// Creates an attribute without a value, present or not.
    @inlinable
    package init(_ name: AttributeName, isPresent: Bool) {
        value = AttributeValue(kind: isPresent ? .flag : .none, name: name)
    }
}
