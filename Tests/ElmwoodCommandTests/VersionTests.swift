import Testing

@testable import ElmwoodCommand

struct VersionTests {
    @Test(arguments: [
        ("0.9.75\n", "0.9.75"), ("git version 2.39.5", "2.39.5"),
        ("Chromium 156.0.1.2 built on Debian 12", "156.0.1.2"),
        ("6.3-dev", "6.3"),
    ])
    func `The first version of a text is read`(text: String, version: String) {
        #expect(Version(in: text)?.description == version)
    }

    @Test func `A text without a number has no version`() {
        #expect(Version(in: "none") == nil)
        #expect(Version(in: "") == nil)
        #expect(Version(in: "99999999999999999999") == nil)
    }

    @Test func `Versions are compared by their numbers`() {
        #expect(Version(0, 9, 75) < Version(0, 10))
        #expect(Version(6, 2) == Version(6, 2, 0))
        #expect(Version(6, 2) < Version(6, 2, 1))
        #expect(!(Version(6, 2) < Version(6, 2, 0)))
    }
}
