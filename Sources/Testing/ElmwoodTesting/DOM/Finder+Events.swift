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

    /// Returns the custom element that has the event of that name.
    package func customEvent(_ name: String) throws(FinderFailure) -> PageNode {
        let node = try event(name)
        guard node.typeOfEvent(name)?.utf8.contains(UInt8(ascii: "-")) ?? false else {
            throw FinderFailure("“\(name)” is an event of the browser's own: use press(…), hover(…) or key(…).")
        }
        return node
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

    /// The type of the element's event of that name: `map-pick`.
    func typeOfEvent(_ name: String) -> String? {
        let attribute = attributes.first { $0.name.hasPrefix("data-on-") && PayloadEvent($0.value)?.name == name }
        return attribute.map { String($0.name.dropFirst(8)) }
    }

    /// Why an event with a payload does not come at the element without script, and what does the same, as a sentence.
    var reasonForScript: String {
        let way: String? = payloadEvents.lazy.compactMap { event in
            switch event.alternative.kind {
            case .form(let name): "The form “\(name)” does the same."
            case .link(let id): "The link “#\(id)” does the same."
            case .controls: "Its own controls do the same."
            case .needsScript: nil
            }
        }.first
        return "Without script there is no event “\(payloadEvents.first?.name ?? clickName)”."
            + (way.map { " " + $0 } ?? "")
    }
}
