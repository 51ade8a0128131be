import FoundationEssentials

/// The pure part of the loop: turns messages into a new model and commands. It uses no lock, no clock and no task.
///
/// All messages of one post are one transaction. Each has its turn, followed by the turns of the messages that it sent itself
/// (`.send`, `.random`, `.now`) in the order of sending, and then the post's next message has its turn. This is the order in which
/// single clicks of a visitor would have been handled. If one of the turns throws, the transaction throws, and the caller retains
/// its old model.
package enum Turn<P: Program> {
    /// Runs the turn of one of a post's messages, and of all messages that follow from it.
    ///
    /// - Parameters:
    ///   - model: changed turn by turn. If this throws, its state is undefined, and the caller discards it.
    ///   - commands: receives the remaining commands, in order. None of them is a batch, `none`, `send`, `random` or `now`.
    ///   - limit: how many messages may follow.
    ///   - notes: receives the record of each turn, if given.
    /// - Returns: how many messages followed, and had their turn.
    package static func run(
        _ program: P,
        _ model: inout P.Model,
        _ message: P.Message,
        commands: inout [Command<P>],
        sources: TurnSources,
        limit: Int,
        notes: TurnNotes<P>? = nil
    ) throws(TurnFailure) -> Int {
        let command = try update(program, &model, message)
        notes?.add(message, model, command, isFollowUp: false)
        // Most messages return no command, and cost no more than this.
        if command.isNone { return 0 }
        return try follow(command, program, &model, commands: &commands, sources: sources, limit: limit, notes: notes)
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

    /// Sorts a command, such as that of a start: a part that makes a message at once has its turns here, and the remainder is for
    /// outside.
    ///
    /// - Returns: how many messages had their turn.
    package static func follow(
        _ command: Command<P>,
        _ program: P,
        _ model: inout P.Model,
        commands: inout [Command<P>],
        sources: TurnSources,
        limit: Int,
        notes: TurnNotes<P>? = nil
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
            // Counts every message sent, handled or waiting, so that the limit is reached before the memory is full.
            guard waiting.count <= limit else {
                throw TurnFailure(message: String(describing: message), reason: TooManyFollowUps(limit: limit))
            }
            command = try update(program, &model, message)
            notes?.add(message, model, command, isFollowUp: true)
            turns += 1
        }
    }
}

/// The sources of random numbers and dates for `.random` and `.now`.
package struct TurnSources: Sendable {
    package var random: @Sendable (ClosedRange<Int>) -> Int
    package var date: @Sendable () -> Date

    package init(random: @escaping @Sendable (ClosedRange<Int>) -> Int, date: @escaping @Sendable () -> Date) {
        self.random = random
        self.date = date
    }
}

/// The error of a turn that failed. Nothing of its post was applied.
package struct TurnFailure: Error, CustomStringConvertible {
    /// The message whose turn it was.
    package let message: String
    /// The error thrown by `update`, or ``TooManyFollowUps``.
    package let reason: any Error

    package init(message: String, reason: any Error) {
        self.message = message
        self.reason = reason
    }

    package var description: String { "\(message): \(reason)" }
}

/// The error of a post that more messages followed than allowed; most likely a message sends itself forever.
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
