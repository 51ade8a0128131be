import Elmwood
import ElmwoodPageTree

// The actions of a visitor on a page. An action on something that is missing, hidden or disabled fails the test with a sentence
// that lists what the page has instead.

extension ProgramTest {
    /// Clicks a button, a link, or another element that listens to clicks: by its text, or its accessible name.
    ///
    /// ```swift
    /// test.click("Delete")
    /// ```
    public func click(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("click(\(String(reflecting: name)))", file, line) { .click(try $0.clickable(name)) }
    }

    /// Double-clicks an element with that text.
    public func doubleClick(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("doubleClick(\(String(reflecting: name)))", file, line) { .doubleClick(try $0.doubleClickable(name)) }
    }

    /// Writes a text into a field, in place of its content. The field is found by its label, name, id or placeholder.
    ///
    /// ```swift
    /// test.fill("Task", "Buy milk")
    /// ```
    ///
    /// Without script, the value of a field outside of forms is not sent at once, as in a browser: it is sent with the next click,
    /// or when the test checks something.
    public func fill(_ field: String, _ text: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("fill(\(String(reflecting: field)), \(String(reflecting: text)))", file, line) {
            .fill(try $0.field(field, toHold: text), text)
        }
    }

    /// Ticks a checkbox, or chooses a radio button.
    public func check(_ box: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("check(\(String(reflecting: box)))", file, line) { .check(try $0.box(box, isTicked: true), true) }
    }

    /// Unticks a checkbox.
    public func uncheck(_ box: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("uncheck(\(String(reflecting: box)))", file, line) { .check(try $0.box(box, isTicked: false), false) }
    }

    /// Chooses an option of a list, or of a group of radio buttons: by its label or its value.
    ///
    /// ```swift
    /// test.choose("Country", "Switzerland")
    /// ```
    ///
    /// In a list for several options, the others remain chosen: see ``unchoose(_:_:file:line:)``.
    public func choose(_ field: String, _ option: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("choose(\(String(reflecting: field)), \(String(reflecting: option)))", file, line) { finder in
            let (control, chosen) = try finder.option(option, of: field)
            return chosen.map { .choose($0, of: control) } ?? .check(control, true)
        }
    }

    /// Removes an option from the choice in a list for several options.
    ///
    /// ```swift
    /// test.choose("Extras", "Milk")
    /// test.unchoose("Extras", "Milk")
    /// ```
    public func unchoose(_ field: String, _ option: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("unchoose(\(String(reflecting: field)), \(String(reflecting: option)))", file, line) { finder in
            let (control, chosen) = try finder.option(option, of: field, isChosen: false)
            return chosen.map { .choose($0, of: control) }
        }
    }

    /// Attaches files to a field, in place of its former ones.
    ///
    /// ```swift
    /// test.attach("Photo", TestFile("me.png", type: "image/png", content: bytes))
    /// ```
    public func attach(
        _ field: String,
        _ files: TestFile...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let names = files.map { String(reflecting: $0.name) }.joined(separator: ", ")
        perform("attach(\(String(reflecting: field)), \(names))", file, line) {
            .attach(try $0.fileField(field, for: files.count), files)
        }
    }

    /// Submits a form, as Enter in one of its fields does; without a name, the only form. The name is that of a form, or of the
    /// button to submit it with.
    public func submit(_ name: String? = nil, file: StaticString = #filePath, line: UInt = #line) {
        perform("submit(\(name.map { String(reflecting: $0) } ?? ""))", file, line, else: { $0.settle() }) { finder in
            let found = try finder.form(name)
            if let form = found.form { return .submit(form, by: found.button) }
            return found.button.map { .click($0) }
        }
    }

    /// Presses a key: in a field, on a button, or where the focus is.
    public func press(
        _ key: HtmlValue.Key,
        in field: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let place = field.map { ", in: \(String(reflecting: $0))" } ?? ""
        perform("press(.\(key.rawValue)\(place))", file, line) { finder in
            .press(key.eventKey, in: try field.map { try finder.focusable($0) })
        }
    }

    /// Scrolls a list of which a `RowWindow` is rendered until a row is rendered, by its index. Without script its links lead there.
    ///
    /// ```swift
    /// test.scroll(toRow: 500_000, in: "books")
    /// ```
    public func scroll(toRow row: Int, in list: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("scroll(toRow: \(row), in: \(String(reflecting: list)))", file, line) { finder in
            let scroll = RowScroll(name: list, row: row)
            guard let (_, _, count) = scroll.list(in: finder.page) else {
                throw FinderFailure("There is no list “\(list)” here of which a window is rendered.")
            }
            guard (0..<count).contains(row) else { throw FinderFailure("The list “\(list)” has \(count) rows.") }
            return .scrollToRow(scroll)
        }
    }

