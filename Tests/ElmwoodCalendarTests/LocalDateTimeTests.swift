import ElmwoodCalendar
import FoundationEssentials
import Testing

@Suite struct `Local dates and times` {
    @Test func `They have the texts of HTML's controls`() {
        for text in ["2026-03-29", "0001-01-01", "10000-02-29", "275760-09-13", "999999-12-31"] {
            #expect(LocalDate(text)?.description == text)
        }
        for text in [
            "", "2026-3-29", "2026-02-29", "0000-01-01", "1000000-01-01", "2026-03-29 ", "2026-13-01", "+2026-01-01",
        ] {
            #expect(LocalDate(text) == nil, "\(text)")
        }
        for text in ["00:00", "23:59", "08:30:05", "08:30:05.25", "08:30:00.001"] {
            #expect(LocalTime(text)?.description == text)
        }
        #expect(LocalTime("08:30:00.000")?.description == "08:30")
        #expect(LocalTime("08:30:00.123456")?.millisecond == 123)
        for text in ["", "24:00", "8:30", "08:60", "08:30:60", "08:30:", "08:30:05.", "08:30Z"] {
            #expect(LocalTime(text) == nil, "\(text)")
        }
        #expect(LocalDateTime("2026-03-29 02:30")?.description == "2026-03-29T02:30")
        #expect(LocalDateTime("12026-03-29T02:30:01.5")?.description == "12026-03-29T02:30:01.5")
        for text in ["", "2026-03-29", "02:30", "2026-03-29T", "2026-03-29T02:30Z", "2026-03-29T02:30+01:00"] {
            #expect(LocalDateTime(text) == nil, "\(text)")
        }
    }

    @Test func `In JSON they are their texts`() throws {
        struct Plan: Codable, Equatable {
            var day: LocalDate
            var time: LocalTime
            var start: LocalDateTime?
        }
        let plan = Plan(
            day: try #require(LocalDate("2026-03-29")),
            time: try #require(LocalTime(hour: 8, minute: 30)),
            start: LocalDateTime(year: 2026, month: 3, day: 29, hour: 2)
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(plan)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"day":"2026-03-29","start":"2026-03-29T02:00","time":"08:30"}"#
        )
        #expect(try JSONDecoder().decode(Plan.self, from: json) == plan)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([LocalDate].self, from: Data(#"["2026-02-29"]"#.utf8))
        }
    }

    @Test func `They are ordered by time, and days are counted`() throws {
        let texts = [
            "0999-12-31T23:59", "2026-02-28T00:00", "2026-02-28T00:00:00.5", "2026-03-01T00:00", "10000-01-01T00:00",
        ]
        let all = texts.compactMap { LocalDateTime($0) }
        #expect(all.count == texts.count && zip(all, all.dropFirst()).allSatisfy(<))
        let day = try #require(LocalDate("2028-02-28"))
        #expect(day.weekday == .monday)
        #expect(day.adding(days: 1).description == "2028-02-29")
        #expect(day.adding(days: -59).description == "2027-12-31")
        #expect(day.days(to: day.adding(days: 100_000)) == 100_000)
        #expect(day.adding(days: .max).description == "999999-12-31")
        #expect(day.adding(days: .min).description == "0001-01-01")
        #expect(LocalDate("1969-12-28")?.weekday == .sunday)
    }

    @Test func `A date becomes what clocks show, and again the date`() throws {
        let zone = try #require(DateTimeZone("Asia/Kolkata"))
        let date = Date(timeIntervalSince1970: 1_774_747_800.123)
        let local = LocalDateTime(date, in: zone)
        #expect(local.description == "2026-03-29T07:00:00.123")
        #expect(abs(local.date(in: zone).timeIntervalSince(date)) < 0.000_01)
        #expect(LocalDate(date, in: zone).description == "2026-03-29")
        #expect(LocalTime(date, in: zone).hour == 7)
        #expect(LocalDateTime(Date(timeIntervalSince1970: -0.5), in: .utc).description == "1969-12-31T23:59:59.5")
        for millisecond in 0..<1_000 {
            let date = Date(timeIntervalSince1970: 1_774_747_800 + Double(millisecond) / 1_000)
            #expect(LocalTime(date, in: .utc).millisecond == millisecond)
        }
    }

    @Test func `Dates outside of the calendar are its first or last`() {
        #expect(LocalDate(.distantPast, in: .utc).year == 1)
        for (interval, text) in [
            (-Double.infinity, "0001-01-01"), (.infinity, "999999-12-31"), (1e300, "999999-12-31"),
        ] {
            #expect(LocalDate(Date(timeIntervalSince1970: interval), in: .utc).description == text)
        }
        #expect(LocalDate(Date(timeIntervalSince1970: .nan), in: .utc).description == "1970-01-01")
        #expect(DateTimeZone.utc.offset(at: Date(timeIntervalSince1970: .nan)) == 0)
    }
}
