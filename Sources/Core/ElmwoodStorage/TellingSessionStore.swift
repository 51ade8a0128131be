/// A store through which two processes tell each other something while one takes over from the other: topics reach the pages of both.
///
/// It tells nothing of what is stored, unlike a ``ClusterSessionStore``.
package protocol TellingSessionStore: SessionStore {
    /// Begins to call the function with what another process tells from now on (``SessionWrite/tell(_:_:)``), in its order.
    func hear(_ receive: @escaping @Sendable (_ topic: String, _ body: [UInt8]) -> Void)

    /// Whether no other process is known, so that there is nobody to tell.
    var isAlone: Bool { get }

    /// This process is told nothing any more, and nobody writes anything for it.
    func leave() async
}
