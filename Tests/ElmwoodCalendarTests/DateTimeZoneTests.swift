import FoundationEssentials
import Testing

@testable import ElmwoodCalendar

@Suite struct `Time zones` {
    /// Returns the moment of a text in UTC.
    private func moment(_ text: String) throws -> Date { try #require(LocalDateTime(text)).date(in: .utc) }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T00:59", "2026-03-29T01:59", "CET"),
        ("Europe/Berlin", "2026-03-29T01:00", "2026-03-29T03:00", "CEST"),
        ("Europe/Berlin", "1945-06-15T10:00", "1945-06-15T13:00", "CEMT"),
        ("Europe/Berlin", "2189-07-01T12:00", "2189-07-01T14:00", "CEST"),
        ("Europe/Berlin", "10026-12-01T12:00", "10026-12-01T13:00", "CET"),
        ("Australia/Sydney", "2026-01-15T00:00", "2026-01-15T11:00", "AEDT"),
        ("Australia/Sydney", "2026-04-04T17:00", "2026-04-05T03:00", "AEST"),
        ("Australia/Sydney", "2150-12-31T13:30", "2151-01-01T00:30", "AEDT"),
        ("Asia/Kolkata", "2026-06-01T00:00", "2026-06-01T05:30", "IST"),
        ("Asia/Kathmandu", "2040-06-01T00:00", "2040-06-01T05:45", "+0545"),
        ("Australia/Lord_Howe", "2060-01-01T00:00", "2060-01-01T11:00", "+11"),
        ("Europe/Dublin", "2090-01-15T12:00", "2090-01-15T12:00", "GMT"),
        ("America/Nuuk", "2060-03-27T12:00", "2060-03-27T10:00", "-02"),
        ("Pacific/Apia", "2011-12-30T09:59", "2011-12-29T23:59", "-10"),
        ("Pacific/Apia", "2011-12-30T10:00", "2011-12-31T00:00", "+14"),
        ("America/New_York", "1970-01-01T00:00", "1969-12-31T19:00", "EST"),
        ("Etc/GMT+5", "2026-01-01T00:00", "2025-12-31T19:00", "-05"),
    ]) func `Clocks show what the tz database says`(name: String, utc: String, local: String, letters: String) throws {
        let zone = try #require(DateTimeZone(name))
        let moment = try moment(utc)
        #expect(LocalDateTime(moment, in: zone).description == local)
        #expect(zone.abbreviation(at: moment) == letters)
        #expect(try #require(LocalDateTime(local)).date(in: zone) == moment)
    }

    @Test(arguments: [
        // Skipped: as much later as clocks are put forward.
        ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30"),
        ("Europe/Berlin", "2126-03-31T02:30", "2126-03-31T01:30"),
        ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30"),
        ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45"),
        ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00"),
        // Twice: the earlier one.
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30"),
        ("Europe/Berlin", "2126-10-27T02:30", "2126-10-27T00:30"),
        ("Australia/Sydney", "2026-04-05T02:30", "2026-04-04T15:30"),
        ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45"),
    ]) func `A local time that is skipped or comes twice is one moment`(name: String, local: String, utc: String) throws
    {
        let zone = try #require(DateTimeZone(name))
        #expect(try #require(LocalDateTime(local)).date(in: zone) == moment(utc))
    }

    @Test func `A day begins where clocks skip midnight`() throws {
        let zone = try #require(DateTimeZone("America/Sao_Paulo"))
        let start = try #require(LocalDate("2018-11-04")).start(in: zone)
        #expect(LocalDateTime(start, in: zone).description == "2018-11-04T01:00")
        #expect(start == (try moment("2018-11-04T03:00")))
    }

    @Test func `In JSON a zone is its name`() throws {
        let zone = try #require(DateTimeZone("Europe/Berlin"))
        let json = try JSONEncoder().encode([zone, .utc])
        #expect(String(decoding: json, as: UTF8.self).replacing("\\", with: "") == #"["Europe/Berlin","UTC"]"#)
        #expect(try JSONDecoder().decode([DateTimeZone].self, from: json) == [zone, .utc])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DateTimeZone].self, from: Data(#"["Europe/Atlantis"]"#.utf8))
        }
    }

    @Test func `A name that leads to another file is no zone`() {
        for name in [
            "", "/", ".", "..", "../../etc/passwd", "Europe/../UTC", "Europe", "Europe/", "/Europe/Berlin",
            "Europe//Berlin",
            "zone.tab", "tzdata.zi", "posix/UTC", "right/UTC", "Europe/Berlin\0", "europe/berlin", "Europe/Berlin ",
            "A/B/C/D", String(repeating: "A", count: 65), "Europe/Atlantis", "Zürich", "%45urope/Berlin",
        ] {
            #expect(DateTimeZone(name) == nil, "\(name.debugDescription)")
        }
    }

    @Test func `Without a database there is UTC, and with a new one the older names`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Asia"),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let zones = ZoneFolder(folder.path)
        #expect(zones.rules(of: "UTC")?.type(at: 0).offset == 0)
        #expect(zones.rules(of: "Asia/Calcutta") == nil)
        let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Asia/Kolkata"))
        try file.write(to: folder.appending(path: "Asia/Kolkata"))
        #expect(zones.rules(of: "Asia/Calcutta")?.type(at: 1_774_747_800).offset == 19_800)
    }

    @Test(arguments: [
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T00:00", 14_400 * -1),
        ("WGT3WGST,M3.5.0/-2,M10.5.0/-1", "2026-07-01T00:00", -7_200),
        ("EST5EDT,J60/0,J300/0", "2028-03-01T05:00", -14_400),
        ("EST5EDT,J60/0,J300/0", "2028-03-01T04:59", -18_000),
        ("EST5EDT,59/0,300/0", "2028-02-29T05:00", -14_400),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00", 10_800),
        ("<+0330>-3:30", "2026-07-01T00:00", 12_600),
    ]) func `The rule for the future is read`(text: String, utc: String, offset: Int) throws {
        let rule = try #require(ZoneRule(text.utf8))
        #expect(rule.type(at: Int(try moment(utc).timeIntervalSince1970)).offset == offset)
    }

    @Test func `Damaged files are none, or give some time`() throws {
        let good = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(ZoneRules(tzif: good) != nil)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            let rules = ZoneRules(tzif: bytes)
            for seconds in [-62_135_596_800, 0, 1_774_747_800, 31_494_784_780_799] {
                _ = rules?.seconds(ofLocal: rules?.type(at: seconds).offset ?? 0)
                _ = rules?.seconds(ofLocal: seconds)
            }
        }
        for text in [
            "", "CET", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M13.1.0,M1.1.0", "CET-25", "<CET-1", "C-1",
            "CET-1,M1.1.1,M2.1.1",
        ] {
            #expect(ZoneRule(text.utf8) == nil, "\(text)")
        }
    }
}
