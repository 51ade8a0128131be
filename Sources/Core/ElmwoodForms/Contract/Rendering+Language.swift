import ElmwoodLanguages
import ElmwoodViewTree

extension Rendering {
    /// The language that the page states for itself; nil if it states none.
    package var language: Language? {
        for node in records where node.kind == .element && node.name == .html {
            return node.attribute(.lang).map { Language($0.text) }
        }
        return nil
    }

    /// The same as a list, which is empty if it states none.
    package var languages: [Language] { language.map { [$0] } ?? [] }
}
