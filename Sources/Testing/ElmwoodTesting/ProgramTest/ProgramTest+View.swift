import Elmwood

// What a visitor sees. These expectations do not count as checks of the model or of commands.

extension ProgramTest {
    /// Returns the current page, or the part of it that the test is in; nil if there is none, which fails the test.
    @discardableResult
    public func expectView(file: StaticString = #filePath, line: UInt = #line) -> View? {
        find(file, line) { View($0) }
    }

    /// Expects that the page contains that visible text.
    public func expectView(text: String, file: StaticString = #filePath, line: UInt = #line) {
        guard let view = expectView(file: file, line: line), !view.text.contains(text) else { return }
        fail("There is no text “\(text)” here. It reads: “\(Self.shortened(view.text))”.", file, line)
    }

    /// Expects an element with exactly that text.
    ///
    /// ```swift
    /// test.expect(.h1, "Counter")
    /// test.expect("#total", "12.50")
    /// ```
    public func expect(
        _ selector: Selector,
        _ text: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let texts = texts(selector, file, line), !texts.contains(text) else { return }
        let what = "There is no “\(selector)” with the text “\(text)” here."
        fail("\(what) \(Self.there(texts, selector))", file, line)
    }

    /// Expects that number of elements.
    public func expect(
        _ selector: Selector,
        count: Int,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let texts = texts(selector, file, line), texts.count != count else { return }
        fail("Expected \(count) “\(selector)” here. \(Self.there(texts, selector))", file, line)
    }

    /// Expects elements with exactly these texts, in this order, and no others.
    ///
    /// ```swift
    /// test.expect(.li, texts: "Buy milk", "Walk the dog")
    /// ```
    public func expect(
        _ selector: Selector,
        texts: String...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        expect(selector, texts: texts, file: file, line: line)
    }

    /// Expects elements with exactly the texts of a list, in its order, and no others.
    public func expect(
        _ selector: Selector,
        texts: [String],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let found = self.texts(selector, file, line), found != texts else { return }
        fail(
            "Expected “\(selector)” here with the texts \(Self.list(texts)). \(Self.there(found, selector))",
            file,
            line
        )
    }

    /// Expects that there is no such element, or none with that text.
    public func expectNone(
        _ selector: Selector,
        _ text: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let texts = texts(selector, file, line) else { return }
        guard text.map(texts.contains) ?? !texts.isEmpty else { return }
        fail(
            "Expected no “\(selector)”\(text.map { " with the text “\($0)”" } ?? "") here. \(Self.there(texts, selector))",
            file,
            line
        )
    }

    /// Expects that title of the page.
    public func expectTitle(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
        guard let view = expectView(file: file, line: line), view.title != title else { return }
        fail("Expected the title “\(title)”, and it is “\(view.title)”.", file, line)
    }

    /// Expects that the page is at that address: path and query below the program's own, or the whole address of another site that
    /// the visitor was sent to.
    ///
    /// ```swift
    /// test.click("Active")
    /// test.expectAddress("/active")
    /// ```
    public func expectAddress(_ address: String, file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        guard let driver else { return }
        // Reading the page moves it to where the program has navigated.
        _ = try? driver.page()
        guard driver.address != address else { return }
        fail("Expected the address “\(address)”, and it is “\(driver.address)”.", file, line)
    }

    /// Expects the value of a field: its text; the values of the chosen options, separated by commas; the value of the chosen one
    /// of a group of radio buttons; the names of attached files. Empty if it has none.
    ///
    /// The field may be disabled.
    public func expectField(
        _ name: String,
        _ value: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let held = find(file, line, { try $0.held(name)?.held ?? "" }), held != value else { return }
        fail("Expected “\(value)” in the field “\(name)”, and it holds “\(held)”.", file, line)
    }

    /// Expects that a checkbox is ticked or a radio button is chosen, or that it is not.
    ///
    /// It may be disabled.
    public func expectChecked(
        _ name: String,
        _ isChecked: Bool = true,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let isTicked = find(file, line, { try $0.lookedAtBox(name).isChecked }), isTicked != isChecked else {
            return
        }
        fail(
            "Expected that “\(name)” is \(isChecked ? "" : "not ")ticked, and it is\(isChecked ? " not" : "").",
            file,
            line
        )
    }

    // MARK: Sentences

    private func texts(_ selector: Selector, _ file: StaticString, _ line: UInt) -> [String]? {
        find(file, line) { try $0.all(selector).map(\.text) }
    }

    private static func there(_ texts: [String], _ selector: Selector) -> String {
        switch texts.count {
        case 0: "There is no “\(selector)”."
        case 1: "There is: \(list(texts))."
        default: "There are \(texts.count): \(list(texts))."
        }
    }

    private static func list(_ texts: [String]) -> String { Finder.list(texts.map { "“\(Finder.short($0))”" }) }

    private static func shortened(_ text: String) -> String { text.count > 400 ? text.prefix(399) + "…" : text }
}
