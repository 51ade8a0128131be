import ElmwoodArchitecture
import ElmwoodFormData
import FoundationEssentials
import ElmwoodStorage

/// Shows a visitor the history of their session of one program: its turns, what each changed, and what it asked for. They can
/// step through it, with the program's pages showing each moment, resume from one, and carry the history elsewhere.
struct HistoryPanel: Program {
    struct Model: Codable, Equatable, Sendable {
        /// The name under which the histories know the visitor.
        var visitor: String
        /// Nil where there is no history.
        var look: HistoryLook?
        /// What is to be seen of the history.
        var wish = HistoryWish()
        /// Whether something is being typed: the arrow keys are the field's then.
        var isTyping = false
        /// What came of the last thing done.
        var notice: Notice?
    }

    enum Notice: Codable, Equatable, Sendable {
        case refused(HistoryRefusal)
        case imported(HistoryReport)
    }

    enum Message: Codable, Equatable, Sendable {
        /// The panel is looked at.
        case refresh
        /// There is something new in the history of the program at that address.
        case changed(String)
        case looked(HistoryLook?)
        case show(Int)
        case step(Step)
        case resume
        case showLatest
        case listAll
        /// Lists the turns alone in which that text is.
        case find(String)
        case typing(Bool)
        case export
        case exported(String)
        case take(Import)
        case imported(HistoryReport)
        case refused(HistoryRefusal)
    }

    enum Step: Codable, Equatable, Sendable {
        case first, back, forth, last
    }

    /// The form that asks for a text.
    struct Search: Codable, Equatable, Sendable {
        var text: String
    }

    /// The form that takes a file.
    struct Import: Codable, Equatable, Sendable {
        var file: UploadedFile
    }

    struct Effect: Codable, Equatable, Sendable {
        var visitor: String
        var wish: HistoryWish
        var operation: Deed
    }

    enum Deed: Codable, Equatable, Sendable {
        case look
        case show(Int)
        case resume
        case showLatest
        case export
        case take(path: String)
    }

    /// Where the program is mounted whose history it is.
    let base: String
    /// The name of that program's type.
    let title: String
    let histories: Histories

    init(_ keeper: any HistoryKeeping, in histories: Histories) {
        base = keeper.base
        title = keeper.title
        self.histories = histories
    }

    func start(_ visit: Visit) throws -> Start<Self> {
        guard visit.path == "/" else { throw NotFound() }
        return Start(Model(visitor: visit.visitor ?? ""))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .refresh:
            model.isTyping = false
            return effect(.look, model)
        case .changed(let base):
            return base == self.base ? effect(.look, model) : .none
        case .looked(let look):
            model.take(look)
            return .none
        case .show(let number):
            return show(number, &model)
        case .step(let step):
            guard let look = model.look else { return .none }
            switch step {
            case .first: return show(look.first, &model)
            case .back: return show(look.shown - 1, &model)
            case .forth: return show(look.shown + 1, &model)
            case .last: return show(look.last, &model)
            }
        case .resume:
            model.notice = nil
            return effect(.resume, model)
        case .showLatest:
            model.notice = nil
            return effect(.showLatest, model)
        case .listAll:
            model.wish.isWhole = true
            return effect(.look, model)
        case .find(let text):
            model.wish.text = text
            return effect(.look, model)
        case .typing(let isTyping):
            model.isTyping = isTyping
            return .none
        case .export:
            model.notice = nil
            return effect(.export, model)
        case .exported(let json):
            return .download(json, as: "\(title)-history.json", type: "application/json")
        case .take(let form):
            model.notice = nil
            model.wish = HistoryWish()
            return effect(.take(path: form.file.path), model)
        case .imported(let report):
            model.notice = .imported(report)
            return .none
        case .refused(let refusal):
            model.notice = .refused(refusal)
            return .none
        }
    }

    /// At the last turn, what is shown goes on.
    private func show(_ number: Int, _ model: inout Model) -> Command<Self> {
        guard let look = model.look, (look.first...look.last).contains(number), number != look.shown else {
            return .none
        }
        model.notice = nil
        return .batch(
            effect(number == look.last ? .showLatest : .show(number), model),
            .scroll(to: Self.id(of: number))
        )
    }

    private func effect(_ operation: Deed, _ model: Model) -> Command<Self> {
        .effect(Effect(visitor: model.visitor, wish: model.wish, operation: operation))
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [
            .topic(Histories.topic(of: model.visitor), Message.changed),
            .pageOpened(.refresh),
            .pageVisible(.refresh),
        ] + (model.isTyping ? [] : [.key(.arrowLeft, .step(.back)), .key(.arrowRight, .step(.forth))])
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard let visitor = histories.visitor(named: effect.visitor), let keeper = histories.keeper(at: base) else {
            return send(.looked(nil))
        }
        await keeper.bringBack(visitor)
        do throws(HistoryRefusal) {
            switch effect.operation {
            case .look: break
            case .show(let number): try keeper.show(number, to: visitor)
            case .resume: try keeper.resume(visitor)
            case .showLatest: keeper.showLatest(to: visitor)
            case .export: send(.exported(String(decoding: try keeper.export(visitor), as: UTF8.self)))
            case .take(let path):
                guard let content = FileManager.default.contents(atPath: path) else {
                    throw HistoryRefusal("The file has not arrived.")
                }
                send(.imported(try keeper.replace(visitor, with: Array(content))))
            }
        } catch {
            send(.refused(error))
        }
        send(.looked(keeper.look(visitor, wish: effect.wish)))
    }
}

extension HistoryPanel.Model {
    /// Takes what there is to see, unless something newer is shown already, or something else was asked for since: effects come
    /// to their end in any order.
    mutating func take(_ new: HistoryLook?) {
        if let new, let look, new.edition < look.edition || new.wish != wish { return }
        look = new
    }
}
