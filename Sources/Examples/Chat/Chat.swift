import Elmwood
import FoundationEssentials

/// A chat room. Each line is broadcast to everyone in the room, and the last lines are stored for those who enter later.
package struct Chat: App {
    /// What a visitor's session knows about the room.
    package struct Model: Codable, Equatable, Sendable {
        /// The visitor as a person; nil until they have entered a name.
        var me: Person?
        /// The last lines, the newest at the end.
        var lines = History()
        /// The other people in the room, with the time since their last sign of life.
        var others = Company()
        /// How many lines the visitor has written.
        var written = 0
        /// How many pages of the visitor are open since the name was given, if there is script.
        var openPages = 0
        /// Whether the last of them was closed: the visitor is not in the room until one is opened again.
        var hasGone = false
    }

    /// The fields of the form for entering.
    package struct Introduction: Codable, Equatable, Sendable {
        var name: String
    }

    /// The fields of the form for a line.
    package struct Remark: Codable, Equatable, Sendable {
        var text: String
    }

    /// What is broadcast on the topic.
    package enum News: Codable, Equatable, Sendable {
        case said(Line)
        /// Somebody entered, and asks who is in the room.
        case came(Person)
        /// Somebody is still in the room.
        case stays(Person)
        case left(Person)
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case introduced(Introduction)
        case wrote(Remark)
        case leave
        // No control offers the following messages.
        case numbered(Int, name: String)
        case dated(Remark, Date)
        case heard(News)
        case historyLoaded(History?)
        case beat
        case pageOpened
        case pageClosed
    }

    /// The topic of the room, and the key at which the last lines are stored.
    static let room = "chat"

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        guard model.me != nil else { return [] }
        // Subscriptions continue for a minute: a beat would bring back a person who has left.
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
            // Two people may have the same name, so each has a number.
            return .random(in: 1...Int.max) { .numbered($0, name: name) }
        case .numbered(let number, let name):
            model = Model(me: Person(id: number, name: name))
            // The page in which the name was entered.
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
            // In a large room, people who are not answered immediately learn of the others by their next beat.
            if person != model.me, model.others.people.count <= 20 { return tell(News.stays, of: model) }
        case .stays(let person):
            model.others.note(person, besides: model.me)
        case .left(let person):
            model.others.remove(person)
        }
        return .none
    }

    /// Merges the stored history. If two sessions stored lines at the same moment, the lines of one may be missing: a visitor whose
    /// own line is missing stores it again.
    private func take(_ stored: History, in model: inout Model) -> Command<Self> {
        model.lines.add(stored)
        let isMissing = model.lines.lines.contains { $0.author == model.me && !stored.lines.contains($0) }
        return isMissing ? .save(model.lines, as: Self.room, in: .shared) : .none
    }

    /// Broadcasts news of the visitor to the room. Does nothing if there is no name yet.
    private func tell(_ news: (Person) -> News, of model: Model) -> Command<Self> {
        guard let me = model.me else { return .none }
        return .broadcast(Self.room, news(me))
    }

    /// Returns the text trimmed of white space; nil if nothing remains.
    private func trimmed(_ text: String) -> String? {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[first...last])
    }
}
