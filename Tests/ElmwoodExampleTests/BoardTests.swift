import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The board from its visitors' points of view.
@Suite struct BoardTests {
    private func visitors(script: Script = .on) -> Visitors<BoardPage> {
        Visitors(of: BoardPage(), script: script, .loosely, sharing: [Board()])
    }

    private func add(_ titles: String..., to page: ProgramTest<BoardPage>) {
        for title in titles {
            page.fill("A new card", title)
            page.click("Add")
        }
    }

    @Test(arguments: Script.allCases)
    func `Cards are added, moved, renamed and removed`(script: Script) {
        let page = visitors(script: script).enter("Ada")
        add("Soup", " Bread  and butter ", to: page)
        page.expect("section li a", texts: "Soup", "Bread and butter")
        page.drag("Soup", to: "Planned")
        page.expect("section li a", texts: "Bread and butter", "Soup")
        page.drag("Soup", before: "Bread and butter")
        page.drag("Bread and butter", to: "Doing")
        page.expect("section h2", texts: "Planned (1)", "Doing (1)", "Done (0)")
        page.drag("Bread and butter", to: "Done")
        page.expect("section[aria-label=Done] li a", texts: "Bread and butter")
        page.click("Soup")
        page.expectAddress("/card/1")
        page.fill("Its title", "Tomato soup")
        page.click("Save")
        page.expectAddress("/")
        page.expect("section li a", texts: "Tomato soup", "Bread and butter")
        page.click("Tomato soup")
        page.click("Remove this card")
        page.expect("section li a", texts: "Bread and butter")
    }

    @Test(arguments: Script.allCases)
    func `Everybody undoes their own last move`(script: Script) {
        let visitors = visitors(script: script)
        let ada = visitors.enter("Ada")
        add("Soup", "Bread", "Cake", to: ada)
        let bob = visitors.enter("Bob")
        bob.expectNone("button.undo")
        ada.drag("Bread", to: "Doing")
        ada.expect("section li a", texts: "Soup", "Cake", "Bread")
        bob.open("/")
        bob.drag("Cake", before: "Soup")
        ada.open("/")
        ada.click("Undo: “Bread” to “Doing”")
        ada.expect("section li a", texts: "Bread", "Cake", "Soup")
        ada.expect("section h2", "Planned (3)")
        ada.expectNone("button.undo")
        bob.open("/")
        bob.click("Undo: “Cake” to “Planned”")
        bob.expect("section li a", texts: "Bread", "Soup", "Cake")
    }

    @Test func `A move that somebody else has followed is not undone, and its visitor is told`() {
        let visitors = visitors()
        let ada = visitors.enter("Ada")
        add("Soup", to: ada)
        ada.drag("Soup", to: "Doing")
        let bob = visitors.enter("Bob")
        bob.drag("Soup", to: "Done")
        ada.click("Undo: “Soup” to “Doing”")
        ada.expect("p.notice", "Somebody has changed “Soup” meanwhile: it is in “Done”.")
        ada.expect("section[aria-label=Done] li a", texts: "Soup")
    }

    @Test func `A move of a card that was changed meanwhile is refused, and its visitor is told`() {
        let visitors = visitors()
        let ada = visitors.enter("Ada")
        add("Soup", to: ada)
        let board = visitors.shared(Board.self, "main")
        board.send(.move(1, to: Place(column: .done), after: 0))
        // What the page of a moment ago would send.
        ada.send(.moved(.init(card: 1, changes: 0, title: "Soup"), to: Place(column: .doing)))
        ada.expect("p.notice", "Somebody has changed “Soup” meanwhile: it is in “Done”.")
        #expect(board.model?.card(1)?.column == .done)
        ada.send(.moved(.init(card: 9, changes: 0, title: "Cake"), to: Place(column: .doing)))
        ada.expect("p.notice", "Somebody has removed that card meanwhile.")
    }

    @Test func `A form of an outdated page does not overwrite another's change`() {
        let visitors = visitors(script: .off)
        let ada = visitors.enter("Ada")
        add("Soup", to: ada)
        ada.click("Soup")
        ada.fill("Its title", "Broth")
        visitors.shared(Board.self, "main").send(.rename(1, "Stew", after: 0))
        ada.click("Save")
        ada.expectProblem(in: "changes", Sentences.english[.changedMeanwhile])
        ada.expectField("Its title", "Broth")
        #expect(visitors.shared(Board.self, "main").model?.card(1)?.title == "Stew")
    }

    @Test(arguments: Script.allCases)
    func `A card is dragged to a column, and before another card`(script: Script) {
        let page = visitors(script: script).enter("Ada")
        add("Soup", "Bread", "Cake", to: page)
        page.drag("Soup", to: "Done")
        page.expect("section[aria-label=Done] li a", texts: "Soup")
        page.drag("Soup", before: "Cake")
        page.expect("section li a", texts: "Bread", "Soup", "Cake")
        page.drag("Bread", to: "Planned")
        page.expect("section li a", texts: "Soup", "Cake", "Bread")
        page.expect("section h2", texts: "Planned (3)", "Doing (0)", "Done (0)")
    }

    @Test func `A card is moved several times faster than the page is told of it`() {
        let visitors = visitors()
        let ada = visitors.enter("Ada")
        add("Soup", "Bread", to: ada)
        let board = visitors.shared(Board.self, "main")
        for column in [Column.doing, .done] {
            ada.send(.moved(.init(card: 1, changes: 0, title: "Soup"), to: Place(column: column)))
        }
        #expect(board.model?.card(1)?.column == .done)
        ada.expectNone("p.notice")
    }

    @Test func `All see who looks at the board, and at which card`() {
        let visitors = visitors()
        let ada = visitors.enter("Ada")
        add("Soup", to: ada)
        ada.fill("Your name, for the others", "Ada")
        ada.submit("named")
        let bob = visitors.enter("Bob")
        bob.fill("Your name, for the others", "Bob")
        bob.submit("named")
        ada.expect("#lookers", "Here: Ada, Bob")
        bob.click("Soup")
        ada.expect("li p", "Bob looking")
        bob.expect("#lookers", "Here: Bob")
        bob.closePage()
        ada.expect("#lookers", "Here: Ada")
    }

    @Test func `A full board takes no more cards`() {
        var model = Board.Model()
        for number in 1...Board.limit { model.cards.append(Card(id: number, title: "\(number)")) }
        #expect(throws: Problem("The board is full: it has 200 cards.")) {
            _ = try Board().update(&model, on: .add("One more"), from: Sender(id: "ada"))
        }
    }

    @Test(arguments: ["/card/9", "/card/", "/card/x", "/cards", "/card/1/2"])
    func `Other addresses are not found`(path: String) {
        let test = ProgramTest(BoardPage(), at: path, sharing: [Board()])
        test.expectFailure(NotFound())
    }

    @Test func `The board's pages match their snapshots`() {
        let page = ProgramTest(BoardPage(), .loosely, sharing: [Board()])
        page.expectSnapshot("empty")
        let board = page.shared(Board.self, "main")
        for title in ["Soup", "Bread"] { board.send(.add(title)) }
        board.send(.move(2, to: Place(column: .doing), after: 0))
        page.expectSnapshot("two cards")
    }
}
