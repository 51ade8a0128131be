import Elmwood
import ElmwoodPageTree
import ElmwoodTesting
import Testing

/// Finding elements of a page, and the sentences if that fails.
@Suite struct FinderTests {
    private let fixture: DriverFixture<Controls>

    init() throws { fixture = try DriverFixture(Controls(), .on) }

    private func sentence(_ find: (Finder) throws -> some Any) throws -> String? {
        let finder = Finder(try fixture.page)
        return DriverFixture<Controls>.sentence { try find(finder) }
    }

    private func finder() throws -> Finder { Finder(try fixture.page) }

    @Test func `A searched page is deallocated when it is released`() throws {
        weak var page: PageTree?
        do {
            let fixture = try DriverFixture(Controls(), .on)
            page = try fixture.page
            #expect(try Finder(fixture.page).box("Switch", isTicked: true).labels.count == 1)
        }
        #expect(page == nil)
    }

    // MARK: Clicks

    @Test func `A clickable element is found by its text`() throws {
        #expect(try finder().clickable("+")["value"] == "add(1)")
        #expect(try finder().clickable("Other").tag == "a")
        #expect(try finder().clickable("More").tag == "summary")
        #expect(try finder().clickable("Here").tag == "div")
    }

    @Test func `If no element has the name, the error lists those that exist`() throws {
        let part = try finder().within("#rows").within(.li, containing: "Row 2")
        #expect(
            DriverFixture<Controls>.sentence { try part.clickable("Delete") }
                == "There is no button “Delete” here. There are: “Remove”."
        )
        #expect(
            try sentence { try $0.clickable("Delete") }
                == "There is no button or link “Delete” here. There are: “+”, “−” (disabled), “Go”, “Leave”, “Fail”, “Slow”, "
                + "“Tick”, “Other”, “Nothing”, “Example”, “Down”, “Here”, “Find”, “Send”, “Hurry”, “Reset”, “Remove”, "
                + "“Remove”, “Remove”, “More”."
        )
        let empty = try finder().within("#log")
        #expect(
            DriverFixture<Controls>.sentence { try empty.clickable("+") }
                == "There is no button “+” here, and no other one."
        )
    }

    @Test func `An error says that an element is hidden, disabled or ambiguous`() throws {
        #expect(try sentence { try $0.clickable("Hidden") } == "The button “Hidden” is hidden.")
        #expect(try sentence { try $0.clickable("−") } == "The button “−” is disabled.")
        #expect(
            try sentence { try $0.clickable("Remove") }
                == "There are 3 buttons “Remove” here: say within(…) which is meant."
        )
    }

    @Test func `An error for a click on a field names the right action`() throws {
        #expect(try sentence { try $0.clickable("Switch") } == "“Switch” is a box: use check(…) or uncheck(…).")
        #expect(try sentence { try $0.clickable("Size") } == "“Size” is a list of options: use choose(…).")
        #expect(try sentence { try $0.clickable("Name") } == "“Name” is a field: use fill(…).")
        #expect(
            try sentence { try $0.field("Switch", toHold: "x") } == "“Switch” is a box: use check(…) or uncheck(…)."
        )
    }

    // MARK: Fields

    @Test func `A field is found by its label, its name, its id and its placeholder`() throws {
        for name in ["Name", "name"] { #expect(try finder().field(name, toHold: "x")["id"] == "name") }
        for name in ["Query", "query"] { #expect(try finder().field(name, toHold: "x")["id"] == "query") }
        #expect(try finder().field("Letter", toHold: "x").tag == "textarea")
        #expect(try finder().field("Own 2", toHold: "x")["id"] == "own-2")
    }

    @Test func `An error says why a field cannot be filled in`() throws {
        #expect(try sentence { try $0.field("Off", toHold: "x") } == "The field “Off” is disabled.")
        #expect(try sentence { try $0.field("Locked", toHold: "x") } == "The field “Locked” is read-only.")
        #expect(
            try sentence { try $0.field("Name", toHold: "12345678901") }
                == "The field “Name” takes 10 characters at most, and this has 11."
        )
        #expect(
            try sentence { try $0.field("Name", toHold: "a\nb") }
                == "The field “Name” has one line, and this has several."
        )
        #expect(
            try sentence { try $0.field("Nmae", toHold: "x") }
                == "There is no field “Nmae” here. There are: “Words”, “Name”, “query”, “Locked” (read-only), "
                + "“Off” (disabled), “Place”, “Letter”, “Own 1”, “Own 2”, “Own 3”."
        )
    }

    @Test func `Checkboxes and options are found, and an error says why one cannot be chosen`() throws {
        #expect(try finder().box("Switch", isTicked: true)["id"] == "on")
        #expect(try sentence { try $0.box("Switch", isTicked: false) } == "The box “Switch” is not ticked.")
        #expect(try finder().option("LARGE", of: "Size").option?["value"] == "large")
        #expect(try finder().option("large", of: "Size").option?["value"] == "large")
        #expect(try finder().option("BLUE", of: "Color").control["value"] == "blue")
        #expect(
            try sentence { try $0.option("TINY", of: "Size") }
                == "The field “Size” does not offer “TINY”. It offers: “SMALL”, “MEDIUM”, “LARGE”, “HUGE” (disabled)."
        )
        #expect(
            try sentence { try $0.option("HUGE", of: "Size") } == "The option “HUGE” of the field “Size” is disabled."
        )
        #expect(
            try sentence { try $0.option("SMALL", of: "Size") }
                == "The option “SMALL” of the field “Size” is chosen already."
        )
        #expect(
            try sentence { try $0.option("GREEN", of: "Color") }
                == "The field “Color” does not offer “GREEN”. It offers: “RED”, “BLUE”."
        )
        #expect(
            try sentence { try $0.box("BLUE", isTicked: false) }
                == "“BLUE” is one of several choices: choose another one instead."
        )
        #expect(
            try sentence { try $0.fileField("File", for: 2) } == "The field “File” takes one file, and these are 2."
        )
    }

    // MARK: Forms and parts

    @Test func `A form is found by its name, or by its button`() throws {
        #expect(try finder().form("letter").form?["data-form"] == "letter")
        #expect(try finder().form("letter").button == nil)
        #expect(try finder().form("Hurry").button?["value"] == "high")
        #expect(
            try sentence { try $0.form() } == "There are 2 forms here, “Find”, “letter”: say which is meant."
        )
        let part = try finder().within("#log")
        #expect(DriverFixture<Controls>.sentence { try part.form() } == "There is no form here.")
    }

    @Test func `A part of the page is found, also within another part`() throws {
        let list = try finder().within("#rows")
        #expect(try list.within(.li, containing: "Row 2").clickable("Remove")["value"] == "remove(2)")
        #expect(try list.within(.li, number: 3).clickable("Remove")["value"] == "remove(3)")
        #expect(
            DriverFixture<Controls>.sentence { try list.within(.li) }
                == "There are 3 “li” here: say by containing: or number: which is meant."
        )
        #expect(
            DriverFixture<Controls>.sentence { try list.within(.li, containing: "Row 9") }
                == "There is no “li” with the text “Row 9” here. There are: “Row 1 Remove”, “Row 2 Remove”, “Row 3 Remove”."
        )
        #expect(
            DriverFixture<Controls>.sentence { try list.within(.li, number: 4) }
                == "There is no “li” number 4 here: there are 3."
        )
        #expect(try sentence { try $0.within("#nowhere") } == "There is no “#nowhere” here.")
    }
}
