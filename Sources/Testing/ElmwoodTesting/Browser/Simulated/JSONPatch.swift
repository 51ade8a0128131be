import ElmwoodArchitecture
import Elmwood
// JSON of any shape, as JSONSerialization reads it: FoundationEssentials has none.
import Foundation
import ElmwoodSessions
import ElmwoodViewTree

/// A parsed patch.
struct JSONPatch {
    private let list: [Any]
    private var more: [String: Any] { list.count > 4 ? list[4] as? [String: Any] ?? [:] : [:] }

    /// Parses a patch.
    ///
    /// - Throws: an error if the bytes are not a patch.
    init(_ json: [UInt8]) throws {
        isReload = json == LiveReload.event
        if isReload {
            list = [0, 0, 0, []]
            return
        }
        guard let list = try JSONSerialization.jsonObject(with: Data(json)) as? [Any], list.count >= 4 else {
            throw DriverFailure("The answer is not a patch: \(String(decoding: json.prefix(100), as: UTF8.self))")
        }
        self.list = list
    }

    /// Whether the page is told to load itself again.
    let isReload: Bool
    /// The revision that it starts from; nil for a whole page.
    var from: Revision? { (list[0] as? String).flatMap { Revision(utf8: $0.utf8) } }
    var to: Revision? { (list[1] as? String).flatMap { Revision(utf8: $0.utf8) } }
    /// The HTML of a whole page; otherwise empty.
    var html: [UInt8] { (list[3] as? String).map { Array($0.utf8) } ?? [] }

    /// Whether the patch has these operations.
    func hasOperations(_ json: [UInt8]) -> Bool {
        guard let wanted = try? JSONSerialization.jsonObject(with: Data(json)) as? NSArray else { return false }
        return (list[3] as? NSArray) == wanted
    }

    var problems: [Problem]? {
        (more["p"] as? [[Any]])?.map { parts in
            Problem(
                form: parts.first as? String,
                field: parts.count > 1 ? parts[1] as? String ?? "" : "",
                sentence: parts.last as? String ?? ""
            )
        }
    }

    var refusals: [PageRefusal] {
        (more["e"] as? [[Any]] ?? []).compactMap { parts in
            guard parts.count == 3, let number = parts[0] as? Int, let status = parts[1] as? Int else { return nil }
            return PageRefusal(
                sequence: UInt64(clamping: number),
                status: status,
                sentence: parts[2] as? String ?? ""
            )
        }
    }

    func news(to: Revision) -> PageNews {
        PageNews(
            to: to,
            keepsStream: (more["s"] as? Int).map { $0 != 0 },
            watched: more["w"] as? String,
            problems: problems,
            commands: (more["c"] as? [[Any]] ?? []).compactMap { command in
                PageCommand(words: command.compactMap { $0 as? String })
            },
            refusals: refusals
        )
    }
}

extension PageCommand {
    /// Reads a command from its words; nil if there is no command of that name.
    fileprivate init?(words: [String]) {
        let word = words.count > 1 ? words[1] : ""
        switch words.first {
        case "focus": self = .focus(word)
        case "blur": self = .blur
        case "scroll": self = .scroll(word)
        case "showModal": self = .showModal(word)
        case "close": self = .close(word)
        case "copy": self = .copy(word)
        case "download": self = .download(Download(.address(word), filename: words.last ?? ""))
        case "push": self = .push(word)
        case "replace": self = .replace(word)
        case "leave": self = .leave(word)
        case "dispatch":
            guard words.count > 2 else { return nil }
            self = .dispatch(words[2], to: word, words.count > 3 ? Payload(json: Array(words[3].utf8)) : nil)
        default: return nil
        }
    }
}
