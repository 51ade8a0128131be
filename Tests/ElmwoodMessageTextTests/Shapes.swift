/// A message of every shape that synthesized Codable has.
enum Message: Codable, Equatable, Sendable {
    case increment
    case `default`
    case `nil`
    case set(to: Int)
    case rename(id: Int, name: String)
    case todo(Int, Action)
    indirect case child(Message)
    case move(to: Address)
    case select([Int])
    case count([String: Int])
    case weigh([Int: Double])
    case paint([Color: [Bool]])
    case tag(Set<String>)
    case limit(Int?)
    case doubly(Int??)
    case some(Int?)
    case level(Level, Float)
}

enum Action: Codable, Equatable, Sendable { case toggle, remove }
enum Color: String, Codable, Hashable, Sendable { case red, blue }
enum Level: Int, Codable, Equatable, Sendable { case low = 1, high }
enum Small: Codable, Equatable, Sendable { case pick(Int) }

struct Empty: Codable, Equatable, Sendable {}

struct Bytes: Codable, Equatable, Sendable {
    var first: UInt8
    var second: UInt8?
    var third: UInt8?
}

struct Address: Codable, Equatable, Sendable {
    var street: String
    var city: String
}

struct Odd: Codable, Equatable, Sendable {
    var first: Int
    var second: Int

    enum CodingKeys: String, CodingKey {
        case first = "first-name"
        case second = "nil"
    }
}

/// Passes its value on, as a single value.
struct Wrapped: Codable, Equatable, Sendable {
    var value: Message

    init(value: Message) { self.value = value }
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Message.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// Nests containers of every kind in one another, without types of their own.
struct Mixed: Codable, Equatable, Sendable {
    var left: Int
    var right: [String]
    var inner: Int

    enum CodingKeys: CodingKey { case deep, deeper, row, only }

    init(left: Int, right: [String], inner: Int) {
        self.left = left
        self.right = right
        self.inner = inner
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var deep = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .deep)
        try deep.encode(inner, forKey: .deeper)
        var row = container.nestedUnkeyedContainer(forKey: .row)
        try row.encode(left)
        var texts = row.nestedUnkeyedContainer()
        for text in right { try texts.encode(text) }
        var last = row.nestedContainer(keyedBy: CodingKeys.self)
        try last.encode(1, forKey: .only)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .deep).decode(Int.self, forKey: .deeper)
        var row = try container.nestedUnkeyedContainer(forKey: .row)
        left = try row.decode(Int.self)
        var texts = try row.nestedUnkeyedContainer()
        right = []
        while !texts.isAtEnd { right.append(try texts.decode(String.self)) }
        _ = try row.nestedContainer(keyedBy: CodingKeys.self).decode(Int.self, forKey: .only)
    }
}

class Animal: Codable, @unchecked Sendable {
    let age: Int

    init(age: Int) { self.age = age }
}

/// A class that encodes its superclass with a separate encoder.
final class Dog: Animal, Equatable, @unchecked Sendable {
    let name: String

    enum CodingKeys: CodingKey { case name }

    init(name: String, age: Int) {
        self.name = name
        super.init(age: age)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: container.superEncoder())
    }

    static func == (left: Dog, right: Dog) -> Bool { left.name == right.name && left.age == right.age }
}

/// A class that shares its encoder with its superclass.
final class Cat: Animal, Equatable, @unchecked Sendable {
    let name: String

    enum CodingKeys: CodingKey { case name }

    init(name: String, age: Int) {
        self.name = name
        super.init(age: age)
    }

    required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: encoder)
    }

    static func == (left: Cat, right: Cat) -> Bool { left.name == right.name && left.age == right.age }
}

/// Writes to a nested container after it has continued with another one.
struct Backwards: Encodable, Sendable {
    enum CodingKeys: CodingKey { case first, second }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var nested = container.nestedUnkeyedContainer(forKey: .first)
        try container.encode(2, forKey: .second)
        try nested.encode(1)
    }
}

/// Writes two values into a single-value container.
struct Twice: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
    }
}
