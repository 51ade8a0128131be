import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// What a session's pages show, and what would be stored of it, for development tools and tests.

extension SessionReference {
    /// Renders the views of the open pages as they are now, each address once.
    ///
    /// - Parameter limit: the most pages. A page whose view fails, or lacks a value, is left out.
    package func renderOpenPages(limit: Int) -> [(path: String, rendering: Rendering)] {
        guard let session else { return [] }
        let (model, pages) = session.state.withLock { state -> (AnyModel, [Page]) in
            guard !state.hasEnded, let parts = state.parts else { return (state.model, []) }
            let pages = parts.pages.open.map { page in
                var copy = page.page
                if let reads = page.reads { copy.values = reads.values }
                return copy
            }
            return (state.model, pages)
        }
        var rendered: [(path: String, rendering: Rendering)] = []
        for page in pages where rendered.count < limit && !rendered.contains(where: { $0.path == page.path }) {
            guard let rendering = try? session.host.render(model, on: page) else { continue }
            rendered.append((page.path, rendering))
        }
        return rendered
    }
}

/// How far an open page is up to date.
package struct PageProgress: Sendable {
    /// Identifies the page. A page that was forgotten and has returned has another identity.
    package let identity: ObjectIdentifier
    /// The number of patches that were made for it.
    package let patches: UInt64
    /// Whether no patch is being made or about to be made.
    package let isSettled: Bool
    /// Whether what it shows has changed since its last patch: its address, or what its view reads.
    package let isOutdated: Bool
    package let hasStream: Bool
    /// Whether it was instructed to keep a stream open.
    package let keepsStream: Bool
    /// Its address, and the problems of its fields.
    package let page: Page
    /// What it shows, if that is the view of the session's model and is retained.
    package let shown: Rendering?
}

extension SessionCore {
    /// Returns how far an open page is up to date; nil if the page is unknown.
    package func progress(of id: PageID) -> PageProgress? {
        state.withLock { state in
            guard !state.hasEnded, let page = state.page(id) else { return nil }
            var shown: Rendering?
            if case .rendering(let rendering) = page.shown, page.version == state.version, !page.isChanged {
                shown = rendering
            }
            return PageProgress(
                identity: ObjectIdentifier(page),
                patches: page.patches,
                isSettled: !page.isRendering && page.held == nil && !(page.isWoken && page.wake != nil),
                isOutdated: page.isChanged,
                hasStream: page.wake != nil,
                keepsStream: page.notice.keepsStream ?? false,
                page: page.page,
                shown: shown
            )
        }
    }

    /// The session as it would be stored now, for a process that takes it over; nil if it has had no turn yet.
    package var takenOver: StoredSession? {
        guard case .save(_, var stored, _, _)? = write()?.write else { return nil }
        // A process that hands the session over does not perform its effects any more.
        stored.due = nil
        return stored
    }
}
