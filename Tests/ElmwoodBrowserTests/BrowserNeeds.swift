import Testing
import ElmwoodWebDriver

extension Trait where Self == ConditionTrait {
    /// Runs the test only in browsers that support the feature, and whose drivers can control it. The whole of
    /// Chromium, which `./dev test --all` uses, supports all of them.
    static func needs(_ feature: BrowserKind.Feature) -> Self {
        .enabled(if: BrowserKind.chosen.can(feature), feature.reason)
    }
}

extension BrowserKind.Feature {
    /// Why a test is skipped if the feature is missing.
    fileprivate var reason: Comment {
        switch self {
        case .navigationAPI: "the browser has no Navigation API (`window.navigation`), so links load pages"
        case .moveBefore: "the browser has no `Node.moveBefore`"
        case .entryPerPost:
            """
            a form that is sent to the page's own address makes no new entry in the history, as HTML's algorithm “navigate” \
            has it; Chromium makes one
            """
        case .offline: "the driver has no command for cutting a page from the network"
        case .colorScheme: "the driver has no command for `prefers-color-scheme`"
        case .log: "the driver does not tell what was written to the console"
        case .networkLog: "the driver does not tell which files were not found"
        case .preloadScripts: "the driver has no command for scripts that run before a page's own"
        case .composition: "the driver has no command for input methods"
        case .downloads: "the driver has no command that says where downloads are saved"
        case .languages: "the driver has no command for the language that is asked for"
        case .restoredFields:
            "Chromium's headless shell does not fill fields again that a visitor has left and comes back to"
        }
    }
}
