import Elmwood
import ElmwoodHTTPServer
import ElmwoodPageTree

// What a visitor does on the site's pages, in a browser without script.

extension SiteTest {
    private static var pageType: String { "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

    /// Opens a page, following redirects.
    ///
    /// - Returns: the answer. One with a status from 400 fails the test: ``get(_:headers:until:file:line:)`` is for those.
    @discardableResult
    public nonisolated(nonsending) func open(
        _ path: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        await load(.get, path, nil, file, line)
    }

    /// Clicks a button or a link, found by the name that a visitor sees.
    public nonisolated(nonsending) func click(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async {
        guard let node = find(file, line, { try $0.clickable(name) }) else { return }
        if node.isSubmitter {
            await submit(node.isLone ? nil : node.form, by: node, file, line)
        } else if let link = node.closest({ (node: PageNode) in node.tag == "a" || node.tag == "area" }) {
            await go(to: link["href"] ?? "", file, line)
        } else {
            fail("Without script nothing listens to a click on “\(name)”: test this with a ProgramTest.", file, line)
        }
    }

    /// Submits a form, as Enter in one of its fields does; without a name, the only form.
    public nonisolated(nonsending) func submit(
        _ name: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async {
        guard let found = find(file, line, { try $0.form(name) }) else { return }
        await submit(found.form, by: found.button ?? found.form?.defaultButton, file, line)
    }

    /// Types a text into a field, in place of what is there.
    public func fill(_ field: String, _ text: String, file: StaticString = #filePath, line: UInt = #line) {
        find(file, line) { try $0.field(field, toHold: text) }?.fieldValue = .text(text)
    }

    /// Ticks a box, or chooses a radio button.
    public func check(_ box: String, file: StaticString = #filePath, line: UInt = #line) {
        find(file, line) { try $0.box(box, isTicked: true) }?.choose()
    }

    /// Unticks a box.
    public func uncheck(_ box: String, file: StaticString = #filePath, line: UInt = #line) {
        find(file, line) { try $0.box(box, isTicked: false) }?.fieldValue = .checked(false)
    }

    /// Chooses an option of a list, or one of a group of radio buttons.
    public func choose(_ field: String, _ option: String, file: StaticString = #filePath, line: UInt = #line) {
        guard let found = find(file, line, { try $0.option(option, of: field) }) else { return }
        guard let option = found.option, let place = found.control.options.firstIndex(of: option) else {
            return found.control.choose()
        }
        var places = [place]
        if found.control.has("multiple"), case .chosen(let former) = found.control.fieldValue {
            places = (former + places).sorted()
        }
        found.control.fieldValue = .chosen(places)
    }

    /// Attaches files to a field.
    public func attach(
        _ field: String,
        _ files: TestFile...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        find(file, line) { try $0.fileField(field, for: files.count) }?.fieldValue = .files(files)
    }

    // MARK: Expectations

    /// Returns the page; nil if none is open, which fails the test.
    public func expectView(file: StaticString = #filePath, line: UInt = #line) -> View? {
        find(file, line) { View($0) }
    }

    /// Expects that the page contains that visible text.
    public func expectView(text: String, file: StaticString = #filePath, line: UInt = #line) {
        guard let view = expectView(file: file, line: line), !view.text.contains(text) else { return }
        let read = view.text
        fail(
            "There is no text “\(text)” here. It reads: “\(read.count > 400 ? read.prefix(399) + "…" : read)”.",
            file,
            line
        )
    }

    /// Expects an element with exactly that text.
    public func expect(
        _ selector: Selector,
        _ text: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let texts = find(file, line, { try $0.all(selector).map(\.text) }), !texts.contains(text) else { return }
        let there = texts.isEmpty ? "none" : Finder.list(texts.map { "“\(Finder.short($0))”" })
        fail("There is no “\(selector)” with the text “\(text)” here. There is: \(there).", file, line)
    }

    /// Expects the address of the page: path and query.
    public func expectAddress(_ address: String, file: StaticString = #filePath, line: UInt = #line) {
        if place.target != address {
            fail("Expected the address “\(address)”, and it is “\(place.target)”.", file, line)
        }
    }

    // MARK: Common parts

    private func fail(_ sentence: String, _ file: StaticString, _ line: UInt) {
        reporting.report(sentence, TestLine(file: file, line: line))
    }

    /// Returns what is found on the page; nil if it is not there, which is reported.
    private func find<Found>(
        _ file: StaticString,
        _ line: UInt,
        _ body: (Finder) throws -> Found
    ) -> Found? {
        guard !reporting.isOver else { return nil }
        guard let page else {
            fail("No page is open: begin with open(…).", file, line)
            return nil
        }
        do {
            return try body(Finder(page))
        } catch {
            fail("\(error)", file, line)
            return nil
        }
    }

    /// - Parameter form: nil for that of the whole page.
    private nonisolated(nonsending) func submit(
        _ form: PageNode?,
        by button: PageNode?,
        _ file: StaticString,
        _ line: UInt
    ) async {
        guard let page else { return }
        let fields = page.fields(of: form.map { .form($0) } ?? .page, by: button)
        let action = button?["formaction"] ?? form?["action"] ?? ""
        let method = form == nil ? "post" : button?["formmethod"] ?? form?["method"] ?? "get"
        guard case .here(let target) = place.destination(action) else {
            return fail("The form is sent to “\(action)”, which is not of this site.", file, line)
        }
        if method.lowercased() == "post" {
            let body = SentBody(fields, isPost: true)
            await load(.post, target, .bytes(body.bytes, type: body.contentType), file, line)
        } else {
            await load(.get, PageAddress.target(target, with: fields), nil, file, line)
        }
    }

    private nonisolated(nonsending) func go(to reference: String, _ file: StaticString, _ line: UInt) async {
        switch place.destination(reference) {
        case .here(let target): await load(.get, target, nil, file, line)
        case .fragment: break
        case .elsewhere(let address):
            fail("The link leads to “\(address)”, which is not of this site: check it with expectView().", file, line)
        }
    }

    @discardableResult
    private nonisolated(nonsending) func load(
        _ method: HTTPMethod,
        _ target: String,
        _ body: SiteRequestBody?,
        _ file: StaticString,
        _ line: UInt
    ) async -> SiteReply {
        var headers = ["Accept": Self.pageType]
        // As a browser sends a form of the page.
        if method == .post { headers["Sec-Fetch-Site"] = "same-origin" }
        let first = await send(method, target, body, headers: headers, file: file, line: line)
        first.accept = Self.pageType
        let reply = await first.followed(file: file, line: line)
        guard !reporting.isOver else { return reply }
        if let location = reply.location {
            fail("\(first.request) leads to “\(location)”, which is not of this site.", file, line)
        } else if reply.status.rawValue >= 400, reply.status != .unprocessableContent {
            reply.expect(.ok, file: file, line: line)
        } else if reply["content-type"]?.hasPrefix("text/html") ?? false {
            page = PageTree(html: reply.text)
            place = reply.address
        }
        return reply
    }
}

extension PageNode {
    /// Ticks a box, or chooses one of several radio buttons.
    fileprivate func choose() {
        if control == .radio {
            for other in radioGroup { other.fieldValue = .checked(false) }
        }
        fieldValue = .checked(true)
    }
}
