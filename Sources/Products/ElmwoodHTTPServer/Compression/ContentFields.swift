/// What the header fields of a response say about its content.
struct ContentFields {
    /// Whether its type is worth compressing.
    private(set) var hasCompressibleType = false
    /// Whether it must be sent as it is: it is encoded already, is a part of something, or forbids it (`no-transform`).
    private(set) var isFixed = false
    /// Whether `Vary` names `Accept-Encoding` already.
    private(set) var variesByEncoding = false
    /// The range of the `ETag` among the fields' bytes.
    private(set) var entityTag: Range<Int>?

    /// Reads the fields.
    init(_ headers: ResponseHeaders) {
        for (name, value) in headers.ranges {
            let content = headers.bytes[value]
            switch name.count {
            case 4:
                if headers.isNamed("etag", name) { entityTag = value }
                if headers.isNamed("vary", name), Self.list(content, contains: "accept-encoding") {
                    variesByEncoding = true
                }
            case 12 where headers.isNamed("content-type", name):
                hasCompressibleType = CompressibleType.contains(content)
            case 13 where headers.isNamed("content-range", name):
                isFixed = true
            case 13 where headers.isNamed("cache-control", name) && Self.list(content, contains: "no-transform"):
                isFixed = true
            case 16 where headers.isNamed("content-encoding", name):
                isFixed = true
            default: break
            }
        }
    }

    /// Whether an element of a list has this name, which is in lower case.
    private static func list(_ list: ArraySlice<UInt8>, contains name: StaticString) -> Bool {
        list.split(separator: 0x2C).contains { element in
            let letters = element.filter { $0 != 0x20 && $0 != 0x09 }.map { HeaderFields.lowercased($0) }
            return name.withUTF8Buffer { letters.elementsEqual($0) }
        }
    }
}

extension ResponseHeaders {
    /// The ranges of each field's name and value among the ``bytes``.
    var ranges: [(name: Range<Int>, value: Range<Int>)] {
        var ranges: [(name: Range<Int>, value: Range<Int>)] = []
        ranges.reserveCapacity(8)
        var start = 0
        while let end = bytes[start...].firstIndex(of: Self.lineEnd) {
            if let colon = bytes[start..<end].firstIndex(of: 0x3A), colon + 2 <= end {
                ranges.append((start..<colon, colon + 2..<end))
            }
            // Each field ends with two of them.
            start = min(end + 2, bytes.count)
        }
        return ranges
    }

    /// Whether there is a field of this name, which is in lower case.
    package func contains(_ name: StaticString) -> Bool { ranges.contains { isNamed(name, $0.name) } }

    /// Whether the name at a range is this one, which is in lower case.
    func isNamed(_ name: StaticString, _ range: Range<Int>) -> Bool {
        name.withUTF8Buffer { name in
            name.count == range.count
                && zip(bytes[range], name).allSatisfy { HeaderFields.lowercased($0) == $1 }
        }
    }

    /// The `ETag`; nil if there is none, or it is malformed.
    func entityTag(at range: Range<Int>?) -> EntityTag? {
        range.flatMap { EntityTag.list(String(decoding: bytes[$0], as: UTF8.self)).first }
    }

    /// Replaces the value at a range.
    mutating func replace(_ range: Range<Int>, with value: String) { bytes.replaceSubrange(range, with: value.utf8) }
}
