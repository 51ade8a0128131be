import Synchronization

/// The records of a finished render, and the handlers that belong to them.
///
/// It owns the arena of the render: nothing is copied. When its last reference is released, the arena returns to the pool, or is
/// freed if ``Rendering/kept()`` made it. `@unchecked Sendable` since the arena is not written to after the render.
package final class Tape: @unchecked Sendable {
    let arena: UnsafeMutablePointer<Arena>
    /// The first byte of the records.
    let base: UnsafeRawPointer
    /// How many bytes are readable.
    let count: Int
    /// The bits of the view's revision, once somebody has asked for it; 0 before. Threads that ask at once compute the same.
    let revision = Atomic<UInt64>(0)
    private let isPooled: Bool

    init(_ arena: UnsafeMutablePointer<Arena>, isPooled: Bool = true) {
        self.arena = arena
        self.isPooled = isPooled
        base = UnsafeRawPointer(arena.pointee.base)
        count = arena.pointee.count
    }

    deinit {
        if isPooled { ArenaPool.give(arena) } else { Arena.free(arena) }
    }
}

/// Idle arenas for the next render, which then allocates only what its values need.
enum ArenaPool {
    /// An unused arena. `@unchecked Sendable` since it is either in the pool or with its one user.
    private struct Idle: @unchecked Sendable {
        let arena: UnsafeMutablePointer<Arena>
    }

    private static let idle = Mutex<[Idle]>([])
    /// The most idle arenas; further ones are freed.
    private static let capacity = 16
    /// The first number that no arena has reserved. No render has the number 0.
    private static let nextNumber = Atomic<UInt64>(1)

    /// Returns an empty arena for a new render, with the render's number.
    static func take() -> UnsafeMutablePointer<Arena> {
        let waiting = idle.withLock { $0.popLast()?.arena }
        let arena: UnsafeMutablePointer<Arena>
        if let waiting {
            arena = waiting
        } else {
            arena = .allocate(capacity: 1)
            arena.initialize(to: Arena())
        }
        arena.pointee.render = arena.pointee.nextNumber()
        return arena
    }

    /// Reserves numbers for one arena: many at once, so that arenas seldom contend here.
    static func takeNumbers() -> Range<UInt64> {
        let first = nextNumber.wrappingAdd(1024, ordering: .relaxed).oldValue
        return first..<(first + 1024)
    }

    /// Returns an arena to the pool.
    static func give(_ arena: UnsafeMutablePointer<Arena>) {
        arena.pointee.reset()
        let returned = Idle(arena: arena)
        let isKept = idle.withLock { idle in
            guard idle.count < capacity else { return false }
            idle.append(returned)
            return true
        }
        if !isKept { Arena.free(arena) }
    }
}

extension Arena {
    /// Frees an arena.
    static func free(_ arena: UnsafeMutablePointer<Arena>) {
        arena.pointee.base.deallocate()
        arena.deinitialize(count: 1)
        arena.deallocate()
    }
}
