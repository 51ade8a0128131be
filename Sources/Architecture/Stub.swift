/// What a program wants to be told of.
public struct Subscription<P: Program>: Sendable {}

extension Program {
    /// What the program wants to be told of while a page is open.
    public func subscriptions(_ model: Model) -> [Subscription<Self>] { [] }
}
