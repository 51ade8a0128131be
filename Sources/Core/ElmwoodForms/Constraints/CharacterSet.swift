/// A set of characters, such as a class of a regular expression.
indirect enum CharacterSet: Sendable {
    case range(ClosedRange<UInt32>)
    case category(Set<Unicode.GeneralCategory>)
    case property(@Sendable (Unicode.Scalar.Properties) -> Bool)
    case union([CharacterSet])
    case intersection(CharacterSet, CharacterSet)
    case subtraction(CharacterSet, CharacterSet)
    case complement(CharacterSet)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .range(let range): range.contains(scalar.value)
        case .category(let categories): categories.contains(scalar.properties.generalCategory)
        case .property(let holds): holds(scalar.properties)
        case .union(let sets): sets.contains { $0.contains(scalar) }
        case .intersection(let left, let right): left.contains(scalar) && right.contains(scalar)
        case .subtraction(let left, let right): left.contains(scalar) && !right.contains(scalar)
        case .complement(let set): !set.contains(scalar)
        }
    }

    /// About how many steps of a match ``contains(_:)`` takes.
    var cost: Int {
        switch self {
        case .range: 1
        case .category, .property: 2
        case .union(let sets): sets.reduce(1) { $0 + $1.cost }
        case .intersection(let left, let right), .subtraction(let left, let right): left.cost + right.cost
        case .complement(let set): set.cost
        }
    }

    static func one(_ scalar: Unicode.Scalar) -> Self { .range(scalar.value...scalar.value) }

    /// `\d`: ASCII only, as in JavaScript.
    static let digit = Self.range(0x30...0x39)
    /// `\w`
    static let word = Self.union([.range(0x30...0x39), .range(0x41...0x5A), .one("_"), .range(0x61...0x7A)])
    /// `\s`
    static let space = Self.union([
        .range(0x09...0x0D), .one(" "), .one("\u{A0}"), .one("\u{1680}"), .range(0x2000...0x200A),
        .range(0x2028...0x2029), .one("\u{202F}"), .one("\u{205F}"), .one("\u{3000}"), .one("\u{FEFF}"),
    ])
    /// `.`: all characters except line ends.
    static let notLineEnd = Self.complement(.union([.one("\n"), .one("\r"), .range(0x2028...0x2029)]))

    /// Returns the characters with a Unicode property: `Letter`, `L`, `General_Category=Lu`, `Alphabetic`, `Emoji`, …
    ///
    /// Throws ``PatternError`` if the property is not supported: scripts are not.
    static func unicode(_ name: String) throws -> Self {
        var name = name
        for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        if let categories = Self.categories[name] { return .category(categories) }
        if let property = Self.properties[name] { return property }
        throw PatternError.unsupported("The Unicode property \(name)")
    }

    private static let properties: [String: CharacterSet] = [
        "Any": .range(0...0x10FFFF), "ASCII": .range(0...0x7F),
        "Assigned": .complement(.category([.unassigned])),
        "Alphabetic": .property { $0.isAlphabetic }, "Alpha": .property { $0.isAlphabetic },
        "Uppercase": .property { $0.isUppercase }, "Upper": .property { $0.isUppercase },
        "Lowercase": .property { $0.isLowercase }, "Lower": .property { $0.isLowercase },
        "White_Space": .property { $0.isWhitespace }, "space": .property { $0.isWhitespace },
        "Emoji": .property { $0.isEmoji }, "Emoji_Presentation": .property { $0.isEmojiPresentation },
        "Emoji_Modifier": .property { $0.isEmojiModifier }, "Emoji_Modifier_Base": .property { $0.isEmojiModifierBase },
        "Ideographic": .property { $0.isIdeographic }, "Ideo": .property { $0.isIdeographic },
        "ID_Start": .property { $0.isIDStart }, "ID_Continue": .property { $0.isIDContinue },
        "XID_Start": .property { $0.isXIDStart }, "XID_Continue": .property { $0.isXIDContinue },
        "Math": .property { $0.isMath }, "Dash": .property { $0.isDash }, "Diacritic": .property { $0.isDiacritic },
        "Hex_Digit": .property { $0.isHexDigit }, "ASCII_Hex_Digit": .property { $0.isASCIIHexDigit },
        "Quotation_Mark": .property { $0.isQuotationMark }, "Cased": .property { $0.isCased },
    ]

    private static let categories: [String: Set<Unicode.GeneralCategory>] = {
        let single: [(String, String, Unicode.GeneralCategory)] = [
            ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
            ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
            ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
            ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
            ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
            ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
            ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
            ("Pe", "Close_Punctuation", .closePunctuation), ("Pi", "Initial_Punctuation", .initialPunctuation),
            ("Pf", "Final_Punctuation", .finalPunctuation), ("Po", "Other_Punctuation", .otherPunctuation),
            ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
            ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol),
            ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
            ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control),
            ("Cf", "Format", .format), ("Cs", "Surrogate", .surrogate), ("Co", "Private_Use", .privateUse),
            ("Cn", "Unassigned", .unassigned),
        ]
        let groups = [
            "L": "Letter", "M": "Mark", "N": "Number", "P": "Punctuation", "S": "Symbol", "Z": "Separator",
            "C": "Other",
        ]
        var categories: [String: Set<Unicode.GeneralCategory>] = [:]
        for (short, long, category) in single {
            categories[short] = [category]
            categories[long] = [category]
            let group = String(short.prefix(1))
            categories[group, default: []].insert(category)
            if let name = groups[group] { categories[name, default: []].insert(category) }
        }
        return categories
    }()
}
