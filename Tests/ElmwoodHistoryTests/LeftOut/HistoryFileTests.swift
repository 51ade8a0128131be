import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodHistory
import ElmwoodTestSupport
import Testing

/// Histories in files.
@Suite struct HistoryFileTests {
    private var recorder: Recorder {
        var recorder = Recorder(interval: 2)
        recorder.take(.add(1), .note("milk"), .add(2), .note("bread"), .add(3))
        return recorder
    }

    @Test func `A file survives a round trip, and its turns lead to the same models`() throws {
        let file = try recorder.file
        let again = try HistoryFile(json: file.json())
        #expect(again == file)
        #expect(again.program == "Ledger" && again.snapshots.map(\.turn) == [2, 4] && again.end.turn == 5)
        let reading = HistoryReading(again, with: Ledger())
        #expect(reading.problems.isEmpty && reading.difference == nil)
        #expect(reading.history?.current == recorder.history.current)
        #expect(reading.history?.turns.map(\.title) == recorder.history.turns.map(\.title))
        #expect(reading.history?.turns.map(\.time) == recorder.history.turns.map(\.time))
    }

    @Test func `A number that no program can count on from is refused, wherever it is`() throws {
        let file = try recorder.file
        for number in [Int.max, Int.min, Int.max - 1, Int.max - (1 << 32), Int.min + 1] {
            var (first, last, between, posted) = (file, file, file, file)
            first.start.model["count"] = .number(JSONNumber(number))
            last.end.model["count"] = .number(JSONNumber(number))
            between.snapshots[0].model = ["count": 2, "notes": [], "more": [["next": .number(JSONNumber(number))]]]
            posted.turns[0].message = "add(\(number))"
            for hostile in [first, last, between, posted] {
                let error = #expect(throws: HistoryFileError.self) { _ = try HistoryFile(json: hostile.json()) }
                #expect(error?.description.hasSuffix("is too large for a program to count on from it.") == true)
            }
        }
        var usual = file
        usual.start.model["count"] = .number(JSONNumber(Int.max - (1 << 33)))
        usual.turns[1].message = #"note("9223372036854775807 \" 9223372036854775807")"#
        #expect(try HistoryFile(json: usual.json()) == usual)
    }

    @Test func `Hostile numbers anywhere in a file never trap, in reading, replaying or going on`() throws {
        let text = String(decoding: try recorder.file.json(), as: UTF8.self)
        let places = text.ranges(of: /-?\d+/).filter { !text[$0.lowerBound...].hasPrefix("20") }
        let numbers = [
            "\(Int.max)", "\(Int.min)", "\(UInt64.max)", "-1", "0", "1e308", "-1e-308", "0.5", "1e19",
            "\(Int.max - 1)", "1099511627776", "99999999999999999999999999", "1e999",
        ]
        var generator = SeededGenerator(seed: 14)
        var read = 0
        for round in 0..<fuzzRounds(2_000) {
            var hostile = text
            for place in (round % 2 == 0 ? [places[round / 2 % places.count]] : places.reversed())
            where round % 2 == 0 || generator.below(4) == 0 {
                hostile.replaceSubrange(place, with: numbers[generator.below(numbers.count)])
            }
            guard let file = try? HistoryFile(json: Array(hostile.utf8)) else { continue }
            let reading = HistoryReading(file, with: Ledger())
            guard var history = reading.history else { continue }
            read += 1
            var model = history.current
            for _ in 0..<3 {
                _ = try Ledger().update(&model, on: .forget("a"))
                history.append(HistoryTurn(.message(.forget("a")), origin: "visitor", time: Date()), leadingTo: model)
            }
            _ = history.differences(by: Ledger())
            _ = try history.model(after: history.first, by: Ledger())
        }
        #expect(read > 50)
    }

    @Test func `If a program has changed, the first turn with another result is reported`() throws {
        let reading = HistoryReading(try recorder.file, with: Ledger(surplus: 1))
        let difference = try #require(reading.difference)
        #expect(difference.turn == 1 && difference.message == "add(1)")
        #expect(difference.recorded == ["count: 0 → 1"] && difference.now == ["count: 0 → 2"])
        #expect(reading.history?.current.count == 9)
    }

