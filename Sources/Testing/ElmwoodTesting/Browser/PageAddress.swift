import Elmwood
import ElmwoodHTTPServer
import ElmwoodSessions

/// An address of the program in the browser: a path with its query, without the host.
struct PageAddress: Equatable {
    /// Path and query as they are sent: `/search?q=a%20b`.
    let target: String
    /// The path, decoded.
    let path: String
    let query: Query

    /// Reads an address. An address that no server would accept is read as `/`.
    init(_ target: String) {
        let bytes = Array(target.prefix { $0 != "#" }.utf8)
        guard let read = try? RequestTarget(bytes.span) else {
            (self.target, path, query) = ("/", "/", Query())
            return
        }
        self.target = String(decoding: bytes, as: UTF8.self)
        path = read.path
        query = read.query.map { Query(urlencoded: String(decoding: bytes[$0], as: UTF8.self)) } ?? Query()
    }

    /// Returns the page at the address.
    func page(isLive: Bool = false, problems: [Problem] = []) -> Page {
        Page(path: path, query: query, isLive: isLive, problems: problems)
    }

    /// The destination of a link or a form.
    enum Destination: Equatable {
        /// An address of the same site.
        case here(String)
        /// Another position on the same page.
        case fragment
        /// Another site, or an address outside of the web.
        case elsewhere(String)
    }

    /// Returns the destination of a reference from here.
    func destination(_ reference: String) -> Destination {
        let reference = reference.trimmingSpaces
        if reference.hasPrefix("#") { return .fragment }
        if reference.isEmpty { return .here(target) }
        if reference.hasPrefix("//") || reference.hasPrefix("/\\") { return .elsewhere(reference) }
        if reference.hasPrefix("/") { return .here(reference) }
        if reference.hasPrefix("?") { return .here(String(target.prefix { $0 != "?" }) + reference) }
        let scheme = reference.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
        if reference.dropFirst(scheme.count).first == ":" { return .elsewhere(reference) }
        let path = target.prefix { $0 != "?" }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        for segment in reference.split(separator: "/", omittingEmptySubsequences: false) {
            switch segment {
            case ".": continue
            case "..": if segments.count > 1 { segments.removeLast() }
            default: segments.append(String(segment))
            }
        }
        let joined = segments.joined(separator: "/")
        return .here(joined.hasPrefix("/") ? joined : "/" + joined)
    }

    /// Returns the same path with those fields as its query: the destination of a form that is sent with GET.
    static func target(_ target: String, with fields: [SentField]) -> String {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let pairs = fields.map { field in
            let value = if case .text(let text) = field.value { text } else { "" }
            return "\(field.name.urlencoded)=\(value.urlencoded)"
        }
        return path + "?" + pairs.joined(separator: "&")
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// The text in `application/x-www-form-urlencoded`, with LF as CR LF.
    var urlencoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                bytes.append(byte)
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
