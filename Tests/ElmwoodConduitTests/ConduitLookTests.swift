import ElmwoodTestSupport
import ElmwoodWebDriver
import Testing

/// Measurable properties of Conduit's design: layout, sizes and contrast.
@Suite struct ConduitLookTests {
    @Test func `Conduit can be read and used on a phone and a desktop, light and dark`() async throws {
        let conduit = ServedConduit()
        try await conduit.fill(articles: 12)
        try await conduit.serve(script: .off) { browser, address in
            for path in [
                "/", "/?page=2", "/tag/none", "/register", "/article/how-to-train", "/profile/ada", "/nowhere",
            ] {
                try await browser.open(address + path)
                try await PageLook.check(browser, "\(path)")
            }
            try await ServedConduit.signIn("ben", browser, at: address, password: "wrong")
            try await browser.wait(until: "the problem is shown") { try $0.exists(".error-messages") }
            try await PageLook.check(browser, "a sign-in with a problem")
            try await ServedConduit.signIn("ben", browser, at: address)
            try await browser.wait(for: "ben", in: ".nav-item:last-child")
            try await browser.open(address + "/article/how-to-train")
            try await browser.fill("[name=body]", with: String(repeating: "Donaudampfschiff", count: 20))
            try await browser.follow(".comment-form button")
            for path in ["/article/how-to-train", "/", "/settings", "/profile/ben", "/profile/ada", "/editor"] {
                try await browser.open(address + path)
                try await PageLook.check(browser, "\(path), signed in")
            }
            try await browser.fill("[name=tag]", with: "one two")
            try await browser.follow("[value=tag]")
            try await PageLook.check(browser, "tags in the editor")
            try await ServedConduit.signIn("ada", browser, at: address)
            try await browser.wait(for: "ada", in: ".nav-item:last-child")
            for path in ["/article/how-to-train", "/editor/how-to-train"] {
                try await browser.open(address + path)
                try await PageLook.check(browser, "\(path), one's own")
            }
        }
    }
}
