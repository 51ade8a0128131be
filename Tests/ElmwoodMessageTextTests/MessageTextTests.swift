import Synchronization
import Testing

@testable import ElmwoodMessageText

/// The texts of values of every shape that a message can have.
struct MessageTextTests {
    @Test func `A case is written as in Swift without the dot`() throws {
        try expect(Message.increment, "increment")
        try expect(Message.set(to: 5), "set(to:5)")
        try expect(Message.rename(id: 3, name: "Bob"), #"rename(id:3,name:"Bob")"#)
        try expect(Message.todo(3, .toggle), "todo(3,toggle)")
        try expect(Message.child(.child(.increment)), "child(child(increment))")
        try expect(Message.`default`, "default")
    }

    @Test func `Structs, arrays and dictionaries are written completely`() throws {
        let home = Address(street: "High Street", city: "York")
        try expect(Message.move(to: home), #"move(to:(street:"High Street",city:"York"))"#)
        try expect(Message.select([1, 2]), "select([1,2])")
        try expect(Message.select([]), "select([])")
        try expect(Message.count(["b": 1, "a": 2]), #"count(["a":2,"b":1])"#)
        try expect(Message.count([:]), "count([:])")
        try expect(Message.weigh([2: 0.5, 1: 1]), #"weigh(["1":1.0,"2":0.5])"#)
        try expect(Message.paint([.red: [true], .blue: []]), #"paint(["blue":[],"red":[true]])"#)
        try expect(Message.tag(["b", "a", "c"]), #"tag(["a","b","c"])"#)
        try expect(Message.tag([]), "tag([])")
        try expect(Empty(), "()")
        try expect([Address](), "[]")
    }

    @Test func `Equal sets have the same text, however they were built`() throws {
        var grown = Set<String>(minimumCapacity: 1_000)
        for number in (0..<100).reversed() { grown.insert("\(number)") }
        let plain = Set((0..<100).map { "\($0)" })
        #expect(try MessageText.text(of: Message.tag(grown)) == MessageText.text(of: Message.tag(plain)))
    }

    @Test func `An optional is nil or its value`() throws {
        try expect(Message.limit(nil), "limit(nil)")
        try expect(Message.limit(4), "limit(4)")
        try expect(Message.doubly(nil), "doubly(nil)")
        try expect(Message.doubly(.some(nil)), "doubly(some(nil))")
        try expect(Message.doubly(.some(.some(4))), "doubly(4)")
        try expect([nil, .some(nil), 5] as [Int??], "[nil,some(nil),5]")
        try expect(Message.some(nil), "some(nil)")
        try expect(Message?.some(.some(nil)), "some(some(nil))")
        try expect(Message?.none, "nil")
        try expect(Message?.some(.nil), "`nil`")
    }

    @Test func `A string is escaped as a Swift literal`() throws {
        try expect("a\"b\\c\nd\re\tf\u{0}g\u{7F}h", #""a\"b\\c\nd\re\tf\u{0}g\u{7f}h""#)
        try expect("`é€😀", "\"`é€😀\"")
        try expect("", "\"\"")
    }

    @Test func `A number is written as short as possible, and read back exactly`() throws {
        try expect([0, -0.0, 0.1, 1e300, .infinity, -.infinity], "[0.0,-0.0,0.1,1e+300,inf,-inf]")
        try expect(Double.leastNonzeroMagnitude, "5e-324")
        try expect([Float.greatestFiniteMagnitude, 0.1], "[3.4028235e+38,0.1]")
        #expect(try MessageText.text(of: Double.nan) == "nan")
        #expect(try MessageText.decode(Double.self, from: "nan").isNaN)
        try expect([Int64.min, .max], "[-9223372036854775808,9223372036854775807]")
        try expect(UInt64.max, "18446744073709551615")
        try expect(Int128.min, "-170141183460469231731687303715884105728")
        try expect([Int8.min, 0, 9, 10, 127], "[-128,0,9,10,127]")
        // A byte is a number too, and not the character of its code.
        try expect([UInt8(0), 41, 65, 255], "[0,41,65,255]")
        try expect(["a": UInt8(44)], "[\"a\":44]")
        try expect(Bytes(first: 34, second: nil, third: 92), "(first:34,second:nil,third:92)")
        try expect(Level.high, "2")
    }

    @Test func `A name that is not an identifier is in backticks`() throws {
        try expect(Odd(first: 1, second: 2), "(`first-name`:1,`nil`:2)")
        try expect(Message.nil, "`nil`")
    }

    @Test func `Custom implementations of Codable are supported`() throws {
        try expect(Mixed(left: 1, right: ["x", "y"], inner: 7), #"(deep:(deeper:7),row:[1,["x","y"],(only:1)])"#)
        try expect(Wrapped(value: .set(to: 1)), "set(to:1)")
        try expect(Dog(name: "Rex", age: 3), #"(name:"Rex",super:(age:3))"#)
        try expect(Cat(name: "Tom", age: 3), #"(name:"Tom",age:3)"#)
    }

    @Test func `Another spelling of the same message is refused`() {
        refuse("set(to: 5)", at: 7)
        refuse("set(to:05)", at: 7)
        refuse("set(to:+5)", at: 7)
        refuse("set(5)", at: 0)
        refuse("increment()", at: 9)
        refuse(" increment", at: 0)
        refuse("`increment`", at: 0)
        refuse(#"rename(name:"Bob",id:3)"#, at: 7)
        refuse(#"rename(id:3,name:"\u{42}ob")"#, at: 18)
        refuse(#"count(["b":1,"a":2])"#, at: 8)
        refuse("select([1,2,])", at: 12)
        refuse("todo(_0:3,toggle)", at: 5)
        refuse("set(to:5,to:5)", at: 12)
        refuse("set(to:5,other:6)", at: 8)
    }

    @Test func `An error says what is wrong and at which position`() {
        refuse("", at: 0, "A value is missing here.")
        refuse("fly", at: 0, "Message has no case fly.")
        refuse("set(to:\"x\")", at: 7, "Expected a whole number that fits Int.")
        refuse("set(to:99999999999999999999)", at: 7, "Expected a whole number that fits Int.")
        refuse("set(to:5", at: 8, "A comma or a closing parenthesis is missing here.")
        refuse("todo(3,fly)", at: 7, "Action has no case fly.")
        refuse(#"rename(id:3,name:"Bob)"#, at: 17, "The quote that begins here is never closed.")
        refuse(#"rename(id:3,name:"\u{D800}")"#, at: 21)
        refuse("increment increment", at: 9, "The message ends here, and more follows.")
    }

    @Test func `Invalid UTF-8 is refused`() {
        #expect(throws: MessageTextError.self) {
            try MessageText.decode(String.self, from: [0x22, 0xC3, 0x22])
        }
        #expect(throws: MessageTextError.self) { try MessageText.decode(Message.self, from: [0xFF]) }
    }

    @Test func `Nesting is limited for reading and writing`() throws {
        var deep = Message.increment
        for _ in 0..<MessageText.depthLimit - 1 { deep = .child(deep) }
        let text = try MessageText.text(of: deep)
        #expect(try MessageText.decode(Message.self, from: text) == deep)
        #expect(throws: MessageTextError.tooDeep) { try MessageText.text(of: Message.child(deep)) }
        let over = String(repeating: "child(", count: 2_000) + "increment" + String(repeating: ")", count: 2_000)
        #expect(throws: MessageTextError.self) { try MessageText.decode(Message.self, from: over, limit: 100_000) }
    }

    @Test func `The length is limited for reading and writing`() throws {
        let long = String(repeating: "x", count: MessageText.defaultLimit - 2)
        try expect(long, "\"\(long)\"")
        #expect(throws: MessageTextError.tooLong(limit: 8_192)) { try MessageText.text(of: long + "x") }
        #expect(throws: MessageTextError.tooLong(limit: 8_192)) {
            try MessageText.decode(String.self, from: "\"\(long)x\"")
        }
        var bytes: [UInt8] = [1]
        #expect(throws: MessageTextError.self) { try MessageText.write([1, 2, 3], into: &bytes, limit: 4) }
        #expect(bytes == [1])
    }

    @Test func `A value that writes to a closed container is refused`() {
        #expect(throws: MessageTextError.outOfOrder) { try MessageText.text(of: Backwards()) }
        #expect(throws: MessageTextError.twoValues) { try MessageText.text(of: Twice()) }
    }

    @Test func `A caching writer writes the same texts`() throws {
        let plain = MessageWriter()
        let remembering = MessageWriter(remembers: 64)
        for round in 0..<3 {
            for number in 0..<500 {
                let messages: [Message] = [
                    .increment, .set(to: number), .rename(id: number, name: "name \(number % 7) \(round % 2)"),
                    .child(.set(to: number)), .tag(["\(number)", "x"]),
                ]
                for message in messages {
                    let expected = try plain.withText(of: message) { Array($0) }
                    #expect(try remembering.withText(of: message) { Array($0) } == expected)
                }
                let small = Small.pick(number)
                #expect(
                    try remembering.withText(of: small) { String(decoding: $0, as: UTF8.self) } == "pick(\(number))"
                )
            }
        }
    }

    @Test func `A caching writer encodes each message once if there is room`() throws {
        let writer = MessageWriter(remembers: 4_096)
        let encoded = Count()
        Counted.$encoded.withValue(encoded) {
            for _ in 0..<3 {
                for number in 0..<2_000 { _ = try? writer.withText(of: Counted(number: number)) { $0.count } }
            }
        }
        // While half of the slots are free, texts hardly ever share a slot.
        #expect(encoded.number.withLock { $0 } < 2_020)
    }

    @Test func `A caching writer notices changes of an object in a message`() throws {
        let writer = MessageWriter(remembers: 64)
        let message = Holder(name: ChangingName("before"))
        #expect(try writer.withText(of: message) { String(decoding: $0, as: UTF8.self) } == "\"before\"")
        message.name.text.withLock { $0 = "after" }
        #expect(try writer.withText(of: message) { String(decoding: $0, as: UTF8.self) } == "\"after\"")
    }

    private func expect<T: Codable & Equatable & Sendable>(
        _ value: T,
        _ text: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try MessageText.text(of: value) == text, sourceLocation: location)
        #expect(try MessageText.decode(T.self, from: text) == value, sourceLocation: location)
    }

    private func refuse(
        _ text: String,
        at offset: Int,
        _ sentence: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: MessageTextError.self, sourceLocation: location) {
            try MessageText.decode(Message.self, from: text)
        }
        #expect(error?.offset == offset, "\(String(describing: error))", sourceLocation: location)
        if let sentence { #expect(error?.sentence == sentence, sourceLocation: location) }
    }
}

private final class Count: Sendable {
    let number = Mutex(0)
}

/// A message that counts how often it is encoded.
private struct Counted: Encodable, Sendable {
    @TaskLocal static var encoded: Count?

    var number: Int

    func encode(to encoder: any Encoder) throws {
        Self.encoded?.number.withLock { $0 += 1 }
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

/// An object that may change while the message that refers to it stays the same.
private final class ChangingName: Sendable {
    let text: Mutex<String>

    init(_ text: String) { self.text = Mutex(text) }
}

/// A message that refers to an object.
private struct Holder: Encodable, Sendable {
    let name: ChangingName

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name.text.withLock { $0 })
    }
}
