import Glibc

/// An open file's descriptor. It is closed when its owner ends.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Takes ownership of a descriptor as the system's call returned it. Returns nil if the call failed.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Transfers ownership of the descriptor to the caller, who closes it.
    consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }
}
