import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodViewTree

/// The changes of an open page: the patch of its view, and the notices and commands beside it.
///
/// As JSON it is a list: the revision it starts from, the revision it leads to, the number of the last included action of the page,
/// and the operations; then, if there are any, the further members.
///
/// ```
/// ["kJ2x0_aQ","bb81LmWd",12,[1,0,1,0,"5"]]
/// [0,"bb81LmWd",12,"<!DOCTYPE html>…",{"s":1,"w":"hidden visible","b":"/counter"}]
/// ["bb81LmWd","bb81LmWd",13,[],{"c":[[1,"focus","title"]]}]
/// ```
///
/// | member | meaning |
/// |---|---|
/// | `s` | 1 if the page is to keep a stream, else 0 |
/// | `w` | the page events that the program subscribes to, separated by spaces |
/// | `b` | the path of the program, with a whole page |
/// | `p` | the problems of fields: form, field, sentence |
/// | `c` | commands to the page: number, name, arguments |
/// | `e` | refused actions: number, status, sentence |
/// | `f` | the program's page for an error, as an element |
/// | `h` | 1 if a moment of the history is shown, else 0 |
package struct PagePatch: Sendable {
    /// The revision that it starts from; nil for a whole page.
    package var from: Revision?
    package var to: Revision
    package var sequence: UInt64
    /// The operations as JSON, or the HTML of the whole page.
    package var content: [UInt8]
    /// What has changed in the page's notice.
    package var keepsStream: Bool?
    package var watched: String?
    package var problems: [Problem]?
    package var isPaused: Bool?
    package var commands: [PageCommand] = []
    /// The number of commands sent to the page so far, including these.
    package var commandCount: UInt64 = 0
    package var refusals: [PageRefusal] = []
    /// Where the program is mounted: sent with a whole page.
    package var base: String?

    /// Whether it has no content.
    var isEmpty: Bool {
        from == to && keepsStream == nil && watched == nil && problems == nil && isPaused == nil && commands.isEmpty
            && refusals.isEmpty
    }

    /// The patch as one line of JSON.
    package var json: [UInt8] {
        var json = JSONWriter(capacity: content.count + 64)
        json.list { json in
            if let from { json.text(from.text) } else { json.number(0) }
            json.text(to.text)
            json.number(sequence)
            if from == nil { json.text(utf8: content.span) } else { json.raw(content) }
            if hasMore { writeMore(&json) }
        }
        return json.bytes
    }

    private var hasMore: Bool {
        keepsStream != nil || watched != nil || problems != nil || isPaused != nil || !commands.isEmpty
            || !refusals.isEmpty || base != nil
    }

    private func writeMore(_ json: inout JSONWriter) {
        json.object { json in
            if let keepsStream {
                json.key("s")
                json.number(keepsStream ? 1 : 0)
            }
            if let isPaused {
                json.key("h")
                json.number(isPaused ? 1 : 0)
            }
            json.member("w", watched)
            json.member("b", base)
            if let problems {
                json.key("p")
                json.list(problems) { json, problem in
                    json.list { json in
                        json.text(orNull: problem.form)
                        json.text(orNull: problem.field.isEmpty ? nil : problem.field)
                        json.text(problem.sentence)
                    }
                }
            }
            if !commands.isEmpty {
                json.key("c")
                var number = commandCount &- UInt64(commands.count)
                json.list(commands) { json, command in
                    number &+= 1
                    json.list { json in
                        json.number(number)
                        for word in command.words { json.text(word) }
                    }
                }
            }
            if !refusals.isEmpty {
                json.key("e")
                json.list(refusals) { json, refusal in
                    json.list { json in
                        json.number(refusal.sequence)
                        json.number(UInt64(clamping: refusal.status))
                        json.text(refusal.sentence)
                    }
                }
            }
            // Of several notices, the last one describes the present state.
            if let notice = refusals.last(where: { $0.notice != nil })?.notice {
                json.key("f")
                json.raw(notice)
            }
        }
    }
}
