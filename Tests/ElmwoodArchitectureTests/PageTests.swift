import ElmwoodArchitecture
import ElmwoodFormData
import Testing

/// Links of pages, and their addresses.
@Suite struct PageTests {
    @Test(arguments: [
        ("/", "/conduit"), ("/?page=1", "/conduit?page=1"), ("/#top", "/conduit#top"),
        ("/?page=1#top", "/conduit?page=1#top"), ("/a", "/conduit/a"), ("/a/?b", "/conduit/a/?b"), ("", "/conduit"),
    ])
    func `A link is below the program's base, without a trailing slash`(path: String, address: String) {
        #expect(Page(base: "/conduit").link(to: path) == address)
        #expect(Page().link(to: path) == path)
    }

    @Test(arguments: [
        (nil, nil), ("", nil), ("x", nil), ("3.5", nil), ("3", 3), ("-7", 1), ("0", 1), ("11", 10),
        ("99999999999999999999", nil),
    ])
    func `A number of a query is in its range`(text: String?, number: Int?) {
        let query: Query = text.map { ["page": $0] } ?? [:]
        #expect(query.number("page", in: 1...10) == number)
    }

    @Test func `The parts of a path and of a query are encoded, so that a request has the same texts again`() throws {
        let text = "a b/c?d&e=f+g#h%i\"ü"
        #expect(Page.path() == "/")
        #expect(Page.path("tags", "a-b_c.d~!$&'()*+,;=:@") == "/tags/a-b_c.d~!$&'()*+,;=:@")
        #expect(Page.path("tags", text) == "/tags/a%20b%2Fc%3Fd&e=f+g%23h%25i%22%C3%BC")
        let address = Page(base: "/shop").link(to: "/", query: ["q": text, "a&b": ""])
        #expect(address == "/shop?q=a+b%2Fc%3Fd%26e%3Df%2Bg%23h%25i%22%C3%BC&a%26b=")
        let form = try FormData(urlencoded: Array(address.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
        #expect(form.entries == [.init(name: "q", value: .text(text)), .init(name: "a&b", value: .text(""))])
        #expect(Page.path("found", query: ["q": text]).hasPrefix("/found?q=a+b"))
        #expect(Page(base: "/shop").link(to: "/", query: [:]) == "/shop")
    }

    @Test func `An arrival is written as JSON with its parameters in order`() throws {
        let arrival = Arrival(path: "/books", query: Query([(name: "page", value: "2"), (name: "page", value: "a&b")]))
        let json = try JSON.encode(arrival)
        #expect(String(decoding: json, as: UTF8.self) == #"{"path":"\/books","query":[["page","2"],["page","a&b"]]}"#)
        #expect(try JSON.decode(Arrival.self, from: json) == arrival)
        let odd = Array(#"{"path":"/","query":[["page"]]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSON.decode(Arrival.self, from: odd) }
    }
}
