/// Why a browser could not carry out a test's command.
package struct WebDriverError: Error, CustomStringConvertible {
    /// The error's code of the WebDriver standard, "no such element" for instance; empty for other errors.
    package let code: String
    /// What happened, as a sentence.
    package let description: String

    package init(_ description: String, code: String = "") {
        self.code = code
        self.description = code.isEmpty ? description : "\(code): \(description)"
    }

    static func notInstalled(_ program: String, _ kind: BrowserKind) -> Self {
        let (packages, names) =
            switch kind {
            case .chromium: ("chromium chromium-driver", "CHROMIUM and CHROMEDRIVER")
            case .firefox: ("firefox-esr", "FIREFOX")
            case .webkit: ("webkit2gtk-driver xvfb", "WEBKITDRIVER and MINIBROWSER")
            }
        let option = kind == .chromium ? "" : " --browser \(kind.rawValue)"
        return Self(
            """
            \(program) was not found. The browser tests need a real browser and its driver: `./dev test\(option)` installs \
            them, or `apt install \(packages)`; the environment may name others, \(names).
            """
        )
    }

    package static func unsupported(_ action: String, _ kind: BrowserKind) -> Self {
        Self(
            "a test cannot have \(kind.rawValue) \(action): its driver has no command for it",
            code: "unsupported operation"
        )
    }
}
