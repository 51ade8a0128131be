import ElmwoodLanguages
import ElmwoodViewTree

extension Rendering {
    /// The language that the page states for itself; empty if it states none.
    package var languages: [Language] {
        for node in records where node.kind == .element && node.name == .html {
            return node.attribute(.lang).map { [Language($0.text)] } ?? []
        }
        return []
    }
}
