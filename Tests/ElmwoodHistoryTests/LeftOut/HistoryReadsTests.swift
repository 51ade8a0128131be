import ElmwoodArchitecture
import ElmwoodHistory
import ElmwoodTestSupport
import Testing

/// What the moments of a history have read.
@Suite struct HistoryReadsTests {
    private struct Row: Read {
        var number: Int

        func value(from source: Void) async throws -> String { "" }
    }

    private func row(_ number: Int, _ value: String) -> ReadValue {
        ReadValue(of: ReadRequest(Row(number: number), from: ()), .success(value))
    }

    private func history(room: Int = 16_000_000) -> Recorder {
        var recorder = Recorder(interval: 2, room: room)
        recorder.take(.add(1), .add(2), .add(3))
        return recorder
    }

    @Test func `A moment has what was read at it, the last value of each read`() {
        var history = history().history
        history.note([row(1, "one"), row(2, "two")], at: 1)
        let isChanged = history.note([row(1, "one")], at: 1)
        #expect(!isChanged)
        history.note([row(1, "uno")], at: 1)
        history.note([row(2, "due")], at: 3)
        #expect(history.reads.entries(at: 1).map(\.name) == ["Row(number: 1)", "Row(number: 2)"])
        #expect(history.reads.entries(at: 2).isEmpty)
        #expect(
            history.reads.latest(at: 2) == [
                "Row(number: 1)": .value(Array(#""uno""#.utf8)), "Row(number: 2)": .value(Array(#""two""#.utf8)),
            ]
        )
        #expect(history.reads.latest(at: 3)["Row(number: 2)"] == .value(Array(#""due""#.utf8)))
        #expect(history.reads.latest(at: 0).isEmpty)
    }

    @Test
    func `A moment that the history does not have is not recorded, and one that is removed takes its reads along`()
        throws
    {
        var recorder = history()
        let isTaken = recorder.history.note([row(1, "one")], at: 4)
        #expect(!isTaken)
        recorder.history.note([row(1, "one")], at: -1)
        #expect(recorder.history.reads.numbers.isEmpty)
        recorder.history.note([row(1, "one")], at: 1)
        recorder.history.note([row(1, "three")], at: 3)
        try recorder.history.drop(after: 2, by: recorder.program)
        #expect(recorder.history.reads.numbers == [1])
        #expect(recorder.history.reads.size < 30)
    }

    @Test func `A part that shows the present value is not reused at a moment that has another one`() throws {
        let now = row(1, "now")
        let values = ReadValues(
            [now.request.key: now],
            recorded: RecordedReads(["Row(number: 1)": .value(Array(#""then""#.utf8))])
        )
        #expect(!values.contains(now))
        #expect(!values.contains(now.request))
        var page = Page()
        page.values = values
        #expect(try page.read(Row(number: 1)) == "then")
        #expect(!values.contains(now))
    }

    @Test func `What is read is bounded: the oldest goes first, and what is too large is left out`() {
        var recorder = history(room: 40_000)
        let text = String(repeating: "x", count: 1_000)
        for number in 0..<50 {
            recorder.take(.add(1))
            recorder.history.note([row(number, text + "\(number)")], at: recorder.history.last)
            #expect(recorder.history.reads.size <= 10_000)
        }
        #expect(recorder.history.reads.numbers.last == recorder.history.last)
        #expect(recorder.history.reads.numbers.count >= 6)
        recorder.history.note([row(1, String(repeating: "x", count: 2_000))], at: recorder.history.last)
        #expect(recorder.history.reads.entries(at: recorder.history.last).map(\.record).contains(.omitted))
        // A moment that alone is too large.
        let many = (0..<20).map { row($0, text + "\($0)") }
        recorder.history.note(many, at: recorder.history.last)
        #expect(recorder.history.reads.size <= 10_000)
    }

    @Test func `A value that many moments have read is stored and written once`() throws {
        var recorder = history()
        let text = String(repeating: "x", count: 10_000)
        for moment in 0...3 { recorder.history.note([row(1, text)], at: moment) }
        #expect(recorder.history.reads.size < 11_000)
        let file = try recorder.file
        #expect(file.values?.count == 1 && file.reads?.map(\.turn) == [0, 1, 2, 3])
        let reading = HistoryReading(try HistoryFile(json: file.json()), with: Ledger())
        #expect(reading.history?.reads.latest(at: 2) == recorder.history.reads.latest(at: 2))
    }

    @Test func `That there was nothing, and that a read has failed, is written too`() throws {
        struct Failure: Error, CustomStringConvertible { var description: String { "no connection" } }
        var recorder = history()
        let failures: [any Error] = [NotFound(), Failure()]
        let values = failures.enumerated().map { ReadValue(of: ReadRequest(Row(number: $0), from: ()), .failure($1)) }
        recorder.history.note(values, at: 1)
        let reading = HistoryReading(try HistoryFile(json: recorder.file.json()), with: Ledger())
        #expect(reading.history?.reads.entries(at: 1).map(\.record) == [.notFound, .failure("no connection")])
    }

    @Test func `A file whose reads are of no moment or of no value is refused, and one without reads is read`() throws {
        var recorder = history()
        recorder.history.note([row(1, "one")], at: 1)
        let file = try recorder.file
        for (turn, value) in [(4, 0), (-1, 0), (1, 1), (1, -1), (1, Int.max)] {
            var hostile = file
            hostile.reads?[0].turn = turn
            hostile.reads?[0].value = value
            #expect(throws: HistoryFileError.self) { _ = try HistoryFile(json: hostile.json()) }
        }
        var former = file
        (former.reads, former.values) = (nil, nil)
        #expect(HistoryReading(try HistoryFile(json: former.json()), with: Ledger()).history?.count == 3)
        var large = file
        large.values = [.number(JSONNumber(Int.max))]
        #expect(throws: HistoryFileError.self) { _ = try HistoryFile(json: large.json()) }
    }
}
