import CElmwoodViewTree

extension Rendering {
    /// The same view in memory of just its size, to be kept beyond a request. The arena of the render goes
    /// back to the pool once nobody holds the rendering itself.
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
        // The lists keep the lazy parts alive that the records refer to. Nobody writes to them once the render is over.
        arena.pointee.lazyScope.lists = source.pointee.lazyScope.lists
        arena.pointee.flatSurplus = source.pointee.flatSurplus
        arena.pointee.diagnostics = source.pointee.diagnostics
        arena.pointee.asksWhetherLive = source.pointee.asksWhetherLive
        return Rendering(tape: Tape(arena, isPooled: false), range: 0..<bytes.count, facts: facts)
    }
}

/// Notes for the render that is going on on this thread, if there is one, that its view asks whether its page is live.
package func noteThatViewAsksWhetherLive() {
    Arena.current?.pointee.asksWhetherLive = true
}

/// Gives memory that nobody uses any more back to the system. It walks through all of the process's free memory, in some
/// milliseconds: for callers that have dropped many views or sessions.
///
/// The C library keeps it else: what a model holds lies between the views, and stays.
package func giveBackFreeMemory() {
    elmwood_give_back_free_memory()
}
