import FoundationEssentials

/// Work to do outside the program, as data: what an update returns.
///
/// Commands are values. They can be compared, printed and tested without being carried out.
///
/// ```swift
/// return .batch(.effect(.load(id)), .after(.seconds(5), .gaveUp, id: "timeout"))
/// ```
///
/// An id names running work: a later command of the same id replaces the earlier one, whether that is an effect or a delayed
/// message, and ``cancel(_:)`` ends it. After that, no message of it arrives.
public struct Command<P: ProgramBase>: Sendable {
    package enum Kind: Sendable {
        case none
        /// Two commands or more, none of which is a batch or `none`. ``Command/batch(_:)-([Command<P>])`` ensures this, so no
        /// function over commands needs to recurse.
        case batch([Command<P>])
        case send(P.Message)
        case after(Duration, P.Message)
        case random(ClosedRange<Int>, @Sendable (Int) -> P.Message)
        case now(@Sendable (Date) -> P.Message)
        case effect(P.Effect, isDurable: Bool, isAwaited: Bool)
        case save(Payload, as: String, StorageScope)
        case load(String, StorageScope, StoredValueReader<P.Message>)
        case remove(String, StorageScope)
        case removeAll
        case broadcast(String, Payload)
        case changed(String)
        case page(PageCommand)
        case notice(String, NoticeEnd)
        case problem(Problem)
        case cancel(String)
        case deliver(Delivery<P.Message>)
        case renewSession
        case endSession(everywhere: Bool)
        case identify(String?)
        case sessions(of: String, @Sendable ([ActiveSession]) -> P.Message)
        /// All others of the account, or the one of that id.
        case endSessions(of: String, only: ActiveSession.ID?)
    }

    /// What is to be done. An object, since most updates return ``none``, and their turns should cost nothing for a command.
    @usableFromInline final class Content: Sendable {
        let kind: Kind
        let id: String?

        init(_ kind: Kind, id: String?) {
            self.kind = kind
            self.id = id
        }
    }

    /// Nil if there is nothing to do.
    @usableFromInline let content: Content?

    @inlinable init() { content = nil }

    package init(_ kind: Kind, id: String? = nil) {
        if case .none = kind { content = nil } else { content = Content(kind, id: id) }
    }

    package var kind: Kind { content?.kind ?? .none }
    /// The name by which the command can be cancelled or replaced, if any.
    package var id: String? { content?.id }

    /// Whether there is nothing to do.
    package var isNone: Bool { content == nil }

    /// The commands to carry out, in order. None of them is a batch or `none`.
    package var list: [Command<P>] {
        switch kind {
        case .none: []
        case .batch(let commands): commands
        default: [self]
        }
    }
}

extension Command {
    /// A command that does nothing.
    @inlinable public static var none: Self { Self() }

    /// Starts all of these commands, in this order.
    public static func batch(_ commands: Self...) -> Self { batch(commands) }

    /// Starts all of these commands, in this order.
    ///
    /// A nested batch equals its commands written out, and ``none`` in a batch is dropped, so batches that do the same are equal.
    public static func batch(_ commands: [Self]) -> Self {
        var flat: [Self] = []
        flat.reserveCapacity(commands.count)
        for command in commands {
            switch command.kind {
            case .none: continue
            case .batch(let inner): flat.append(contentsOf: inner)
            default: flat.append(command)
            }
        }
        return flat.count > 1 ? Self(.batch(flat)) : flat.first ?? .none
    }

    /// Sends a follow-up message. It has a turn of its own, right after this one.
    ///
    /// It belongs to the same post: if its update throws, the whole post is rolled back.
    public static func send(_ message: P.Message) -> Self { Self(.send(message)) }

    /// Sends a message after that time. With an id, a later one of the same id replaces it, which makes a debounce.
    ///
    /// A time below zero counts as zero, and one beyond ten years as ten years.
    public static func after(_ duration: Duration, _ message: P.Message, id: String? = nil) -> Self {
        Self(.after(duration, message), id: id)
    }

    /// Sends a message made from a random number in that range. The distribution is uniform; the generator is the system's.
    public static func random(
        in range: ClosedRange<Int>,
        _ message: @escaping @Sendable (Int) -> P.Message
    ) -> Self {
        Self(.random(range, message))
    }

    /// Sends a message made from the current date and time.
    public static func now(_ message: @escaping @Sendable (Date) -> P.Message) -> Self {
        Self(.now(message))
    }

    /// Carries out an effect. With an id it can be cancelled, and a later one of the same id replaces it.
    ///
    /// An effect ends with its process, unless it is durable. A durable effect is stored with the turn that asks for it, and begins
    /// once that is stored. If the process ends before the effect does, the next process carries it out again. So it is carried out
    /// at least once; use ``Attempt/id`` for work that must not be done twice.
    ///
    /// ```swift
    /// return .effect(.charge(order), durable: true)
    /// ```
    ///
    /// The answer to a request without script, which nothing can be pushed to, waits some seconds for the effects that the request
    /// began (`SessionLimits.effectWaitWithoutScript`). Mark an effect that is meant to run for long, so that no answer waits for it:
    ///
    /// ```swift
    /// return .effect(.watchPrices, id: "prices", awaited: false)
    /// ```
    public static func effect(
        _ effect: P.Effect,
        id: String? = nil,
        durable: Bool = false,
        awaited: Bool = true
    ) -> Self {
        Self(.effect(effect, isDurable: durable, isAwaited: awaited), id: id)
    }

    /// Ends the effect or the delayed message of that id. Does nothing if there is none.
    public static func cancel(_ id: String) -> Self { Self(.cancel(id)) }
}
