import ElmwoodArchitecture
import Testing

/// Links of pages.
@Suite struct PageTests {
    @Test(arguments: [
        ("/", "/conduit"), ("/?page=1", "/conduit?page=1"), ("/#top", "/conduit#top"),
        ("/?page=1#top", "/conduit?page=1#top"), ("/a", "/conduit/a"), ("/a/?b", "/conduit/a/?b"), ("", "/conduit"),
    ])
    func `A link is below the program's base, without a trailing slash`(path: String, address: String) {
        #expect(Page(base: "/conduit").link(to: path) == address)
        #expect(Page().link(to: path) == path)
    }
}
