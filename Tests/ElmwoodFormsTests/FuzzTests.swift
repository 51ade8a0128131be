import ElmwoodCalendar
import ElmwoodFormData
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

#if canImport(Glibc)
    import Glibc
#endif

/// The factor by which the usual number of rounds is multiplied.
let fuzzFactor = getenv("ELMWOOD_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

/// A small random number generator with a fixed seed: the same numbers in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Random posts and random values: nothing traps, and only offered messages are applied.
struct FuzzTests {
    private let texts = [
        "", "1", "-0", "1e400", "99999999999999999999999999999999999999999", "2026-02-30", "0000-00-00", "24:61", "on",
        "increment", "internalOnly", "remove(id:1)", "f", "g", "\u{0}", "\r\n", "e\u{301}", "😀", "AAAAAA", "AAAAA",
        "a@b",
        "http://[", "#12345", "x[y]", "a", "b", "c", "-9223372036854775808", "999999-12-31T23:59:59.999",
    ]

    @Test func `Random posts never trap, and only offered messages are applied`() throws {
        var random = SplitMix(state: 5)
        let contract = try Contract {
            button("+", .increment)
            for type in [
                "text", "number", "date", "time", "week", "month", "datetime-local", "range", "color", "email", "url",
            ] {
                input(
                    .name(type),
                    .type(type),
                    .min("1"),
                    .max("2026-01-01"),
                    .step("0.3"),
                    .pattern("(a+)+|\\d*"),
                    .onChange(Message.rename)
                )
            }
            form("f", .onSubmit(Message.sent)) {
                input(.name("a[b][]"), .required)
                input(.name("x"), .type(.number), .step(7))
                input(.name("c"), .type(.checkbox))
                select(.name("s"), .multiple) { option("A", value: "a") }
                input(.name("y"), .type(.file))
                textarea(.name("message")) {}
            }
        }
        let names = [
            "message", "form", "rendered", "text", "number", "date", "week", "a[b][]", "x", "c", "s", "y", "z", "", "[",
            "color", "range",
        ]
        for _ in 0..<5_000 * fuzzFactor {
            let entries = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
                let file = UploadedFile(
                    filename: "",
                    contentType: ";",
                    size: -1,
                    path: Bool.random(using: &random) ? "" : "p"
                )
                return FormData.Entry(
                    name: names.randomElement(using: &random) ?? "",
                    value: Int.random(in: 0..<20, using: &random) == 0
                        ? .file(file) : .text(texts.randomElement(using: &random) ?? "")
                )
            }
            if case .messages(let messages) = try contract.post(FormData(entries)) {
                for message in messages {
                    switch message {
                    case .increment, .sent, .rename: break
                    default: Issue.record("\(message) was not offered.")
                    }
                }
            }
        }
    }

    @Test func `The quick search for an offered message has the same result as the whole outline`() throws {
        var random = SplitMix(state: 17)
        for _ in 0..<300 * fuzzFactor {
            let rendering = try Rendering.render { () -> Html<Message> in randomView(depth: 0, &random) }
            let offered = Set(Contract(rendering).outline.offers.map(\.event.text))
            for number in 0..<20 {
                let text = "count(\(number))"
                #expect(rendering.offers(messageText: text) == offered.contains(text))
            }
        }
    }

    private func randomView(depth: Int, _ random: inout SplitMix) -> Html<Message> {
        let message = Message.count(Int.random(in: 0..<20, using: &random))
        let isSet = Int.random(in: 0..<4, using: &random) == 0
        guard depth < 5 else { return button("x", message, .disabled(isSet)) }
        let first = randomView(depth: depth + 1, &random)
        let second = randomView(depth: depth + 1, &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            return fieldset(.disabled(isSet)) {
                legend { first }; div { second }
            }
        case 1:
            return fieldset(.disabled(isSet)) {
                first; legend { second }
            }
        case 2:
            return div(isSet ? .hidden : .none, .onClick(message)) {
                first; second
            }
        case 3:
            return div(isSet ? .inert : .none) {
                first; second
            }
        case 4: return isSet ? template { first } : p { second }
        case 5:
            return div {
                input(.readonly(isSet), .onChange(message)); first
            }
        case 6:
            return section {
                first; textarea(.onInput(message), .readonly(isSet)) {}; second
            }
        default:
            return span(.attribute("hidden", isSet ? "until-found" : "")) {
                first; second
            }
        }
    }

    @Test func `Random values never make a parser trap`() {
        var random = SplitMix(state: 9)
        let alphabet = Array("0123456789-:.TWZeE+@[]/#%ab ")
        for _ in 0..<50_000 * fuzzFactor {
            let text = String(
                (0..<Int.random(in: 0..<24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "0" }
            )
            if let number = DecimalNumber(text) {
                #expect(number.approximation.isFinite)
                _ = number.integer(Int8.self)
                _ = number.isStep(DecimalNumber("0.1") ?? DecimalNumber(1), from: DecimalNumber(3))
                _ = DecimalNumber(3).isStep(number, from: number)
            }
            _ = DateText.local(text)
            _ = DateText.moment(text)
            _ = LocalDateTime(text)
            _ = AddressSyntax.isEmail(text)
            _ = AddressSyntax.isAbsoluteURL(text)
            _ = FieldTree.path(text)
            _ = try? PostParts.marks(text)
        }
    }

    @Test func `Every day survives the round trip through its number`() throws {
        var day = try #require(CivilDate(year: 1599, month: 12, day: 31)).daysSince1970
        for year in 1600...2400 {
            for month in 1...12 {
                for date in 1...31 {
                    guard let civil = CivilDate(year: year, month: month, day: date) else { continue }
                    day += 1
                    if civil.daysSince1970 != day || CivilDate(daysSince1970: day) != civil {
                        Issue.record("\(year)-\(month)-\(date)")
                        return
                    }
                }
            }
        }
    }
}
