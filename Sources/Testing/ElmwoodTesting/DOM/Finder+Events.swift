import ElmwoodPageTree
import ElmwoodViewTree

extension Finder {
    /// Returns the element that has the event of that name, with a payload.
    package func event(_ name: String) throws(FinderFailure) -> PageNode {
        let candidates = ([scope] + scope.descendants).filter { $0.has("data-payload") }
        return try pick(
            name,
            "event",
            from: candidates,
            called: { $0.payloadEvents.map(\.name) },
            listed: { $0.payloadEvents.map(\.name).joined(separator: ", ") },
            asWhat: { _ in "element of the event" }
        )
    }

    /// Returns an element to point at: that of an event, or one with that text that listens to pointers.
    package func pointable(_ name: String) throws(FinderFailure) -> PageNode {
        let events = ["mouseenter", "mouseover", "mouseleave", "mouseout", "pointerenter", "pointerleave"]
        let others = scope.descendants.filter { node in
            !node.isHidden && events.contains { node.listens(to: $0) } && node.clickNames.contains(name)
        }
        if others.count == 1, let only = others.first { return only }
        return try event(name)
    }
}

extension PageNode {
    /// The events of the element that have payloads.
    var payloadEvents: [PayloadEvent] {
        attributes.compactMap { $0.name.hasPrefix("data-on-") ? PayloadEvent($0.value) : nil }
    }

    /// Why a pointer does nothing at the element without script, and what does the same, as a sentence.
    var reasonForScript: String {
        let way: String? = payloadEvents.lazy.compactMap { event in
            switch event.alternative.kind {
            case .form(let name): "The form “\(name)” does the same."
            case .link(let id): "The link “#\(id)” does the same."
            case .controls: "Its own controls do the same."
            case .needsScript: nil
            }
        }.first
        return "Without script nothing listens to a pointer on “\(payloadEvents.first?.name ?? clickName)”."
            + (way.map { " " + $0 } ?? "")
    }
}
