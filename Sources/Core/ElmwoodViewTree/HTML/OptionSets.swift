// `OptionSet`'s default implementations work for any set, and in a debug build each call of them passes through a dozen others:
// that was a fifth of a view's time. These, which views use, read the bits directly.

extension ElementTraits {
    package init(arrayLiteral elements: Self...) {
        var bits: UInt32 = 0
        for element in elements { bits |= element.rawValue }
        self.init(rawValue: bits)
    }

    package var isEmpty: Bool { rawValue == 0 }

    package func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }

    package func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }

    package func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }

    package func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }

    package mutating func formUnion(_ other: Self) { self = union(other) }
}

extension Facts {
    package init(arrayLiteral elements: Self...) {
        var bits: UInt16 = 0
        for element in elements { bits |= element.rawValue }
        self.init(rawValue: bits)
    }

    package var isEmpty: Bool { rawValue == 0 }

    package func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }

    package func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }

    package func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }

    package func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }

    package func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }

    package mutating func formUnion(_ other: Self) { self = union(other) }

    package mutating func subtract(_ other: Self) { self = subtracting(other) }
}

extension AttributeTraits {
    package init(arrayLiteral elements: Self...) {
        var bits: UInt16 = 0
        for element in elements { bits |= element.rawValue }
        self.init(rawValue: bits)
    }

    package var isEmpty: Bool { rawValue == 0 }

    package func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }

    package func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
}

extension ChildKinds {
    init(arrayLiteral elements: Self...) {
        var bits: UInt8 = 0
        for element in elements { bits |= element.rawValue }
        self.init(rawValue: bits)
    }

    var isEmpty: Bool { rawValue == 0 }

    func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }

    func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
}
