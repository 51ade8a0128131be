import ElmwoodArchitecture

extension HistoryFile {
    /// A number of the file that no program can count on from; nil if there is none.
    ///
    /// Swift's arithmetic traps if it overflows, and a trap ends the process. A model whose next id is the largest number would do that
    /// with the next turn.
    var largestNumber: String? {
        for moment in [start, end] + snapshots {
            if let number = Self.tooLarge(in: moment.model) { return number }
        }
        for turn in turns {
            if let number = Self.tooLarge(inText: turn.message) { return number }
        }
        for value in values ?? [] {
            if let number = Self.tooLarge(in: value) { return number }
        }
        return nil
    }

    /// Whether a program that counts on from a number of that magnitude soon overflows an `Int` or a `UInt`. An id that was chosen at
    /// random is not refused: hardly any is so close to the limits.
    private static func isTooLarge(_ magnitude: UInt64) -> Bool {
        let (signed, room) = (UInt64(Int64.max), UInt64(1) << 32)
        return (signed - room...signed + 1).contains(magnitude) || magnitude > UInt64.max - room
    }

    private static func tooLarge(in value: JSONValue) -> String? {
        switch value {
        case .null, .bool, .string: return nil
        case .number(let number):
            let text = "\(number)"
            let magnitude = Int64(text)?.magnitude ?? UInt64(text)
            return magnitude.map(isTooLarge) ?? false ? text : nil
        case .array(let values):
            for value in values { if let number = tooLarge(in: value) { return number } }
            return nil
        case .object(let members):
            for value in members.values { if let number = tooLarge(in: value) { return number } }
            return nil
        }
    }

    /// Examines the numbers in the text of a message, without those in its texts.
    private static func tooLarge(inText text: String) -> String? {
        var digits = ""
        var isQuoted = false
        var isEscaped = false
        for byte in Array(text.utf8) + [UInt8(ascii: ")")] {
            if isQuoted {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                }
                continue
            }
            if (0x30...0x39).contains(byte) {
                digits.unicodeScalars.append(Unicode.Scalar(byte))
                continue
            }
            if UInt64(digits).map(isTooLarge) ?? false { return digits }
            digits = ""
            isQuoted = byte == UInt8(ascii: "\"")
        }
        return nil
    }
}
