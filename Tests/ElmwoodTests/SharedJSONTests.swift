import Elmwood
import Testing

/// The shared models in the JSON of a page.
@Suite struct SharedJSONTests {
    private func script(isDeveloped: Bool) async throws -> Visitor {
        var site = Site()
        site.sessionLimits.deliveryWait = .seconds(50)
        site.share(Wall())
        site.mount(Passer(), at: "/")
        let script = Visitor(try TestSite(site, over: .inProcess) { $0.history = isDeveloped }, with: .script)
        try await script.post("/", "message=write(\"two\")")
        return script
    }

    @Test func `The JSON of a page names the shared models that it reads, without what the page does not show`()
        async throws
    {
        let script = try await script(isDeveloped: false)
        #expect(
            script.text.hasSuffix(#""shared":[{"program":"Wall","key":"north","name":"Passer"}]}"#),
            "\(script.text)"
        )
        #expect(!script.text.contains("authors"))
    }

    @Test func `In development it has the models themselves`() async throws {
        let script = try await script(isDeveloped: true)
        #expect(script.text.contains(#""name":"Passer","model":{"#), "\(script.text)")
        #expect(script.text.contains(#""words":["two"]"#))
        try await script.get("/")
        #expect(script.text.contains(#""words":["two"]"#))
    }
}
