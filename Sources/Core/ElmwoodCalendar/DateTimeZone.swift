import FoundationEssentials

/// A time zone by its name in the tz database, such as `Europe/Berlin`: which time clocks there show at each moment.
///
/// ```swift
/// let zone = visit.timeZone ?? .utc
/// let zone = DateTimeZone("America/New_York")             // nil if this machine does not know it
/// zone?.offset(at: Date())                                // seconds east of UTC: -14400 in summer
/// ```
///
/// The rules are those of the machine's tz database (Debian's package `tzdata`), in `/usr/share/zoneinfo` or in the folder that the environment
/// variable `TZDIR` names; past and future ones. They are read once, so a site learns new ones when it starts again. Without the
/// database there is only ``utc``.
///
/// Zones are the same if their names are. In JSON a zone is its name; reading one that the machine does not know is an error.
public struct DateTimeZone: Sendable {
    /// The name: `Europe/Berlin`.
    public let name: String
    let rules: ZoneRules

    /// Finds a zone by its name, in the letters of the database. Anybody's text can be tried.
    ///
    /// A browser may know a zone by an older name (`Asia/Calcutta`), which is found where the machine only has the newer one.
    public init?(_ name: String) {
        guard let rules = ZoneFolder.system.rules(of: name) else { return nil }
        self.init(name: name, rules: rules)
    }

    init(name: String, rules: ZoneRules) {
        self.name = name
        self.rules = rules
    }

    /// Coordinated Universal Time, which every machine knows.
    public static let utc = DateTimeZone(name: "UTC", rules: .utc)

    /// Returns how many seconds clocks are ahead of UTC at a moment; negative west of it.
    public func offset(at moment: Date) -> Int { rules.type(at: Self.seconds(moment)).offset }

    /// Returns the letters for the time that clocks show at a moment: `CEST`, or `+0545` where people use none.
    public func abbreviation(at moment: Date) -> String { rules.type(at: Self.seconds(moment)).abbreviation }

    private static func seconds(_ moment: Date) -> Int {
        let seconds = moment.timeIntervalSince1970.rounded(.down)
        return seconds.isNaN ? 0 : Int(min(max(seconds, -1e14), 1e14))
    }
}

extension DateTimeZone: Hashable, CustomStringConvertible, Codable {
    /// Whether both have the same name.
    public static func == (left: DateTimeZone, right: DateTimeZone) -> Bool { left.name == right.name }

    /// Adds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }

    /// Reads the name, and finds the zone.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let zone = DateTimeZone(name) else {
            let problem = "This machine knows no time zone of this name."
            throw DecodingError.dataCorruptedError(in: container, debugDescription: problem)
        }
        self = zone
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}
