import ElmwoodViewTree

/// An event that cannot be caused without script.
package struct ScriptNeed: Equatable, Sendable {
    /// The event's name in the view.
    package var event: String
    /// The element, as in a fault.
    package var element: String
    /// The path of the element on its page (``PageNode/path``).
    package var path: [Int]
}

extension PageTree {
    /// The events of the page for which the view says that there is no way without script, in document order.
    package var scriptNeeds: [ScriptNeed] {
        elements.filter { $0.has("data-payload") }.flatMap { node in
            node.attributes.compactMap { attribute in
                guard attribute.name.hasPrefix("data-on-"), let event = PayloadEvent(attribute.value),
                    event.alternative == .needsScript
                else { return nil }
                return ScriptNeed(event: event.name, element: node.identification, path: node.path)
            }
        }
    }
}
