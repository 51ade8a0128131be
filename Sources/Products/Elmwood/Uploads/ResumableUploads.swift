import ElmwoodFormData
import ElmwoodSessions
import ElmwoodStorage
import FoundationEssentials
import Glibc
import Synchronization

/// The uploads in pieces that have begun, and the files that programs have accepted of them.
///
/// All of it is on disk, and this is what is known of it: an upload of another process, such as the one before, is found by its name. The number
/// of uploads and their bytes are bounded, for all and for each visitor and client.
final class ResumableUploads: Sendable {
    /// The most bytes of one piece. The script sends pieces of this size.
    static let pieceBytes = 5_000_000
    /// The most uploads at once, of all visitors.
    static let most = 10_000
    /// The most uploads at once of one client, which may be several visitors.
    static let mostPerClient = 500
    /// The most uploads at once of one visitor. For one more, the visitor's own that has not been used for the longest time ends.
    static let mostPerVisitor = 50
    /// How many bytes remain free on the disk.
    private static let reserve = 16_000_000

    /// Why an upload does not begin.
    enum Excess: Error, Equatable {
        /// There are too many.
        case number
        /// There is no room for its bytes.
        case room
    }

    private struct State {
        var uploads: [String: ResumableUpload] = [:]
        /// The uploads of each visitor.
        var visitors: [[UInt8]: [ResumableUpload]] = [:]
        /// The clients that have begun uploads in this process, and how many each has.
        var clients: [String: UInt32] = [:]
        var counts: [UInt32: Int] = [:]
        var isLoaded = false
        var isSweeping = false

        mutating func insert(_ upload: ResumableUpload, of client: UInt32 = 0) {
            uploads[upload.name] = upload
            visitors[upload.visitor, default: []].append(upload)
            guard client != 0 else { return }
            clients[upload.name] = client
            counts[client, default: 0] += 1
        }

        mutating func remove(_ upload: ResumableUpload) {
            guard uploads.removeValue(forKey: upload.name) != nil else { return }
            let others = visitors[upload.visitor]?.filter { $0 !== upload } ?? []
            visitors[upload.visitor] = others.isEmpty ? nil : others
            guard let client = clients.removeValue(forKey: upload.name) else { return }
            let count = counts[client, default: 1] - 1
            counts[client] = count == 0 ? nil : count
        }
    }

    private let folders: UploadFolders
    private let life: Duration
    private let room: Int
    private let roomPerVisitor: Int
    private let state = Mutex(State())
    private let bytes = Atomic(0)
    private let now: @Sendable () -> Duration
    private let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall
    /// Retains what programs have accepted.
    let accepted: UploadStore

    /// Creates what knows the uploads in the data folder of the settings.
    init(_ settings: Settings, _ environment: Environment) {
        folders = UploadFolders(path: settings.data + "/uploads")
        life = settings.resumableUploadLife
        room = settings.resumableUploadRoom
        roomPerVisitor = settings.resumableUploadRoomPerVisitor
        now = environment.now
        schedule = environment.schedule
        accepted = UploadStore(life: settings.uploadLife, room: .max, schedule: environment.schedule)
    }

    /// How long an upload waits for its next piece, in seconds.
    var lifeInSeconds: Int { Int(clamping: life.components.seconds) }

    // MARK: Its beginning

    /// Begins an upload.
    ///
    /// - Parameter client: stands for the client's address; 0 if it is unknown.
    /// - Throws: ``Excess``, or ``UploadFolders/Failure``.
    func begin(_ description: UploadDescription, of client: UInt32) throws -> ResumableUpload {
        load()
        folders.make()
        let size = description.size
        let isWithin = bytes.load(ordering: .relaxed) <= room - min(size, room) && size <= room
        guard isWithin, folders.freeBytes.map({ $0 - Self.reserve >= size }) ?? true else { throw Excess.room }
        let upload = ResumableUpload(
            name: UploadFolders.newName(),
            in: folders,
            description,
            at: now(),
            countedBytes: 0
        )
        let evicted = try state.withLock { state in
            let evicted = try makeRoom(for: description, of: client, &state)
            state.insert(upload, of: client)
            return evicted
        }
        evicted.forEach { end($0) }
        do {
            try upload.create()
        } catch {
            end(upload)
            throw error
        }
        sweepLater()
        return upload
    }

