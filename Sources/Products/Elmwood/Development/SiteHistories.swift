import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// The histories of a site's sessions, in development: what records them, the panels that show them, and the visitors who may see them.
///
/// The module ElmwoodHistory has the one implementation. Elmwood knows it by this protocol alone, so that no site that has no histories
/// waits for it to be built.
package protocol SiteHistories: Sendable {
    // MARK: Recording

    /// Returns what records the sessions of a program.
    ///
    /// - Parameters:
    ///   - base: the path that the program is mounted at.
    ///   - isPlace: whether that is one of the places of a pattern.
    func recorder<P: Program>(of program: P, at base: String, isPlace: Bool) -> SessionRecorder<P>

    /// Returns what records a transaction of a shared program's model, with the model's key.
    func recorder<S: SharedProgram>(
        ofShared program: S
    ) -> @Sendable (_ key: String, TurnRecord<SharedInstance<S>>) -> Void

    // MARK: From one process to the next

    /// Lets sessions that are loaded from the store continue the histories that a former process has saved in the folder.
    func restore(from folder: String)
    /// Saves the histories in the folder, for the process that serves the site next.
    func save()

    // MARK: Panels

    /// Returns the panels, once the programs are mounted.
    ///
    /// - Parameter patterns: what the site's programs are mounted at.
    func panels(of patterns: [PathPattern]) -> [Mount]
    /// Returns the style sheet at a path, as UTF-8; nil if there is none.
    func style(at path: String) -> [UInt8]?
    /// Whether a panel is at the path, or is what is mounted at the path in front of it.
    func isPanel(at base: String) -> Bool
    /// Returns the path of the history of the program at that path.
    func address(of base: String) -> String
    /// Returns what a page of the program at that path has at its foot.
    func foot(of base: String) -> PageFoot

    // MARK: Visitors

    /// Returns the name by which panels know a visitor, and records the visit.
    func name(of visitor: VisitorID, session: SessionID?) -> String
    /// Records that a browser receives the first token of a new visitor.
    func introduce(_ visitor: VisitorID)
    /// Whether a browser has received the first token of that visitor.
    func isIntroduced(_ visitor: VisitorID) -> Bool
}

/// What records the sessions of one program.
package struct SessionRecorder<P: Program>: Sendable {
    /// Records a transaction. It is called under the session's turn, and so in order.
    package let observe: @Sendable (TurnRecord<P>) -> Void
    /// Records a patch that was made for an open page.
    package let observePatch: @Sendable (PatchReport) -> Void
    /// Receives the host of the sessions, before the first of them begins.
    package let connect: @Sendable (SessionHost) -> Void

    package init(
        observe: @escaping @Sendable (TurnRecord<P>) -> Void,
        observePatch: @escaping @Sendable (PatchReport) -> Void,
        connect: @escaping @Sendable (SessionHost) -> Void
    ) {
        self.observe = observe
        self.observePatch = observePatch
        self.connect = connect
    }
}
