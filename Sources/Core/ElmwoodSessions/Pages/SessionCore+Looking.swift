import ElmwoodArchitecture
import ElmwoodViewTree

extension SessionCore {
    /// Renders the views of the open pages as they are now, each address once, for development tools.
    ///
    /// - Parameter limit: the most pages. A page whose view fails, or lacks a value, is left out.
    func renderOpenPages(limit: Int) -> [(path: String, rendering: Rendering)] {
        let (model, pages) = state.withLock { state -> (AnyModel, [Page]) in
            guard !state.hasEnded, let activity = state.activity else { return (state.model, []) }
            let pages = activity.pages.open.map { page in
                var copy = page.page
                if let reads = page.reads { copy.values = reads.values }
                return copy
            }
            return (state.model, pages)
        }
        var rendered: [(path: String, rendering: Rendering)] = []
        for page in pages where rendered.count < limit && !rendered.contains(where: { $0.path == page.path }) {
            guard let rendering = try? host.render(model, on: page) else { continue }
            rendered.append((page.path, rendering))
        }
        return rendered
    }
}

extension SessionReference {
    /// Renders the views of the session's open pages as they are now: see ``SessionCore/renderOpenPages(limit:)``.
    package func renderOpenPages(limit: Int) -> [(path: String, rendering: Rendering)] {
        session?.renderOpenPages(limit: limit) ?? []
    }
}
