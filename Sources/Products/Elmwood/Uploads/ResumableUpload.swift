import ElmwoodFormData
import ElmwoodStorage
import FoundationEssentials
import Glibc
import Synchronization

/// A file that is uploaded in pieces: each byte is written where it belongs as it arrives, so that the length of the file is the offset at which
/// the upload continues, in any process.
final class ResumableUpload: Sendable {
    /// Its name, 32 hexadecimal digits, by which only its visitor can find it.
    let name: String
    /// The path of its bytes.
    let path: String
    private let descriptionPath: String
    /// Whose it is.
    let visitor: [UInt8]
    /// How many bytes the whole file has.
    let size: Int

    private struct State {
        var description: UploadDescription
        /// The number of the piece that is written: an earlier one, whose connection may have died, writes no more.
        var piece: UInt64 = 0
        /// Why the last piece could not be written (`errno`).
        var failure: Int32?
        /// When it was used last, on the clock of the environment.
        var lastUse: Duration
        /// How many bytes of it count in the room.
        var countedBytes: Int
        var isRemoved = false
    }

    private let state: Mutex<State>

    /// Creates the upload of a description that is stored, or will be.
    init(name: String, in folder: UploadFolders, _ description: UploadDescription, at now: Duration, countedBytes: Int)
    {
        self.name = name
        path = folder.file(name)
        descriptionPath = folder.description(name)
        visitor = description.visitor
        size = description.size
        state = Mutex(State(description: description, lastUse: now, countedBytes: countedBytes))
    }

    /// What describes it.
    var description: UploadDescription { state.withLock { $0.description } }
    /// When it was used last.
    var lastUse: Duration { state.withLock { $0.lastUse } }
    /// How many bytes of it count in the room.
    var countedBytes: Int { state.withLock { $0.countedBytes } }
    /// Why the last piece could not be written (`errno`).
    var failure: Int32? { state.withLock { $0.failure } }

    /// How many bytes have arrived; nil if there is no file any more.
    var receivedBytes: Int? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// Makes its file and its description.
    ///
    /// - Throws: ``UploadFolder/Failure``
    func create() throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw UploadFolders.Failure(code: errno) }
        close(descriptor)
        do {
            try store(description)
        } catch {
            unlink(path)
            throw error
        }
    }

    private func store(_ description: UploadDescription) throws {
        try UploadFolders.write(Array(try JSONEncoder().encode(description)), to: descriptionPath)
    }

    /// Notes that it is used.
    func touch(at now: Duration) { state.withLock { $0.lastUse = now } }

    /// Makes it that of another session of the same visitor.
    func move(to session: SessionID) {
        let description = state.withLock { state in
            state.description.session = session.bytes
            return state.description
        }
        // If that fails, the next process asks for the visitor again.
        try? store(description)
    }

    // MARK: Pieces

    /// Begins a piece: earlier ones write no more. Returns its number; nil if the bytes before it have not arrived, or it begins before their end.
    func beginPiece(at offset: Int) -> UInt64? {
        state.withLock { state in
            guard !state.isRemoved, receivedBytes == offset else { return nil }
            state.piece &+= 1
            state.failure = nil
            return state.piece
        }
    }

    /// Writes bytes of a piece. Returns whether all of them are stored.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, piece: UInt64, to descriptor: Int32) -> Bool {
        state.withLock { state in
            guard !state.isRemoved, state.piece == piece, bytes.count <= size - offset else {
                return false
            }
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    state.failure = count < 0 ? errno : EIO
                    return false
                }
                written += count
                state.countedBytes += count
            }
            return true
        }
    }

    /// Notes that a piece has found no room.
    func fail(_ code: Int32, piece: UInt64) {
        state.withLock { state in if state.piece == piece { state.failure = code } }
    }

    // MARK: Its end

    /// Gives the file to an event or a post, unless another one has it. Returns nil if it is not complete, or another one has it.
    func claim(by claimant: String) -> UploadedFile? {
        let description = state.withLock { state -> UploadDescription? in
            let owner = state.description.claimant
            guard !state.isRemoved, owner == nil || owner == claimant else { return nil }
            state.description.claimant = claimant
            return state.description
        }
        guard let description, receivedBytes == size else {
            if description != nil { release(by: claimant) }
            return nil
        }
        // Before the program may accept it: after the end of this process, only the same event may have it again.
        guard (try? store(description)) != nil else {
            release(by: claimant)
            return nil
        }
        return UploadedFile(
            filename: description.filename,
            contentType: description.contentType,
            size: size,
            path: path
        )
    }

    /// Makes the file available again, since the program has not accepted it.
    func release(by claimant: String) {
        let description = state.withLock { state -> UploadDescription? in
            guard !state.isRemoved, state.description.claimant == claimant else { return nil }
            state.description.claimant = nil
            return state.description
        }
        if let description { try? store(description) }
    }

    /// Ends the upload. Returns whether it had not ended before.
    ///
    /// - Parameter keepsFile: whether its file remains, since a program has it.
    func remove(keepsFile: Bool) -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isRemoved = true }
            return !state.isRemoved
        }
        guard isFirst else { return false }
        unlink(descriptionPath)
        if !keepsFile { unlink(path) }
        return true
    }
}

/// One piece of an upload while it arrives.
final class UploadPiece: Sendable {
    private let upload: ResumableUpload
    private let uploads: ResumableUploads
    private let offset: Int

    private struct State {
        var descriptor: Int32 = -1
        var number: UInt64?
        var hasBegun = false
        var count = 0
    }

    private let state = Mutex(State())

    /// Creates a piece that begins at an offset. Nothing is done before its first bytes.
    init(of upload: ResumableUpload, in uploads: ResumableUploads, at offset: Int) {
        self.upload = upload
        self.uploads = uploads
        self.offset = offset
    }

    deinit {
        state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
    }

    /// Writes the next bytes. What does not fit is dropped: the answer says how many bytes have arrived.
    func write(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            if !state.hasBegun {
                state.hasBegun = true
                state.number = upload.beginPiece(at: offset)
                if state.number != nil { state.descriptor = open(upload.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) }
            }
            guard let number = state.number, state.descriptor >= 0 else { return }
            let isStored =
                uploads.hasRoom(for: bytes.count)
                ? upload.write(bytes, at: offset + state.count, piece: number, to: state.descriptor) : nil
            if isStored == nil { upload.fail(ENOSPC, piece: number) }
            if isStored == true {
                state.count += bytes.count
                uploads.count(bytes.count)
            } else {
                state.number = nil
            }
        }
    }
}
