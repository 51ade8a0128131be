import Elmwood
import ElmwoodPageTree

extension ProgramTest {
    /// Expects that the focus is on the field, or the clickable element, of that name.
    ///
    /// ```swift
    /// test.doubleClick("Milk")
    /// test.expectFocus("New title")
    /// ```
    public func expectFocus(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        lookForFocus(file, line) { focused in
            guard let focused else { return "Nothing has the focus, not “\(name)” either." }
            guard !focused.names.contains(name) else { return nil }
            return "The focus is on “\(focused.names.first ?? "\(focused)")”, not on “\(name)”."
        }
    }

    /// Expects that nothing on the page has the focus, as on a page that has just been loaded without autofocus.
    public func expectNoFocus(file: StaticString = #filePath, line: UInt = #line) {
        lookForFocus(file, line) { focused in
            focused.map { "The focus is on “\($0.names.first ?? "\($0)")”, and is to be nowhere." }
        }
    }

    private func lookForFocus(_ file: StaticString, _ line: UInt, _ problem: (PageNode?) -> String?) {
        sendWhatWaits()
        guard let driver else { return }
        do {
            if let sentence = problem(try driver.focused()) { fail(sentence, file, line) }
        } catch {
            fail("\(error)", file, line)
        }
    }
}

extension PageNode {
    /// The names that a visitor may use for it.
    fileprivate var names: [String] { isField ? fieldNames : clickNames }
}
