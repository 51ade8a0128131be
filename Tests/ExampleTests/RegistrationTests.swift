import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import RegistrationExample

@Suite("Registration, as a visitor has it before him") struct RegistrationTests {
    private typealias Draft = Registration.Draft

    private let ada = Draft(
        name: "Ada",
        email: "ada@example.org",
        birthday: "1985-12-10",
        country: "Switzerland",
        wantsNews: true
    )

    /// Fills the form in, and leaves the last field so that all of it is told.
    private func fillIn(_ test: ProgramTest<Registration>) {
        test.fill("Name", "Ada")
        test.fill("E-mail", "ada@example.org")
        test.fill("Password", "0123456789")
        test.fill("Date of birth", "1985-12-10")
        test.choose("Country", "Switzerland")
        test.check("Send me the newsletter")
    }

    @Test("Who fills in everything is thanked", arguments: Script.allCases)
    func registers(script: Script) {
        // What is told while one types is a matter of its own, and comes with script alone.
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

    @Test("What is missing is said of each field, and what was typed is kept", arguments: Script.allCases)
    func missing(script: Script) {
        let test = ProgramTest(Registration(), script: script)
        test.click("Register")
        for field in ["name", "email", "password", "birthday"] {
            test.expectProblem(in: field, "Please fill this in.")
        }
        test.expectProblem(in: "country", "Please choose one.")
        test.expect("#name-problem", "Please fill this in.")
        test.expectNone("#picture-problem")
    }

    @Test("The rules for a password hold, and no model ever has it", arguments: Script.allCases)
    func password(script: Script) {
        let test = ProgramTest(Registration(), model: .init(draft: ada), script: script)
        test.fill("Password", "too short 1")
        test.fill("Password", "no digit in it")
        test.click("Register")
        test.expectProblem(in: "password")
        test.expectField("Name", "Ada")
        test.fill("Password", "1 digit in it")
        test.click("Register")
        test.expectModel { $0 = .init(member: .init(draft: ada)) }
        test.expectNoProblems()
    }

    @Test("With script, what is typed is told after a pause, and what is wrong with it said at once")
    func typing() {
        let test = ProgramTest(Registration())
        test.fill("Name", "Ada")
        test.advance(by: .milliseconds(400))
        test.expectModel { $0.draft.name = "Ada" }
        test.fill("E-mail", "ada")
        test.advance(by: .milliseconds(400))
        test.expectProblem(in: "email")
        test.fill("E-mail", "ada@example.org")
        test.advance(by: .milliseconds(400))
        test.expectModel { $0.draft.email = "ada@example.org" }
        test.expectNoProblems()
        test.fill("Date of birth", "1985-12-10")
        test.expectModel { $0.draft.birthday = "1985-12-10" }
        test.choose("Country", "Côte d’Ivoire")
        test.expectModel { $0.draft.country = "Côte d’Ivoire" }
        test.check("Send me the newsletter")
        test.expectModel { $0.draft.wantsNews = true }
        // A page that is loaded again shows it.
        test.reload()
        test.expectField("Name", "Ada")
        test.expectField("Country", "Côte d’Ivoire")
        test.expectField("Password", "")
        test.expectChecked("Send me the newsletter")
    }

    // MARK: The picture

    @Test("A picture is looked at by an effect", arguments: Script.allCases)
    func picture(script: Script) {
        let test = ProgramTest(Registration(), model: .init(draft: ada), script: script)
        test.fill("Password", "0123456789")
        test.attach("Picture", TestFile("me.jpg", type: "image/jpeg", content: Array("GIF89a".utf8)))
        test.click("Register")
        test.expectModel { $0 = .init(member: .init(draft: ada, picture: .init(size: 6))) }
        test.expect("#picture-kind", "6 bytes, being looked at…")
        // Where the file is the server says: the test takes the effect as it came.
        guard let effect = test.expectEffect() else { return }
        test.perform(effect)
        test.expectMessage(.pictureRecognized(.gif))
        test.expectModel { $0.member?.picture?.kind = .gif }
        test.expect("#picture-kind", "A GIF, 6 bytes")
    }
}
