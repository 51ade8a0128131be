import FoundationEssentials

/// A person in the room.
package struct Person: Codable, Equatable, Hashable, Sendable {
    /// Distinguishes people with the same name.
    var id: Int
    var name: String
}

/// A line of the chat.
package struct Line: Codable, Equatable, Sendable {
    var author: Person
    /// The line's number among its author's lines.
    var number: Int
    var date: Date
    var text: String

    /// The line's id, unique among all lines of all authors.
    var id: String { "line-\(author.id)-\(number)" }
}

/// The last lines of the chat, in the order of their dates.
package struct History: Codable, Equatable, Sendable {
    /// How many lines are retained.
    static let limit = 50

    private(set) var lines: [Line] = []

    /// Inserts a line at the position of its date, unless it is in the history already.
    mutating func add(_ line: Line) {
        guard !lines.contains(where: { $0.id == line.id }) else { return }
        let place = lines.lastIndex { $0.date <= line.date }.map { $0 + 1 } ?? 0
        lines.insert(line, at: place)
        lines.removeFirst(max(lines.count - Self.limit, 0))
    }

    /// Adds the lines of another history.
    mutating func add(_ other: History) {
        for line in other.lines { add(line) }
    }
}

/// The other people in the room, as far as is known.
package struct Company: Codable, Equatable, Sendable {
    /// How many people are retained.
    static let limit = 200
    /// After that many beats without a sign of life a person counts as gone.
    static let missedBeats = 3

    private(set) var people: [Person] = []
    /// How many beats ago each gave a sign of life.
    private var silence: [Int: Int] = [:]

    /// Records a person's sign of life, except the visitor's own.
    mutating func note(_ person: Person, besides me: Person?) {
        guard person != me else { return }
        if silence[person.id] == nil {
            guard people.count < Self.limit else { return }
            let place = people.firstIndex { ($0.name, $0.id) > (person.name, person.id) } ?? people.endIndex
            people.insert(person, at: place)
        }
        silence[person.id] = 0
    }

    mutating func remove(_ person: Person) {
        people.removeAll { $0.id == person.id }
        silence[person.id] = nil
    }

    /// Counts a beat: people who were silent for too long are removed.
    mutating func pass() {
        for person in people {
            let beats = silence[person.id, default: 0] + 1
            if beats > Self.missedBeats { remove(person) } else { silence[person.id] = beats }
        }
    }
}
