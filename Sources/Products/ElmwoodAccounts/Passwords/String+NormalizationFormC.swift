// The standard library normalizes strings to compare them, and offers that to the Foundation of Swift by this interface,
// whose own function is in the part of Foundation that links ICU.
@_spi(_Unicode) import Swift

extension String {
    /// The text in normalization form C (Unicode Standard Annex 15). Equal strings have the same bytes in it.
    var inNormalizationFormC: String {
        // ASCII is in that form, and most texts are ASCII.
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