    /// Scrolls until an element is in view: one that offers a message for that with `.onVisible`.
    ///
    /// ```swift
    /// test.scroll(to: "a.more")
    /// test.expectMessage(.more(after: 50))
    /// ```
    ///
    /// Only a test in a browser knows what is in view without being scrolled to.
    public func scroll(to selector: Selector, file: StaticString = #filePath, line: UInt = #line) {
        perform("scroll(to: \(String(reflecting: selector.description)))", file, line) { .scroll(try $0.one(selector)) }
    }

    /// Performs an act on what is found on the page. If it is not there, the act is impossible.
    ///
    /// - Parameter other: what happens if nothing has to be done.
    func perform(
        _ name: String,
        _ file: StaticString,
        _ line: UInt,
        else other: (any PageDriver<P>) -> Outcome = { _ in Outcome() },
        _ find: (Finder) throws -> Act?
    ) {
        act(name, file, line, waits: true) { driver in
            if let question { return question.impossibility }
            do {
                guard let act = try find(finder(driver)) else { return other(driver) }
                if let text = driver.question(of: act) {
                    question = OpenQuestion(text: text, act: act)
                    return Outcome()
                }
                return driver.act(act)
            } catch {
                return Outcome(impossible: "\(error)")
            }
        }
    }

    // MARK: The page itself

    /// Loads an address of the program, as with the browser's address bar.
    public func open(_ path: String, file: StaticString = #filePath, line: UInt = #line) {
        act("open(\(String(reflecting: path)))", file, line) { $0.act(.open(path)) }
    }

    /// Goes to an address of the program as by a link of the page: with script it is not loaded anew.
    ///
    /// ```swift
    /// test.arrive(at: "/books/7")
    /// test.expectModel { $0.book = 7 }
    /// ```
    public func arrive(at path: String, file: StaticString = #filePath, line: UInt = #line) {
        act("arrive(at: \(String(reflecting: path)))", file, line) { $0.act(.arrive(path)) }
    }

    /// Loads the page again.
    public func reload(file: StaticString = #filePath, line: UInt = #line) {
        act("reload()", file, line) { $0.act(.reload) }
    }

    /// Opens another page of the same visitor, as in a second tab. It shares the session, and everything that must be checked.
    public func openPage(
        _ path: String = "/",
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> ProgramTest<P> {
        let line = TestLine(file: file, line: line)
        sendWhatWaits()
        context.closeBooks(at: line)
        return ProgramTest(context, at: path, script: driver?.script ?? .on, line)
    }

    /// Closes the page. No action is possible on it any more.
    public func closePage(file: StaticString = #filePath, line: UInt = #line) {
        act("closePage()", file, line) { $0.act(.closePage) }
    }

    /// Switches to another tab or application, so that this page is hidden.
    public func hidePage(file: StaticString = #filePath, line: UInt = #line) {
        act("hidePage()", file, line) { $0.act(.hidePage) }
    }

    /// Switches back to the page.
    public func showPage(file: StaticString = #filePath, line: UInt = #line) {
        act("showPage()", file, line) { $0.act(.showPage) }
    }

    /// Disconnects the visitor's device.
    public func goOffline(file: StaticString = #filePath, line: UInt = #line) {
        act("goOffline()", file, line) { $0.act(.goOffline) }
    }

    /// Connects the visitor's device again.
    public func goOnline(file: StaticString = #filePath, line: UInt = #line) {
        act("goOnline()", file, line) { $0.act(.goOnline) }
    }

    // MARK: Parts of the page

    /// Restricts actions and expectations to a part of the page: the element that matches the selector. If several match, it is the
    /// one with that text, or the one with that number, counted from 1.
    ///
    /// ```swift
    /// test.within(.li, containing: "Buy milk") {
    ///     test.click("Delete")
    /// }
    /// ```
    ///
    /// Parts can be nested.
    public func within(
        _ selector: Selector,
        containing text: String? = nil,
        number: Int? = nil,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: () throws -> Void
    ) rethrows {
        scope.append(PagePart(selector: selector, text: text, number: number))
        defer { scope.removeLast() }
        guard find(file, line, { _ in true }) != nil else { return }
        try body()
    }
}

extension HtmlValue.Key {
    /// The name of the key in `KeyboardEvent.key`.
    var eventKey: String {
        self == .space ? " " : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}
