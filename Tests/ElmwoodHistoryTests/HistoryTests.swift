import FoundationEssentials
import ElmwoodHistory
import Testing

/// The recorded turns of a session.
@Suite struct HistoryTests {
    @Test func `The model after each turn can be computed again`() throws {
        var recorder = Recorder(interval: 3)
        for number in 1...10 { recorder.take(.add(number)) }
        let history = recorder.history
        for number in 0...10 {
            #expect(try history.model(after: number, by: recorder.program).count == number * (number + 1) / 2)
        }
        #expect(history.snapshots.map(\.number) == [3, 6, 9])
        #expect(history[4]?.title == "add(4)" && history[0] == nil && history[11] == nil && history[-1] == nil)
        #expect(try history.difference(of: 4, by: recorder.program).lines() == ["count: 6 → 10"])
        #expect(history.differences(by: recorder.program).map { $0?.changes.count } == Array(repeating: 1, count: 10))
    }

    @Test func `There is no model before the start or after the end`() {
        let recorder = Recorder()
        #expect(throws: HistoryError.noSuchTurn(1)) { try recorder.history.model(after: 1, by: Ledger()) }
        #expect(throws: HistoryError.noSuchTurn(-1)) { try recorder.history.model(after: -1, by: Ledger()) }
    }

    @Test func `Beyond the limit the oldest turns are removed, and the start is the model after them`() throws {
        var recorder = Recorder()
        for _ in 0..<12_345 {
            recorder.take(.add(1))
            #expect(recorder.history.count <= 1_000)
        }
        #expect(recorder.history.last == 12_345)
        #expect(recorder.history.count > 950)
        #expect(recorder.history.first % 50 == 0)
        #expect(recorder.history.start.count == recorder.history.first)
        #expect(recorder.history.startCommands == nil)
        #expect(throws: HistoryError.noSuchTurn(0)) { try recorder.history.model(after: 0, by: Ledger()) }
        let middle = recorder.history.first + 77
        #expect(try recorder.history.model(after: middle, by: Ledger()).count == middle)
    }

    @Test func `Beyond the limit of bytes the oldest turns are removed too, however few there are`() throws {
        var recorder = Recorder(room: 100_000)
        let note = String(repeating: "n", count: 1_000)
        for number in 1...2_000 {
            // The model stays small, and the messages do not.
            recorder.take(.forget(note))
            #expect(recorder.history.size <= 100_000, "after \(number) turns")
        }
        #expect(recorder.history.last == 2_000)
        #expect((50...100).contains(recorder.history.count))
        let first = recorder.history.first
        #expect(try recorder.history.model(after: first + 1, by: Ledger()).count == first + 1)
    }

    @Test func `If the models alone exceed the limit, the last two are retained with the turns between them`() throws {
        var recorder = Recorder(room: 1_000)
        for _ in 0..<200 {
            recorder.take(.note(String(repeating: "n", count: 100)))
            #expect(recorder.history.snapshots.count <= 2)
        }
        #expect(recorder.history.count >= 1)
        #expect(try recorder.history.model(after: 199, by: Ledger()).notes.count == 199)
    }

    @Test func `A large model is stored only at intervals, so that many turns are retained`() throws {
        var recorder = Recorder()
        recorder.take(.note(String(repeating: "n", count: 1_100_000)))
        for _ in 0..<600 { recorder.take(.add(1)) }
        #expect(recorder.history.count > 500)
        #expect(recorder.history.size <= 16_000_000)
        #expect(recorder.history.snapshots.allSatisfy { ($0.number - 1) % 50 == 0 })
    }

    @Test func `Dropped turns free their space`() throws {
        var recorder = Recorder()
        recorder.take(.add(1))
        let size = recorder.history.size
        recorder.take(.note(String(repeating: "n", count: 1_000)))
        #expect(recorder.history.size > size + 1_000)
        try recorder.history.drop(after: 1, by: Ledger())
        #expect(recorder.history.size == size)
    }

    @Test func `Of a secret message only the case's name is recorded, together with the model after it`() throws {
        var recorder = Recorder()
        recorder.take(.add(1))
        recorder.take(.sign(name: "Ada", password: "correct horse"), isSecret: true)
        recorder.take(.add(2))
        #expect(recorder.history.turns.map(\.title) == ["add(1)", "sign(…)", "add(2)"])
        #expect(try recorder.history.model(after: 3, by: Ledger()) == .init(count: 3, notes: ["signed by Ada"]))
        #expect(try recorder.history.difference(of: 2, by: Ledger()).lines() == [#"notes[0]: added "signed by Ada""#])
    }

    @Test(arguments: 0...7)
    func `The turns after a given one can be dropped`(after number: Int) throws {
        var recorder = Recorder(interval: 3)
        for _ in 1...7 { recorder.take(.add(1)) }
        try recorder.history.drop(after: number, by: recorder.program)
        #expect(recorder.history.last == number)
        #expect(recorder.history.current.count == number)
        recorder.take(.add(10))
        #expect(try recorder.history.model(after: number + 1, by: recorder.program).count == number + 10)
        #expect(try recorder.history.model(after: number, by: recorder.program).count == number)
    }

    @Test func `A model that the program can no longer compute is an error`() {
        var recorder = Recorder()
        recorder.take(.note("a"), .add(1))
        #expect(throws: HistoryError.updateFailed(1, "no room")) {
            try recorder.history.model(after: 1, by: Ledger(isFull: true))
        }
    }
}
