import ElmwoodTesting
import Testing

/// What a browser lets a visitor do with forms and fields, and what it does not.
@Suite(.serialized) struct GalleryTests {
    private func gallery(_ transport: TestTransport = .process, _ script: Script = .on) -> ProgramTest<Gallery> {
        ProgramTest(Gallery(), in: transport, script: script, .loosely)
    }

    @Test(
        arguments: TestTransport.usual,
        Script.allCases
    )
    func `Enter sends a form without a button only if it has one field`(transport: TestTransport, script: Script) {
        let test = gallery(transport, script)
        test.fill("First of two", "x")
        test.press(.enter, in: "First of two")
        test.fill("Tired", "y")
        test.press(.enter, in: "Tired")
        test.expectModel { $0.sent = [] }
        test.fill("Alone", "z")
        test.press(.enter, in: "Alone")
        test.expectModel { $0.sent = ["z blue"] }
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `Several options of a list can be chosen, and chosen options can be removed`(
        transport: TestTransport,
        script: Script
    ) {
        let test = gallery(transport, script)
        test.choose("Tags", "Red")
        test.expectField("Tags", "red, blue")
        test.unchoose("Tags", "Blue")
        test.choose("Tags", "green")
        test.expectField("Tags", "red, green")
        test.fill("Alone", "z")
        test.submit("one")
        test.expectModel { $0.sent = ["z red green"] }
    }

    @Test(arguments: TestTransport.usual)
    func `Disabled controls can be examined, and choices, files and details work`(transport: TestTransport) {
        let test = gallery(transport)
        test.expectField("Off", "held")
        test.expectChecked("Off box")
        test.expectField("Mood", "")
        test.choose("Mood", "Bad")
        test.expectField("Mood", "bad")
        test.expectField("mood", "bad")
        test.expectField("Good", "")
        test.expectField("Bad", "bad")
        test.expectChecked("Good", false)
        test.attach("Files", TestFile("a.txt", text: "a"), TestFile("b.txt", text: "b"))
        test.expectField("Files", "a.txt, b.txt")
        test.click("More")
        test.click("Within")
        test.expectModel { $0.isOpen = true }
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A button opens a popover or a dialog by its attributes`(transport: TestTransport, script: Script) {
        let test = gallery(transport, script)
        test.expectNone(.p, "Of the box")
        test.click("Box")
        test.expect(.p, "Of the box")
        test.expectFocus("Shut")
        test.click("Shut")
        test.expectNone(.p, "Of the box")
        test.expectFocus("Box")
        test.expectNone("#menu")
        test.click("Menu")
        test.expect("#menu", "In menu")
        test.press(.escape)
        test.expectNone("#menu")
        test.click("Menu")
        test.click("More")
        test.expectNone("#menu")
        test.expect("details button", "Within")
        test.click("Menu")
        test.click("In menu")
        test.expectModel { $0.isOpen = true }
    }

    @Test func `Impossible actions are reported`() {
        let sentences = said {
            let test = ProgramTest(Gallery(), .loosely, line: 1)
            test.submit("two", line: 2)
            test.submit("tired", line: 3)
            test.choose("Tags", "Blue", line: 4)
            test.unchoose("Tags", "Red", line: 5)
            test.unchoose("Tags", "Pink", line: 6)
            test.unchoose("Mood", "Good", line: 7)
            test.expectField("Off", "other", line: 8)
            test.expectChecked("Off box", false, line: 9)
            test.expectField("None", "", line: 10)
            test.expectChecked("Off", line: 11)
            test.click("In dialog", line: 12)
            test.click("Within", line: 13)
            test.fill("Off", "x", line: 14)
            test.click("In menu", line: 15)
            test.click("Box", line: 16)
            test.click("Menu", line: 17)
            test.press(.escape, line: 18)
            test.click("Menu", line: 19)
            test.click("In menu", line: 20)
        }
        #expect(
            sentences == [
                "2: The form “two” cannot be sent: it has no button, and Enter sends no form of several fields without.",
                "3: The form “tired” cannot be sent: its button “Tired button” is disabled.",
                "4: The option “Blue” of the field “Tags” is chosen already.",
                "5: The option “Red” of the field “Tags” is not chosen.",
                "6: The field “Tags” does not offer “Pink”. It offers: “Red”, “Green”, “Blue”.",
                "7: “Mood” is one of several choices: choose another one instead.",
                "8: Expected “other” in the field “Off”, and it holds “held”.",
                "9: Expected that “Off box” is not ticked, and it is.",
                "10: There is no field “None” here. There are: “First of two”, “Second of two”, “Alone”, “Tags”, “Tired”, “Off” (disabled), “Off box” (disabled), “Good”, “Bad”, “Files”.",
                "11: There is no box “Off” here. There are: “Off box” (disabled), “Good”, “Bad”.",
                "12: The button “In dialog” is hidden.",
                "13: The button “Within” is hidden.",
                "14: The field “Off” is disabled.",
                "15: The button “In menu” is hidden.",
                "17: The button “Menu” cannot be reached: it is inert.",
            ]
        )
    }

    @Test(arguments: TestTransport.allCases)
    func `Behind a dialog nothing can be reached, and hidden content stays hidden`(transport: TestTransport) {
        let sentences = said {
            let test = ProgramTest(Gallery(), in: transport, .loosely, line: 1)
            test.click("More", line: 2)
            test.click("In dialog", line: 3)
            test.click("Box", line: 4)
            test.fill("Alone", "x", line: 5)
        }
        #expect(
            sentences == [
                "3: The button “In dialog” is hidden.",
                "5: The field “Alone” cannot be reached: it is inert.",
            ]
        )
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A link to another site leads there`(transport: TestTransport, script: Script) {
        let test = gallery(transport, script)
        test.click("Away")
        test.expectAddress("https://example.com/there")
    }
}
