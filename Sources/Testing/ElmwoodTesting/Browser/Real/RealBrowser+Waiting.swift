import Elmwood
import ElmwoodFormData
import ElmwoodForms
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodViewTree
import ElmwoodWebDriver

// Waiting until the browser shows the view.

extension RealBrowser {
    func turn() { tree = nil }

    // MARK: Loading

    func load(_ address: PageAddress) throws {
        // A page that is loaded is visible.
        isPageHidden = false
        if isOffline { return later.impossible = "There is no connection: the page was told to go offline." }
        try tellCookies()
        place = address
        problems = []
        try browser.driver.open(origin + address.target)
        try arrive(from: nil)
    }

    /// Performs an action that makes the browser load a page, and waits for the page.
    func loading(_ action: () throws -> Void) throws {
        let fields = sentFields
        try browser.run("window.elmwoodOld = true;")
        try action()
        try arrive(from: fields)
    }

    /// The fields that a post would send now, for each form.
    private var sentFields: [[SentField]] {
        guard let tree = try? page() else { return [] }
        let forms = tree.elements.filter { $0.tag == "form" }
        return [tree.fields(of: .page)] + forms.map { tree.fields(of: .form($0)) }
    }

    /// Waits until the page has loaded, and evaluates it.
    ///
    /// - Parameter fields: the fields that the page before could have posted.
    private func arrive(from fields: [[SentField]]?) throws {
        turn()
        let start = ContinuousClock.now
        while true {
            do {
                let isQuiet = try isQuiet()
                let state = try browser.run(
                    "return [window.elmwoodOld ?? false, location.href, "
                        + "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0];"
                )
                if isQuiet || script == .on, let state = state as? [Any], state.count == 3, state[0] as? Bool == false,
                    state[1] as? String != Self.nowhere
                {
                    return try evaluate(href: state[1] as? String ?? "", status: state[2] as? Int ?? 0, fields)
                }
            } catch let error as WebDriverError {
                if start.duration(to: .now) > Self.timeout { throw error }
            }
            if start.duration(to: .now) > Self.timeout {
                throw DriverFailure("No page came within 15 seconds." + report)
            }
        }
    }

    /// The address that Firefox shows briefly between two pages.
    private static var nowhere: String { "about:blank" }

    private func evaluate(href: String, status: Int, _ fields: [[SentField]]?) throws {
        guard href.hasPrefix(origin + "/") else {
            let url = try browser.driver.address
            shown = .left(url)
            later.left = url
            return
        }
        try takeCookies()
        let address = PageAddress(String(href.dropFirst(origin.count)))
        switch status == ownStatus(at: address) ? 200 : status {
        case 422:
            place = address
            shown = .refused
            problems = fields.map(problems) ?? []
            later.refusals.append(Outcome.Refused(status: 422, sentence: ""))
        case 404: fail(NotFound(), at: address)
        case 500:
            fail(
                testHost.lastError.take() ?? thrown(at: address) ?? WireFailure(status),
                at: address,
                isPost: fields != nil
            )
        case 400..<500:
            let sentence = try browser.run("return document.querySelector('p')?.textContent ?? '';") as? String
            later.refusals.append(Outcome.Refused(status: status, sentence: sentence ?? ""))
            expectReturn()
            try browser.driver.open(origin + place.target)
            try arrive(from: nil)
        default:
            place = address
            problems = []
            shown = .view(version: testHost.state(of: visitor)?.version)
            settleDown()
        }
    }

    /// Records that the program threw. After a post, the browser goes back.
    private func fail(_ error: any Error, at address: PageAddress, isPost: Bool = false) {
        later.failures.append(error)
        if isPost { expectReturn() }
        if isPost, (try? browser.driver.open(origin + place.target)) != nil {
            try? arrive(from: nil)
        } else {
            place = address
            shown = .failed(error)
        }
    }

    /// Lets the next load of the page be no arrival of the visitor: it only shows what the page would show to them by now.
    private func expectReturn() {
        testHost.host.sessions.expectReturn(of: testHost.sessionID(of: visitor), to: place.page())
    }

    private func thrown(at address: PageAddress) -> (any Error)? {
        do {
            _ = try testHost.render(shownModel, on: address.page())
            return nil
        } catch {
            return error
        }
    }

    /// Returns the status that the page itself has there; nil if that is 200.
    private func ownStatus(at address: PageAddress) -> Int? {
        (try? shownModel).flatMap { testHost.status(of: $0, at: address) }
    }

    /// The session's model, or the one that the visitor would start with.
    private var shownModel: P.Model { get throws { try testHost.model(of: visitor, at: place) } }

    /// Returns the problems of the posted fields, which are the first of those posts that has problems.
    private func problems(with posts: [[SentField]]) -> [Problem] {
        guard let model, let rendering = try? testHost.render(model, on: place.page()) else { return [] }
        for fields in posts {
            let form = FormData(testHost.entries(fields, isPost: true))
            if let (problems, _) = testHost.host.problems(with: form, by: Contract(rendering), of: model) {
                return problems
            }
        }
        return []
    }

    /// Loads the page again, since the session has changed. Entered values are preserved.
    func reload(keepingEntries: Bool) {
        do {
            try select()
            let entries = try entered()
            expectReturn()
            try load(place)
            try restore(entries)
        } catch {
            shown = .broken("The browser could not load the page again: \(error)")
        }
    }

    // MARK: Lone fields

    /// Sends the lone fields as Enter in one of them does. Values that were entered in other forms are preserved.
    func settleFields() throws {
        let entries = try entered()
        try loading { try browser.run("HTMLFormElement.prototype.submit.call(document.getElementById('elmwood'));") }
        try restore(entries)
    }

