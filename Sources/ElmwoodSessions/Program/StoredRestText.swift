import ElmwoodArchitecture

/// What is stored of a session beside its model, as JSON of the program's own messages and effects.
struct StoredRestText<P: Program>: Codable {
    private var pages: [String: UInt64] = [:]
    private var refused: [String: [UInt64]] = [:]
    private var closed: [String: UInt64] = [:]
    private var runs: [EffectTask] = []
    private var losses: [any Error] = []

    private enum CodingKeys: CodingKey { case pages, refused, closed, runs }

    /// A delayed message or a durable effect.
    private struct EffectTask: Codable {
        enum Work: Codable {
            case message(P.Message, due: Int64)
            case effect(P.Effect, attempt: String)
        }

        var id: String?
        var work: Work
        var claims: [String]?
    }

    /// One that may be of an earlier version of the program: it does not keep the others from being read.
    private struct Entry: Decodable {
        let result: Result<EffectTask, any Error>

        init(from decoder: any Decoder) throws {
            result = Result { try EffectTask(from: decoder) }
        }
    }

    init(_ rest: StoredRest) {
        (pages, refused, closed) = (rest.pages, rest.refused, rest.closed)
        runs = rest.runs.map { run in
            let work: EffectTask.Work =
                switch run.work {
                case .message(let message, let due): .message(Driver<P>.open(message), due: due)
                case .effect(let effect, let attempt): .effect(Driver<P>.open(effect), attempt: attempt)
                }
            return EffectTask(id: run.id, work: work, claims: run.claims)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pages = try container.decodeIfPresent([String: UInt64].self, forKey: .pages) ?? [:]
        refused = try container.decodeIfPresent([String: [UInt64]].self, forKey: .refused) ?? [:]
        closed = try container.decodeIfPresent([String: UInt64].self, forKey: .closed) ?? [:]
        for entry in try container.decodeIfPresent([Entry].self, forKey: .runs) ?? [] {
            do {
                runs.append(try entry.result.get())
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
        if !runs.isEmpty { try container.encode(runs, forKey: .runs) }
    }

    /// As JSON; nothing where there is nothing.
    func json() throws -> [UInt8] {
        pages.isEmpty && closed.isEmpty && runs.isEmpty ? [] : try JSON.encode(self)
    }

    /// What is stored, where it can be read: an empty text stands for nothing.
    static func read(_ json: [UInt8]) -> StoredRest {
        guard !json.isEmpty else { return StoredRest() }
        do {
            return try JSON.decode(Self.self, from: json).rest
        } catch {
            return StoredRest(losses: [error])
        }
    }

    private var rest: StoredRest {
        let runs = runs.map { run in
            let work: StoredTask.Work =
                switch run.work {
                case .message(let message, let due): .message(AnyMessage(message), due: due)
                case .effect(let effect, let attempt): .effect(AnyEffect(effect), attempt: attempt)
                }
            return StoredTask(id: run.id, work: work, claims: run.claims)
        }
        return StoredRest(pages: pages, refused: refused, closed: closed, runs: runs, losses: losses)
    }
}

extension StoredRest {
    /// The pages' numbers alone.
    ///
    /// - Parameter error: why what waits is not read.
    init(pagesOf json: [UInt8], losing error: any Error) {
        pages = (try? JSON.decode(StoredPages.self, from: json))?.pages ?? [:]
        losses = [error]
    }
}

/// The numbers of the pages alone, of all that is stored beside a model.
private struct StoredPages: Decodable {
    var pages: [String: UInt64]?
}
