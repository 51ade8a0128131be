/// Tells the media types whose content is worth compressing.
package enum CompressibleType {
    /// Whether the content of a type, the value of a `Content-Type`, is text or something as redundant, and not a stream of events.
    package static func contains(_ type: some Collection<UInt8>) -> Bool {
        let name = type.prefix { $0 != 0x3B && $0 != 0x20 && $0 != 0x09 }.map { HeaderFields.lowercased($0) }
        if name.starts(with: "text/".utf8) { return !name.elementsEqual("text/event-stream".utf8) }
        if hasSuffix(name, "+json") || hasSuffix(name, "+xml") { return true }
        return names.contains(name)
    }

    private static func hasSuffix(_ name: [UInt8], _ suffix: StaticString) -> Bool {
        suffix.withUTF8Buffer { name.suffix($0.count).elementsEqual($0) }
    }

    private static let names: Set<[UInt8]> = Set(
        [
            "application/javascript", "application/json", "application/wasm", "application/x-javascript",
            "application/xml", "font/otf", "font/ttf", "image/bmp", "image/vnd.microsoft.icon",
        ].map { Array($0.utf8) }
    )
}
