import Elmwood

// What a visitor does on a page. Only what they could do: what is missing, hidden or disabled fails the test with a sentence that
// says what is there.

extension ProgramTest {
    /// Clicks on a button, a link, or whatever else listens to clicks: by the text on it, or its label for screen readers.
    ///
    /// ```swift
    /// test.click("Delete")
    /// ```
    public func click(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        act("click(\(String(reflecting: name)))", file, line, waits: true) { driver in
            found { .click(try finder(driver).clickable(name)) }.map(driver.act)
        }
    }

    /// Clicks twice on something with that text.
    public func doubleClick(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        act("doubleClick(\(String(reflecting: name)))", file, line, waits: true) { driver in
            found { .doubleClick(try finder(driver).doubleClickable(name)) }.map(driver.act)
        }
    }

    /// Writes a text into a field, in the place of what it held. The field is found by its label, name, id or placeholder.
    ///
    /// ```swift
    /// test.fill("Task", "Buy milk")
    /// ```
    ///
    /// Without script, a field outside of forms waits, as in a browser: it is sent with the next click, or when the test
    /// looks.
    public func fill(_ field: String, _ text: String, file: StaticString = #filePath, line: UInt = #line) {
        act("fill(\(String(reflecting: field)), \(String(reflecting: text)))", file, line, waits: true) { driver in
            found { .fill(try finder(driver).field(field, toHold: text), text) }.map(driver.act)
        }
    }

    /// Ticks a box, or chooses a radio button.
    public func check(_ box: String, file: StaticString = #filePath, line: UInt = #line) {
        act("check(\(String(reflecting: box)))", file, line, waits: true) { driver in
            found { .check(try finder(driver).box(box, isTicked: true), true) }.map(driver.act)
        }
    }

    /// Takes the tick from a box.
    public func uncheck(_ box: String, file: StaticString = #filePath, line: UInt = #line) {
        act("uncheck(\(String(reflecting: box)))", file, line, waits: true) { driver in
            found { .check(try finder(driver).box(box, isTicked: false), false) }.map(driver.act)
        }
    }

    /// Chooses an option of a list, or of a group of radio buttons: by its label, or its value.
    ///
    /// ```swift
    /// test.choose("Country", "Switzerland")
    /// ```
    ///
    /// Of a list of which several can be chosen, those that stay so: see ``unchoose(_:_:file:line:)``.
    public func choose(_ field: String, _ option: String, file: StaticString = #filePath, line: UInt = #line) {
        act("choose(\(String(reflecting: field)), \(String(reflecting: option)))", file, line, waits: true) { driver in
            found {
                let (control, chosen) = try finder(driver).option(option, of: field)
                return chosen.map { .choose($0, of: control) } ?? .check(control, true)
            }.map(driver.act)
        }
    }

    /// Takes the choice from an option of a list of which several can be chosen.
    ///
    /// ```swift
    /// test.choose("Extras", "Milk")
    /// test.unchoose("Extras", "Milk")
    /// ```
    public func unchoose(_ field: String, _ option: String, file: StaticString = #filePath, line: UInt = #line) {
        act("unchoose(\(String(reflecting: field)), \(String(reflecting: option)))", file, line, waits: true) {
            driver in
            found {
                let (control, chosen) = try finder(driver).option(option, of: field, isChosen: false)
                return chosen.map { .choose($0, of: control) }
            }.map(driver.act)
        }
    }

    /// Attaches files to a field, in the place of those that it held.
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
        act("attach(\(String(reflecting: field)), \(names))", file, line, waits: true) { driver in
            found { .attach(try finder(driver).fileField(field, for: files.count), files) }.map(driver.act)
        }
    }

    /// Sends a form, as Enter in one of its fields does; with no name, the only one there is. A name is that of a form, or of
    /// the button to send it by.
    public func submit(_ name: String? = nil, file: StaticString = #filePath, line: UInt = #line) {
        act("submit(\(name.map { String(reflecting: $0) } ?? ""))", file, line, waits: true) { driver in
            found { () -> Act? in
                let found = try finder(driver).form(name)
                if let form = found.form { return .submit(form, by: found.button) }
                return found.button.map { .click($0) }
            }.map(driver.act, else: driver.settle)
        }
    }

    /// Presses a key: in a field or on a button, or where the focus is.
    public func press(
        _ key: HtmlValue.Key,
        in field: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let place = field.map { ", in: \(String(reflecting: $0))" } ?? ""
        act("press(.\(key.rawValue)\(place))", file, line, waits: true) { driver in
            found { .press(key.eventKey, in: try field.map { try finder(driver).focusable($0) }) }.map(driver.act)
        }
    }

    // MARK: The page itself

    /// Goes to an address of the program, as by the browser's address bar.
    public func open(_ path: String, file: StaticString = #filePath, line: UInt = #line) {
        act("open(\(String(reflecting: path)))", file, line) { $0.act(.open(path)) }
    }

    /// Loads the page anew.
    public func reload(file: StaticString = #filePath, line: UInt = #line) {
        act("reload()", file, line) { $0.act(.reload) }
    }

    /// Opens one more page of the same visitor, as a second tab: it has the same session, and the same things to account for.
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

    /// Closes the page. Nothing can be done on it any more.
    public func closePage(file: StaticString = #filePath, line: UInt = #line) {
        act("closePage()", file, line) { $0.act(.closePage) }
    }

    /// Turns to another tab or program, so that this page is hidden.
    public func hidePage(file: StaticString = #filePath, line: UInt = #line) {
        act("hidePage()", file, line) { $0.act(.hidePage) }
    }

    /// Turns back to the page.
    public func showPage(file: StaticString = #filePath, line: UInt = #line) {
        act("showPage()", file, line) { $0.act(.showPage) }
    }

    /// The visitor's device loses its connection.
    public func goOffline(file: StaticString = #filePath, line: UInt = #line) {
        act("goOffline()", file, line) { $0.act(.goOffline) }
    }

    /// The visitor's device is connected again.
    public func goOnline(file: StaticString = #filePath, line: UInt = #line) {
        act("goOnline()", file, line) { $0.act(.goOnline) }
    }

    // MARK: Parts of the page

    /// Does and looks at things in a part of the page alone: in the element that the selector means, of several in the one
    /// with that text in it, or in that one of them, counted from 1.
    ///
    /// ```swift
    /// test.within(.li, containing: "Buy milk") {
    ///     test.click("Delete")
    /// }
    /// ```
    ///
    /// A part may be within another.
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
        guard look(file, line) != nil else { return }
        try body()
    }
}

/// What was found on a page to do something with, or why it was not.
private enum Found {
    case act(Act?)
    case impossible(String)

    func map(_ body: (Act) -> Outcome, else other: () -> Outcome = { Outcome() }) -> Outcome {
        switch self {
        case .act(let act?): body(act)
        case .act(nil): other()
        case .impossible(let sentence): Outcome(impossible: sentence)
        }
    }
}

private func found(_ find: () throws -> Act?) -> Found {
    do {
        return .act(try find())
    } catch {
        return .impossible("\(error)")
    }
}

extension HtmlValue.Key {
    /// The key as `KeyboardEvent.key` calls it.
    fileprivate var eventKey: String {
        self == .space ? " " : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}
