import FoundationEssentials

/// What is to be done outside, as data: the answer of an update.
///
/// Commands are values. They can be compared, printed and tested without being carried out.
///
/// ```swift
/// return .batch(.effect(.load(id)), .after(.seconds(5), .gaveUp, id: "timeout"))
/// ```
///
/// An id names what is under way: a later command of the same id takes the place of the earlier one, whether it is an effect
/// or a delayed message, and ``cancel(_:)`` ends it. From then on no message of it arrives.
public struct Command<P: Program>: Sendable {
    package enum Kind: Sendable {
        case none
        /// Two commands or more, none of them a batch or none: ``Command/batch(_:)-([Command<P>])`` sees to it, so that
        /// nothing that walks a command needs to recurse.
        case batch([Command<P>])
        case send(P.Message)
        case after(Duration, P.Message)
        case random(ClosedRange<Int>, @Sendable (Int) -> P.Message)
        case now(@Sendable (Date) -> P.Message)
        case navigate(String, replaces: Bool)
        case effect(P.Effect, isDurable: Bool)
        case save(Payload, as: String, StorageScope)
        case load(String, StorageScope, StoredValueReader<P.Message>)
        case remove(String, StorageScope)
        case broadcast(String, Payload)
        case page(PageTask)
        case cancel(String)
        case renewSession
        case endSession
    }

    package let kind: Kind
    /// The name under which the command can be cancelled or replaced; nil where it has none.
    package let id: String?

    package init(_ kind: Kind, id: String? = nil) {
        self.kind = kind
        self.id = id
    }

    /// Whether there is nothing to do.
    package var isNone: Bool {
        if case .none = kind { true } else { false }
    }

    /// The commands to carry out, in order: none of them is a batch or none.
    package var list: [Command<P>] {
        switch kind {
        case .none: []
        case .batch(let commands): commands
        default: [self]
        }
    }
}

extension Command {
    /// Nothing to do.
    public static var none: Self { Self(.none) }

    /// All of these, begun in this order.
    public static func batch(_ commands: Self...) -> Self { batch(commands) }

    /// All of these, begun in this order.
    ///
    /// A batch within a batch is the same as its commands written out, and ``none`` in it is nothing: what does the same
    /// is equal.
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

    /// A follow-up message: it has a turn of its own, right after this one.
    ///
    /// It belongs to the same post: where its update throws, the whole post is rolled back.
    public static func send(_ message: P.Message) -> Self { Self(.send(message)) }

    /// A message after that time. With an id, a later one of the same id takes its place: that is a debounce.
    ///
    /// A time below zero is zero, one beyond ten years is ten years.
    public static func after(_ duration: Duration, _ message: P.Message, id: String? = nil) -> Self {
        Self(.after(duration, message), id: id)
    }

    /// A message made from a random number of that range, each as likely as the other, from the system's generator.
    public static func random(
        in range: ClosedRange<Int>,
        _ message: @escaping @Sendable (Int) -> P.Message
    ) -> Self {
        Self(.random(range, message))
    }

    /// A message made from the current date and time.
    public static func now(_ message: @escaping @Sendable (Date) -> P.Message) -> Self {
        Self(.now(message))
    }

    /// Shows the visitor another path of this program, with a new entry in the browser's history, or, where it is
    /// replacing, in the place of the entry that the page has now.
    ///
    /// Only paths of this site are followed: the path begins with one `/` and holds no backslash and no control
    /// character. What does not is refused and logged. Of several in one post the last one counts. For another site there
    /// is ``leave(to:)``.
    ///
    /// Without script the browser makes a new entry in any case.
    public static func navigate(to path: String, replacing: Bool = false) -> Self {
        Self(.navigate(path, replaces: replacing))
    }

    /// Carries an effect out. With an id it can be cancelled, and a later one of the same id takes its place.
    ///
    /// An effect ends with the process that carries it out, unless it is durable: then it is stored with the turn that asks for
    /// it, begins once that is stored, and where the process ends before the effect has, the next one carries it out again. So
    /// it is carried out at least once; what must not be done twice heeds ``Attempt/id``.
    ///
    /// ```swift
    /// return .effect(.charge(order), durable: true)
    /// ```
    public static func effect(_ effect: P.Effect, id: String? = nil, durable: Bool = false) -> Self {
        Self(.effect(effect, isDurable: durable), id: id)
    }

    /// Ends the effect or the delayed message of that id; nothing where there is none.
    public static func cancel(_ id: String) -> Self { Self(.cancel(id)) }

    /// Gives the visitor's session a new id, and lets the old one be worth nothing: for each change of what the visitor
    /// may do, such as signing in.
    ///
    /// The old id opens nothing from that moment on, for anybody. Only the browser that made the request which led to this is
    /// told the new one, also where an effect took longer than the page waits: the answer to that request has set a one-time ticket
    /// in a cookie of its own, or a live page is known by its name. All programs of the site share the id.
    ///
    /// What no request of a visitor has led to, such as a clock, a topic, or a subscription's effect, has nobody to tell: an
    /// update that asks for it there fails, and changes nothing.
    public static var renewSession: Self { Self(.renewSession) }

    /// Ends the visitor's session, in all programs of the site: models, running effects and the cookie are gone.
    ///
    /// What else the same post asked for outside is not begun. The visitor sees the program as it starts.
    public static var endSession: Self { Self(.endSession) }
}
