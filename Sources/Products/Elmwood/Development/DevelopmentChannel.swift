import ElmwoodDevelopment
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodThreads
import ElmwoodViewTree
import Synchronization

/// What a site in development tells its open pages: how a build goes, which files have changed, and what went wrong.
///
/// It watches the folder with the report of `elmwood dev`, and the public folder.
package final class DevelopmentChannel: Sendable {
    /// Something that went wrong in this process, for the developer.
    struct Note: Equatable, Sendable {
        /// A sentence.
        var text: String
        /// The path of the program.
        var program: String?
        /// What was to be done, such as `message increment`, as far as that is known.
        var facts: [String] = []
    }

    private struct State {
        var report: BuildReport?
        var notes: [Note] = []
        /// Names the state of what there is to show; it changes with each change.
        var edition = 0
        /// The paths of the public files that have changed since the process began.
        var changedFiles: Set<String> = []
        var listeners: [Int: AsyncStream<ServerSentEvent>.Continuation] = [:]
        var nextListener = 0

        /// The number of what is to be shown; nil if that is nothing.
        var notice: Int? { report?.phase == .failed || report?.fault != nil || !notes.isEmpty ? edition : nil }
    }

    /// The number of notes that are kept.
    private static let mostNotes = 10

    /// Distinguishes this process from others.
    let process = String(UInt32.random(in: .min ... .max), radix: 36)
    private let folder: String
    private let publicFolder: String
    private let assets: Assets
    private let state: Mutex<State>
    private let watch: FileWatch

    /// Creates the channel, and begins to watch.
    ///
    /// - Parameters:
    ///   - folder: that with the report, which exists.
    ///   - assets: the public folder's files.
    init(folder: String, assets: Assets) throws(FileWatchError) {
        self.folder = folder
        self.assets = assets
        publicFolder = assets.folder
        watch = try FileWatch(folders: [publicFolder], files: ["\(folder)/\(BuildReport.fileName)"])
        state = Mutex(State(report: BuildReport(in: folder)))
        BlockingThreads.shared.run { [weak self, watch] in
            while !watch.isStopped {
                let changed = watch.changes()
                guard let self else { return }
                take(changed)
            }
        }
    }

    deinit { watch.stop() }

    // MARK: What is told

    /// The latest report of the build, and the notes of this process.
    var content: (report: BuildReport?, notes: [Note]) { state.withLock { ($0.report, $0.notes) } }

    /// Returns the same foot with what a page needs to be told.
    func completing(_ foot: PageFoot?) -> PageFoot {
        var foot = foot ?? PageFoot()
        let notice = state.withLock { $0.notice }
        foot.styles.append(DevelopmentAddress.noticeStyle)
        foot.script = "\(DevelopmentAddress.script)?process=\(process)&notice=\(edition(notice))"
        foot.notice = notice.map { _ in PageFoot.Frame(title: "Development", address: DevelopmentAddress.page) }
        return foot
    }

    /// Returns the events for a page, which begin with the present state. A page is loaded before it listens: the files that have changed by
    /// then may be others than it shows.
    func events() -> AsyncStream<ServerSentEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ServerSentEvent.self,
            bufferingPolicy: .bufferingNewest(100)
        )
        state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            state.listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in
                guard let self else { return }
                self.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
            // After a take-over the next process answers at once.
            var first = ServerSentEvent(process, event: "process")
            first.retry = .milliseconds(50)
            continuation.yield(first)
            continuation.yield(Self.building(state))
            if !state.changedFiles.isEmpty {
                let addresses = state.changedFiles.sorted().map { assets.address(of: $0) }
                continuation.yield(ServerSentEvent(addresses.joined(separator: "\n"), event: "addresses"))
            }
            continuation.yield(event(about: state.notice))
        }
        return stream
    }

    /// Tells the pages of something that went wrong.
    func note(_ note: Note) {
        state.withLock { state in
            guard !state.notes.contains(note) else { return }
            state.notes = state.notes.suffix(Self.mostNotes - 1) + [note]
            state.edition += 1
            Self.send(event(about: state.notice), in: state)
        }
    }

    private func take(_ changed: Set<String>) {
        let report = changed.contains("\(folder)/\(BuildReport.fileName)") ? BuildReport(in: folder) : nil
        let files = changed.filter { $0.hasPrefix(publicFolder + "/") }.map { String($0.dropFirst(publicFolder.count)) }
        for file in files { assets.forget(file) }
        state.withLock { state in
            if let report, report != state.report {
                state.report = report
                state.edition += 1
                Self.send(Self.building(state), in: state)
                // While a build runs, the errors of the former one are no news.
                if report.phase != .building { Self.send(event(about: state.notice), in: state) }
            }
            if !files.isEmpty {
                state.changedFiles.formUnion(files)
                Self.send(ServerSentEvent(files.sorted().joined(separator: "\n"), event: "files"), in: state)
            }
        }
    }

    private static func building(_ state: State) -> ServerSentEvent {
        ServerSentEvent(state.report?.phase == .building ? "1" : "", event: "building")
    }

    private func event(about notice: Int?) -> ServerSentEvent { ServerSentEvent(edition(notice), event: "notice") }

    /// Names what is to be shown: another process counts anew. Empty if that is nothing.
    private func edition(_ notice: Int?) -> String { notice.map { "\(process)-\($0)" } ?? "" }

    private static func send(_ event: ServerSentEvent, in state: State) {
        for listener in state.listeners.values { listener.yield(event) }
    }
}

extension DevelopmentChannel {
    /// Tells of an event of the sessions that a developer has to know, and that visitors see as a session that begins anew, as a
    /// failure, or as a page that does not answer.
    func note(_ event: SessionEvent, _ context: EventContext) {
        var text = "\(event)"
        switch event {
        case .modelSetAside(let program, let error):
            text =
                "A stored model of \(program) cannot be read any more, so its session begins anew: \(Self.reason(error)). The model is "
                + "set aside. `migrate(from:)` can read it."
        case .faultAvoided, .pendingLost, .turnFailed, .startFailed, .viewFailed, .effectFailed, .endlessCall: break
        default: return
        }
        let facts = (event.facts + context.facts).filter { ["message", "effect", "method", "path"].contains($0.name) }
        note(Note(text: text, program: event.program, facts: facts.map { "\($0.name) \($0.value)" }))
    }

    /// Returns why a model cannot be read, with the key, in a few words.
    private static func reason(_ error: any Error) -> String {
        func path(_ keys: [any CodingKey]) -> String {
            keys.reduce("") { path, key in
                if let index = key.intValue { return "\(path)[\(index)]" }
                return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
            }
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): return "there is no value for `\(path(context.codingPath + [key]))`"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return "the value of `\(path(context.codingPath))` is no \(type)"
        default: return "\(error)"
        }
    }
}
