import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

extension SessionHost {
    /// Begins the stream of a live page that has just requested its changes; nil if it has no session.
    ///
    /// - Parameter wake: called on any thread when the stream must request the next patch.
    package func stream(
        session: SessionID?,
        of page: PageID,
        wake: @escaping @Sendable () -> Void
    ) -> LiveStream? {
        guard let session = session.flatMap(find), let number = session.beginStream(page, wake) else { return nil }
        return LiveStream(session: session, page: page, number: number)
    }

    /// Whether the program subscribes to anything while a page is open.
    package func isSubscribed(_ model: AnyModel) -> Bool {
        keepsStreams || model.subscriptions.contains { !$0.isArrival }
    }

    /// Whether a page connects as soon as it is loaded: something may change it that its visitor does not do, or its view shows that it is
    /// live. One that tells the visitor something connects, so that it continues to tell it until they leave.
    package func connects(
        _ rendering: Rendering,
        of model: AnyModel,
        telling flash: Flash = Flash(),
        mayReceiveMessage: Bool
    ) -> Bool {
        rendering.asksWhetherLive || rendering.showsChangingValues || !flash.isEmpty || mayReceiveMessage
            || isSubscribed(model)
    }

    /// Returns the state that a page receives beside its view.
    ///
    /// - Parameter isToBePushed: whether the page can change without a request, apart from its subscriptions.
    func notice(
        of model: AnyModel,
        on page: Page,
        isToBePushed: Bool
    ) -> PageNotice {
        let subscriptions = model.subscriptions
        let keepsStream = keepsStreams || isToBePushed || subscriptions.contains { $0.isPushed }
        return PageNotice(
            keepsStream: keepsStream,
            watched: subscriptions.watchedEvents(always: keepsStream ? [.closed] : []),
            problems: page.problems
        )
    }
}

/// The patches of one live page, asked for one at a time by their sender.
package struct LiveStream: Sendable {
    private let session: SessionCore
    private let page: PageID
    private let number: UInt64

    init(session: SessionCore, page: PageID, number: UInt64) {
        self.session = session
        self.page = page
        self.number = number
    }

    /// What is to be sent next.
    package func next() -> StreamStep { session.nextPatch(page, stream: number) }

    /// Nobody reads any more.
    package func end() { session.endStream(page, stream: number) }
}
