import ElmwoodHTTPServer
import Synchronization

/// The header fields of a request that its handler has asked for by functions of ``EndpointRequest``, on which its answer depends.
final class AskedFields: Sendable {
    /// One bit for each field.
    private let bits = Atomic<UInt8>(0)

    enum Field: UInt8, CaseIterable {
        case accept = 1
        case cookie = 2
        case language = 4

        var name: String {
            switch self {
            case .accept: "Accept"
            case .cookie: "Cookie"
            case .language: "Accept-Language"
            }
        }
    }

    func add(_ field: Field) { bits.bitwiseOr(field.rawValue, ordering: .relaxed) }

    func contains(_ field: Field) -> Bool { bits.load(ordering: .relaxed) & field.rawValue != 0 }

    var names: [String] { Field.allCases.filter(contains).map(\.name) }
}

extension ResponseHeaders {
    /// States that the answer depends on these fields of the request (RFC 9110, section 12.5.5), as far as it does not yet.
    mutating func vary(by names: [String]) {
        guard !names.isEmpty else { return }
        let known = all.filter { $0.name.lowercased() == "vary" }
            .flatMap { $0.value.lowercased().split { $0 == "," || $0 == " " }.map(String.init) }
        let missing = names.filter { !known.contains($0.lowercased()) }
        if !missing.isEmpty, !known.contains("*") { add("Vary", missing.joined(separator: ", ")) }
    }

    /// Lets nobody but the client itself store the answer, unless it says by whom it may be stored. Pages say the same.
    mutating func keepPrivate() {
        guard !contains("cache-control") else { return }
        add("Cache-Control", "private, no-cache")
        vary(by: ["Accept", "Cookie"])
    }
}
