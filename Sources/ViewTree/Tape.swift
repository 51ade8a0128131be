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

    /// The handler of the attribute record there, or nil where it has none.
    func handler(at offset: Int) -> Handler? {
        let index = arena.pointee.handlers.firstIndex(notBelow: offset)
        guard index < arena.pointee.handlers.count, arena.pointee.handlers[index].offset == offset else { return nil }
        return arena.pointee.handlers[index].handler
    }

    // Reading: one check for each number, so that a wrong offset reads zeros and never beyond the buffer.

    @inline(__always)
    func load8(_ offset: Int) -> UInt8 {
        offset >= 0 && offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    @inline(__always)
    func load16(_ offset: Int) -> UInt16 {
        offset >= 0 && offset <= count - 2 ? base.loadUnaligned(fromByteOffset: offset, as: UInt16.self) : 0
    }

    @inline(__always)
    func load32(_ offset: Int) -> Int {
        offset >= 0 && offset <= count - 4 ? Int(base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) : 0
    }

    /// The bytes there as they are; those beyond the end are left out.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        let range = range.clamped(to: 0..<count)
        return UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }
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
    private static let lastRender = Atomic<UInt64>(0)

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
        arena.pointee.render = lastRender.wrappingAdd(1, ordering: .relaxed).newValue
        return arena
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
