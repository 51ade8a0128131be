import ElmwoodArchitecture
import FoundationEssentials
import Testing

@Suite struct TurnTests {
    private let sources = TurnSources(random: { $0.upperBound }, date: { Date(timeIntervalSince1970: 0) })

    private struct Outcome {
        var model = Script.Model()
        var commands: [Command<Script>] = []
        var turns = 0
    }

    private func run(
        _ messages: Script.Message...,
        after command: Command<Script>? = nil,
        limit: Int = 1_000
    ) throws -> Outcome {
        var outcome = Outcome()
        var followed = 0
        if let command {
            followed = try Turn.follow(
                command,
                Script(),
                &outcome.model,
                commands: &outcome.commands,
                sources: sources,
                limit: limit
            )
        }
        for message in messages {
            followed += try Turn.run(
                Script(),
                &outcome.model,
                message,
                commands: &outcome.commands,
                sources: sources,
                limit: limit - followed
            )
        }
        outcome.turns = messages.count + followed
        return outcome
    }

    @Test func `Messages of one post have their turns in order`() throws {
        let outcome = try run(.note("a"), .note("b"), .fetch("c"), .note("d"))
        #expect(outcome.model.seen == ["a", "b", "fetch c", "d"])
        #expect(outcome.turns == 4)
        #expect(outcome.commands == [.effect(.fetch("c"), id: "c")])
    }

    @Test func `Messages that a message sends precede the next message of the post, in order`() throws {
        let outcome = try run(.send([.send([.note("inner")]), .note("second")]), .note("last"))
        #expect(outcome.model.seen == ["send", "send", "second", "inner", "last"])
    }

    @Test func `Random numbers and sent messages arrive in order`() throws {
        #expect(try run(.roll).model.seen == ["before", "random 6", "after"])
    }

    @Test func `The command of a start runs before the first message`() throws {
        let outcome = try run(.note("post"), after: .batch(.send(.note("start")), .effect(.fetch("a"))))
        #expect(outcome.model.seen == ["start", "post"])
        #expect(outcome.commands == [.effect(.fetch("a"))])
    }

    @Test func `A post fails as a whole if one of its turns throws, and the error names the message`() {
        let failure = #expect(throws: TurnFailure.self) { try run(.note("a"), .send([.note("b"), .fail])) }
        #expect(failure?.message == "fail")
        #expect(failure?.reason as? Script.Failure == Script.Failure())
    }

    @Test func `A message that sends itself forever fails at the limit`() {
        let failure = #expect(throws: TurnFailure.self) { try run(.again) }
        #expect(failure?.reason as? TooManyFollowUps == TooManyFollowUps(limit: 1_000))
    }

    @Test func `Follow-up messages are allowed up to the limit, and not beyond`() throws {
        let ten = Script.Message.send(Array(repeating: .note("a"), count: 10))
        #expect(try run(ten, limit: 10).turns == 11)
        #expect(throws: TurnFailure.self) { try run(ten, .send([.note("one more")]), limit: 10) }
    }

    @Test func `A tree of messages that doubles at each level ends at the limit`() {
        var doubled = Script.Message.note("leaf")
        for _ in 0..<12 { doubled = .both(doubled, doubled) }
        #expect(throws: TurnFailure.self) { try run(doubled) }
    }
}
