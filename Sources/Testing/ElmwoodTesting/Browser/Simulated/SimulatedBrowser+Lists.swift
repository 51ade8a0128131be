import ElmwoodPageTree

// Lists that the visitor sorts, and those of which a window is rendered.

extension SimulatedBrowser {
    func actOnList(_ act: Act) {
        switch act {
        case .drag(let drag): queueEvent("event", drag.event, drag.fields)
        case .scrollToRow(let scroll):
            guard let tree = try? page(), let first = scroll.wanted(in: tree) else { break }
            queueEvent("event", scroll.name, [SentField("first", String(first))])
        default: break
        }
    }

    func actOnListPlainly(_ act: Act) {
        switch act {
        case .drag(let drag):
            // A press that changes nothing was refused.
            var former: [Int]?
            while let tree = try? page(), let button = drag.button(in: tree), button.path != former {
                former = button.path
                clickPlainly(button)
            }
        case .scrollToRow(let scroll):
            // Each link leads nearer.
            while let tree = try? page(), let link = scroll.link(in: tree) { clickPlainly(link) }
        default: break
        }
    }
}
