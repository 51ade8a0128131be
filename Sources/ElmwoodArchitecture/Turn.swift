import FoundationEssentials

/// The loop's pure part: messages into a new model and what is to be done outside. No lock, no clock, no task.
///
/// All messages of one post are one transaction. Each has its turn, followed by those of the messages that it sent itself
/// (`.send`, `.random`, `.now`), first come, first served, before the post's next message: the order in which a visitor's
/// single clicks would have been handled. Where one of the turns throws, the transaction throws, and the caller keeps the
/// model that it had.
package enum Turn<P: Program> {
    /// The turns of a post's messages and of all that follows from them.
    ///
    /// - Parameters:
    ///   - model: changed turn by turn. Where it throws, it is somewhere between: the caller forgets it.
    ///   - command: carried out before the first message: the command of a start.
    ///   - commands: gets what is left to carry out, in order: no batch, none, send, random or now.
    ///   - limit: how many follow-up messages are allowed.
    ///   - notes: gets each turn as it went; nil where nobody wants to know.
    /// - Returns: how many messages had their turn.
    /// - Throws: ``TurnFailure``.
    package static func run(
        _ program: P,
        _ model: inout P.Model,
        _ messages: [P.Message],
        after command: Command<P>? = nil,
        commands: inout [Command<P>],
        sources: TurnSources,
        limit: Int,
        notes: TurnNotes<P>? = nil
    ) throws(TurnFailure) -> Int {
        var followed = 0
        if let command {
            followed += try follow(command, program, &model, &commands, sources, limit: limit, notes)
        }
        for message in messages {
            let command = try update(program, &model, message)
            notes?.add(message, model, command, isFollowUp: false)
            // Most messages ask for nothing: this is all that they cost.
            if case .none = command.kind { continue }
            followed += try follow(command, program, &model, &commands, sources, limit: limit - followed, notes)
        }
        return messages.count + followed
    }

    private static func update(
        _ program: P,
        _ model: inout P.Model,
        _ message: P.Message
    ) throws(TurnFailure) -> Command<P> {
        do {
            return try program.update(&model, on: message)
        } catch {
            throw TurnFailure(message: String(describing: message), reason: error)
        }
    }

    /// Sorts a command: what makes a message at once has its turns here, the rest is for outside.
    ///
    /// - Returns: how many messages had their turn.
    private static func follow(
        _ command: Command<P>,
        _ program: P,
        _ model: inout P.Model,
        _ commands: inout [Command<P>],
        _ sources: TurnSources,
        limit: Int,
        _ notes: TurnNotes<P>?
    ) throws(TurnFailure) -> Int {
        var waiting: [P.Message] = []
        var turns = 0
        var command = command
        while true {
            for command in command.list {
                switch command.kind {
                case .send(let message): waiting.append(message)
                case .random(let range, let message): waiting.append(message(sources.random(range)))
                case .now(let message): waiting.append(message(sources.date()))
                default: commands.append(command)
                }
            }
            guard turns < waiting.count else { return turns }
            let message = waiting[turns]
            // All that were ever sent, done or waiting, so that nobody fills the memory before the limit is noticed.
            guard waiting.count <= limit else {
                throw TurnFailure(message: String(describing: message), reason: TooManyFollowUps(limit: limit))
            }
            command = try update(program, &model, message)
            notes?.add(message, model, command, isFollowUp: true)
            turns += 1
        }
    }
}

/// Where the messages of `.random` and `.now` come from.
package struct TurnSources: Sendable {
    package var random: @Sendable (ClosedRange<Int>) -> Int
    package var date: @Sendable () -> Date

    package init(random: @escaping @Sendable (ClosedRange<Int>) -> Int, date: @escaping @Sendable () -> Date) {
        self.random = random
        self.date = date
    }
}

/// A turn that did not come to its end: nothing of its post was applied.
package struct TurnFailure: Error, CustomStringConvertible {
    /// The message whose turn it was.
    package let message: String
    /// What was thrown: by `update`, or ``TooManyFollowUps``.
    package let reason: any Error

    package init(message: String, reason: any Error) {
        self.message = message
        self.reason = reason
    }

    package var description: String { "\(message): \(reason)" }
}

/// One post was followed by more messages than allowed, most likely a message that sends itself for ever.
package struct TooManyFollowUps: Error, Equatable, CustomStringConvertible {
    /// How many are allowed.
    package let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package var description: String {
        "More than \(limit) messages followed from one post. Does an update send a message that sends it again?"
    }
}
