import FoundationEssentials

/// Somebody who gave a name.
package struct Person: Codable, Equatable, Hashable, Sendable {
    /// What tells two of the same name apart.
    var id: Int
    var name: String
}

/// Something that was said.
package struct Line: Codable, Equatable, Sendable {
    var author: Person
    /// The how manieth of the author's lines it is.
    var number: Int
    var date: Date
    var text: String

    /// The line's own name, among all lines of all authors.
    var id: String { "line-\(author.id)-\(number)" }
}

/// The last lines of a talk, in the order in which they were said.
package struct History: Codable, Equatable, Sendable {
    /// How many are kept.
    static let limit = 50

    private(set) var lines: [Line] = []

    /// Adds a line at the place that its date says. One that is there already is not added again.
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

/// Who is in the room, as far as one has heard.
package struct Company: Codable, Equatable, Sendable {
    /// How many are remembered.
    static let limit = 200
    /// After so many beats without a word somebody is taken to have gone.
    static let patience = 3

    private(set) var people: [Person] = []
    /// How many beats ago each was heard of.
    private var silence: [Int: Int] = [:]

    /// Notes that somebody was heard of, unless that is oneself.
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

    /// A beat has passed: who was silent for too long has gone without a word.
    mutating func pass() {
        for person in people {
            let beats = silence[person.id, default: 0] + 1
            if beats > Self.patience { remove(person) } else { silence[person.id] = beats }
        }
    }
}
