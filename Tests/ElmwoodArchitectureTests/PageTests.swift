import ElmwoodArchitecture
import Testing

@Suite("Pages")
struct PageTests {
    @Test(
        "A link is below the program's own address, which has no slash at its end",
        arguments: [
            ("/", "/conduit"), ("/?page=1", "/conduit?page=1"), ("/#top", "/conduit#top"),
            ("/?page=1#top", "/conduit?page=1#top"), ("/a", "/conduit/a"), ("/a/?b", "/conduit/a/?b"), ("", "/conduit"),
        ]
    )
    func links(path: String, address: String) {
        #expect(Page(base: "/conduit").link(to: path) == address)
        #expect(Page().link(to: path) == path)
    }
}