    /// Returns the uploads of the visitor that end for another one.
    private func makeRoom(for next: UploadDescription, of client: UInt32, _ state: inout State) throws
        -> [ResumableUpload]
    {
        var own: [(upload: ResumableUpload, lastUse: Duration)] = []
        var size = next.size
        for upload in state.visitors[next.visitor] ?? [] {
            own.append((upload, upload.lastUse))
            size = size.addingReportingOverflow(upload.size).partialValue
        }
        guard next.size <= roomPerVisitor else { throw Excess.room }
        own.sort { $0.lastUse < $1.lastUse }
        var evicted: [ResumableUpload] = []
        while own.count - evicted.count >= Self.mostPerVisitor || size > roomPerVisitor {
            guard evicted.count < own.count else { throw Excess.room }
            let (upload, lastUse) = own[evicted.count]
            // What the visitor uploads at this time does not end for another file.
            guard now() - lastUse > .seconds(60) else { throw size > roomPerVisitor ? Excess.room : Excess.number }
            size -= upload.size
            evicted.append(upload)
        }
        let ofClient = state.counts[client, default: 0]
        guard state.uploads.count - evicted.count < Self.most, ofClient < Self.mostPerClient else {
            throw Excess.number
        }
        return evicted
    }

    // MARK: Finding

    /// Finds an upload by its name, of this process or of another one.
    func find(_ name: String) -> ResumableUpload? {
        guard UploadFolders.isName(name) else { return nil }
        load()
        let known = state.withLock { $0.uploads[name] }
        guard let upload = known ?? read(name) else { return nil }
        guard upload.receivedBytes != nil else {
            end(upload)
            return nil
        }
        return upload
    }

    /// Reads the description of an upload that another process has begun.
    private func read(_ name: String) -> ResumableUpload? {
        guard let bytes = UploadFolders.read(folders.description(name)),
            let description = try? JSONDecoder().decode(UploadDescription.self, from: Data(bytes))
        else { return nil }
        var status = stat()
        let size = stat(folders.file(name), &status) == 0 ? Int(status.st_size) : 0
        // Its age is that of its last byte.
        let age = Duration.seconds(max(0, time(nil) - status.st_mtim.tv_sec))
        let upload = ResumableUpload(name: name, in: folders, description, at: now() - age, countedBytes: size)
        let known = state.withLock { state in
            let known = state.uploads[name]
            if known == nil { state.insert(upload) }
            return known
        }
        if known == nil { count(size) }
        return known ?? upload
    }

    /// Finds the uploads that the process before has left.
    private func load() {
        let isFirst = state.withLock { state in
            defer { state.isLoaded = true }
            return !state.isLoaded
        }
        guard isFirst else { return }
        let names = folders.names
        for name in names { _ = read(name) }
        if !names.isEmpty { sweepLater() }
    }

    // MARK: Room

    /// Whether there is room for that many bytes more.
    func hasRoom(for count: Int) -> Bool { bytes.load(ordering: .relaxed) <= room - min(count, room) }

    /// Counts bytes that are stored, or with a negative number no more.
    func count(_ count: Int) { bytes.add(count, ordering: .relaxed) }

    /// How many bytes are stored.
    var storedBytes: Int { bytes.load(ordering: .relaxed) }

    /// How many uploads have begun and not ended.
    var begunCount: Int { state.withLock { $0.uploads.count } }

    // MARK: Its end

    /// Ends an upload and removes its bytes.
    func end(_ upload: ResumableUpload) {
        forget(upload)
        if upload.remove(keepsFile: false) { count(-upload.countedBytes) }
    }

    /// Ends an upload that a program has accepted. Its file remains for a time, as that of any accepted post.
    func accept(_ upload: ResumableUpload) {
        forget(upload)
        guard upload.remove(keepsFile: true) else { return }
        let bytes = upload.countedBytes
        accepted.retain(AcceptedUpload(upload.path) { [weak self] in self?.count(-bytes) }, bytes: bytes)
    }

    private func forget(_ upload: ResumableUpload) {
        state.withLock { $0.remove(upload) }
    }

    private func sweepLater() {
        let isFirst = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        guard isFirst else { return }
        _ = schedule(min(life, .seconds(600))) { [weak self] in self?.sweep() }
    }

    /// Ends the uploads for which nothing has come in their time.
    private func sweep() {
        let oldest = now() - life
        let (expired, isEmpty) = state.withLock { state in
            state.isSweeping = false
            let expired = state.uploads.values.filter { $0.lastUse <= oldest }
            return (expired, expired.count == state.uploads.count)
        }
        expired.forEach { end($0) }
        if !isEmpty { sweepLater() }
    }
}

/// The file of an upload that a program has accepted. It is removed with the last reference to this object, unless ``keepUploads()`` is called.
private final class AcceptedUpload: RetainedFiles {
    private let path: String
    private let isKept = Atomic(false)
    private let release: @Sendable () -> Void

    init(_ path: String, release: @escaping @Sendable () -> Void) {
        self.path = path
        self.release = release
    }

    deinit {
        if !isKept.load(ordering: .relaxed) { unlink(path) }
        release()
    }

    func keepUploads() { isKept.store(true, ordering: .relaxed) }
}
