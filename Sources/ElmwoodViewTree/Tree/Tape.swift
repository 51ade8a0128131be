import Synchronization

/// The records of a finished render, and the handlers that belong to them.
///
/// It holds the arena of the render as it is: nothing is copied. When the last one who reads it lets go, the arena
/// goes back to the pool, or is freed where it is one that ``Rendering/kept()`` made. `@unchecked Sendable` since after the render nobody writes to the arena any more.
package final class Tape: @unchecked Sendable {
    let arena: UnsafeMutablePointer<Arena>
    /// The first byte of the records.
    let base: UnsafeRawPointer
    /// How many bytes may be read.
    let count: Int
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

/// Arenas that wait for the next render: a render allocates nothing but what its values need.
enum ArenaPool {
    /// An arena that nobody uses. `@unchecked Sendable` since it is in the pool or with its one user, never both.
    private struct Idle: @unchecked Sendable {
        let arena: UnsafeMutablePointer<Arena>
    }

    private static let idle = Mutex<[Idle]>([])
    /// More than that many are freed when they come back.
    private static let capacity = 16
    /// The first number that no arena has taken. 0 is no render's.
    private static let nextNumber = Atomic<UInt64>(1)

    /// An arena for a new render, empty, with the render's number.
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

    /// Numbers that nobody else has: many, so that arenas seldom meet here.
    static func takeNumbers() -> Range<UInt64> {
        let first = nextNumber.wrappingAdd(1024, ordering: .relaxed).oldValue
        return first..<(first + 1024)
    }

    /// Takes an arena back.
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
    /// Gives an arena's memory back to the system.
    static func free(_ arena: UnsafeMutablePointer<Arena>) {
        arena.pointee.base.deallocate()
        arena.deinitialize(count: 1)
        arena.deallocate()
    }
}
