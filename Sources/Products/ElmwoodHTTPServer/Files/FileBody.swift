import Glibc
import Synchronization

/// A part of an open file, to be sent as a response's content.
///
/// It owns the file's descriptor, which is closed when the part has been sent or when the last reference is released. So it can be
/// sent once.
public final class FileBody: Sendable {
    /// The start of the part, in bytes from the beginning of the file.
    public let offset: Int
    /// The part's length in bytes. If the file is shorter, the connection ends early.
    public let length: Int
    private let descriptor: Mutex<Int32?>

    /// Takes ownership of a descriptor that is open for reading.
    public init(descriptor: Int32, offset: Int, length: Int) {
        self.offset = max(0, offset)
        self.length = max(0, length)
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        if let descriptor = takeDescriptor() { close(descriptor) }
    }

    /// Reads the part, which cannot be sent any more; nil if it cannot be read.
    func bytes() -> [UInt8]? {
        guard let descriptor = takeDescriptor() else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length)
        var count = 0
        while count < length {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + count }, length - count, off_t(offset + count))
            }
            guard read > 0 else { return nil }
            count += read
        }
        return bytes
    }

    /// Transfers ownership of the descriptor to the caller; nil the second time.
    func takeDescriptor() -> Int32? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }
}
