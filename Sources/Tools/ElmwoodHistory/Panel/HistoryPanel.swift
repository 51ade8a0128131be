import ElmwoodArchitecture
import ElmwoodFormData
import FoundationEssentials
import ElmwoodStorage

/// Shows a visitor the history of their session of one program, or of a shared model: its turns, their changes, and their commands.
///
/// The visitor can step through it, while the program's pages show each moment, resume from a moment, and export and import the
/// history. Of a shared model only the panel shows an earlier moment, since the model is not the visitor's alone.
package struct HistoryPanel: Program {
    package struct Model: Codable, Equatable, Sendable {
        /// The name by which the histories know the visitor.
        package var visitor: String
        /// Nil if there is no history.
        package var overview: HistoryOverview?
        /// The selection of the history.
        package var query = HistoryQuery()
        /// Whether text is being typed: then the arrow keys belong to the field.
        package var isTyping = false
        /// The result of the last action.
        package var notice: Notice?
    }

    package enum Notice: Codable, Equatable, Sendable {
        case refused(HistoryRefusal)
        case imported(HistoryReport)
    }

    package enum Message: Codable, Equatable, Sendable {
        /// The panel has become visible.
        case refresh
        /// The history of the program at that address has changed.
        case changed(String)
        case loaded(HistoryOverview?)
        case show(Int)
        case step(Step)
        case resume
        case showLatest
        /// Shows a shared model's own history in place of an imported one.
        case removeImport
        case listAll
        /// Lists only the turns that contain that text.
        case find(String)
        case typing(Bool)
        case export
        case exported(String)
        case take(Import)
        case imported(HistoryReport)
        case refused(HistoryRefusal)
    }

    package enum Step: Codable, Equatable, Sendable {
        case first, back, forth, last
    }

    /// The form for a search text.
    package struct Search: Codable, Equatable, Sendable {
        package var text: String
    }

    /// The form for a file.
    package struct Import: Codable, Equatable, Sendable {
        package var file: UploadedFile
    }

    package struct Effect: Codable, Equatable, Sendable {
        package var visitor: String
        package var query: HistoryQuery
        package var operation: Operation
    }

    package enum Operation: Codable, Equatable, Sendable {
        case overview
        case show(Int)
        case resume
        case showLatest
        case removeImport
        case export
        case take(path: String)
    }

    /// The path at which the program of the history is mounted; that of the panel if it is a shared model's.
    package let base: String
    /// The name of that program's type, or of the shared model.
    package let title: String
    /// The shared model; nil if it is the history of a session.
    package let shared: SharedAddress?
    package let histories: Histories
    private let fileName: String
    /// Returns the histories. Those of a program at a place may be removed, and recorded anew.
    private let find: @Sendable () -> (any ProgramHistories)?

    package init(_ recorder: any ProgramHistories, in histories: Histories) {
        let base = recorder.base
        self.base = base
        title = recorder.title
        shared = recorder.shared
        fileName = recorder.fileName
        self.histories = histories
        if recorder.shared == nil { find = { histories.recorder(at: base) } } else { find = { recorder } }
    }

    package func start(_ visit: Visit) throws -> Start<Self> {
        guard visit.path == "/" else { throw NotFound() }
        return Start(Model(visitor: visit.visitor ?? ""))
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .refresh:
            model.isTyping = false
            return effect(.overview, model)
        case .changed(let base):
            return base == self.base ? effect(.overview, model) : .none
        case .loaded(let overview):
            model.take(overview)
            return .none
        case .show(let number):
            return show(number, &model)
        case .step(let step):
            guard let overview = model.overview else { return .none }
            switch step {
            case .first: return show(overview.first, &model)
            case .back: return show(overview.shown - 1, &model)
            case .forth: return show(overview.shown + 1, &model)
            case .last: return show(overview.last, &model)
            }
        case .resume:
            model.notice = nil
            return effect(.resume, model)
        case .showLatest:
            model.notice = nil
            return effect(.showLatest, model)
        case .removeImport:
            model.notice = nil
            model.query = HistoryQuery()
            return effect(.removeImport, model)
        case .listAll:
            model.query.isWhole = true
            return effect(.overview, model)
        case .find(let text):
            model.query.text = text
            return effect(.overview, model)
        case .typing(let isTyping):
            model.isTyping = isTyping
            return .none
        case .export:
            model.notice = nil
            return effect(.export, model)
        case .exported(let json):
            return .download(json, as: "\(fileName)-history.json", type: "application/json")
        case .take(let form):
            model.notice = nil
            model.query = HistoryQuery()
            return effect(.take(path: form.file.path), model)
        case .imported(let report):
            model.notice = .imported(report)
            return .none
        case .refused(let refusal):
            model.notice = .refused(refusal)
            return .none
        }
    }

    /// Shows a moment. After the last turn, the pages follow the session again.
    private func show(_ number: Int, _ model: inout Model) -> Command<Self> {
        guard let overview = model.overview, (overview.first...overview.last).contains(number), number != overview.shown
        else {
            return .none
        }
        model.notice = nil
        return .batch(
            effect(number == overview.last ? .showLatest : .show(number), model),
            .scroll(to: Self.id(of: number))
        )
    }

    private func effect(_ operation: Operation, _ model: Model) -> Command<Self> {
        .effect(Effect(visitor: model.visitor, query: model.query, operation: operation))
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        let topic = shared.map { Histories.topic(of: $0) } ?? Histories.topic(of: model.visitor)
        return [
            .topic(topic, Message.changed),
            .pageOpened(.refresh),
            .pageVisible(.refresh),
        ] + (model.isTyping ? [] : [.key(.arrowLeft, .step(.back)), .key(.arrowRight, .step(.forth))])
    }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard let visitor = histories.visitor(named: effect.visitor), let recorder = find() else {
            return send(.loaded(nil))
        }
        await recorder.restoreIfStored(visitor)
        do throws(HistoryRefusal) {
            switch effect.operation {
            case .overview: break
            case .show(let number): try recorder.show(number, to: visitor)
            case .resume: try recorder.resume(visitor)
            case .showLatest: recorder.showLatest(to: visitor)
            case .removeImport: recorder.removeImport(visitor)
            case .export: send(.exported(String(decoding: try recorder.export(visitor), as: UTF8.self)))
            case .take(let path):
                guard let content = FileManager.default.contents(atPath: path) else {
                    throw HistoryRefusal("The file has not arrived.")
                }
                send(.imported(try recorder.replace(visitor, with: Array(content))))
            }
        } catch {
            send(.refused(error))
        }
        send(.loaded(recorder.overview(visitor, query: effect.query)))
    }
}

extension HistoryPanel.Model {
    /// Applies an overview, unless a newer one is shown already, or another query was made since: effects end in any order.
    package mutating func take(_ new: HistoryOverview?) {
        if let new, let overview, new.edition < overview.edition || new.query != query { return }
        overview = new
    }
}