    @Test func `The first difference may be a turn that fails now`() throws {
        let difference = try #require(HistoryReading(try recorder.file, with: Ledger(isFull: true)).difference)
        #expect(difference.turn == 2 && difference.message == #"note("milk")"#)
        #expect(difference.now == ["The update of turn 2 fails now: no room"])
    }

    @Test func `A recorded model that its turns do not lead to is a difference after its turn`() throws {
        var file = try recorder.file
        file.end.model = ["count": 7, "notes": ["milk", "bread"]]
        let difference = try #require(HistoryReading(file, with: Ledger()).difference)
        #expect(difference.turn == 5 && difference.message == nil)
        #expect(difference.now == ["count: expected 7, is 6"])
    }

    @Test func `A message that no longer decodes is reported by its turn, and reading continues from the next model`()
        throws
    {
        let file = try changed(recorder.file, #"add(2)"#, to: "subtract(2)")
        let reading = HistoryReading(file, with: Ledger())
        #expect(reading.problems.map(\.turn) == [3])
        #expect(reading.problems[0].sentence.hasPrefix("The message subtract(2) does not decode: "))
        #expect(reading.difference == nil)
        #expect(reading.history?.current.count == 6)
    }

    @Test func `A later version of a program reads the turns and models that it can decode`() throws {
        let reading = HistoryReading(try recorder.file, with: LaterLedger())
        #expect(reading.problems.map(\.turn) == [0, 2, 4])
        #expect(reading.problems[0].sentence == "This is a history of Ledger, not of LaterLedger.")
        #expect(reading.history?.current == .init(count: 6, notes: ["milk", "bread"]))
    }

    @Test func `A model of an earlier version is migrated, as in a stored session`() throws {
        let reading = HistoryReading(try recorder.file, with: RenamedLedger())
        #expect(reading.problems.map(\.description) == ["Turn 0: This is a history of Ledger, not of RenamedLedger."])
        #expect(reading.difference == nil)
        #expect(reading.history?.current == .init(sum: 6, notes: ["milk", "bread"]))
    }

    @Test func `A model without newer properties is completed from its start, as in a stored session`() throws {
        let reading = HistoryReading(try recorder.file, with: GrownLedger())
        #expect(reading.problems.map(\.description) == ["Turn 0: This is a history of Ledger, not of GrownLedger."])
        #expect(reading.difference == nil)
        #expect(reading.history?.current == .init(count: 6, notes: ["milk", "bread"], limit: 100))
    }

    @Test func `If the first models do not decode, the report says where the history begins`() throws {
        var file = try recorder.file
        file.start.model = "nothing"
        let reading = HistoryReading(file, with: Ledger())
        #expect(reading.problems.map(\.turn) == [0, 2])
        #expect(
            reading.problems.last?.description
                == "Turn 2: No model before it decodes, so the history begins after it."
        )
        #expect(reading.history?.first == 2 && reading.history?.current.count == 6)
        #expect(reading.history?.startCommands == nil)
    }

    @Test func `The file contains whether the history goes back to the session's start`() throws {
        #expect(HistoryReading(try recorder.file, with: Ledger()).history?.startCommands == [])
        let restored = History<Ledger>(start: Ledger.Model(count: 3), commands: nil)
        let file = try HistoryFile(json: HistoryFile(restored, of: Ledger()).json())
        #expect(HistoryReading(file, with: Ledger()).history?.startCommands == nil)
    }

