import ElmwoodTesting
import Testing

@testable import ElmwoodConduitExample

/// No page of Conduit has a fault that keeps people from using it: as the view is, as a server sends it, and as a browser shows it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConduitAccessibilityTests {
    private static let transports: [TestTransport] = TestTransport.allCases

    @Test(arguments: transports)
    func `Conduit, for strangers and for members`(transport: TestTransport) async throws {
        let fixture = try await ConduitFixture()
        let ada = "\(fixture.ada)"
        _ = try await fixture.store.comment("Nice.", on: fixture.slug, by: Member(id: fixture.ben))
        let stranger = ProgramTest(fixture.pages(.front), in: transport, .loosely)
        for address in ["/", "/tag/none", "/login", "/register"] {
            stranger.open(address)
            stranger.expectAccessible()
        }
        stranger.within(.main) { stranger.click("Sign up") }
        stranger.expectAccessible()
        let member = ProgramTest(fixture.pages(.front), in: transport, .loosely, account: ada)
        for address in ["/", "/?feed=following", "/settings"] {
            member.open(address)
            member.expectAccessible()
        }
        let article = fixture.pages(.article(fixture.slug))
        ProgramTest(article, in: transport, .loosely).expectAccessible()
        ProgramTest(article, in: transport, .loosely, account: ada).expectAccessible()
        ProgramTest(fixture.pages(.editor(nil)), in: transport, .loosely, account: ada).expectAccessible()
        for account in [ada, "\(fixture.ben)"] {
            ProgramTest(fixture.pages(.profile("ada")), in: transport, .loosely, account: account).expectAccessible()
        }
    }
}
