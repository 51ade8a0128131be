/// Identifies a value that is read: by the read and its source.
package struct ReadKey: Hashable, Sendable {
    package let read: any Read
    let source: any Sendable

    package init<R: Read>(_ read: R, from source: R.Source) {
        self.read = read
        self.source = source
    }

    /// The read as text, such as `ArticleBySlug(slug: "elm")`. Equal reads from different sources have the same name.
    package var name: String { "\(read)" }

    package static func == (left: Self, right: Self) -> Bool {
        isEqual(left.read, right.read) && isSame(left.source, right.source)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: read)))
        read.hash(into: &hasher)
    }

    private static func isEqual<R: Read>(_ left: R, _ right: any Read) -> Bool { left == right as? R }

    private static func isSame<Source>(_ left: Source, _ right: any Sendable) -> Bool {
        guard let right = right as? Source else { return false }
        if Source.self is AnyObject.Type { return (left as AnyObject) === (right as AnyObject) }
        if let left = left as? any Equatable { return isEqual(left, right) }
        return true
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
}
