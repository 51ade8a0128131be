import Architecture

/// What is stored of a session beside its model.
struct StoredRest<P: Program>: Codable {
    /// The pages that are open, by name: of each the number of the last thing done on it, 0 where nothing was.
    var pages: [String: UInt64] = [:]
    /// What waits and outlives the process, in the order in which it was begun.
    var runs: [StoredRun<P>] = []
    /// Why some of that is none of the program's any more.
    private(set) var losses: [any Error] = []

    /// As many pages as a session remembers.
    static var pageLimit: Int { 40 }

    private enum CodingKeys: CodingKey { case pages, runs }

    init() {}

    /// What is stored, where it can be read: an empty one stands for nothing.
    init(json: [UInt8]) {
        guard !json.isEmpty else { return }
        do {
            self = try JSON.decode(Self.self, from: json)
        } catch {
            losses = [error]
        }
    }

    /// The pages' numbers alone.
    ///
    /// - Parameter error: why what waits is not read.
    init(pagesOf json: [UInt8], losing error: any Error) {
        pages = (try? JSON.decode(StoredPages.self, from: json))?.pages ?? [:]
        losses = [error]
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pages = try container.decodeIfPresent([String: UInt64].self, forKey: .pages) ?? [:]
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
        if !runs.isEmpty { try container.encode(runs, forKey: .runs) }
    }

    /// As JSON; nothing where there is nothing.
    func json() throws -> [UInt8] {
        pages.isEmpty && runs.isEmpty ? [] : try JSON.encode(self)
    }

    /// One that may be of an earlier version of the program: it does not keep the others from being read.
    private struct Entry: Decodable {
        let result: Result<StoredRun<P>, any Error>

        init(from decoder: any Decoder) throws {
            result = Result { try StoredRun(from: decoder) }
        }
    }
}

/// The numbers of the pages alone, of all that is stored beside a model.
private struct StoredPages: Decodable {
    var pages: [String: UInt64]?
}

/// A delayed message or a durable effect, as it is stored with its session.
struct StoredRun<P: Program>: Codable {
    enum Work: Codable {
        /// `due`: milliseconds since 1970.
        case message(P.Message, due: Int64)
        case effect(P.Effect, attempt: String)
    }

    /// The name under which it can be cancelled or replaced.
    var id: String?
    var work: Work
    /// The proofs of the browser that made the request which began it: see ``RequestOrigin``. Nil where no request did, and in
    /// what earlier versions have stored.
    var claims: [String]?
}

extension Run {
    /// As it is stored; nil where it ends with the process.
    var stored: StoredRun<P>? {
        switch (work, endurance) {
        case (.message(let message, _), .due(let date)?):
            StoredRun(id: id, work: .message(message, due: date), claims: request?.claims)
        case (.effect(let effect), .attempt(let attempt)?):
            StoredRun(id: id, work: .effect(effect, attempt: attempt.id), claims: request?.claims)
        default: nil
        }
    }

    /// One that was stored, and goes on.
    ///
    /// - Parameter now: milliseconds since 1970.
    convenience init(_ stored: StoredRun<P>, at now: Int64) {
        switch stored.work {
        case .message(let message, let due):
            // What is stored may be anything: nothing that is reckoned with it overflows.
            let due = min(max(0, due), now + CommandPlan<P>.longestDelay)
            self.init(.message(message, after: .milliseconds(max(0, due - now))), id: stored.id, .due(due))
        case .effect(let effect, let id):
            self.init(.effect(effect), id: stored.id, .attempt(Attempt(id: id, isRepeat: true)))
        }
        request = stored.claims.flatMap { RequestOrigin(claims: $0) }
    }

    /// When it is due, in milliseconds since 1970: an effect at once.
    var due: Int64 { if case .due(let date)? = endurance { date } else { 0 } }

    /// Whether it is a durable effect.
    var isDurable: Bool { if case .attempt? = endurance { true } else { false } }

    /// Which attempt its task is.
    var attempt: Attempt { if case .attempt(let attempt)? = endurance { attempt } else { Attempt() } }

    /// Whether it is over with its message.
    var endsWithItsMessage: Bool { if case .message = work { true } else { false } }
}