    @Test func `If no model decodes there is no history`() throws {
        let file = try changed(recorder.file, #""count" :"#, to: #""number" :"#)
        let reading = HistoryReading(file, with: Ledger())
        #expect(reading.history == nil)
        #expect(reading.problems.map(\.description).first == "Turn 0: The model does not decode: there is no “count”.")
        #expect(reading.problems.map(\.turn) == [0, 2, 4, 5])
    }

    @Test func `A file contains neither a secret message nor its changes, and replaying continues after it`() throws {
        var recorder = recorder
        recorder.take(.sign(name: "Ada", password: "correct horse"), isSecret: true)
        recorder.take(.add(4))
        let file = try recorder.file
        let json = String(decoding: try file.json(), as: UTF8.self)
        #expect(!json.contains("correct horse") && json.contains(HistoryFile.secretNote))
        #expect(file.turns[5].message == "sign(…)")
        #expect(file.turns[5].changes == [.init(path: "notes[2]", before: nil, after: "…")])
        let reading = HistoryReading(file, with: Ledger())
        #expect(reading.problems.isEmpty && reading.difference == nil)
        #expect(reading.history?.current == recorder.history.current)
        #expect(
            try reading.history.map { try HistoryFile($0, of: Ledger()) }?.turns.map(\.message)
                == file.turns.map(\.message)
        )
    }

    @Test(arguments: [
        ("", "This file is not an exported history."), ("[]", "This file is not an exported history."),
        (String(repeating: "[", count: 100_000), "This file is not an exported history."),
    ])
    func `A file that is not a history is refused with a sentence`(json: String, sentence: String) {
        #expect(throws: HistoryFileError.self) { try HistoryFile(json: Array(json.utf8)) }
        do { _ = try HistoryFile(json: Array(json.utf8)) } catch { #expect(error.description == sentence) }
    }

    @Test func `Another format, and turns that are not in order, are refused`() throws {
        let file = try recorder.file
        #expect(throws: HistoryFileError.self) { try changed(file, "elmwood history 1", to: "elmwood history 2") }
        #expect(throws: HistoryFileError.self) { try changed(file, #""number" : 3"#, to: #""number" : 4"#) }
        #expect(throws: HistoryFileError.self) { try changed(file, #""turn" : 2"#, to: #""turn" : 9"#) }
        #expect(throws: HistoryFileError.self) {
            try changed(file, #""turn" : 5"#, to: #""turn" : 9223372036854775807"#)
        }
    }

    @Test(arguments: [100, 500, 510, 520, 5_000])
    func `Deeply nested content is read or refused, and never traps`(depth: Int) throws {
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        for member in ["count", "notes"] {
            guard let file = try? changed(recorder.file, "\"\(member)\" :", to: "\"more\" : \(deep), \"\(member)\" :")
            else {
                continue
            }
            #expect(depth < 600)
            #expect(HistoryReading(file, with: Ledger()).history?.current.count == 6)
        }
    }

    @Test func `Changes after a message that no longer decodes are not reported as differences`() throws {
        let file = try changed(recorder.file, "add(1)", to: "subtract(1)")
        let reading = HistoryReading(file, with: Ledger(isFull: true))
        #expect(reading.problems.map(\.turn) == [1])
        // The model after turn 2 is in the file, so the next failing turn is turn 4.
        #expect(reading.difference?.turn == 4)
    }

    @Test func `A damaged file never traps`() throws {
        var recorder = recorder
        recorder.take(.sign(name: "Ada", password: "x"), isSecret: true)
        let json = try recorder.file.json()
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "\"", "{", "}", "[", "]", ",", "0", "-1", "9223372036854775807", "1e400", "null", "add(", "\\u0000", "é",
        ]
        let sentences = [
            "This file is not an exported history.", "This file's format is “",
            "The turns of this history are not in order.", "The number ", "A text of this file has more than ",
        ]
        var read = 0
        for _ in 0..<fuzzRounds(1_500) {
            var bytes = json
            for _ in 0...generator.below(3) {
                let place = generator.below(bytes.count)
                let end = min(bytes.count, place + generator.below(12))
                bytes.replaceSubrange(place..<end, with: Array(pieces[generator.below(pieces.count)].utf8))
            }
            let file: HistoryFile
            do {
                file = try HistoryFile(json: bytes)
            } catch {
                #expect(sentences.contains { error.description.hasPrefix($0) }, "\(error)")
                continue
            }
            read += 1
            let reading = HistoryReading(file, with: Ledger())
            if let history = reading.history {
                _ = try? HistoryFile(history, of: Ledger()).json()
                _ = try? history.model(after: generator.below(8), by: Ledger())
            }
            _ = HistoryReading(file, with: LaterLedger())
        }
        #expect(read > 0)
    }
}
