import ElmwoodFormData
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// Events with payloads: what is sent for them is checked against the payload's type and the handler's element.
struct PayloadTests {
    enum Mode: String, CaseIterable, Decodable, Sendable { case draw, erase }

    struct Stroke: EventPayload {
        var x: Double
        var y: Double
        var shiftKey: Bool
        var mode: Mode?
        var note: String?

        static var longestText: Int { 5 }
    }

    struct Volume: EventPayload {
        var value: Int

        static var ranges: [String: ClosedRange<Double>] { ["value": 0...11] }
    }

    private func board(isThere: Bool = true) throws -> Contract {
        try Contract {
            div(
                .attribute("viewBox", "10 20 400 300"),
                isThere
                    ? .onPointerDown("board", otherwise: .form("place")) { (at: Stroke) in
                        .rename("\(at.x) \(at.y) \(at.shiftKey) \(at.mode?.rawValue ?? "-") \(at.note ?? "-")")
                    } : .none
            ) {}
            img(
                .src("a.png"),
                .alt(""),
                .width(100),
                .height(50),
                .onPointerUp("image", otherwise: .needsScript) { (at: Stroke) in .rename("\(at.x)") }
            )
            div(.onClick("volume", otherwise: .needsScript) { (volume: Volume) in .count(volume.value) }) {}
            div(.hidden, .onClick("hidden", otherwise: .needsScript) { (volume: Volume) in .count(volume.value) }) {}
            for _ in 0..<2 {
                div(.onClick("twice", otherwise: .needsScript) { (volume: Volume) in .count(volume.value) }) {}
            }
            button(
                .disabled,
                .onClick("disabled", otherwise: .needsScript) { (volume: Volume) in .count(volume.value) }
            ) {}
        }
    }

    private func send(
        _ name: String,
        _ fields: KeyValuePairs<String, String>,
        to contract: Contract? = nil
    ) throws -> Outcome {
        let contract = try contract ?? board()
        let fields = fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) }
        return try contract.outcome(of: contract.read(PageAction(sequence: 1, kind: .event(name), fields: fields)))
    }

    @Test func `The members that a payload declares make its message`() throws {
        let sent = try send("board", ["x": "12.5", "y": "20", "shiftKey": "true", "mode": "erase", "note": "a\r\nb"])
        #expect(sent == .messages([.rename("12.5 20.0 true erase a\nb")]))
        #expect(
            try send("board", ["y": "320", "shiftKey": "false", "x": "410"])
                == .messages([.rename("410.0 320.0 false - -")])
        )
        #expect(try send("volume", ["value": "11"]) == .messages([.count(11)]))
    }

    @Test(arguments: ["nothing", "hidden", "twice", "disabled", "", "Board", "board "])
    func `An event that is not offered exactly once is refused`(name: String) throws {
        #expect(try send(name, ["value": "1"]) == .refused(409))
    }

    @Test func `An event of an element that is gone is refused`() throws {
        let fields: KeyValuePairs = ["x": "12", "y": "20", "shiftKey": "true"]
        #expect(try send("board", fields, to: board(isThere: false)) == .refused(409))
    }

    @Test(arguments: [
        "9.9", "410.1", "NaN", "Infinity", "-Infinity", "1e999", "", " 12", "12px", "0x20", "+12", "١٢",
        "12.00000000000000000000000000000000000000000001",
    ])
    func `A number that is out of range or no number is refused`(x: String) throws {
        #expect(try send("board", ["x": x, "y": "20", "shiftKey": "true"]) == .refused(422))
    }

    @Test func `A place is within the width and height of an element without a viewBox`() throws {
        #expect(try send("image", ["x": "100", "y": "50", "shiftKey": "false"]) == .messages([.rename("100.0")]))
        #expect(try send("image", ["x": "100.5", "y": "50", "shiftKey": "false"]) == .refused(422))
        #expect(try send("image", ["x": "100", "y": "51", "shiftKey": "false"]) == .refused(422))
    }

    @Test(arguments: [
        ["y": "20", "shiftKey": "true"],
        ["x": "12", "y": "20"],
        ["x": "12", "y": "20", "shiftKey": "yes"],
        ["x": "12", "y": "20", "shiftKey": "true", "mode": "paint"],
        ["x": "12", "y": "20", "shiftKey": "true", "note": "longer"],
        ["x": "12", "y": "20", "shiftKey": "true", "other": "1"],
        ["x": "12", "y": "20", "shiftKey": "true", "x[y]": "1"],
    ])
    func `A member that is missing, undeclared or not of its values is refused`(fields: [String: String]) throws {
        let contract = try board()
        let fields = fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) }
        let reading = contract.read(PageAction(sequence: 1, kind: .event("board"), fields: fields))
        #expect(try contract.outcome(of: reading) == .refused(422))
    }

    @Test func `A member that comes twice, or as a file, is refused`() throws {
        #expect(try send("board", ["x": "12", "x": "13", "y": "20", "shiftKey": "true"]) == .refused(422))
        #expect(try send("volume", ["value": "12"]) == .refused(422))
        #expect(try send("volume", ["value": "1.5"]) == .refused(422))
        let contract = try board()
        let file = UploadedFile(filename: "a", contentType: "", size: 1, path: "p")
        let fields = [FormData.Entry(name: "value", value: .file(file))]
        let reading = contract.read(PageAction(sequence: 1, kind: .event("volume"), fields: fields))
        #expect(try contract.outcome(of: reading) == .refused(422))
    }

    @Test func `The view's author is told which member was wrong`() throws {
        let contract = try board()
        let refusal = Refusal.wrongMember("pressure")
        #expect(contract.mistakes(behind: refusal, in: nil).first?.contains("pressure") == true)
    }

    @Test func `An event of another program's view keeps its payload`() throws {
        let contract = try Contract {
            div(.onClick("volume", otherwise: .needsScript) { (volume: Volume) in Inner.set(volume.value) }) {}
                .map { (inner: Inner) -> Message in
                    if case .set(let value) = inner { .count(value) } else { .increment }
                }
        }
        #expect(try send("volume", ["value": "7"], to: contract) == .messages([.count(7)]))
    }

    enum Inner: Codable, Equatable, Sendable { case set(Int), other }
}
