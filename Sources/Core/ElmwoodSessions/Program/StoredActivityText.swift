import ElmwoodArchitecture

/// The stored part of a session beside its model, as JSON with the program's own messages and effects.
struct StoredActivityText<P: Program>: Codable {
    private typealias TaskText = StoredTask<P.Message, P.Effect>

    private var content: StoredActivity

    private enum CodingKeys: String, CodingKey {
        case pages, refused, closed, performer, flashes, asked, watchers
        /// The name in sessions that are stored already.
        case tasks = "runs"
    }

    /// A task that may belong to an earlier version of the program. If it cannot be read, the others still can.
    private struct Entry: Decodable {
        let result: Result<TaskText, any Error>

        init(from decoder: any Decoder) throws {
            result = Result { try TaskText(from: decoder) }
        }
    }

    private init(_ content: StoredActivity) { self.content = content }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        content = StoredActivity()
        content.pages = try container.decodeIfPresent([String: UInt64].self, forKey: .pages) ?? [:]
        content.refused = try container.decodeIfPresent([String: [UInt64]].self, forKey: .refused) ?? [:]
        content.closed = try container.decodeIfPresent([String: UInt64].self, forKey: .closed) ?? [:]
        // Not worth losing the work for.
        content.flashes = (try? container.decodeIfPresent([AddressedFlash].self, forKey: .flashes)) ?? []
        content.asked = (try? container.decodeIfPresent([UInt64].self, forKey: .asked)) ?? []
        content.watchers = (try? container.decodeIfPresent([Watcher].self, forKey: .watchers)) ?? []
        content.performer = try? container.decodeIfPresent(UInt64.self, forKey: .performer)
        for entry in try container.decodeIfPresent([Entry].self, forKey: .tasks) ?? [] {
            switch entry.result {
            case .success(let task): content.tasks.append(task.map({ AnyMessage($0) }, { AnyEffect($0) }))
            case .failure(let error): content.losses.append(error)
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !content.pages.isEmpty { try container.encode(content.pages, forKey: .pages) }
        if !content.refused.isEmpty { try container.encode(content.refused, forKey: .refused) }
        if !content.closed.isEmpty { try container.encode(content.closed, forKey: .closed) }
        if !content.tasks.isEmpty {
            try container.encode(content.tasks.map { $0.map(Driver<P>.open, Driver<P>.open) }, forKey: .tasks)
        }
        try container.encodeIfPresent(content.performer, forKey: .performer)
        if !content.flashes.isEmpty { try container.encode(content.flashes, forKey: .flashes) }
        if !content.asked.isEmpty { try container.encode(content.asked, forKey: .asked) }
        if !content.watchers.isEmpty { try container.encode(content.watchers, forKey: .watchers) }
    }

    /// Returns the JSON; empty bytes if there is no content.
    static func json(of storedActivity: StoredActivity) throws -> [UInt8] {
        storedActivity.isEmpty ? [] : try JSON.encode(Self(storedActivity))
    }

    /// Reads the JSON. Empty bytes mean no content.
    static func read(_ json: [UInt8]) -> StoredActivity {
        guard !json.isEmpty else { return StoredActivity() }
        do {
            return try JSON.decode(Self.self, from: json).content
        } catch {
            return StoredActivity(losses: [error])
        }
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
