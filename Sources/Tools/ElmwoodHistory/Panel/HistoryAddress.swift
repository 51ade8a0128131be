import ElmwoodArchitecture
import ElmwoodEmbeddedFiles
import ElmwoodFormData
import ElmwoodViewTree

/// The addresses of the histories, and of their style sheets.
package enum HistoryAddress {
    /// The path of all histories. The history of a program has the program's own path appended.
    package static let path = "/elmwood/history"
    /// The path of the histories of shared models. That of a model has the program's name and the key appended.
    package static let sharedPath = "/elmwood/shared"
    /// The query parameter of a panel that is shown at the foot of a page.
    package static let inFoot = "foot"
    /// The query parameter with the path of the program from whose history a visitor has come to that of a shared model.
    package static let origin = "from"
    package static let panelStyle = "/elmwood/history.css"
    package static let footStyle = "/elmwood/history-foot.css"

    /// Returns the style sheet at an address, as UTF-8, or nil if there is none.
    package static func style(at path: String) -> [UInt8]? {
        switch path {
        case panelStyle: EmbeddedFile.historyStyle.bytes
        case footStyle: EmbeddedFile.historyFootStyle.bytes
        default: nil
        }
    }

    /// Returns the foot of a page of the program at that path.
    package static func foot(_ base: String) -> PageFoot {
        PageFoot(frame: .init(title: "History", address: path + base + "?\(inFoot)"), styles: [footStyle])
    }

    /// Returns the address of the history of a program.
    static func history(of base: String, inFoot isFoot: Bool) -> String { path + base + (isFoot ? "?\(inFoot)" : "") }

    // MARK: Shared models

    /// Returns the path of the history of a shared model.
    static func base(of address: SharedAddress) -> String {
        sharedPath + "/"
            + [address.program, address.key].map { PercentEncoding.segment(segment($0)) }.joined(separator: "/")
    }

    /// Returns the address of the history of a shared model.
    ///
    /// - Parameter base: the path of the program from whose history it is linked.
    static func history(of address: SharedAddress, from base: String, inFoot isFoot: Bool) -> String {
        let query = Query([(name: origin, value: base)] + (isFoot ? [(name: inFoot, value: "")] : []))
        return Page(base: Self.base(of: address)).link(to: "/", query: query)
    }

    /// The name of a shared model, for people.
    static func title(of address: SharedAddress) -> String { "\(address.program) “\(address.key.cut(to: 60))”" }

    /// Returns the model of the segments of a path; nil if they are not the ones that are written for it.
    package static func address(_ segments: [String]) -> SharedAddress? {
        guard segments.count == 2, let program = text(of: segments[0]), let key = text(of: segments[1]) else {
            return nil
        }
        return SharedAddress(program: program, key: key)
    }

    /// Returns the segments of the path of a model.
    package static func segments(of address: SharedAddress) -> [String] {
        [segment(address.program), segment(address.key)]
    }

    /// Returns a text that can be the segment of a path. What no segment may contain is written as `~` and two digits, and an empty text as
    /// `~`.
    private static func segment(_ text: String) -> String {
        if text.isEmpty { return "~" }
        let isDots = text == "." || text == ".."
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20, 0x2F, 0x5C, 0x7E, 0x7F: append(byte, to: &bytes)
            case 0x2E where isDots: append(byte, to: &bytes)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += "~\(byte < 16 ? "0" : "")\(digits)".utf8
    }

    /// Returns the text of a segment; nil if no text has it.
    private static func text(of segment: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(segment.utf8)[...]
        if segment == "~" { return "" }
        while let byte = rest.popFirst() {
            guard byte == 0x7E else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(PercentEncoding.digit),
                let low = rest.popFirst().flatMap(PercentEncoding.digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return Self.segment(text).utf8.elementsEqual(segment.utf8) ? text : nil
    }
}
