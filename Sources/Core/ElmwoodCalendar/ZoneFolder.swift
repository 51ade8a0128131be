import Glibc
import Synchronization

/// A folder of the tz database, and the rules that were read from it.
final class ZoneFolder: Sendable {
    static let system = ZoneFolder(getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo")

    private let path: String
    /// What was read, by name. Names without a file are not remembered, since they may be anybody's.
    private let known = Mutex<[String: ZoneRules]>(["UTC": .utc, "Etc/UTC": .utc])

    init(_ path: String) { self.path = path }

    /// Returns the rules of a zone; nil if there is no such file, or it is none of the format.
    func rules(of name: String) -> ZoneRules? {
        guard Self.isName(name) else { return nil }
        if let rules = known.withLock({ $0[name] }) { return rules }
        guard let bytes = read(name) ?? Self.newerNames[name].flatMap(read), let rules = ZoneRules(tzif: bytes) else {
            return nil
        }
        known.withLock { $0[name] = rules }
        return rules
    }

    /// Whether a text may be the name of a zone, which is a path in the folder. Only these begin with a capital letter: not `posix/`,
    /// `right/`, which counts leap seconds, or `zone.tab`. None has a dot.
    private static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count <= 3
            && parts.allSatisfy { part in
                part.first.map { $0 &- 0x41 < 26 } ?? false
                    && part.allSatisfy {
                        $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                            || $0 == UInt8(ascii: "+")
                    }
            }
    }

    private func read(_ name: String) -> [UInt8]? {
        let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        guard count > 0, count < bytes.count else { return nil }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Names that browsers report in place of those of today, since ECMA-402 has followed CLDR, which never changes one. Debian 13 and
    /// Ubuntu 24.04 have them in a package of their own, `tzdata-legacy`.
    private static let newerNames = [
        "Africa/Asmera": "Africa/Asmara",
        "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
        "America/Catamarca": "America/Argentina/Catamarca",
        "America/Coral_Harbour": "America/Atikokan",
        "America/Cordoba": "America/Argentina/Cordoba",
        "America/Godthab": "America/Nuuk",
        "America/Indianapolis": "America/Indiana/Indianapolis",
        "America/Jujuy": "America/Argentina/Jujuy",
        "America/Louisville": "America/Kentucky/Louisville",
        "America/Mendoza": "America/Argentina/Mendoza",
        "Asia/Calcutta": "Asia/Kolkata",
        "Asia/Katmandu": "Asia/Kathmandu",
        "Asia/Rangoon": "Asia/Yangon",
        "Asia/Saigon": "Asia/Ho_Chi_Minh",
        "Atlantic/Faeroe": "Atlantic/Faroe",
        "Europe/Kiev": "Europe/Kyiv",
        "Pacific/Enderbury": "Pacific/Kanton",
        "Pacific/Ponape": "Pacific/Pohnpei",
        "Pacific/Truk": "Pacific/Chuuk",
    ]
}
