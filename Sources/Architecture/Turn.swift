import FoundationEssentials

/// The loop's pure part: messages into a new model and what is to be done outside. No lock, no clock, no task.
///
/// All messages of one post are one transaction. Each has its turn, followed by those of the messages that it sent itself
/// (`.send`, `.random`, `.now`), first come, first served, before the post's next message: the order in which a visitor's
/// single clicks would have been handled. Where one of the turns throws, the transaction throws, and the caller keeps the
/// model that it had.
package enum Turn<P: Program> {
    /// Where the messages of `.random` and `.now` come from.
    package struct Sources: Sendable {
        package var random: @Sendable (ClosedRange<Int>) -> Int
        package var date: @Sendable () -> Date

        package init(random: @escaping @Sendable (ClosedRange<Int>) -> Int, date: @escaping @Sendable () -> Date) {
            self.random = random
            self.date = date
        }
    }

    /// What a transaction comes to.
    package struct Outcome: Sendable {
        package var model: P.Model
        /// What is left to carry out, in order: no batch, none, send, random or now.
        package var commands: [Command<P>]
        /// How many messages had their turn.
        package var turns: Int
    }

    /// One message's turn.
    ///
    /// - Throws: what the program's `update` throws; the model given is untouched.
    package static func step(
        _ program: P,
        _ model: P.Model,
        _ message: P.Message
    ) throws -> (model: P.Model, commands: [Command<P>]) {
        var model = model
        let command = try program.update(&model, on: message)
        return (model, command.list)
    }

    /// The turns of a post's messages and of all that follows from them.
    ///
    /// - Parameters:
    ///   - command: carried out before the first message: the command of a start.
    ///   - limit: how many follow-up messages are allowed.
    /// - Throws: ``TurnFailure``.
    package static func run(
        _ program: P,
        _ model: P.Model,
        _ messages: [P.Message],
        after command: Command<P> = .none,
        sources: Sources,
        limit: Int
    ) throws(TurnFailure) -> Outcome {
        var run = Run(program: program, sources: sources, limit: limit, model: model)
        if !command.isNone {
            run.take(command)
            try run.followUps()
        }
        for message in messages {
            try run.turn(message)
            try run.followUps()
        }
        return Outcome(model: run.model, commands: run.commands, turns: run.turns)
    }

    private struct Run {
        let program: P
        let sources: Sources
        let limit: Int
        var model: P.Model
        var commands: [Command<P>] = []
        var turns = 0
        var waiting: [P.Message] = []
        var followed = 0

        mutating func turn(_ message: P.Message) throws(TurnFailure) {
            let command: Command<P>
            do {
                command = try program.update(&model, on: message)
            } catch {
                throw TurnFailure(message: String(describing: message), reason: error)
            }
            turns += 1
            if !command.isNone { take(command) }
        }

        /// Sorts a command: what makes a message at once waits for its turn, the rest is for outside.
        mutating func take(_ command: Command<P>) {
            for command in command.list {
                switch command.kind {
                case .send(let message): waiting.append(message)
                case .random(let range, let message): waiting.append(message(sources.random(range)))
                case .now(let message): waiting.append(message(sources.date()))
                default: commands.append(command)
                }
            }
        }

        mutating func followUps() throws(TurnFailure) {
            var next = 0
            while next < waiting.count {
                let message = waiting[next]
                next += 1
                followed += 1
                guard followed <= limit, waiting.count - next <= limit else {
                    throw TurnFailure(message: String(describing: message), reason: TooManyFollowUps(limit: limit))
                }
                try turn(message)
            }
            waiting.removeAll(keepingCapacity: next > 0)
        }
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
