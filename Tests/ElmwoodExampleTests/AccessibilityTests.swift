import ElmwoodExamplePrograms
import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples
@testable import ElmwoodExamples

/// No page of an example has a fault that keeps people from using it: as the view is, as a server sends it, and as a browser shows it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AccessibilityTests {
    @Test(arguments: TestTransport.usual)
    func `The list of the examples and the counter`(transport: TestTransport) {
        ProgramTest(Index(), in: transport, .loosely).expectAccessible()
        let test = ProgramTest(Counter(), in: transport, .loosely)
        test.expectAccessible()
        test.fill("Set to", "1.5")
        test.expectAccessible()
    }

    @Test(arguments: TestTransport.usual)
    func `TodoMVC, empty, with tasks, and with one that is edited`(transport: TestTransport) {
        let test = ProgramTest(TodoMVC(), in: transport, .loosely)
        test.expectAccessible()
        for title in ["Milk", "Bread"] {
            test.fill("What needs to be done?", title)
            test.click("Add")
        }
        test.expectAccessible()
        test.click("Edit: Milk")
        test.expectAccessible()
        test.open("/completed")
        test.expectAccessible()
    }

    @Test(arguments: TestTransport.usual)
    func `The registration, fresh and with problems`(transport: TestTransport) {
        let test = ProgramTest(Registration(), in: transport, .loosely)
        test.expectAccessible()
        test.click("Register")
        test.expectAccessible()
    }

    @Test(arguments: TestTransport.usual)
    func `The poll, the search and the stopwatch`(transport: TestTransport) {
        let poll = ProgramTest(PollPage(), in: transport, .loosely, sharing: [Poll()])
        poll.expectAccessible()
        let search = ProgramTest(Search(), in: transport, .loosely)
        search.expectAccessible()
        for query in ["elmw", "xxxxx"] {
            search.open("/?q=\(query)")
            search.expectAccessible()
        }
        let watch = ProgramTest(Stopwatch(), in: transport, .loosely)
        watch.expectAccessible()
        watch.click("Start")
        watch.click("Lap")
        watch.expectAccessible()
        watch.click("Stop")
        watch.expectAccessible()
    }

    @Test(arguments: TestTransport.usual)
    func `The board and the chat`(transport: TestTransport) {
        let board = ProgramTest(BoardPage(), in: transport, .loosely, sharing: [Board()])
        board.expectAccessible()
        for title in ["Soup", "Bread"] {
            board.fill("A new card", title)
            board.click("Add")
        }
        board.expectAccessible()
        board.click("Soup")
        board.expectAccessible()

        let chat = ProgramTest(Chat(), in: transport, .loosely, sharing: [Room()])
        chat.expectAccessible()
        chat.fill("Under which name will you come in?", "Anna")
        chat.random(returns: 1)
        chat.submit("introduction")
        chat.fill("Say something", "Hello")
        chat.click("Send")
        chat.expectAccessible()
    }

    @Test(arguments: TestTransport.usual)
    func `The library, and a book with its form`(transport: TestTransport) {
        let catalogue = Catalogue(count: 60)
        let test = ProgramTest(Library(catalogue: catalogue), in: transport, .loosely)
        for address in ["/", "/?page=2", "/?list=endless", "/?q=xxxxx"] {
            test.open(address)
            test.expectAccessible()
        }
        let book = ProgramTest(BookPage(number: 7, catalogue: catalogue, home: "/library"), in: transport, .loosely)
        book.expectAccessible()
        book.open("/edit?version=1")
        book.expectAccessible()
        book.fill("Title", "")
        book.click("Save")
        book.expectAccessible()
    }

    @Test(arguments: TestTransport.usual)
    func `The accounts, before and after signing in`(transport: TestTransport) async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        let token = try await fixture.token()
        let test = ProgramTest(fixture.program, in: transport, .loosely)
        for address in ["/", "/register", "/forgot", "/sent", "/welcome", "/deleted", "/welcome?token=\(token)"] {
            test.open(address)
            test.expectAccessible()
        }
        test.open("/")
        test.click("Sign in")
        test.expectAccessible()
        fixture.signIn(test)
        for address in ["/", "/password", "/sessions", "/delete"] {
            test.open(address)
            test.expectAccessible()
        }
    }
}
