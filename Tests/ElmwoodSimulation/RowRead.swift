import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodViewTree

/// What a program's view reads from outside of its model.
struct ReadingPlan: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// A value without which the page is not shown.
    static let waits = ReadingPlan(rawValue: 1)
    /// A value that a live page is shown without until it is there.
    static let loads = ReadingPlan(rawValue: 2)
    /// A value that is read for each request, since no topic tells of its changes.
    static let asks = ReadingPlan(rawValue: 4)
    /// The view shows that a read has failed. Otherwise it fails as well.
    static let catches = ReadingPlan(rawValue: 8)

    /// Whether an open page receives changes of a value.
    var isPushed: Bool { !isDisjoint(with: [.waits, .loads]) }
}

/// Reads the version of a row.
struct RowRead: Read {
    var row: Int
    /// Whether its topic tells of changes.
    var isTold = true

    func value(from connection: DatabaseConnection) async throws -> Int { try await connection.version(self) }

    var topics: Set<String> { isTold ? [Self.topic(row)] : [] }

    /// Of some rows the changes that nobody tells of are shown soon.
    var maximumAge: Duration { row.isMultiple(of: 2) ? .seconds(60) : .seconds(2) }

    static func topic(_ row: Int) -> String { "row/\(row)" }
}

/// What a page shows of a row.
enum ShownRow: Hashable, Sendable {
    case version(Int)
    case loading
    case failed

    init(_ value: ReadValue) {
        self = (try? value.result.get() as? Int).map { .version($0) } ?? .failed
    }

    var version: Int? { if case .version(let version) = self { version } else { nil } }
}

/// What a page shows: a model, what was read, and what the visitor is told.
struct Shown: Hashable, Sendable {
    var model: Ledger.Model
    var plan: ReadingPlan = []
    var rows: [RowRead: ShownRow] = [:]
    /// What the visitor is told.
    var notices: [String] = []

    init(_ model: Ledger.Model, _ plan: ReadingPlan, _ rows: [RowRead: ShownRow], notices: [String]) {
        (self.model, self.plan, self.rows, self.notices) = (model, plan, rows, notices)
    }

    /// Creates what a rendering shows.
    init(_ model: Ledger.Model, _ plan: ReadingPlan, in page: RenderedPage) {
        self.init(model, plan, [:], notices: page.page.shownNotices)
        for input in page.rendering.inputs {
            if let value = input as? ReadValue, let read = value.request.key.read as? RowRead {
                rows[read] = ShownRow(value)
            }
            if let request = input as? ReadRequest, let read = request.key.read as? RowRead { rows[read] = .loading }
        }
    }

    /// What was read, in the order of the rows.
    var inOrder: [(read: RowRead, row: ShownRow)] {
        rows.map { (read: $0, row: $1) }.sorted { $0.read.order < $1.read.order }
    }
}

extension RowRead {
    fileprivate var order: Int { 2 * row + (isTold ? 0 : 1) }
}

extension Ledger {
    /// The reads of the view of a model. A model that has grown reads other rows.
    func reads(of model: Model) -> (waits: RowRead?, loads: RowRead?, asks: RowRead?) {
        guard rows > 0 else { return (nil, nil, nil) }
        let row = model.entries.count / 4 % rows
        return (
            plan.contains(.waits) ? RowRead(row: row) : nil,
            plan.contains(.loads) ? RowRead(row: (row + 1) % rows) : nil,
            plan.contains(.asks) ? RowRead(row: row, isTold: false) : nil
        )
    }

    /// Reads what a page shows; nil if some of it is missing, which the rendering finds out.
    func readRows(of model: Model, on page: Page) throws -> [RowRead: ShownRow]? {
        let reads = reads(of: model)
        var shown: [RowRead: ShownRow] = [:]
        var isMissing = false
        for read in [reads.waits, reads.asks].compactMap(\.self) {
            do {
                shown[read] = .version(try page.read(read, from: source))
            } catch {
                guard plan.contains(.catches) else { throw error }
                isMissing = isMissing || error is MissingInputs
                shown[read] = .failed
            }
        }
        if let read = reads.loads {
            shown[read] =
                switch page.reading(read, from: source) {
                case .loading: .loading
                case .value(let version): .version(version)
                case .failed: .failed
                }
        }
        return isMissing ? nil : shown
    }
}

extension ShownRow {
    /// Returns the value that a page that shows this has read; nil if it has none.
    func value(of read: RowRead, from source: DatabaseConnection) -> ReadValue? {
        let request = ReadRequest(read, from: source)
        return switch self {
        case .version(let version): ReadValue(of: request, .success(version))
        case .failed: ReadValue(of: request, .failure(DatabaseConnection.Unreadable()))
        case .loading: nil
        }
    }
}
