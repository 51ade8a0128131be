import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ElmwoodExamplePrograms

/// The registration from a visitor's point of view.
@Suite struct RegistrationTests {
    private typealias Draft = Registration.Draft

    private let ada = Draft(
        name: "Ada",
        email: "ada@example.org",
        birthday: "1985-12-10",
        country: "Switzerland",
        wantsNews: true
    )

    /// Fills the form in.
    private func fillIn(_ test: ProgramTest<Registration>) {
        test.fill("Name", "Ada")
        test.fill("E-mail", "ada@example.org")
        test.fill("Password", "0123456789")
        test.fill("Date of birth", "1985-12-10")
        test.choose("Country", "Switzerland")
        test.check("Send me the newsletter")
    }

    @Test(arguments: Script.allCases)
    func `A complete registration is confirmed`(script: Script) {
        // Messages during the input exist only with script, and have tests of their own.
        let test = ProgramTest(Registration(), script: script, .loosely)
        fillIn(test)
        test.click("Register")
        #expect(test.expectModel() == .init(member: .init(draft: ada)))
        test.expect(.h1, "Thank you, Ada")
        test.expect(.dd, texts: "ada@example.org", "1985-12-10", "Switzerland", "Yes", "None")
        test.click("Register someone else")
        #expect(test.expectModel() == .init())
        test.expectField("Name", "")
    }

    @Test(arguments: Script.allCases)
    func `A member without the newsletter is registered without it`(script: Script) {
        var draft = ada
        draft.wantsNews = false
        let test = ProgramTest(Registration(), model: .init(draft: draft), script: script)
        test.fill("Password", "0123456789")
        test.click("Register")
        test.expectModel { $0 = .init(member: .init(draft: draft)) }
        test.expectSnapshot("thanks")
    }

    @Test(arguments: Script.allCases)
    func `Each missing field is reported, and the input is retained`(script: Script) {
        let test = ProgramTest(Registration(), script: script)
        test.click("Register")
        for field in ["name", "email", "password", "birthday"] {
            test.expectProblem(in: field, "Please fill this in.")
        }
        test.expectProblem(in: "country", "Please choose one.")
        test.expect("#name-problem", "Please fill this in.")
        test.expectNone("#picture-problem")
    }

    @Test(
        arguments: [
            ("E-mail", "email", "ada", "Please enter an e-mail address, such as name@example.org."),
            ("Password", "password", "short 1", "Please use at least 10 characters; there are 7."),
            ("Password", "password", "no digit in it", "Please match the requested format."),
            ("Date of birth", "birthday", "1899-12-31", "Please enter 1900-01-01 or later."),
            ("Date of birth", "birthday", "2021-01-01", "Please enter 2020-12-31 or earlier."),
        ],
        Script.allCases
    )
    func `A violated rule is reported at its field`(
        rule: (label: String, name: String, text: String, sentence: String),
        script: Script
    ) {
        let test = ProgramTest(Registration(), model: .init(draft: ada), script: script, .loosely)
        test.fill(rule.label, rule.text)
        test.click("Register")
        test.expectProblem(in: rule.name, rule.sentence)
        test.expect("#\(rule.name)-problem[role=alert]", rule.sentence)
        #expect(test.expectModel()?.member == nil)
        test.expectField("Name", "Ada")
    }

    @Test(arguments: Script.allCases)
    func `The model contains neither the password nor a second copy of the input`(script: Script) {
        let test = ProgramTest(Registration(), model: .init(draft: ada), script: script)
        test.fill("Password", "1 digit in it")
        test.click("Register")
        test.expectModel { $0 = .init(member: .init(draft: ada)) }
        test.expectNoProblems()
    }

    @Test(arguments: Script.allCases)
    func `Fields are described by their hints and problems`(script: Script) {
        let test = ProgramTest(Registration(), script: script)
        let described = { (name: String) in test.expectView()?.attribute("aria-describedby", of: "#\(name)") }
        #expect(described("name") == nil)
        #expect(described("password") == "password-hint")
        test.expect("#password-hint", "At least 10 characters, a digit among them.")
        test.click("Register")
        for field in ["name", "email", "password", "birthday", "country"] { test.expectProblem(in: field) }
        #expect(described("name") == "name-problem")
        #expect(described("password") == "password-hint password-problem")
    }

    @Test func `The fields have their types and limits`() {
        let test = ProgramTest(Registration())
        for field in [
            "#name[maxlength=80]", "#email[maxlength=200]", "#password[type=password][maxlength=200]",
            "#birthday[type=date]", "#picture[accept=\"image/*\"]",
        ] {
            test.expect(Selector(field), count: 1)
        }
        test.expectField("Country", "")
        test.expect("nav a[href=\"/\"]", "Examples")
    }

