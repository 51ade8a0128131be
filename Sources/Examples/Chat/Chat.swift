import Elmwood
import FoundationEssentials

/// A room to talk in. What one says is told to all who are there, and the last lines are kept for who comes later.
package struct Chat: App {
    /// What one visitor knows of the room.
    package struct Model: Codable, Equatable, Sendable {
        /// Who the visitor is; nil until a name was given.
        var me: Person?
        /// What was said last, the newest at the end.
        var lines = History()
        /// Who else is here, by when they were last heard of.
        var others = Company()
        /// How many lines the visitor has written.
        var written = 0
        /// How many pages of the visitor are open since a name was given, where there is script.
        var openPages = 0
        /// Whether the last of them was closed: the visitor is not in the room until one is opened again.
        var hasGone = false
    }

    /// The fields of the form at the door.
    package struct Introduction: Codable, Equatable, Sendable {
        var name: String
    }

    /// The fields of the form in the room.
    package struct Remark: Codable, Equatable, Sendable {
        var text: String
    }

    /// What is told on the topic.
    package enum News: Codable, Equatable, Sendable {
        case said(Line)
        /// Somebody came in, and wants to know who is here.
        case came(Person)
        /// Somebody is still here.
        case stays(Person)
        case left(Person)
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case introduced(Introduction)
        case wrote(Remark)
        case leave
        // No control offers what follows.
        case numbered(Int, name: String)
        case dated(Remark, Date)
        case heard(News)
        case historyLoaded(History?)
        case beat
        case pageOpened
        case pageClosed
    }

    /// The topic that all listen to, and the key under which the last lines are stored.
    static let room = "chat"

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        guard model.me != nil else { return [] }
        // Subscriptions run on for a minute: a beat would bring back who has gone.
        guard !model.hasGone else { return [.pageOpened(.pageOpened)] }
        return [
            .topic(Self.room, Message.heard),
            .every(.seconds(10), .beat),
            .pageOpened(.pageOpened),
            .pageClosed(.pageClosed),
        ]
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .introduced(let introduction):
            guard let name = trimmed(introduction.name) else { return .none }
            // Two may have the same name: each is told apart by a number.
            return .random(in: 1...Int.max) { .numbered($0, name: name) }
        case .numbered(let number, let name):
            model = Model(me: Person(id: number, name: name))
            // The page on which the name was given.
            model.openPages = 1
            return .batch(
                .load(Self.room, in: .shared, Message.historyLoaded),
                tell(News.came, of: model),
                .focus("text")
            )
        case .wrote(let remark):
            return .now { .dated(remark, $0) }
        case .dated(let remark, let date):
            return say(remark, at: date, in: &model)
        case .leave:
            defer { model = Model() }
            return tell(News.left, of: model)
        case .heard(let news):
            return hear(news, in: &model)
        case .historyLoaded(let stored):
            return take(stored ?? History(), in: &model)
        case .beat:
            model.others.pass()
            return .batch(tell(News.stays, of: model), .load(Self.room, in: .shared, Message.historyLoaded))
        case .pageOpened:
            model.openPages = min(model.openPages + 1, 1_000)
            model.hasGone = false
            return .batch(tell(News.came, of: model), .load(Self.room, in: .shared, Message.historyLoaded))
        case .pageClosed:
            model.openPages = max(model.openPages - 1, 0)
            model.hasGone = model.openPages == 0
            return model.hasGone ? tell(News.left, of: model) : .none
        }
    }

    private func say(_ remark: Remark, at date: Date, in model: inout Model) -> Command<Self> {
        guard let me = model.me, let text = trimmed(remark.text) else { return .none }
        model.written += 1
        model.hasGone = false
        let line = Line(author: me, number: model.written, date: date, text: text)
        model.lines.add(line)
        return .batch(
            .broadcast(Self.room, News.said(line)),
            .save(model.lines, as: Self.room, in: .shared),
            .scroll(to: line.id)
        )
    }

    private func hear(_ news: News, in model: inout Model) -> Command<Self> {
        switch news {
        case .said(let line):
            model.lines.add(line)
            model.others.note(line.author, besides: model.me)
        case .came(let person):
            model.others.note(person, besides: model.me)
            // Where there are many, those who are not answered at once are heard of with their next beat.
            if person != model.me, model.others.people.count <= 20 { return tell(News.stays, of: model) }
        case .stays(let person):
            model.others.note(person, besides: model.me)
        case .left(let person):
            model.others.remove(person)
        }
        return .none
    }

    /// Takes over what is stored. Where two wrote at the same moment, one may have stored the lines without those of the
    /// other: a visitor who misses a line of their own stores it again.
    private func take(_ stored: History, in model: inout Model) -> Command<Self> {
        model.lines.add(stored)
        let isMissing = model.lines.lines.contains { $0.author == model.me && !stored.lines.contains($0) }
        return isMissing ? .save(model.lines, as: Self.room, in: .shared) : .none
    }

    /// Tells all in the room of the visitor; nothing where there is no name yet.
    private func tell(_ news: (Person) -> News, of model: Model) -> Command<Self> {
        guard let me = model.me else { return .none }
        return .broadcast(Self.room, news(me))
    }

    /// The text without white space around it; nil where nothing is left.
    private func trimmed(_ text: String) -> String? {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[first...last])
    }
}
