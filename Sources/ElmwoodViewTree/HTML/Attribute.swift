/// An attribute of an element, or an event of it: a plain value, which an element writes into its record.
///
/// ```swift
/// input(.id("name"), .type(.text), .value(model.name), .onChange(Message.rename))
/// ```
public struct Attribute<Message>: Sendable {
    @usableFromInline package var value: AttributeValue

    @inlinable
    package init(value: AttributeValue) { self.value = value }

    /// No attribute at all, for where an attribute depends on a condition.
    ///
    /// ```swift
    /// li(isDone ? .class("completed") : .none) { title }
    /// ```
    @inlinable public static var none: Self { Self(value: AttributeValue(kind: .none, name: .custom)) }
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
        /// A name alone.
        case flag
        /// An event that offers one message; the value is the message's text.
        case message
        /// An event whose message is made from what the visitor entered.
        case handler
        /// Cannot be written: left out, and the text is the sentence that says why.
        case refused
    }

    @usableFromInline package var kind: Kind
    @usableFromInline package var name: AttributeName
    /// Where ``name`` is ``AttributeName/custom``, how many bytes of the text are the attribute's name; else 0.
    @usableFromInline package var customNameSize: UInt16
    /// The value. A custom name stands in front of it, so that the two need one string and no more room.
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
    /// The attribute of that name and value.
    @inlinable
    package init(_ name: AttributeName, _ text: String) {
        value = AttributeValue(kind: .text, name: name, text: text)
    }

    /// The attribute of that name, with a whole number as its value.
    @inlinable
    package init(_ name: AttributeName, _ number: Int) {
        value = AttributeValue(kind: .text, name: name, text: decimal(number))
    }

    /// The attribute of that name without a value, there or not.
    @inlinable
    package init(_ name: AttributeName, isPresent: Bool) {
        value = AttributeValue(kind: isPresent ? .flag : .none, name: name)
    }
}
