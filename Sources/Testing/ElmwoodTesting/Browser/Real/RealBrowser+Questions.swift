import ElmwoodPageTree
import ElmwoodWebDriver
import Glibc

extension RealBrowser {
    /// Performs an act about which the page asks, and answers: in the dialog, or on the page that asks without script.
    func carryOut(_ act: Act, isAgreed: Bool) throws {
        if script == .on {
            try carryOut(act)
            try press(".elmwood-dialog button" + (isAgreed ? "[value=yes]" : ":not([value=yes])"))
            return try finish()
        }
        guard let asked = act.asked, let control = asked.tag == "form" ? asked.defaultButton : asked else {
            throw DriverFailure("The form has no button, without which no page asks about it.")
        }
        try loading { [self] in
            try press(on: control)
            try press(
                isAgreed ? "form:has([name=elmwood-confirmed]) button" : "form:has([name=elmwood-confirmed]) ~ * a, a"
            )
        }
    }

    /// Clicks an element, once it is there. The page that it leads away from is not the one that is awaited.
    private func press(_ selector: String) throws {
        let start = ContinuousClock.now
        while start.duration(to: .now) < Self.timeout {
            let isThere = try? browser.run(
                "if (!document.querySelector(arguments[0]) || document.readyState != 'complete') return false;"
                    + "return window.elmwoodOld = true;",
                [selector]
            )
            if isThere as? Bool ?? false { return try browser.driver.click(browser.driver.find(selector)) }
            usleep(5_000)
        }
        throw DriverFailure("The page has not asked within \(Self.timeout)." + report)
    }
}