    /// Returns the entered values of controls that are not sent.
    private func entered() throws -> PageMemory {
        var memory = PageMemory()
        for (_, node) in try read().keyedControls() where !node.isLone && node.fieldValue != node.renderedValue {
            memory.enter(node.fieldValue, in: node)
        }
        return memory
    }

    private func restore(_ entries: PageMemory) throws {
        guard !entries.isEmpty, case .view = shown else { return }
        var entries = entries
        let tree = try read()
        let before = tree.held
        entries.apply(to: tree)
        for (index, value) in tree.held where before[index] != value {
            let held: Any
            switch value {
            case .text(let text): held = text
            case .checked(let isChecked): held = isChecked
            case .chosen(let places): held = places
            case .files: continue
            }
            try browser.run(BrowserScripts.restore, [PageNode(tree, index).path, held])
        }
        turn()
    }

    // MARK: With script

    /// Waits until the page with script shows the view.
    func finish() throws {
        turn()
        guard script == .on else { return }
        settleDown()
    }

    /// Waits until nothing is pending, and the page shows the view of the session's model.
    func settleDown() {
        turn()
        // Actions without a connection wait.
        if isOffline { return }
        if isPageHidden, (try? select()) != nil { _ = try? browser.run("elmwoodTest.lookWhileHidden();") }
        let start = ContinuousClock.now
        var difference = "Something is still on its way."
        while start.duration(to: .now) < Self.timeout {
            do {
                try select()
                guard try isQuiet() else { continue }
                if try look(&difference) { return }
            } catch is WebDriverError {
                continue
            } catch {
                difference = "\(error)"
            }
        }
        let sentence = "The page in the browser does not become what the view says. \(difference)\(report)"
        shown = .broken(sentence)
        later.impossible = sentence
    }

    /// Whether nothing is pending, within half a second.
    private func isQuiet() throws -> Bool {
        try browser.runUntilDone(BrowserScripts.quiet, [500, script == .on]) as? Bool ?? false
    }

    /// The state of the page, its script and the server's sessions: lines that follow the sentence of the failure.
    var report: String {
        (browser.report() + testHost.host.registry.report).map { "\n  " + $0 }.joined()
    }

    /// Whether the page shows the view.
    private func look(_ difference: inout String) throws -> Bool {
        guard let href = try browser.run("return location.href;") as? String, href != Self.nowhere else { return false }
        guard href.hasPrefix(origin + "/") else {
            let url = try browser.driver.address
            shown = .left(url)
            later.left = url
            return true
        }
        try takeCookies()
        place = PageAddress(String(href.dropFirst(origin.count)))
        let status =
            try browser.run("return performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0;") as? Int
        if script == .on, let status, status >= 400 {
            try evaluate(href: href, status: status, nil)
            return true
        }
        let progress = try progress()
        if let progress, !progress.isSettled { return false }
        if awaitsStream, !isPageHidden, progress.map({ $0.keepsStream && !$0.hasStream }) ?? true {
            difference = "The page has not opened its stream again."
            return false
        }
        guard let model else { return false }
        let read = try read()
        let flash = testHost.host.sessions.flashShown(to: testHost.sessionID(of: visitor), on: place.page())
        var pages = [place.page(problems: problems).showing(flash)]
        if script == .on {
            pages = progress.map { [$0.page] } ?? [place.page(isLive: true), place.page().showing(flash)]
        }
        for page in pages {
            let rendering = try testHost.render(model, on: page)
            let view = PageTree(rendering, problems: page.problems, isScripted: script == .on)
            guard !view.hasMarkup, let reason = read.difference(to: view) else {
                // What has been pushed since may have led to another address.
                guard try browser.run("return location.href;") as? String == href else { return false }
                problems = page.problems
                notices = page.shownNotices
                tree = read
                readsProgress = testHost.host.registry.reads.progress
                version = testHost.state(of: visitor)?.version
                try takeNews()
                return true
            }
            difference = reason
        }
        return false
    }

    /// Returns how far the server has updated the open page; nil if it does not know the page.
    func progress() throws -> PageProgress? {
        try pageID().flatMap { testHost.host.sessions.progress(of: $0, in: testHost.sessionID(of: visitor)) }
    }

    /// Returns the id that the open page has chosen; nil if it has not sent it yet.
    func pageID() throws -> PageID? {
        guard script == .on, let name = try browser.run("return window.elmwoodTest?.page ?? '';") as? String else {
            return nil
        }
        return PageID(utf8: name.utf8)
    }

    /// Collects the refusals, and the debounced input, which waits for the test's clock.
    private func takeNews() throws {
        guard script == .on else { return }
        let news = try browser.run(
            // A visitor closes the failure notice to return to the page.
            "document.getElementById('elmwood-failure')?.remove();"
                + "return [elmwoodTest.refusals.splice(0), elmwoodTest.takeTimers()];"
        )
        guard let lists = news as? [[[Any]]], lists.count == 2 else { return }
        for refusal in lists[0] where refusal.count == 3 {
            later.refusals.append(
                Outcome.Refused(status: refusal[1] as? Int ?? 0, sentence: refusal[2] as? String ?? "")
            )
        }
        for timer in lists[1] {
            guard timer.count == 2, let id = timer[0] as? Int, let time = timer[1] as? Int else { continue }
            _ = testHost.setting.environment.schedule(.milliseconds(time)) { [weak self] in self?.fire(id) }
        }
    }

    private func fire(_ timer: Int) {
        guard case .view = shown, (try? select()) != nil else { return }
        _ = try? browser.run("elmwoodTest.fire(arguments[0]);", [timer])
        settleDown()
    }
}
