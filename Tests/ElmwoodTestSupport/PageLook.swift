import ElmwoodWebDriver
import Testing

/// Measurable properties of a page's design.
package enum PageLook {
    /// Expects of the page in the browser, on a phone and a desktop, light and dark, that it is not wider than the window, that
    /// nothing to touch is smaller than 44 px, and that its texts and borders have enough contrast.
    package static func check(_ browser: Browser, _ state: Comment) async throws {
        for width in [390, 1_280] {
            try await browser.resize(width: width, height: 844)
            let overflow = try await browser.evaluate(Self.overflow)
            #expect(overflow == "", state)
            let smallTargets = try await browser.evaluate(Self.smallTargets)
            #expect(smallTargets == "", state)
        }
        for scheme in schemes {
            if schemes.count > 1 { try await browser.prefer(scheme) }
            let weakContrast = try await browser.evaluate(ContrastScript.lines)
            #expect(weakContrast == "", state)
        }
    }

    /// Only light if the driver cannot set a dark color scheme.
    package static let schemes: [ColorScheme] = BrowserKind.chosen.can(.colorScheme) ? [.light, .dark] : [.light]

    /// By how many pixels the page is wider than the window; empty if it is not.
    package static let overflow = """
        const excess = document.documentElement.scrollWidth - window.innerWidth
        return excess > 0 ? `${excess} px too wide` : ""
        """

    /// Touch targets that are smaller than 44 px, one on each line.
    private static let smallTargets = """
        return [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
            .map(element => [element, element.getBoundingClientRect()])
            .filter(([_, box]) => box.width > 0 && (box.width < 44 || box.height < 44))
            .map(([element, box]) => `${element.outerHTML}: ${box.width} × ${box.height}`)
            .join("\\n")
        """
}
