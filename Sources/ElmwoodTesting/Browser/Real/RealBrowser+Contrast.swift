import Elmwood
import ElmwoodPageTree
import ElmwoodWebDriver
// The result of a script is JSON.
import Foundation

extension RealBrowser {
    /// Measures the page's texts in light and in dark colors, if the browser can be told which to prefer.
    func contrastFaults() throws(DriverFailure) -> [AccessibilityFault] {
        let page = try page()
        do {
            try select()
            guard browser.driver.kind.can(.colorScheme) else { return try contrastFaults(of: page, "") }
            try browser.driver.prefer(.dark)
            let dark = try contrastFaults(of: page, " in dark colors")
            try browser.driver.prefer(.light)
            return try contrastFaults(of: page, "") + dark
        } catch {
            throw DriverFailure("The contrast of the browser's page cannot be measured: \(error)")
        }
    }

    private func contrastFaults(of page: PageTree, _ circumstance: String) throws -> [AccessibilityFault] {
        guard let json = try browser.run(ContrastScript.json) as? String else { return [] }
        let weaknesses = try JSONDecoder().decode([ContrastScript.Weakness].self, from: Data(json.utf8))
        return weaknesses.compactMap { weakness in
            // A field may be seen by more than its border.
            guard weakness.part != "border" else { return nil }
            let node = weakness.path.flatMap { page.node(at: $0) }
            let ratio = (weakness.ratio * 100).rounded(.down) / 100
            let sentence =
                "The contrast of its \(weakness.part) is \(ratio) to 1\(circumstance): \(weakness.color) on \(weakness.behind). "
                + "It must be at least \(weakness.minimum == 3 ? "3" : "4.5")."
            return AccessibilityFault(
                sentence,
                element: node?.identification ?? weakness.html,
                rule: .contrast,
                path: weakness.path ?? []
            )
        }
    }
}
