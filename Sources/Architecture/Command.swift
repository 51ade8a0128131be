import FoundationEssentials

/// What is to be done outside, as data: the answer of an update.
///
/// Commands are values. They can be compared, printed and tested without being carried out.
///
/// ```swift
/// return .batch(.effect(.load(id)), .after(.seconds(5), .gaveUp, id: "timeout"))
/// ```
public struct Command<P: Program>: Sendable {
    package indirect enum Kind: Sendable {
        case none
        case batch([Command<P>])
        case send(P.Message)
        case after(Duration, P.Message)
        case random(ClosedRange<Int>, @Sendable (Int) -> P.Message)
        case now(@Sendable (Date) -> P.Message)
        case navigate(String)
        case effect(P.Effect)
        case cancel(String)
    }

    package var kind: Kind
    /// The name under which the command can be cancelled or replaced; nil where it has none.
    package var id: String?

    package init(_ kind: Kind, id: String? = nil) {
        self.kind = kind
        self.id = id
    }
}

extension Command {
    /// Nothing to do.
    public static var none: Self { Self(.none) }

    /// All of these, begun in this order.
    public static func batch(_ commands: Self...) -> Self { Self(.batch(commands)) }

    /// All of these, begun in this order.
    public static func batch(_ commands: [Self]) -> Self { Self(.batch(commands)) }

    /// A follow-up message: it has a turn of its own, right after this one.
    public static func send(_ message: P.Message) -> Self { Self(.send(message)) }

    /// A message after that time. With an id, a later one of the same id takes its place: that is a debounce.
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

    /// Shows the visitor another path of this program, with a new entry in the browser's history.
    ///
    /// Only paths of this site are followed: the path begins with one `/`. What does not is refused and logged.
    public static func navigate(to path: String) -> Self { Self(.navigate(path)) }

    /// Carries an effect out. With an id it can be cancelled, and a later one of the same id takes its place.
    public static func effect(_ effect: P.Effect, id: String? = nil) -> Self {
        Self(.effect(effect), id: id)
    }

    /// Ends the effect or the delayed message of that id; nothing where there is none.
    public static func cancel(_ id: String) -> Self { Self(.cancel(id)) }
}
