import ElmwoodArchitecture
import ElmwoodViewTree
import Synchronization

/// A rendered view, and its page.
package final class RenderedPage: Sendable {
    package let rendering: Rendering
    package let page: Page
    /// Whether it is in memory of exactly its size, so that it may be retained.
    let isCompact: Bool
    /// Whether a request has used it since ``takeUse()`` was called last.
    private let isUsed = Atomic<Bool>(true)

    package init(_ rendering: Rendering, on page: Page) {
        self.rendering = rendering
        self.page = page
        isCompact = false
    }

    /// Copies a view to memory of exactly its size.
    init(compacting rendering: Rendering, on page: Page) {
        self.rendering = rendering.kept()
        self.page = page
        isCompact = true
    }

    /// Whether it is the view of an equal page, whatever was read in the meantime.
    func shows(_ page: Page) -> Bool { self.page == page && rendering.inputs.isEmpty }

    /// Notes that a request uses it.
    func noteUse() { isUsed.store(true, ordering: .relaxed) }

    /// Returns whether a request has used it since the last call.
    func takeUse() -> Bool { isUsed.exchange(false, ordering: .relaxed) }
}

extension AnyModel {
    /// Returns the view that is kept of the model, if it is that of an equal page.
    func view(on page: Page) -> RenderedPage? {
        guard let view, view.shows(page) else { return nil }
        view.noteUse()
        return view
    }
}
