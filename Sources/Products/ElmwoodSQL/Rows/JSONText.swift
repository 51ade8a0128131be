import FoundationEssentials

/// JSON as it is stored in columns: keys in order, dates as texts of ISO 8601 that databases understand.
enum JSONText {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            guard let text = DateText.text(of: date, separator: "T") else {
                let context = EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "The date is outside of the years 1 to 9999."
                )
                throw EncodingError.invalidValue(date, context)
            }
            var container = encoder.singleValueContainer()
            try container.encode(text + "Z")
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = DateText.date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "This is not a date of ISO 8601."
                )
            }
            return date
        }
        return decoder
    }
}