    @Test func `With script, input is sent after a pause, and problems are shown at once`() {
        let test = ProgramTest(Registration())
        test.fill("Name", "Ada")
        test.advance(by: .milliseconds(400))
        test.expectModel { $0.draft.name = "Ada" }
        test.fill("E-mail", "ada")
        test.advance(by: .milliseconds(399))
        test.expectNoProblems()
        test.advance(by: .milliseconds(1))
        test.expectProblem(in: "email")
        test.fill("E-mail", "ada@example.org")
        test.advance(by: .milliseconds(400))
        test.expectModel { $0.draft.email = "ada@example.org" }
        test.expectNoProblems()
        // A password is checked, and not stored in the model.
        test.fill("Password", "short 1")
        test.advance(by: .milliseconds(400))
        test.expectProblem(in: "password")
        test.fill("Password", "0123456789")
        test.advance(by: .milliseconds(400))
        test.expectNoProblems()
        test.fill("Date of birth", "1985-12-10")
        test.expectModel { $0.draft.birthday = "1985-12-10" }
        test.choose("Country", "Côte d’Ivoire")
        test.expectModel { $0.draft.country = "Côte d’Ivoire" }
        test.check("Send me the newsletter")
        test.expectModel { $0.draft.wantsNews = true }
        // A page that is loaded again shows the input.
        test.reload()
        test.expectField("Name", "Ada")
        test.expectField("Country", "Côte d’Ivoire")
        test.expectField("Password", "")
        test.expectChecked("Send me the newsletter")
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(Registration(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }

    // MARK: The picture

    /// Registers a visitor with a picture of that content.
    private func registered(picture content: String, script: Script = .on) -> ProgramTest<Registration> {
        let test = ProgramTest(Registration(), model: .init(draft: ada), script: script)
        test.fill("Password", "0123456789")
        test.attach(
            "Picture",
            TestFile("me", type: "image/jpeg", content: Array(content.unicodeScalars.map { UInt8($0.value) }))
        )
        test.click("Register")
        test.expectModel { $0 = .init(member: .init(draft: ada, picture: .init(size: content.unicodeScalars.count))) }
        return test
    }

    @Test(arguments: Script.allCases)
    func `An effect examines the picture`(script: Script) {
        let test = registered(picture: "GIF89a", script: script)
        test.expect("#picture-kind", "6 bytes, being looked at…")
        // A page without script refreshes itself until the effect has finished.
        test.expect("meta[http-equiv=refresh]", count: script == .off ? 1 : 0)
        // Only the server knows the file's path, so the test accepts the effect as it is.
        test.perform()
        test.expectMessage(.pictureRecognized(.gif))
        test.expectModel { $0.member?.picture?.kind = .gif }
        test.expect("#picture-kind", "A GIF, 6 bytes")
        test.expectNone("meta[http-equiv=refresh]")
    }

    @Test(arguments: [
        ("\u{89}PNG\r\n\u{1A}\n", "A PNG, 8 bytes"), ("\u{FF}\u{D8}\u{FF}\u{E0}", "A JPEG, 4 bytes"),
        ("RIFF....WEBP", "A WebP, 12 bytes"), ("RIFF....WAVE", "A file of a kind that is not known here, 12 bytes"),
        ("PNG", "A file of a kind that is not known here, 3 bytes"),
    ])
    func `The first bytes determine a picture's kind, whatever its name is`(content: String, text: String) {
        let test = registered(picture: content)
        test.perform()
        test.passOver()
        test.expect("#picture-kind", text)
    }

    @Test(arguments: [(9_999, "9999 bytes"), (10_000, "10 kB")])
    func `The size of a picture is shown in bytes or kilobytes`(size: Int, text: String) {
        let member = Registration.Member(draft: ada, picture: .init(size: size, kind: .png))
        ProgramTest(Registration(), model: .init(member: member)).expect("#picture-kind", "A PNG, \(text)")
    }

    @Test func `If the server restarts, the picture is examined afterwards`() {
        let test = registered(picture: "GIF89a")
        test.passOver()
        test.restart()
        test.perform()
        test.expectMessage(.pictureRecognized(.gif))
        test.expectModel { $0.member?.picture?.kind = .gif }
    }

    @Test(arguments: Script.allCases)
    func `A picture that cannot be read has an unknown kind`(script: Script) {
        struct Unreadable: Error {}
        let test = registered(picture: "GIF89a", script: script)
        guard let effect = test.expectEffect() else { return }
        test.resolve(effect, throwing: Unreadable())
        test.expectMessage(.pictureRecognized(.unknown))
        test.expectModel { $0.member?.picture?.kind = .unknown }
    }
}
