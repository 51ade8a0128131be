import ElmwoodCalendar
import ElmwoodFormData
import ElmwoodViewTree
import FoundationEssentials
import Testing

@testable import ElmwoodForms

/// What messages have for the fields of dates and times.
struct DateFieldTests {
    private enum Message: Codable, Equatable, Sendable {
        case plan(Plan)
        case set(Date)
        case setDay(LocalDate?)
        case list([Date])
    }

    private struct Plan: Codable, Equatable, Sendable {
        var start: LocalDateTime
        var day: LocalDate?
        var time: LocalTime?
    }

    private struct Moment: Codable, Equatable, Sendable { var at: Date }

    private let berlin: DateTimeZone

    init() throws { berlin = try #require(DateTimeZone("Europe/Berlin")) }

    /// Returns the messages of a post, or the problems and the mistakes of the view that have led to them.
    private func post(
        _ fields: KeyValuePairs<String, String>,
        _ view: () -> Html<Message>
    ) throws -> (messages: [Message], problems: [String], mistakes: [String]) {
        let contract = Contract(try Rendering.render(view))
        let form = FormData(fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) })
        switch contract.read(form) {
        case .steps(let steps): return (try steps.map { try $0.message(as: Message.self) }, [], [])
        case .refused(let refusal): return ([], ["\(refusal.status)"], [])
        case .problems(let problems, _):
            return ([], problems.map { "\($0.field): \($0.sentence)" }, contract.mistakes(behind: problems))
        }
    }

    /// Posts one value of a control with a message that takes a `Date`.
    private func date(
        _ text: String,
        _ type: HtmlValue.InputType,
        in zone: DateTimeZone? = nil
    ) throws -> (date: Date?, problems: [String], mistakes: [String]) {
        let (messages, problems, mistakes) = try post(["x": text]) {
            input(.name("x"), .type(type), zone.map { .timeZone($0) } ?? .none, .onChange(Message.set), .step(.any))
        }
        guard case .set(let date)? = messages.first else { return (nil, problems, mistakes) }
        return (date, problems, mistakes)
    }

    @Test func `Local dates and times are those that were entered, with or without a time zone`() throws {
        for attribute in [Attribute<Message>.none, .timeZone(berlin)] {
            let view = {
                form("f", .onSubmit(Message.plan)) {
                    input(.name("start"), .type(.datetimeLocal), attribute)
                    input(.name("day"), .type(.date), attribute)
                    input(.name("time"), .type(.time), attribute)
                }
            }
            let plan = Plan(
                start: try #require(LocalDateTime("2026-03-29T02:30")),
                day: LocalDate("2026-03-29"),
                time: LocalTime("02:30")
            )
            let sent = try post(
                ["form": "f", "start": "2026-03-29T02:30", "day": "2026-03-29", "time": "02:30"],
                view
            )
            #expect(sent.messages == [.plan(plan)])
            let empty = try post(["form": "f", "start": "12026-10-25T02:30", "day": "", "time": ""], view)
            #expect(empty.messages == [.plan(Plan(start: try #require(LocalDateTime("12026-10-25T02:30"))))])
        }
    }

    @Test func `A date is the moment in the time zone of its field`() throws {
        func seconds(_ text: String, _ type: HtmlValue.InputType, in zone: DateTimeZone?) throws -> Double? {
            try date(text, type, in: zone).date?.timeIntervalSince1970
        }
        #expect(try seconds("2026-07-01T14:30", .datetimeLocal, in: berlin) == 1_782_909_000)
        #expect(try seconds("2026-07-01T14:30", .datetimeLocal, in: .utc) == 1_782_916_200)
        #expect(try seconds("2026-03-29T02:30", .datetimeLocal, in: berlin) == 1_774_747_800)
        #expect(try seconds("2026-10-25T02:30", .datetimeLocal, in: berlin) == 1_792_888_200)
        #expect(try seconds("2026-07-01", .date, in: berlin) == 1_782_856_800)
        #expect(try seconds("2026-07", .month, in: berlin) == 1_782_856_800)
        #expect(try seconds("1970-W01", .week, in: .utc) == -3 * 86_400)
        // A text with its own offset needs none.
        #expect(try seconds("2026-07-01T14:30+02:00", .text, in: nil) == 1_782_909_000)
        #expect(try seconds("2026-07-01T12:30:00.5Z", .text, in: berlin) == 1_782_909_000.5)
        let list = try post(["form": "f", "at[]": "2026-07-01", "at[]": "2026-07-02"]) {
            form("f", .onSubmit(Message.list)) {
                for _ in 1...2 { input(.name("at[]"), .type(.date), .timeZone(berlin)) }
            }
        }
        #expect(list.messages == [.list([1_782_856_800, 1_782_943_200].map { Date(timeIntervalSince1970: $0) })])
    }

    @Test func `A date without a time zone is a mistake of the view, which its author is told`() throws {
        let sent = try date("2026-07-01T14:30", .datetimeLocal)
        #expect(sent.problems == ["x: This date has no time zone."])
        #expect(
            sent.mistakes == [
                "The message takes a Date for the field “x”, which has no time zone. Give the control .timeZone(…), or let the "
                    + "message have a LocalDateTime."
            ]
        )
        for (text, type) in [("2026-07-01", HtmlValue.InputType.date), ("2026-07", .month), ("2026-07-01", .text)] {
            #expect(try date(text, type).mistakes.count == 1)
        }
        // A time of day is no moment in any zone.
        let time = try date("14:30", .time, in: berlin)
        #expect(time.problems == ["x: This value is not allowed here."])
        #expect(
            time.mistakes
                == [
                    "The value of the field “x” of the type time is none for the message. Let the message have a LocalTime."
                ]
        )
        // What a visitor can mend is none.
        let other = try date("tomorrow", .text, in: berlin)
        #expect(other.problems == ["x: Please enter a date."])
        #expect(other.mistakes.isEmpty)
    }

    @Test func `A local type of another control is a mistake of the view too`() throws {
        func day(_ text: String, _ type: HtmlValue.InputType) throws -> ([Message], [String], [String]) {
            let sent = try post(["x": text]) { input(.name("x"), .type(type), .onChange(Message.setDay)) }
            return (sent.messages, sent.problems, sent.mistakes)
        }
        #expect(try day("2026-07-01", .date).0 == [.setDay(LocalDate("2026-07-01"))])
        #expect(try day("2026-07-01", .text).0 == [.setDay(LocalDate("2026-07-01"))])
        let typed = try day("soon", .text)
        #expect(typed.1 == ["x: Please enter a date, such as 2026-11-21."])
        #expect(typed.2.isEmpty)
        let mistaken = try day("2026-07-01T14:30", .datetimeLocal)
        #expect(
            mistaken.2 == [
                "The value of the field “x” of the type datetime-local is none for the message. Let the message have a "
                    + "LocalDateTime, or a Date and the control .timeZone(…)."
            ]
        )
    }

    @Test func `A time zone is part of the description of a field, and not of the page`() throws {
        func rendering(_ zone: DateTimeZone, _ value: String) throws -> Rendering {
            try Rendering.render {
                div {
                    input(
                        .name("x"),
                        .type(.datetimeLocal),
                        .value(LocalDateTime(value)),
                        .timeZone(zone),
                        .onChange(Message.set)
                    )
                }
            }
        }
        let utc = try rendering(.utc, "2026-07-01T14:30")
        let other = try rendering(berlin, "2026-07-01T14:30")
        let html = String(decoding: other.html(), as: UTF8.self)
        #expect(html.contains(#"value="2026-07-01T14:30""#) && !html.contains("Berlin"))
        #expect(String(decoding: other.patch(from: utc), as: UTF8.self) == "[]")
        #expect(
            String(decoding: try rendering(berlin, "2026-07-01T16:30").patch(from: utc), as: UTF8.self)
                == #"[0,0,["value","2026-07-01T16:30"]]"#
        )
        #expect(String(decoding: Contract(other).json(), as: UTF8.self).contains(#""timeZone":"Europe/Berlin""#))
    }
}
