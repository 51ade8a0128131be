import ElmwoodArchitecture
import Testing

/// Pages.
@Suite struct PageTests {
    @Test(arguments: [
        ("/", "/conduit"), ("/?page=1", "/conduit?page=1"), ("/#top", "/conduit#top"),
        ("/?page=1#top", "/conduit?page=1#top"), ("/a", "/conduit/a"), ("/a/?b", "/conduit/a/?b"), ("", "/conduit"),
    ])
    func `A link is below the program's own address, which has no slash at its end`(path: String, address: String) {
        #expect(Page(base: "/conduit").link(to: path) == address)
        #expect(Page().link(to: path) == path)
    }
}
