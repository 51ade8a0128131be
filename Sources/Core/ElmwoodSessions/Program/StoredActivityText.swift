import ElmwoodArchitecture

/// The stored part of a session beside its model, as JSON with the program's own messages and effects.
struct StoredActivityText<P: Program>: Codable {
    private var pages: [String: UInt64] = [:]
    private var refused: [String: [UInt64]] = [:]
    private var closed: [String: UInt64] = [:]
    private var tasks: [TaskText] = []
    private var performer: UInt64?
    private var flashes: [StoredFlash] = []
    private var asked: [UInt64] = []
    private var watchers: [Watcher] = []
    private var losses: [any Error] = []

    private enum CodingKeys: String, CodingKey {
        case pages, refused, closed, performer, flashes, asked, watchers
        /// The name in sessions that are stored already.
        case tasks = "runs"
    }

    /// A delayed message or a durable effect.
    private struct TaskText: Codable {
        enum Work: Codable {
            case message(P.Message, due: Int64)
            case effect(P.Effect, attempt: String)
        }

        var id: String?
        var work: Work
        var claims: [String]?
    }

    /// A task that may belong to an earlier version of the program. If it cannot be read, the others still can.
    private struct Entry: Decodable {
        let result: Result<TaskText, any Error>

        init(from decoder: any Decoder) throws {
            result = Result { try TaskText(from: decoder) }
        }
    }

    private init(_ storedActivity: StoredActivity) {
        (pages, refused, closed) = (storedActivity.pages, storedActivity.refused, storedActivity.closed)
        flashes = storedActivity.flashes
        asked = storedActivity.asked
        performer = storedActivity.performer
        watchers = storedActivity.watchers
        tasks = storedActivity.tasks.map { task in
            let work: TaskText.Work =
                switch task.work {
                case .message(let message, let due): .message(Driver<P>.open(message), due: due)
                case .effect(let effect, let attempt): .effect(Driver<P>.open(effect), attempt: attempt)
                }
            return TaskText(id: task.id, work: work, claims: task.claims)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pages = try container.decodeIfPresent([String: UInt64].self, forKey: .pages) ?? [:]
        refused = try container.decodeIfPresent([String: [UInt64]].self, forKey: .refused) ?? [:]
        closed = try container.decodeIfPresent([String: UInt64].self, forKey: .closed) ?? [:]
        // Not worth losing the work for.
        flashes = (try? container.decodeIfPresent([StoredFlash].self, forKey: .flashes)) ?? []
        asked = (try? container.decodeIfPresent([UInt64].self, forKey: .asked)) ?? []
        watchers = (try? container.decodeIfPresent([Watcher].self, forKey: .watchers)) ?? []
        performer = try? container.decodeIfPresent(UInt64.self, forKey: .performer)
        for entry in try container.decodeIfPresent([Entry].self, forKey: .tasks) ?? [] {
            do {
                tasks.append(try entry.result.get())
            } catch {
                losses.append(error)
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !pages.isEmpty { try container.encode(pages, forKey: .pages) }
        if !refused.isEmpty { try container.encode(refused, forKey: .refused) }
        if !closed.isEmpty { try container.encode(closed, forKey: .closed) }
        if !tasks.isEmpty { try container.encode(tasks, forKey: .tasks) }
        try container.encodeIfPresent(performer, forKey: .performer)
        if !flashes.isEmpty { try container.encode(flashes, forKey: .flashes) }
        if !asked.isEmpty { try container.encode(asked, forKey: .asked) }
        if !watchers.isEmpty { try container.encode(watchers, forKey: .watchers) }
    }

    /// Returns the JSON; empty bytes if there is no content.
    static func json(of storedActivity: StoredActivity) throws -> [UInt8] {
        storedActivity.isEmpty ? [] : try JSON.encode(Self(storedActivity))
    }

    /// Reads the JSON. Empty bytes mean no content.
    static func read(_ json: [UInt8]) -> StoredActivity {
        guard !json.isEmpty else { return StoredActivity() }
        do {
            return try JSON.decode(Self.self, from: json).storedActivity
        } catch {
            return StoredActivity(losses: [error])
        }
    }

    private var storedActivity: StoredActivity {
        let tasks = tasks.map { task in
            let work: StoredTask.Work =
                switch task.work {
                case .message(let message, let due): .message(AnyMessage(message), due: due)
                case .effect(let effect, let attempt): .effect(AnyEffect(effect), attempt: attempt)
                }
            return StoredTask(id: task.id, work: work, claims: task.claims)
        }
        return StoredActivity(
            pages: pages,
            refused: refused,
            closed: closed,
            tasks: tasks,
            performer: performer,
            flashes: flashes,
            asked: asked,
            watchers: watchers,
            losses: losses
        )
    }
}

extension StoredActivity {
    /// Whether nothing of it has to be stored.
    fileprivate var isEmpty: Bool {
        pages.isEmpty && closed.isEmpty && tasks.isEmpty && flashes.isEmpty && asked.isEmpty && watchers.isEmpty
    }

    /// Reads only the pages' numbers.
    ///
    /// - Parameter error: why the pending work is not read.
    init(pagesOf json: [UInt8], losing error: any Error) {
        pages = (try? JSON.decode(StoredPages.self, from: json))?.pages ?? [:]
        losses = [error]
    }
}

/// The pages' numbers, which are the only part read.
private struct StoredPages: Decodable {
    var pages: [String: UInt64]?
}
