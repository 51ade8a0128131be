import ElmwoodCalendar
import ElmwoodFormData
import ElmwoodLanguages

/// The visitor's request at the start of a session: address, query, languages and time zone.
public struct Visit: Equatable, Sendable {
    /// The path below the program's own address, beginning with `/`, decoded.
    public var path: String
    /// The query's parameters.
    public var query: Query
    /// The client's address in numbers, such as `192.0.2.7` or `2001:db8:0:0:0:0:0:7`, or nil if it is unknown. Behind a proxy that
    /// the settings trust it is the one that the proxy states.
    public var address: String?
    /// The account that the visitor has signed in to, in whichever program of the site (`Command.identify`); nil if there is none.
    ///
    /// Set the model's account by it in `start`, and by an ``Arrival`` later.
    public var account: String?
    /// The `Accept-Language` header, unparsed. It is parsed only if a program reads ``languages``.
    package private(set) var acceptLanguage: String

    /// The cookies of a visit that a test makes of its own.
    private var cookies: [String: String]
    /// Finds the value of a cookie of the request, except Elmwood's own; nil if the request has none.
    package var findCookie: (@Sendable (_ name: String) -> String?)?
    /// Learns that the program asks for the time zone, which the script of its pages then states; nil if nobody wants to know.
    package var timeZoneListener: (any TimeZoneListener)?

    /// Stands for the client, whose visits have limits together: the same number for all of them in this process; 0 if it is unknown.
    package var client: UInt32

    /// Names the request in the log; nil if it is none of a client.
    package var request: RequestName?

    /// What answers the visit.
    package var answer: Answer

    /// Whether it loads a page into a browser, where script may run.
    package var mayHaveScript = false

    /// What a request is answered with, which decides what it means for the visitor.
    package enum Answer: Equatable, Sendable {
        /// The page that the request asks for.
        case load
        /// A page, to a client that is not redirected after a post.
        case page
        /// A redirect after a post: the browser then loads the page.
        case redirect
        /// Nothing that the visitor sees yet: a HEAD, or a page that the browser loads in advance.
        case preview
    }

    /// The name by which development tools know the visitor; nil for all other programs.
    package var visitor: String?

    /// Creates a visit; tests make their own. The languages are ordered best first: `["de-CH", "de", "en"]`.
    public init(
        path: String = "/",
        query: Query = Query(),
        languages: [Language] = [],
        address: String? = nil,
        cookies: [String: String] = [:],
        account: String? = nil,
        timeZone: DateTimeZone? = nil
    ) {
        self.init(
            path: path,
            query: query,
            acceptLanguage: languages.map(\.tag).joined(separator: ","),
            address: address
        )
        self.cookies = cookies
        self.account = account
        if let timeZone { self.cookies[Self.timeZoneCookie] = timeZone.name }
    }

    /// Everything at once, since a visit that is changed while it is made would be copied.
    package init(
        path: String,
        query: Query,
        acceptLanguage: String,
        address: String? = nil,
        findCookie: (@Sendable (String) -> String?)? = nil,
        client: UInt32 = 0,
        request: RequestName? = nil,
        answer: Answer = .page,
        visitor: String? = nil
    ) {
        self.path = path
        self.query = query
        self.address = address
        account = nil
        self.acceptLanguage = acceptLanguage
        cookies = [:]
        self.findCookie = findCookie
        self.client = client
        self.request = request
        self.answer = answer
        self.visitor = visitor
    }

    /// Whether both are the same visit, whatever the names of their requests.
    public static func == (left: Visit, right: Visit) -> Bool {
        left.path.hasBytes(of: right.path) && left.query == right.query && left.address == right.address
            && left.account == right.account
            && left.acceptLanguage.hasBytes(of: right.acceptLanguage) && left.client == right.client
            && left.answer == right.answer && left.visitor == right.visitor && left.cookies == right.cookies
    }

    /// Returns the value of the app's own cookie of that name, which a response of the site has set; nil if the request has none.
    ///
    /// The browser says what it is: others can have made it, unless it is signed or sealed (`AppCookie` of ElmwoodAccounts).
    public func cookie(_ name: String) -> String? { findCookie?(name) ?? cookies[name] }

    /// The visitor's languages, best first, as `Accept-Language` ranks them (RFC 9110, section 12.5.4), without refused ones and
    /// without `*`. A ``TextCatalogue`` finds the best of those that an app has.
    public var languages: [Language] { Language.accepted(by: acceptLanguage) }

    /// The time zone of the visitor's device, as the browser says it; nil if it is unknown.
    ///
    /// The script states it in a cookie, `elmwood-zone`, on pages of programs that ask for it here. So it is nil for a visitor's very
    /// first page, without script, and for a zone that this machine does not know. The next request has it: the one with the first
    /// message, at which a session usually starts, or that of a page that connects as it is loaded.
    ///
    /// ```swift
    /// Start(Model(zone: visit.timeZone ?? .utc))
    /// ```
    public var timeZone: DateTimeZone? {
        timeZoneListener?.noteThatTimeZoneIsRead()
        return cookie(Self.timeZoneCookie).flatMap { DateTimeZone($0) }
    }

    /// The name of the cookie with the name of the time zone. It is the same for all sites of a host: they have one visitor.
    package static let timeZoneCookie = "elmwood-zone"
}

/// Whoever sees to it that a program that asks for the visitor's time zone knows it.
package protocol TimeZoneListener: AnyObject, Sendable {
    func noteThatTimeZoneIsRead()
}

/// The parameters of an address's query, in order, decoded as the URL standard's
/// `application/x-www-form-urlencoded` parser decodes them.
public struct Query: Hashable, Sendable, ExpressibleByDictionaryLiteral {
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

    /// The first value of that name, or nil if there is none.
    public subscript(name: String) -> String? {
        parameters.first { $0.name.hasBytes(of: name) }?.value
    }

    /// Returns all values of that name, in order.
    public func all(_ name: String) -> [String] {
        parameters.filter { $0.name.hasBytes(of: name) }.map(\.value)
    }

    /// Returns the whole number of that name, or the nearest one of the range; nil if there is none, or something else.
    ///
    /// ```swift
    /// let number = page.query.number("page", in: 1...1_000) ?? 1
    /// ```
    public func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
        self[name].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) }
    }

    /// Adds the parameters in their order.
    public func hash(into hasher: inout Hasher) {
        for (name, value) in parameters {
            hasher.combine(ReceivedText(name))
            hasher.combine(ReceivedText(value))
        }
    }

    /// Whether two queries have the same parameters in the same order.
    public static func == (left: Query, right: Query) -> Bool {
        left.parameters.elementsEqual(right.parameters) {
            $0.name.hasBytes(of: $1.name) && $0.value.hasBytes(of: $1.value)
        }
    }
}

extension Query: Codable {
    /// Writes the parameters as pairs, in order: `[["page","2"]]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for (name, value) in parameters { try container.encode([name, value]) }
    }

    /// Reads the parameters as they are written.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        parameters = []
        while !container.isAtEnd {
            let pair = try container.decode([String].self)
            guard pair.count == 2, let name = pair.first, let value = pair.last else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "A parameter has a name and a value."
                )
            }
            parameters.append((name: name, value: value))
        }
    }
}
