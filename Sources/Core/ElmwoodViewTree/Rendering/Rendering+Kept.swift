import CElmwoodViewTree

extension Rendering {
    /// Returns the same view in memory of exactly its size, to be retained beyond a request. The arena of the render returns to the
    /// pool once the rendering itself is released.
    package func kept() -> Rendering {
        let source = tape.arena
        let bytes = Records.bytes(addresses)
        let arena = UnsafeMutablePointer<Arena>.allocate(capacity: 1)
        arena.initialize(to: Arena(capacity: bytes.count))
        arena.pointee.put(bytes: bytes)
        arena.pointee.render = source.pointee.render
        arena.pointee.handlers = source.pointee.handlers.compactMap { handler in
            range.contains(handler.offset) ? handler.moved(by: -range.lowerBound) : nil
        }
        // The lists keep the lazy parts alive that the records refer to. They are not written to after the render.
        arena.pointee.lazyScope.lists = source.pointee.lazyScope.lists
        arena.pointee.flatSurplus = source.pointee.flatSurplus
        arena.pointee.diagnostics = source.pointee.diagnostics
        arena.pointee.asksWhetherLive = source.pointee.asksWhetherLive
        arena.pointee.response = source.pointee.response
        arena.pointee.inputs.used = source.pointee.inputs.used
        return Rendering(tape: Tape(arena, isPooled: false), range: 0..<bytes.count, facts: facts)
    }
}

/// Records for the render on this thread, if any, that its view reads whether its page is live.
package func noteThatViewAsksWhetherLive() {
    Arena.current?.pointee.asksWhetherLive = true
}

/// Records for the render on this thread, if any, that its view shows the page's notices itself.
package func noteThatViewReadsNotices() {
    guard let arena = Arena.current, !arena.pointee.notices.isEmpty else { return }
    arena.pointee.notices = []
}

/// Returns unused memory to the system. It walks all free memory of the process, which takes some milliseconds: for callers that
/// have released many views or sessions.
///
/// The C library retains it otherwise: what a model stores lies between the views, and stays allocated.
package func giveBackFreeMemory() {
    elmwood_give_back_free_memory()
}
