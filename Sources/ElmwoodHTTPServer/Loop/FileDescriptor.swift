import Glibc

/// An open file's descriptor: it is closed where its owner ends.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Takes a descriptor over, as the system's call returned it; nil where the call failed.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Hands the descriptor over: who takes it closes it.
    consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }
}
