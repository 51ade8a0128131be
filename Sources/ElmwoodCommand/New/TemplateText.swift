/// A file of the template, with lines that say what only some packages have.
///
/// ```swift
/// //: if sql or accounts
/// import ElmwoodSQL
/// //: end
/// ```
///
/// The lines between are written if one of the words applies. `//: list` … `//: end` is a list whose only element has no comma behind it.
/// Such a line is a comment in its file's own way: `#:` in a shell script, `/*: … */` in a style sheet, `<!--: … -->` in Markdown.
struct TemplateText {
    private enum Directive {
        case condition(words: [String])
        case list
        case end
    }

    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the text with what applies.
    func text(_ applying: Set<String>) -> String {
        var result: [String] = []
        /// The blocks around a line: whether they are written, and of lists where they begin.
        var blocks: [(isWritten: Bool, list: Int?)] = []
        for line in lines {
            switch Self.directive(of: line) {
            case nil: if blocks.allSatisfy(\.isWritten) { result.append(String(line)) }
            case .condition(let words): blocks.append((words.contains(where: applying.contains), nil))
            case .list: blocks.append((true, result.count))
            case .end: if let list = blocks.popLast()?.list { Self.endList(&result, from: list) }
            }
        }
        return result.joined(separator: "\n")
    }

    private static func directive(of line: Substring) -> Directive? {
        let words = line.split(separator: " ").map(String.init)
        guard words.count > 1, ["//:", "#:", "/*:", "<!--:"].contains(words[0]) else { return nil }
        switch words[1] {
        case "if": return .condition(words: words.dropFirst(2).filter { $0 != "or" })
        case "list": return .list
        case "end": return .end
        default: return nil
        }
    }

    /// Removes the comma behind the only element of a list. An element ends with a comma at the indentation at which the list begins.
    private static func endList(_ lines: inout [String], from start: Int) {
        guard start < lines.endIndex else { return }
        let indentation = lines[start].prefix { $0 == " " }
        let ends = lines.indices[start...].filter {
            lines[$0].hasSuffix(",") && lines[$0].prefix { $0 == " " } == indentation
        }
        if ends.count == 1, let end = ends.first { lines[end].removeLast() }
    }
}
