import Elmwood
import ElmwoodPageTree
import ElmwoodWebDriver
import FoundationEssentials

extension RealBrowser {
    /// Measures the page's texts in light and in dark colors, if the browser can be told which to prefer.
    func contrastFaults() throws(DriverFailure) -> [AccessibilityFault] {
        let page = try page()
        do {
            try select()
            guard browser.driver.kind.can(.colorScheme) else {
                return try weakContrasts().map { Self.fault($0, on: page, "") }
            }
            try browser.driver.prefer(.dark)
            let dark = try weakContrasts()
            try browser.driver.prefer(.light)
            let light = try weakContrasts()
            return light.map { Self.fault($0, on: page, "") }
                + dark.filter { !light.contains($0) }.map { Self.fault($0, on: page, " in dark colors") }
        } catch {
            throw DriverFailure("The contrast of the browser's page cannot be measured: \(error)")
        }
    }

    /// Returns the texts that are too weak. The borders of fields are left out: a field may be seen by more than its border.
    private func weakContrasts() throws -> [ContrastScript.Weakness] {
        guard let json = try browser.run(ContrastScript.json) as? String else { return [] }
        return try JSONDecoder().decode([ContrastScript.Weakness].self, from: Data(json.utf8))
            .filter { $0.part != "border" }
    }

    private static func fault(
        _ weakness: ContrastScript.Weakness,
        on page: PageTree,
        _ circumstance: String
    ) -> AccessibilityFault {
        let node = weakness.path.flatMap { page.node(at: $0) }
        let ratio = (weakness.ratio * 100).rounded(.down) / 100
        return AccessibilityFault(
            "The contrast of its \(weakness.part) is \(ratio) to 1\(circumstance): \(weakness.color) on \(weakness.behind). "
                + "It must be at least \(weakness.minimum == 3 ? "3" : "4.5").",
            element: node?.identification ?? weakness.html,
            rule: .contrast,
            path: weakness.path ?? []
        )
    }
}
