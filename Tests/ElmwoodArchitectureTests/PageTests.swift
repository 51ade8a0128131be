import ElmwoodArchitecture
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

    @Test func `An arrival is written as JSON with its parameters in order`() throws {
        let arrival = Arrival(path: "/books", query: Query([(name: "page", value: "2"), (name: "page", value: "a&b")]))
        let json = try JSON.encode(arrival)
        #expect(String(decoding: json, as: UTF8.self) == #"{"path":"\/books","query":[["page","2"],["page","a&b"]]}"#)
        #expect(try JSON.decode(Arrival.self, from: json) == arrival)
        let odd = Array(#"{"path":"/","query":[["page"]]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSON.decode(Arrival.self, from: odd) }
    }
}
