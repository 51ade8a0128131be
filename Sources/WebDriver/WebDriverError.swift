/// Why a browser did not do what a test asked.
public struct WebDriverError: Error, CustomStringConvertible {
    /// The error's code of the WebDriver standard, "no such element" for instance; empty where it is none of these.
    public let code: String
    /// What happened, as a sentence.
    public let description: String

    init(_ description: String, code: String = "") {
        self.code = code
        self.description = code.isEmpty ? description : "\(code): \(description)"
    }

    static func notInstalled(_ program: String) -> Self {
        Self(
            """
            \(program) was not found. The browser tests need a real Chromium and its driver: `./dev test` installs \
            them, or `apt install chromium chromium-driver`; the environment may name others, CHROMIUM and CHROMEDRIVER.
            """
        )
    }
}
