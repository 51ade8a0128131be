/// Who comes, and to what address: what a program may look at when a session starts.
public struct Visit: Equatable, Sendable {
    /// The path below the program's own address, beginning with `/`, decoded.
    public var path: String
    /// The query's parameters.
    public var query: Query
    /// The visitor's languages, best first, as `Accept-Language` gives them (`["de-CH", "de", "en"]`).
    public var languages: [String]

    /// Creates a visit; tests make their own.
    public init(path: String = "/", query: Query = Query(), languages: [String] = []) {
        self.path = path
        self.query = query
        self.languages = languages
    }
}

/// The parameters of an address's query, in order, decoded as the URL standard's
/// `application/x-www-form-urlencoded` parser decodes them.
public struct Query: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// The parameters in the order of the address.
    public var parameters: [(name: String, value: String)]

    /// Creates a query from parameters.
    public init(_ parameters: [(name: String, value: String)] = []) {
        self.parameters = parameters
    }

    /// Creates a query from a literal: `["page": "2"]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        parameters = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of that name, or nil where there is none.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// All values of that name, in order.
    public func all(_ name: String) -> [String] {
        parameters.filter { $0.name == name }.map(\.value)
    }

    /// Two queries are equal where they have the same parameters in the same order.
    public static func == (left: Query, right: Query) -> Bool {
        left.parameters.elementsEqual(right.parameters) { $0.name == $1.name && $0.value == $1.value }
    }
}
